// Accounts: their plan, what they used of it, and the log of who did what in them.

import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { Accion } from '../../domain/auditoria'
import { NOMBRES_PLAN, type NombrePlan } from '../../domain/plan/planes'

/** An account: who is billed, and whose people work in all its companies. */
export const cuenta = sqliteTable('cuenta', {
  id: text('id').primaryKey(),
  nombre: text('nombre').notNull(),
  email: text('email').notNull(),
  plan: text('plan').notNull().$type<NombrePlan>().default('Empresa'),
  createdAt: text('created_at').notNull(),
  /** A smaller plan waits for the end of the period that is paid or running (http §22.4). */
  planSiguiente: text('plan_siguiente', { enum: NOMBRES_PLAN }),
  /** The Chile date from which it holds. */
  planCambiaEl: text('plan_cambia_el'),
  /** 1: whoever runs the server gave the plan by hand; the account does not raise it unpaid. */
  planFijado: integer('plan_fijado', { mode: 'boolean' }).notNull().default(false),
  /** 1: who of its people has no second factor can only turn one on. */
  segundoFactorExigido: integer('segundo_factor_exigido', { mode: 'boolean' }).notNull().default(false),
  /** 1: the whole of it moved into another server, and is only read here (areas/exportaciones §5). */
  mudada: integer('mudada', { mode: 'boolean' }).notNull().default(false),
})

/**
 * Units of the monthly quota of queries that were used. A period is a month of Chile, `YYYYMM`: a new one begins
 * with no row.
 */
export const cuotaConsulta = sqliteTable(
  'cuota_consulta',
  {
    cuentaId: text('cuenta_id')
      .notNull()
      .references(() => cuenta.id),
    periodo: text('periodo').notNull(),
    operacion: text('operacion').notNull(),
    usadas: integer('usadas').notNull(),
  },
  (c) => [primaryKey({ columns: [c.cuentaId, c.periodo, c.operacion] })],
)

/** Documents accepted in a month, of all companies of an account. */
export const cuotaEmision = sqliteTable(
  'cuota_emision',
  {
    cuentaId: text('cuenta_id')
      .notNull()
      .references(() => cuenta.id),
    periodo: text('periodo').notNull(),
    usadas: integer('usadas').notNull(),
  },
  (c) => [primaryKey({ columns: [c.cuentaId, c.periodo] })],
)

/**
 * Each row says what a person or key did, when and from where. `actor` is the e-mail or the key's name at
 * that time, so that a row outlives both.
 */
export const auditoria = sqliteTable(
  'auditoria',
  {
    id: text('id').primaryKey(),
    cuentaId: text('cuenta_id')
      .notNull()
      .references(() => cuenta.id),
    empresaId: text('empresa_id'),
    usuarioId: text('usuario_id'),
    apikeyId: text('apikey_id'),
    actor: text('actor').notNull(),
    ip: text('ip'),
    accion: text('accion').notNull().$type<Accion>(),
    objeto: text('objeto'),
    /** A JSON object. */
    detalle: text('detalle', { mode: 'json' }).notNull().$type<Record<string, unknown>>().default({}),
    createdAt: text('created_at').notNull(),
  },
  (a) => [
    index('auditoria_cuenta').on(a.cuentaId, a.createdAt, a.id),
    index('auditoria_fecha').on(a.createdAt),
  ],
)
