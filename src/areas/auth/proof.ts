// Proving a second factor: how often one may try, what is written down of a wrong code, and what is said of it (http §14.1).

import { AppError, type Fault, faultsError } from '../../domain/errors'
import type { Regla } from '../../domain/reglas'
import type { Actor, Audit } from '../../http/audit'
import type { Attempts } from './attempts'
import type { Factors, Refusal, Way } from './factors'
import type { Passwords } from './passwords'
import type { Sesiones } from './sesiones'
import type { Usuario } from './usuario-store'

const SAID: Readonly<Record<Refusal, readonly [regla: Regla, mensaje: string]>> = {
  incorrecto: ['codigo_incorrecto', 'El código no es el de ahora, ni uno de recuperación sin usar'],
  usado: ['codigo_usado', 'Ese código ya se usó; espere el siguiente, que aparece en menos de 30 segundos'],
  cerrado: [
    'codigo_cerrado',
    'Hubo demasiados códigos errados seguidos: use uno de recuperación, o pida que le quiten el segundo factor',
  ],
}

const wrongPassword: Fault = {
  campo: 'password',
  regla: 'incorrecta',
  mensaje: 'No es su contraseña actual',
}

export type Proof = ReturnType<typeof createProof>

export function createProof({
  attempts,
  factors,
  passwords,
  sesiones,
  audit,
}: {
  attempts: Attempts
  factors: Factors
  passwords: Passwords
  sesiones: Sesiones
  audit: Audit
}) {
  const begin = ({ id, email }: Usuario, ip: string | null) =>
    attempts.begin(email, ip, sesiones.knows(id, ip))

  /** The code, spent. Counts nothing; writes a wrong one down as the actor's. */
  function accept(
    usuario: Usuario,
    typed: string,
    actor: Actor,
    failure: (refusal: Refusal) => AppError,
  ): Way {
    const result = factors.spend(usuario.id, typed)
    if (result === 'codigo' || result === 'recuperacion') return result
    audit(
      actor,
      () => {},
      () =>
        actor.usuarioId === null
          ? {
              accion: 'auth.login_fallido',
              objeto: usuario.id,
              detalle: { email: usuario.email, segundo_factor: result },
            }
          : { accion: 'auth.segundo_factor_fallido', objeto: usuario.id, detalle: { motivo: result } },
    )
    throw failure(result)
  }

  const fault = (refusal: Refusal): AppError => {
    const [regla, mensaje] = SAID[refusal]
    return faultsError([{ campo: 'codigo', regla, mensaje }])
  }

  return {
    /** The code of who logs in, known by the password alone yet. Throws INVALID_CREDENTIALS, RATE_LIMIT. */
    ofLogin(usuario: Usuario, typed: string, actor: Actor): Way {
      const attempt = begin(usuario, actor.ip)
      const way = accept(
        usuario,
        typed,
        { ...actor, usuarioId: null, nombre: 'desconocido' },
        (refusal) => new AppError('INVALID_CREDENTIALS', SAID[refusal][1]),
      )
      attempt.succeeded()
      return way
    },

    /** The code of who is in a session. Throws VALIDATION_ERROR, RATE_LIMIT. */
    ofSession(usuario: Usuario, typed: string, actor: Actor): Way {
      const attempt = begin(usuario, actor.ip)
      const way = accept(usuario, typed, actor, fault)
      attempt.succeeded()
      return way
    },

    /** Password and code. A wrong password spends no code. Throws VALIDATION_ERROR, RATE_LIMIT. */
    async ofBoth(usuario: Usuario, password: string, typed: string, actor: Actor): Promise<Way> {
      const attempt = begin(usuario, actor.ip)
      if (!(await passwords.verify(password, usuario.passwordHash))) throw faultsError([wrongPassword])
      const way = accept(usuario, typed, actor, fault)
      attempt.succeeded()
      return way
    },

    /** The password of who has no second factor yet. Throws VALIDATION_ERROR, RATE_LIMIT. */
    async ofPassword(usuario: Usuario, password: string, ip: string | null): Promise<void> {
      const attempt = begin(usuario, ip)
      if (!(await passwords.verify(password, usuario.passwordHash))) throw faultsError([wrongPassword])
      attempt.succeeded()
    },

    /** A first code that did not confirm what was begun. */
    unconfirmed: (): AppError => fault('incorrecto'),
  }
}
