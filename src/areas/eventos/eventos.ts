// Events, written in the transaction of the change that they tell: what is on disk was or will be told, what was undone never
// is. Where nobody listens an event costs its number and nothing more.

import type { Clock } from '../../base/clock'
import type { NewId } from '../../base/id'
import type { Ambiente } from '../../domain/ambiente'
import type { TipoEvento } from '../../domain/eventos'
import type { Store } from '../../store/store'
import { prepareEventos } from './statements'

/** The owner of the event; `ambiente` is null when the event holds in all environments. */
export interface Origen {
  empresaId: string
  ambiente: Ambiente | null
}

export interface NuevoEvento {
  evento: TipoEvento
  /** Made only when somebody wants it. */
  data(): object
}

/** An endpoint beside the stream. */
export interface Subscriber {
  id: string
  wants(evento: TipoEvento): boolean
  /** Takes the event along, durably and in the same transaction. */
  deliver(eventoId: string): void
}

export interface Eventos {
  /** Records events of one company, in order. Call it in the transaction of what they tell. */
  emit(origen: Origen, eventos: readonly NuevoEvento[]): void
  /** Records one for one endpoint alone, whatever it asked for. */
  emitTo(origen: Origen, evento: NuevoEvento, subscriber: Pick<Subscriber, 'deliver'>): void
  /** Records one unless `clave` was told before. */
  emitOnce(origen: Origen, clave: string, evento: NuevoEvento): void
  /** Called in a later turn than the emission, so after its commit, with the companies that have something new. */
  onNews(listener: (empresas: ReadonlySet<string>) => void): void
}

interface Deps {
  store: Store
  clock: Clock
  newId: NewId
  /** Asked once for each batch. */
  subscribers(origen: Origen): readonly Subscriber[]
  /** Whether a stream of the company is open, or was so lately that it may come back for what it missed. */
  isWatched(empresaId: string): boolean
}

/** The events of `store`. Each `emit` costs one statement when nobody listens. */
export function createEventos({ store: { client }, clock, newId, subscribers, isWatched }: Deps): Eventos {
  const { last, count, begin, insert, once } = prepareEventos(client)
  const listeners: ((empresas: ReadonlySet<string>) => void)[] = []
  let news = new Set<string>()

  function notify(empresaId: string): void {
    if (news.size === 0) {
      setImmediate(() => {
        const told = news
        news = new Set()
        for (const listener of listeners) listener(told)
      })
    }
    news.add(empresaId)
  }

  /** The number before the first of `n` new events. */
  function number(empresaId: string, n: number): number {
    if (count.run(n, empresaId).changes === 0) begin.run(empresaId, n)
    return last.get(empresaId)! - n
  }

  function record({ empresaId, ambiente }: Origen, numero: number, { evento, data }: NuevoEvento): string {
    const id = newId('evt')
    const cuerpo = JSON.stringify({ evento, data: data() })
    insert.run(id, empresaId, ambiente, numero, evento, cuerpo, clock().getTime())
    return id
  }

  const emit: Eventos['emit'] = (origen, eventos) => {
    if (eventos.length === 0) return
    const { empresaId } = origen
    const before = number(empresaId, eventos.length)
    const watched = isWatched(empresaId)
    const endpoints = subscribers(origen)
    if (!watched && endpoints.length === 0) return
    for (const [i, nuevo] of eventos.entries()) {
      const takers = endpoints.filter((endpoint) => endpoint.wants(nuevo.evento))
      if (!watched && takers.length === 0) continue
      const id = record(origen, before + i + 1, nuevo)
      for (const taker of takers) taker.deliver(id)
    }
    notify(empresaId)
  }

  return {
    emit,
    emitTo(origen, evento, subscriber) {
      const before = number(origen.empresaId, 1)
      subscriber.deliver(record(origen, before + 1, evento))
      notify(origen.empresaId)
    },
    emitOnce(origen, clave, evento) {
      if (once.run(origen.empresaId, clave, clock().getTime()).changes) emit(origen, [evento])
    },
    onNews: (listener) => void listeners.push(listener),
  }
}
