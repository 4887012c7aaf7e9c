// The people of an account: how they come in, and the sessions they are in by.

import { sql } from 'drizzle-orm'
import { blob, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { type Permiso, ROLES } from '../../domain/permisos'
import { cuenta } from './cuenta'
import { empresa } from './empresa'

/**
 * A person of an account. Lists are JSON; an empty one of types or companies is no limit. E-mails compare without
 * regard to case.
 */
export const usuario = sqliteTable(
  'usuario',
  {
    id: text('id').primaryKey(),
    cuentaId: text('cuenta_id')
      .notNull()
      .references(() => cuenta.id),
    nombre: text('nombre').notNull(),
    email: text('email').notNull().unique(),
    passwordHash: text('password_hash').notNull(),
    rol: text('rol', { enum: ROLES }).notNull(),
    createdAt: text('created_at').notNull(),
    /** This person's permissions beyond the role, and short of it. */
    permisosExtra: text('permisos_extra', { mode: 'json' }).notNull().$type<Permiso[]>().default([]),
    permisosQuitados: text('permisos_quitados', { mode: 'json' }).notNull().$type<Permiso[]>().default([]),
    tiposDte: text('tipos_dte', { mode: 'json' }).notNull().$type<number[]>().default([]),
    empresas: text('empresas', { mode: 'json' }).notNull().$type<string[]>().default([]),
  },
  (u) => [index('usuario_cuenta').on(u.cuentaId)],
)

/**
 * An invitation to an account; of its link only the token's hash is kept. Open while neither accepted nor revoked.
 */
export const invitacion = sqliteTable(
  'invitacion',
  {
    id: text('id').primaryKey(),
    cuentaId: text('cuenta_id')
      .notNull()
      .references(() => cuenta.id),
    email: text('email').notNull(),
    rol: text('rol', { enum: ROLES }).notNull(),
    empresas: text('empresas', { mode: 'json' }).notNull().$type<string[]>().default([]),
    tiposDte: text('tipos_dte', { mode: 'json' }).notNull().$type<number[]>().default([]),
    tokenHash: text('token_hash').notNull().unique(),
    /** Null when a key or the operator invited. No foreign key: the inviter may leave; the invitation is revoked then. */
    invitadoPor: text('invitado_por'),
    createdAt: text('created_at').notNull(),
    expiraEn: text('expira_en').notNull(),
    aceptadaAt: text('aceptada_at'),
    revocadaAt: text('revocada_at'),
  },
  (i) => [
    uniqueIndex('invitacion_abierta')
      .on(i.cuentaId, i.email)
      .where(sql`${i.aceptadaAt} IS NULL AND ${i.revocadaAt} IS NULL`),
    index('invitacion_vence').on(i.expiraEn),
  ],
)

/** Tokens that let a person set a new password, each good once; only their hash is kept. */
export const restablecimiento = sqliteTable(
  'restablecimiento',
  {
    tokenHash: text('token_hash').primaryKey(),
    usuarioId: text('usuario_id')
      .notNull()
      .references(() => usuario.id, { onDelete: 'cascade' }),
    createdAt: text('created_at').notNull(),
    expiraEn: text('expira_en').notNull(),
    usadoAt: text('usado_at'),
  },
  (r) => [index('restablecimiento_usuario').on(r.usuarioId), index('restablecimiento_vence').on(r.expiraEn)],
)

/** One login of one person. `empresa_id` is the active company. */
export const sesion = sqliteTable(
  'sesion',
  {
    id: text('id').primaryKey(),
    usuarioId: text('usuario_id')
      .notNull()
      .references(() => usuario.id),
    empresaId: text('empresa_id').references(() => empresa.id),
    ip: text('ip'),
    agente: text('agente'),
    createdAt: text('created_at').notNull(),
    lastUsedAt: text('last_used_at').notNull(),
    revokedAt: text('revoked_at'),
    /** The SHA-256 of the secret in a browser's cookie, and the instant from which it is no good. */
    cookieHash: text('cookie_hash'),
    cookieHasta: text('cookie_hasta'),
    /** When its person last showed the second factor; null while none was shown. */
    segundoFactorEn: text('segundo_factor_en'),
  },
  (s) => [
    index('sesion_usuario').on(s.usuarioId),
    index('sesion_uso').on(s.lastUsedAt),
    uniqueIndex('sesion_cookie').on(s.cookieHash).where(sql`${s.cookieHash} IS NOT NULL`),
  ],
)

/** Refresh tokens of a session, each good for one use: a second use of one kills the session. */
export const refreshToken = sqliteTable(
  'refresh_token',
  {
    hash: text('hash').primaryKey(),
    sesionId: text('sesion_id')
      .notNull()
      .references(() => sesion.id),
    expiresAt: text('expires_at').notNull(),
    usedAt: text('used_at'),
  },
  (r) => [index('refresh_token_sesion').on(r.sesionId), index('refresh_token_vence').on(r.expiresAt)],
)

/** A person's authenticator (http §14.1). Until `confirmado_en` it was only shown, and proves nothing. */
export const segundoFactor = sqliteTable('segundo_factor', {
  usuarioId: text('usuario_id')
    .primaryKey()
    .references(() => usuario.id, { onDelete: 'cascade' }),
  /** Its secret (base32), sealed. */
  secretoCifrado: blob('secreto_cifrado', { mode: 'buffer' }).notNull(),
  createdAt: text('created_at').notNull(),
  confirmadoEn: text('confirmado_en'),
  /** The last time step a code was taken of: neither that nor an earlier one is taken again. */
  ultimoPaso: integer('ultimo_paso').notNull().default(0),
  /** Wrong codes since the last good one. */
  fallos: integer('fallos').notNull().default(0),
})

/** Codes for who lost authenticator or passkeys, each good once; only their hash is kept. */
export const codigoRecuperacion = sqliteTable(
  'codigo_recuperacion',
  {
    usuarioId: text('usuario_id')
      .notNull()
      .references(() => usuario.id, { onDelete: 'cascade' }),
    hash: text('hash').notNull(),
    usadoEn: text('usado_en'),
  },
  (c) => [primaryKey({ columns: [c.usuarioId, c.hash] })],
)

/** A passkey (http §14.2). `credencial` is its id and `clave_publica` its COSE key, both base64url; `sitio` the domain it answers for. */
export const llaveAcceso = sqliteTable(
  'llave_acceso',
  {
    id: text('id').primaryKey(),
    usuarioId: text('usuario_id')
      .notNull()
      .references(() => usuario.id, { onDelete: 'cascade' }),
    nombre: text('nombre').notNull(),
    credencial: text('credencial').notNull().unique(),
    clavePublica: text('clave_publica').notNull(),
    sitio: text('sitio').notNull(),
    /** Its last count, always upwards; 0 for one that does not count. */
    contador: integer('contador').notNull().default(0),
    createdAt: text('created_at').notNull(),
    lastUsedAt: text('last_used_at'),
  },
  (l) => [index('llave_acceso_usuario').on(l.usuarioId, l.createdAt, l.id)],
)
