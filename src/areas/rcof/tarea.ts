// The schedule's task of reports: each day that has none, oldest first (areas/rcof §2; jobs §7).

import type { Clock } from '../../base/clock'
import { diasAtras } from '../../domain/programacion'
import type { Emisores } from '../dte'
import type { Tarea } from '../programacion'
import type { Encargo } from '../trabajos'
import { checkEmisor } from './check-emisor'
import type { CountDay } from './count-day'
import type { PrepareRcof } from './prepare'
import type { Rcofs } from './rcof-store'

interface Deps {
  clock: Clock
  rcofs: Pick<Rcofs, 'onlyImported' | 'taken'>
  countDay: CountDay
  prepare: PrepareRcof
  emisores: Emisores
}

export const rcofTarea = ({ clock, rcofs, countDay, prepare, emisores }: Deps): Tarea<'rcof'> => ({
  nombre: 'rcof',
  operacion: 'rcof',
  permiso: 'rcof:enviar',
  async encargos(solicitante, { dias_atras }, now) {
    const { empresaId, ambiente } = solicitante
    const encargos: Encargo[] = []
    for (const fecha of diasAtras(dias_atras, now)) {
      // One that never left is missing still: its job is joined where it goes on, and made anew where it stopped.
      if (rcofs.taken({ empresaId, ambiente }, fecha) > 0) continue
      if (rcofs.onlyImported({ empresaId, ambiente }, fecha)) continue
      const resumen = await countDay({ empresaId, ambiente }, fecha)
      encargos.push({
        tipo: 'rcof.enviar',
        operacion: 'rcof',
        clave: fecha,
        objeto: fecha,
        args: {},
        write: (jobId) => prepare(solicitante, { fecha, forzar: false, resumen }, jobId),
      })
    }
    return encargos
  },
  check: (titular) => checkEmisor(emisores, titular, clock()),
  // It goes by the door of uploads, which has no such page.
  pausedUntil: () => null,
})
