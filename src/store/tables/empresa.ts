// Companies, whose certificate signs for them, and the keys that programs use in their name.

import { sql } from 'drizzle-orm'
import { blob, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { AMBIENTES } from '../../domain/ambiente'
import type { Permiso } from '../../domain/permisos'
import { cuenta } from './cuenta'

/** A company; one named at registration has only RUT and name until its owner completes it. */
export const empresa = sqliteTable(
  'empresa',
  {
    id: text('id').primaryKey(),
    cuentaId: text('cuenta_id')
      .notNull()
      .references(() => cuenta.id),
    rut: text('rut').notNull(),
    razonSocial: text('razon_social').notNull(),
    giro: text('giro'),
    /** A JSON list of codes. */
    actividadesEconomicas: text('actividades_economicas', { mode: 'json' })
      .notNull()
      .$type<number[]>()
      .default([]),
    direccion: text('direccion'),
    comuna: text('comuna'),
    ciudad: text('ciudad'),
    telefono: text('telefono'),
    email: text('email'),
    sitioWeb: text('sitio_web'),
    codigoSucursalSii: integer('codigo_sucursal_sii'),
    resolucionNumero: integer('resolucion_numero'),
    resolucionFecha: text('resolucion_fecha'),
    ambiente: text('ambiente', { enum: AMBIENTES }).notNull(),
    createdAt: text('created_at').notNull(),
    deletedAt: text('deleted_at'),
    /** Its mailbox for exchange. */
    emailIntercambio: text('email_intercambio'),
    /** When the receiver's copy leaves. */
    envioReceptor: text('envio_receptor', { enum: ['no', 'al_emitir', 'al_aceptar'] })
      .notNull()
      .default('no'),
    /** 1: anybody who has the address of a document may look at it. */
    consultaPublica: integer('consulta_publica', { mode: 'boolean' }).notNull().default(false),
    /** Whether the operator's model may read what the rules could not of a purchase from abroad. */
    extraccionIa: text('extraccion_ia', { enum: ['no', 'texto', 'imagen'] })
      .notNull()
      .default('no'),
    /** The threshold of types that have none of their own in `folio_alerta`. */
    alertaFolios: integer('alerta_folios'),
    /** The answer to what comes by mail; null: nobody chose. */
    respuestaAutomatica: text('respuesta_automatica', { enum: ['no', 'recepcion'] }),
    /** 1: it moved into another server, and is only read here (areas/exportaciones §5). */
    mudada: integer('mudada', { mode: 'boolean' }).notNull().default(false),
  },
  (e) => [uniqueIndex('empresa_rut').on(e.cuentaId, e.rut).where(sql`${e.deletedAt} IS NULL`)],
)

/**
 * The digital certificate of the person who signs for a company, and its private key, each sealed as a whole: in
 * clear stay
 * only whose it is and until when.
 */
export const certificado = sqliteTable('certificado', {
  empresaId: text('empresa_id')
    .primaryKey()
    .references(() => empresa.id),
  rutTitular: text('rut_titular').notNull(),
  validoDesde: text('valido_desde').notNull(),
  validoHasta: text('valido_hasta').notNull(),
  certificadoCifrado: blob('certificado_cifrado', { mode: 'buffer' }).notNull(),
  llaveCifrada: blob('llave_cifrada', { mode: 'buffer' }).notNull(),
  createdAt: text('created_at').notNull(),
})

/**
 * A key of the API: found by its hash, shown by its first characters and its last four. Lists are JSON; an empty
 * one is no limit.
 */
export const apiKey = sqliteTable(
  'api_key',
  {
    id: text('id').primaryKey(),
    empresaId: text('empresa_id')
      .notNull()
      .references(() => empresa.id),
    nombre: text('nombre').notNull(),
    hash: text('hash').notNull().unique(),
    prefijo: text('prefijo').notNull(),
    ultimos4: text('ultimos4').notNull(),
    scopes: text('scopes', { mode: 'json' }).notNull().$type<Permiso[]>().default([]),
    ambiente: text('ambiente', { enum: AMBIENTES }).notNull(),
    createdAt: text('created_at').notNull(),
    expiresAt: text('expires_at'),
    lastUsedAt: text('last_used_at'),
    /** In the future for a key that was rotated: it works until then. */
    revokedAt: text('revoked_at'),
    /** Document types it may issue. */
    tiposDte: text('tipos_dte', { mode: 'json' }).notNull().$type<readonly number[]>().default([]),
    /** Addresses and ranges it may be used from. */
    ips: text('ips', { mode: 'json' }).notNull().$type<readonly string[]>().default([]),
  },
  (a) => [index('api_key_empresa').on(a.empresaId)],
)
