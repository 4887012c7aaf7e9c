// The signer: reads a certificate as the SII does at its door (xml §6.1) and says whether it can be
// accepted.

import { createPublicKey, type KeyObject, X509Certificate } from 'node:crypto'
import { parseRut } from '../domain/rut'
import { CA_CERTIFICATE } from './authority'

// DER of OBJECT IDENTIFIER 1.3.6.1.4.1.8321.1, the otherName that holds the RUT.
const OID_RUT = Buffer.from('06082b06010401c10101', 'hex')

export interface Persona {
  /** Null when the certificate names no RUT. */
  rut: string | null
  llave: KeyObject
  /** Issued by the simulator's CA. */
  reconocida: boolean
  desde: Date
  hasta: Date
}

let caKey: KeyObject | undefined
/** The person of the last certificate: the documents of an envelope come from one person. */
let last: { base64: string; persona: Persona | null } | null = null

/** Reads the base64 DER of an X509Certificate element; null when it is no certificate. */
export function readPersona(base64: string): Persona | null {
  if (last?.base64 !== base64) last = { base64, persona: readAnew(base64) }
  return last.persona
}

function readAnew(base64: string): Persona | null {
  try {
    const certificate = new X509Certificate(Buffer.from(base64.replace(/\s/g, ''), 'base64'))
    caKey ??= createPublicKey(CA_CERTIFICATE)
    return {
      rut: rutOf(certificate),
      llave: certificate.publicKey,
      reconocida: certificate.verify(caKey),
      desde: new Date(certificate.validFrom),
      hasta: new Date(certificate.validTo),
    }
  } catch {
    return null
  }
}

/** Whether the SII would let this certificate in at that instant. */
export const isAccepted = (persona: Persona, at: Date): boolean =>
  persona.reconocida && at >= persona.desde && at <= persona.hasta

/** Whether what a signature says of its key, base64 modulus and exponent, is the key of a certificate. */
export function sameKey(llave: KeyObject, modulo: string | null, exponente: string | null): boolean {
  if (!modulo || !exponente) return false
  const url = (base64: string) => Buffer.from(base64.replace(/\s/g, ''), 'base64').toString('base64url')
  try {
    const claimed = createPublicKey({ key: { kty: 'RSA', n: url(modulo), e: url(exponente) }, format: 'jwk' })
    return claimed.equals(createPublicKey(llave.export({ type: 'spki', format: 'pem' })))
  } catch {
    return false
  }
}

function rutOf(certificate: X509Certificate): string | null {
  const at = certificate.raw.indexOf(OID_RUT)
  if (at >= 0) {
    // [0] EXPLICIT (A0 length) around an IA5String (16 length): both shorter than 128 bytes.
    const value = certificate.raw.subarray(at + OID_RUT.length)
    if (value[0] === 0xa0 && value[2] === 0x16)
      return parseRut(value.subarray(4, 4 + value[3]!).toString('latin1'))
  }
  const serial = /(?:^|\n)serialNumber=([^\n]+)/.exec(certificate.subject)?.[1]
  return serial ? parseRut(serial) : null
}
