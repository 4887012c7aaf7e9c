// Puts the mailboxes of companies together.

import type { JobKind } from '../../../jobs/kind'
import { createBuzones } from './buzones'
import { createOpenBox, type OpenSimulada } from './open-box'
import { createReadBox, type ReadBoxDeps } from './read-box.job'
import { prepareBuzon } from './statements'
import { buzonTarea } from './tarea'

export type BuzonServices = ReturnType<typeof createBuzon>

type Given = Omit<ReadBoxDeps, 'buzones' | 'openBox'> &
  Parameters<typeof createBuzones>[0] &
  Omit<Parameters<typeof createOpenBox>[0], 'buzones'>

export function createBuzon(deps: Given) {
  const buzones = createBuzones(deps)
  const leer = createReadBox({ ...deps, buzones, openBox: createOpenBox({ ...deps, buzones }) })
  const { list, total, documentos } = prepareBuzon(deps.store.client)
  return {
    buzones,
    leer,
    /** Where a box may be. */
    politica: deps.webhooks.politica,
    mensajes: { list, total, documentos },
    tarea: buzonTarea({ buzones, leer }),
    kinds: [leer.kind] as JobKind[],
  }
}

export type { OpenSimulada }
