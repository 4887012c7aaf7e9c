// The authority behind the simulator's certificates: what it issues is known to no SII, and is told from a person's by it.

import { createPublicKey, X509Certificate } from 'node:crypto'

/** Self-signed certificate of the simulator's CA, valid 2000 to 2099 so that a moved clock does not expire it. */
export const CA_CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIDTDCCAjSgAwIBAgICA4QwDQYJKoZIhvcNAQELBQAwRjELMAkGA1UEBhMCQ0wx
DzANBgNVBAoTBlRpbWJyZTEmMCQGA1UEAxMdQXV0b3JpZGFkIGRlIHBydWViYSBk
ZSBUaW1icmUwIBcNMDAwMTAxMDAwMDAwWhgPMjA5OTEyMzEyMzU5NTlaMEYxCzAJ
BgNVBAYTAkNMMQ8wDQYDVQQKEwZUaW1icmUxJjAkBgNVBAMTHUF1dG9yaWRhZCBk
ZSBwcnVlYmEgZGUgVGltYnJlMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKC
AQEA2yBW8hMZZk151Vs0iaab45Y93OAhgqnWxLaJN/n2Owq7njxANGSdNSTa3s4e
FmQroCeNjL29uYXeg5mNCWnYDgDpxTwvxrNlNzQ3GCXmzYnfjQnOFwUpq2/lTLjn
icVDre4zD5Yy/ASa0iWpD4ELxNaQr9lEAeLtgRmIwJ4QX+MWndrZPzls0T2qKl26
wUFwgIOrd8DePJHPhtE+rpRSl0APeJ6GCGOLcIQmy/KTA4zlQMFPkNSfhWGUrch2
dfQn6lD9No4VjpjwzvEEe2Jywfp/VI66tsP7Y3Xnc5papSEzIRAqyL0o3qKZYPm2
5nBcc3T2ibZr06sKV1yYk+13SwIDAQABo0IwQDAPBgNVHRMBAf8EBTADAQH/MA4G
A1UdDwEB/wQEAwIBBjAdBgNVHQ4EFgQUgPUKxgEPXpttTwsR9Aw7QdzAjRMwDQYJ
KoZIhvcNAQELBQADggEBABnc8etbePnPq0hAV9AWvqRc6S8WwrRiQH3C8RNER/Pr
te4pk61JofDGotQYPphQ1AwcElFmwMkqPSj6XhKQmxWcDOwr+ABBsg5jvVybs3o9
hvEFaK8PQkUPUHhkyrwM/mdPmS1wjGRffTV8wKqw9LbAaz0edf/QZtQFOEs0x9Qv
lSn0eLqo2V5vsjXEIgX/OpHEssMz2MstVtnBOZ1jBLL9w519+rT8S/nTU1qsFWxd
vLRMvjn2GhFn2okYSNIVHp3ZE6i5vJcidvsK9C6b4yzXbBD693tEVHXD0LM3kxEG
pbRlBu+VRD10eSTlOaZNCXnt3myh9u9iotvxIaCf/cQ=
-----END CERTIFICATE-----
`

/** Whether the simulator's authority signed a certificate (PEM), whatever the certificate says of its issuer. */
export function isDelSimulador(certificadoPem: string): boolean {
  const key = createPublicKey(CA_CERTIFICATE)
  return new X509Certificate(certificadoPem).verify(key)
}

/** The words about such a certificate where the real SII would be asked. */
export const SIMULATED_CERTIFICATE =
  'El certificado es del simulador y el SII no lo conoce: en certificacion y produccion cargue el de un prestador acreditado'
