// The answers to a repeated Idempotency-Key (http §9).

import { sql } from 'drizzle-orm'
import { blob, index, integer, sqliteTable, text, unique } from 'drizzle-orm/sqlite-core'
import { cuenta } from './cuenta'
import { empresa } from './empresa'

/**
 * Answers kept for an Idempotency-Key, also on routes of an account that has no company yet. Exactly one of the two
 * scopes. `vence_at` null: for ever (emission).
 */
export const idempotencia = sqliteTable(
  'idempotencia',
  {
    empresaId: text('empresa_id').references(() => empresa.id),
    cuentaId: text('cuenta_id').references(() => cuenta.id),
    ambito: text('ambito')
      .notNull()
      .generatedAlwaysAs(sql`coalesce(empresa_id, cuenta_id)`, { mode: 'stored' }),
    ruta: text('ruta').notNull(),
    clave: text('clave').notNull(),
    cuerpoSha256: text('cuerpo_sha256').notNull(),
    status: integer('status').notNull(),
    respuestaCifrada: blob('respuesta_cifrada', { mode: 'buffer' }).notNull(),
    createdAt: text('created_at').notNull(),
    venceAt: text('vence_at'),
  },
  (i) => [
    unique().on(i.ambito, i.ruta, i.clave),
    index('idempotencia_vence').on(i.venceAt).where(sql`${i.venceAt} IS NOT NULL`),
  ],
)
