// The customer book, and what was billed to whom (areas/clientes §1, §3).

import { sql } from 'drizzle-orm'
import { blob, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { Ambiente } from '../../domain/ambiente'
import type { CampoCliente, DatosCliente } from '../../domain/cliente'
import type { TipoDte } from '../../domain/dte/tipos'
import { empresa } from './empresa'
import { job } from './job'

/** A customer. `numId` tells foreigners apart, who share one RUT; it is empty of anybody else. */
export const cliente = sqliteTable(
  'cliente',
  {
    id: text('id').primaryKey(),
    empresaId: text('empresa_id')
      .notNull()
      .references(() => empresa.id),
    rut: text('rut').notNull(),
    numId: text('num_id').notNull().default(''),
    nacionalidad: text('nacionalidad'),
    tipoDocId: integer('tipo_doc_id'),
    razonSocial: text('razon_social').notNull(),
    giro: text('giro'),
    direccion: text('direccion'),
    comuna: text('comuna'),
    ciudad: text('ciudad'),
    email: text('email'),
    telefono: text('telefono'),
    contacto: text('contacto'),
    emailIntercambio: text('email_intercambio'),
    formaPagoDefecto: integer('forma_pago_defecto'),
    notas: text('notas'),
    origen: text('origen', { enum: ['csv', 'emitidos', 'manual', 'rcv'] }).notNull(),
    /** Name, RUT, number abroad, giro and e-mail as `foldText` writes them, a line each; the order of the list too. */
    busqueda: text('busqueda').notNull(),
    createdAt: text('created_at').notNull(),
    eliminadoEn: text('eliminado_en'),
  },
  (c) => [
    uniqueIndex('cliente_rut').on(c.empresaId, c.rut, c.numId).where(sql`${c.eliminadoEn} IS NULL`),
    index('cliente_busqueda').on(c.empresaId, c.busqueda, c.id).where(sql`${c.eliminadoEn} IS NULL`),
    index('cliente_rut_eliminado').on(c.empresaId, c.rut, c.numId).where(sql`${c.eliminadoEn} IS NOT NULL`),
    index('cliente_eliminado').on(c.empresaId, c.busqueda, c.id).where(sql`${c.eliminadoEn} IS NOT NULL`),
  ],
)

/** A field of a customer that changed, by its name in the API. */
export interface CambioDeCampo {
  campo: CampoCliente | 'eliminado'
  antes: ValorDeCampo
  despues: ValorDeCampo
}
type ValorDeCampo = DatosCliente[keyof DatosCliente] | boolean

/** The changes of a customer, and their author; nobody's are the imports'. */
export const clienteCambio = sqliteTable(
  'cliente_cambio',
  {
    id: integer('id').primaryKey(),
    clienteId: text('cliente_id')
      .notNull()
      .references(() => cliente.id),
    fecha: text('fecha').notNull(),
    usuario: text('usuario'),
    campos: text('campos', { mode: 'json' }).notNull().$type<CambioDeCampo[]>(),
  },
  (c) => [index('cliente_cambio_cliente').on(c.clienteId, c.id)],
)

/** An import under way, and how far it is. */
export const clienteImportacion = sqliteTable('cliente_importacion', {
  jobId: text('job_id')
    .primaryKey()
    .references(() => job.id, { onDelete: 'cascade' }),
  hechos: integer('hechos').notNull().default(0),
  creados: integer('creados').notNull().default(0),
  actualizados: integer('actualizados').notNull().default(0),
  omitidos: integer('omitidos').notNull().default(0),
  /** The line of its file that it has come to, or the RUT. */
  posicion: text('posicion').notNull().default(''),
  /** The job that reads a month of the register for it. */
  espera: text('espera'),
})

/** The file of an import as it came: apart, since the row beside it is written anew with each piece. */
export const clienteArchivo = sqliteTable('cliente_archivo', {
  jobId: text('job_id')
    .primaryKey()
    .references(() => clienteImportacion.jobId, { onDelete: 'cascade' }),
  archivoCifrado: blob('archivo_cifrado', { mode: 'buffer' }).notNull(),
})

/** The fault of a line of its file. */
export const clienteImportacionError = sqliteTable(
  'cliente_importacion_error',
  {
    jobId: text('job_id')
      .notNull()
      .references(() => clienteImportacion.jobId, { onDelete: 'cascade' }),
    numero: integer('numero').notNull(),
    linea: integer('linea'),
    mensaje: text('mensaje').notNull(),
  },
  (e) => [primaryKey({ columns: [e.jobId, e.numero] })],
)

/**
 * The sum billed to each receiver, customer or not, in pesos with taxes: triggers keep it in the transaction
 * of the document (areas/clientes §3). `clienteId` is the living customer, if there is one, and `busqueda`
 * what a search of it looks at.
 */
export const clienteSuma = sqliteTable(
  'cliente_suma',
  {
    empresaId: text('empresa_id').notNull(),
    ambiente: text('ambiente').notNull().$type<Ambiente>(),
    rut: text('rut').notNull(),
    numId: text('num_id').notNull(),
    clienteId: text('cliente_id'),
    total: integer('total').notNull(),
    documentos: integer('documentos').notNull(),
    ultimoId: text('ultimo_id'),
    ultimoFecha: text('ultimo_fecha'),
    ultimoCreado: text('ultimo_creado'),
    ultimoTipo: integer('ultimo_tipo').$type<TipoDte>(),
    ultimoFolio: integer('ultimo_folio'),
    busqueda: text('busqueda'),
  },
  (s) => [
    primaryKey({ columns: [s.empresaId, s.ambiente, s.rut, s.numId] }),
    index('cliente_suma_total')
      .on(s.empresaId, s.ambiente, s.total, s.clienteId, s.busqueda)
      .where(sql`${s.clienteId} IS NOT NULL`),
    index('cliente_suma_ultimo')
      .on(s.empresaId, s.ambiente, s.ultimoFecha, s.ultimoCreado, s.clienteId, s.busqueda)
      .where(sql`${s.clienteId} IS NOT NULL`),
  ],
)

/** A place for one text of what it does that a document counts from now on, or no longer: empty but for the moment. */
export const clienteSumaMovida = sqliteTable('cliente_suma_movida', {
  documentoId: text('documento_id').notNull(),
  veces: integer('veces').notNull().$type<1 | -1>(),
})
