// The catalogue as CSV (areas/catalogo §4).

import type { Celda } from '../../base/csv'
import { csvResponse } from '../../http/csv'
import type { Buscado, Lista } from './lista'
import { productoToJson } from './producto-json'
import type { ProductoRow } from './statements'

/** The columns of a file of items that a person writes. */
export const COLUMNAS_CSV = [
  'codigo',
  'nombre',
  'descripcion',
  'unidad',
  'precio',
  'moneda',
  'precio_con_iva',
  'exento',
  'impuesto_adicional',
  'cuenta',
  'centro',
  'activo',
] as const

/** Extra columns of our own files, which are not read. */
export const SOLO_SALIDA = ['id', 'origen', 'usado_en', 'created_at', 'eliminado_en'] as const

// Rows of one step: the event loop has its turn after each.
const STEP = 500

const cellOf = (value: unknown): Celda =>
  typeof value === 'boolean' ? (value ? 'si' : 'no') : (value as Celda)

/** Those found, by name. */
export function csvCatalogo(lista: Lista, empresaId: string, buscado: Buscado): Response {
  const names = [...COLUMNAS_CSV, ...SOLO_SALIDA]
  let last: ProductoRow | undefined
  let ended = false
  return csvResponse('catalogo.csv', names, () => {
    if (ended) return []
    const filas = lista.after(empresaId, buscado, last, STEP)
    last = filas.at(-1)
    ended = filas.length < STEP
    return filas.map((fila): Celda[] => {
      const row: Record<string, unknown> = productoToJson(fila)
      return names.map((name) => cellOf(row[name] ?? null))
    })
  })
}
