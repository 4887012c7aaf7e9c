// Challenges of passkeys (WebAuthn Level 3 §13.4.3): random, good for five minutes and one answer, and for
// what they were made for alone. They bear their end and a MAC, so that who only asks for some fills no
// memory: what is remembered are those that were answered.

import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Clock } from '../../base/clock'

/** How long a person may take to answer. */
export const CHALLENGE_MS = 5 * 60_000
const KEY_BYTES = 32
const RANDOM_BYTES = 16
/** Milliseconds since 1970, in front. */
const END_BYTES = 6

export type Challenges = ReturnType<typeof createChallenges>

export function createChallenges({ clock, random }: { clock: Clock; random: (size: number) => Uint8Array }) {
  // This process's own: after a restart the person begins again.
  let key: Uint8Array | null = null
  const answered = new Map<string, number>()
  const macOf = (head: Buffer, purpose: string): Buffer => {
    key ??= random(KEY_BYTES)
    return createHmac('sha256', key).update(head).update(purpose).digest()
  }
  return {
    /** A new one, base64url. `purpose` says what is done with the answer, and in which session or log-in. */
    issue(purpose: string): string {
      const head = Buffer.alloc(END_BYTES + RANDOM_BYTES)
      head.writeUIntBE(clock().getTime() + CHALLENGE_MS, 0, END_BYTES)
      head.set(random(RANDOM_BYTES), END_BYTES)
      return Buffer.concat([head, macOf(head, purpose)]).toString('base64url')
    },

    /**
     * Spends it. False for one that was answered before, is too old, was made for something else, or not by
     * us.
     */
    spend(challenge: string, purpose: string): boolean {
      const now = clock().getTime()
      for (const [old, until] of answered) {
        if (until > now) break
        answered.delete(old)
      }
      const bytes = Buffer.from(challenge, 'base64url')
      const head = bytes.subarray(0, END_BYTES + RANDOM_BYTES)
      const mac = macOf(head, purpose)
      const given = bytes.subarray(head.length)
      if (given.length !== mac.length || !timingSafeEqual(given, mac)) return false
      if (head.readUIntBE(0, END_BYTES) <= now) return false
      // By its bytes: base64url has several spellings of them.
      const name = head.toString('base64url')
      if (answered.has(name)) return false
      answered.set(name, now + CHALLENGE_MS)
      return true
    },
  }
}
