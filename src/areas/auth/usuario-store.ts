// Accounts and their people as rows.

import { and, count, eq, inArray, max, type SQL } from 'drizzle-orm'
import { type Derechos, limitOf } from '../../domain/derechos'
import { permisosOf } from '../../domain/permisos'
import type { Db } from '../../store/store'
import { cuenta } from '../../store/tables/cuenta'
import { refreshToken, sesion, usuario } from '../../store/tables/usuario'

export type Cuenta = Pick<typeof cuenta.$inferSelect, 'id' | 'nombre' | 'email' | 'plan' | 'createdAt'>

export type Usuario = typeof usuario.$inferSelect

/** The rights of a role alone. */
export const SIN_CAMBIOS = { permisosExtra: [], permisosQuitados: [], tiposDte: [], empresas: [] }

/** The rights of a person, as `beyond` compares them. */
export const derechosOf = (usuario: Omit<Usuario, 'id' | 'passwordHash'>): Derechos => ({
  propietario: usuario.rol === 'propietario',
  permisos: permisosOf(
    usuario.rol,
    usuario.permisosExtra,
    usuario.permisosQuitados,
    usuario.empresas.length > 0,
  ),
  tiposDte: limitOf(usuario.tiposDte),
  empresas: limitOf(usuario.empresas),
})

export type UsuarioStore = ReturnType<typeof createUsuarioStore>

export function createUsuarioStore(db: Db) {
  const counted = (where?: SQL): number => db.select({ n: count() }).from(usuario).where(where).get()!.n
  const one = (where: SQL): Usuario | null => db.select().from(usuario).where(where).get() ?? null
  const set = (id: string, values: Partial<Usuario>): void =>
    void db.update(usuario).set(values).where(eq(usuario.id, id)).run()
  return {
    count: (): number => counted(),
    /** Without regard to case, as the column compares. */
    findByEmail: (email: string) => one(eq(usuario.email, email)),
    find: (id: string) => one(eq(usuario.id, id)),
    /** People of an account, oldest first. */
    list: (cuentaId: string, limit: number, offset: number): Usuario[] =>
      db
        .select()
        .from(usuario)
        .where(eq(usuario.cuentaId, cuentaId))
        .orderBy(usuario.id)
        .limit(limit)
        .offset(offset)
        .all(),
    countIn: (cuentaId: string): number => counted(eq(usuario.cuentaId, cuentaId)),
    countOwners: (cuentaId: string): number =>
      counted(and(eq(usuario.cuentaId, cuentaId), eq(usuario.rol, 'propietario'))),
    /** When any session of the person was last used; null without sessions. */
    lastUse: (id: string): string | null =>
      db
        .select({ at: max(sesion.lastUsedAt) })
        .from(sesion)
        .where(eq(sesion.usuarioId, id))
        .get()?.at ?? null,
    insertCuenta: (row: Cuenta): void => void db.insert(cuenta).values(row).run(),
    insert: (row: Usuario): void => void db.insert(usuario).values(row).run(),
    /** Everything but e-mail and password. */
    update: ({ id, nombre, rol, permisosExtra, permisosQuitados, tiposDte, empresas }: Usuario): void =>
      set(id, { nombre, rol, permisosExtra, permisosQuitados, tiposDte, empresas }),
    setPasswordHash: (id: string, passwordHash: string): void => set(id, { passwordHash }),
    /** With the person's sessions and their tokens, which end with the next request. Call it in a transaction. */
    remove(id: string): void {
      const own = db.select({ id: sesion.id }).from(sesion).where(eq(sesion.usuarioId, id))
      db.delete(refreshToken).where(inArray(refreshToken.sesionId, own)).run()
      db.delete(sesion).where(eq(sesion.usuarioId, id)).run()
      db.delete(usuario).where(eq(usuario.id, id)).run()
    },
  }
}
