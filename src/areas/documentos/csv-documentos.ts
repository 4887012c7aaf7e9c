// All documents found, for programs and spreadsheets that want more than a page: where a list goes on, and the list as CSV.

import { invalidParameter } from '../../domain/errors'
import { isDate } from '../../domain/fecha'
import { csvResponse } from '../../http/csv'
import type { Tenant } from '../../http/tenant'
import type { Hits } from '../dte'
import type { Filtros } from './filtros'
import { COLUMNAS, type Lista, type Marca, type Renglon } from './lista'

/** The place of a row in the default order, as clients hand it back. */
export const cursorOf = ({ id, fila: { fecha_emision, created_at } }: Renglon): string =>
  Buffer.from([fecha_emision, created_at, id].join('|')).toString('base64url')

/** Null for the beginning of the list. Throws INVALID_PARAMETER. */
export function readCursor(text: string): Marca | null {
  if (text === '') return null
  const [fecha, createdAt, id, ...more] = Buffer.from(text, 'base64url').toString().split('|')
  if (fecha && isDate(fecha) && createdAt && id && !more.length) return { fecha, createdAt, id }
  throw invalidParameter('cursor', 'formato', 'Debe ser el que entregó la página anterior')
}

// Rows of one step: the event loop has its turn after each.
const STEP = 500

const NAMES = [...(Object.keys(COLUMNAS) as (keyof typeof COLUMNAS)[]), 'estado_acuse' as const]

/** The documents found, newest first, so many at a time. */
export function* stepsOf(
  lista: Lista,
  tenant: Tenant,
  filtros: Filtros,
  hits: Hits | undefined,
): Generator<Renglon[], void, undefined> {
  let marca: Marca | null = null
  for (;;) {
    const rows = lista.after(tenant, filtros, marca, STEP, hits)
    yield rows
    if (rows.length < STEP) return
    marca = readCursor(cursorOf(rows.at(-1)!))
  }
}

/** The documents found as CSV. */
export function csvDocumentos(
  lista: Lista,
  tenant: Tenant,
  filtros: Filtros,
  hits: Hits | undefined,
): Response {
  const steps = stepsOf(lista, tenant, filtros, hits)
  return csvResponse('documentos.csv', NAMES, () =>
    (steps.next().value ?? []).map(({ fila }) => NAMES.map((name) => fila[name])),
  )
}
