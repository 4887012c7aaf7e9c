// Archives of an account that an owner asked for (areas/exportaciones).

import { blob, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { cuenta } from './cuenta'

export const exportacion = sqliteTable(
  'exportacion',
  {
    id: text('id').primaryKey(),
    cuentaId: text('cuenta_id')
      .notNull()
      .references(() => cuenta.id),
    /** Empty: the whole account. */
    empresas: text('empresas', { mode: 'json' }).notNull().$type<string[]>(),
    /** Null: whoever runs the server. */
    usuarioId: text('usuario_id'),
    createdAt: text('created_at').notNull(),
    /** Null: a move, whose archive stays to be fetched. */
    venceAt: text('vence_at'),
    mudanza: integer('mudanza', { mode: 'boolean' }).notNull().default(false),
    /** The salt of a move's phrase, in hexadecimal, and the key that came of both, sealed. */
    sal: text('sal'),
    claveCifrada: blob('clave_cifrada', { mode: 'buffer' }),
  },
  (e) => [
    index('exportacion_cuenta').on(e.cuentaId, e.createdAt, e.id),
    index('exportacion_vence').on(e.venceAt),
  ],
)
