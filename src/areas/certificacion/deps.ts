// The dependencies of this area's routes.

import type { AreaDeps } from '../../http/deps'
import type { Emisores } from '../dte'
import type { Rcof } from '../rcof'
import type { AnswerDeps } from '../trabajos'
import type { CertificacionServices } from './create'

export const BASE = '/v1/certificacion'
export const tags = ['Certificación']

export interface CertificacionDeps
  extends Pick<AreaDeps, 'store' | 'credential' | 'clock' | 'idempotency' | 'audit'>,
    Omit<AnswerDeps, 'clock' | 'idempotency'> {
  certificacion: CertificacionServices
  emisores: Emisores
  rcof: Rcof
}
