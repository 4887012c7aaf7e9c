// Folios of documents that another program issued and that are moved in (areas/historia §3): none of them, nor any in front of the last, is
// taken here again. They are passed over before the first of those documents is written.

import type { Database } from 'better-sqlite3'
import type { Clock } from '../../base/clock'
import type { Titular } from '../../domain/titular'
import type { Store } from '../../store/store'
import { createSetAside } from './set-aside'
import { type CafDeTipo, prepareImported } from './statements-imported'

const MOTIVO = 'Folio pasado por alto: otro sistema usó folios posteriores'
const LIBRE = 'Folio usado en otro sistema'

/** The result of passing folios of a type over: the next one before and after, and how many are set aside. */
export interface Pasado {
  tipo_dte: number
  siguiente_antes: number
  siguiente: number
  apartados: number
}

/** Which folios of elsewhere were seen: the highest of a span, and whether one was. */
export interface Vistos {
  top(desde: number, hasta: number): number | null
  has(folio: number): boolean
  /** How many of a span. */
  count(desde: number, hasta: number): number
}

export type Imported = ReturnType<typeof createImported>

export function createImported({ store, clock }: { store: Store; clock: Clock }) {
  const sql = prepareImported(store.client as Database)
  const setAside = createSetAside(store.db, clock)

  /** The ranges that the seen folios reach into. */
  const reached = (titular: Titular, tipoDte: number, vistos: Vistos) =>
    sql.ranges.all({ empresaId: titular.empresaId, ambiente: titular.ambiente, tipoDte }).flatMap((caf) => {
      const top = vistos.top(caf.desde, caf.hasta)
      return top === null ? [] : [{ caf, top }]
    })

  function pasado(tipo_dte: number, all: { caf: CafDeTipo; top: number }[], vistos: Vistos): Pasado[] {
    const moved = all.filter(({ caf, top }) => top >= caf.siguiente)
    if (!moved.length) return []
    const [first] = moved
    const last = moved.at(-1)!
    const apartados = moved.reduce(
      (n, { caf, top }) => n + top - caf.siguiente + 1 - vistos.count(caf.siguiente, top),
      0,
    )
    return [{ tipo_dte, siguiente_antes: first!.caf.siguiente, siguiente: last.top + 1, apartados }]
  }

  return {
    /** The result that `pass` would have. */
    preview: (titular: Titular, tipoDte: number, vistos: Vistos): Pasado[] =>
      pasado(tipoDte, reached(titular, tipoDte, vistos), vistos),
    /** Passes over all up to the last seen in each range, and takes seen ones off the list of free folios. In the caller's transaction. */
    pass(titular: Titular, tipoDte: number, vistos: Vistos): Pasado[] {
      const all = reached(titular, tipoDte, vistos)
      const told = pasado(tipoDte, all, vistos)
      for (const { caf, top } of all) {
        for (const { folio } of sql.free.all(caf.id))
          if (vistos.has(folio)) setAside.free(caf.id, folio, 'por_anular', LIBRE)
        if (top < caf.siguiente) continue
        const run = {
          desde: caf.siguiente,
          hasta: top,
          estado: 'por_anular',
          motivo: MOTIVO,
          dichoPor: 'sii',
        } as const
        setAside.next(caf.id, [run])
      }
      return told
    },
    /** Gives a folio that was set aside, or given back, to the document of elsewhere that bears it. In the caller's transaction. */
    claim({ empresaId, ambiente }: Titular, tipoDte: number, folio: number): void {
      const aside = sql.aside.get({ empresaId, ambiente, tipoDte, folio })
      if (aside) {
        const { caf_id, desde, hasta } = aside
        sql.dropAside.run(caf_id, desde)
        if (desde < folio) sql.keepAside.run({ ...aside, hasta: folio - 1 })
        if (folio < hasta) sql.keepAside.run({ ...aside, desde: folio + 1 })
      }
      sql.dropFree.run(empresaId, ambiente, tipoDte, folio)
    },
    /** Has a range that was just loaded begin behind the documents of elsewhere that bear its folios. In the caller's transaction. */
    begin(titular: Titular, tipoDte: number): void {
      const { empresaId, ambiente } = titular
      const key = { empresaId, ambiente, tipoDte }
      this.pass(titular, tipoDte, {
        top: (desde, hasta) => sql.topImported.get({ ...key, desde, hasta }) ?? null,
        has: () => false,
        count: () => 0,
      })
      for (const { folio } of sql.borneAside.all(key)) this.claim(titular, tipoDte, folio)
    },
  }
}
