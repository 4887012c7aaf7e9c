// Answers between taxpayers: those of the company about what it received, and those that came about what it issued (areas/recibidos/intercambio §1).

import { sql } from 'drizzle-orm'
import {
  blob,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core'
import { AMBIENTES } from '../../domain/ambiente'
import { documento } from './documento'
import { empresa } from './empresa'
import { job } from './job'
import { recibido, recibidoArchivo } from './recibido'

const dueno = {
  empresaId: text('empresa_id')
    .notNull()
    .references(() => empresa.id),
  ambiente: text('ambiente', { enum: AMBIENTES }).notNull(),
}

/**
 * An answer of the company. `numero` is its own number, `codigoEnvio` that of the file it answers: the number of the first answer to it.
 * `codigo`: what is said, by the codes of its class; null in a receipt.
 */
export const respuesta = sqliteTable(
  'respuesta',
  {
    id: text('id').primaryKey(),
    ...dueno,
    numero: integer('numero').notNull(),
    archivoId: text('archivo_id')
      .notNull()
      .references(() => recibidoArchivo.id),
    codigoEnvio: integer('codigo_envio').notNull(),
    tipo: text('tipo', { enum: ['recepcion', 'recibo', 'resultado'] }).notNull(),
    codigo: integer('codigo'),
    glosa: text('glosa').notNull().default(''),
    recinto: text('recinto').notNull().default(''),
    /** The issuer who is answered. */
    rutEmisor: text('rut_emisor').notNull(),
    origen: text('origen', { enum: ['persona', 'automatica'] }).notNull(),
    destinatario: text('destinatario'),
    estado: text('estado', { enum: ['armada', 'enviada', 'fallida'] })
      .notNull()
      .default('armada'),
    sinSalida: text('sin_salida', { enum: ['no_pedida', 'sin_correo', 'sin_direccion'] }),
    /** The job that signs and mails it; another one where it is to leave after all. */
    jobId: text('job_id')
      .notNull()
      .unique()
      .references(() => job.id),
    error: text('error'),
    creadaEn: text('creada_en').notNull(),
    firmadaEn: text('firmada_en'),
    enviadaEn: text('enviada_en'),
  },
  (r) => [
    unique().on(r.empresaId, r.ambiente, r.numero),
    index('respuesta_orden').on(r.empresaId, r.ambiente, r.creadaEn, r.id),
    index('respuesta_archivo_de').on(r.archivoId),
    uniqueIndex('respuesta_automatica').on(r.archivoId).where(sql`${r.origen} = 'automatica'`),
  ],
)

/** Its signed bytes, never changed once there. */
export const respuestaXml = sqliteTable('respuesta_xml', {
  respuestaId: text('respuesta_id')
    .primaryKey()
    .references(() => respuesta.id),
  xmlCifrado: blob('xml_cifrado', { mode: 'buffer' }).notNull(),
})

/** Which documents an answer is about, and what it says of each. */
export const respuestaDocumento = sqliteTable(
  'respuesta_documento',
  {
    respuestaId: text('respuesta_id')
      .notNull()
      .references(() => respuesta.id),
    recibidoId: text('recibido_id')
      .notNull()
      .references(() => recibido.id),
    codigo: integer('codigo'),
    glosa: text('glosa').notNull(),
  },
  (r) => [
    primaryKey({ columns: [r.respuestaId, r.recibidoId] }),
    index('respuesta_documento_recibido').on(r.recibidoId),
  ],
)

/**
 * A file of answers of others, or of the SII, as it came; the same bytes are one row. `hechas`: statements written so far of one whose writing
 * has not ended; null once it has.
 */
export const respuestaArchivo = sqliteTable(
  'respuesta_archivo',
  {
    id: text('id').primaryKey(),
    ...dueno,
    huella: text('huella').notNull(),
    nombre: text('nombre').notNull(),
    origen: text('origen', { enum: ['archivo', 'correo'] }).notNull(),
    mensajeId: text('mensaje_id'),
    recibidaEn: text('recibida_en').notNull(),
    bytesCifrados: blob('bytes_cifrados', { mode: 'buffer' }).notNull(),
    hechas: integer('hechas'),
  },
  (a) => [unique().on(a.empresaId, a.ambiente, a.huella)],
)

/**
 * The part of such a file about one document; `clase` sii is the SII's mail. `documentoId` null, or a
 * `motivo`: it is held against none. `firmadaEn`: when it says that it was signed; null where it says none.
 */
export const respuestaRecibida = sqliteTable(
  'respuesta_recibida',
  {
    id: text('id').primaryKey(),
    ...dueno,
    archivoId: text('archivo_id')
      .notNull()
      .references(() => respuestaArchivo.id),
    clase: text('clase', { enum: ['recepcion', 'resultado', 'recibo', 'sii'] }).notNull(),
    documentoId: text('documento_id').references(() => documento.id),
    tipoDte: integer('tipo_dte'),
    folio: integer('folio'),
    rutResponde: text('rut_responde').notNull(),
    codigo: integer('codigo'),
    glosa: text('glosa').notNull(),
    recinto: text('recinto').notNull(),
    firma: text('firma', { enum: ['ausente', 'certificado_vencido', 'invalida', 'valida'] }).notNull(),
    rutFirmante: text('rut_firmante'),
    motivo: text('motivo', {
      enum: [
        'codigo_desconocido',
        'contradice_al_sii',
        'documento_desconocido',
        'ningun_documento',
        'otro_emisor',
        'otro_receptor',
        'otros_datos',
        'track_id_desconocido',
      ],
    }),
    recibidaEn: text('recibida_en').notNull(),
    firmadaEn: text('firmada_en'),
  },
  (r) => [
    index('respuesta_recibida_documento').on(r.documentoId, r.id).where(sql`${r.documentoId} IS NOT NULL`),
    index('respuesta_recibida_orden').on(r.empresaId, r.ambiente, r.recibidaEn, r.id),
    index('respuesta_recibida_archivo').on(r.archivoId),
  ],
)
