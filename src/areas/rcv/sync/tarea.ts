// The schedule's task of the register: the months that may still change, newest first (jobs §7).

import { periodosDeRcv } from '../../../domain/programacion'
import type { Tenant } from '../../../http/tenant'
import type { Tarea } from '../../programacion'
import type { PortalRcv } from './portal'
import type { createSync } from './sync.job'

interface Deps extends Pick<PortalRcv, 'accesoOf'> {
  sync: Pick<ReturnType<typeof createSync>, 'encargo'>
  /** Whether the SII keeps everybody waiting who comes with what the company has loaded. */
  pausedUntil(quien: Pick<Tenant, 'empresaId' | 'ambiente'>): Date | null
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
  pausedUntil,
})
