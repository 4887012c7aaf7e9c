// The database about itself: what was applied to it, and facts of its own.

import { sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** A migration that was applied, and the SHA-256 of its text. */
export const migracion = sqliteTable('migracion', {
  nombre: text('nombre').primaryKey(),
  aplicadaAt: text('aplicada_at').notNull(),
  sha256: text('sha256').notNull(),
})

/**
 * Facts of this database itself: `clave_maestra` holds a known text under the master key, so that a wrong key is
 * noticed. `copiada_por`, in a backup alone, is the program that made it.
 */
export const meta = sqliteTable('meta', {
  clave: text('clave').primaryKey(),
  valor: text('valor').notNull(),
})
