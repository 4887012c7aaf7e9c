// The payments of accounts.

import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { NOMBRES_PLAN, type NombrePlan } from '../../domain/plan/planes'
import { CICLOS, type Ciclo } from '../../domain/plan/precios'
import { cuenta } from './cuenta'

/** The paid period of an account: one row, moved on by every payment. Dates are Chile's, both inclusive. */
export const suscripcion = sqliteTable('suscripcion', {
  cuentaId: text('cuenta_id')
    .primaryKey()
    .references(() => cuenta.id),
  plan: text('plan', { enum: NOMBRES_PLAN }).notNull(),
  ciclo: text('ciclo', { enum: CICLOS }).notNull(),
  periodoInicio: text('periodo_inicio').notNull(),
  periodoFin: text('periodo_fin').notNull(),
  monto: integer('monto').notNull(),
  /** 0: it ends with its period. */
  renovacion: integer('renovacion', { mode: 'boolean' }).notNull(),
  terminadaAt: text('terminada_at'),
})

/** An intention to pay. Its amount is fixed here; what is paid must be that. */
export const checkout = sqliteTable(
  'checkout',
  {
    id: text('id').primaryKey(),
    cuentaId: text('cuenta_id')
      .notNull()
      .references(() => cuenta.id),
    plan: text('plan', { enum: NOMBRES_PLAN }).notNull(),
    ciclo: text('ciclo', { enum: CICLOS }).notNull(),
    monto: integer('monto').notNull(),
    proveedor: text('proveedor', { enum: ['manual', 'flow'] }).notNull(),
    estado: text('estado', { enum: ['abierto', 'pagado', 'vencido', 'anulado', 'rechazado'] }).notNull(),
    url: text('url'),
    /** By which the gateway names it. */
    token: text('token').unique(),
    expiraEn: text('expira_en').notNull(),
    createdAt: text('created_at').notNull(),
  },
  (c) => [
    uniqueIndex('checkout_abierto').on(c.cuentaId).where(sql`${c.estado} = 'abierto'`),
    index('checkout_por_consultar').on(c.proveedor, c.createdAt).where(sql`${c.estado} <> 'pagado'`),
  ],
)

/** Money that arrived. A checkout is charged once; what cannot be matched waits for a person as `por_revisar`. */
export const cobro = sqliteTable(
  'cobro',
  {
    id: text('id').primaryKey(),
    cuentaId: text('cuenta_id')
      .notNull()
      .references(() => cuenta.id),
    checkoutId: text('checkout_id')
      .notNull()
      .unique()
      .references(() => checkout.id),
    plan: text('plan').notNull().$type<NombrePlan>(),
    ciclo: text('ciclo').notNull().$type<Ciclo>(),
    monto: integer('monto').notNull(),
    estado: text('estado', { enum: ['pagado', 'por_revisar'] }).notNull(),
    motivo: text('motivo'),
    proveedor: text('proveedor', { enum: ['manual', 'flow'] }).notNull(),
    /** The gateway's own number of the payment. */
    referencia: text('referencia'),
    periodoInicio: text('periodo_inicio'),
    periodoFin: text('periodo_fin'),
    createdAt: text('created_at').notNull(),
  },
  (c) => [index('cobro_cuenta').on(c.cuentaId, sql`${c.createdAt} DESC`, c.id)],
)
