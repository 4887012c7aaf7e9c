// The dependencies of this area's routes.

import type { AreaDeps } from '../../http/deps'
import type { Printer } from '../../pdf'
import type { createRecibidos } from './create'

export interface RecibidosDeps
  extends Pick<AreaDeps, 'credential' | 'store' | 'clock' | 'audit' | 'idempotency'> {
  recibidos: ReturnType<typeof createRecibidos>
  printer: Printer
}

export const BASE = '/v1/recibidos'
