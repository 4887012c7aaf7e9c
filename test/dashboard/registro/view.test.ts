import { expect, test } from 'bun:test'
import { isFiltered, parseFilters, parsePage, queryOf, searchOf } from '../../../src/dashboard/registro/view'
import { nameOfField, showValue, totalOf } from '../../../src/dashboard/registro/words'
import { monthsUntil } from '../../../src/dashboard/shell/period'

const read = (search: string) => {
  const params = new URLSearchParams(search)
  return { filters: parseFilters(params), pagina: parsePage(params) }
}

test('what is filtered stands in the address, and comes back from it', () => {
  const search = '?tipo=compra&estado=PENDIENTE&vinculada=false&ausentes=true&q=acero&pagina=3'
  const { filters, pagina } = read(search)
  expect(searchOf(filters, pagina)).toBe(search)
  expect(isFiltered(filters)).toBe(true)
  expect(queryOf(filters, pagina)).toEqual({
    limite: 50,
    pagina: 3,
    tipo: 'compra',
    estado: 'PENDIENTE',
    vinculada: 'false',
    ausentes: 'true',
    q: 'acero',
  })
})

test('what cannot be read is as if it were not there, and other views have no filters', () => {
  const { filters, pagina } = read('?vista=otra&tipo=regalo&estado=x&ausentes=1&pagina=-2')
  expect([searchOf(filters, pagina), isFiltered(filters)]).toEqual(['', false])
  expect(searchOf(read('?vista=f29&q=acero').filters, 1)).toBe('?vista=f29')
  expect(searchOf(read('?vista=cuadratura&causa=compras.registro_sin_xml').filters, 2)).toBe(
    '?vista=cuadratura&causa=compras.registro_sin_xml&pagina=2',
  )
  expect(searchOf(read('?vista=cuadratura&causa=otra').filters, 1)).toBe('?vista=cuadratura')
})

test('a book adds up with its notes of credit taken away', () => {
  const sum = { monto_exento: 0, monto_neto: 0, monto_iva: 0, iva_no_recuperable: 0, iva_uso_comun: 0 }
  const of = (
    tipo_dte: number,
    monto_total: number,
    estado_contable: 'REGISTRO' | 'PENDIENTE' = 'REGISTRO',
  ) => ({
    ...{ tipo: 'compra' as const, estado_contable, tipo_dte, monto_total },
    ...{ ...sum, detalle: 'electronico' as const, documentos: 1 },
  })
  const resumen = [of(33, 1000), of(61, 300), of(60, 100), of(33, 50, 'PENDIENTE')]
  expect(totalOf({ resumen }, 'compra', 'REGISTRO')).toBe(600)
  expect(totalOf({ resumen }, 'venta', 'REGISTRO')).toBe(0)
})

test('a change is said in words', () => {
  expect([
    nameOfField('activo_fijo.neto'),
    showValue('monto_total', 1200),
    showValue('fecha_acuse', null),
  ]).toEqual(['activo fijo neto', '$1.200', 'nada'])
  expect(showValue('estado_contable', 'REGISTRO')).toBe('REGISTRO')
})

test('the months are those that have a register, the present one first', () => {
  const months = monthsUntil('2026-11-23')
  expect([months[0], months[1], months.at(-1), months.length]).toEqual(['202611', '202610', '201705', 115])
  expect(monthsUntil('2027-01-01').slice(0, 2)).toEqual(['202701', '202612'])
})
