// An item of the catalogue as an answer shows it (areas/catalogo §1).

import type { ProductoJson } from './producto.schema'
import { datosOf } from './productos'
import type { ProductoRow } from './statements'

export function productoToJson(row: ProductoRow): ProductoJson {
  const { id, origen, usado_en, created_at, eliminado_en } = row
  return { id, ...datosOf(row), origen, usado_en: usado_en || null, created_at, eliminado_en }
}
