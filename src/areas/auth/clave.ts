// Passwords changed: by who knows the old one, by who holds a token for it, or by whoever runs the server. The sessions that
// the old one opened end.

import { createHash } from 'node:crypto'
import type { Clock } from '../../domain/ambiente'
import { AppError, faultsError } from '../../domain/errors'
import type { Store } from '../../store/store'
import type { Passwords } from './passwords'
import type { Usuario, UsuarioStore } from './usuario-store'

/** How long a token lives that lets a person set a new password. */
export const RESTABLECER_MINUTOS = 60
/** Tokens asked for in that time, so that nobody's mailbox is flooded. */
const TOKENS_MAX = 3

interface TokenRow {
  usuario_id: string
  expira_en: string
  usado_at: string | null
}

export type Clave = ReturnType<typeof createClave>

export function createClave({
  store: { client },
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
  const endSessions = client.prepare(
    'UPDATE sesion SET revoked_at = ? WHERE usuario_id = ? AND id IS NOT ? AND revoked_at IS NULL',
  )
  const byHash = client.prepare<[string], TokenRow>(
    'SELECT usuario_id, expira_en, usado_at FROM restablecimiento WHERE token_hash = ?',
  )
  const insertToken = client.prepare(
    'INSERT INTO restablecimiento (token_hash, usuario_id, created_at, expira_en) VALUES (?, ?, ?, ?)',
  )
  const countTokens = client
    .prepare<[string, string], number>(
      'SELECT count(*) FROM restablecimiento WHERE usuario_id = ? AND expira_en > ?',
    )
    .pluck()
  const spendTokens = client.prepare(
    'UPDATE restablecimiento SET usado_at = ? WHERE usuario_id = ? AND usado_at IS NULL',
  )

  /** The new password, and the end of every session but `sesionId` and of every token. */
  function set(usuarioId: string, hash: string, sesionId: string | null): void {
    const now = clock().toISOString()
    usuarios.setPasswordHash(usuarioId, hash)
    endSessions.run(now, usuarioId, sesionId)
    spendTokens.run(now, usuarioId)
  }

  function readToken(token: string): TokenRow {
    const row = byHash.get(hashOf(token))
    if (!row) throw new AppError('TOKEN_INVALID', 'El enlace para restablecer la contraseña no es válido')
    if (row.usado_at !== null)
      throw new AppError('TOKEN_INVALID', 'El enlace para restablecer la contraseña ya no sirve; pida otro')
    if (row.expira_en <= clock().toISOString())
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
      if (!always && countTokens.get(usuarioId, now.toISOString())! >= TOKENS_MAX) return null
      const token = `clave_${Buffer.from(random(32)).toString('base64url')}`
      const ends = new Date(now.getTime() + RESTABLECER_MINUTOS * 60_000)
      insertToken.run(hashOf(token), usuarioId, now.toISOString(), ends.toISOString())
      return token
    },

    /** Whose token that is. Throws TOKEN_INVALID, TOKEN_EXPIRED. */
    ownerOf: (token: string): Usuario => usuarios.find(readToken(token).usuario_id)!,

    /** What the operator does: throws NOT_FOUND when nobody has that e-mail. */
    find(email: string): Usuario {
      const usuario = usuarios.findByEmail(email)
      if (!usuario) throw new AppError('NOT_FOUND', `No hay un usuario con el correo ${email}`)
      return usuario
    },
  }
}

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')
