// How often a password, or a code of a second factor, may be guessed: ten failures in fifteen minutes, counted per e-mail and per address apart
// (http §14). In memory: whoever can restart the server needs no guessing.

import type { Clock } from '../../base/clock'
import { parseIp, subscriberOf } from '../../base/ip'
import { AppError } from '../../domain/errors'

const WINDOW_MS = 15 * 60_000
// Beyond it the oldest counts are dropped: an attack of a hundred thousand addresses must not fill the memory.
const COUNTS_MAX = 100_000

export interface Attempt {
  /** The password was right: the attempt is no failure, and the person's earlier ones are forgotten. */
  succeeded(): void
  /** The password was right and a second factor is asked for: no failure, and the earlier ones stand, or codes could be guessed for ever. */
  halfway(): void
}

export interface Attempts {
  /**
   * Counts an attempt, as a failure until it is known to have succeeded: a crowd of attempts at once counts too. Throws
   * RATE_LIMIT, which counts nothing, so that a block ends by itself. `known`: the person has used that address before.
   */
  begin(email: string, ip: string | null, known: boolean): Attempt
  /** Counts an account that somebody asks for, of an address: each costs a hash and a row for ever. Throws RATE_LIMIT. */
  register(ip: string | null): void
  /** Forgets the failures against an e-mail whose owner proved himself otherwise. */
  forgive(email: string): void
}

/** `max` failures in fifteen minutes; 0 never refuses. */
export function createAttempts({ clock, max }: { clock: Clock; max: number }): Attempts {
  const failures = new Map<string, number[]>()

  // Failures of a clock that was put back since tell nothing: they would refuse for as long as it was ahead.
  const recent = (key: string, now: number): number[] =>
    (failures.get(key) ?? []).filter((at) => at > now - WINDOW_MS && at <= now)

  function record(key: string, now: number): void {
    const times = [...recent(key, now), now]
    // Anew at the end: the first of the map is always the one least lately used.
    failures.delete(key)
    failures.set(key, times)
    if (failures.size > COUNTS_MAX) failures.delete(failures.keys().next().value!)
  }

  function refuse(keys: readonly string[], now: number, what: string): void {
    const until = Math.max(...keys.map((key) => blockedUntil(recent(key, now))))
    if (until > now) throw tooMany(what, until - now)
  }

  return {
    register(ip) {
      const address = ip === null ? null : parseIp(ip)
      if (max === 0 || !address) return
      const now = clock().getTime()
      const key = `registro ${subscriberOf(address)}`
      refuse([key], now, 'registros')
      record(key, now)
    },
    forgive: (email) => void failures.delete(`correo ${personOf(email)}`),
    begin(email, ip, known) {
      if (max === 0) return { succeeded: () => {}, halfway: () => {} }
      const now = clock().getTime()
      const address = ip === null ? null : parseIp(ip)
      const subscriber = address ? subscriberOf(address) : null
      const person = personOf(email)
      // Strangers who fail on purpose can close an e-mail for strangers alone: where its owner has logged in before, it has
      // a count of its own.
      const keys = [known ? `propio ${subscriber} ${person}` : `correo ${person}`]
      if (subscriber !== null) keys.push(`ip ${subscriber}`)
      refuse(keys, now, 'intentos fallidos')
      for (const key of keys) record(key, now)
      const forget = (key: string): void => {
        const times = failures.get(key) ?? []
        const at = times.indexOf(now)
        if (at >= 0) times.splice(at, 1)
      }
      return {
        succeeded() {
          const [person, byAddress] = keys
          failures.delete(person!)
          if (byAddress !== undefined) forget(byAddress)
        },
        halfway: () => keys.forEach(forget),
      }
    },
  }

  /** When the next attempt may be made; 0 at once. */
  function blockedUntil(times: number[]): number {
    return times.length < max ? 0 : times[times.length - max]! + WINDOW_MS
  }
}

const personOf = (email: string): string => email.trim().toLowerCase()

function tooMany(what: string, waitMs: number): AppError {
  const seconds = Math.ceil(waitMs / 1000)
  const minutes = Math.ceil(seconds / 60)
  return new AppError(
    'RATE_LIMIT',
    `Demasiados ${what}; espere ${minutes === 1 ? 'un minuto' : `${minutes} minutos`}`,
    { headers: { 'retry-after': String(seconds) } },
  )
}
