// A file that one person signed as a whole: its signature as it stands there, and the SII's look at it.

import { type Elemento, textoEn } from '../xml/verify/nodo'
import { isAccepted, readPersona, sameKey } from './persona'
import type { Sim } from './sim'

export interface Firmado {
  rutEnvia: string
  /** The `ID` of what it covers. */
  id: string
  /** The text of its Signature, cut out of the file. */
  firma: string
  /** Base64 DER. */
  certificado: string
  /** The modulus of KeyValue, base64. */
  modulo: string
  exponente: string
}

/** The parts of a Signature element of the file `text`. */
export function signatureOf(firma: Elemento, text: string): Omit<Firmado, 'rutEnvia' | 'id'> {
  const of = (path: string) => textoEn(firma, path).replace(/\s+/g, '')
  return {
    firma: text.slice(firma.inicio, firma.fin),
    certificado: of('KeyInfo/X509Data/X509Certificate'),
    modulo: of('KeyInfo/KeyValue/RSAKeyValue/Modulus'),
    exponente: of('KeyInfo/KeyValue/RSAKeyValue/Exponent'),
  }
}

/** The fault of a file's signature; null of a good one. */
export function firmaFault(sim: Sim, xml: Buffer, firmado: Firmado): string | null {
  const persona = readPersona(firmado.certificado)
  if (!persona || !isAccepted(persona, sim.now()))
    return 'El certificado no es de un emisor reconocido o no está vigente'
  if (!sameKey(persona.llave, firmado.modulo, firmado.exponente))
    return 'La llave pública no corresponde al certificado'
  if (!signatureHolds(xml, firmado, persona.llave.export({ type: 'spki', format: 'pem' })))
    return 'La firma no es válida'
  return persona.rut === firmado.rutEnvia ? null : `El certificado no es de RutEnvia ${firmado.rutEnvia}`
}

function signatureHolds(xml: Buffer, { firma, id }: Firmado, publicCert: string | Buffer): boolean {
  // Loaded only here, for the sake of the start (xml/verify/canonical.ts).
  const { SignedXml } = require('xml-crypto') as typeof import('xml-crypto')
  const signed = new SignedXml({ publicCert })
  try {
    signed.loadSignature(firma)
    if (!signed.checkSignature(xml.toString('latin1'))) return false
    // One that is good for another element proves nothing about this one.
    const covered = signed.getSignedReferences()
    return covered.length === 1 && covered[0]!.includes(`ID="${id}"`)
  } catch {
    return false
  }
}
