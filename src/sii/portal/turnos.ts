// Gives turns at the portal (sii §11.5, §11.7): a person makes one request at a time, at the SII's pace. A
// session does one piece of a schedule's work at a time, or one walk through pages that know where it
// stands.

import type { Clock } from '../../base/clock'
import type { Timer } from '../../base/timer'
import { untilAborted } from '../wire'
import type { Acceso, PortalKeeper } from './acceso'
import { busyError, busyEspera, paceError, paceEspera, stoppingError } from './faults'
import { type Antes, createFila, type Fila, type Puesto } from './fila'
import { createMedida, type Medida } from './largo'
import { createRitmo, PASEO, type Persona, type Ritmo } from './ritmo'

/** The longest wait for a person, and for a job because of the pace: it comes again instead. */
export const ESPERA_MAX_MS = 10_000
/** A job in the line for so long comes again too, and keeps its place: no run lasts longer than ten minutes. */
const ESPERA_FILA_MS = 4 * 60_000
/** So long a job holds the line of requests while it waits for the pace: people behind it wait no longer than promised. */
const EN_LINEA_MS = 5_000
const OTRA_VEZ_MS = 5_000
/** Sessions whose works' length is remembered while nobody waits. */
const PASEOS_MAX = 100

export interface Turno extends Puesto {
  /** The key of the session. */
  clave: string
  persona: Persona
  /** Between the beginnings of two requests. */
  espaciadoMs: number
  signal?: AbortSignal | undefined
  onEspera?: Acceso['onEspera']
}

interface Line {
  fila: Fila
  ritmo: Ritmo
}

interface Walks {
  fila: Fila
  medida: Medida
}

const countOf = ({ now, next }: Antes): number => next.length + (now === null ? 0 : 1)

export interface Turnos {
  /** Runs `ask` in its turn, with what aborts it. Throws RATE_LIMIT where a person would wait too long, and the signal's reason. */
  run<T>(turno: Turno, ask: (signal: AbortSignal) => Promise<T>): Promise<T>
  /**
   * Runs `walk` while no other walk of the session runs; one that waits is told for whom and how long. Throws RATE_LIMIT where a person
   * would wait too long, and where the SII's pace keeps a job waiting; and the signal's reason.
   */
  alone<T>(turno: Turno, walk: () => Promise<T>): Promise<T>
  /** Whether another company waits for the session. */
  isWanted(turno: Turno): boolean
  /** Lets go of all that waits for a walk to end, or for long: RATE_LIMIT. What is under way goes on. */
  stop(): void
  /** Lets go of everything. */
  cut(): void
}

export function createTurnos({
  clock,
  sleep,
  timer,
  keeper,
}: {
  clock: Clock
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
  timer: Timer
  keeper: Pick<PortalKeeper, 'consultas' | 'noteConsulta' | 'notifyPace'>
}): Turnos {
  const lines = new Map<string, Line>()
  const walks = new Map<string, Walks>()
  const stopping = new AbortController()
  const over = new AbortController()

  function lineOf({ persona }: Turno): Line {
    const name = `${persona.ambito} ${persona.rut}`
    const known = lines.get(name)
    if (known) return known
    // One that begins makes room: what is idle is as good as new.
    for (const [other, { fila, ritmo }] of lines) if (fila.isIdle() && ritmo.isIdle()) lines.delete(other)
    const line = { fila: createFila(clock), ritmo: createRitmo(persona, { clock, keeper }) }
    lines.set(name, line)
    return line
  }

  function walksOf({ clave, espaciadoMs }: Turno): Walks {
    const known = walks.get(clave)
    if (known) return known
    if (walks.size >= PASEOS_MAX)
      for (const [other, { fila }] of walks) if (fila.isIdle()) walks.delete(other)
    const own = { fila: createFila(clock), medida: createMedida(espaciadoMs, clock) }
    walks.set(clave, own)
    return own
  }

  /** In the line of requests the accounts take turns too; of another one's companies nobody is told. */
  const inLine = ({ clave, para, prioridad }: Turno): Puesto => ({ para: `${clave} ${para}`, prioridad })

  function refuseLong(turno: Turno, requests: number, ahead = 0): void {
    const { prioridad, espaciadoMs } = turno
    const wait = lineOf(turno).ritmo.wait(prioridad, espaciadoMs, requests) + ahead * espaciadoMs
    if (wait > ESPERA_MAX_MS) throw paceError(turno.persona.rut, wait, clock())
  }

  /** A job is told to come again when the pace lets it in, after those that go before it. */
  function sentAway(turno: Turno, own: Walks): Error {
    const { ms, ahead } = own.fila.postpone(turno, (ahead) => untilTurn(turno, own, ahead))
    return paceError(turno.persona.rut, ms, clock(), ahead)
  }

  const untilTurn = (turno: Turno, { medida }: Walks, ahead: number): number =>
    lineOf(turno).ritmo.behind(turno.prioridad, turno.espaciadoMs, ahead, medida.largo())

  /** In its turn, since those before it may have used what was left: then it had none. */
  function checkPace(turno: Turno, own: Walks): void {
    if (turno.prioridad === 'persona') return void refuseLong(turno, 1)
    const pace = lineOf(turno).ritmo.wait(turno.prioridad, turno.espaciadoMs, PASEO)
    if (pace <= ESPERA_MAX_MS) return
    own.fila.giveBack()
    throw sentAway(turno, own)
  }

  const either = (turno: Turno, end: AbortController): AbortSignal =>
    turno.signal ? AbortSignal.any([turno.signal, end.signal]) : end.signal

  /** How a turn is waited for: no longer than promised, whatever those before do. */
  const patience =
    (turno: Turno, end: AbortController, ms: number | null, late: () => Error) =>
    async (turn: Promise<void>) => {
      const over = Promise.withResolvers<never>()
      const forget = ms === null ? undefined : timer(ms, () => over.reject(late()))
      try {
        await untilAborted(Promise.race([turn, over.promise]), either(turno, end))
      } finally {
        forget?.()
      }
    }

  /** So long a job stands aside, for the last requests of the five minutes are for people. */
  async function standAside(turno: Turno, wait: number): Promise<void> {
    const signal = either(turno, stopping)
    turno.onEspera?.(paceEspera(turno.persona.rut, wait, clock()))
    signal.throwIfAborted()
    await untilAborted(sleep(wait, signal), signal)
    turno.onEspera?.(null)
  }

  async function pause(turno: Turno, { ritmo }: Line): Promise<void> {
    const wait = ritmo.wait(turno.prioridad, turno.espaciadoMs)
    const undo = ritmo.plan(wait)
    if (wait === 0) return
    const signal = either(turno, over)
    try {
      signal.throwIfAborted()
      await untilAborted(sleep(wait, signal), signal)
      signal.throwIfAborted()
    } catch (fault) {
      undo()
      throw fault
    }
  }

  /** Enters the line of requests. A job stands aside for as long as the pace keeps it waiting: others may use up what it waited for. */
  async function enterLine(turno: Turno, { fila, ritmo }: Line): Promise<void> {
    const isPerson = turno.prioridad === 'persona'
    const late = (): Error => paceError(turno.persona.rut, ESPERA_MAX_MS, clock())
    const enter = () =>
      fila.enter(inLine(turno), patience(turno, over, isPerson ? ESPERA_MAX_MS : null, late))
    for (;;) {
      await enter()
      const wait = isPerson ? 0 : ritmo.wait(turno.prioridad, turno.espaciadoMs)
      if (wait <= EN_LINEA_MS) return
      fila.leave()
      const now = clock().getTime()
      await standAside(turno, wait)
      // By a clock that stands still it would wait for ever.
      if (clock().getTime() === now) return enter()
    }
  }

  /**
   * Enters the line of a session's works; whether the job was told that it waits. Where the SII's pace keeps it waiting it is told when to
   * come again, behind those before it.
   */
  async function enterWalk(turno: Turno, own: Walks): Promise<boolean> {
    const { persona, prioridad, espaciadoMs, onEspera } = turno
    const { fila } = own
    const isPerson = prioridad === 'persona'
    const before = fila.before(turno)
    const pace = lineOf(turno).ritmo.wait(prioridad, espaciadoMs, isPerson ? 1 : PASEO)
    if (pace > ESPERA_MAX_MS) throw isPerson ? paceError(persona.rut, pace, clock()) : sentAway(turno, own)
    const isTold = !isPerson && before.now !== null
    const turn = isTold ? untilTurn(turno, own, fila.ahead(turno)) : 0
    if (isTold) onEspera?.(busyEspera(persona.rut, before, turn, clock()))
    const late = (): Error => {
      const wait = isPerson
        ? ESPERA_MAX_MS
        : fila.postpone(turno, (ahead) => Math.max(OTRA_VEZ_MS, untilTurn(turno, own, ahead))).ms
      return busyError(persona.rut, fila.before(turno), wait, clock())
    }
    await fila.enter(turno, patience(turno, stopping, isPerson ? ESPERA_MAX_MS : ESPERA_FILA_MS, late))
    return isTold
  }

  return {
    async run(turno, ask) {
      const signal = either(turno, over)
      signal.throwIfAborted()
      const line = lineOf(turno)
      if (turno.prioridad === 'persona') refuseLong(turno, 1, countOf(line.fila.before(inLine(turno))))
      await enterLine(turno, line)
      try {
        await pause(turno, line)
        line.ritmo.begin()
        walks.get(turno.clave)?.medida.count()
        return await ask(signal)
      } finally {
        line.fila.leave()
      }
    },

    async alone(turno, walk) {
      turno.signal?.throwIfAborted()
      const own = walksOf(turno)
      const wasTold = await enterWalk(turno, own)
      try {
        if (wasTold) turno.onEspera?.(null)
        checkPace(turno, own)
        const measure = own.medida.begin()
        const done = await walk()
        measure()
        return done
      } finally {
        own.fila.leave()
      }
    },

    isWanted: (turno) => walks.get(turno.clave)?.fila.isWanted(turno) ?? false,
    stop: () => stopping.abort(stoppingError()),
    cut() {
      stopping.abort(stoppingError())
      over.abort(stoppingError())
    },
  }
}
