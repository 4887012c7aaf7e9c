// Whether an open stream may go on: a credential can be revoked, or a session change its company, long after the request
// that opened it was let in.

import type { Database } from 'better-sqlite3'
import type { Clock } from '../../base/clock'
import { limitOf } from '../../domain/derechos'
import { type Permiso, permisosOf } from '../../domain/permisos'
import type { Tenant } from '../../http/tenant'
import { prepareStanding } from './statements'

/** The permission to read events. */
export const PERMISO = 'dte:leer'

export type Standing = 'vigente' | 'empresa_cambiada' | 'terminada'

/** Reads one row each time it is asked. */
export function createStanding(client: Database, clock: Clock): (tenant: Tenant) => Standing {
  const { session, key } = prepareStanding(client)
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
