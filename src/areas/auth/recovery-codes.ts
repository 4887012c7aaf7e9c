// Recovery codes: what lets a person in who lost the authenticator. Eighty random bits each, so a plain hash is enough.

import { createHash } from 'node:crypto'
import { base32 } from './totp'

const CODES = 10
const BYTES = 10

/** Ten new ones, in groups as a person copies them: `ABCD-EFGH-IJKL-MNOP`. */
export const newRecoveryCodes = (random: (size: number) => Uint8Array): string[] =>
  Array.from({ length: CODES }, () => base32(random(BYTES)).match(/.{4}/g)!.join('-'))

/** The stored form of one, however it was typed: base32 has no 0, 1 and 8, so who writes them misread a letter. */
export function hashRecoveryCode(typed: string): string {
  const code = typed
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .replaceAll('0', 'O')
    .replaceAll('1', 'I')
    .replaceAll('8', 'B')
  return createHash('sha256').update(code).digest('hex')
}
