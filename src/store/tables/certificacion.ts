// Certification (areas/certificacion): the road of a company at the SII, and each run of its sets, which are never forgotten.

import { sql } from 'drizzle-orm'
import { blob, index, integer, sqliteTable, text, unique, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { empresa } from './empresa'
import { job } from './job'

/** One row a road: of one alcance and environment a company has one that is open. */
export const certificacion = sqliteTable(
  'certificacion',
  {
    id: text('id').primaryKey(),
    empresaId: text('empresa_id')
      .notNull()
      .references(() => empresa.id),
    ambiente: text('ambiente', { enum: ['certificacion', 'simulacion'] }).notNull(),
    alcance: text('alcance', { enum: ['boleta', 'factura'] }).notNull(),
    estado: text('estado', {
      enum: [
        'abandonada',
        'autorizada',
        'declaracion',
        'intercambio',
        'muestras',
        'preparacion',
        'set',
        'simulacion',
      ],
    }).notNull(),
    /** Since when it stands there. */
    estadoAt: text('estado_at').notNull(),
    createdAt: text('created_at').notNull(),
    /** The day of the declaration, as a person read it. */
    declaradaFecha: text('declarada_fecha'),
    /** JSON: the resolution of production, as a person read it. */
    resolucion: text('resolucion'),
    /** Where it stood when a good verdict was taken back; null of one that goes its way. */
    vuelta: text('vuelta', { enum: ['declaracion', 'intercambio', 'muestras', 'simulacion'] }),
  },
  (c) => [
    uniqueIndex('certificacion_abierta')
      .on(c.empresaId, c.ambiente, c.alcance)
      .where(sql`${c.estado} NOT IN ('autorizada', 'abandonada')`),
    index('certificacion_empresa').on(c.empresaId, c.ambiente, c.createdAt, c.id),
  ],
)

/** A text that the SII handed out; a later one makes it void. */
export const certificacionRonda = sqliteTable(
  'certificacion_ronda',
  {
    id: text('id').primaryKey(),
    certificacionId: text('certificacion_id')
      .notNull()
      .references(() => certificacion.id),
    numero: integer('numero').notNull(),
    /** The SHA-256 of its bytes. */
    huella: text('huella').notNull(),
    nombre: text('nombre').notNull(),
    textoCifrado: blob('texto_cifrado', { mode: 'buffer' }).notNull(),
    createdAt: text('created_at').notNull(),
    /** When the company was told that its two months come to their end. */
    plazoAt: text('plazo_at'),
  },
  (r) => [unique().on(r.certificacionId, r.numero), unique().on(r.certificacionId, r.huella)],
)

/** A section of that text, and the simulación of the round, which has none. */
export const certificacionSet = sqliteTable(
  'certificacion_set',
  {
    id: text('id').primaryKey(),
    rondaId: text('ronda_id')
      .notNull()
      .references(() => certificacionRonda.id),
    clase: text('clase', {
      enum: [
        'basico',
        'boleta',
        'compra',
        'exenta',
        'exportacion_1',
        'exportacion_2',
        'guia',
        'libro_compras',
        'libro_compras_exentos',
        'libro_guias',
        'libro_ventas',
        'liquidacion',
        'simulacion',
      ],
    }).notNull(),
    nombre: text('nombre').notNull(),
    /** The SII's number of attention; null of a boleta's text, which has none. */
    atencion: text('atencion'),
    /** JSON of `AjustesSet`: what a person answered. */
    ajustes: text('ajustes').notNull().default('{}'),
  },
  (s) => [unique().on(s.rondaId, s.clase)],
)

/** One run of a set: an envelope of documents, or a book. */
export const certificacionIntento = sqliteTable(
  'certificacion_intento',
  {
    id: text('id').primaryKey(),
    setId: text('set_id')
      .notNull()
      .references(() => certificacionSet.id),
    numero: integer('numero').notNull(),
    estado: text('estado', {
      enum: ['conforme', 'declarado', 'emitiendo', 'enviado', 'rechazado', 'validado'],
    }).notNull(),
    /** The envelope of its documents; null of a book. */
    envioId: text('envio_id'),
    /** The job that sends a book; null of documents. */
    jobId: text('job_id').references(() => job.id, { onDelete: 'set null' }),
    folioNotificacion: integer('folio_notificacion'),
    /** The requests as they were issued, with the expected totals. */
    solicitudesCifradas: blob('solicitudes_cifradas', { mode: 'buffer' }),
    /** JSON: `[{caso, id, tipo_dte, folio}]`. */
    documentos: text('documentos').notNull(),
    trackId: text('track_id'),
    codigoSii: text('codigo_sii'),
    glosa: text('glosa'),
    /** JSON: why the SII refused it, by document. */
    razones: text('razones').notNull().default('[]'),
    createdAt: text('created_at').notNull(),
    enviadoAt: text('enviado_at'),
    validadoAt: text('validado_at'),
    declaradoAt: text('declarado_at'),
    /** The day that was typed at the SII. */
    declaradoFecha: text('declarado_fecha'),
    veredicto: text('veredicto', { enum: ['SOK', 'SRH'] }),
    veredictoGlosa: text('veredicto_glosa'),
    veredictoAt: text('veredicto_at'),
    veredictoOrigen: text('veredicto_origen', { enum: ['correo', 'persona'] }),
  },
  (i) => [
    unique().on(i.setId, i.numero),
    uniqueIndex('certificacion_intento_vivo').on(i.setId).where(sql`${i.estado} <> 'rechazado'`),
    uniqueIndex('certificacion_intento_envio').on(i.envioId).where(sql`${i.envioId} IS NOT NULL`),
    index('certificacion_intento_job').on(i.jobId).where(sql`${i.jobId} IS NOT NULL`),
  ],
)

/** The signed book of a run, frozen before it travels. */
export const certificacionLibro = sqliteTable('certificacion_libro', {
  intentoId: text('intento_id')
    .primaryKey()
    .references(() => certificacionIntento.id),
  xmlCifrado: blob('xml_cifrado', { mode: 'buffer' }).notNull(),
  /** The signer. */
  rutEnvia: text('rut_envia').notNull(),
  /** From here on the SII may have it. */
  intentadoAt: text('intentado_at'),
})

/** Further files of the road: the exchange's, and the mail of a verdict. */
export const certificacionArchivo = sqliteTable(
  'certificacion_archivo',
  {
    id: text('id').primaryKey(),
    certificacionId: text('certificacion_id')
      .notNull()
      .references(() => certificacion.id),
    /** The run that it tells of; null of others. */
    intentoId: text('intento_id').references(() => certificacionIntento.id),
    clase: text('clase', { enum: ['correo', 'intercambio', 'respuesta'] }).notNull(),
    nombre: text('nombre').notNull(),
    bytesCifrados: blob('bytes_cifrados', { mode: 'buffer' }).notNull(),
    createdAt: text('created_at').notNull(),
    /** SHA-256; null of a file kept before it was written down. */
    huella: text('huella'),
  },
  (a) => [index('certificacion_archivo_de').on(a.certificacionId, a.createdAt, a.id)],
)
