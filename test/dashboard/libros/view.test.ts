import { expect, test } from 'bun:test'
import { nameOfFile, parseView, searchOf } from '../../../src/dashboard/libros/view'

const HOY = '2026-11-23'
const read = (search: string) => parseView(new URLSearchParams(search), HOY)

test('books are of the month that is over unless the address says another', () => {
  expect(read('')).toEqual({ periodo: '202610', libro: 'ventas', base: 'rcv', pagina: 1 })
  expect(searchOf(read(''), HOY)).toBe('')
  const search = '?periodo=202611&base=emitidos&pagina=2'
  expect(searchOf(read(search), HOY)).toBe(search)
  expect(searchOf(read('?libro=compras&base=emitidos'), HOY)).toBe('?libro=compras')
})

test('what cannot be read is as if it were not there', () => {
  expect(read('?periodo=202613&libro=otro&base=x&pagina=0')).toEqual(read(''))
  expect(read('?periodo=201704').periodo).toBe('202610')
})

test('a saved file says what, whose, which environment and which month', () => {
  const de = { empresa: { rut: '76543210-3' }, ambiente: 'produccion' as const }
  const view = { libro: 'compras' as const, periodo: '202611' }
  expect([nameOfFile(de, view, 'csv'), nameOfFile(de, view, 'zip')]).toEqual([
    'libro-compras_76543210-3_produccion_202611.csv',
    'libros_76543210-3_produccion_202611.zip',
  ])
})
