// What the routes of this area work with.

import type { AreaDeps } from '../../http/deps'
import type { AccountTenant } from '../../http/tenant'
import type { Quien } from './accesos'
import type { Administracion } from './administracion'

export interface RouteDeps extends Pick<AreaDeps, 'credential' | 'clock' | 'idempotency' | 'audit'> {
  administracion: Administracion
  /** The company of an address within reach, in its own environment, and its RUT. Throws NOT_FOUND. */
  quienOf(tenant: AccountTenant, empresaId: string): { quien: Quien; rut: string }
}
