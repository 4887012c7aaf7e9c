// The active company of a session, kept on its row so that tokens already given follow the change (http §14).

import { eq } from 'drizzle-orm'
import type { Db } from '../../store/store'
import { sesion } from '../../store/tables/usuario'

export interface Selection {
  select(sesionId: string, empresaId: string): void
}

export const createSelection = (db: Db): Selection => ({
  select: (sesionId, empresaId) =>
    void db.update(sesion).set({ empresaId }).where(eq(sesion.id, sesionId)).run(),
})
