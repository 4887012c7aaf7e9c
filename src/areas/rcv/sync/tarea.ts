// The schedule's task of the register: the months that may still change, newest first (jobs §7).

import { AppError } from '../../../domain/errors'
import { periodosDeRcv } from '../../../domain/programacion'
import type { Tenant } from '../../../http/tenant'
import type { Tarea } from '../../programacion'
import type { PortalRcv } from './portal'
import type { createSync } from './sync.job'

interface Deps extends Pick<PortalRcv, 'accesoOf'> {
  sync: Pick<ReturnType<typeof createSync>, 'encargo'>
  /** Whether the SII keeps everybody waiting who comes with what the company has loaded. */
  isPaused(quien: Pick<Tenant, 'empresaId' | 'ambiente'>): boolean
}

export const rcvTarea = ({ sync, accesoOf, isPaused }: Deps): Tarea<'rcv'> => ({
  nombre: 'rcv',
  operacion: 'rcv',
  permiso: 'rcv:sincronizar',
  encargos: async (solicitante, { periodos }, now) =>
    periodosDeRcv(periodos, now).map((periodo) =>
      sync.encargo(solicitante, periodo, ['compra', 'venta'], false),
    ),
  impedimento(titular) {
    try {
      accesoOf(titular, 'rcv', { prioridad: 'programada' })
      return isPaused(titular) ? 'PAUSA' : null
    } catch (fault) {
      if (!(fault instanceof AppError)) throw fault
      return fault.code === 'PORTAL_LOCKED' ? 'PORTAL_LOCKED' : 'SIN_CREDENCIAL'
    }
  },
})
