// What the routes of this area are handed.

import type { Ambiente } from '../../domain/ambiente'
import type { Pagador } from '../../http/cuota'
import type { AreaDeps } from '../../http/deps'
import type { Charge } from '../../sii/metered'
import type { Folios } from './index'
import type { RequestCaf } from './solicitar'

export interface FoliosDeps
  extends Pick<AreaDeps, 'credential' | 'store' | 'clock' | 'idempotency' | 'audit'> {
  folios: Folios
  /** Runs a question in the name of who pays for it. */
  charge: Charge<Pagador>
  /** How folios are asked for, in the environments where they can be. */
  requestCaf: Partial<Record<Ambiente, RequestCaf>>
}
