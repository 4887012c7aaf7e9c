// The active company of a session, kept on its row so that tokens already given follow the change (contract §14).

import type { Database } from 'better-sqlite3'

export interface Sesiones {
  select(sesionId: string, empresaId: string): void
}

export function createSesiones(client: Database): Sesiones {
  const update = client.prepare('UPDATE sesion SET empresa_id = ? WHERE id = ?')
  return { select: (sesionId, empresaId) => void update.run(empresaId, sesionId) }
}
