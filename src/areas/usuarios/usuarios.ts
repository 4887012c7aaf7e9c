// The people of an account: changing what they may do, and removing them (http §22.1). What changes holds from their next
// request on, because every request reads their row.

import type { Clock } from '../../base/clock'
import { AppError } from '../../domain/errors'
import type { AccountTenant } from '../../http/tenant'
import type { Factors, Usuario, UsuarioStore } from '../auth'
import type { EmpresaStore } from '../empresa'
import type { InvitacionStore } from './invitacion-store'
import type { CambiosUsuario } from './usuario-json'
import { checkParts, requireWithin } from './within-rights'

export type Usuarios = ReturnType<typeof createUsuarios>

export function createUsuarios({
  clock,
  usuarios,
  factors,
  empresas,
  invitaciones,
}: {
  clock: Clock
  usuarios: UsuarioStore
  factors: Factors
  empresas: EmpresaStore
  invitaciones: InvitacionStore
}) {
  function find(cuentaId: string, id: string): Usuario {
    const usuario = usuarios.find(id)
    if (usuario?.cuentaId !== cuentaId) throw new AppError('NOT_FOUND', 'El usuario no existe')
    return usuario
  }

  function requireAnotherOwner({ cuentaId, rol }: Usuario): void {
    if (rol === 'propietario' && usuarios.countOwners(cuentaId) === 1)
      throw new AppError('CONFLICT', 'Es el último propietario de la cuenta; nombre antes a otro')
  }

  return {
    /** Throws NOT_FOUND, FORBIDDEN, VALIDATION_ERROR, CONFLICT for the last owner. Call it in a transaction. */
    update(tenant: AccountTenant, id: string, body: CambiosUsuario): Usuario {
      const usuario = find(tenant.cuentaId, id)
      requireWithin(tenant, usuario, 'cambiar')
      const changed = withChanges(usuario, body)
      checkParts(changed, empresas)
      requireWithin(tenant, changed, 'dar permisos')
      if (changed.rol !== 'propietario') requireAnotherOwner(usuario)
      usuarios.update(changed)
      return changed
    },

    /** The second factor of somebody else. Throws NOT_FOUND, FORBIDDEN, INVALID_STATE. Call it in a transaction. */
    resetFactor(tenant: AccountTenant, id: string): Usuario {
      const usuario = find(tenant.cuentaId, id)
      requireWithin(tenant, usuario, 'quitar el segundo factor')
      if (id === tenant.usuarioId)
        throw new AppError('INVALID_STATE', 'El propio se quita en su acceso, con contraseña y código')
      factors.reset(id)
      return usuario
    },

    /** With sessions and open invitations. Throws NOT_FOUND, FORBIDDEN, CONFLICT for the last owner. Call it in a transaction. */
    remove(tenant: AccountTenant, id: string): Usuario {
      const usuario = find(tenant.cuentaId, id)
      requireWithin(tenant, usuario, 'eliminar')
      requireAnotherOwner(usuario)
      invitaciones.revokeBy(id, clock())
      usuarios.remove(id)
      return usuario
    },
  }
}

function withChanges(usuario: Usuario, body: CambiosUsuario): Usuario {
  const rol = body.rol ?? usuario.rol
  // A person who becomes an owner leaves the limits behind, unless the request itself names some: those are
  // at fault.
  const promoted = rol === 'propietario' && usuario.rol !== 'propietario'
  const kept = promoted ? { permisosExtra: [], permisosQuitados: [], tiposDte: [], empresas: [] } : usuario
  return {
    ...usuario,
    nombre: body.nombre ?? usuario.nombre,
    rol,
    permisosExtra: body.permisos_extra ?? kept.permisosExtra,
    permisosQuitados: body.permisos_quitados ?? kept.permisosQuitados,
    tiposDte: body.tipos_dte ?? kept.tiposDte,
    empresas: body.empresas ?? kept.empresas,
  }
}
