// One at a time, and who is next (sii §11.5): people, then the jobs of requests, then schedules; among equals the company that was served
// longest ago, so that none waits for another's whole pile.

import type { Clock } from '../../base/clock'
import type { Prioridad } from './acceso'

/** A place in the queue. */
export interface Puesto {
  /** The company. */
  para: string
  prioridad: Prioridad
}

interface Waiting extends Puesto {
  /** When its company first asked for this turn. */
  since: number
  go(): void
}

/** A company that was sent away and is to come again. */
interface Ticket extends Puesto {
  since: number
  until: number
}

/** A schedule that was kept waiting for so long goes before younger requests of jobs. */
const PACIENCIA_MS = 5 * 60_000
/** Whoever does not come back so long after its time waits no longer. */
const OLVIDO_MS = 60_000
/** Companies whose last turn is remembered. */
const SERVIDAS_MAX = 1000
const RANGO: Readonly<Record<Prioridad, number>> = { persona: 0, pedida: 1, programada: 2 }

export interface Antes {
  now: string | null
  next: string[]
}

export interface Fila {
  /** Resolves in its turn; `bear` says how long that is waited for: what it throws leaves the line. Each that entered leaves. */
  enter(puesto: Puesto, bear: (turn: Promise<void>) => Promise<void>): Promise<void>
  leave(): void
  /** It is sent away and asks again in `ms`: its place among the companies is kept. */
  postpone(puesto: Puesto, ms: number): void
  /** The company that is served now, and the others that go before this one, who are to come again among them. */
  before(puesto: Puesto): Antes
  /** Whether another company, or what goes before this one's, wants a turn now. */
  isWanted(puesto: Puesto): boolean
  /** Whether nobody is served, waits or is to come again. */
  isIdle(): boolean
}

export function createFila(clock: Clock): Fila {
  const waiting: Waiting[] = []
  const tickets = new Map<string, Ticket>()
  /** By company, the turn that it had last. */
  const served = new Map<string, number>()
  let turns = 0
  let holder: Puesto | null = null

  const nameOf = ({ para, prioridad }: Puesto): string => `${prioridad} ${para}`
  const now = (): number => clock().getTime()

  function sinceOf(puesto: Puesto): number {
    return tickets.get(nameOf(puesto))?.since ?? now()
  }

  const rankOf = ({ prioridad, since }: Puesto & { since: number }): number =>
    prioridad === 'programada' && now() - since > PACIENCIA_MS ? RANGO.pedida : RANGO[prioridad]

  /** Negative where `a` goes first. */
  const compare = (a: Puesto & { since: number }, b: Puesto & { since: number }): number =>
    rankOf(a) - rankOf(b) || (served.get(a.para) ?? 0) - (served.get(b.para) ?? 0) || a.since - b.since

  function serve(puesto: Puesto): void {
    holder = puesto
    // Again at the end: the first are those that were served longest ago, and as good as never.
    served.delete(puesto.para)
    served.set(puesto.para, ++turns)
    if (served.size > SERVIDAS_MAX) served.delete(served.keys().next().value!)
    tickets.delete(nameOf(puesto))
  }

  function leave(): void {
    holder = null
    if (!waiting.length) return
    const first = waiting.reduce((best, one) => (compare(one, best) < 0 ? one : best))
    waiting.splice(waiting.indexOf(first), 1)
    serve(first)
    first.go()
  }

  function expected(): Ticket[] {
    for (const [name, { until }] of tickets) if (until + OLVIDO_MS < now()) tickets.delete(name)
    return [...tickets.values()]
  }

  return {
    async enter(puesto, bear) {
      if (!holder) return serve(puesto)
      const turn = Promise.withResolvers<void>()
      const own = { ...puesto, since: sinceOf(puesto), go: turn.resolve }
      waiting.push(own)
      try {
        await bear(turn.promise)
      } catch (fault) {
        const at = waiting.indexOf(own)
        if (at >= 0) waiting.splice(at, 1)
        // Its turn came while it gave up.
        else leave()
        throw fault
      }
    },
    leave,
    postpone(puesto, ms) {
      tickets.set(nameOf(puesto), { ...puesto, since: sinceOf(puesto), until: now() + ms })
    },
    before(puesto) {
      const own = { ...puesto, since: sinceOf(puesto) }
      const others = [...waiting, ...expected()].filter(
        ({ para }) => para !== own.para && para !== holder?.para,
      )
      const next = others.filter((one) => compare(one, own) <= 0).sort(compare)
      return { now: holder?.para ?? null, next: [...new Set(next.map(({ para }) => para))] }
    },
    isWanted: ({ para, prioridad }) =>
      [...waiting, ...expected().filter(({ until }) => until <= now())].some(
        (one) => one.para !== para || RANGO[one.prioridad] < RANGO[prioridad],
      ),
    isIdle: () => !holder && !waiting.length && !expected().length,
  }
}
