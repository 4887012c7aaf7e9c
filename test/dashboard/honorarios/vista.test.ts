// The filters of the boletas de terceros stand in the address, and every state has its words (areas/bte §1).

import { expect, test } from 'bun:test'
import {
  type Boleta,
  ESTADO,
  formatTasa,
  meaningOf,
  parseFilters,
  personsOf,
  queryOf,
  searchOf,
  whyNotIssued,
} from '../../../src/dashboard/honorarios/vista'
import { ESTADOS_BTE, type EstadoBte } from '../../../src/domain/bte/boleta'

const HOY = '2026-11-20'
const params = (search: string) => new URLSearchParams(search)
const parse = (search: string) => parseFilters(params(search), HOY)

test('every view comes back from its address, and what cannot be read is as if it were not there', () => {
  for (const mes of ['202610', 'todos']) {
    const filters = { mes, ver: 'anuladas', q: 'juan soto ' } as const
    const search = searchOf(filters, 2, HOY)
    expect(parse(search)).toEqual(filters)
  }
  expect(searchOf(parse(''), 1, HOY)).toBe('')
  expect(parse('?mes=202613&ver=otra')).toEqual({ mes: '202611', ver: '', q: '' })
  expect(parse('?mes=202612').mes).toBe('202611')
})

test('of all months no period is asked for', () => {
  expect(queryOf(parse('?mes=todos'), 1)).toEqual({ pagina: 1, limite: 50 })
})

test('every state is asked for by one of the choices, and has words', () => {
  const asked = (['vigentes', 'anuladas', 'pendientes'] as const)
    .flatMap((ver) => queryOf({ ...parse(''), ver }, 1).estado?.split(',') ?? [])
    .sort()
  expect(asked).toEqual(Object.keys(ESTADOS_BTE).sort())
  expect(Object.keys(ESTADO).sort()).toEqual(asked)
  expect(meaningOf({ estado: 'incierta' as EstadoBte, fallo: null })).toContain('no la emita de nuevo')
  expect(meaningOf({ estado: 'vigente' as EstadoBte, fallo: null })).toBeNull()
})

test('a person is offered once, with the address where one of his boletas has it', () => {
  const of = (rut: string, direccion: string | null) => ({ beneficiario: { rut, direccion } }) as Boleta
  const found = personsOf([of('1-9', null), of('2-7', 'b'), of('1-9', 'a'), of('1-9', 'c')])
  expect(found.map(({ beneficiario }) => [beneficiario.rut, beneficiario.direccion])).toEqual([
    ['1-9', 'a'],
    ['2-7', 'b'],
  ])
})

test('a pause of the SII asks for no clave that is loaded, and the lack of one does', () => {
  const motivo = 'Hasta 2026-11-20 12:20:00 (hora de Chile) el SII rechaza por ahora las consultas'
  const paused = whyNotIssued({ metodo: 'clave', disponible: false, motivo })
  expect(paused).toEqual({
    title: 'Por ahora no se puede emitir',
    text: `${motivo}. Después se puede sin hacer nada más.`,
  })
  const lacking = whyNotIssued({ metodo: null, disponible: false, motivo: 'Falta la clave tributaria' })
  expect(lacking).toEqual({
    title: 'Aún no se puede emitir',
    text: 'Falta la clave tributaria. El SII pide el RUT y la clave tributaria para las boletas de terceros.',
  })
  expect(whyNotIssued({ metodo: 'clave', disponible: true, motivo: 'Hasta las 12:20 espera' })).toBeNull()
})

test('a rate is read as people write it', () => {
  expect([formatTasa(0.1525), formatTasa(0.17)]).toEqual(['15,25 %', '17 %'])
})
