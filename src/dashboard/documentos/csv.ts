// Chosen rows as a spreadsheet, with the columns of the API's own.

import { BOM, csvLine } from '../../base/csv'
import type { Fila } from './rows'

const COLUMNS = [
  'tipo_dte',
  'folio',
  'fecha_emision',
  'rut_receptor',
  'razon_social_receptor',
  'monto_neto',
  'monto_exento',
  'monto_iva',
  'monto_total',
  'saldo',
  'track_id',
  'estado',
  'estado_sii',
  'codigo_sii',
  'glosa',
  'job_id',
  'referencia_externa',
  'created_at',
  'origen',
  'contenido',
] as const satisfies readonly (keyof Fila)[]

export const csvOf = (filas: readonly Fila[]): string =>
  BOM + csvLine(COLUMNS) + filas.map((fila) => csvLine(COLUMNS.map((name) => fila[name]))).join('')
