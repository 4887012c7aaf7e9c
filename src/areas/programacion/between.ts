// Runs of a task between its hours, after an event: by the same rules, and recorded as its run (jobs §7).

import type { Clock } from '../../base/clock'
import { holgura } from '../../domain/plan/cuota'
import type { NombreTarea } from '../../domain/programacion'
import type { Cuota } from '../../http/cuota'
import type { Store } from '../../store/store'
import type { Encargo, Solicitante, Trabajos } from '../trabajos'
import { createProgramaciones } from './ajustes'

/** Queues for `tarea` in the name of the schedule, unless it is off or its share of the plan is used. In the caller's transaction. */
export function createBetween(
  tarea: NombreTarea,
  {
    store: { db },
    clock,
    cuota,
    trabajos,
  }: {
    store: Pick<Store, 'db'>
    clock: Clock
    cuota: Pick<Cuota, 'estado'>
    trabajos: Pick<Trabajos, 'enqueue'>
  },
) {
  const programaciones = createProgramaciones(db, clock)
  return (solicitante: Solicitante, encargo: Encargo): void => {
    if (!programaciones.ajustesOf(solicitante, tarea).activo) return
    if (holgura(cuota.estado(solicitante.cuentaId)) === 0) return
    programaciones.begun(solicitante, tarea, [trabajos.enqueue(solicitante, encargo)])
  }
}
