// Purchases from abroad, card statements and rates of exchange (areas/compras-internacionales).

import { sql } from 'drizzle-orm'
import { blob, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { AMBIENTES } from '../../domain/ambiente'
import { cuenta } from './cuenta'
import { empresa } from './empresa'
import { job } from './job'

/**
 * A purchase as it was proposed, corrected and classified. What is confirmed, on its way or issued is no state of its own row: it
 * follows from `confirmado` and from the document of `emision_job_id`.
 */
export const compraInt = sqliteTable(
  'compra_int',
  {
    id: text('id').primaryKey(),
    empresaId: text('empresa_id')
      .notNull()
      .references(() => empresa.id),
    ambiente: text('ambiente', { enum: AMBIENTES }).notNull(),
    estado: text('estado', { enum: ['extrayendo', 'extraida', 'sin_extraer', 'descartada'] }).notNull(),
    /** Which reader made the proposal; null while none has. */
    metodo: text('metodo'),
    paginas: integer('paginas'),
    /** Why nothing was read, Spanish. */
    motivo: text('motivo'),
    archivoNombre: text('archivo_nombre'),
    archivoSha256: text('archivo_sha256'),
    /** JSON of `PropuestaCompra`. */
    propuesta: text('propuesta').notNull(),
    /** JSON of `CampoDudoso[]`. */
    dudosos: text('dudosos').notNull(),
    /** JSON of a rate that no table gave: typed by a person, or of a card statement. */
    conversion: text('conversion'),
    naturaleza: text('naturaleza', { enum: ['bien_importado', 'indeterminado', 'servicio'] }).notNull(),
    prestadorResidente: integer('prestador_residente').$type<0 | 1>(),
    ivaChilenoCobrado: integer('iva_chileno_cobrado').$type<0 | 1>(),
    afectoImpuestoAdicional: integer('afecto_impuesto_adicional').$type<0 | 1>(),
    confirmado: integer('confirmado').notNull().$type<0 | 1>(),
    /** JSON of what keeps it from being issued, written with whatever changes it. */
    bloqueos: text('bloqueos').notNull(),
    /** The proposal as it is looked for: folded names, the date, and what makes two purchases one. */
    busqueda: text('busqueda').notNull(),
    fecha: text('fecha'),
    claveNombre: text('clave_nombre'),
    claveTaxId: text('clave_tax_id'),
    /** Its last emission, and the rate that it went out with. */
    emisionJobId: text('emision_job_id')
      .unique()
      .references(() => job.id, { onDelete: 'set null' }),
    emisionConversion: text('emision_conversion'),
    /** The row of a card statement that it was made of. */
    estadoCuentaId: text('estado_cuenta_id').references(() => estadoCuenta.id),
    fila: integer('fila'),
    createdAt: text('created_at').notNull(),
    updatedAt: text('updated_at').notNull(),
  },
  (c) => [
    index('compra_int_lista').on(c.empresaId, c.ambiente, c.createdAt, c.id),
    index('compra_int_nombre').on(c.empresaId, c.ambiente, c.claveNombre),
    index('compra_int_tax_id').on(c.empresaId, c.ambiente, c.claveTaxId),
    uniqueIndex('compra_int_fila')
      .on(c.estadoCuentaId, c.fila)
      .where(sql`${c.estadoCuentaId} IS NOT NULL AND ${c.estado} <> 'descartada'`),
  ],
)

/** The file of a purchase, as it came. */
export const compraIntArchivo = sqliteTable('compra_int_archivo', {
  compraId: text('compra_id')
    .primaryKey()
    .references(() => compraInt.id),
  archivoCifrado: blob('archivo_cifrado', { mode: 'buffer' }).notNull(),
})

/** A card statement: its file until it has been read, its movements from then on. */
export const estadoCuenta = sqliteTable(
  'estado_cuenta',
  {
    id: text('id').primaryKey(),
    empresaId: text('empresa_id')
      .notNull()
      .references(() => empresa.id),
    ambiente: text('ambiente', { enum: AMBIENTES }).notNull(),
    estado: text('estado', { enum: ['extrayendo', 'extraido', 'sin_extraer'] }).notNull(),
    archivoNombre: text('archivo_nombre').notNull(),
    archivoSha256: text('archivo_sha256').notNull(),
    formato: text('formato'),
    /** The last four digits of the card. */
    tarjeta: text('tarjeta'),
    motivo: text('motivo'),
    filas: integer('filas').notNull(),
    /** Null once it has been read: it holds the number of the card. */
    archivoCifrado: blob('archivo_cifrado', { mode: 'buffer' }),
    /** JSON of the movements and of the lines that could not be read. */
    filasCifradas: blob('filas_cifradas', { mode: 'buffer' }),
    createdAt: text('created_at').notNull(),
  },
  (e) => [index('estado_cuenta_lista').on(e.empresaId, e.ambiente, e.createdAt, e.id)],
)

/** Pesos for one unit of a currency on a day: an account's own, or the server's where `cuenta_id` is null. */
export const tipoCambio = sqliteTable(
  'tipo_cambio',
  {
    cuentaId: text('cuenta_id').references(() => cuenta.id),
    /** ISO 4217. */
    moneda: text('moneda').notNull(),
    fecha: text('fecha').notNull(),
    /** A decimal. */
    valor: text('valor').notNull(),
    fuente: text('fuente', { enum: ['tabla', 'servidor', 'bcentral'] }).notNull(),
    createdAt: text('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('tipo_cambio_cuenta').on(t.cuentaId, t.moneda, t.fecha).where(sql`${t.cuentaId} IS NOT NULL`),
    uniqueIndex('tipo_cambio_servidor').on(t.moneda, t.fecha, t.fuente).where(sql`${t.cuentaId} IS NULL`),
  ],
)
