// The SII's portal as the rest of Timbre asks it (sii §11): `use` gives a session to a piece of work, whose steps are methods of JSON
// applications and pages with forms.

import type { Clock } from '../../base/clock'
import { pauseOf, systemTimer, type Timer } from '../../base/timer'
import { nextTurn } from '../../base/turn'
import { AppError } from '../../domain/errors'
import { countFaults, type FaultCount } from '../counted'
import { createWire, type Fetch, ownedWire } from '../wire'
import { type Acceso, type ClaveSesion, type Credencial, claveSesionOf, type PortalKeeper } from './acceso'
import { activeOf } from './bloqueos'
import { type Conversacion, createConversation, turnoOf } from './conversacion'
import { FrontEnd, lockedError, noSessionError, OtroMetodo, pausedError, SesionMuerta } from './faults'
import { portalUrls } from './hosts'
import { createPages } from './pages'
import { createSesiones, OCIO_MS } from './sesiones'
import { createTurnos } from './turnos'

export type { Acceso, Como, Credencial, Espera, PortalKeeper, Prioridad, SesionGuardada } from './acceso'
export { ambitoOf, claveSesionOf, puertaOf } from './acceso'
export { activeOf, bloqueoKeyOf, bloqueoKeysOf } from './bloqueos'
export { loginAt } from './budget'
export type { Conversacion } from './conversacion'
export type { AppPortal, RespuestaFacade } from './facade'
export { hourError, hourWords, isNoSession, lockedError } from './faults'
export { paceUntil, VENTANA_MS } from './ritmo'
export { VIDA_MS } from './sesiones'

export interface UseOptions {
  repetible?: boolean
  exclusiva?: boolean
  /** Aborts while the others of an `exclusiva` are waited for: who asked is gone. Nothing was asked yet. */
  gone?: AbortSignal | undefined
}

export interface Portal {
  /**
   * Runs `work` with an open session of the first credential that the SII takes and does not lock out. Found dead before a page, the session is opened
   * anew once and `work` run again from its beginning; `repetible: false` where that would do something twice: then it is a
   * SII_ERROR. Works of jobs and schedules run one at a time, companies by turns, and begin where their requests fit; a person's run beside
   * them, but for `exclusiva`: of pages that keep their state by session. Throws PORTAL_LOCKED, PORTAL_CREDENTIALS_MISSING, RATE_LIMIT with `retry-after`
   * where the wait is too long, SII_UNAVAILABLE with `retry-after` of the front end, SII_ERROR with `paso` and `esperado`, SiiFault where nothing came, and what `work` throws.
   */
  use<T>(acceso: Acceso, work: (sii: Conversacion) => Promise<T>, options?: UseOptions): Promise<T>
  /** Logs out of the sessions of a credential. */
  close(clave: ClaveSesion): Promise<void>
  /** Logs out of what was not used for ten minutes, what an earlier process left too. */
  closeIdle(): Promise<void>
  /** Logs out of everything. */
  closeAll(): Promise<void>
  /** The server begins to stop: who waits for others, or for long, is let go with RATE_LIMIT. */
  stop(): Promise<void>
  /** Ends all that still runs; once it is done nothing of it touches the database any more. */
  cut(): Promise<void>
}

export interface PortalOptions {
  fetch: Fetch
  clock: Clock
  keeper: PortalKeeper
  random: (size: number) => Uint8Array
  sleep?: (ms: number, signal?: AbortSignal) => Promise<void>
  /** Ends a person's wait; omitted, the system's. */
  timer?: Timer
  simuladorUrl?: string
  /** Counts what it ends with, by code. */
  count?: FaultCount
}

export function createPortal(options: PortalOptions): Portal {
  const { fetch, clock, keeper, random, simuladorUrl, count = () => {} } = options
  const { timer = systemTimer, sleep = pauseOf(timer) } = options
  // Every request of the portal names a browser by itself.
  const wire = createWire({ fetch, userAgent: '', sleep: (ms) => sleep(ms) })
  const urlOf = portalUrls(simuladorUrl)
  const pagesOf = (whose: Pick<Acceso, 'ambiente' | 'dueno'>) => createPages(ownedWire(wire, whose), urlOf)
  const sesiones = createSesiones({ pagesOf, clock, keeper })
  const turnos = createTurnos({ clock, sleep, timer, keeper })
  /** Sessions in whose name something runs now. */
  const inUse = new Map<string, number>()
  const underWay = new Set<Promise<unknown>>()

  async function holding<T>(clave: ClaveSesion, work: () => Promise<T>): Promise<T> {
    const name = JSON.stringify(clave)
    inUse.set(name, (inUse.get(name) ?? 0) + 1)
    try {
      return await work()
    } finally {
      const left = inUse.get(name)! - 1
      if (left) inUse.set(name, left)
      else inUse.delete(name)
    }
  }

  async function withCredential<T>(
    acceso: Acceso,
    credencial: Credencial,
    work: (sii: Conversacion) => Promise<T>,
    repetible: boolean,
  ): Promise<T> {
    const clave = claveSesionOf(acceso, credencial)
    const deps = { pages: pagesOf(acceso), sesiones, turnos, random, keeper }
    const renewal = { done: false }
    for (;;) {
      const conversation = createConversation(
        deps,
        acceso,
        await sesiones.obtain(acceso, credencial),
        renewal,
      )
      try {
        return await work(conversation.sii)
      } catch (fault) {
        if (fault instanceof FrontEnd)
          throw pausedError(sesiones.pause(clave, fault.motivo), credencial.rut, clock())
        if (!(fault instanceof SesionMuerta)) throw fault
        conversation.forget()
        if (renewal.done || !repetible) throw noSessionError()
        renewal.done = true
      }
    }
  }

  async function useFirst<T>(
    acceso: Acceso,
    work: (sii: Conversacion) => Promise<T>,
    { repetible = true, exclusiva = false, gone }: UseOptions,
  ): Promise<T> {
    let locked: unknown = null
    for (const credencial of acceso.credenciales) {
      try {
        const clave = claveSesionOf(acceso, credencial)
        const run = () => holding(clave, () => withCredential(acceso, credencial, work, repetible))
        const turno = turnoOf(gone ? { ...acceso, signal: gone } : acceso, credencial)
        const isAlone = exclusiva || acceso.prioridad !== 'persona'
        return await (isAlone ? turnos.alone(turno, run) : run())
      } catch (fault) {
        const isLocked = fault instanceof AppError && fault.code === 'PORTAL_LOCKED'
        if (isLocked && repetible) locked = fault
        else if (!(fault instanceof OtroMetodo)) throw fault
      }
    }
    if (locked) {
      const all = acceso.credenciales.flatMap((one) => activeOf(keeper.bloqueos(acceso, one), clock()) ?? [])
      throw all.length ? lockedError(all, clock()) : locked
    }
    throw new AppError(
      'PORTAL_CREDENTIALS_MISSING',
      'El SII pide para esto otra forma de ingreso que las cargadas (certificado o clave tributaria)',
    )
  }

  const portal: Portal = {
    async use(acceso, work, options = {}) {
      const own = useFirst(acceso, work, options)
      underWay.add(own)
      try {
        return await own
      } finally {
        underWay.delete(own)
      }
    },
    async close(clave) {
      const guardada = keeper.find(clave)
      if (guardada) await sesiones.close(guardada)
    },
    async closeIdle() {
      const before = clock().getTime() - OCIO_MS
      for (const guardada of keeper.all()) {
        const { dueno, ambito, credencial } = guardada
        const used = inUse.has(JSON.stringify({ dueno, ambito, credencial }))
        if (!used && guardada.usadaEn.getTime() <= before) await sesiones.close(guardada)
      }
    },
    async closeAll() {
      await Promise.all(keeper.all().map(sesiones.close))
    },
    async stop() {
      turnos.stop()
    },
    async cut() {
      turnos.cut()
      await Promise.allSettled([...underWay])
      // Whoever had asked goes on from the fault first.
      await nextTurn()
    },
  }
  return countFaults(portal, count)
}
