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

/** Where one stands among its equals: since when its company asks for this turn, and by which number. */
interface Lugar extends Puesto {
  since: number
  orden: number
}

interface Waiting extends Lugar {
  go(): void
}

/** A company that was sent away and is to come again. */
interface Ticket extends Lugar {
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
  /** Its turn comes to nothing: its company counts as not served, and keeps its place where it is postponed. It leaves besides. */
  giveBack(): void
  /**
   * It is sent away and asks again in `waitOf` milliseconds, by how many works go before it: its place is kept. More of
   * a company that is away already goes behind all others.
   */
  postpone(puesto: Puesto, waitOf: (ahead: number) => number): { ms: number; ahead: number }
  /** The company that is served now, and the others that go before this one, who are to come again among them. */
  before(puesto: Puesto): Antes
  /** The works that go before one more of its company: of each other company one a round, and those of its own that wait already. */
  ahead(puesto: Puesto): number
  /** Whether another company, or what goes before this one's, wants a turn now. */
  isWanted(puesto: Puesto): boolean
  /** Whether nobody is served, waits or is to come again. */
  isIdle(): boolean
}

export function createFila(clock: Clock): Fila {
  const waiting: Waiting[] = []
  const tickets = new Map<string, Ticket>()
  /** Until when more of a company that is away is away, too. */
  const further = new Map<string, { puesto: Puesto; until: number[] }>()
  /** By company, the turn that it had last. */
  const served = new Map<string, number>()
  let turns = 0
  let asked = 0
  /** `last`: the turn that its company had before this one; `isBack` once it gave its own back. */
  let holder: (Lugar & { last: number | undefined; isBack: boolean }) | null = null

  const nameOf = ({ para, prioridad }: Puesto): string => `${prioridad} ${para}`
  const now = (): number => clock().getTime()

  function lugarOf({ para, prioridad }: Puesto): Lugar {
    const { since = now(), orden = ++asked } = tickets.get(nameOf({ para, prioridad })) ?? {}
    return { para, prioridad, since, orden }
  }

  const rankOf = ({ prioridad, since }: Lugar): number =>
    prioridad === 'programada' && now() - since > PACIENCIA_MS ? RANGO.pedida : RANGO[prioridad]

  /** Negative where `a` goes first. */
  const compare = (a: Lugar, b: Lugar): number =>
    rankOf(a) - rankOf(b) ||
    (served.get(a.para) ?? 0) - (served.get(b.para) ?? 0) ||
    a.since - b.since ||
    a.orden - b.orden

  /** One that was away is here; one whose time is still to come is another thing of the company. */
  function comeBack(puesto: Puesto): void {
    const name = nameOf(puesto)
    const ticket = tickets.get(name)
    if (ticket && ticket.until <= now()) return void tickets.delete(name)
    const more = further.get(name)?.until ?? []
    const due = more.findIndex((until) => until <= now())
    if (due >= 0) more.splice(due, 1)
    if (!more.length) further.delete(name)
  }

  function serve({ para, prioridad, since, orden }: Lugar): void {
    const lugar = { para, prioridad, since, orden }
    holder = { ...lugar, last: served.get(para), isBack: false }
    // Again at the end: the first are those that were served longest ago, and as good as never.
    served.delete(para)
    served.set(para, ++turns)
    if (served.size > SERVIDAS_MAX) served.delete(served.keys().next().value!)
    comeBack(lugar)
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

  /** More of companies that are away, each as often as there is of it. */
  const furtherOnes = (): { puesto: Puesto; until: number }[] =>
    [...further.values()].flatMap(({ puesto, until }) =>
      until.filter((at) => at + OLVIDO_MS >= now()).map((at) => ({ puesto, until: at })),
    )

  /** Other companies than its own and the one that is served. */
  const othersOf = (own: Puesto): Lugar[] =>
    [...waiting, ...expected()].filter(({ para }) => para !== own.para && para !== holder?.para)

  function before(puesto: Puesto): Antes {
    const own = lugarOf(puesto)
    const next = othersOf(own)
      .filter((one) => compare(one, own) <= 0)
      .sort(compare)
    return { now: holder?.para ?? null, next: [...new Set(next.map(({ para }) => para))] }
  }

  /** All that waits or is to come again but one of its company, of which that is the first where its time has come: how much of each. */
  function groupsBeside(own: Lugar): { first: Lugar; left: number }[] {
    const isOwn = ({ para }: Puesto): boolean => para === own.para
    const away = [
      ...expected(),
      ...furtherOnes().map(({ puesto, until }) => ({ ...puesto, since: until, orden: asked + 1, until })),
    ]
    const isBack = away.some((one) => isOwn(one) && one.until <= now())
    // Those of its own that wait came before it, unless it has had its turn and gave it back.
    const wasFirst = isBack || (holder?.isBack && isOwn(holder))
    const all: Lugar[] = [
      ...waiting.filter((one) => !isOwn(one) || !wasFirst),
      ...away.filter((one) => !isOwn(one) || !isBack),
    ]
    return [...Map.groupBy(all, nameOf).values()].map((group) => ({
      first: group.reduce((best, one) => (compare(one, best) < 0 ? one : best)),
      left: group.length,
    }))
  }

  function ahead(puesto: Puesto): number {
    const own = lugarOf(puesto)
    const groups = groupsBeside(own)
    /** Rounds that its company has before this one: each other has as many, and one more if it goes first. */
    const rounds = groups.find(({ first }) => nameOf(first) === nameOf(own))?.left ?? 0
    const before = groups.map(({ first, left }) => {
      if (nameOf(first) === nameOf(own)) return rounds
      if (rankOf(first) !== rankOf(own)) return rankOf(first) < rankOf(own) ? left : 0
      return Math.min(left, rounds + (compare(first, own) <= 0 ? 1 : 0))
    })
    return before.reduce((sum, one) => sum + one, holder && !holder.isBack ? 1 : 0)
  }

  return {
    ahead,
    async enter(puesto, bear) {
      if (!holder) return serve(lugarOf(puesto))
      const turn = Promise.withResolvers<void>()
      const own = { ...lugarOf(puesto), go: turn.resolve }
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
    giveBack() {
      if (!holder || holder.isBack) return
      const { last, isBack: _, ...lugar } = holder
      holder.isBack = true
      if (last === undefined) served.delete(lugar.para)
      else served.set(lugar.para, last)
      const name = nameOf(lugar)
      if (!tickets.has(name)) tickets.set(name, { ...lugar, until: now() })
    },
    postpone(puesto, waitOf) {
      const name = nameOf(puesto)
      const away = tickets.get(name)
      if (!away) comeBack(puesto)
      const before = ahead(puesto)
      const ms = waitOf(before)
      const until = now() + ms
      if (!away || away.until <= now()) tickets.set(name, { ...lugarOf(puesto), until })
      else {
        comeBack(puesto)
        const { until: more } = further.get(name) ?? { until: [] }
        further.set(name, { puesto, until: [...more, until] })
      }
      return { ms, ahead: before }
    },
    before,
    isWanted: ({ para, prioridad }) =>
      [...waiting, ...expected().filter(({ until }) => until <= now())].some(
        (one) => one.para !== para || RANGO[one.prioridad] < RANGO[prioridad],
      ),
    isIdle: () => !holder && !waiting.length && !expected().length && !furtherOnes().length,
  }
}
