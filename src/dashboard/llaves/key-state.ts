// Whether a key works, and until when (http §15).

import { formatDate, formatInstant } from '../ui/format'
import type { Tone } from '../ui/status'

interface Ends {
  expires_at: string | null
  revoked_at: string | null
}

interface KeyState {
  tone: Tone
  icon: string
  words: string
  /** It can be rotated. */
  alive: boolean
  /** It still works, so there is something to revoke. */
  works: boolean
}

/** Keys that work, and those that were revoked or are past their end; each in the order given. */
export function apart<K extends Ends>(keys: readonly K[], now: Date): { live: K[]; ended: K[] } {
  const live = keys.filter((key) => keyState(key, now).works)
  return { live, ended: keys.filter((key) => !live.includes(key)) }
}

const SOON_DAYS = 30

export function keyState({ expires_at, revoked_at }: Ends, now: Date): KeyState {
  const ended = { alive: false, works: false }
  const time = now.getTime()
  if (revoked_at && Date.parse(revoked_at) <= time)
    return { tone: 'neutro', icon: '✕', words: `Revocada el ${formatDate(revoked_at)}`, ...ended }
  if (expires_at && Date.parse(expires_at) <= time)
    return { tone: 'mal', icon: '✕', words: `Venció el ${formatDate(expires_at)}`, ...ended }
  if (revoked_at)
    return {
      tone: 'aviso',
      icon: '!',
      words: `Rotada: sirve hasta el ${formatInstant(revoked_at)}`,
      alive: false,
      works: true,
    }
  const working = { alive: true, works: true }
  if (!expires_at) return { tone: 'bien', icon: '✓', words: 'Sin vencimiento', ...working }
  const words = `Vence el ${formatDate(expires_at)}`
  return Date.parse(expires_at) - time < SOON_DAYS * 86_400_000
    ? { tone: 'aviso', icon: '!', words, ...working }
    : { tone: 'bien', icon: '✓', words, ...working }
}
