// The log of changes as it is read (contract §22).

import type { Database } from 'better-sqlite3'
import type { Accion } from '../../domain/auditoria'

export interface Suceso {
  id: string
  created_at: string
  actor: string
  usuario_id: string | null
  apikey_id: string | null
  ip: string | null
  empresa_id: string | null
  accion: Accion
  objeto: string | null
  detalle: Record<string, unknown>
}

/** Absent ones do not narrow. `usuario` is an id or an e-mail; `accion` an action or the subject of some (`apikey`). */
export interface Filtros {
  desde?: Date
  hasta?: Date
  usuario?: string
  accion?: string
}

interface Bound {
  cuentaId: string
  desde: string | null
  hasta: string | null
  usuario: string | null
  accion: string | null
}

export function createRegistro(client: Database) {
  const found = `FROM auditoria WHERE cuenta_id = @cuentaId
    AND (@desde IS NULL OR created_at >= @desde) AND (@hasta IS NULL OR created_at < @hasta)
    AND (@usuario IS NULL OR usuario_id = @usuario OR actor = @usuario COLLATE NOCASE)
    AND (@accion IS NULL OR accion = @accion OR substr(accion, 1, length(@accion) + 1) = @accion || '.')`
  const newest = 'ORDER BY created_at DESC, id DESC LIMIT @limit'
  const columns = 'id, created_at, actor, usuario_id, apikey_id, ip, empresa_id, accion, objeto, detalle'
  const page = client.prepare<[Bound & { limit: number; offset: number }], Suceso & { detalle: string }>(
    `SELECT ${columns} ${found} ${newest} OFFSET @offset`,
  )
  const after = client.prepare<
    [Bound & { limit: number; at: string; id: string }],
    Suceso & { detalle: string }
  >(`SELECT ${columns} ${found} AND (created_at, id) < (@at, @id) ${newest}`)
  const count = client.prepare<[Bound], number>(`SELECT count(*) ${found}`).pluck()
  const bound = (cuentaId: string, { desde, hasta, usuario, accion }: Filtros): Bound => ({
    cuentaId,
    desde: desde?.toISOString() ?? null,
    hasta: hasta?.toISOString() ?? null,
    usuario: usuario ?? null,
    accion: accion ?? null,
  })
  const read = (row: Suceso & { detalle: string }): Suceso => ({ ...row, detalle: JSON.parse(row.detalle) })
  return {
    /** Newest first. */
    list: (cuentaId: string, filtros: Filtros, limit: number, offset: number): Suceso[] =>
      page.all({ ...bound(cuentaId, filtros), limit, offset }).map(read),
    count: (cuentaId: string, filtros: Filtros): number => count.get(bound(cuentaId, filtros))!,
    /** What comes after a row, or from the newest on. */
    after(cuentaId: string, filtros: Filtros, last: Suceso | null, limit: number): Suceso[] {
      const all = bound(cuentaId, filtros)
      if (!last) return page.all({ ...all, limit, offset: 0 }).map(read)
      return after.all({ ...all, limit, at: last.created_at, id: last.id }).map(read)
    },
  }
}
