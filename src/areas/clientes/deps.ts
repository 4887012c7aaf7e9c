// The dependencies of this area's routes.

import type { AreaDeps } from '../../http/deps'
import type { ListadoDeps } from '../documentos'
import type { PortalRcv } from '../rcv'
import type { AnswerDeps, TrabajosDeps } from '../trabajos'
import type { ClientesServices } from './create'

export interface ClientesDeps
  extends Pick<AreaDeps, 'credential' | 'store' | 'clock' | 'audit'>,
    Omit<AnswerDeps, 'queue' | 'cola'>,
    ListadoDeps,
    TrabajosDeps {
  queue: AnswerDeps['queue']
  clientes: ClientesServices
  accesoOf: PortalRcv['accesoOf']
}

export const BASE = '/v1/clientes'
export const tags = ['Clientes']
