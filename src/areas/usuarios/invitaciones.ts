// Invitations: made by who may administer people, good for seven days and for one person (http §14, §22).

import { createHash } from 'node:crypto'
import type { Clock } from '../../base/clock'
import type { NewId } from '../../base/id'
import { AppError } from '../../domain/errors'
import type { Planes } from '../../http/plan'
import type { AccountTenant } from '../../http/tenant'
import { SIN_CAMBIOS, type Usuario, type UsuarioStore } from '../auth'
import type { EmpresaStore } from '../empresa'
import type { Invitacion, InvitacionStore } from './invitacion-store'
import type { InvitarBody } from './usuario-json'
import { checkParts, requireWithin } from './within-rights'

const DAYS = 7
const DAY = 86_400_000

export type Invitaciones = ReturnType<typeof createInvitaciones>

export function createInvitaciones({
  clock,
  newId,
  random,
  usuarios,
  empresas,
  invitaciones,
  planes,
}: {
  clock: Clock
  newId: NewId
  random: (size: number) => Uint8Array
  usuarios: UsuarioStore
  empresas: EmpresaStore
  invitaciones: InvitacionStore
  planes: Pick<Planes, 'requireRoom'>
}) {
  function refuseKnown(email: string): void {
    if (usuarios.findByEmail(email))
      throw new AppError('ALREADY_EXISTS', `Ya existe un usuario con el correo ${email}`)
  }

  /** Throws TOKEN_INVALID, TOKEN_EXPIRED, INVALID_STATE for one accepted before. */
  function read(token: string): Invitacion {
    const found = invitaciones.findByHash(hashOf(token))
    if (!found) throw new AppError('TOKEN_INVALID', 'La invitación no existe; pida otra')
    if (found.aceptadaAt !== null)
      throw new AppError('INVALID_STATE', 'La invitación ya fue aceptada; inicie sesión')
    if (found.revocadaAt !== null)
      throw new AppError('TOKEN_INVALID', 'La invitación fue anulada o reemplazada por otra; pida una nueva')
    if (found.expiraEn <= clock().toISOString())
      throw new AppError('TOKEN_EXPIRED', `La invitación venció el ${found.expiraEn.slice(0, 10)}; pida otra`)
    return found
  }

  return {
    read,

    /**
     * A new invitation and the token of its link; an open one to the same address ends. Throws ALREADY_EXISTS, FORBIDDEN,
     * PLAN_FEATURE, VALIDATION_ERROR. Call it in a transaction.
     */
    invite(tenant: AccountTenant, body: InvitarBody): { invitacion: Invitacion; token: string } {
      const now = clock()
      const { email, rol } = body
      const invitacion: Invitacion = {
        id: newId('inv'),
        cuentaId: tenant.cuentaId,
        email,
        rol,
        empresas: body.empresas,
        tiposDte: body.tipos_dte ?? [],
        invitadoPor: tenant.usuarioId,
        createdAt: now.toISOString(),
        expiraEn: new Date(now.getTime() + DAYS * DAY).toISOString(),
        aceptadaAt: null,
        revocadaAt: null,
      }
      const guest = { ...SIN_CAMBIOS, ...invitacion, nombre: email }
      checkParts(guest, empresas)
      requireWithin(tenant, guest, 'invitar')
      refuseKnown(email)
      planes.requireRoom(tenant.cuentaId, 'usuarios')
      invitaciones.revokeOf(tenant.cuentaId, email, now)
      const token = `inv_${Buffer.from(random(32)).toString('base64url')}`
      invitaciones.insert(invitacion, hashOf(token))
      return { invitacion, token }
    },

    /** Throws NOT_FOUND, INVALID_STATE for one accepted before. Revoking twice is no fault. */
    revoke(cuentaId: string, id: string): Invitacion {
      const found = invitaciones.find(cuentaId, id)
      if (!found) throw new AppError('NOT_FOUND', 'La invitación no existe')
      if (found.aceptadaAt !== null)
        throw new AppError('INVALID_STATE', 'La invitación ya fue aceptada; elimine al usuario')
      invitaciones.revoke(id, clock())
      return found
    },

    /** The person whom the token invites, in the account. Throws as `read`, ALREADY_EXISTS, PLAN_FEATURE. Call it in a transaction. */
    accept(token: string, nombre: string, passwordHash: string): Usuario {
      const invitacion = read(token)
      refuseKnown(invitacion.email)
      planes.requireRoom(invitacion.cuentaId, 'usuarios')
      const now = clock()
      const { cuentaId, email, rol, empresas, tiposDte } = invitacion
      const id = newId('usr')
      const createdAt = now.toISOString()
      const usuario = {
        ...SIN_CAMBIOS,
        id,
        cuentaId,
        nombre,
        email,
        passwordHash,
        rol,
        empresas,
        tiposDte,
        createdAt,
      }
      usuarios.insert(usuario)
      invitaciones.accept(invitacion.id, now)
      return usuario
    },
  }
}

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')
