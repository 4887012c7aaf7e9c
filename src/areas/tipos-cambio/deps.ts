// The dependencies of this area's routes.

import type { AreaDeps } from '../../http/deps'
import type { createBanco } from './bcentral'
import type { TiposCambio } from './tipos-cambio'

export interface TiposCambioDeps extends Pick<AreaDeps, 'credential' | 'idempotency' | 'audit'> {
  tipos: TiposCambio
  banco: ReturnType<typeof createBanco>
}

export const TAG = 'Valores por día'
