// The dependencies of this area's routes.

import type { AreaDeps } from '../../http/deps'
import type { Borradores } from './borradores'
import type { IssueDrafts } from './issue-drafts'

export interface BorradoresDeps extends Pick<AreaDeps, 'credential' | 'audit' | 'idempotency' | 'store'> {
  borradores: Borradores
  issueDrafts: IssueDrafts
}

export const BASE = '/v1/borradores'
export const tags = ['Borradores']
