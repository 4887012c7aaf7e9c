// How fast one session asks (sii §11.5): one request at a time, some time between two, so many in five minutes; people before schedules.

import type { Clock } from '../../base/clock'
import { tooSoonError } from './faults'

const VENTANA_MS = 5 * 60_000
const VENTANA_MAX = 150
/** What a person is asked to wait at most. */
const ESPERA_MAX_MS = 10_000

export interface Turno {
  /** Of the session. */
  clave: string
  persona: boolean
  /** Between the beginnings of two requests. */
  espaciadoMs: number
  signal?: AbortSignal
}

interface Waiting {
  persona: boolean
  go(): void
}

interface Line {
  busy: boolean
  waiting: Waiting[]
  /** When its requests began, oldest first, or were to begin. */
  began: number[]
}

export interface Turnos {
  /** Runs `ask` in its turn. Throws RATE_LIMIT where a person would wait too long, and the signal's reason. */
  run<T>(turno: Turno, ask: () => Promise<T>): Promise<T>
}

export function createTurnos({
  clock,
  sleep,
}: {
  clock: Clock
  sleep: (ms: number) => Promise<void>
}): Turnos {
  const lines = new Map<string, Line>()

  /** Milliseconds until the line may begin its next request. */
  function waitOf(line: Line, espaciadoMs: number): number {
    const now = clock().getTime()
    while (line.began.length && line.began[0]! <= now - VENTANA_MS) line.began.shift()
    const last = line.began.at(-1)
    const spaced = last === undefined ? 0 : last + espaciadoMs - now
    const full = line.began.length >= VENTANA_MAX ? line.began.at(-VENTANA_MAX)! + VENTANA_MS - now : 0
    return Math.max(0, spaced, full)
  }

  function next(clave: string, line: Line): void {
    const at = line.waiting.findIndex(({ persona }) => persona)
    const [first] = line.waiting.splice(Math.max(0, at), 1)
    if (first) first.go()
    else line.busy = false
    if (!line.busy && waitOf(line, 0) === 0 && !line.began.length) lines.delete(clave)
  }

  return {
    async run({ clave, persona, espaciadoMs, signal }, ask) {
      signal?.throwIfAborted()
      const line = lines.get(clave) ?? { busy: false, waiting: [], began: [] }
      lines.set(clave, line)
      if (persona) {
        const ahead = line.waiting.filter((one) => one.persona).length
        const wait = waitOf(line, espaciadoMs) + ahead * espaciadoMs
        if (wait > ESPERA_MAX_MS)
          throw tooSoonError('Hay demasiadas consultas al portal del SII en curso', wait)
      }
      if (line.busy) await new Promise<void>((resolve) => line.waiting.push({ persona, go: resolve }))
      line.busy = true
      try {
        signal?.throwIfAborted()
        const wait = waitOf(line, espaciadoMs)
        // Written as planned: whoever looks meanwhile sees when the line is free again.
        line.began.push(clock().getTime() + wait)
        if (wait > 0) await sleep(wait)
        return await ask()
      } finally {
        next(clave, line)
      }
    },
  }
}
