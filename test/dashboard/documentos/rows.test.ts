// Rows in view stay where they are while the list behind them changes (dashboard §9), and go to a spreadsheet.

import { expect, test } from 'bun:test'
import { csvOf } from '../../../src/dashboard/documentos/csv'
import { type Fila, merge } from '../../../src/dashboard/documentos/rows'

const fila = (folio: number, more: Partial<Fila> = {}): Fila => ({
  tipo_dte: 33,
  folio,
  fecha_emision: '2026-11-22',
  rut_receptor: '77123456-9',
  razon_social_receptor: 'Maestranza',
  monto_neto: 1000,
  monto_exento: 0,
  monto_iva: 190,
  monto_total: 1190,
  saldo: 1190,
  track_id: null,
  estado: 'pending',
  estado_sii: 'no_enviado',
  estado_acuse: null,
  codigo_sii: null,
  glosa: null,
  job_id: 'job_1',
  referencia_externa: null,
  created_at: `2026-11-22T10:00:${String(folio).padStart(2, '0')}.000Z`,
  atendido: false,
  anulado_por: null,
  origen: 'emitido',
  contenido: 'xml',
  ...more,
})
const folios = (rows: readonly Fila[]): number[] => rows.map(({ folio }) => folio)

test('a changed row changes in its place, a new one waits', () => {
  const shown = [fila(2), fila(1)]
  const fresh = [fila(3), fila(2, { estado_sii: 'aceptado' }), fila(1)]
  const { rows, news } = merge(shown, fresh, 50, true)
  expect(folios(rows)).toEqual([2, 1])
  expect(rows[0]).toMatchObject({ estado_sii: 'aceptado', gone: false })
  expect(news).toBe(1)
})

test('a row that newer ones pushed to the next page has not left the list', () => {
  const { rows, news } = merge([fila(2), fila(1)], [fila(3), fila(2)], 2, true)
  expect(rows.map(({ gone }) => gone)).toEqual([false, false])
  expect(news).toBe(1)
})

test('a row that the filters leave out by now says so', () => {
  const gone = (fresh: Fila[], limit: number) =>
    merge([fila(3), fila(2), fila(1)], fresh, limit, true).rows.map((row) => row.gone)
  expect(gone([fila(3), fila(1)], 50)).toEqual([false, true, false])
  expect(gone([fila(3), fila(1), fila(0)], 3)).toEqual([false, true, false])
  expect(gone([], 50)).toEqual([true, true, true])
})

test('types with the same folio are two documents', () => {
  expect(merge([fila(1)], [fila(1), fila(1, { tipo_dte: 61 })], 50, true).news).toBe(1)
})

test('chosen rows go to a spreadsheet as the API writes them, with no formula of a stranger', () => {
  const [head, first] = csvOf([fila(1, { razon_social_receptor: '=1+1;"x"' })]).split('\r\n')
  expect(head).toStartWith('\uFEFFtipo_dte;folio;fecha_emision;')
  expect(first).toStartWith(`33;1;2026-11-22;77123456-9;"'=1+1;""x""";1000;`)
})
