// The plan of an account: what it is, what it will be, and whether what the account has fits (contract §16, §22).

import type { Database } from 'better-sqlite3'
import { AppError } from '../domain/errors'
import { comparePlanes, type NombrePlan, type Plan, planOf } from '../domain/plan/planes'

export interface PlanDeCuenta {
  plan: Plan
  /** A smaller plan that waits for `cambiaEl`, a Chile date; null when none does. */
  siguiente: Plan | null
  cambiaEl: string | null
  /** Given by whoever runs the server. */
  fijado: boolean
}

export type Planes = ReturnType<typeof createPlanes>

type Tope = 'empresas' | 'usuarios'

export function createPlanes(client: Database) {
  const select = client.prepare<
    [string],
    { plan: string; plan_siguiente: string | null; plan_cambia_el: string | null; plan_fijado: 0 | 1 }
  >('SELECT plan, plan_siguiente, plan_cambia_el, plan_fijado FROM cuenta WHERE id = ?')
  const write = client.prepare(
    `UPDATE cuenta SET plan = ?, plan_siguiente = NULL, plan_cambia_el = NULL, plan_fijado = coalesce(?, plan_fijado)
     WHERE id = ?`,
  )
  const postpone = client.prepare('UPDATE cuenta SET plan_siguiente = ?, plan_cambia_el = ? WHERE id = ?')
  const applyDue = client.prepare(
    `UPDATE cuenta SET plan = plan_siguiente, plan_siguiente = NULL, plan_cambia_el = NULL
     WHERE plan_cambia_el <= ?`,
  )
  const count: Record<Tope, (cuentaId: string) => number> = {
    empresas: counter('SELECT count(*) FROM empresa WHERE cuenta_id = ? AND deleted_at IS NULL'),
    usuarios: counter('SELECT count(*) FROM usuario WHERE cuenta_id = ?'),
  }
  function counter(sql: string) {
    const statement = client.prepare<[string], number>(sql).pluck()
    return (cuentaId: string): number => statement.get(cuentaId)!
  }

  /** Throws NOT_FOUND. */
  function get(cuentaId: string): PlanDeCuenta {
    const row = select.get(cuentaId)
    if (!row) throw new AppError('NOT_FOUND', 'La cuenta no existe')
    const siguiente = row.plan_siguiente === null ? null : planOf(row.plan_siguiente)
    return { plan: planOf(row.plan), siguiente, cambiaEl: row.plan_cambia_el, fijado: row.plan_fijado === 1 }
  }

  return {
    get,

    /** From now on, whatever was to come. `fijado` when whoever runs the server says so, false once it is paid for. */
    set: (cuentaId: string, plan: NombrePlan, fijado?: boolean): void =>
      void write.run(plan, fijado === undefined ? null : Number(fijado), cuentaId),

    /** From a Chile date on. */
    schedule: (cuentaId: string, plan: NombrePlan, desde: string): void =>
      void postpone.run(plan, desde, cuentaId),

    /** Lets every plan hold whose date has come; how many. */
    applyDue: (hoy: string): number => applyDue.run(hoy).changes,

    /** Throws PLAN_FEATURE with what the account has too much of for a plan. */
    requireFit(cuentaId: string, nombre: NombrePlan): void {
      const detalles = (['empresas', 'usuarios'] as const).flatMap((campo) => {
        const [maximo, actual] = [planOf(nombre)[campo], count[campo](cuentaId)]
        return maximo === null || actual <= maximo ? [] : [{ campo, regla: 'plan', maximo, actual }]
      })
      if (!detalles.length) return
      const what = detalles.map(({ campo, actual, maximo }) => `${actual} ${campo} y admite ${maximo}`)
      throw new AppError('PLAN_FEATURE', `La cuenta no cabe en el plan ${nombre}: tiene ${what.join('; ')}`, {
        detalles,
      })
    },

    /** Throws PLAN_FEATURE when one more would not fit, in the plan that is to come either. Call it in the inserting transaction. */
    requireRoom(cuentaId: string, campo: Tope): void {
      const { plan, siguiente } = get(cuentaId)
      const ruling = siguiente && comparePlanes(siguiente.nombre, plan.nombre) < 0 ? siguiente : plan
      const maximo = ruling[campo]
      if (maximo === null || count[campo](cuentaId) < maximo) return
      throw new AppError(
        'PLAN_FEATURE',
        `El plan ${ruling.nombre} admite ${maximo} ${maximo === 1 ? campo.slice(0, -1) : campo}; cambie de plan para agregar más`,
        { detalles: [{ campo, regla: 'plan', maximo, actual: count[campo](cuentaId) }] },
      )
    },
  }
}
