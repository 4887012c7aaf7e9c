// An account's use of its quotas, this month and in the eleven before it (http §17).

import { and, eq, gte, sql } from 'drizzle-orm'
import type { Clock } from '../../base/clock'
import { type EstadoCuota, periodoDe, periodosHasta, restantes } from '../../domain/plan/cuota'
import { planOf } from '../../domain/plan/planes'
import type { Db } from '../../store/store'
import { cuenta, cuotaConsulta, cuotaEmision } from '../../store/tables/cuenta'

const MESES = 12

export function createUso(db: Db, clock: Clock) {
  // Prepared: the hourly look at quotas asks for every account.
  const cuentaId = sql.placeholder('cuentaId')
  const since = sql.placeholder('since')
  const plans = db.select({ plan: cuenta.plan }).from(cuenta).where(eq(cuenta.id, cuentaId)).prepare()
  const queries = db
    .select()
    .from(cuotaConsulta)
    .where(and(eq(cuotaConsulta.cuentaId, cuentaId), gte(cuotaConsulta.periodo, since)))
    .orderBy(cuotaConsulta.operacion)
    .prepare()
  const emissions = db
    .select()
    .from(cuotaEmision)
    .where(and(eq(cuotaEmision.cuentaId, cuentaId), gte(cuotaEmision.periodo, since)))
    .prepare()

  return (cuentaId: string) => {
    const periodo = periodoDe(clock())
    const periodos = periodosHasta(periodo, MESES)
    const since = periodos.at(-1)!
    const asked = queries.all({ cuentaId, since })
    const issued = new Map(emissions.all({ cuentaId, since }).map((row) => [row.periodo, row.usadas]))
    const historial = periodos.map((of) => ({
      periodo: of,
      consultas: asked.reduce((sum, row) => sum + (row.periodo === of ? row.usadas : 0), 0),
      emisiones: issued.get(of) ?? 0,
    }))
    const plan = planOf(plans.get({ cuentaId })!.plan)
    const uso = (usadas: number, limite: number | null) => {
      const estado: EstadoCuota = { cuentaId, periodo, usadas, limite }
      return { usadas, limite, restantes: restantes(estado) }
    }
    const now = asked.filter((row) => row.periodo === periodo)
    return {
      periodo,
      consultas: {
        ...uso(historial[0]!.consultas, plan.consultas),
        por_operacion: Object.fromEntries(now.map(({ operacion, usadas }) => [operacion, usadas])),
      },
      emisiones: uso(historial[0]!.emisiones, plan.emisiones),
      historial,
    }
  }
}
