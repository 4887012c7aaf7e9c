// The schedule's task of boletas de terceros: once a month, the month that has closed, and those of boletas of which the SII has still
// to tell (areas/bte §3; jobs §7).

import { periodoDe, periodosHasta } from '../../domain/plan/cuota'
import type { OperacionPortal } from '../../domain/portal'
import type { Titular } from '../../domain/titular'
import type { Tarea } from '../programacion'
import type { Boletas } from './boletas'
import { encargoMes } from './mes.job'
import type { PortalBte } from './portal-bte'

interface Deps extends Pick<PortalBte, 'accesoOf'> {
  boletas: Pick<Boletas, 'waitingMonths'>
  pausedUntil(titular: Titular, operacion: OperacionPortal): Date | null
}

export const bteTarea = ({ boletas, accesoOf, pausedUntil }: Deps): Tarea<'bte'> => ({
  nombre: 'bte',
  operacion: 'bte',
  permiso: 'bte:emitir',
  // In certification there are none: nothing to do, and nothing amiss.
  async encargos({ empresaId, ambiente }, _, now) {
    if (ambiente === 'certificacion') return []
    const closed = periodosHasta(periodoDe(now), 2)[1]!
    const months = new Set([closed, ...boletas.waitingMonths({ empresaId, ambiente })])
    return [...months].map(encargoMes)
  },
  check(titular) {
    if (titular.ambiente === 'certificacion') return
    accesoOf(titular, 'bte', { prioridad: 'programada' })
  },
  pausedUntil: (titular) => pausedUntil(titular, 'bte'),
})
