// How fast one person asks (sii §11.5): some time between two requests, and so many in five minutes, whatever session, company or account
// they are for, since the SII counts the person. What was asked is kept: a server that starts over has no more requests for it.

import type { Clock } from '../../base/clock'
import type { PortalKeeper, Prioridad } from './acceso'
import type { Largo } from './largo'

export const VENTANA_MS = 5 * 60_000
/** Requests in five minutes; the last ones are for people, who would else meet a schedule's exhausted five minutes. */
const VENTANA_MAX: Readonly<Record<Prioridad, number>> = { persona: 150, pedida: 138, programada: 138 }

/** A job's work begins only where so many requests fit: it would else stop halfway for minutes, and nobody could pass. */
export const PASEO = 12

/** A person in a world. */
export interface Persona {
  ambito: string
  rut: string
}

export interface Ritmo {
  /** Milliseconds until the next request may begin, or as many as are given. */
  wait(prioridad: Prioridad, espaciadoMs: number, requests?: number): number
  /**
   * Milliseconds until a job's work may begin behind so many others like it: its requests wait for those of the five minutes to be over, as
   * theirs do.
   */
  behind(prioridad: Prioridad, espaciadoMs: number, works: number, each: Largo): number
  /** A request is to begin in so many milliseconds; what it returns takes that back. */
  plan(ms: number): () => void
  /** It begins. */
  begin(): void
  /** Whether nothing was asked, nor is to be, in the five minutes. */
  isIdle(): boolean
}

type Keeper = Pick<PortalKeeper, 'consultas' | 'noteConsulta' | 'notifyPace'>

/** After so many requests in the five minutes no job's work begins any more. */
const LLENO = VENTANA_MAX.pedida - PASEO + 1

/** Until when no job begins because a person has asked as much as the SII bears; null where they do. For who looks on. */
export function paceUntil(
  { ambito, rut }: Persona,
  keeper: Pick<PortalKeeper, 'consultas'>,
  now: Date,
): Date | null {
  const began = keeper.consultas(ambito, rut, new Date(now.getTime() - VENTANA_MS))
  const first = began.at(-LLENO)
  return first ? new Date(first.getTime() + VENTANA_MS) : null
}

export function createRitmo(
  { ambito, rut }: Persona,
  { clock, keeper }: { clock: Clock; keeper: Keeper },
): Ritmo {
  /** When its requests began, oldest first, or are to begin. */
  const began = keeper
    .consultas(ambito, rut, new Date(clock().getTime() - VENTANA_MS))
    .map((at) => at.getTime())
  function forget(): number {
    const now = clock().getTime()
    // A clock that was set back would keep the person waiting for all of it.
    while (began.length && began.at(-1)! > now + VENTANA_MS) began.pop()
    while (began.length && began[0]! <= now - VENTANA_MS) began.shift()
    return now
  }
  return {
    wait(prioridad, espaciadoMs, requests = 1) {
      const now = forget()
      const last = began.at(-1)
      const spaced = last === undefined ? 0 : last + espaciadoMs - now
      const most = VENTANA_MAX[prioridad] - requests
      const full = began.length > most ? began.at(-most - 1)! + VENTANA_MS - now : 0
      return Math.max(0, spaced, full)
    },
    behind(prioridad, espaciadoMs, works, { requests, ms }) {
      const now = forget()
      const times = [...began]
      const free = (at: number, room: number): number => {
        const most = VENTANA_MAX[prioridad] - room
        const full = times.length > most ? times.at(-most - 1)! + VENTANA_MS : 0
        return Math.max(at, full, (times.at(-1) ?? 0) + espaciadoMs)
      }
      const step = Math.max(espaciadoMs, ms / requests)
      let at = now
      for (let work = 0; work < works; work++) {
        at = free(at, PASEO)
        const left = Math.round((work + 1) * requests) - Math.round(work * requests)
        for (let i = 0; i < left; i++) {
          at = free(at, 1)
          times.push(at)
          at += step
        }
      }
      return free(at, PASEO) - now
    },
    plan(ms) {
      // Written as planned: whoever looks meanwhile sees when the person may ask again.
      const at = clock().getTime() + ms
      began.push(at)
      return () => void began.splice(began.lastIndexOf(at), 1)
    },
    begin() {
      keeper.noteConsulta(ambito, rut, clock())
      forget()
      if (began.length === LLENO) keeper.notifyPace(ambito, rut, new Date(began[0]! + VENTANA_MS))
    },
    isIdle() {
      forget()
      return !began.length
    },
  }
}
