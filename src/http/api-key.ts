// API keys: `dte_sim_` + 32 base62 characters + 6 of checksum, stored as SHA-256 (http §15). The checksum refuses a
// typo without a database read; the entropy is in the 32.

import { createHash } from 'node:crypto'
import type { Ambiente } from '../domain/ambiente'

const PREFIJOS: Record<Ambiente, string> = {
  simulacion: 'dte_sim_',
  certificacion: 'dte_cert_',
  produccion: 'dte_live_',
}
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const FORM = /^(dte_(?:sim|cert|live)_)([0-9A-Za-z]{32})([0-9A-Za-z]{6})$/
const SECRET_LENGTH = 32

interface NewApiKey {
  /** Shown once, never stored. */
  key: string
  hash: string
  prefijo: string
  ultimos4: string
}

/** Makes a key of an environment. `random` gives that many random bytes. */
export function createApiKey(ambiente: Ambiente, random: (size: number) => Uint8Array): NewApiKey {
  const prefijo = PREFIJOS[ambiente]
  const secret = base62(random, SECRET_LENGTH)
  const key = prefijo + secret + checksum(prefijo + secret)
  return { key, hash: hashApiKey(key), prefijo, ultimos4: key.slice(-4) }
}

/** Whether the text has a key's form and a right checksum. Says nothing about whether such a key exists. */
export function isApiKey(text: string): boolean {
  const match = FORM.exec(text)
  return match !== null && checksum(match[1]! + match[2]!) === match[3]
}

/** The stored form of a key. */
export const hashApiKey = (key: string): string => createHash('sha256').update(key).digest('hex')

// Bytes from 248 on would favour the first characters: they are drawn again.
function base62(random: (size: number) => Uint8Array, length: number): string {
  let text = ''
  while (text.length < length) {
    for (const byte of random(length)) {
      if (byte < 248 && text.length < length) text += ALPHABET[byte % 62]!
    }
  }
  return text
}

// CRC-32, as the secret scanners of the code hosts know it, in six base62 digits.
function checksum(text: string): string {
  let rest = Bun.hash.crc32(text)
  let digits = ''
  for (let i = 0; i < 6; i++, rest = Math.floor(rest / 62)) digits = ALPHABET[rest % 62]! + digits
  return digits
}
