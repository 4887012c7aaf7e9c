// Digests of files: of ten megabytes one takes tens of milliseconds, so it is worked out some bytes a turn, once for all who ask.

import { createHash } from 'node:crypto'
import { type Pause, pauses } from '../base/turn'

const PIECE = 256 * 1024

const known = new WeakMap<Uint8Array, string>()

/** SHA-256 in hexadecimal; at once where `digest` has worked it out. */
export const sha256Of = (bytes: Uint8Array): string =>
  known.get(bytes) ?? createHash('sha256').update(bytes).digest('hex')

/** The same, in turns. The bytes must not change any more. */
export async function digest(bytes: Uint8Array, pause: Pause = pauses()): Promise<string> {
  const hash = createHash('sha256')
  for (let at = 0; at < bytes.length; at += PIECE) {
    await pause()
    hash.update(bytes.subarray(at, at + PIECE))
  }
  const found = hash.digest('hex')
  known.set(bytes, found)
  return found
}
