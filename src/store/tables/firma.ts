// The board of a firm (areas/firma §1): what each company has to be done, as its areas last answered.

import { sql } from 'drizzle-orm'
import { foreignKey, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { AMBIENTES, type Ambiente } from '../../domain/ambiente'
import { FACETAS } from '../../domain/firma/facetas'
import { empresa } from './empresa'
import { usuario } from './usuario'

/**
 * A company in an environment that it has been in. `marca`: bit 1, triggers say that something changed since its facets were read; bit 2, they
 * are being read. From `vale_hasta` on time alone has changed more than they tell.
 */
export const empresaTablero = sqliteTable(
  'empresa_tablero',
  {
    empresaId: text('empresa_id')
      .notNull()
      .references(() => empresa.id, { onDelete: 'cascade' }),
    ambiente: text('ambiente', { enum: AMBIENTES }).notNull(),
    marca: integer('marca').notNull().default(1),
    valeHasta: text('vale_hasta').notNull().default(''),
  },
  (t) => [
    primaryKey({ columns: [t.empresaId, t.ambiente] }),
    index('empresa_tablero_marcada').on(t.empresaId, t.ambiente).where(sql`${t.marca} > 0`),
    index('empresa_tablero_vence').on(t.valeHasta),
  ],
)

/** A facet, as JSON; `periodo` empty where no month matters. Instants stand in it, and are judged when it is read. */
export const empresaFaceta = sqliteTable(
  'empresa_faceta',
  {
    empresaId: text('empresa_id').notNull(),
    ambiente: text('ambiente').notNull().$type<Ambiente>(),
    periodo: text('periodo').notNull(),
    faceta: text('faceta', { enum: FACETAS }).notNull(),
    datos: text('datos').notNull(),
  },
  (f) => [
    primaryKey({ columns: [f.empresaId, f.ambiente, f.periodo, f.faceta] }),
    foreignKey({
      columns: [f.empresaId, f.ambiente],
      foreignColumns: [empresaTablero.empresaId, empresaTablero.ambiente],
    }).onDelete('cascade'),
  ],
)

/** The person of the account who sees to a company, by which words it is found, and the day on which its F29 is due. */
export const empresaCartera = sqliteTable(
  'empresa_cartera',
  {
    empresaId: text('empresa_id')
      .primaryKey()
      .references(() => empresa.id, { onDelete: 'cascade' }),
    responsableId: text('responsable_id').references(() => usuario.id, { onDelete: 'set null' }),
    etiquetas: text('etiquetas', { mode: 'json' }).notNull().$type<string[]>().default([]),
    f29: text('f29', { enum: ['12', '20'] })
      .notNull()
      .default('20'),
  },
  (c) => [index('empresa_cartera_responsable').on(c.responsableId)],
)

/** A person's mark that the F29 of a month was filed, on a Chile date. */
export const f29Declarado = sqliteTable(
  'f29_declarado',
  {
    empresaId: text('empresa_id')
      .notNull()
      .references(() => empresa.id, { onDelete: 'cascade' }),
    ambiente: text('ambiente', { enum: AMBIENTES }).notNull(),
    periodo: text('periodo').notNull(),
    declaradoEl: text('declarado_el').notNull(),
  },
  (d) => [primaryKey({ columns: [d.empresaId, d.ambiente, d.periodo] })],
)

/** The address of a person's calendar, by the SHA-256 of its key: who has it reads names and dates as far as that person may. */
export const firmaCalendario = sqliteTable('firma_calendario', {
  usuarioId: text('usuario_id')
    .primaryKey()
    .references(() => usuario.id, { onDelete: 'cascade' }),
  hash: text('hash').notNull().unique(),
  createdAt: text('created_at').notNull(),
})

/** The daily mail that a person asked for about the firm. `ultimo`: the Chile date that was seen to last. */
export const firmaAviso = sqliteTable(
  'firma_aviso',
  {
    usuarioId: text('usuario_id')
      .primaryKey()
      .references(() => usuario.id, { onDelete: 'cascade' }),
    activo: integer('activo').notNull(),
    hora: text('hora').notNull(),
    dias: text('dias', { enum: ['habiles', 'todos'] }).notNull(),
    minima: text('minima', { enum: ['mal', 'aviso'] }).notNull(),
    ultimo: text('ultimo').notNull(),
    otraVez: integer('otra_vez'),
    falla: text('falla'),
    enviadoAt: text('enviado_at'),
  },
  (a) => [index('firma_aviso_activo').on(a.hora).where(sql`${a.activo} = 1`)],
)
