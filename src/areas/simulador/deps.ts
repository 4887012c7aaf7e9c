// What the simulator's routes are made with, and what each of them is given.

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
