// What the routes of this area are handed.

import type { NewId } from '../../base/id'
import type { Pagador } from '../../http/cuota'
import type { AreaDeps } from '../../http/deps'
import type { Charge } from '../../sii/metered'
import type { AnswerDeps, TrabajosDeps } from '../trabajos'
import type { Folios } from './create'
import type { FoliosSii } from './sii/create'
import type { PortalFolios } from './sii/deps'

export interface FoliosDeps
  extends Pick<AreaDeps, 'credential' | 'store' | 'clock' | 'idempotency' | 'audit'>,
    Omit<AnswerDeps, 'cola' | 'idempotency'>,
    Omit<TrabajosDeps, 'queue'>,
    PortalFolios {
  folios: Folios
  foliosSii: Pick<FoliosSii, 'emisorOf'>
  newId: NewId
  /** Runs a question in the name of who pays for it. */
  charge: Charge<Pagador>
}
