// All documents found, for programs and spreadsheets that want more than a page: where a list goes on, and the list as CSV.

import { AppError } from '../../domain/errors'
import { isDate } from '../../domain/fecha'
import type { Tenant } from '../../http/tenant'
import type { Filtros } from './consulta'
import { COLUMNAS, type Fila, type Lista, type Marca } from './lista'

/** The place of a row in the default order, as clients hand it back. */
export const cursorOf = ({ fecha_emision, created_at, id }: Fila): string =>
  Buffer.from([fecha_emision, created_at, id].join('|')).toString('base64url')

/** Null for the beginning of the list. Throws INVALID_PARAMETER. */
export function readCursor(text: string): Marca | null {
  if (text === '') return null
  const [fecha, createdAt, id, ...more] = Buffer.from(text, 'base64url').toString().split('|')
  if (fecha && isDate(fecha) && createdAt && id && !more.length) return { fecha, createdAt, id }
  const mensaje = 'Debe ser el que entregó la página anterior'
  throw new AppError('INVALID_PARAMETER', `cursor: ${mensaje}`, {
    detalles: [{ campo: 'cursor', regla: 'formato', mensaje }],
  })
}

// Rows of one step: the event loop has its turn after each.
const STEP = 500

const NAMES = Object.keys(COLUMNAS) as (keyof typeof COLUMNAS)[]

/** A text that a spreadsheet would take for a formula is led by an apostrophe: buyers choose their own names. */
function cell(value: string | number | null): string {
  if (value === null) return ''
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value)
  return /[";\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

const line = (values: readonly (string | number | null)[]): string => `${values.map(cell).join(';')}\r\n`

/** The documents found as CSV for a Chilean spreadsheet: UTF-8 with its mark, semicolons, newest first. */
export function csvResponse(lista: Lista, tenant: Tenant, filtros: Filtros): Response {
  const encoder = new TextEncoder()
  let marca: Marca | null = null
  // Before the answer begins, so that a bad filter is still refused.
  let rows = lista.after(tenant, filtros, marca, STEP)
  let head = `\uFEFF${line(NAMES)}`
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      controller.enqueue(
        encoder.encode(head + rows.map((row) => line(NAMES.map((name) => row[name]))).join('')),
      )
      head = ''
      if (rows.length < STEP) return controller.close()
      marca = readCursor(cursorOf(rows.at(-1)!))
      rows = lista.after(tenant, filtros, marca, STEP)
    },
  })
  return new Response(body, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="documentos.csv"',
    },
  })
}
