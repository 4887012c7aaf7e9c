// The passkeys of people, as rows (http §14.2).

import { and, asc, count, eq, or, sql } from 'drizzle-orm'
import type { Clock } from '../../base/clock'
import type { NewId } from '../../base/id'
import { AppError } from '../../domain/errors'
import type { Store } from '../../store/store'
import { llaveAcceso } from '../../store/tables/usuario'
import type { NewKey } from './ceremonies'
import type { Site } from './site'

/** Enough for every device of a person; beyond them somebody plays with it. */
const PASSKEYS_MAX = 20

export type Passkey = typeof llaveAcceso.$inferSelect

export type Passkeys = ReturnType<typeof createPasskeys>

export function createPasskeys({
  store: { db },
  clock,
  newId,
}: {
  store: Store
  clock: Clock
  newId: NewId
}) {
  const ofPerson = (usuarioId: string) => eq(llaveAcceso.usuarioId, usuarioId)
  const countOf = (usuarioId: string): number =>
    db.select({ n: count() }).from(llaveAcceso).where(ofPerson(usuarioId)).get()!.n
  const list = (usuarioId: string, limit = PASSKEYS_MAX, offset = 0): Passkey[] =>
    db
      .select()
      .from(llaveAcceso)
      .where(ofPerson(usuarioId))
      .orderBy(asc(llaveAcceso.createdAt), asc(llaveAcceso.id))
      .limit(limit)
      .offset(offset)
      .all()
  const find = (credencial: string): Passkey | null =>
    db.select().from(llaveAcceso).where(eq(llaveAcceso.credencial, credencial)).get() ?? null
  function ownOf(usuarioId: string, id: string): Passkey {
    const own = and(eq(llaveAcceso.id, id), ofPerson(usuarioId))
    const found = db.select().from(llaveAcceso).where(own).get()
    if (found) return found
    throw new AppError('NOT_FOUND', 'La llave de acceso no existe')
  }
  function requireRoom(usuarioId: string): void {
    if (countOf(usuarioId) >= PASSKEYS_MAX)
      throw new AppError('INVALID_STATE', `Ya tiene ${PASSKEYS_MAX} llaves de acceso; elimine una que no use`)
  }
  return {
    /** The person's, the oldest first. */
    list,
    count: countOf,

    /** The one of that credential id. */
    find,

    /** The credential ids of the person's that work there. Throws INVALID_STATE where none does. */
    requireUsable(usuarioId: string, { rpId }: Site): string[] {
      const usable = list(usuarioId).filter(({ sitio }) => sitio === rpId)
      if (usable.length) return usable.map(({ credencial }) => credencial)
      throw new AppError('INVALID_STATE', `No tiene llaves de acceso que sirvan en ${rpId}`)
    },

    /** Throws INVALID_STATE for one too many. */
    requireRoom,

    /** Throws INVALID_STATE, ALREADY_EXISTS. Call it in a transaction. */
    add(usuarioId: string, nombre: string, sitio: string, key: NewKey): Passkey {
      requireRoom(usuarioId)
      if (find(key.credencial)) throw new AppError('ALREADY_EXISTS', 'Esa llave de acceso ya está registrada')
      const createdAt = clock().toISOString()
      const row = { ...key, id: newId('lla'), usuarioId, nombre, sitio, createdAt, lastUsedAt: null }
      db.insert(llaveAcceso).values(row).run()
      return row
    },

    /** Writes down a use. False where it did not count upwards: two have the same key. */
    noteUse: ({ id }: Passkey, contador: number): boolean =>
      db
        .update(llaveAcceso)
        .set({ contador, lastUsedAt: clock().toISOString() })
        .where(
          and(
            eq(llaveAcceso.id, id),
            or(
              sql`${llaveAcceso.contador} < ${contador}`,
              sql`${llaveAcceso.contador} = 0 AND ${contador} = 0`,
            ),
          ),
        )
        .run().changes === 1,

    /** The one as it was. Throws NOT_FOUND. Call it in a transaction. */
    rename(usuarioId: string, id: string, nombre: string): Passkey {
      const found = ownOf(usuarioId, id)
      db.update(llaveAcceso).set({ nombre }).where(eq(llaveAcceso.id, id)).run()
      return found
    },

    /** The one that is gone. Throws NOT_FOUND. Call it in a transaction. */
    remove(usuarioId: string, id: string): Passkey {
      const found = ownOf(usuarioId, id)
      db.delete(llaveAcceso).where(eq(llaveAcceso.id, id)).run()
      return found
    },
  }
}
