// The definition of a scheduled task: the orders that it queues, and the obstacles.

import type { Permiso } from '../../domain/permisos'
import type { Operacion } from '../../domain/plan/cuota'
import type { Ajustes, NombreTarea } from '../../domain/programacion'
import type { Titular } from '../../domain/titular'
import type { Encargo, Solicitante } from '../trabajos'

export interface Tarea<N extends NombreTarea = NombreTarea> {
  nombre: N
  /** The cost of each of its jobs. */
  operacion: Operacion | null
  /** The permission to run it now. */
  permiso: Permiso
  /** The orders to queue; a job under way for the same thing is joined. */
  encargos(solicitante: Solicitante, ajustes: Ajustes[N], now: Date): Promise<Encargo[]>
  /** Throws what the operation would be refused with before it asks: no credential, a login that stands refused. */
  check(titular: Titular): void
  /** Until when the SII keeps everybody waiting; null where it does not. */
  pausedUntil(titular: Titular): Date | null
}
