// The customer book as CSV, which the import reads again (areas/clientes §4).

import type { Celda } from '../../base/csv'
import type { Titular } from '../../domain/titular'
import { csvResponse } from '../../http/csv'
import type { Filtros } from './buscado'
import { clienteToJson } from './cliente-json'
import type { Lista } from './lista'
import type { Fila } from './walk'

/** The columns of a file of customers that a person writes. */
export const COLUMNAS_CSV = [
  'rut',
  'razon_social',
  'giro',
  'direccion',
  'comuna',
  'ciudad',
  'email',
  'telefono',
  'contacto',
  'email_intercambio',
  'forma_pago_defecto',
  'num_id',
  'nacionalidad',
  'tipo_doc_id',
  'notas',
] as const

/** Extra columns of our own files, which are not read. */
export const SOLO_SALIDA = [
  'id',
  'origen',
  'created_at',
  'eliminado_en',
  'total_facturado',
  'num_documentos',
  'ultimo_tipo_dte',
  'ultimo_folio',
  'ultimo_fecha',
  'metricas_al',
] as const

// Rows of one step: the event loop has its turn after each.
const STEP = 500

/** Those found, by name. */
export function csvClientes(lista: Lista, tenant: Titular, filtros: Filtros, al: Date | null): Response {
  const names = [...COLUMNAS_CSV, ...(al ? SOLO_SALIDA : SOLO_SALIDA.slice(0, 4))]
  let last: Fila | undefined
  let ended = false
  return csvResponse('clientes.csv', names, () => {
    if (ended) return []
    const filas = lista.after(tenant, filtros, last, STEP)
    last = filas.at(-1)
    ended = filas.length < STEP
    return filas.map((fila): Celda[] => {
      const { extranjero, ultimo_dte, ...row } = clienteToJson(fila, al)
      const cells: Record<string, unknown> = {
        ...row,
        ...extranjero,
        ultimo_tipo_dte: ultimo_dte?.tipo_dte,
        ultimo_folio: ultimo_dte?.folio,
        ultimo_fecha: ultimo_dte?.fecha,
      }
      return names.map((name) => (cells[name] ?? null) as Celda)
    })
  })
}
