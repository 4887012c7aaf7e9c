// The dependencies of this area's routes.

import type { TitularDeCuenta } from '../../domain/titular'
import type { AreaDeps } from '../../http/deps'
import type { AccountTenant } from '../../http/tenant'
import type { Administracion } from './administracion'

export interface RouteDeps extends Pick<AreaDeps, 'credential' | 'clock' | 'idempotency' | 'audit'> {
  administracion: Administracion
  /** The company of an address within reach, in its own environment, and its RUT. Throws NOT_FOUND. */
  titularOf(tenant: AccountTenant, empresaId: string): { titular: TitularDeCuenta; rut: string }
}
