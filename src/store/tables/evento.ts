// Events of a company. Times in milliseconds since 1970, UTC.

import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { Ambiente } from '../../domain/ambiente'
import type { TipoEvento } from '../../domain/eventos'
import { empresa } from './empresa'

/**
 * The number of a company's last event, which is the id of its frame on the stream. Every event is counted; only
 * those that somebody wants have a row in `evento`.
 */
export const eventoNumero = sqliteTable('evento_numero', {
  empresaId: text('empresa_id')
    .primaryKey()
    .references(() => empresa.id),
  ultimo: integer('ultimo').notNull(),
})

/**
 * An event as told: `cuerpo` is the exact body of the webhook and the data of the stream. `ambiente` null: of the
 * company in all of them.
 */
export const evento = sqliteTable(
  'evento',
  {
    id: text('id').primaryKey(),
    empresaId: text('empresa_id')
      .notNull()
      .references(() => empresa.id),
    ambiente: text('ambiente').$type<Ambiente>(),
    numero: integer('numero').notNull(),
    evento: text('evento').notNull().$type<TipoEvento>(),
    cuerpo: text('cuerpo').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (e) => [uniqueIndex('evento_orden').on(e.empresaId, e.numero), index('evento_fecha').on(e.createdAt)],
)

/** The notices given once and not to be given again: that a certificate has fifteen days left. */
export const eventoAviso = sqliteTable(
  'evento_aviso',
  {
    empresaId: text('empresa_id')
      .notNull()
      .references(() => empresa.id),
    clave: text('clave').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (e) => [primaryKey({ columns: [e.empresaId, e.clave] })],
)
