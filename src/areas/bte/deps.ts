// The dependencies of this area's routes.

import type { Pagador } from '../../http/cuota'
import type { AreaDeps } from '../../http/deps'
import type { Charge } from '../../sii/metered'
import type { AnswerDeps, TrabajosDeps } from '../trabajos'
import type { Bte } from './create'
import type { PortalBte } from './portal-bte'

export interface BteDeps
  extends Pick<AreaDeps, 'credential' | 'clock' | 'newId'>,
    Omit<AnswerDeps, 'cola'>,
    Omit<TrabajosDeps, 'queue'>,
    Pick<PortalBte, 'portal' | 'accesoOf'> {
  bte: Bte
  charge: Charge<Pagador>
}
