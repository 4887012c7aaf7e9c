// The demands of a route on who asks, and what is said where they are not met (http §14, §15).

import { AppError } from '../domain/errors'
import { DE_LA_CUENTA, type Permiso, SCOPES_POR_DEFECTO } from '../domain/permisos'
import type { AccountTenant } from './tenant'

export function requireSession({ sesionId }: AccountTenant): void {
  if (sesionId !== null) return
  throw new AppError('SESSION_REQUIRED', 'Esta ruta es sólo para sesiones de usuario, no para llaves de API')
}

// Another tab may have changed the company since the page was drawn. Of one that is not within reach the same is said.
export function requireEmpresa({ empresaId, apiKeyId }: AccountTenant, asserted: string | null): void {
  if (asserted === null || asserted === empresaId) return
  const mensaje = apiKeyId
    ? 'La llave de API no es de esa empresa'
    : 'La empresa activa de la sesión es otra; elija ésta con POST /v1/empresa/seleccionar'
  throw new AppError('CONFLICT', `X-Empresa: ${mensaje}. Nada se hizo`, {
    detalles: [{ campo: 'X-Empresa', regla: 'empresa', mensaje }],
  })
}

const LIMITADO =
  'Es de la cuenta entera y su usuario está limitado a algunas de sus empresas; pídalo a quien las ve todas'

export function requireWholeAccount({ empresas }: AccountTenant): void {
  if (empresas !== null) throw new AppError('FORBIDDEN', LIMITADO)
}

/** Throws FORBIDDEN or SCOPE_REQUIRED; for a route that needs a second permission. */
export function requirePermission(tenant: AccountTenant, required: Permiso): void {
  const { permisos, apiKeyId } = tenant
  if (permisos.has(required)) return
  if (apiKeyId === null && DE_LA_CUENTA.includes(required)) requireWholeAccount(tenant)
  if (apiKeyId === null)
    throw new AppError(
      'FORBIDDEN',
      `Su rol no tiene el permiso ${required}; lo da quien administra los usuarios de la cuenta`,
    )
  // A key keeps the scopes that it was made with, so one made without naming any lacks those that came later.
  const older = SCOPES_POR_DEFECTO.includes(required)
    ? ' Una llave que se crea sin scopes hoy lo recibe: ésta se creó con otros, o antes de que existiera.'
    : ' Una llave que se crea sin scopes no lo recibe.'
  throw new AppError(
    'SCOPE_REQUIRED',
    `La llave de API no tiene el alcance ${required}.${older} Los alcances de una llave no cambian: cree otra con POST /v1/apikeys que lo nombre en scopes, o en Llaves de API`,
    { detalles: [{ scope: required }] },
  )
}

/** Throws FORBIDDEN for who is no owner of the account. */
export function requireOwner({ rol }: AccountTenant): void {
  if (rol !== 'propietario')
    throw new AppError('FORBIDDEN', 'Sólo los propietarios de la cuenta pueden hacerlo')
}

/** Throws SECOND_FACTOR_MISSING for who lacks the one that the account demands. */
export function requireFactor({ factorMissing }: AccountTenant): void {
  if (!factorMissing) return
  throw new AppError(
    'SECOND_FACTOR_MISSING',
    'La cuenta exige un segundo factor: actívelo para seguir, con POST /auth/segundo-factor',
  )
}

/** Throws NO_ACTIVE_COMPANY. */
export function requireActive({ empresaId, sinEmpresas }: AccountTenant): void {
  if (empresaId !== null) return
  throw new AppError(
    'NO_ACTIVE_COMPANY',
    sinEmpresas
      ? 'La cuenta no tiene empresas; cree una con POST /v1/empresa'
      : 'La sesión no tiene una empresa activa; elíjala con POST /v1/empresa/seleccionar',
  )
}
