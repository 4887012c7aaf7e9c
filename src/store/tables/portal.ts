// Access to the SII's portal. An `ambito` is a world in which a credential is one: `sii` for certification and production together,
// `simulacion:<account>` for an account's simulated one. A `credencial` is a digest that tells nothing of its secret, or the person at one
// of the doors: `certificado 15432198-5` (sii §11.1).

import { blob, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { Ambiente } from '../../domain/ambiente'
import type { MotivoBloqueo } from '../../domain/portal'
import { cuenta } from './cuenta'
import { empresa } from './empresa'

/** The clave tributaria that a company has for one of the two worlds. */
export const portalClave = sqliteTable(
  'portal_clave',
  {
    empresaId: text('empresa_id')
      .notNull()
      .references(() => empresa.id),
    mundo: text('mundo', { enum: ['sii', 'simulacion'] }).notNull(),
    rut: text('rut').notNull(),
    credencial: text('credencial').notNull(),
    claveCifrada: blob('clave_cifrada', { mode: 'buffer' }).notNull(),
    cargadaEn: text('cargada_en').notNull(),
    cargadaPor: text('cargada_por'),
  },
  (c) => [primaryKey({ columns: [c.empresaId, c.mundo] }), index('portal_clave_credencial').on(c.credencial)],
)

/** A login that the SII refused: it ends at `hasta`, or once a person loads another credential or lifts it. */
export const portalBloqueo = sqliteTable(
  'portal_bloqueo',
  {
    ambito: text('ambito').notNull(),
    credencial: text('credencial').notNull(),
    metodo: text('metodo', { enum: ['certificado', 'clave'] }).notNull(),
    motivo: text('motivo').notNull().$type<MotivoBloqueo>(),
    codigoSii: text('codigo_sii'),
    glosa: text('glosa').notNull(),
    desde: text('desde').notNull(),
    hasta: text('hasta'),
    rut: text('rut'),
    insistido: integer('insistido', { mode: 'boolean' }).notNull().default(false),
  },
  (b) => [primaryKey({ columns: [b.ambito, b.credencial] })],
)

/** The open session of an account as a person; its cookies are taken up after a crash. */
export const portalSesion = sqliteTable(
  'portal_sesion',
  {
    cuentaId: text('cuenta_id')
      .notNull()
      .references(() => cuenta.id),
    ambito: text('ambito').notNull(),
    credencial: text('credencial').notNull(),
    metodo: text('metodo', { enum: ['certificado', 'clave'] }).notNull(),
    ambiente: text('ambiente').notNull().$type<Ambiente>(),
    abiertaCon: text('abierta_con'),
    abiertaEn: text('abierta_en').notNull(),
    usadaEn: text('usada_en').notNull(),
    cookiesCifradas: blob('cookies_cifradas', { mode: 'buffer' }).notNull(),
  },
  (s) => [primaryKey({ columns: [s.cuentaId, s.ambito, s.credencial] })],
)

/** Until when nothing is asked with it: the SII's front end let nobody through, or its door wants a later login. */
export const portalPausa = sqliteTable(
  'portal_pausa',
  {
    cuentaId: text('cuenta_id')
      .notNull()
      .references(() => cuenta.id),
    ambito: text('ambito').notNull(),
    credencial: text('credencial').notNull(),
    motivo: text('motivo', { enum: ['COLA', 'FIREWALL', 'REINGRESO'] }).notNull(),
    hasta: text('hasta').notNull(),
  },
  (p) => [primaryKey({ columns: [p.cuentaId, p.ambito, p.credencial] })],
)

/** Logins tried, of which a person has so many an hour. */
export const portalIngreso = sqliteTable(
  'portal_ingreso',
  {
    id: integer('id').primaryKey(),
    ambito: text('ambito').notNull(),
    credencial: text('credencial').notNull(),
    at: text('at').notNull(),
    cuentaId: text('cuenta_id'),
    entro: integer('entro', { mode: 'boolean' }).notNull().default(false),
  },
  (i) => [
    index('portal_ingreso_credencial').on(i.ambito, i.credencial, i.at),
    index('portal_ingreso_edad').on(i.at),
  ],
)

/** Requests of a person, by ten seconds that end at `hasta`, milliseconds since 1970. */
export const portalRitmo = sqliteTable(
  'portal_ritmo',
  {
    ambito: text('ambito').notNull(),
    rut: text('rut').notNull(),
    hasta: integer('hasta').notNull(),
    consultas: integer('consultas').notNull(),
  },
  (r) => [primaryKey({ columns: [r.ambito, r.rut, r.hasta] })],
)

/** Pages that were not what their step should give, for support. */
export const portalPagina = sqliteTable(
  'portal_pagina',
  {
    id: text('id').primaryKey(),
    cuentaId: text('cuenta_id')
      .notNull()
      .references(() => cuenta.id),
    ambiente: text('ambiente').notNull().$type<Ambiente>(),
    paso: text('paso').notNull(),
    htmlCifrado: blob('html_cifrado', { mode: 'buffer' }).notNull(),
    createdAt: text('created_at').notNull(),
  },
  (p) => [index('portal_pagina_edad').on(p.createdAt)],
)
