// Proving who one is by a passkey: how often one may try, what is written down of a wrong answer, and what
// is said of it (http §14.2).

import type { Log } from '../../base/log'
import { AppError, faultsError } from '../../domain/errors'
import type { Regla } from '../../domain/reglas'
import type { Actor, Audit } from '../../http/audit'
import { actorOf } from './actor'
import type { Attempts } from './attempts'
import {
  type Ceremonies,
  type NewKey,
  type PasskeyRefusal,
  PasskeyRefused,
  readCredencial,
} from './ceremonies'
import type { Passkeys } from './passkeys'
import type { Sesiones } from './sesiones'
import type { Site } from './site'
import type { Usuario, UsuarioStore } from './usuario-store'

const SAID: Readonly<Record<PasskeyRefusal, readonly [regla: Regla, mensaje: string]>> = {
  invalida: [
    'llave_invalida',
    'La llave de acceso no es de aquí, o no comprobó quién es usted con huella, rostro o PIN',
  ],
  vencida: ['llave_vencida', 'Pasaron más de 5 minutos, o esa respuesta ya se usó; comience de nuevo'],
  copiada: [
    'llave_copiada',
    'Esa llave de acceso cuenta menos usos que la última vez: puede haber una copia. Elimínela y registre otra',
  ],
}

export type PasskeyProof = ReturnType<typeof createPasskeyProof>

export function createPasskeyProof({
  attempts,
  ceremonies,
  passkeys,
  sesiones,
  usuarios,
  audit,
  log,
}: {
  attempts: Attempts
  ceremonies: Ceremonies
  passkeys: Passkeys
  sesiones: Sesiones
  usuarios: UsuarioStore
  audit: Audit
  log: Log
}) {
  /** The person whose key answered; `only`, when given, is who it must be. Throws PasskeyRefused. */
  async function accept(given: unknown, site: Site, purpose: string, only: string | null): Promise<Usuario> {
    const credencial = readCredencial(given)
    const key = passkeys.find(credencial.id)
    if (!key || key.sitio !== site.rpId || (only !== null && key.usuarioId !== only))
      throw new PasskeyRefused('invalida')
    const contador = await ceremonies.verifyUse(credencial, site, purpose, key)
    // Both in one statement, and the key may have gone while it was verified.
    if (!passkeys.noteUse(key, contador))
      throw new PasskeyRefused(passkeys.find(key.credencial) ? 'copiada' : 'invalida')
    return usuarios.find(key.usuarioId)!
  }

  const refusalOf = (thrown: unknown): PasskeyRefusal => {
    if (!(thrown instanceof PasskeyRefused)) throw thrown
    log.info('auth.llave_acceso_rehusada', { motivo: thrown.refusal, error: thrown.cause })
    return thrown.refusal
  }

  const fault = (refusal: PasskeyRefusal): AppError => {
    const [regla, mensaje] = SAID[refusal]
    return faultsError([{ campo: 'credencial', regla, mensaje }])
  }

  return {
    /**
     * The person who logs in by it; `only`: the one whose password was right before. Throws
     * INVALID_CREDENTIALS, RATE_LIMIT.
     */
    async ofLogin(
      given: unknown,
      site: Site,
      purpose: string,
      only: string | null,
      ip: string | null,
    ): Promise<Usuario> {
      const id = Object(given).id
      const owner = typeof id === 'string' ? passkeys.find(id)?.usuarioId : undefined
      const usuario = owner === undefined ? null : usuarios.find(owner)
      // A key that nobody has counts by the address alone.
      const attempt = usuario
        ? attempts.begin(usuario.email, ip, sesiones.knows(usuario.id, ip))
        : attempts.begin('', ip, true)
      try {
        const proved = await accept(given, site, purpose, only)
        attempt.succeeded()
        return proved
      } catch (thrown) {
        const refusal = refusalOf(thrown)
        if (usuario)
          audit(
            { ...actorOf(usuario, ip), usuarioId: null, nombre: 'desconocido' },
            () => {},
            () => ({
              accion: 'auth.login_fallido',
              objeto: usuario.id,
              detalle: { email: usuario.email, llave_acceso: refusal },
            }),
          )
        throw new AppError('INVALID_CREDENTIALS', SAID[refusal][1])
      }
    },

    /** A key of the person in a session. Throws VALIDATION_ERROR, RATE_LIMIT. */
    async ofSession(
      usuario: Usuario,
      given: unknown,
      site: Site,
      purpose: string,
      actor: Actor,
    ): Promise<void> {
      const attempt = attempts.begin(usuario.email, actor.ip, sesiones.knows(usuario.id, actor.ip))
      try {
        await accept(given, site, purpose, usuario.id)
        attempt.succeeded()
      } catch (thrown) {
        const refusal = refusalOf(thrown)
        audit(
          actor,
          () => {},
          () => ({
            accion: 'auth.segundo_factor_fallido',
            objeto: usuario.id,
            detalle: { motivo: `llave_acceso ${refusal}` },
          }),
        )
        throw fault(refusal)
      }
    },

    /** A new key of who is in a session. Throws VALIDATION_ERROR. */
    async ofNew(given: unknown, site: Site, purpose: string): Promise<NewKey> {
      try {
        return await ceremonies.verifyNew(readCredencial(given), site, purpose)
      } catch (thrown) {
        throw fault(refusalOf(thrown))
      }
    },
  }
}
