// Certificates of persons, issued by the simulator's CA: RSA-2048 with the RUT where the SII looks for it, in
// subjectAltName otherName 1.3.6.1.4.1.8321.1 and in the subject's serialNumber (xml §6.1).

import { generateKeyPair, type KeyObject, sign, X509Certificate } from 'node:crypto'
import { promisify } from 'node:util'
import type Forge from 'node-forge'
import { CA_CERTIFICATE, CA_PRIVATE_KEY } from './authority'

const DAY = 86_400_000
/** Authorities date a certificate back a little, for those whose clock is behind. */
const ANTES_MS = 3_600_000
/** Few: what protects the file is a key that protects nothing, and forge derives on the event loop. */
const ITERACIONES = 100
const OID_RUT = '1.3.6.1.4.1.8321.1'

interface Autoridad {
  certificado: string
  llave: string
}

interface CertificateRequest {
  /** `11111111-1` */
  rut: string
  nombre: string
  /** Days of validity from `now`; zero or negative gives one that has expired. */
  dias?: number
  now: Date
  /** Password of the PFX. */
  clave: string
  random: (size: number) => Uint8Array
  /** False leaves the RUT out, a fault that the SII answers with -07. */
  conRut?: boolean
  /** Another issuer than the simulator's CA, whose certificates it must refuse. */
  autoridad?: Autoridad
}

interface IssuedCertificate {
  pfx: Buffer
  clave: string
  certificado: X509Certificate
  llave: KeyObject
}

/** A fresh key pair and its certificate as PFX (PBES2, AES-256), which OpenSSL 3 reads without its legacy provider. */
export async function issueCertificate({
  rut,
  nombre,
  dias = 365,
  now,
  clave,
  random,
  conRut = true,
  autoridad = { certificado: CA_CERTIFICATE, llave: CA_PRIVATE_KEY },
}: CertificateRequest): Promise<IssuedCertificate> {
  // Loaded only here, for the sake of the start (xml/asn1.ts), and without forge's TLS, SSH and HTTP.
  require('node-forge/lib/pki')
  const forge = require('node-forge/lib/forge') as typeof Forge
  // node:crypto makes the key in tens of milliseconds on its own thread; forge would need seconds on ours.
  const pair = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
  const keyPem = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const certificate = forge.pki.createCertificate()
  certificate.publicKey = forge.pki.publicKeyFromPem(
    pair.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  )
  // A leading 01 keeps the serial number positive and free of leading zeros.
  certificate.serialNumber = `01${Buffer.from(random(15)).toString('hex')}`
  certificate.validity.notAfter = new Date(now.getTime() + dias * DAY)
  certificate.validity.notBefore = new Date(now.getTime() - ANTES_MS + (dias > 0 ? 0 : dias - 365) * DAY)
  const utf8 = forge.asn1.Type.UTF8 as unknown as Forge.asn1.Class
  certificate.setSubject([
    { name: 'countryName', value: 'CL' },
    { name: 'commonName', value: nombre, valueTagClass: utf8 },
    ...(conRut ? [{ name: 'serialNumber', value: rut }] : []),
  ])
  certificate.setIssuer(forge.pki.certificateFromPem(autoridad.certificado).subject.attributes)
  certificate.setExtensions([
    { name: 'basicConstraints', cA: false },
    { name: 'keyUsage', digitalSignature: true, nonRepudiation: true, keyEncipherment: true },
    ...(conRut ? [{ id: '2.5.29.17', value: rutOtherName(forge.asn1, rut) }] : []),
  ])
  // node:crypto signs in under a millisecond; forge's own arithmetic would hold the event loop for tens.
  const signer = {
    sign: () =>
      sign(
        'sha256',
        Buffer.from(forge.asn1.toDer(certificate.tbsCertificate).getBytes(), 'latin1'),
        autoridad.llave,
      ).toString('latin1'),
  }
  certificate.sign(signer as unknown as Forge.pki.rsa.PrivateKey, forge.md.sha256.create())

  const pfx = forge.pkcs12.toPkcs12Asn1(forge.pki.privateKeyFromPem(keyPem), [certificate], clave, {
    algorithm: 'aes256',
    count: ITERACIONES,
    friendlyName: rut,
  })
  return {
    pfx: Buffer.from(forge.asn1.toDer(pfx).getBytes(), 'latin1'),
    clave,
    certificado: new X509Certificate(forge.pki.certificateToPem(certificate)),
    llave: pair.privateKey,
  }
}

function rutOtherName({ Class, Type, create, oidToDer, toDer }: typeof Forge.asn1, rut: string): string {
  const context = (value: Forge.asn1.Asn1[]) => create(Class.CONTEXT_SPECIFIC, 0, true, value)
  const oid = create(Class.UNIVERSAL, Type.OID, false, oidToDer(OID_RUT).getBytes())
  const ia5 = create(Class.UNIVERSAL, Type.IA5STRING, false, rut)
  return toDer(create(Class.UNIVERSAL, Type.SEQUENCE, true, [context([oid, context([ia5])])])).getBytes()
}
