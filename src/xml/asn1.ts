// Reading ASN.1 as PKCS#12 and X.509 need it, over forge's BER reader: old PFX files are BER (indefinite lengths, octet
// strings in pieces), which node:crypto does not read.

import type forge from 'node-forge'

export type Asn1 = forge.asn1.Asn1

// Loaded with the first certificate: it would be a tenth of the time that a start takes. The reader alone, for all of forge
// would be in the binary twice, once for the thread that signs.
const asn1 = (): typeof forge.asn1 => require('node-forge/lib/asn1') as typeof forge.asn1

const UNIVERSAL = 0
const CONTEXT_SPECIFIC = 0x80
// Numbers of the universal types that are told apart here (X.680 §8.4).
const Tipo = { INTEGER: 2, OID: 6, UTF8: 12, UTC_TIME: 23, BMP_STRING: 30 } as const

/** The first value in `bytes`; what follows it is ignored. Throws on anything that is not BER. */
export function parseBer(bytes: Uint8Array): Asn1 {
  const binary = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  // Bit strings stay closed: forge would re-encode an inner value and public keys must keep their bytes.
  const options = { strict: true, parseAllBytes: false, decodeBitStrings: false }
  return asn1().fromDer(binary, options as unknown as boolean)
}

/** The elements of a constructed value. Throws when it is a primitive one. */
export function elements(node: Asn1 | undefined): Asn1[] {
  if (!node || !Array.isArray(node.value)) throw new Error('ASN.1: a constructed value was expected')
  return node.value
}

/** The octets of a string that may come in pieces. */
export function octets(node: Asn1 | undefined): Buffer {
  if (!node) throw new Error('ASN.1: a string was expected')
  return Array.isArray(node.value) ? Buffer.concat(node.value.map(octets)) : Buffer.from(node.value, 'latin1')
}

/** Dotted text of an OBJECT IDENTIFIER. */
export function oid(node: Asn1 | undefined): string {
  if (!node || !isUniversal(node, Tipo.OID) || Array.isArray(node.value))
    throw new Error('ASN.1: an OID was expected')
  return asn1().derToOid(node.value)
}

/** A small non-negative INTEGER. */
export function integer(node: Asn1 | undefined): number {
  if (!node || !isUniversal(node, Tipo.INTEGER)) throw new Error('ASN.1: an INTEGER was expected')
  const bytes = octets(node)
  if (bytes.length > 6) throw new Error('ASN.1: the INTEGER is too large')
  return bytes.length ? bytes.readUIntBE(0, bytes.length) : 0
}

export const isUniversal = (node: Asn1, tipo: number): boolean =>
  (node.tagClass as number) === UNIVERSAL && (node.type as number) === tipo

/** Whether it carries the context tag `[n]`. */
export const isContext = (node: Asn1, n: number): boolean =>
  (node.tagClass as number) === CONTEXT_SPECIFIC && (node.type as number) === n

/** Text of any of the string types; the eight-bit ones are read as Latin-1. */
export function text(node: Asn1): string {
  // forge has already turned a BMPString into a JavaScript string.
  if (isUniversal(node, Tipo.BMP_STRING) && !Array.isArray(node.value)) return node.value
  return octets(node).toString(isUniversal(node, Tipo.UTF8) ? 'utf8' : 'latin1')
}

/** The moment of a UTCTime or GeneralizedTime. */
export function time(node: Asn1): Date {
  const written = octets(node).toString('latin1')
  return isUniversal(node, Tipo.UTC_TIME)
    ? asn1().utcTimeToDate(written)
    : asn1().generalizedTimeToDate(written)
}

/** DER of a value. */
export const toDer = (node: Asn1): Buffer => Buffer.from(asn1().toDer(node).getBytes(), 'latin1')
