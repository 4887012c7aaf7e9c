// The filters of a list in its address, and as the API is asked (dashboard §10).

import { expect, test } from 'bun:test'
import {
  dayFilter,
  filtersOf,
  flagFilter,
  matching,
  oneOf,
  rutFilter,
  textFilter,
} from '../../../src/dashboard/shell/filters'

const ORDENES = [
  ['nombre', 'Nombre'],
  ['-total', 'Total'],
] as const
const { parseFilters, parsePlace, searchOf, queryOf, isFiltered, none } = filtersOf('/notas', {
  rut: rutFilter,
  fecha_desde: dayFilter,
  orden: oneOf(ORDENES),
  borradas: flagFilter,
  periodo: matching(/^20\d{4}$/),
  q: textFilter,
})
const read = (search: string) => {
  const params = new URLSearchParams(search)
  const filters = parseFilters(params)
  return { filters, pagina: parsePlace(params, filters) }
}

test('every filter and the page go into the address and come out of it', () => {
  const search =
    '?rut=77123456-9&fecha_desde=2026-11-01&orden=-total&borradas=true&periodo=202611&q=acero&pagina=3'
  const { filters, pagina } = read(search)
  expect(searchOf(filters, pagina)).toBe(search)
  expect(filters).toEqual({
    rut: '77123456-9',
    fecha_desde: '2026-11-01',
    orden: '-total',
    borradas: true,
    periodo: '202611',
    q: 'acero',
  })
})

test('what cannot be read narrows nothing, and what narrows nothing is not said', () => {
  const odd = 'rut=1-1&fecha_desde=ayer&orden=toString&borradas=1&periodo=1999&x=1'
  for (const pagina of ['-2', '0', '1.5', 'x', '1e99', ''])
    expect(read(`${odd}&pagina=${pagina}`)).toEqual({ filters: none, pagina: 1 })
  expect([searchOf(none, 1), queryOf(none), isFiltered(none)]).toEqual(['', {}, false])
})

test('a text is at most 100 letters, stands in the address as typed, and is asked without blanks around', () => {
  expect(read(`q=${'a'.repeat(101)}`).filters.q).toHaveLength(100)
  expect(searchOf({ ...none, q: ' b ' }, 1)).toBe('?q=+b+')
  expect(queryOf({ ...none, q: ' b ' })).toEqual({ q: 'b' })
  expect(isFiltered({ ...none, q: '  ' })).toBe(false)
})
