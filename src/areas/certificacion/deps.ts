// The dependencies of this area's routes.

import type { AreaDeps } from '../../http/deps'
import type { Runner } from '../../jobs/runner'
import type { CertificacionServices } from './create'

export const BASE = '/v1/certificacion'
export const tags = ['Certificación']

export interface CertificacionDeps
  extends Pick<AreaDeps, 'store' | 'credential' | 'clock' | 'idempotency' | 'audit'> {
  certificacion: CertificacionServices
  queue: Pick<Runner, 'wake'>
}
