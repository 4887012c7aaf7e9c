// Invitations as rows; the token of the link is never among them (contract §22).

import type { Database } from 'better-sqlite3'
import type { Rol } from '../../domain/permisos'

export interface Invitacion {
  id: string
  cuentaId: string
  email: string
  rol: Rol
  empresas: string[]
  tiposDte: number[]
  /** Null when a key or the operator invited. */
  invitadoPor: string | null
  createdAt: string
  expiraEn: string
  aceptadaAt: string | null
  revocadaAt: string | null
}

interface Row {
  id: string
  cuenta_id: string
  email: string
  rol: Rol
  empresas: string
  tipos_dte: string
  invitado_por: string | null
  created_at: string
  expira_en: string
  aceptada_at: string | null
  revocada_at: string | null
}

export type InvitacionStore = ReturnType<typeof createInvitacionStore>

export function createInvitacionStore(client: Database) {
  const open = 'FROM invitacion WHERE cuenta_id = ? AND aceptada_at IS NULL AND revocada_at IS NULL'
  const page = client.prepare<[string, number, number], Row>(
    `SELECT * ${open} ORDER BY id DESC LIMIT ? OFFSET ?`,
  )
  const count = client.prepare<[string], number>(`SELECT count(*) ${open}`).pluck()
  const byId = client.prepare<[string, string], Row>(
    'SELECT * FROM invitacion WHERE cuenta_id = ? AND id = ?',
  )
  const byHash = client.prepare<[string], Row>('SELECT * FROM invitacion WHERE token_hash = ?')
  const insert = client.prepare(
    `INSERT INTO invitacion (id, cuenta_id, email, rol, empresas, tipos_dte, token_hash, invitado_por, created_at, expira_en)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const accept = client.prepare('UPDATE invitacion SET aceptada_at = ? WHERE id = ?')
  const stillOpen = 'aceptada_at IS NULL AND revocada_at IS NULL'
  const revoke = client.prepare(`UPDATE invitacion SET revocada_at = ? WHERE id = ? AND ${stillOpen}`)
  const revokeOf = client.prepare(
    `UPDATE invitacion SET revocada_at = ? WHERE cuenta_id = ? AND email = ? AND ${stillOpen}`,
  )
  const revokeBy = client.prepare(
    `UPDATE invitacion SET revocada_at = ? WHERE invitado_por = ? AND ${stillOpen}`,
  )
  const one = (row: Row | undefined): Invitacion | null => (row ? fromRow(row) : null)
  return {
    /** Neither accepted nor revoked, newest first; expired ones too. */
    list: (cuentaId: string, limit: number, offset: number) => page.all(cuentaId, limit, offset).map(fromRow),
    count: (cuentaId: string): number => count.get(cuentaId)!,
    find: (cuentaId: string, id: string) => one(byId.get(cuentaId, id)),
    findByHash: (hash: string) => one(byHash.get(hash)),
    insert(invitacion: Invitacion, hash: string): void {
      const { id, cuentaId, email, rol, empresas, tiposDte, invitadoPor, createdAt, expiraEn } = invitacion
      const lists = [empresas, tiposDte].map((list) => JSON.stringify(list))
      insert.run(id, cuentaId, email, rol, ...lists, hash, invitadoPor, createdAt, expiraEn)
    },
    accept: (id: string, at: Date): void => void accept.run(at.toISOString(), id),
    revoke: (id: string, at: Date): void => void revoke.run(at.toISOString(), id),
    /** The open one to that address. */
    revokeOf: (cuentaId: string, email: string, at: Date): void =>
      void revokeOf.run(at.toISOString(), cuentaId, email),
    /** All that a person made. */
    revokeBy: (usuarioId: string, at: Date): void => void revokeBy.run(at.toISOString(), usuarioId),
  }
}

const fromRow = (row: Row): Invitacion => ({
  id: row.id,
  cuentaId: row.cuenta_id,
  email: row.email,
  rol: row.rol,
  empresas: JSON.parse(row.empresas) as string[],
  tiposDte: JSON.parse(row.tipos_dte) as number[],
  invitadoPor: row.invitado_por,
  createdAt: row.created_at,
  expiraEn: row.expira_en,
  aceptadaAt: row.aceptada_at,
  revocadaAt: row.revocada_at,
})
