// Puts reports of used folios together: what the routes share with the kinds of job.

import type { Clock } from '../../base/clock'
import type { NewId } from '../../base/id'
import type { Audit } from '../../http/audit'
import type { JobKind } from '../../jobs/kind'
import type { Sii } from '../../sii'
import type { Store } from '../../store/store'
import type { Sign } from '../../xml/firma'
import type { Documentos, Emisores } from '../dte'
import type { Eventos } from '../eventos'
import type { Trabajos } from '../trabajos'
import { createCountDay } from './count-day'
import { sendRcofJob } from './enviar.job'
import { createPublish } from './notify'
import { createPrepareRcof } from './prepare'
import { createRcofs } from './rcof-store'
import { rcofTarea } from './tarea'
import { createFollowRcof, createHurryRcof, createVeredictos, veredictoRcofJob } from './veredicto.job'

export type Rcof = ReturnType<typeof createRcof>

export function createRcof(deps: {
  store: Store
  clock: Clock
  newId: NewId
  audit: Audit
  sii: Sii
  sign: Sign
  emisores: Emisores
  documentos: Documentos
  eventos: Pick<Eventos, 'emit'>
  trabajos: Trabajos
}) {
  const rcofs = createRcofs(deps.store)
  const countDay = createCountDay(deps)
  const notify = createPublish(deps.eventos)
  const veredictos = createVeredictos({ ...deps, rcofs, notify })
  const follow = createFollowRcof(deps)
  const prepare = createPrepareRcof({ ...deps, rcofs })
  return {
    rcofs,
    countDay,
    prepare,
    tarea: rcofTarea({ ...deps, rcofs, countDay, prepare }),
    veredictos,
    hurryVeredicto: createHurryRcof({ ...deps, rcofs }),
    kinds: [
      sendRcofJob({ ...deps, rcofs, notify, follow }),
      veredictoRcofJob({ ...deps, rcofs, veredictos }),
    ] as JobKind[],
  }
}
