// The quota of issuing (contract §16): documents accepted in a month of Chile, counted in the transaction that accepts them.

import type { Database } from 'better-sqlite3'
import type { Clock } from '../../domain/ambiente'
import { AppError } from '../../domain/errors'
import { type AvisarCuota, type EstadoCuota, eventoDe, periodoDe, restantes } from '../../domain/plan/cuota'
import { planOf } from '../../domain/plan/planes'
import type { ReplySet } from '../../http/reply'
import type { cuenta, cuotaEmision } from '../../store/tables/cuenta'
import type { Row } from '../../store/tables/row'

export type CuotaEmision = ReturnType<typeof createCuotaEmision>

type UsoRow = Pick<Row<typeof cuotaEmision>, 'cuenta_id' | 'usadas'> & Pick<Row<typeof cuenta>, 'plan'>

export function createCuotaEmision(client: Database, clock: Clock, avisar: AvisarCuota) {
  // Found and then written: RETURNING makes SQLite build a table for its answer, which costs more than both (folios/reserva.ts).
  const find = client.prepare<[string, string], UsoRow>(
    `SELECT e.cuenta_id, c.plan, coalesce(q.usadas, 0) AS usadas FROM empresa e JOIN cuenta c ON c.id = e.cuenta_id
     LEFT JOIN cuota_emision q ON q.cuenta_id = e.cuenta_id AND q.periodo = +? WHERE e.id = +?`,
  )
  const raise = client.prepare(
    'UPDATE cuota_emision SET usadas = usadas + 1 WHERE cuenta_id = ? AND periodo = ?',
  )
  const begin = client.prepare('INSERT INTO cuota_emision (cuenta_id, periodo, usadas) VALUES (?, ?, 1)')
  const read = client.prepare<[string, string], UsoRow>(
    `SELECT c.id AS cuenta_id, c.plan, coalesce(q.usadas, 0) AS usadas FROM cuenta c
     LEFT JOIN cuota_emision q ON q.cuenta_id = c.id AND q.periodo = +? WHERE c.id = +?`,
  )
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
    take(empresaId: string, now: Date): EstadoCuota {
      const periodo = periodoDe(now)
      const row = find.get(periodo, empresaId)!
      const { cuenta_id: cuentaId, usadas } = row
      const estado = estadoOf({ ...row, usadas: usadas + 1 }, periodo)
      const { limite } = estado
      if (limite === null || usadas < limite) {
        if (raise.run(cuentaId, periodo).changes === 0) begin.run(cuentaId, periodo)
        const evento = eventoDe(estado)
        if (evento) avisar(evento, 'emisiones', estado)
        return estado
      }
      throw new AppError(
        'EMISSION_LIMIT',
        `Se alcanzó el límite mensual de ${limite} documentos del plan (período ${periodo}); cambie de plan para seguir emitiendo`,
      )
    },

    /** Gives an answer of an emission its headers: `run` names what it counted, once more if its transaction ran twice. */
    async around<T>(
      set: ReplySet,
      cuentaId: string,
      run: (counted: (estados: (EstadoCuota | null)[]) => void) => Promise<T>,
    ): Promise<T> {
      let found: EstadoCuota[] = []
      try {
        return await run((estados) => {
          found = estados.filter((estado) => estado !== null)
        })
      } catch (fault) {
        found = []
        throw fault
      } finally {
        stamp(set, found.at(-1) ?? present(cuentaId))
      }
    },
  }
}

/** `X-Emission-*` of an answer to an emission. */
function stamp({ headers }: ReplySet, estado: EstadoCuota): void {
  headers['x-emission-limit'] = String(estado.limite ?? 'unlimited')
  headers['x-emission-remaining'] = String(restantes(estado) ?? 'unlimited')
}
