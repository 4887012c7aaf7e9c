// Queues what a task has to do, for the clock or for a person, and says why it cannot (jobs §7).

import type { Clock } from '../../base/clock'
import { AppError, type ErrorCode } from '../../domain/errors'
import { holgura, type Operacion } from '../../domain/plan/cuota'
import type { Omision } from '../../domain/programacion'
import type { Cuota } from '../../http/cuota'
import type { Encargo, Solicitante, Trabajos } from '../trabajos'
import type { Programaciones } from './ajustes'
import type { Tarea } from './tarea'

interface Deps {
  clock: Clock
  programaciones: Programaciones
  trabajos: Pick<Trabajos, 'enqueue'>
  cuota: Pick<Cuota, 'estado'>
}

/** Somebody was refused, and a person must act. */
const REFUSED: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['PORTAL_LOCKED', 'MAILBOX_ERROR'])

/** When the first of the ways in opens by itself; null where a person must act. */
function endOf({ detalles = [] }: AppError): Date | null {
  const ends = detalles.flatMap((one) => ('hasta' in one && typeof one.hasta === 'string' ? one.hasta : []))
  const [first] = ends.sort()
  return first === undefined ? null : new Date(first)
}

/** Whether the plan has no unit left for what was to be queued. */
export const isPlanLimit = (fault: unknown): boolean =>
  fault instanceof AppError && fault.code === 'PLAN_LIMIT'

export type RunTarea = ReturnType<typeof createRun>

export function createRun({ clock, programaciones, trabajos, cuota }: Deps) {
  const isSpent = (cuentaId: string, operacion: Operacion | null): boolean =>
    operacion !== null && holgura(cuota.estado(cuentaId)) === 0

  return {
    /** The orders that a task would queue now. */
    encargos: (tarea: Tarea, solicitante: Solicitante): Promise<Encargo[]> =>
      tarea.encargos(solicitante, programaciones.ajustesOf(solicitante, tarea.nombre), clock()),

    /**
     * Queues that in a person's name, or in that of the schedule. The jobs, one under way for the same thing among them. Throws
     * PLAN_LIMIT. In the caller's transaction.
     */
    queue: (solicitante: Solicitante, encargos: readonly Encargo[]): string[] =>
      encargos.map((encargo) => trabajos.enqueue(solicitante, encargo)),

    /** The same in the name of the schedule, as far as what is left for it goes; the rest is there on another day. */
    queueScheduled(tarea: Tarea, solicitante: Solicitante, encargos: readonly Encargo[]): string[] {
      const room = tarea.operacion === null ? null : holgura(cuota.estado(solicitante.cuentaId))
      return this.queue(solicitante, room === null ? encargos : encargos.slice(0, room))
    },

    /** The reason why the schedule, unlike a person, may not ask; `hasta` when it ends alone. */
    omision(tarea: Tarea, solicitante: Solicitante): { motivo: Omision; hasta: Date | null } | null {
      if (isSpent(solicitante.cuentaId, tarea.operacion)) return { motivo: 'PLAN_LIMIT', hasta: null }
      try {
        tarea.check(solicitante)
      } catch (fault) {
        if (!(fault instanceof AppError)) throw fault
        if (!REFUSED.has(fault.code)) return { motivo: 'SIN_CREDENCIAL', hasta: null }
        return { motivo: 'PORTAL_LOCKED', hasta: endOf(fault) }
      }
      const hasta = tarea.pausedUntil(solicitante)
      return hasta && { motivo: 'PAUSA', hasta }
    },
  }
}
