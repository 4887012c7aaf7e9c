// Drafts of documents (areas/borradores §1).

import { sql } from 'drizzle-orm'
import { blob, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { Ambiente } from '../../domain/ambiente'
import { empresa } from './empresa'
import { serie } from './serie'

/** A request that waits for a person. `contenidoCifrado`: JSON of it and of its judgement when it was written. */
export const borrador = sqliteTable(
  'borrador',
  {
    id: text('id').primaryKey(),
    empresaId: text('empresa_id')
      .notNull()
      .references(() => empresa.id),
    ambiente: text('ambiente').notNull().$type<Ambiente>(),
    origen: text('origen', { enum: ['manual', 'duplicado', 'serie', 'mcp'] }).notNull(),
    serieId: text('serie_id').references(() => serie.id),
    estado: text('estado', { enum: ['abierto', 'emitido', 'descartado'] }).notNull(),
    version: integer('version').notNull(),
    /** Receiver and reference as `foldText` writes them. */
    busqueda: text('busqueda').notNull(),
    /** The e-mail or the key's name of whoever wrote it last. */
    autor: text('autor').notNull(),
    /** The emission that it became. */
    jobId: text('job_id'),
    createdAt: text('created_at').notNull(),
    updatedAt: text('updated_at').notNull(),
    contenidoCifrado: blob('contenido_cifrado', { mode: 'buffer' }).notNull(),
  },
  (b) => [
    index('borrador_lista').on(b.empresaId, b.ambiente, b.updatedAt, b.id, b.estado, b.origen),
    index('borrador_abierto').on(b.empresaId, b.ambiente).where(sql`${b.estado} = 'abierto'`),
    index('borrador_viejo').on(b.updatedAt),
    uniqueIndex('borrador_emision').on(b.jobId).where(sql`${b.jobId} IS NOT NULL`),
    index('borrador_serie').on(b.serieId, b.updatedAt, b.id).where(sql`${b.serieId} IS NOT NULL`),
  ],
)
