// Copies of documents for their receivers, by mail (http §17, `envio_receptor`).

import { createInsertJob } from '../../jobs/insert'
import type { JobKind } from '../../jobs/kind'
import { copiaJob } from './copia.job'
import { createCopias } from './copias'
import { type CopiaDeps, enviarRoute } from './enviar.route'
import { createBuildMensaje } from './mensaje'

type Deps = Omit<Parameters<typeof createCopias>[0], 'insertJob'> &
  Omit<Parameters<typeof createBuildMensaje>[0] & CopiaDeps, 'copias'>

export function bindCopia(deps: Deps) {
  const copias = createCopias({ ...deps, insertJob: createInsertJob(deps.store.client, deps.clock) })
  const buildMensaje = createBuildMensaje({ ...deps, copias })
  return {
    copias,
    kinds: [copiaJob({ ...deps, copias, buildMensaje })] as JobKind[],
    routes: () => enviarRoute({ ...deps, copias }),
  }
}
