// The schedules of a server: what companies have set, the look of each minute, and runs in a person's name (jobs §7).

import type { Clock } from '../../base/clock'
import type { Cuota } from '../../http/cuota'
import type { Store } from '../../store/store'
import type { Eventos } from '../eventos'
import type { Trabajos } from '../trabajos'
import { createProgramaciones } from './ajustes'
import { createReloj } from './reloj'
import { createRun } from './run'
import type { Tarea } from './tarea'

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
