// The public address of a document.

import { blob, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { documento } from './documento'

/**
 * The public address of a document, made when it is first shown. It is found by its hash and kept sealed: who reads
 * the database opens no document with it.
 */
export const documentoPublico = sqliteTable('documento_publico', {
  documentoId: text('documento_id')
    .primaryKey()
    .references(() => documento.id),
  claveSha256: blob('clave_sha256', { mode: 'buffer' }).notNull().unique(),
  claveCifrada: blob('clave_cifrada', { mode: 'buffer' }).notNull(),
})
