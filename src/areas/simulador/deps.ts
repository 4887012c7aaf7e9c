// The dependencies of the simulator's routes, and the context of each.

import type { AreaDeps } from '../../http/deps'
import type { Tenant } from '../../http/tenant'
import type { Documentos, Emisores } from '../dte'
import type { FallasPosibles } from './rutas.schema'

export interface SimuladorDeps extends Pick<AreaDeps, 'credential' | 'store'> {
  simulatorFetch(request: Request): Promise<Response>
  emisores: Emisores
  documentos: Documentos
  /** For the documentation. */
  fallasPosibles: FallasPosibles
}

export interface Context {
  request: Request
  tenant: Tenant
  body: unknown
  params: Record<string, string>
}
