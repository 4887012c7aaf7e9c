// The use cases around an item of the catalogue (areas/catalogo §1, §3).

import type { Clock } from '../../base/clock'
import type { NewId } from '../../base/id'
import { AppError, faultsError } from '../../domain/errors'
import {
  type CampoProducto,
  claveOf,
  type DatosProducto,
  PRODUCTO_VACIO,
  precioOf,
  productoFaults,
  searchedProducto,
  TEXTOS_PRODUCTO,
  textoProducto,
} from '../../domain/producto'
import { actorName } from '../../http/audit'
import type { Tenant } from '../../http/tenant'
import type { Store } from '../../store/store'
import type { CambiosProducto, NuevoProducto } from './producto.schema'
import { type ProductoRow, prepareCatalogo } from './statements'

/** A field of an item that changed. */
interface CambioDeCampo {
  campo: CampoProducto | 'eliminado'
  antes: string | number | boolean | null
  despues: string | number | boolean | null
}

/** An item's data by its row. */
export const datosOf = (row: ProductoRow): DatosProducto => ({
  codigo: row.codigo,
  nombre: row.nombre,
  descripcion: row.descripcion,
  unidad: row.unidad,
  precio: row.precio,
  moneda: row.moneda,
  precio_con_iva: row.precio_con_iva === 1,
  exento: row.exento === 1,
  impuesto_adicional: row.impuesto_adicional,
  cuenta: row.cuenta,
  centro: row.centro,
  activo: row.activo === 1,
})

const columnsOf = (datos: DatosProducto) => ({
  ...datos,
  clave: claveOf(datos.codigo),
  precio_con_iva: datos.precio_con_iva ? (1 as const) : (0 as const),
  exento: datos.exento ? (1 as const) : (0 as const),
  activo: datos.activo ? (1 as const) : (0 as const),
  busqueda: searchedProducto(datos),
})

/** The fields that are present, as they are kept. */
function fieldsOf(body: CambiosProducto): Partial<DatosProducto> {
  const fields: Record<string, unknown> = {}
  for (const [campo, value] of Object.entries(body)) {
    if (value === undefined) continue
    if (campo in TEXTOS_PRODUCTO) fields[campo] = textoProducto(value as string | null)
    else if (campo === 'precio') fields.precio = value === null ? null : precioOf(value as string)
    else fields[campo] = value
  }
  return fields
}

/** The fields in which two differ. */
const differences = (before: DatosProducto, after: DatosProducto): CambioDeCampo[] =>
  (Object.keys(after) as CampoProducto[]).flatMap((campo) =>
    before[campo] === after[campo] ? [] : [{ campo, antes: before[campo], despues: after[campo] }],
  )

type Precio = Pick<DatosProducto, 'precio' | 'moneda' | 'precio_con_iva'>

const DE_PRECIO: readonly CambioDeCampo['campo'][] = ['precio', 'moneda', 'precio_con_iva']
const priceOf = ({ precio, moneda, precio_con_iva }: Precio): string =>
  JSON.stringify({ precio, moneda, precio_con_iva })

export type Productos = ReturnType<typeof createProductos>

export function createProductos({ store, clock, newId }: { store: Store; clock: Clock; newId: NewId }) {
  const sql = prepareCatalogo(store.client)

  function get(empresaId: string, id: string): ProductoRow {
    const found = sql.find.get(empresaId, id)
    if (!found) throw new AppError('NOT_FOUND', 'No existe el producto')
    return found
  }

  /** Throws ALREADY_EXISTS. */
  function requireFree(empresaId: string, codigo: string, id?: string): void {
    const other = sql.byClave.get(empresaId, claveOf(codigo))
    if (!other || other.id === id) return
    throw new AppError(
      'ALREADY_EXISTS',
      `Ya hay un producto con el código ${other.codigo}: ${other.nombre}`,
      {
        detalles: [{ id: other.id, codigo: other.codigo, nombre: other.nombre }],
      },
    )
  }

  function note(
    id: string,
    usuario: string | null,
    campos: CambioDeCampo[],
    prices: [string, string] | null,
  ) {
    const fecha = clock().toISOString()
    const [precio_antes, precio_despues] = prices ?? [null, null]
    sql.addChange.run({
      ...{ producto_id: id, fecha, usuario, campos: JSON.stringify(campos) },
      ...{ precio_antes, precio_despues },
    })
  }

  /** Puts checked data in the place of an item's, and keeps what changed; whether anything did. */
  function replace(row: ProductoRow, datos: DatosProducto, usuario: string | null): boolean {
    const before = datosOf(row)
    const campos = differences(before, datos)
    if (!campos.length) return false
    sql.update.run({ ...row, ...columnsOf(datos) })
    const priced = campos.some(({ campo }) => DE_PRECIO.includes(campo))
    note(row.id, usuario, campos, priced ? [priceOf(before), priceOf(datos)] : null)
    return true
  }

  function insert(empresa_id: string, datos: DatosProducto, origen: ProductoRow['origen']): string {
    const id = newId('prd')
    const created_at = clock().toISOString()
    sql.insert.run({
      ...{ id, empresa_id, origen, usado_en: '', created_at, eliminado_en: null },
      ...columnsOf(datos),
    })
    return id
  }

  return {
    /** Deleted ones too. Throws NOT_FOUND. */
    get,
    /** Newest first. */
    changes: (id: string, limit: number, offset: number) =>
      sql.changes.all(id, limit, offset).map(({ fecha, usuario, campos }) => ({
        fecha,
        usuario,
        campos: JSON.parse(campos) as CambioDeCampo[],
      })),
    countChanges: (id: string): number => sql.countChanges.get(id)!,
    /** Its changes of price, newest first. */
    prices: (id: string, limit: number, offset: number) =>
      sql.prices.all(id, limit, offset).map(({ fecha, usuario, precio_antes, precio_despues }) => ({
        fecha,
        usuario,
        antes: JSON.parse(precio_antes!) as Precio,
        despues: JSON.parse(precio_despues!) as Precio,
      })),
    countPrices: (id: string): number => sql.countPrices.get(id)!,

    /** Throws ALREADY_EXISTS with the other's id. */
    create({ empresaId }: Tenant, body: NuevoProducto): ProductoRow {
      const datos = { ...PRODUCTO_VACIO, ...fieldsOf(body) }
      requireFree(empresaId, datos.codigo)
      return get(empresaId, insert(empresaId, datos, 'manual'))
    },

    /** Changes the fields that are present. Throws as `create`, VALIDATION_ERROR, and INVALID_STATE of a deleted one. */
    change(tenant: Tenant, id: string, body: CambiosProducto): ProductoRow {
      const row = get(tenant.empresaId, id)
      if (row.eliminado_en !== null)
        throw new AppError('INVALID_STATE', 'El producto está eliminado; restáurelo primero')
      const datos = { ...datosOf(row), ...fieldsOf(body) }
      const faults = productoFaults(datos)
      if (faults.length) throw faultsError(faults)
      requireFree(tenant.empresaId, datos.codigo, id)
      replace(row, datos, actorName(store.db, tenant))
      return get(tenant.empresaId, id)
    },

    /** Its history stays, and the documents that took from it. Throws INVALID_STATE when it is deleted already. */
    remove(tenant: Tenant, id: string): ProductoRow {
      const row = get(tenant.empresaId, id)
      if (row.eliminado_en !== null) throw new AppError('INVALID_STATE', 'El producto ya está eliminado')
      sql.setEliminado.run(clock().toISOString(), id)
      note(id, actorName(store.db, tenant), [{ campo: 'eliminado', antes: false, despues: true }], null)
      return row
    },

    /** Throws INVALID_STATE when it lives, ALREADY_EXISTS when another one has its code by now. */
    restore(tenant: Tenant, id: string): ProductoRow {
      const row = get(tenant.empresaId, id)
      if (row.eliminado_en === null) throw new AppError('INVALID_STATE', 'El producto no está eliminado')
      requireFree(tenant.empresaId, row.codigo)
      sql.setEliminado.run(null, id)
      note(id, actorName(store.db, tenant), [{ campo: 'eliminado', antes: true, despues: false }], null)
      return get(tenant.empresaId, id)
    },
  }
}
