// Registration and login as use cases: they end in a session with its tokens.

import type { Log } from '../../base/log'
import { limitOf } from '../../domain/derechos'
import { AppError } from '../../domain/errors'
import type { AccessTokens } from '../../http/access-token'
import type { Audit } from '../../http/audit'
import type { EmpresaStore } from '../empresa'
import { toBreve } from '../empresa'
import { actorOf } from './actor'
import type { Attempts } from './attempts'
import type { Factors, Way } from './factors'
import type { LoginTickets } from './login-tickets'
import type { PasskeyProof } from './passkey-proof'
import type { Passwords } from './passwords'
import type { Proof } from './proof'
import type { NewOwner, Registration } from './registration'
import type { Sesiones } from './sesiones'
import type { Site } from './site'
import type { Usuario, UsuarioStore } from './usuario-store'

/** Where a session comes from, to be recognised in the list of one's sessions. */
export interface Origen {
  ip: string | null
  agente: string | null
}

export type Entry = ReturnType<typeof createEntry>

export function createEntry({
  registration,
  sesiones,
  usuarios,
  empresas,
  passwords,
  tokens,
  attempts,
  factors,
  loginTickets,
  proof,
  passkeyProof,
  audit,
  log,
}: {
  registration: Registration
  sesiones: Sesiones
  usuarios: UsuarioStore
  empresas: EmpresaStore
  passwords: Passwords
  tokens: AccessTokens
  attempts: Attempts
  factors: Factors
  loginTickets: LoginTickets
  proof: Proof
  passkeyProof: PasskeyProof
  audit: Audit
  log: Log
}) {
  /** `way`: how the second factor was shown; null where none was asked for. */
  async function open(
    usuario: Usuario,
    empresaId: string | null,
    origen: Origen,
    way: Way | 'llave_acceso' | null = null,
  ) {
    const { sesionId, refreshToken } = audit(
      actorOf(usuario, origen.ip),
      () => sesiones.begin(usuario.id, empresaId, origen, way !== null),
      (begun) => ({
        accion: 'auth.login',
        objeto: begun.sesionId,
        ...(way && { detalle: { segundo_factor: way } }),
      }),
    )
    const accessToken = await tokens.sign({ usuarioId: usuario.id, sesionId })
    const empresa = empresaId === null ? null : empresas.find(usuario.cuentaId, empresaId)
    return { tokens: { accessToken, refreshToken }, usuario, empresaActiva: empresa && toBreve(empresa) }
  }

  // The company used last, or the only one; with several and none used yet the person must choose, because a document
  // in another company's name cannot be taken back.
  function companyFor(usuario: Usuario): string | null {
    const reach = limitOf(usuario.empresas)
    const last = sesiones.lastCompany(usuario.id)
    if (last !== null && (reach === null || reach.includes(last))) return last
    const own = empresas.list(usuario.cuentaId, reach, 2, 0)
    return own.length === 1 ? own[0]!.id : null
  }

  // After the answer, so that a write to disk does not tell a known e-mail from an unknown one.
  function noteFailure(usuario: Usuario, ip: string | null): void {
    setImmediate(() => {
      try {
        audit(
          { ...actorOf(usuario, ip), usuarioId: null, nombre: 'desconocido' },
          () => {},
          () => ({ accion: 'auth.login_fallido', objeto: usuario.id, detalle: { email: usuario.email } }),
        )
      } catch (error) {
        log.error('auth.login_fallido', { error })
      }
    })
  }

  function halfway(ticket: string): Usuario {
    const { usuarioId, passwordHash } = loginTickets.read(ticket)
    const usuario = usuarios.find(usuarioId)
    // Password or factor may have changed since the first step.
    if (usuario?.passwordHash !== passwordHash || !factors.of(usuarioId))
      throw new AppError('TOKEN_INVALID', 'Su acceso cambió entretanto; empiece por la contraseña')
    return usuario
  }

  return {
    /** Begins a session of somebody whose identity was just proved. */
    enter: (usuario: Usuario, origen: Origen) => open(usuario, companyFor(usuario), origen),

    /** Throws what `Registro.register` throws, and RATE_LIMIT. */
    async register(owner: NewOwner, origen: Origen) {
      attempts.register(origen.ip)
      const { cuenta, usuario, empresaId } = await registration.register(owner, (made) =>
        audit(
          actorOf(made, origen.ip),
          () => {},
          () => ({ accion: 'auth.registro', objeto: made.id }),
        ),
      )
      return { cuenta, ...(await open(usuario, empresaId, origen)) }
    },

    /**
     * Throws INVALID_CREDENTIALS, the same for an unknown e-mail and a wrong password, RATE_LIMIT, and SECOND_FACTOR_REQUIRED
     * with a ticket for the second step where the person has a second factor.
     */
    async login(email: string, password: string, origen: Origen) {
      const usuario = usuarios.findByEmail(email)
      const { ip } = origen
      const attempt = attempts.begin(email, ip, usuario !== null && sesiones.knows(usuario.id, ip))
      const matches = await passwords.verify(password, usuario?.passwordHash ?? null)
      // It may have been changed, or the person removed, while it was compared.
      const stands = usuario !== null && usuarios.find(usuario.id)?.passwordHash === usuario.passwordHash
      if (!stands || !matches) {
        if (usuario) noteFailure(usuario, ip)
        throw new AppError('INVALID_CREDENTIALS', 'El correo o la contraseña no son correctos')
      }
      const factor = factors.of(usuario.id)
      if (factor) {
        attempt.halfway()
        const { ticket, expiresAt } = loginTickets.issue(usuario)
        const ways = { aplicacion: factor.aplicacion, llave_acceso: factor.llaves > 0 }
        throw new AppError('SECOND_FACTOR_REQUIRED', 'Falta su segundo factor', {
          detalles: [{ ticket, expira_en: expiresAt.toISOString(), ...ways }],
        })
      }
      attempt.succeeded()
      return open(usuario, companyFor(usuario), origen)
    },

    /** The second step. Throws TOKEN_INVALID, TOKEN_EXPIRED, INVALID_CREDENTIALS for a wrong code, and RATE_LIMIT. */
    async loginByCode(ticket: string, typed: string, origen: Origen) {
      const usuario = halfway(ticket)
      const way = proof.ofLogin(usuario, typed, actorOf(usuario, origen.ip))
      loginTickets.spend(ticket)
      return open(usuario, companyFor(usuario), origen, way)
    },

    /** The person whose password was right and who still has a second factor. Throws TOKEN_INVALID, TOKEN_EXPIRED. */
    halfway,

    /**
     * By a passkey, which is both factors: without a ticket, or as the second step of who has one. Throws INVALID_CREDENTIALS, RATE_LIMIT,
     * TOKEN_INVALID, TOKEN_EXPIRED.
     */
    async loginByPasskey(ticket: string | null, credencial: unknown, site: Site, origen: Origen) {
      const only = ticket === null ? null : halfway(ticket).id
      const usuario = await passkeyProof.ofLogin(credencial, site, purposeOf(ticket), only, origen.ip)
      if (ticket !== null) loginTickets.spend(ticket)
      return open(usuario, companyFor(usuario), origen, 'llave_acceso')
    },
  }
}

/** The purpose of a log-in's challenge. */
export const purposeOf = (ticket: string | null): string => (ticket === null ? 'entrar' : `entrar ${ticket}`)
