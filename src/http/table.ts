// Lists that are to be had whole as CSV too: `formato=csv`, with the same filters and the same search.

import { Type } from '@sinclair/typebox'
import type { Celda } from '../base/csv'
import { csvOfSteps } from './csv'
import { OneOf } from './envelope'
import { answerList, type Listing, type ListQuery, listQuery, readAsked, type Walked } from './listing'
import { TABLA } from './openapi-responses'
import { pageQuery, refuseBeside } from './paging'

/** Rows of one step of a CSV. */
const CSV_STEP = 500
/** Paging parameters have no meaning for the whole list. */
const OF_PAGES = [...Object.keys(pageQuery), 'orden']

/** The parameters of a list that is to be had as CSV too. */
export const tableQuery = (busca: string, orden: string) => ({
  ...listQuery(busca, orden),
  formato: Type.Optional(
    OneOf(
      { json: 'una página', csv: 'todo lo hallado, para una planilla: con punto y coma, en UTF-8' },
      { description: '`json` si se omite.' },
    ),
  ),
})

/** The OpenAPI documentation of such a list. */
export const TABLE_DETAIL = { 'x-contenido': ['text/csv'], responses: TABLA }

/** A list's rows as CSV: the file's name, and a row's cells by column. */
interface Table<R, C extends string> {
  file: string
  columns: readonly C[]
  cells(row: R): Record<C, Celda>
}

/** The answer of a list, or with `formato=csv` all that was found, `q` included. Throws INVALID_PARAMETER. */
export async function answerTable<R, J, C extends string>(
  context: { query: ListQuery & { formato?: string }; request: Request },
  listing: Listing<NoInfer<R>>,
  source: Walked<R>,
  toJson: (row: R) => J,
  { file, columns, cells }: Table<NoInfer<R>, C>,
): ReturnType<typeof answerList<R, J>> {
  const { query } = context
  if (query.formato !== 'csv') return answerList(context, listing, source, toJson)
  refuseBeside(query as Record<string, string>, OF_PAGES, 'formato=csv')
  const isAsked = readAsked(query, listing) ?? (() => true)
  function* steps(): Generator<Celda[][]> {
    let last: R | null = null
    for (let rows = source.after(last, CSV_STEP); rows.length; rows = source.after(last, CSV_STEP)) {
      yield rows.filter(isAsked).map((row) => {
        const all = cells(row)
        return columns.map((name) => all[name])
      })
      last = rows.at(-1)!
    }
  }
  // The router's types know of no promise of either an answer or data.
  return csvOfSteps(file, columns, steps()) as never
}
