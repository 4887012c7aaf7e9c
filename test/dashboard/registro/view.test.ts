import { expect, test } from 'bun:test'
import { isFiltered, queryOf, spellingOf } from '../../../src/dashboard/registro/view'
import {
  answeredWords,
  isOther,
  nameOfField,
  showValue,
  summedOf,
  totalOf,
} from '../../../src/dashboard/registro/words'
import { monthsUntil } from '../../../src/dashboard/shell/period'

const { parseFilters, parsePlace, searchOf } = spellingOf('202611')

const read = (search: string) => {
  const params = new URLSearchParams(search)
  return { filters: parseFilters(params), pagina: parsePlace(params, parseFilters(params)) }
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
  // No code of the register, no instant of UTC: as the screens say them.
  expect(showValue('estado_contable', 'PENDIENTE')).toBe('Pendiente')
  expect(showValue('periodo', '202611')).toBe('noviembre de 2026')
  expect(showValue('fecha_acuse', '2026-11-20T14:03:40Z')).toBe('20-11-2026 11:03')
  expect(showValue('fecha_emision', '2026-11-20')).toBe('20-11-2026')
  expect(nameOfField('monto_iva')).toBe('IVA')
})

test('the months are those that have a register, the present one first', () => {
  const months = monthsUntil('2026-11-23')
  expect([months[0], months[1], months.at(-1), months.length]).toEqual(['202611', '202610', '201705', 115])
  expect(monthsUntil('2027-01-01').slice(0, 2)).toEqual(['202701', '202612'])
})

test('a total that has boletas of a sum says how many, and boletas that differ are a difference', () => {
  const row = { tipo: 'venta' as const, estado_contable: 'REGISTRO' as const, tipo_dte: 39 }
  const none = { monto_exento: 0, monto_neto: 0, monto_iva: 0, iva_no_recuperable: 0, iva_uso_comun: 0 }
  const sum = { ...row, ...none, detalle: 'resumen' as const, documentos: 57, monto_total: 1000 }
  const one = { ...sum, tipo_dte: 33, detalle: 'electronico' as const, documentos: 27 }
  expect(summedOf({ resumen: [sum, one] }, 'venta', 'REGISTRO')).toBe(57)
  const boletas = { tipo_dte: 39, documentos_timbre: 2, total_timbre: 10 }
  expect(isOther({ ...boletas, documentos_sii: 56, total_sii: 10 })).toBe(true)
  expect(isOther({ ...boletas, documentos_sii: 2, total_sii: 10 })).toBe(false)
  expect(isOther({ ...boletas, documentos_sii: null, total_sii: null })).toBe(false)
})

test('what was answered here since the reading is said beside what waits in it', () => {
  expect(answeredWords(1)).toBe('1 respondida aquí desde esa lectura: traiga el mes otra vez')
  expect(answeredWords(2)).toBe('2 respondidas aquí desde esa lectura: traiga el mes otra vez')
})
