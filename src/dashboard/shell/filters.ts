// A list's filters as a table. A filter has one name: in the address, in the API's query and in the screen.
//
//   const SPELLING = filtersOf('/notas-internas', { rut: rutFilter, etiqueta: oneOf(ETIQUETAS), fecha_desde: dayFilter })
//   type Filters = typeof SPELLING.none

import { isDate } from '../../domain/fecha'
import { parseRut } from '../../domain/rut'
import type { Spelling } from './in-address'

export interface Filter<T, Said extends string = string> {
  /** An unreadable text gives the value that narrows nothing. */
  read(text: string): T
  /** As the address and the API say it; empty for the value that narrows nothing. */
  write(value: T): Said | ''
}

const TEXT_MAX = 100

/** Free text. The address has it as typed, the API without blanks around it. */
export const textFilter: Filter<string> = { read: (text) => text.slice(0, TEXT_MAX), write: String }

/** A text of one form; empty where it is not. */
export const matching = (form: RegExp): Filter<string> => ({
  read: (text) => (form.test(text) ? text : ''),
  write: String,
})

/** A day of Chile (`2026-11-22`); empty is no end. */
export const dayFilter: Filter<string> = { read: (text) => (isDate(text) ? text : ''), write: String }

export const rutFilter: Filter<string | null> = { read: parseRut, write: (rut) => rut ?? '' }

export const flagFilter: Filter<boolean, 'true'> = {
  read: (text) => text === 'true',
  write: (on) => (on ? 'true' : ''),
}

/** The options of a select; the first stands when nothing is said. */
export const oneOf = <T extends string>(
  options: readonly (readonly [T, string])[],
): Filter<T, Exclude<T, ''>> => {
  const [[first]] = options as readonly [readonly [T, string]]
  return {
    read: (text) => options.find(([value]) => value === text)?.[0] ?? first,
    write: (value) => (value === first ? '' : (value as Exclude<T, ''>)),
  }
}

type Table = Readonly<Record<string, Filter<unknown>>>
type Values<T extends Table> = { [K in keyof T]: ReturnType<T[K]['read']> }
type Asked<T extends Table> = { [K in keyof T]?: Exclude<ReturnType<T[K]['write']>, ''> }

export interface Filters<T extends Table> extends Spelling<Values<T>, number> {
  /** The values that narrow nothing. */
  none: Values<T>
  /** The query of the API, without a page. */
  queryOf(filters: Values<T>): Asked<T>
  isFiltered(filters: Values<T>): boolean
}

/** The page of a list in its address; the first where none can be read. */
export function pageOf(params: URLSearchParams): number {
  const pagina = Number(params.get('pagina'))
  return Number.isSafeInteger(pagina) && pagina > 0 ? pagina : 1
}

export function filtersOf<T extends Table>(path: string, table: T): Filters<T> {
  const entries = Object.entries(table)
  const parseFilters = (params: URLSearchParams) =>
    Object.fromEntries(entries.map(([name, { read }]) => [name, read(params.get(name) ?? '')])) as Values<T>
  const written = (filters: Values<T>): [name: string, text: string][] =>
    entries.map(([name, { write }]) => [name, write(filters[name])])
  const queryOf = (filters: Values<T>): Asked<T> =>
    Object.fromEntries(
      written(filters).flatMap(([name, text]) => (text.trim() ? [[name, text.trim()]] : [])),
    ) as Asked<T>
  return {
    path,
    parseFilters,
    parsePlace: pageOf,
    searchOf(filters, pagina) {
      const said = [...written(filters), ['pagina', pagina > 1 ? `${pagina}` : '']]
      const params = new URLSearchParams(said.filter(([, text]) => text))
      return params.size ? `?${params}` : ''
    },
    start: 1,
    none: parseFilters(new URLSearchParams()),
    queryOf,
    isFiltered: (filters) => Object.keys(queryOf(filters)).length > 0,
  }
}
