// What the routes of this area are handed.

import type { AreaDeps } from '../../http/deps'
import type { Rcv } from './index'

export interface RcvDeps extends Pick<AreaDeps, 'credential' | 'store' | 'clock' | 'idempotency' | 'audit'> {
  rcv: Rcv
}
