// Passwords changed: by who knows the old one, by who holds a token for it, or by whoever runs the server. The sessions that
// the old one opened end.

import { createHash } from 'node:crypto'
import { and, count, eq, gt, isNull, ne } from 'drizzle-orm'
import type { Clock } from '../../base/clock'
import { AppError, faultsError } from '../../domain/errors'
import type { Store } from '../../store/store'
import { firmaCalendario } from '../../store/tables/firma'
import { restablecimiento, sesion } from '../../store/tables/usuario'
import type { Passwords } from './passwords'
import type { Usuario, UsuarioStore } from './usuario-store'

/** How long a token lives that lets a person set a new password. */
export const RESTABLECER_MINUTOS = 60
/** Tokens asked for in that time, so that nobody's mailbox is flooded. */
const TOKENS_MAX = 3

type Restablecimiento = typeof restablecimiento.$inferSelect

export type PasswordChange = ReturnType<typeof createPasswordChange>

export function createPasswordChange({
  store: { db },
  clock,
  random,
  usuarios,
  passwords,
}: {
  store: Store
  clock: Clock
  random: (size: number) => Uint8Array
  usuarios: UsuarioStore
  passwords: Passwords
}) {
  /** The new password, and the end of every session but `sesionId`, of every token and of the address of the calendar. */
  function set(usuarioId: string, hash: string, sesionId: string | null): void {
    const now = clock().toISOString()
    usuarios.setPasswordHash(usuarioId, hash)
    const others = sesionId === null ? undefined : ne(sesion.id, sesionId)
    db.update(sesion)
      .set({ revokedAt: now })
      .where(and(eq(sesion.usuarioId, usuarioId), isNull(sesion.revokedAt), others))
      .run()
    db.delete(firmaCalendario).where(eq(firmaCalendario.usuarioId, usuarioId)).run()
    db.update(restablecimiento)
      .set({ usadoAt: now })
      .where(and(eq(restablecimiento.usuarioId, usuarioId), isNull(restablecimiento.usadoAt)))
      .run()
  }

  function readToken(token: string): Restablecimiento {
    const row = db
      .select()
      .from(restablecimiento)
      .where(eq(restablecimiento.tokenHash, hashOf(token)))
      .get()
    if (!row) throw new AppError('TOKEN_INVALID', 'El enlace para restablecer la contraseña no es válido')
    if (row.usadoAt !== null)
      throw new AppError('TOKEN_INVALID', 'El enlace para restablecer la contraseña ya no sirve; pida otro')
    if (row.expiraEn <= clock().toISOString())
      throw new AppError('TOKEN_EXPIRED', 'El enlace para restablecer la contraseña venció; pida otro')
    return row
  }

  return {
    hash: passwords.hash,
    set,

    /** Throws VALIDATION_ERROR when that is not the person's password. */
    async check(usuario: Usuario, actual: string): Promise<void> {
      if (await passwords.verify(actual, usuario.passwordHash)) return
      throw faultsError([{ campo: 'actual', regla: 'incorrecta', mensaje: 'No es su contraseña actual' }])
    },

    /** A token for one new password; null while the person has had three within the hour, unless `always`. */
    issueToken(usuarioId: string, always: boolean): string | null {
      const now = clock()
      const open = and(
        eq(restablecimiento.usuarioId, usuarioId),
        gt(restablecimiento.expiraEn, now.toISOString()),
      )
      if (!always && db.select({ n: count() }).from(restablecimiento).where(open).get()!.n >= TOKENS_MAX)
        return null
      const token = `clave_${Buffer.from(random(32)).toString('base64url')}`
      const expiraEn = new Date(now.getTime() + RESTABLECER_MINUTOS * 60_000).toISOString()
      db.insert(restablecimiento)
        .values({ tokenHash: hashOf(token), usuarioId, createdAt: now.toISOString(), expiraEn })
        .run()
      return token
    },

    /** The person that the token belongs to. Throws TOKEN_INVALID, TOKEN_EXPIRED. */
    ownerOf: (token: string): Usuario => usuarios.find(readToken(token).usuarioId)!,

    /** The operator's actions: throws NOT_FOUND when nobody has that e-mail. */
    find(email: string): Usuario {
      const usuario = usuarios.findByEmail(email)
      if (!usuario) throw new AppError('NOT_FOUND', `No hay un usuario con el correo ${email}`)
      return usuario
    },
  }
}

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')
