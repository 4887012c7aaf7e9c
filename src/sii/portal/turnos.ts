// How fast one session asks (sii §11.5): one request at a time, some time between two, so many in five minutes; people before schedules.
// Works that walk through pages which know where a session stands go one after another.

import type { Clock } from '../../base/clock'
import type { Timer } from '../../base/timer'
import { untilAborted } from '../wire'
import { stoppingError, tooSoonError } from './faults'
import { createFila, type Fila } from './fila'

const VENTANA_MS = 5 * 60_000
const VENTANA_MAX = 150
/** A schedule begins to walk only where so many requests fit: it would else stop halfway for minutes, and nobody could pass. */
const PASEO = 12
/** What a person is asked to wait at most. */
export const ESPERA_MAX_MS = 10_000

export interface Turno {
  /** Of the session. */
  clave: string
  persona: boolean
  /** Between the beginnings of two requests. */
  espaciadoMs: number
  signal?: AbortSignal | undefined
}

interface Line {
  fila: Fila
  /** When its requests began, oldest first, or are to begin. */
  began: number[]
}

export interface Turnos {
  /** Runs `ask` in its turn, with what aborts it. Throws RATE_LIMIT where a person would wait too long, and the signal's reason. */
  run<T>(turno: Turno, ask: (signal: AbortSignal) => Promise<T>): Promise<T>
  /**
   * Runs `walk` while no other walk of the session runs. Throws RATE_LIMIT where a person would wait too long, for the others or for
   * the first request, and where a schedule's walk does not fit into the five minutes; and the signal's reason.
   */
  alone<T>(turno: Turno, walk: () => Promise<T>): Promise<T>
  /** Lets go of all that waits for a walk to end, or for long: RATE_LIMIT. What is under way goes on. */
  stop(): void
  /** Lets go of everything. */
  cut(): void
}

export function createTurnos({
  clock,
  sleep,
  timer,
}: {
  clock: Clock
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
  timer: Timer
}): Turnos {
  const lines = new Map<string, Line>()
  const walks = new Map<string, Fila>()
  const stopping = new AbortController()
  const over = new AbortController()

  /** Milliseconds until the line may begin its next request, or as many as are given. */
  function waitOf({ began }: Line, espaciadoMs: number, requests = 1): number {
    const now = clock().getTime()
    while (began.length && began[0]! <= now - VENTANA_MS) began.shift()
    const last = began.at(-1)
    const spaced = last === undefined ? 0 : last + espaciadoMs - now
    const most = VENTANA_MAX - requests
    const full = began.length > most ? began.at(-most - 1)! + VENTANA_MS - now : 0
    return Math.max(0, spaced, full)
  }

  const tooMany = (ms: number) => tooSoonError('Hay demasiadas consultas al portal del SII en curso', ms)

  function refuseLong({ clave, persona, espaciadoMs }: Turno, requests: number): void {
    const line = lines.get(clave)
    if (!line) return
    const ahead = persona ? line.fila.people() * espaciadoMs : 0
    const wait = waitOf(line, espaciadoMs, requests) + ahead
    if (wait > ESPERA_MAX_MS) throw tooMany(wait)
  }

  const either = (turno: Turno, end: AbortController): AbortSignal =>
    turno.signal ? AbortSignal.any([turno.signal, end.signal]) : end.signal

  /** How a turn is waited for: a person does no longer than promised, whatever those before him do. */
  const patience = (turno: Turno, end: AbortController) => async (turn: Promise<void>) => {
    const late = Promise.withResolvers<never>()
    const forget = turno.persona ? timer(ESPERA_MAX_MS, () => late.reject(tooMany(ESPERA_MAX_MS))) : undefined
    try {
      await untilAborted(Promise.race([turn, late.promise]), either(turno, end))
    } finally {
      forget?.()
    }
  }

  async function pause(turno: Turno, line: Line): Promise<void> {
    const wait = waitOf(line, turno.espaciadoMs)
    // Written as planned: whoever looks meanwhile sees when the line is free again.
    const at = clock().getTime() + wait
    line.began.push(at)
    if (wait === 0) return
    const signal = either(turno, wait > ESPERA_MAX_MS ? stopping : over)
    try {
      signal.throwIfAborted()
      await untilAborted(sleep(wait, signal), signal)
      signal.throwIfAborted()
    } catch (fault) {
      line.began.splice(line.began.lastIndexOf(at), 1)
      throw fault
    }
  }

  return {
    async run(turno, ask) {
      const { clave, persona } = turno
      const signal = either(turno, over)
      signal.throwIfAborted()
      if (persona) refuseLong(turno, 1)
      const line = lines.get(clave) ?? { fila: createFila(), began: [] }
      lines.set(clave, line)
      await line.fila.enter(persona, patience(turno, over))
      try {
        await pause(turno, line)
        return await ask(signal)
      } finally {
        line.fila.leave()
        if (line.fila.isFree() && waitOf(line, 0) === 0 && !line.began.length) lines.delete(clave)
      }
    },

    async alone(turno, walk) {
      const { clave, persona } = turno
      turno.signal?.throwIfAborted()
      const requests = persona ? 1 : PASEO
      refuseLong(turno, requests)
      const fila = walks.get(clave) ?? createFila()
      walks.set(clave, fila)
      await fila.enter(persona, patience(turno, stopping))
      try {
        // Those before it may have used what was left.
        refuseLong(turno, requests)
        return await walk()
      } finally {
        fila.leave()
        if (fila.isFree()) walks.delete(clave)
      }
    },

    stop: () => stopping.abort(stoppingError()),
    cut() {
      stopping.abort(stoppingError())
      over.abort(stoppingError())
    },
  }
}
