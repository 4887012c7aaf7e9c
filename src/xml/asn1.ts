// Reading ASN.1 as PKCS#12 and X.509 need it, over forge's BER reader: old PFX files are BER (indefinite lengths, octet
// strings in pieces), which node:crypto does not read.

import forge from 'node-forge'

export type Asn1 = forge.asn1.Asn1

const { Class, Type } = forge.asn1

/** The first value in `bytes`; what follows it is ignored. Throws on anything that is not BER. */
export function parseBer(bytes: Uint8Array): Asn1 {
  const binary = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  // Bit strings stay closed: forge would re-encode an inner value and public keys must keep their bytes.
  const options = { strict: true, parseAllBytes: false, decodeBitStrings: false }
  return forge.asn1.fromDer(binary, options as unknown as boolean)
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
  if (node?.type !== Type.OID || Array.isArray(node.value)) throw new Error('ASN.1: an OID was expected')
  return forge.asn1.derToOid(node.value)
}

/** A small non-negative INTEGER. */
export function integer(node: Asn1 | undefined): number {
  if (!node || !isUniversal(node, Type.INTEGER)) throw new Error('ASN.1: an INTEGER was expected')
  const bytes = octets(node)
  if (bytes.length > 6) throw new Error('ASN.1: the INTEGER is too large')
  return bytes.length ? bytes.readUIntBE(0, bytes.length) : 0
}

export const isUniversal = (node: Asn1, type: forge.asn1.Type): boolean =>
  node.tagClass === Class.UNIVERSAL && node.type === type

/** Whether it carries the context tag `[n]`. */
export const isContext = (node: Asn1, n: number): boolean =>
  node.tagClass === Class.CONTEXT_SPECIFIC && (node.type as number) === n

/** Text of any of the string types; the eight-bit ones are read as Latin-1. */
export function text(node: Asn1): string {
  // forge has already turned a BMPString into a JavaScript string.
  if (isUniversal(node, Type.BMPSTRING) && !Array.isArray(node.value)) return node.value
  return octets(node).toString(isUniversal(node, Type.UTF8) ? 'utf8' : 'latin1')
}

/** DER of a value. */
export const toDer = (node: Asn1): Buffer => Buffer.from(forge.asn1.toDer(node).getBytes(), 'latin1')
