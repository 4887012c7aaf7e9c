// The dependencies of this area's routes.

import type { Pagador } from '../../http/cuota'
import type { AreaDeps } from '../../http/deps'
import type { Cola } from '../../jobs/cola'
import type { Charge } from '../../sii/metered'
import type { Emisores } from '../dte'
import type { AnswerDeps } from '../trabajos'
import type { Rcv } from './create'
import type { PortalRcv } from './sync/portal'

export interface RcvDeps
  extends Pick<AreaDeps, 'credential' | 'store' | 'clock' | 'audit'>,
    Omit<AnswerDeps, 'cola' | 'idempotency'>,
    PortalRcv {
  idempotency: AreaDeps['idempotency']
  cola: Cola
  rcv: Rcv
  emisores: Pick<Emisores, 'get'>
  charge: Charge<Pagador>
}
