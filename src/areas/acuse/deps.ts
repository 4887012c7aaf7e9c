// The dependencies of this area's routes.

import type { AreaDeps } from '../../http/deps'
import type { Documentos, Emisores } from '../dte'
import type { AnswerDeps, TrabajosDeps } from '../trabajos'
import type { Acuse } from './create'

export interface AcuseDeps
  extends Pick<AreaDeps, 'store' | 'credential' | 'clock'>,
    Omit<AnswerDeps, 'queue' | 'cola'>,
    TrabajosDeps {
  queue: AnswerDeps['queue']
  documentos: Documentos
  emisores: Emisores
  acuse: Acuse
}

export const BASE = '/v1/dte/acuse'
