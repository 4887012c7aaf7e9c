// Answers of the SII that are given again for a while instead of asking anew (http §19).

import type { Clock } from '../base/clock'

const KEPT_MS = 60_000
const MOST = 1000

/** The documentation of an answer that may come from memory. */
export const RESPUESTA_CACHE = {
  200: {
    description: 'Correcto',
    headers: {
      'X-Cache': {
        description: '`HIT` si la respuesta es de hace menos de un minuto, `MISS` si se preguntó ahora.',
        schema: { type: 'string' as const, enum: ['HIT', 'MISS'] },
      },
    },
  },
}

/** Answers by key, each for a minute; a key names whose question it is too. */
export function createAnswerCache(clock: Clock) {
  const kept = new Map<string, { at: number; value: unknown }>()
  return async <T>(key: string, ask: () => Promise<T>): Promise<{ value: T; hit: boolean }> => {
    const now = clock().getTime()
    const known = kept.get(key)
    // Either way: a clock put back must not keep an old answer for hours.
    if (known && Math.abs(now - known.at) < KEPT_MS) return { value: known.value as T, hit: true }
    const value = await ask()
    if (kept.size >= MOST) kept.clear()
    kept.set(key, { at: now, value })
    return { value, hit: false }
  }
}
