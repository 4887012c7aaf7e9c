// The dependencies of this area's routes.

import type { AreaDeps } from '../../http/deps'
import type { AnswerDeps, TrabajosDeps } from '../trabajos'
import type { Historia } from './create'

export interface HistoriaDeps
  extends Pick<AreaDeps, 'credential' | 'clock' | 'store'>,
    Omit<AnswerDeps, 'cola'>,
    Omit<TrabajosDeps, 'queue'> {
  historia: Historia
}

export const BASE = '/v1/historia'
export const TAG = 'Historia'

/** Said where a trial is asked to do more than tell: its file is gone. */
export const FUE_PRUEBA = 'Esa importación sólo se simuló: suba el archivo otra vez, sin simular'
