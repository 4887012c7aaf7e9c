// Why an address does not answer, in Spanish, from the runtime's codes.

const MOTIVOS: Record<string, string> = {
  ConnectionRefused: 'nadie escucha en esa dirección, o no se llega a ella',
  ECONNREFUSED: 'nadie escucha en esa dirección',
  FailedToOpenSocket: 'no se llega a esa dirección',
  ENOTFOUND: 'ese nombre no existe',
  ECONNRESET: 'cortó la conexión',
  ConnectionClosed: 'cortó la conexión',
  ERR_INVALID_ARG_VALUE: 'no es una dirección http:// o https://',
  ERR_INVALID_URL: 'no es una dirección http:// o https://',
  UNKNOWN_CERTIFICATE_VERIFICATION_ERROR: 'su certificado no es de confianza',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'su certificado no es de confianza',
  SELF_SIGNED_CERT_IN_CHAIN: 'su certificado no es de confianza',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'su certificado no es de confianza',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'su certificado no es de confianza',
  ERR_TLS_CERT_ALTNAME_INVALID: 'su certificado es de otro nombre',
  CERT_HAS_EXPIRED: 'su certificado está vencido',
}

/** Why a `fetch` came to nothing. */
export function whyUnreachable(cause: unknown): string {
  const { name, code, message } = cause as Error & { code?: unknown }
  if (name === 'TimeoutError') return 'no respondió a tiempo'
  return MOTIVOS[String(code)] ?? message
}
