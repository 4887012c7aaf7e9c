// All documents found, for programs and spreadsheets that want more than a page: where a list goes on, and the list as CSV.

import { isDate } from '../../domain/fecha'
import { csvResponse } from '../../http/csv'
import { cursorOf, readPlace } from '../../http/cursor'
import type { Tenant } from '../../http/tenant'
import type { Hits } from '../dte'
import type { Filtros } from './filtros'
import { COLUMNAS, type Lista, type Marca, type Renglon } from './lista'

export const placeOf = ({ id, fila: { fecha_emision, created_at } }: Renglon): string =>
  cursorOf([fecha_emision, created_at, id])

/** Throws INVALID_PARAMETER. */
export const readCursor = (text: string): Marca | null =>
  readPlace(text, ([fecha, createdAt, id, ...more]) =>
    fecha && isDate(fecha) && createdAt && id && !more.length ? { fecha, createdAt, id } : null,
  )

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
    marca = readCursor(placeOf(rows.at(-1)!))
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
