// How fast one person asks (sii §11.5): some time between two requests, and so many in five minutes, whatever session, company or account
// they are for, since the SII counts the person. What was asked is kept: a server that starts over has no more requests for it.

import type { Clock } from '../../base/clock'
import type { PortalKeeper, Prioridad } from './acceso'

export const VENTANA_MS = 5 * 60_000
/** Requests in five minutes; the last ones are for people, who would else meet a schedule's exhausted five minutes. */
const VENTANA_MAX: Readonly<Record<Prioridad, number>> = { persona: 150, pedida: 138, programada: 138 }

/** A person in a world. */
export interface Persona {
  ambito: string
  rut: string
}

export interface Ritmo {
  /** Milliseconds until the next request may begin, or as many as are given. */
  wait(prioridad: Prioridad, espaciadoMs: number, requests?: number): number
  /** A request is to begin in so many milliseconds; what it returns takes that back. */
  plan(ms: number): () => void
  /** It begins. */
  begin(): void
}

export function createRitmo(
  { ambito, rut }: Persona,
  { clock, keeper }: { clock: Clock; keeper: Pick<PortalKeeper, 'consultas' | 'noteConsulta'> },
): Ritmo {
  /** When its requests began, oldest first, or are to begin. */
  const began = keeper
    .consultas(ambito, rut, new Date(clock().getTime() - VENTANA_MS))
    .map((at) => at.getTime())
  return {
    wait(prioridad, espaciadoMs, requests = 1) {
      const now = clock().getTime()
      // A clock that was set back would keep the person waiting for all of it.
      while (began.length && began.at(-1)! > now + VENTANA_MS) began.pop()
      while (began.length && began[0]! <= now - VENTANA_MS) began.shift()
      const last = began.at(-1)
      const spaced = last === undefined ? 0 : last + espaciadoMs - now
      const most = VENTANA_MAX[prioridad] - requests
      const full = began.length > most ? began.at(-most - 1)! + VENTANA_MS - now : 0
      return Math.max(0, spaced, full)
    },
    plan(ms) {
      // Written as planned: whoever looks meanwhile sees when the person may ask again.
      const at = clock().getTime() + ms
      began.push(at)
      return () => void began.splice(began.lastIndexOf(at), 1)
    },
    begin: () => keeper.noteConsulta(ambito, rut, clock()),
  }
}
