// The rules of who may be what in an account, for invitations and changes alike (http §15, §22).

import { beyond, type Derechos } from '../../domain/derechos'
import { AppError, type Fault, faultsError } from '../../domain/errors'
import type { Regla } from '../../domain/reglas'
import type { AccountTenant } from '../../http/tenant'
import { derechosOf, type Usuario } from '../auth'
import type { EmpresaStore } from '../empresa'

type Parts = Omit<Usuario, 'id' | 'passwordHash'>

/** The rights that a credential may give: its own. */
const derechosDe = ({ rol, permisos, tiposDte, empresas }: AccountTenant): Derechos => ({
  propietario: rol === 'propietario',
  permisos,
  tiposDte,
  empresas,
})

/** Throws FORBIDDEN when the person may, or would be allowed, more than who asks. */
export function requireWithin(tenant: AccountTenant, parts: Parts, verb: string): void {
  const excess = beyond(derechosDe(tenant), derechosOf(parts))
  if (!excess.length) return
  throw new AppError('FORBIDDEN', `No puede ${verb} a quien puede más que usted: ${excess.join(', ')}`, {
    detalles: excess.map((permiso) => ({ permiso })),
  })
}

/** Throws VALIDATION_ERROR with every list that makes no sense. */
export function checkParts(parts: Parts, empresas: EmpresaStore): void {
  const faults: Fault[] = []
  const fault = (campo: string, regla: Regla, mensaje: string) => faults.push({ campo, regla, mensaje })
  const { rol, permisosExtra, permisosQuitados, tiposDte } = parts
  if (rol === 'propietario') {
    const limits = { permisos_quitados: permisosQuitados, tipos_dte: tiposDte, empresas: parts.empresas }
    for (const [campo, list] of Object.entries(limits))
      if (list.length) fault(campo, 'propietario', 'Un propietario lo puede todo; deje la lista vacía')
  }
  const both = permisosExtra.filter((permiso) => permisosQuitados.includes(permiso))
  if (both.length)
    fault(
      'permisos_quitados',
      'contradiccion',
      `permisos_quitados repite los de permisos_extra: ${both.join(', ')}`,
    )
  parts.empresas.forEach((id, index) => {
    if (!empresas.find(parts.cuentaId, id))
      fault(`empresas[${index}]`, 'no_existe', `empresas[${index}] no es una empresa de la cuenta`)
  })
  if (faults.length) throw faultsError(faults)
}
