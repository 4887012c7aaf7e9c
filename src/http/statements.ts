// The hot statements of the HTTP layer: who asks, what a repeated key was answered, and what is left of a quota
// (src §3.15; store §4).

import type { Database } from 'better-sqlite3'
import type { cuenta } from '../store/tables/cuenta'
import type { apiKey, empresa } from '../store/tables/empresa'
import type { idempotencia } from '../store/tables/idempotencia'
import type { Row } from '../store/tables/row'
import type { sesion, usuario } from '../store/tables/usuario'

type Empresa = Row<typeof empresa>
type ApiKey = Row<typeof apiKey>
type Sesion = Row<typeof sesion>
type Usuario = Row<typeof usuario>

export type KeyRow = Pick<
  ApiKey,
  | 'id'
  | 'empresa_id'
  | 'ambiente'
  | 'scopes'
  | 'tipos_dte'
  | 'ips'
  | 'expires_at'
  | 'last_used_at'
  | 'revoked_at'
> &
  Pick<Empresa, 'cuenta_id' | 'deleted_at' | 'mudada'>

export type SessionRow = Pick<
  Sesion,
  | 'id'
  | 'usuario_id'
  | 'empresa_id'
  | 'created_at'
  | 'last_used_at'
  | 'revoked_at'
  | 'cookie_hasta'
  | 'segundo_factor_en'
> &
  Pick<Row<typeof cuenta>, 'segundo_factor_exigido'> &
  Pick<Empresa, 'mudada'> &
  Pick<Usuario, 'cuenta_id' | 'rol' | 'permisos_extra' | 'permisos_quitados' | 'tipos_dte' | 'empresas'> &
  Pick<Empresa, 'deleted_at'> & {
    ambiente: Empresa['ambiente'] | null
    con_empresas: 0 | 1
    cuenta_mudada: 0 | 1
    con_factor: 0 | 1
  }

export function prepareAuthenticate(client: Database) {
  const session = `SELECT s.id, s.usuario_id, u.cuenta_id, u.rol, u.permisos_extra, u.permisos_quitados, u.tipos_dte, u.empresas,
       e.id AS empresa_id, e.ambiente, e.deleted_at, e.mudada, c.mudada AS cuenta_mudada, s.created_at, s.last_used_at, s.revoked_at, s.cookie_hasta,
       s.segundo_factor_en, c.segundo_factor_exigido,
       f.usuario_id IS NOT NULL OR EXISTS (SELECT 1 FROM llave_acceso WHERE usuario_id = u.id) AS con_factor,
       e.id IS NOT NULL OR EXISTS (SELECT 1 FROM empresa WHERE cuenta_id = u.cuenta_id AND deleted_at IS NULL) AS con_empresas
     FROM sesion s JOIN usuario u ON u.id = s.usuario_id JOIN cuenta c ON c.id = u.cuenta_id
     LEFT JOIN segundo_factor f ON f.usuario_id = u.id AND f.confirmado_en IS NOT NULL
     LEFT JOIN empresa e ON e.id = s.empresa_id AND e.cuenta_id = u.cuenta_id`
  return {
    keyByHash: client.prepare<[string], KeyRow>(
      `SELECT k.id, k.empresa_id, e.cuenta_id, k.ambiente, k.scopes, k.tipos_dte, k.ips, k.expires_at, k.last_used_at,
         k.revoked_at, e.deleted_at, e.mudada
       FROM api_key k JOIN empresa e ON e.id = k.empresa_id WHERE k.hash = ?`,
    ),
    sessionById: client.prepare<[string], SessionRow>(`${session} WHERE s.id = ?`),
    sessionByCookie: client.prepare<[string], SessionRow>(`${session} WHERE s.cookie_hash = ?`),
    touchKey: client.prepare('UPDATE api_key SET last_used_at = ? WHERE id = ?'),
    touchSession: client.prepare('UPDATE sesion SET last_used_at = ? WHERE id = ?'),
    renewCookie: client.prepare('UPDATE sesion SET cookie_hasta = ? WHERE id = ?'),
  }
}

/** Whether a company moved into another server. */
export const prepareMoved = (client: Database) =>
  client.prepare<[empresaId: string], 0 | 1>('SELECT mudada FROM empresa WHERE id = ?').pluck()

export const prepareIdempotency = (client: Database) => ({
  select: client.prepare<
    [string, string, string],
    Pick<Row<typeof idempotencia>, 'cuerpo_sha256' | 'status' | 'respuesta_cifrada' | 'vence_at'>
  >(
    `SELECT cuerpo_sha256, status, respuesta_cifrada, vence_at FROM idempotencia
     WHERE ambito = ? AND ruta = ? AND clave = ?`,
  ),
  // An expired answer makes room for a new one; a living one is never overwritten.
  insert: client.prepare(
    `INSERT INTO idempotencia (empresa_id, cuenta_id, ruta, clave, cuerpo_sha256, status, respuesta_cifrada, created_at, vence_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (ambito, ruta, clave) DO UPDATE SET cuerpo_sha256 = excluded.cuerpo_sha256,
       status = excluded.status, respuesta_cifrada = excluded.respuesta_cifrada,
       created_at = excluded.created_at, vence_at = excluded.vence_at
     WHERE vence_at <= excluded.created_at`,
  ),
  replace: client.prepare(
    'UPDATE idempotencia SET status = ?, respuesta_cifrada = ? WHERE ambito = ? AND ruta = ? AND clave = ?',
  ),
  drop: client.prepare('DELETE FROM idempotencia WHERE ambito = ? AND ruta = ? AND clave = ?'),
  forget: client.prepare('DELETE FROM idempotencia WHERE vence_at <= ?'),
})

export const prepareCuota = (client: Database) => ({
  used: client
    .prepare<[string, string], number>(
      'SELECT coalesce(sum(usadas), 0) FROM cuota_consulta WHERE cuenta_id = ? AND periodo = ?',
    )
    .pluck(),
  planName: client.prepare<[string], string>('SELECT plan FROM cuenta WHERE id = ?').pluck(),
  charge: client.prepare(
    `INSERT INTO cuota_consulta (cuenta_id, periodo, operacion, usadas) VALUES (?, ?, ?, 1)
     ON CONFLICT DO UPDATE SET usadas = usadas + 1`,
  ),
})
