// Archives of an account that an owner asked for (areas/exportaciones).

import { index, sqliteTable, text } from 'drizzle-orm/sqlite-core'
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
    usuarioId: text('usuario_id').notNull(),
    createdAt: text('created_at').notNull(),
    venceAt: text('vence_at').notNull(),
  },
  (e) => [
    index('exportacion_cuenta').on(e.cuentaId, e.createdAt, e.id),
    index('exportacion_vence').on(e.venceAt),
  ],
)
