// The statements of the catalogue (areas/catalogo §1 to §3; src §3.15).

import type { Database } from 'better-sqlite3'
import { prepareInsert } from '../../store/statements'
import { producto, productoCambio } from '../../store/tables/producto'
import type { Row } from '../../store/tables/row'

export type ProductoRow = Row<typeof producto>
type CambioRow = Row<typeof productoCambio>

/** The orders of a list: index, and columns behind the company. */
const ORDEN = {
  nombre: ['producto_por_nombre', 'busqueda', 'ASC'],
  '-nombre': ['producto_por_nombre', 'busqueda', 'DESC'],
  codigo: ['producto_por_codigo', 'clave', 'ASC'],
  '-codigo': ['producto_por_codigo', 'clave', 'DESC'],
  usado: ['producto_por_uso', 'usado_en', 'ASC'],
  '-usado': ['producto_por_uso', 'usado_en', 'DESC'],
} as const
export type Orden = keyof typeof ORDEN

/** Which items a list shows: `q` a pattern of the folded column, `clave` a code; null is all. */
export interface Filtro {
  empresa_id: string
  q: string | null
  clave: string | null
}

const SOUGHT = '(@q IS NULL OR busqueda GLOB @q) AND (@clave IS NULL OR clave = @clave)'
const living = 'empresa_id = @empresa_id AND eliminado_en IS NULL'
const gone = 'empresa_id = @empresa_id AND eliminado_en IS NOT NULL'

export function prepareCatalogo(client: Database) {
  const listed = (lives: boolean, orden: Orden) => {
    const [index, column, way] = ORDEN[orden]
    return client
      .prepare<[Filtro & { limit: number; offset: number }], string>(
        `SELECT id FROM producto INDEXED BY ${lives ? index : 'producto_eliminado'} WHERE ${lives ? living : gone} AND ${SOUGHT}
         ORDER BY ${column} ${way}, id ${way} LIMIT @limit OFFSET @offset`,
      )
      .pluck()
  }
  const all = (lives: boolean) =>
    Object.fromEntries(
      (Object.keys(ORDEN) as Orden[]).map((orden) => [orden, listed(lives, orden)]),
    ) as Record<Orden, ReturnType<typeof listed>>
  const counted = (where: string, index: string) =>
    client
      .prepare<[Filtro], number>(
        `SELECT count(*) FROM producto INDEXED BY ${index} WHERE ${where} AND ${SOUGHT}`,
      )
      .pluck()
  return {
    find: client.prepare<[empresaId: string, id: string], ProductoRow>(
      'SELECT * FROM producto WHERE empresa_id = ? AND id = ?',
    ),
    byClave: client.prepare<[empresaId: string, clave: string], ProductoRow>(
      'SELECT * FROM producto WHERE empresa_id = ? AND clave = ? AND eliminado_en IS NULL',
    ),
    /** By ids, in any order. */
    rows: client.prepare<[ids: string], ProductoRow>(
      'SELECT * FROM producto WHERE id IN (SELECT value FROM json_each(?))',
    ),
    insert: prepareInsert(client, producto),
    update: client.prepare<[ProductoRow]>(
      `UPDATE producto SET codigo = @codigo, clave = @clave, nombre = @nombre, descripcion = @descripcion, unidad = @unidad,
         precio = @precio, moneda = @moneda, precio_con_iva = @precio_con_iva, exento = @exento,
         impuesto_adicional = @impuesto_adicional, cuenta = @cuenta, centro = @centro, activo = @activo, busqueda = @busqueda
       WHERE id = @id`,
    ),
    setEliminado: client.prepare<[eliminadoEn: string | null, id: string]>(
      'UPDATE producto SET eliminado_en = ? WHERE id = ?',
    ),
    living: all(true),
    gone: all(false),
    countLiving: counted(living, 'producto_por_nombre'),
    countGone: counted(gone, 'producto_eliminado'),
    /** The living behind one by name, the first where that is empty. */
    after: client.prepare<[Filtro & { busqueda: string; id: string; limit: number }], ProductoRow>(
      `SELECT * FROM producto INDEXED BY producto_por_nombre WHERE ${living} AND ${SOUGHT} AND (busqueda, id) > (@busqueda, @id)
       ORDER BY busqueda, id LIMIT @limit`,
    ),
    afterGone: client.prepare<[Filtro & { busqueda: string; id: string; limit: number }], ProductoRow>(
      `SELECT * FROM producto INDEXED BY producto_eliminado WHERE ${gone} AND ${SOUGHT} AND (busqueda, id) > (@busqueda, @id)
       ORDER BY busqueda, id LIMIT @limit`,
    ),
    addChange: prepareInsert(client, productoCambio, ['id']),
    changes: client.prepare<[productoId: string, limit: number, offset: number], CambioRow>(
      'SELECT * FROM producto_cambio WHERE producto_id = ? ORDER BY id DESC LIMIT ? OFFSET ?',
    ),
    countChanges: client
      .prepare<[productoId: string], number>('SELECT count(*) FROM producto_cambio WHERE producto_id = ?')
      .pluck(),
    prices: client.prepare<[productoId: string, limit: number, offset: number], CambioRow>(
      `SELECT * FROM producto_cambio WHERE producto_id = ? AND precio_despues IS NOT NULL ORDER BY id DESC LIMIT ? OFFSET ?`,
    ),
    countPrices: client
      .prepare<[productoId: string], number>(
        'SELECT count(*) FROM producto_cambio WHERE producto_id = ? AND precio_despues IS NOT NULL',
      )
      .pluck(),
  }
}
