// One look a minute at what is due of all series (areas/recurrentes §4): the oldest first, each by itself, and missed ones are each done.

import type { Clock } from '../../base/clock'
import { nextTurn } from '../../base/turn'
import { chileDate } from '../../domain/fecha'
import type { Store } from '../../store/store'
import { createdEvent } from '../borradores'
import type { Eventos } from '../eventos'
import type { Avance } from './avance'
import type { Estados } from './estados'
import type { Perform } from './perform'
import { type Due, prepareSeries } from './statements'
import { prepareOcurrencias } from './statements-ocurrencia'

/** Documents after which the queue is told, so that the first leave while the last are written. */
const WAKE_EVERY = 50
const RECKONED_A_TURN = 20

interface Deps {
  store: Pick<Store, 'client'>
  clock: Clock
  eventos: Pick<Eventos, 'emit'>
  queue: { wake(): void }
  avance: Avance
  estados: Estados
  perform: Perform
}

export function createMirada(deps: Deps) {
  const { client } = deps.store
  const { clock, eventos, queue, avance, estados, perform } = deps
  const sql = prepareSeries(client)
  const dates = prepareOcurrencias(client)
  let reckoned = false

  const reckonSome = client.transaction((behind: string): string | undefined => {
    const ids = sql.actives.all(behind, RECKONED_A_TURN)
    for (const id of ids) {
      const row = sql.find.get(id)!
      const columns = avance.columnsOf(id, JSON.parse(row.regla), {
        ...{ hecho_hasta: row.hecho_hasta, ranura: row.ranura },
      })
      if (columns.proxima_at !== row.proxima_at || columns.proxima !== row.proxima)
        sql.move.run({ id, ...columns })
    }
    return ids.length < RECKONED_A_TURN ? undefined : ids.at(-1)
  })

  /** Once in the life of a process, which may have come with other holidays than the last. */
  async function reckonAll(): Promise<void> {
    if (reckoned) return
    for (let behind: string | undefined = ''; behind !== undefined && client.open; ) {
      behind = reckonSome.immediate(behind)
      await nextTurn()
    }
    reckoned = true
  }

  const rest = client.transaction((id: string): void => {
    const row = sql.find.get(id)
    if (row) estados.rest(row)
  })

  const end = client.transaction((id: string): void => {
    const row = sql.find.get(id)
    if (row?.estado === 'activa' && row.proxima === null && dates.countPending.get(id) === 0)
      estados.end(row, 'regla')
  })

  /** Goes through what is due up to an instant, the oldest first: one that could not be done is behind it. */
  function dueUntil(until: number): () => Due | undefined {
    const behind = [sql, dates].map(({ due }) => ({ due, last: { id: '', fecha: '', at: 0 } }))
    return () => {
      const next = behind.flatMap((source) => {
        const one = source.due.get({ until, ...source.last })
        return one ? [{ source, one }] : []
      })
      const oldest = next.sort((a, b) => a.one.at - b.one.at)[0]
      if (!oldest) return undefined
      oldest.source.last = oldest.one
      return oldest.one
    }
  }

  /** The drafts of this look, one event a company. */
  const notify = client.transaction((): void => {
    const untold = dates.untold.all()
    const of = Map.groupBy(untold, ({ empresa_id, ambiente }) => `${empresa_id} ${ambiente}`)
    for (const drafts of of.values()) {
      const { empresa_id: empresaId, ambiente } = drafts[0]!
      const creados = drafts.map(({ borrador_id: id, codigo, serie_id: serie }) => ({
        ...{ id, serie, ok: codigo === null },
      }))
      eventos.emit({ empresaId, ambiente }, [createdEvent({ empresaId, ambiente }, creados, 'serie')])
      for (const { serie_id, fecha } of drafts) dates.told.run(serie_id, fecha)
    }
  })

  async function lookAll(): Promise<void> {
    await reckonAll()
    for (const id of sql.rested.all(chileDate(clock()))) {
      if (!client.open) return
      rest.immediate(id)
      await nextTurn()
    }
    if (!client.open) return
    for (const id of sql.spent.all(chileDate(clock()))) {
      end.immediate(id)
      await nextTurn()
      if (!client.open) return
    }
    dates.hurry.run({ now: clock().getTime() })
    const nextDue = dueUntil(clock().getTime())
    const faults: unknown[] = []
    for (let done = 0; client.open; ) {
      const due = nextDue()
      if (!due) break
      try {
        if (perform.due(due.id, due.fecha)) done++
      } catch (fault) {
        faults.push(fault)
      }
      if (done > 0 && done % WAKE_EVERY === 0) queue.wake()
      await nextTurn()
    }
    if (!client.open) return
    notify.immediate()
    queue.wake()
    if (faults.length) throw faults[0]
  }

  let underWay: Promise<void> | null = null

  return {
    notify: (): void => notify.immediate(),

    /** Does all that is due; what cannot be done now keeps no other waiting. Throws what kept the first of them, when the others are done. */
    look: (): Promise<void> => {
      // That of the start may not be over when the minute comes.
      underWay ??= lookAll().finally(() => {
        underWay = null
      })
      return underWay
    },
  }
}
