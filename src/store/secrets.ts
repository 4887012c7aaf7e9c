// Encryption at rest: AES-256-GCM under the master key, one nonce a value, bound by AAD to table, column and row, so that
// a value copied to another row does not open (store §5).

import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const VERSION = 1
const NONCE = 12
const TAG = 16

/** The place a secret lives in; a value opens only there. */
export interface Place {
  table: string
  column: string
  id: string
}

export interface Secrets {
  seal(place: Place, plain: Uint8Array | string): Buffer
  /** Throws SecretUnreadable when the key is another, the place is another, or a byte changed. */
  open(place: Place, sealed: Uint8Array): Buffer
  /** A 32-byte key of its own for another purpose, e.g. signing tokens. */
  deriveKey(purpose: string): Buffer
}

export class SecretUnreadable extends Error {}

const aad = ({ table, column, id }: Place): Buffer => Buffer.from(`${table}\0${column}\0${id}`)

/** `masterKey`: 32 bytes. */
export function createSecrets(masterKey: Uint8Array): Secrets {
  if (masterKey.length !== 32) throw new Error('the master key must have 32 bytes')
  const deriveKey = (purpose: string): Buffer =>
    Buffer.from(hkdfSync('sha256', masterKey, 'timbre', purpose, 32))
  const key = deriveKey('cifrado')
  return {
    deriveKey,
    seal(place, plain) {
      const nonce = randomBytes(NONCE)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(aad(place))
      const body = typeof plain === 'string' ? cipher.update(plain, 'utf8') : cipher.update(plain)
      return Buffer.concat([Buffer.of(VERSION), nonce, body, cipher.final(), cipher.getAuthTag()])
    },
    open(place, sealed) {
      const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength)
      try {
        if (bytes[0] !== VERSION) throw new Error(`unknown version ${bytes[0]}`)
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(1, 1 + NONCE))
        decipher.setAAD(aad(place)).setAuthTag(bytes.subarray(bytes.length - TAG))
        const body = decipher.update(bytes.subarray(1 + NONCE, bytes.length - TAG))
        return Buffer.concat([body, decipher.final()])
      } catch (cause) {
        throw new SecretUnreadable(`cannot open ${place.table}.${place.column} of ${place.id}`, { cause })
      }
    },
  }
}
