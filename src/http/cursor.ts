// Lists as long as they come (http §10.1): a page of them, what stands behind a place that the page before named, or all as a file.

import { type Static, type TOptional, type TString, Type } from '@sinclair/typebox'
import { invalidParameter } from '../domain/errors'
import type { PaginacionCursor } from './envelope'
import { nextWith, type Page, paginate, refuseBeside } from './paging'
import { Legible } from './rule'

const BESIDE_CURSOR = ['pagina', 'page', 'orden']
/** The parameters that go with no file of all that is found. */
export const BESIDE_FILE = ['pagina', 'page', 'cursor', 'limite', 'limit', 'per_page', 'orden']

/** The place of a row in the default order, as clients hand it back. */
export const cursorOf = (parts: readonly (string | number)[]): string =>
  Buffer.from(parts.join('|')).toString('base64url')

/** The place that a cursor names; null for the beginning. `placeOf` has null for parts that are none. Throws INVALID_PARAMETER. */
export function readPlace<M>(text: string, placeOf: (parts: (string | undefined)[]) => M | null): M | null {
  if (text === '') return null
  const place = placeOf(Buffer.from(text, 'base64url').toString().split('|'))
  if (place) return place
  throw invalidParameter('cursor', 'formato', 'Debe ser el que entregó la página anterior')
}

/** The parameter: `more` is what else its walk has for it. */
export const cursorQuery = (read: (text: string) => unknown, more = '') =>
  Type.Optional(
    Legible(read, {
      description: `Vacío para empezar, luego el \`cursor\` de la página anterior: una lista larga cuesta lo mismo hasta el final${more}.`,
    }),
  )

/** Filters as a query has them: their words by name, each read by the reader of its name. */
export const filterQuery = <N extends string>(
  words: Readonly<Record<N, string>>,
  readers: Readonly<Record<NoInfer<N>, (text: string) => unknown>>,
): Record<N, TOptional<TString>> =>
  Object.fromEntries(
    Object.entries<string>(words).map(([name, description]) => [
      name,
      Type.Optional(Legible(readers[name as N], { description })),
    ]),
  ) as Record<N, TOptional<TString>>

/** The rows of a list as it finds them. */
interface Places<R, M> {
  total(): number
  page(limit: number, offset: number): R[]
  /** In the default order; from the first when null. */
  after(place: M | null, limit: number): R[]
  cursorOf(row: R): string
}

interface Asked {
  query: Record<string, string | undefined>
  request: Request
}

/** The rows asked for, and where the list goes on. Throws INVALID_PARAMETER for a page or an order beside a cursor. */
export function pageOrBehind<R, M>(
  { query, request: { url } }: Asked,
  { limite, ...page }: Page,
  place: M | null,
  list: Places<R, M>,
): { rows: R[]; paginacion: Static<typeof PaginacionCursor> } {
  const walked = query.cursor !== undefined
  if (walked) refuseBeside(query, BESIDE_CURSOR, 'cursor')
  const paginacion = paginate({ limite, ...page }, list.total(), url)
  if (!walked) {
    const rows = list.page(limite, page.offset)
    const more = paginacion.siguiente !== null && rows.length > 0 && !query.orden
    return { rows, paginacion: { ...paginacion, cursor: more ? list.cursorOf(rows.at(-1)!) : null } }
  }
  // One more than asked for tells whether there is a next page.
  const found = list.after(place, limite + 1)
  const rows = found.slice(0, limite)
  const cursor = found.length > limite ? list.cursorOf(rows.at(-1)!) : null
  const siguiente = cursor && nextWith(url, { cursor, limite: String(limite) })
  return { rows, paginacion: { ...paginacion, pagina: null, siguiente, cursor } }
}
