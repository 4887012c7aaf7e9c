// The rows in view and what the server says since: they are kept up to date in their places, and nothing moves under the pointer until
// the person asks for it (dashboard §9).

import type { DataOf } from '../api/client'

export type Fila = DataOf<'GET /v1/documentos'>[number]

export interface Row extends Fila {
  /** It changed so that the filters leave it out. */
  gone: boolean
}

/** Names a document in this company and environment, in addresses too. */
export const keyOf = ({ tipo_dte, folio }: Pick<Fila, 'tipo_dte' | 'folio'>): string => `${tipo_dte}-${folio}`

const newest = ({ fecha_emision, created_at }: Fila): string => `${fecha_emision} ${created_at}`

/**
 * `shown` in its order, each as `fresh` has it, and how many of `fresh` are not shown. `limit`: rows of a page; `ordered`: newest
 * first, which tells a row that newer ones pushed to the next page from one that no longer belongs to the list.
 */
export function merge(
  shown: readonly Fila[],
  fresh: readonly Fila[],
  limit: number,
  ordered: boolean,
): { rows: Row[]; news: number } {
  const now = new Map(fresh.map((fila) => [keyOf(fila), fila]))
  const last = fresh.at(-1)
  const mayBePushed = (fila: Fila): boolean =>
    fresh.length >= limit && (!ordered || !last || newest(fila) <= newest(last))
  const rows = shown.map((fila) => {
    const current = now.get(keyOf(fila))
    return { ...(current ?? fila), gone: !current && !mayBePushed(fila) }
  })
  const known = new Set(shown.map(keyOf))
  return { rows, news: fresh.filter((fila) => !known.has(keyOf(fila))).length }
}
