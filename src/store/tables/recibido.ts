// Documents received from others, and the files that they came in (http §28).

import { sql } from 'drizzle-orm'
import { blob, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { AMBIENTES } from '../../domain/ambiente'
import { empresa } from './empresa'

const dueno = {
  empresaId: text('empresa_id')
    .notNull()
    .references(() => empresa.id),
  ambiente: text('ambiente', { enum: AMBIENTES }).notNull(),
}

/**
 * A file as it came; one of a mail is its attachment. `sobre`: what names its envelope, as JSON, null in a file of lone documents.
 * `informe`: what is odd about it, which holds for each of its documents.
 */
export const recibidoArchivo = sqliteTable(
  'recibido_archivo',
  {
    id: text('id').primaryKey(),
    ...dueno,
    nombre: text('nombre').notNull(),
    origen: text('origen', { enum: ['archivo', 'correo'] }).notNull(),
    /** The mail that brought it. */
    mensajeId: text('mensaje_id'),
    /** Where that mail wants to be answered. */
    responderA: text('responder_a'),
    recibidoEn: text('recibido_en').notNull(),
    huella: text('huella').notNull(),
    sobre: text('sobre', { mode: 'json' }),
    informe: text('informe', { mode: 'json' }).notNull(),
    bytesCifrados: blob('bytes_cifrados', { mode: 'buffer' }).notNull(),
  },
  (a) => [
    index('recibido_archivo_huella').on(a.empresaId, a.ambiente, a.huella),
    index('recibido_archivo_mensaje').on(a.mensajeId).where(sql`${a.mensajeId} IS NOT NULL`),
  ],
)

/**
 * One received document. Two of one issuer, type and folio with other bytes are both kept, in `conflicto`: `primeroEn` and
 * `primeroId`, of the first of them, keep them together in lists.
 */
export const recibido = sqliteTable(
  'recibido',
  {
    id: text('id').primaryKey(),
    ...dueno,
    archivoId: text('archivo_id')
      .notNull()
      .references(() => recibidoArchivo.id),
    rutEmisor: text('rut_emisor').notNull(),
    tipoDte: integer('tipo_dte').notNull(),
    folio: integer('folio').notNull(),
    /** SHA-256 of its text. */
    huella: text('huella').notNull(),
    /** The digest in its signature; '' without one. */
    digest: text('digest').notNull(),
    razonSocialEmisor: text('razon_social_emisor').notNull(),
    fechaEmision: text('fecha_emision').notNull(),
    montoNeto: integer('monto_neto').notNull(),
    montoExento: integer('monto_exento').notNull(),
    montoIva: integer('monto_iva').notNull(),
    montoTotal: integer('monto_total').notNull(),
    formaPago: integer('forma_pago').$type<1 | 2 | 3>(),
    origen: text('origen', { enum: ['archivo', 'correo'] }).notNull(),
    recibidoEn: text('recibido_en').notNull(),
    firma: text('firma', { enum: ['ausente', 'certificado_vencido', 'invalida', 'valida'] }).notNull(),
    timbre: text('timbre', { enum: ['ausente', 'autoridad_desconocida', 'invalido', 'valido'] }).notNull(),
    montos: text('montos', { enum: ['correctos', 'incorrectos', 'sin_revisar'] }).notNull(),
    informe: text('informe', { mode: 'json' }).notNull(),
    cesiones: text('cesiones', { mode: 'json' }).notNull(),
    busqueda: text('busqueda').notNull(),
    primeroEn: text('primero_en').notNull(),
    primeroId: text('primero_id').notNull(),
    conflicto: integer('conflicto').notNull().$type<0 | 1>().default(0),
  },
  (r) => [
    uniqueIndex('recibido_unico').on(r.empresaId, r.ambiente, r.rutEmisor, r.tipoDte, r.folio, r.huella),
    index('recibido_orden').on(r.empresaId, r.ambiente, r.primeroEn, r.primeroId, r.conflicto, r.id),
    index('recibido_fecha').on(r.empresaId, r.ambiente, r.fechaEmision, r.id),
    index('recibido_archivo_de').on(r.archivoId),
    index('recibido_conflicto')
      .on(r.empresaId, r.ambiente, r.rutEmisor, r.tipoDte, r.folio)
      .where(sql`${r.conflicto} = 1`),
  ],
)

/** The printed and shown data of one beyond its row, sealed. */
export const recibidoContenido = sqliteTable('recibido_contenido', {
  recibidoId: text('recibido_id')
    .primaryKey()
    .references(() => recibido.id, { onDelete: 'cascade' }),
  contenidoCifrado: blob('contenido_cifrado', { mode: 'buffer' }).notNull(),
})

/** The files that told of a cession of a document after it came. */
export const recibidoCesion = sqliteTable(
  'recibido_cesion',
  {
    recibidoId: text('recibido_id')
      .notNull()
      .references(() => recibido.id, { onDelete: 'cascade' }),
    archivoId: text('archivo_id')
      .notNull()
      .references(() => recibidoArchivo.id),
  },
  (r) => [
    primaryKey({ columns: [r.recibidoId, r.archivoId] }),
    index('recibido_cesion_archivo').on(r.archivoId),
  ],
)

/** The PDF that came in the same mail, sealed; of a long one the last piece, behind `partes` others. */
export const recibidoPdf = sqliteTable('recibido_pdf', {
  recibidoId: text('recibido_id')
    .primaryKey()
    .references(() => recibido.id, { onDelete: 'cascade' }),
  nombre: text('nombre').notNull(),
  pdfCifrado: blob('pdf_cifrado', { mode: 'buffer' }).notNull(),
  partes: integer('partes').notNull().default(0),
})

/** A piece of a long one, sealed by itself. */
export const recibidoPdfParte = sqliteTable(
  'recibido_pdf_parte',
  {
    recibidoId: text('recibido_id')
      .notNull()
      .references(() => recibido.id, { onDelete: 'cascade' }),
    parte: integer('parte').notNull(),
    pdfCifrado: blob('pdf_cifrado', { mode: 'buffer' }).notNull(),
  },
  (p) => [primaryKey({ columns: [p.recibidoId, p.parte] })],
)

/** The references of a received document: by them a note finds its invoice. */
export const recibidoReferencia = sqliteTable(
  'recibido_referencia',
  {
    recibidoId: text('recibido_id')
      .notNull()
      .references(() => recibido.id, { onDelete: 'cascade' }),
    linea: integer('linea').notNull(),
    tipo: text('tipo').notNull(),
    folio: text('folio').notNull(),
    rutOtro: text('rut_otro'),
    codigo: integer('codigo'),
  },
  (r) => [primaryKey({ columns: [r.recibidoId, r.linea] })],
)
