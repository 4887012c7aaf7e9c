// Codes of an authenticator (RFC 6238): HMAC-SHA-1, six digits, 30 seconds, which is what every authenticator does.

import { createHmac } from 'node:crypto'
import { Secret, TOTP } from 'otpauth/bare'

/** Bytes of a secret: the length that RFC 4226 §4 recommends. */
const SECRET_BYTES = 20
const PERIOD_S = 30
/** Steps that the two clocks may be apart, either way. */
const SKEW = 1
const ISSUER = 'Timbre'

/** The runtime's own HMAC: the library's build with one of its own is three times as large. */
const hmac = (_: string, key: Uint8Array, message: Uint8Array): Uint8Array =>
  createHmac('sha1', key).update(message).digest()

const of = (secret: string, label = ''): TOTP =>
  new TOTP({ issuer: ISSUER, label, secret: Secret.fromBase32(secret), period: PERIOD_S, digits: 6, hmac })

/** Random bytes as base32 (RFC 4648), without padding. */
export const base32 = (bytes: Uint8Array): string =>
  new Secret({ buffer: new Uint8Array(bytes).buffer }).base32

/** A new secret, as base32. */
export const newSecret = (random: (size: number) => Uint8Array): string => base32(random(SECRET_BYTES))

/** The `otpauth://` address by which an authenticator takes the secret over. */
export const uriOf = (secret: string, email: string): string => of(secret, email).toString()

/** The time step that the code is of: this one, the one before or the next; null for a wrong code. */
export function stepOf(secret: string, code: string, now: Date): number | null {
  const timestamp = now.getTime()
  const delta = of(secret).validate({ token: code, timestamp, window: SKEW })
  return delta === null ? null : TOTP.counter({ period: PERIOD_S, timestamp }) + delta
}
