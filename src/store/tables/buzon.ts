// The mailboxes of companies, and what came of the messages in them (areas/recibidos/buzon §1). Times are ISO 8601 in UTC.

import { sql } from 'drizzle-orm'
import {
  blob,
  foreignKey,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core'
import { AMBIENTES, type Ambiente } from '../../domain/ambiente'
import { empresa } from './empresa'

/**
 * A company's box in an environment. `simulador` has nothing of a server. Off from `apagadoEn` on. `validez` is the folder's UIDVALIDITY
 * when it was last read, `revisadoEn` when all of its numbers were last gone through; `error` is the last fault, in Spanish.
 */
export const buzon = sqliteTable(
  'buzon',
  {
    empresaId: text('empresa_id')
      .notNull()
      .references(() => empresa.id),
    ambiente: text('ambiente', { enum: AMBIENTES }).notNull(),
    tipo: text('tipo', { enum: ['imap', 'simulador'] }).notNull(),
    host: text('host'),
    puerto: integer('puerto'),
    seguridad: text('seguridad', { enum: ['tls', 'starttls'] }),
    usuario: text('usuario'),
    claveCifrada: blob('clave_cifrada', { mode: 'buffer' }),
    carpeta: text('carpeta').notNull(),
    desde: text('desde'),
    despues: text('despues', { enum: ['marcar', 'mover', 'nada'] }).notNull(),
    carpetaProcesados: text('carpeta_procesados'),
    guardadoEn: text('guardado_en').notNull(),
    apagadoEn: text('apagado_en'),
    apagadoPor: text('apagado_por'),
    validez: text('validez'),
    leidoEn: text('leido_en'),
    revisadoEn: text('revisado_en'),
    error: text('error'),
  },
  (b) => [primaryKey({ columns: [b.empresaId, b.ambiente] })],
)

/** A message and what came of it. `ignorados` is JSON: names and reasons. `bytes` is its length. */
export const mensaje = sqliteTable(
  'mensaje',
  {
    id: text('id').primaryKey(),
    empresaId: text('empresa_id')
      .notNull()
      .references(() => empresa.id),
    ambiente: text('ambiente', { enum: AMBIENTES }).notNull(),
    huella: text('huella').notNull(),
    messageId: text('message_id'),
    de: text('de'),
    responderA: text('responder_a'),
    asunto: text('asunto').notNull(),
    fecha: text('fecha'),
    recibidoEn: text('recibido_en').notNull(),
    leidoEn: text('leido_en').notNull(),
    bytes: integer('bytes').notNull(),
    resultado: text('resultado', {
      enum: ['documentos', 'ignorado', 'leyendo', 'otro_rut', 'repetido', 'respuestas'],
    }).notNull(),
    documentos: integer('documentos').notNull().default(0),
    repetidos: integer('repetidos').notNull().default(0),
    respuestas: integer('respuestas').notNull().default(0),
    ajenos: integer('ajenos').notNull().default(0),
    ignorados: text('ignorados').notNull().default('[]'),
  },
  (m) => [
    uniqueIndex('mensaje_unico').on(m.empresaId, m.ambiente, m.huella),
    index('mensaje_orden').on(m.empresaId, m.ambiente, m.id),
  ],
)

/** A number of the folder that was dealt with: by which message, `repetido` 1 where that had come before, and by which
 * job; null where no letter was found. `porMarcar` 1: the server was not yet told. */
export const buzonVisto = sqliteTable(
  'buzon_visto',
  {
    empresaId: text('empresa_id').notNull(),
    ambiente: text('ambiente').notNull().$type<Ambiente>(),
    uid: integer('uid').notNull(),
    mensajeId: text('mensaje_id').references(() => mensaje.id),
    jobId: text('job_id').notNull(),
    repetido: integer('repetido').notNull().$type<0 | 1>(),
    porMarcar: integer('por_marcar').notNull().$type<0 | 1>(),
  },
  (v) => [
    primaryKey({ columns: [v.empresaId, v.ambiente, v.uid] }),
    foreignKey({
      columns: [v.empresaId, v.ambiente],
      foreignColumns: [buzon.empresaId, buzon.ambiente],
    }).onDelete('cascade'),
    index('buzon_visto_job').on(v.jobId),
    index('buzon_visto_por_marcar').on(v.empresaId, v.ambiente, v.uid).where(sql`${v.porMarcar} = 1`),
  ],
)
