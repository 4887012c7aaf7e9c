// The post office of the simulated SII (src/simulator/correo). Times are milliseconds of its own clock.

import { blob, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/**
 * A letter in the box of one address; for two it has two rows. `id` is its UID. `dueno` '' where nobody told it; `de` and `para` are of
 * the envelope, in small letters. `mensaje` is what came, sealed; `bytes` its length.
 */
export const simCorreo = sqliteTable(
  'sim_correo',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    dueno: text('dueno').notNull(),
    de: text('de').notNull(),
    para: text('para').notNull(),
    asunto: text('asunto').notNull(),
    messageId: text('message_id'),
    recibidoAt: integer('recibido_at').notNull(),
    bytes: integer('bytes').notNull(),
    mensaje: blob('mensaje', { mode: 'buffer' }).notNull(),
  },
  (c) => [
    index('sim_correo_para').on(c.dueno, c.para, c.id),
    index('sim_correo_de').on(c.dueno, c.de, c.id),
    index('sim_correo_recibido').on(c.recibidoAt),
  ],
)
