// Invitations as rows; the token of the link is never among them (http §22.1).

import { and, count, desc, eq, getTableColumns, isNull, type SQL } from 'drizzle-orm'
import type { Db } from '../../store/store'
import { invitacion } from '../../store/tables/usuario'

const { tokenHash, ...columns } = getTableColumns(invitacion)

export type Invitacion = Omit<typeof invitacion.$inferSelect, 'tokenHash'>

export type InvitacionStore = ReturnType<typeof createInvitacionStore>

/** Neither accepted nor revoked. */
const open = (which: SQL): SQL | undefined =>
  and(which, isNull(invitacion.aceptadaAt), isNull(invitacion.revocadaAt))

export function createInvitacionStore(db: Db) {
  const select = (where: SQL | undefined) => db.select(columns).from(invitacion).where(where)
  const revoke = (which: SQL | undefined, at: Date): void =>
    void db.update(invitacion).set({ revocadaAt: at.toISOString() }).where(which).run()
  const openOf = (cuentaId: string) => open(eq(invitacion.cuentaId, cuentaId))
  return {
    /** Neither accepted nor revoked, newest first; expired ones too. */
    list: (cuentaId: string, limit: number, offset: number): Invitacion[] =>
      select(openOf(cuentaId)).orderBy(desc(invitacion.id)).limit(limit).offset(offset).all(),
    count: (cuentaId: string): number =>
      db.select({ n: count() }).from(invitacion).where(openOf(cuentaId)).get()!.n,
    find: (cuentaId: string, id: string): Invitacion | null =>
      select(and(eq(invitacion.cuentaId, cuentaId), eq(invitacion.id, id))).get() ?? null,
    findByHash: (hash: string): Invitacion | null => select(eq(tokenHash, hash)).get() ?? null,
    insert(one: Invitacion, hash: string): void {
      db.insert(invitacion)
        .values({ ...one, tokenHash: hash })
        .run()
    },
    accept: (id: string, at: Date): void =>
      void db.update(invitacion).set({ aceptadaAt: at.toISOString() }).where(eq(invitacion.id, id)).run(),
    revoke: (id: string, at: Date): void => revoke(open(eq(invitacion.id, id)), at),
    /** The open one to that address. */
    revokeOf: (cuentaId: string, email: string, at: Date): void =>
      revoke(and(openOf(cuentaId), eq(invitacion.email, email)), at),
    /** All that a person made. */
    revokeBy: (usuarioId: string, at: Date): void => revoke(open(eq(invitacion.invitadoPor, usuarioId)), at),
  }
}
