// Whether an open stream may go on: a credential can be revoked, or a session change its company, long after the request
// that opened it was let in.

import type { Database } from 'better-sqlite3'
import type { Clock } from '../../domain/ambiente'
import { limitOf } from '../../domain/derechos'
import { type Permiso, permisosOf, type Rol } from '../../domain/permisos'
import type { Tenant } from '../../http/tenant'

/** What reading events asks of a credential. */
export const PERMISO = 'dte:leer'

export type Vigencia = 'vigente' | 'empresa_cambiada' | 'terminada'

interface SessionRow {
  empresa_id: string | null
  revoked_at: string | null
  cookie_hasta: string | null
  rol: Rol
  permisos_extra: string
  permisos_quitados: string
  empresas: string
  deleted_at: string | null
}

interface KeyRow {
  expires_at: string | null
  revoked_at: string | null
  deleted_at: string | null
}

/** Reads one row each time it is asked. */
export function createVigencia(client: Database, clock: Clock): (tenant: Tenant) => Vigencia {
  const session = client.prepare<[string], SessionRow>(
    `SELECT s.empresa_id, s.revoked_at, s.cookie_hasta, u.rol, u.permisos_extra, u.permisos_quitados, u.empresas, e.deleted_at
     FROM sesion s JOIN usuario u ON u.id = s.usuario_id LEFT JOIN empresa e ON e.id = s.empresa_id WHERE s.id = ?`,
  )
  const key = client.prepare<[string], KeyRow>(
    `SELECT k.expires_at, k.revoked_at, e.deleted_at FROM api_key k JOIN empresa e ON e.id = k.empresa_id
     WHERE k.id = ?`,
  )
  const isPast = (instant: string | null): boolean =>
    instant !== null && Date.parse(instant) <= clock().getTime()
  return ({ sesionId, apiKeyId, empresaId }) => {
    if (apiKeyId !== null) {
      const row = key.get(apiKeyId)
      const lives = row && !isPast(row.revoked_at) && !isPast(row.expires_at) && row.deleted_at === null
      return lives ? 'vigente' : 'terminada'
    }
    const row = session.get(sesionId!)
    if (!row || row.revoked_at !== null || row.deleted_at !== null || isPast(row.cookie_hasta))
      return 'terminada'
    if (row.empresa_id !== empresaId) return 'empresa_cambiada'
    const empresas = limitOf(list<string>(row.empresas))
    if (empresas !== null && !empresas.includes(empresaId)) return 'terminada'
    const permisos = permisosOf(
      row.rol,
      list<Permiso>(row.permisos_extra),
      list<Permiso>(row.permisos_quitados),
    )
    return permisos.has(PERMISO) ? 'vigente' : 'terminada'
  }
}

const list = <T>(text: string): T[] => JSON.parse(text) as T[]
