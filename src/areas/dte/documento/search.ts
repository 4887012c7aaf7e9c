// Finding documents by a text or a type among very many: one walk over an index that holds no more than what is compared
// (`documento_busqueda`), a slice of it in each turn of the event loop.

import { and, eq, type SQL, sql } from 'drizzle-orm'
import { ownTurn } from '../../../base/turn'
import { TIPOS } from '../../../domain/dte/tipos'
import { foldText } from '../../../domain/texto'
import type { Titular } from '../../../domain/titular'
import { matches } from '../../../http/list-filters'
import type { Store } from '../../../store/store'
import { documento } from '../../../store/tables/documento'

/** The searchable text of a document beside its receiver's RUT and its folio. */
export const searchedText = (razonSocial: string | null | undefined, referencia: string | null): string =>
  `${foldText(razonSocial ?? '')}\n${foldText(referencia ?? '')}`

const { busqueda, rutReceptor: rut, folio } = documento
/** Whether a document is what `q` looks for. Throws INVALID_PARAMETER. */
export const matching = (q: string): SQL => matches({ busqueda, rut, folio }, q)

/** The listed documents that were found, whatever else is asked of them. */
export interface Hits {
  total: number
  /** Null when they are more than `HITS_MAX`: so many that a walk in any order soon meets the next one. */
  ids: string[] | null
}

/** So many are looked at one by one faster than a list is walked to find them. */
export const HITS_MAX = 1000

/** Folios of one turn: a few milliseconds. */
const SLICE = 20_000

const TODOS = TIPOS.map(({ codigo }) => codigo as number)

export type Search = ReturnType<typeof createSearch>

/** The documents of one company, environment and type, in the words of the index. */
const within = ({ empresaId, ambiente }: Titular, tipo: SQL): SQL =>
  sql`FROM ${documento} INDEXED BY documento_busqueda
    WHERE ${documento.empresaId} || ${documento.ambiente} = ${empresaId + ambiente} AND ${documento.tipoDte} = ${tipo}
      AND ${documento.folioEstado} <> 'libre'`

/** The search. Throws INVALID_PARAMETER. */
export function createSearch({ db }: Pick<Store, 'db'>) {
  return async (
    titular: Titular,
    {
      q,
      rut,
      tipos = TODOS,
    }: { q?: string | undefined; rut?: string | undefined; tipos?: readonly number[] | undefined },
  ): Promise<Hits> => {
    const matches = and(q ? matching(q) : undefined, rut ? eq(documento.rutReceptor, rut) : undefined)
    let ids: string[] | null = []
    let total = 0
    // All types in one query: a query that is built anew costs more than what it finds.
    const begun = db.all<{ tipo: number; folio: number | null }>(
      sql`SELECT value AS tipo, (SELECT min(${documento.folio}) ${within(titular, sql`value`)}) AS folio
        FROM json_each(${JSON.stringify([...new Set(tipos)])})`,
    )
    for (const { tipo, folio } of begun) {
      const all = within(titular, sql`${tipo}`)
      const next = (folio: number) =>
        db.get<{ folio: number | null }>(
          sql`SELECT min(${documento.folio}) AS folio ${all} AND ${documento.folio} > ${folio}`,
        ).folio
      for (let desde = folio; desde !== null; ) {
        const hasta = desde + SLICE - 1
        const slice = sql`${all} AND ${documento.folio} BETWEEN ${desde} AND ${hasta} AND ${matches ?? sql`true`}`
        if (ids) {
          const found = db.all<{ id: string }>(
            sql`SELECT ${documento.id} AS id ${slice} LIMIT ${HITS_MAX + 1}`,
          )
          ids.push(...found.map(({ id }) => id))
          if (ids.length > HITS_MAX) ids = null
        }
        const counted = () => db.get<{ hits: number }>(sql`SELECT count(*) AS hits ${slice}`).hits
        total = ids ? ids.length : total + counted()
        desde = next(hasta)
        // Also after the last: what is made of the hits is as much again, and several who search at once would hold the loop for all.
        await ownTurn()
      }
    }
    return { total, ids }
  }
}
