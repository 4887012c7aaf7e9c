// The dependencies of this area's routes.

import type { Pagador } from '../../http/cuota'
import type { AreaDeps } from '../../http/deps'
import type { Charge } from '../../sii/metered'
import type { Emisores } from '../dte'
import type { AnswerDeps, TrabajosDeps } from '../trabajos'
import type { Rcof } from './create'

export interface RcofDeps
  extends Pick<AreaDeps, 'credential' | 'clock'>,
    Omit<AnswerDeps, 'cola'>,
    Omit<TrabajosDeps, 'queue'> {
  rcof: Rcof
  emisores: Emisores
  charge: Charge<Pagador>
}
