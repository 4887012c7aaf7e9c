// Endpoints that are told events, and every try. Times in milliseconds since 1970, UTC.

import { sql } from 'drizzle-orm'
import { blob, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { AMBIENTES } from '../../domain/ambiente'
import type { TipoEvento } from '../../domain/eventos'
import { empresa } from './empresa'
import { evento } from './evento'
import { job } from './job'

/**
 * A URL that is told events of one company in one environment. `eventos`: JSON list of kinds, empty for all.
 * `motivo_inactivo`: why the server switched it off; null when a person did. `fallando_desde`: the first failure
 * since the last success. A deleted one keeps its row while its deliveries do, without its secrets.
 */
export const webhook = sqliteTable(
  'webhook',
  {
    id: text('id').primaryKey(),
    empresaId: text('empresa_id')
      .notNull()
      .references(() => empresa.id),
    ambiente: text('ambiente', { enum: AMBIENTES }).notNull(),
    url: text('url').notNull(),
    eventos: text('eventos', { mode: 'json' }).notNull().$type<TipoEvento[]>(),
    descripcion: text('descripcion'),
    activo: integer('activo', { mode: 'boolean' }).notNull(),
    motivoInactivo: text('motivo_inactivo'),
    fallandoDesde: integer('fallando_desde'),
    secretoCifrado: blob('secreto_cifrado', { mode: 'buffer' }),
    /** The one before the last rotation: it signs too until `anterior_hasta`. */
    anteriorCifrado: blob('anterior_cifrado', { mode: 'buffer' }),
    anteriorHasta: integer('anterior_hasta'),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
    deletedAt: integer('deleted_at'),
  },
  (w) => [index('webhook_empresa').on(w.empresaId).where(sql`${w.deletedAt} IS NULL`)],
)

/**
 * One event on its way to one endpoint; its job carries the same id and its state. `vez` above 1: sent again by
 * hand.
 */
export const webhookEntrega = sqliteTable(
  'webhook_entrega',
  {
    id: text('id')
      .primaryKey()
      .references(() => job.id),
    webhookId: text('webhook_id')
      .notNull()
      .references(() => webhook.id),
    eventoId: text('evento_id')
      .notNull()
      .references(() => evento.id),
    vez: integer('vez').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (w) => [
    uniqueIndex('webhook_entrega_evento').on(w.eventoId, w.webhookId, w.vez),
    index('webhook_entrega_webhook').on(w.webhookId, w.createdAt),
    index('webhook_entrega_fecha').on(w.createdAt),
  ],
)

/** One try of a delivery: what was sent beside the event's body, and what came back, its body cut. */
export const webhookIntento = sqliteTable(
  'webhook_intento',
  {
    entregaId: text('entrega_id')
      .notNull()
      .references(() => webhookEntrega.id),
    numero: integer('numero').notNull(),
    at: integer('at').notNull(),
    duracionMs: integer('duracion_ms').notNull(),
    url: text('url').notNull(),
    encabezados: text('encabezados').notNull(),
    status: integer('status'),
    respuesta: text('respuesta'),
    error: text('error'),
  },
  (w) => [primaryKey({ columns: [w.entregaId, w.numero] })],
)
