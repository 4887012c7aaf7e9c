// Changing a password: the new one, and the end of every session that the old one opened.

import type { Clock } from '../../domain/ambiente'
import { AppError } from '../../domain/errors'
import type { Store } from '../../store/store'
import type { Passwords } from './passwords'
import type { UsuarioStore } from './usuario-store'

export function createClave({
  store: { client },
  clock,
  usuarios,
  passwords,
}: {
  store: Store
  clock: Clock
  usuarios: UsuarioStore
  passwords: Passwords
}) {
  const setHash = client.prepare('UPDATE usuario SET password_hash = ? WHERE id = ?')
  const endSessions = client.prepare(
    'UPDATE sesion SET revoked_at = ? WHERE usuario_id = ? AND revoked_at IS NULL',
  )
  return {
    /** Throws NOT_FOUND when nobody has that e-mail. */
    async reset(email: string, password: string): Promise<void> {
      const usuario = usuarios.findByEmail(email)
      if (!usuario) throw new AppError('NOT_FOUND', `No hay un usuario con el correo ${email}`)
      const hash = await passwords.hash(password)
      client
        .transaction(() => {
          setHash.run(hash, usuario.id)
          endSessions.run(clock().toISOString(), usuario.id)
        })
        .immediate()
    },
  }
}
