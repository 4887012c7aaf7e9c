// The filters of the list, in its address and as the API takes them (dashboard §10).

import { describe, expect, test } from 'bun:test'
import {
  type Filters,
  isFiltered,
  NO_FILTERS,
  parseFilters,
  parsePlace,
  queryOf,
  readSearch,
  describe as say,
  searchOf,
} from '../../../src/dashboard/documentos/filters'

const HOY = '2026-11-22'
const parse = (search: string): Filters => parseFilters(new URLSearchParams(search))

describe('what is typed is searched as', () => {
  test.each([
    ['12', { kind: 'folio', value: '12' }],
    [' 120 ', { kind: 'folio', value: '120' }],
    ['76.543.210-3', { kind: 'rut', value: '76543210-3' }],
    ['76543210-3', { kind: 'rut', value: '76543210-3' }],
    ['76543210-4', { kind: 'texto', value: '76543210-4' }],
    ['fe', { kind: 'corto' }],
    ['ferre', { kind: 'texto', value: 'ferre' }],
    ['OC-12', { kind: 'texto', value: 'OC-12' }],
    ['12345678901', { kind: 'texto', value: '12345678901' }],
    ['  ', { kind: 'nada' }],
  ])('%p → %p', (text, search) => expect(readSearch(text)).toEqual(search as never))
})

describe('the address', () => {
  test.each([
    '',
    '?q=san+miguel',
    '?tipo_dte=33%2C34&estado_sii=rechazado',
    '?fecha=mes_anterior',
    '?fecha=entre',
    '?fecha_desde=2026-10-01&fecha_hasta=2026-10-15',
    '?monto_min=-500&monto_max=1000&con_saldo=true&orden=-monto_total',
  ])('%p is read and written back the same', (search) => expect(searchOf(parse(search))).toBe(search))

  test.each([
    ['?nada=1&tipo_dte=999,33,33&estado_sii=dudoso&monto_min=mil&con_saldo=si&orden=rut', '?tipo_dte=33'],
    ['?fecha_desde=2026-02-30&fecha=ayer', ''],
    ['?fecha=mes&fecha_desde=2026-10-01', '?fecha=mes'],
    ['?periodo=202602', '?fecha_desde=2026-02-01&fecha_hasta=2026-02-28'],
    ['?periodo=202613', ''],
  ])('%p is no more than %p', (search, kept) => expect(searchOf(parse(search))).toBe(kept))

  test('goes on by cursor in the usual order, by page in another', () => {
    const place = (search: string) => parsePlace(new URLSearchParams(search), parse(search))
    expect(place('?cursor=abc&pagina=3')).toEqual({ cursor: 'abc', pagina: 1 })
    expect(place('?orden=-folio&cursor=abc&pagina=3')).toEqual({ cursor: '', pagina: 3 })
    expect(place('?orden=-folio&pagina=-1')).toEqual({ cursor: '', pagina: 1 })
    expect(searchOf(parse('?orden=-folio'), { cursor: '', pagina: 3 })).toBe('?orden=-folio&pagina=3')
  })
})

describe('the API is asked', () => {
  test.each([
    ['', {}],
    ['?q=12', { folio: '12' }],
    ['?q=76.543.210-3', { rut: '76543210-3' }],
    ['?q=ferre', { q: 'ferre' }],
    ['?q=fe', {}],
    ['?fecha=hoy', { fecha_desde: HOY, fecha_hasta: HOY }],
    ['?fecha=mes', { fecha_desde: '2026-11-01', fecha_hasta: '2026-11-30' }],
    ['?fecha=mes_anterior', { fecha_desde: '2026-10-01', fecha_hasta: '2026-10-31' }],
    ['?fecha_desde=2026-10-05', { fecha_desde: '2026-10-05' }],
    [
      '?tipo_dte=33,61&estado_sii=enviado,en_proceso&monto_min=0&con_saldo=false',
      { tipo_dte: '33,61', estado_sii: 'enviado,en_proceso', monto_min: '0', con_saldo: 'false' },
    ],
  ])('%p as %p', (search, query) => expect(queryOf(parse(search), HOY)).toEqual(query))

  test('the month before January is of another year', () =>
    expect(queryOf(parse('?fecha=mes_anterior'), '2027-01-31')).toEqual({
      fecha_desde: '2026-12-01',
      fecha_hasta: '2026-12-31',
    }))
})

test('an order and two letters leave nothing out, any other filter does', () => {
  const filtered = (search: string) => isFiltered(parse(search), HOY)
  expect(['', '?orden=-folio', '?q=fe', '?fecha=entre'].filter(filtered)).toEqual([])
  expect(['?q=fer', '?fecha=hoy', '?con_saldo=true', '?q=fe&tipo_dte=33'].filter(filtered)).toHaveLength(4)
})

test('a printed list says what it holds', () => {
  expect(say(NO_FILTERS, HOY)).toBe('Todos los documentos')
  expect(say(parse('?q=76543210-3&tipo_dte=33&fecha=mes_anterior&monto_min=1000'), HOY)).toBe(
    'receptor 76.543.210-3 · Factura · desde el 01-10-2026 · hasta el 31-10-2026 · desde $1.000',
  )
})
