// Folio authorisations as the SII hands them out: the AUTORIZACION file, its DA signed by IDK 900 (xml §4).

import { generateKeyPair, sign } from 'node:crypto'
import { promisify } from 'node:util'
import { cafSigningKey, IDK } from './authority'
import { escapeXml } from './scanner'

interface CafRequest {
  /** `76543210-3` */
  rut: string
  razonSocial: string
  tipoDte: number
  desde: number
  hasta: number
  /** FA: Chile date `YYYY-MM-DD`. */
  fecha: string
}

const RAZON_SOCIAL_MAX = 40

/** The CAF file, text whose bytes are its ISO-8859-1, and the base64 modulus of its key pair (512 bits, exponent 3). */
export async function issueCaf(request: CafRequest): Promise<{ xml: string; modulo: string }> {
  const pair = await promisify(generateKeyPair)('rsa', { modulusLength: 512, publicExponent: 3 })
  const jwk = pair.publicKey.export({ format: 'jwk' })
  const modulo = Buffer.from(jwk.n!, 'base64url').toString('base64')
  const exponente = Buffer.from(jwk.e!, 'base64url').toString('base64')
  const { rut, tipoDte, desde, hasta, fecha } = request
  // Forty counts the characters before they are escaped (XSD DTE_v10, RS).
  const nombre = escapeXml(request.razonSocial.slice(0, RAZON_SOCIAL_MAX))
  const lines = [
    '<DA>',
    `<RE>${rut}</RE>`,
    `<RS>${nombre}</RS>`,
    `<TD>${tipoDte}</TD>`,
    `<RNG><D>${desde}</D><H>${hasta}</H></RNG>`,
    `<FA>${fecha}</FA>`,
    `<RSAPK><M>${modulo}</M><E>${exponente}</E></RSAPK>`,
    `<IDK>${IDK}</IDK>`,
    '</DA>',
  ]
  // FRMA covers DA without the white space between its tags (xml §4.2), while the file has line breaks.
  const frma = sign('RSA-SHA1', Buffer.from(lines.join(''), 'latin1'), cafSigningKey()).toString('base64')
  const xml = [
    '<?xml version="1.0"?>',
    '<AUTORIZACION>',
    '<CAF version="1.0">',
    ...lines,
    `<FRMA algoritmo="SHA1withRSA">${frma}</FRMA>`,
    '</CAF>',
    `<RSASK>${pair.privateKey.export({ type: 'pkcs1', format: 'pem' })}</RSASK>`,
    '',
    `<RSAPUBK>${pair.publicKey.export({ type: 'spki', format: 'pem' })}</RSAPUBK>`,
    '</AUTORIZACION>',
    '',
  ].join('\n')
  return { xml, modulo }
}
