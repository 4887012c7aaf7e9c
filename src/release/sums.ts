// The list of a release's sums, and the signature over it: Ed25519 by a key that lies outside of the checkout.

import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** As `sha256sum` writes it, by name. */
export function sumsOf(files: ReadonlyMap<string, Uint8Array>): string {
  return [...files.keys()]
    .sort()
    .map((name) => `${createHash('sha256').update(files.get(name)!).digest('hex')}  ${name}\n`)
    .join('')
}

/** Reads the private key of a PEM file. Throws where it is no Ed25519 key. */
export function readSigningKey(path: string): KeyObject {
  const key = createPrivateKey(readFileSync(path))
  if (key.asymmetricKeyType !== 'ed25519') throw new Error(`${path} is no Ed25519 key`)
  return key
}

/** The public half as the binary carries it: base64 of DER (SPKI). */
export const publicKeyOf = (key: KeyObject): string =>
  createPublicKey(key).export({ format: 'der', type: 'spki' }).toString('base64')

/** The 64 bytes that Ed25519 gives for the list. */
export const signSums = (sums: string, key: KeyObject): Buffer => sign(null, Buffer.from(sums), key)
