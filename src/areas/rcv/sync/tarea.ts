// The schedule's task of the register: the months that may still change, newest first (jobs §7).

import type { OperacionPortal } from '../../../domain/portal'
import { periodosDeRcv } from '../../../domain/programacion'
import type { Titular } from '../../../domain/titular'
import type { Tarea } from '../../programacion'
import type { PortalRcv } from './portal'
import type { createSync } from './sync.job'

interface Deps extends Pick<PortalRcv, 'accesoOf'> {
  sync: Pick<ReturnType<typeof createSync>, 'encargo'>
  /** Until when the SII keeps waiting who comes by the way that the operation goes. */
  pausedUntil(titular: Titular, operacion: OperacionPortal): Date | null
}

export const rcvTarea = ({ sync, accesoOf, pausedUntil }: Deps): Tarea<'rcv'> => ({
  nombre: 'rcv',
  operacion: 'rcv',
  permiso: 'rcv:sincronizar',
  encargos: async (solicitante, { periodos }, now) =>
    periodosDeRcv(periodos, now).map((periodo) =>
      sync.encargo(solicitante, periodo, ['compra', 'venta'], false),
    ),
  check: (titular) => void accesoOf(titular, 'rcv', { prioridad: 'programada' }),
  pausedUntil: (titular) => pausedUntil(titular, 'rcv'),
})
