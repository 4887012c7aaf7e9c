// The dependencies of the routes of answers.

import type { AreaDeps } from '../../../http/deps'
import type { Emisores } from '../../dte'
import type { AnswerDeps } from '../../trabajos'
import type { Intercambios } from './create'

export interface IntercambioDeps extends Pick<AreaDeps, 'credential' | 'clock'>, AnswerDeps {
  emisores: Emisores
  intercambio: Intercambios
}
