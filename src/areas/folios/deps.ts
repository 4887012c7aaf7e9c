// What the routes of this area are handed.

import type { Ambiente } from '../../domain/ambiente'
import type { AreaDeps } from '../../http/deps'
import type { Folios } from './index'
import type { RequestCaf } from './solicitud'

export interface FoliosDeps
  extends Pick<AreaDeps, 'credential' | 'store' | 'clock' | 'idempotency' | 'audit'> {
  folios: Folios
  /** How folios are asked for, in the environments where they can be. */
  requestCaf: Partial<Record<Ambiente, RequestCaf>>
}
