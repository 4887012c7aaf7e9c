// A company's paper.

import {
  blob,
  foreignKey,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  unique,
} from 'drizzle-orm/sqlite-core'
import type { TipoDte } from '../../domain/dte/tipos'
import { empresa } from './empresa'

/** Versions of a company's paper (http §22.2). A version never changes: another look is another version. */
export const plantilla = sqliteTable(
  'plantilla',
  {
    id: text('id').primaryKey(),
    empresaId: text('empresa_id')
      .notNull()
      .references(() => empresa.id),
    version: integer('version').notNull(),
    nombre: text('nombre').notNull(),
    formato: text('formato', { enum: ['carta', '80mm', '57mm'] }).notNull(),
    /** Document types it may be activated for, as JSON. */
    tiposDte: text('tipos_dte', { mode: 'json' }).notNull().$type<TipoDte[]>(),
    /** As it was sent. */
    config: text('config', { mode: 'json' }).notNull().$type<object>(),
    /** The name of whoever made it, as it was then. */
    creadaPor: text('creada_por').notNull(),
    createdAt: text('created_at').notNull(),
  },
  (p) => [unique().on(p.empresaId, p.version), unique().on(p.id, p.empresaId, p.formato)],
)

/** The last version number a company gave: a deleted version's number is not given again. */
export const plantillaNumero = sqliteTable('plantilla_numero', {
  empresaId: text('empresa_id')
    .primaryKey()
    .references(() => empresa.id),
  ultimo: integer('ultimo').notNull(),
})

/**
 * The version with which each type is printed on each paper; without a row, the ordinary one. The reference makes
 * it one of the same company and paper, and keeps an active one from being deleted.
 */
export const plantillaActiva = sqliteTable(
  'plantilla_activa',
  {
    empresaId: text('empresa_id').notNull(),
    formato: text('formato', { enum: ['carta', '80mm', '57mm'] }).notNull(),
    tipoDte: integer('tipo_dte').notNull().$type<TipoDte>(),
    plantillaId: text('plantilla_id').notNull(),
  },
  (p) => [
    primaryKey({ columns: [p.empresaId, p.formato, p.tipoDte] }),
    foreignKey({
      columns: [p.plantillaId, p.empresaId, p.formato],
      foreignColumns: [plantilla.id, plantilla.empresaId, plantilla.formato],
    }),
    index('plantilla_activa_plantilla').on(p.plantillaId),
  ],
)

/**
 * A company's logo: the file as it came, and beside it the image as printed, prepared once so that printing never
 * has to.
 */
export const logo = sqliteTable('logo', {
  empresaId: text('empresa_id')
    .primaryKey()
    .references(() => empresa.id),
  tipo: text('tipo', { enum: ['image/png', 'image/jpeg'] }).notNull(),
  ancho: integer('ancho').notNull(),
  alto: integer('alto').notNull(),
  createdAt: text('created_at').notNull(),
  impresoAncho: integer('impreso_ancho').notNull(),
  impresoAlto: integer('impreso_alto').notNull(),
  impresoDict: text('impreso_dict').notNull(),
  impreso: blob('impreso', { mode: 'buffer' }).notNull(),
  archivo: blob('archivo', { mode: 'buffer' }).notNull(),
})
