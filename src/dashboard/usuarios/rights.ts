// The rights of a person of the account as a form has them, and the bodies that invite and change one (http
// §15, §22).

import type { TipoDte } from '../../domain/dte/tipos'
import { DE_LA_CUENTA, PERMISOS, type Permiso, permisosOf, type Rol } from '../../domain/permisos'
import type { BodyOf, DataOf } from '../api/client'

export type Usuario = DataOf<'GET /v1/usuarios'>[number]

export interface Rights {
  rol: Rol
  /** The effective permissions: the role's, with additions and without removals. */
  permisos: readonly Permiso[]
  /** Empty is all. */
  tipos: readonly TipoDte[]
  /** Empty is all. */
  empresas: readonly string[]
}

/** The rights of a role alone. */
export const rightsOf = (rol: Rol): Rights => ({
  rol,
  permisos: [...permisosOf(rol)],
  tipos: [],
  empresas: [],
})

export const rightsOfUsuario = ({
  rol,
  permisos_extra,
  permisos_quitados,
  tipos_dte,
  empresas,
}: Usuario): Rights => ({
  rol,
  permisos: [...permisosOf(rol, permisos_extra, permisos_quitados)],
  tipos: tipos_dte as TipoDte[],
  empresas,
})

/** Another role begins with what it gives; who becomes an owner has no limits. */
export const withRol = (rights: Rights, rol: Rol): Rights =>
  rol === 'propietario' ? rightsOf(rol) : { ...rights, rol, permisos: [...permisosOf(rol)] }

/** Beside a permission: whether it is the role's, was added or taken. */
export function noteOf({ rol, permisos }: Rights, permiso: Permiso): string | undefined {
  const [given, has] = [permisosOf(rol).has(permiso), permisos.includes(permiso)]
  if (given === has) return undefined
  return has ? `${permiso} · agregado al rol` : `${permiso} · quitado del rol`
}

/** Those that may be marked: what who asks has, and what the person has already; nobody limited acts on the whole account. */
export const offered = (own: readonly Permiso[], { permisos, empresas }: Rights): Permiso[] =>
  PERMISOS.filter(
    (permiso) =>
      (own.includes(permiso) || permisos.includes(permiso)) &&
      !(empresas.length && DE_LA_CUENTA.includes(permiso)),
  )

export function changesOf(
  nombre: string,
  { rol, permisos, tipos, empresas }: Rights,
): BodyOf<'PUT /v1/usuarios/:id'> {
  const given = permisosOf(rol)
  return {
    nombre: nombre.trim(),
    rol,
    permisos_extra: permisos.filter((permiso) => !given.has(permiso)),
    permisos_quitados: [...given].filter((permiso) => !permisos.includes(permiso)),
    tipos_dte: [...tipos],
    empresas: [...empresas],
  }
}

export const invitationOf = (
  email: string,
  { rol, tipos, empresas }: Rights,
): BodyOf<'POST /v1/usuarios/invitar'> => ({
  email: email.trim(),
  rol,
  empresas: [...empresas],
  tipos_dte: [...tipos],
})

/** Whether this is the only owner: a list that is not whole cannot tell. */
export const isLastOwner = (
  usuario: Pick<Usuario, 'id' | 'rol'>,
  all: readonly Pick<Usuario, 'rol'>[],
  whole: boolean,
): boolean =>
  whole && usuario.rol === 'propietario' && all.filter(({ rol }) => rol === 'propietario').length === 1
