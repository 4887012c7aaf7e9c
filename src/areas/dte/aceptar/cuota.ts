// The quota of issuing (http §16.3): documents accepted in a month of Chile, counted in the transaction that accepts them.

import type { Database } from 'better-sqlite3'
import type { Clock } from '../../../base/clock'
import { AppError } from '../../../domain/errors'
import {
  type EstadoCuota,
  eventoDe,
  type NotifyCuota,
  periodoDe,
  restantes,
} from '../../../domain/plan/cuota'
import { planOf } from '../../../domain/plan/planes'
import type { ReplySet } from '../../../http/reply'
import { prepareCuotaEmision, type UsoRow } from './statements'

export type CuotaEmision = ReturnType<typeof createCuotaEmision>

export function createCuotaEmision(client: Database, clock: Clock, notify: NotifyCuota) {
  const { find, raise, begin, read } = prepareCuotaEmision(client)
  const estadoOf = ({ cuenta_id, plan, usadas }: UsoRow, periodo: string): EstadoCuota => ({
    cuentaId: cuenta_id,
    periodo,
    usadas,
    limite: planOf(plan).emisiones,
  })

  function present(cuentaId: string): EstadoCuota {
    const periodo = periodoDe(clock())
    return estadoOf(read.get(periodo, cuentaId)!, periodo)
  }

  return {
    /** Counts a document of the company's account; the caller's transaction undoes it with what follows. Throws EMISSION_LIMIT. */
    spend(empresaId: string, now: Date): EstadoCuota {
      const periodo = periodoDe(now)
      const row = find.get(periodo, empresaId)!
      const { cuenta_id: cuentaId, usadas } = row
      const estado = estadoOf({ ...row, usadas: usadas + 1 }, periodo)
      const { limite } = estado
      if (limite === null || usadas < limite) {
        if (raise.run(cuentaId, periodo).changes === 0) begin.run(cuentaId, periodo)
        const evento = eventoDe(estado)
        if (evento) notify(evento, 'emisiones', estado)
        return estado
      }
      throw new AppError(
        'EMISSION_LIMIT',
        `Se alcanzó el límite mensual de ${limite} documentos del plan (período ${periodo}); cambie de plan para seguir emitiendo`,
      )
    },

    /** Gives an answer of an emission its headers: by what it counted last, or as the account stands. */
    stamp(set: ReplySet, cuentaId: string, counted: EstadoCuota | null): void {
      const estado = counted ?? present(cuentaId)
      set.headers['x-emission-limit'] = String(estado.limite ?? 'unlimited')
      set.headers['x-emission-remaining'] = String(restantes(estado) ?? 'unlimited')
    },
  }
}
