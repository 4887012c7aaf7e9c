// The catalogue of a company (areas/catalogo §1).

import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { empresa } from './empresa'

/** An item. `clave` is its code whatever the case, `precio` a decimal in `moneda`. */
export const producto = sqliteTable(
  'producto',
  {
    id: text('id').primaryKey(),
    empresaId: text('empresa_id')
      .notNull()
      .references(() => empresa.id),
    codigo: text('codigo').notNull(),
    clave: text('clave').notNull(),
    nombre: text('nombre').notNull(),
    descripcion: text('descripcion'),
    unidad: text('unidad'),
    precio: text('precio'),
    moneda: text('moneda', { enum: ['CLP', 'UF', 'UTM', 'USD', 'EUR'] }).notNull(),
    precioConIva: integer('precio_con_iva').notNull().$type<0 | 1>(),
    exento: integer('exento').notNull().$type<0 | 1>(),
    impuestoAdicional: integer('impuesto_adicional'),
    cuenta: text('cuenta'),
    centro: text('centro'),
    activo: integer('activo').notNull().$type<0 | 1>(),
    origen: text('origen', { enum: ['manual', 'csv', 'emitidos'] }).notNull(),
    /** The instant of the last document that took from it; empty while none has. */
    usadoEn: text('usado_en').notNull().default(''),
    /** Name, code and description as `foldText` writes them, a line each. */
    busqueda: text('busqueda').notNull(),
    createdAt: text('created_at').notNull(),
    eliminadoEn: text('eliminado_en'),
  },
  (p) => [
    uniqueIndex('producto_codigo').on(p.empresaId, p.clave).where(sql`${p.eliminadoEn} IS NULL`),
    index('producto_por_nombre').on(p.empresaId, p.busqueda, p.id).where(sql`${p.eliminadoEn} IS NULL`),
    index('producto_por_codigo')
      .on(p.empresaId, p.clave, p.id, p.busqueda)
      .where(sql`${p.eliminadoEn} IS NULL`),
    index('producto_por_uso')
      .on(p.empresaId, p.usadoEn, p.id, p.busqueda)
      .where(sql`${p.eliminadoEn} IS NULL`),
    index('producto_eliminado')
      .on(p.empresaId, p.busqueda, p.id, p.clave)
      .where(sql`${p.eliminadoEn} IS NOT NULL`),
  ],
)

/** The changes of an item, and their author; nobody's are the imports'. Of a price, what it was and what it became too. */
export const productoCambio = sqliteTable(
  'producto_cambio',
  {
    id: integer('id').primaryKey(),
    productoId: text('producto_id')
      .notNull()
      .references(() => producto.id),
    fecha: text('fecha').notNull(),
    usuario: text('usuario'),
    campos: text('campos').notNull(),
    precioAntes: text('precio_antes'),
    precioDespues: text('precio_despues'),
  },
  (c) => [
    index('producto_cambio_producto').on(c.productoId, c.id),
    index('producto_cambio_precio').on(c.productoId, c.id).where(sql`${c.precioDespues} IS NOT NULL`),
  ],
)
