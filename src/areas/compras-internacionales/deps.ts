// The dependencies of this area's routes.

import type { AreaDeps } from '../../http/deps'
import type { EmisionDte } from '../dte'
import type { AnswerDeps, TrabajosDeps } from '../trabajos'
import type { ComprasInternacionales } from './create'

export interface ComprasIntDeps
  extends Pick<AreaDeps, 'credential' | 'clock' | 'log'>,
    Omit<AnswerDeps, 'cola'>,
    Omit<TrabajosDeps, 'queue'> {
  comprasInt: ComprasInternacionales
  dte: Pick<EmisionDte, 'emision' | 'acceptOnce'>
}

export const BASE = '/v1/compras-internacionales'
export const TAG = 'Compras internacionales'
