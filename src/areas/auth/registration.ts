// How an account begins: its owner, and the company if one is named. Also for the command line and the first start.

import type { Clock } from '../../base/clock'
import type { NewId } from '../../base/id'
import { AppError } from '../../domain/errors'
import type { Rol } from '../../domain/permisos'
import type { NombrePlan } from '../../domain/plan/planes'
import { type Audit, operador } from '../../http/audit'
import type { Store } from '../../store/store'
import type { Empresas } from '../empresa'
import type { Passwords } from './passwords'
import { type Cuenta, SIN_CAMBIOS, type Usuario, type UsuarioStore } from './usuario-store'

export interface NewOwner {
  nombre: string
  email: string
  password: string
  empresa?: { rut: string; razon_social: string }
}

interface NewColleague extends Omit<NewOwner, 'empresa'> {
  rol: Rol
}

interface Registered {
  cuenta: Cuenta
  usuario: Usuario
  empresaId: string | null
}

/** The note of an account that whoever runs the server makes. */
export const noteByOperator =
  (audit: Audit) =>
  ({ id, cuentaId }: Usuario): void =>
    audit(
      operador(cuentaId),
      () => {},
      () => ({ accion: 'auth.registro', objeto: id }),
    )

export type Registration = ReturnType<typeof createRegistration>

export function createRegistration({
  store,
  clock,
  newId,
  usuarios,
  empresas,
  passwords,
  openRegistration,
  planInicial,
}: {
  store: Store
  clock: Clock
  newId: NewId
  usuarios: UsuarioStore
  empresas: Empresas
  passwords: Passwords
  openRegistration: boolean
  /** The plan of a new account. */
  planInicial: NombrePlan
}) {
  function requireOpen(): void {
    if (openRegistration || usuarios.count() === 0) return
    throw new AppError(
      'FORBIDDEN',
      'El registro está cerrado en este servidor; pida una invitación a quien lo administra',
    )
  }

  function refuseKnown(email: string): void {
    if (usuarios.findByEmail(email))
      throw new AppError('ALREADY_EXISTS', `Ya existe un usuario con el correo ${email}`)
  }

  function personOf(
    cuentaId: string,
    { nombre, email, rol }: Omit<NewColleague, 'password'>,
    passwordHash: string,
  ) {
    const person = { cuentaId, nombre, email, passwordHash, rol, ...SIN_CAMBIOS }
    return { id: newId('usr'), ...person, createdAt: clock().toISOString() }
  }

  const write = store.client.transaction((owner: NewOwner, passwordHash: string): Registered => {
    const { nombre, email } = owner
    refuseKnown(email)
    const cuenta = { id: newId('cta'), nombre, email, plan: planInicial, createdAt: clock().toISOString() }
    usuarios.insertCuenta(cuenta)
    const usuario: Usuario = personOf(cuenta.id, { nombre, email, rol: 'propietario' }, passwordHash)
    usuarios.insert(usuario)
    const empresaId = owner.empresa ? empresas.createNamed(cuenta.id, owner.empresa).id : null
    return { cuenta, usuario, empresaId }
  })

  /** `note` runs in the transaction: what it writes is there with the account or not at all. */
  const writeNoted = store.client.transaction(
    (owner: NewOwner, passwordHash: string, check: () => void, note: (usuario: Usuario) => void) => {
      check()
      const registered = write(owner, passwordHash)
      note(registered.usuario)
      return registered
    },
  ).immediate

  const writeColleague = store.client.transaction(
    (cuentaId: string, who: NewColleague, passwordHash: string, note: (usuario: Usuario) => void) => {
      refuseKnown(who.email)
      const usuario: Usuario = personOf(cuentaId, who, passwordHash)
      usuarios.insert(usuario)
      note(usuario)
      return usuario
    },
  ).immediate

  return {
    isEmpty: (): boolean => usuarios.count() === 0,

    /** Throws FORBIDDEN when registration is closed, ALREADY_EXISTS for a known e-mail. */
    async register(owner: NewOwner, note: (usuario: Usuario) => void): Promise<Registered> {
      requireOpen()
      const passwordHash = await passwords.hash(owner.password)
      // Another one may have come first while the password was hashed.
      return writeNoted(owner, passwordHash, requireOpen, note)
    },

    /** The same for whoever runs the server: never closed. */
    async create(owner: NewOwner, note: (usuario: Usuario) => void): Promise<Registered> {
      const passwordHash = await passwords.hash(owner.password)
      return writeNoted(owner, passwordHash, () => {}, note)
    },

    /** A further person of an account that is there, for whoever runs the server. Throws ALREADY_EXISTS for a known e-mail. */
    async join(cuentaId: string, who: NewColleague, note: (usuario: Usuario) => void): Promise<Usuario> {
      return writeColleague(cuentaId, who, await passwords.hash(who.password), note)
    },
  }
}
