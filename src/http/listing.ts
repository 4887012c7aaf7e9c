// The parameters of every list beside its own filters (http §10.1): `q`, a text to search, `orden`, its
// order or the reverse, and where rows have them the other party's RUT and a span of time. One way for lists
// of any source that gives rows from a place on; one that is searched by an index has its own.

import { type Static, Type } from '@sinclair/typebox'
import { pauses } from '../base/turn'
import { OneOf, type Paginacion } from './envelope'
import { readRut } from './list-filters'
import { type Page, pageQuery, paginate, readPage } from './paging'
import { readAll } from './read-all'
import { Legible } from './rule'
import { hasText, readText } from './searched-text'
import { readEnd, type SpanQuery } from './span'

/** Rows that are looked through before others have their turn. */
const STEP = 200

/** Schemas by the one word that they differ in: a process may build thousands of servers. */
function once<S>(build: (word: string) => S): (word: string) => S {
  const built = new Map<string, S>()
  return (word) => {
    const schema = built.get(word) ?? build(word)
    built.set(word, schema)
    return schema
  }
}

const turned = (orden: string): string => (orden.startsWith('-') ? orden.slice(1) : `-${orden}`)

const meaning = (orden: string): string =>
  orden.startsWith('-') ? 'de mayor a menor, o lo último primero' : 'de menor a mayor, o lo primero primero'

/** The order of a list, as it is by default, and from the end. */
export const ordenQuery = once((orden: string) => ({
  orden: Type.Optional(
    OneOf(Object.fromEntries([orden, turned(orden)].map((one) => [one, meaning(one)])), {
      description: `\`${orden}\` si se omite.`,
    }),
  ),
}))

const buscaQuery = once((busca: string) =>
  Type.Optional(
    Legible(readText, { description: `Parte de ${busca}; sin distinguir mayúsculas ni tildes.` }),
  ),
)

/** The parameters of a list: `busca` is what `q` looks at, in words. */
export const listQuery = (busca: string, orden: string) => ({
  ...pageQuery,
  q: buscaQuery(busca),
  ...ordenQuery(orden),
})

export type ListQuery = Parameters<typeof readPage>[0] &
  SpanQuery & { q?: string; orden?: string; rut?: string }

/** Where the rows are: those from a place on, in the list's order, and how many there are. */
export interface Source<R> {
  rows(limit: number, offset: number): R[] | Promise<R[]>
  total(): number
}

/** Where rows can be searched: those behind one, or the first, are found as fast however far it is. */
export interface Walked<R> extends Source<R> {
  rows(limit: number, offset: number): R[]
  after(last: R | null, limit: number): R[]
}

/** Rows that are at hand. */
export const sourceOf = <R>(all: readonly R[]): Walked<R> =>
  sourceOfFew({ rows: (limit, offset) => all.slice(offset, offset + limit), total: () => all.length })

/** Rows that are read behind one of them, from the first where it is null, some of them skipped. */
export const sourceBehind = <R>(
  read: (limit: number, offset: number, last: R | null) => R[],
  total: () => number,
): Walked<R> => ({
  rows: (limit, offset) => read(limit, offset, null),
  total,
  after: (last, limit) => read(limit, 0, last),
})

/**
 * Rows of which there are few, whatever is done: a search skips those that it has seen. To do so among many costs more with each
 * step, and what comes in meanwhile moves them all.
 */
export function sourceOfFew<R>({ rows, total }: Omit<Walked<R>, 'after'>): Walked<R> {
  let seen = 0
  return {
    rows,
    total,
    after(last, limit) {
      const found = rows(limit, last === null ? 0 : seen)
      seen = (last === null ? 0 : seen) + found.length
      return found
    },
  }
}

/** The search keys of a row, where the search itself looks and not the source, and the list's order. */
export interface Listing<R> {
  words?(row: R): readonly unknown[]
  /** The other party's. */
  rut?(row: R): string | null
  /** The instant of its span. */
  instante?(row: R): string
  orden: string
}
/** One that the source searches, if anything does. */
interface Unsearched {
  orden: string
  words?: never
  rut?: never
  instante?: never
}

/** Whether a row is what was asked for; null where all of them are. Throws INVALID_PARAMETER. */
export function readAsked<R>(
  query: ListQuery,
  { words, rut, instante }: Listing<R>,
): ((row: R) => boolean) | null {
  const [wanted, party, desde, hasta] = readAll(
    () => (words ? readText(query.q) : null),
    () => (rut && query.rut ? readRut('rut', query.rut) : null),
    () => (instante ? readEnd(query, 'desde')?.toISOString() : undefined),
    () => (instante ? readEnd(query, 'hasta')?.toISOString() : undefined),
  )
  if (!(wanted || party || desde || hasta)) return null
  return (row) =>
    (!wanted || hasText(words!(row), wanted)) &&
    (!party || rut!(row) === party) &&
    (!desde || instante!(row) >= desde) &&
    (!hasta || instante!(row) < hasta)
}

/** The rows of a page in the order asked for. */
async function pageOf<R>({ limite, offset }: Page, { rows, total }: Source<R>, back: boolean): Promise<R[]> {
  if (!back) return rows(limite, offset)
  const end = total() - offset
  return end <= 0 ? [] : (await rows(Math.min(limite, end), Math.max(0, end - limite))).reverse()
}

/** The page of what a search finds, and how much that is; it ends where its client has left. */
async function search<R>(
  source: Walked<R>,
  isAsked: (row: R) => boolean,
  { limite, offset }: Page,
  back: boolean,
  client: AbortSignal | undefined,
): Promise<{ rows: R[]; total: number }> {
  const pause = pauses()
  // The search keeps no more rows than the page asks for: from the end, those that may yet be it.
  let kept: R[] = []
  const most = limite + offset
  let total = 0
  for (let last: R | null = null; ; ) {
    const rows = source.after(last, STEP)
    for (const row of rows) {
      if (!isAsked(row)) continue
      if (back || (total >= offset && total < most)) kept.push(row)
      total++
    }
    if (back && kept.length > most) kept = kept.slice(-most)
    last = rows.at(-1) ?? last
    if (rows.length < STEP || client?.aborted) break
    await pause()
  }
  if (back) kept = kept.reverse().slice(offset, most)
  return { rows: kept, total }
}

interface Found<R> {
  rows: R[]
  paginate: (url: string) => Static<typeof Paginacion>
}

/** The rows that a list shows, and how many it has of those asked for. Throws INVALID_PARAMETER. */
export function listed<R>(
  query: ListQuery,
  listing: Listing<NoInfer<R>>,
  source: Walked<R>,
  client?: AbortSignal,
): Promise<Found<R>>
export function listed<R>(query: ListQuery, listing: Unsearched, source: Source<R>): Promise<Found<R>>
export async function listed<R>(
  query: ListQuery,
  listing: Listing<R>,
  source: Source<R>,
  client?: AbortSignal,
): Promise<Found<R>> {
  const [page, isAsked] = readAll(
    () => readPage(query),
    () => readAsked(query, listing),
  )
  const back = query.orden !== undefined && query.orden !== listing.orden
  // Something is asked of rows that can be walked alone.
  const found = isAsked && (await search(source as Walked<R>, isAsked, page, back, client))
  const rows = found ? found.rows : await pageOf(page, source, back)
  const total = found ? () => found.total : source.total
  return { rows, paginate: (url) => paginate(page, total(), url) }
}

interface Answer<J> {
  ok: true
  data: J[]
  paginacion: Static<typeof Paginacion>
}
interface Asked {
  query: ListQuery
  request: Request
}

/** The answer of a list that is nothing but its rows. */
export function answerList<R, J>(
  asked: Asked,
  listing: Listing<NoInfer<R>>,
  source: Walked<R>,
  toJson: (row: R) => J,
): Promise<Answer<J>>
export function answerList<R, J>(
  asked: Asked,
  listing: Unsearched,
  source: Source<R>,
  toJson: (row: R) => J,
): Promise<Answer<J>>
export async function answerList<R, J>(
  { query, request }: Asked,
  listing: Listing<R>,
  source: Source<R>,
  toJson: (row: R) => J,
): Promise<Answer<J>> {
  const { rows, paginate } = await listed(query, listing, source as Walked<R>, request.signal)
  return { ok: true, data: rows.map(toJson), paginacion: paginate(request.url) }
}
