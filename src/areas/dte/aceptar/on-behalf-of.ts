// The company and the environment that a request issues for.

import type { Ambiente } from '../../../domain/ambiente'
import { AppError, faultsError } from '../../../domain/errors'
import type { Titular } from '../../../domain/titular'
import type { Tenant } from '../../../http/tenant'

/** In whose name a document is issued. */
export interface OnBehalfOf extends Titular {
  /** Types that whoever asks may issue; null or absent is all. */
  tiposDte?: readonly number[] | null
}

/**
 * The environment of a request: the credential's, or the body's `ambiente` where a session may choose (http §1). Throws
 * VALIDATION_ERROR when the body and its twin, the header, name two.
 */
export function readOnBehalfOf(tenant: Tenant, body: unknown, { headers }: Request): OnBehalfOf {
  const wanted =
    typeof body === 'object' && body !== null ? (body as { ambiente?: Ambiente }).ambiente : undefined
  const known = wanted === 'simulacion' || wanted === 'certificacion' || wanted === 'produccion'
  if (known && tenant.apiKeyId && wanted !== tenant.ambiente) {
    throw new AppError('FORBIDDEN', `La llave de API trabaja sólo en ${tenant.ambiente}`)
  }
  // Neither may win: one of the two can be a real invoice.
  if (known && headers.has('x-ambiente') && wanted !== tenant.ambiente) {
    const mensaje = `ambiente dice ${wanted} y el encabezado X-Ambiente, ${tenant.ambiente}; envíe uno solo`
    throw faultsError([{ campo: 'ambiente', regla: 'alias', mensaje }])
  }
  const { empresaId, tiposDte } = tenant
  return { empresaId, ambiente: known ? wanted : tenant.ambiente, tiposDte }
}
