// The mail that brings an invitation: whose, and to what, before anybody follows its link.

import { formatRut } from '../../domain/rut'
import type { Mensaje, UsuarioStore } from '../auth'
import type { Empresa, EmpresaStore } from '../empresa'
import type { Invitacion } from './invitacion-store'

interface Deps {
  usuarios: Pick<UsuarioStore, 'find'>
  empresas: Pick<EmpresaStore, 'find' | 'list' | 'count'>
}

/** Named in full up to this many. */
const MAX = 3

export function invitationMail(
  { cuentaId, email, rol, empresas: ids, invitadoPor, expiraEn }: Invitacion,
  enlace: string,
  { usuarios, empresas }: Deps,
): Mensaje {
  const within = ids.length ? ids : null
  const shown = empresas.list(cuentaId, within, MAX, 0)
  const more = empresas.count(cuentaId, within) - shown.length
  const inviter = invitadoPor === null ? null : usuarios.find(invitadoPor)
  const quien = inviter ? `${inviter.nombre} (${inviter.email})` : 'Quien administra la cuenta'
  return {
    para: email,
    asunto: shown[0] ? `Invitación a ${shown[0].razonSocial} en Timbre` : 'Invitación a Timbre',
    texto: [
      `${quien} le invitó a usar Timbre como ${rol}${shown.length ? ', con:' : '.'}`,
      '',
      ...shown.map(naming),
      ...(more > 0 ? [`  y ${more} más`] : []),
      ...(shown.length ? [''] : []),
      'Acepte en:',
      '',
      enlace,
      '',
      `El enlace sirve una vez, hasta el ${expiraEn.slice(0, 10)}. Si no conoce a quien le invita, no haga nada.`,
      '',
    ].join('\n'),
  }
}

const naming = ({ razonSocial, rut }: Empresa): string => `  ${razonSocial}, RUT ${formatRut(rut)}`
