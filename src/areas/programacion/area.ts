// The scheduled operations of a company at the SII.

import type { Clock } from '../../base/clock'
import type { Cuota } from '../../http/cuota'
import type { AreaDeps } from '../../http/deps'
import type { Runner } from '../../jobs/runner'
import type { Store } from '../../store/store'
import { createEmpresaStore } from '../empresa'
import type { Eventos } from '../eventos'
import type { Trabajos } from '../trabajos'
import { createProgramaciones } from './ajustes'
import { programacionRoutes } from './programacion.route'
import { createReloj } from './reloj'
import { createRun } from './run'
import type { Tarea } from './tarea'

/** The schedules of a server: what companies have set, the look of each minute, and runs in a person's name (jobs §7). */
export function createProgramacion(deps: {
  store: Pick<Store, 'client' | 'db'>
  clock: Clock
  trabajos: Pick<Trabajos, 'enqueue'>
  cuota: Pick<Cuota, 'estado'>
  eventos: Pick<Eventos, 'emit'>
  tareas: readonly Tarea[]
}) {
  const programaciones = createProgramaciones(deps.store.db, deps.clock)
  const run = createRun({ ...deps, programaciones })
  return { programaciones, run, reloj: createReloj({ ...deps, programaciones, run }), tareas: deps.tareas }
}

export type Programacion = ReturnType<typeof createProgramacion>

type Deps = Parameters<typeof createProgramacion>[0] &
  Pick<AreaDeps, 'store' | 'credential' | 'idempotency' | 'audit'> & { queue: Pick<Runner, 'wake'> }

export function bindProgramacion(deps: Deps) {
  const programacion = createProgramacion(deps)
  const { reloj } = programacion
  const look = async () => {
    await reloj.look()
    deps.queue.wake()
  }
  return {
    programacion,
    crons: [{ name: 'programacion', pattern: '* * * * *', run: look }],
    routes: () =>
      programacionRoutes({ ...deps, ...programacion, empresas: createEmpresaStore(deps.store.db) }),
  }
}
