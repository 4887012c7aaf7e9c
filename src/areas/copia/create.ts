// Puts the parts of the receiver's copy together.

import { createInsertJob } from '../../jobs/insert'
import type { JobKind } from '../../jobs/kind'
import { copiaJob } from './copia.job'
import { createCopias } from './copias'
import { createBuildMensaje } from './mensaje'

type Parts = Omit<Parameters<typeof createCopias>[0], 'insertJob'> &
  Omit<Parameters<typeof createBuildMensaje>[0], 'copias'>

export function createCopia(deps: Parts): { copias: ReturnType<typeof createCopias>; kinds: JobKind[] } {
  const copias = createCopias({ ...deps, insertJob: createInsertJob(deps.store.client, deps.clock) })
  const buildMensaje = createBuildMensaje({ ...deps, copias })
  return { copias, kinds: [copiaJob({ ...deps, copias, buildMensaje })] as JobKind[] }
}
