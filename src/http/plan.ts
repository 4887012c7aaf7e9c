// The plan of an account: what it is, what it will be, and whether what the account has fits (http §16, §22).

import { and, count, eq, isNull, lte, sql } from 'drizzle-orm'
import { AppError } from '../domain/errors'
import { comparePlanes, type NombrePlan, type Plan, planOf } from '../domain/plan/planes'
import type { Db } from '../store/store'
import { cuenta } from '../store/tables/cuenta'
import { empresa } from '../store/tables/empresa'
import { usuario } from '../store/tables/usuario'

interface PlanDeCuenta {
  plan: Plan
  /** A smaller plan that waits for `cambiaEl`, a Chile date; null when none does. */
  siguiente: Plan | null
  cambiaEl: string | null
  /** Given by whoever runs the server. */
  fijado: boolean
}

export type Planes = ReturnType<typeof createPlanes>

type Tope = 'empresas' | 'usuarios'

export function createPlanes(db: Db) {
  const counters: Record<Tope, (cuentaId: string) => number> = {
    empresas: (cuentaId) =>
      db
        .select({ n: count() })
        .from(empresa)
        .where(and(eq(empresa.cuentaId, cuentaId), isNull(empresa.deletedAt)))
        .get()!.n,
    usuarios: (cuentaId) =>
      db.select({ n: count() }).from(usuario).where(eq(usuario.cuentaId, cuentaId)).get()!.n,
  }

  /** Throws NOT_FOUND. */
  function get(cuentaId: string): PlanDeCuenta {
    const row = db.select().from(cuenta).where(eq(cuenta.id, cuentaId)).get()
    if (!row) throw new AppError('NOT_FOUND', 'La cuenta no existe')
    const { plan, planSiguiente, planCambiaEl, planFijado } = row
    const siguiente = planSiguiente === null ? null : planOf(planSiguiente)
    return { plan: planOf(plan), siguiente, cambiaEl: planCambiaEl, fijado: planFijado }
  }

  return {
    get,

    /** From now on, whatever was to come. `fijado` when whoever runs the server says so, false once it is paid for. */
    set: (cuentaId: string, plan: NombrePlan, fijado?: boolean): void =>
      void db
        .update(cuenta)
        .set({ plan, planSiguiente: null, planCambiaEl: null, planFijado: fijado })
        .where(eq(cuenta.id, cuentaId))
        .run(),

    /** From a Chile date on. */
    schedule: (cuentaId: string, plan: NombrePlan, desde: string): void =>
      void db
        .update(cuenta)
        .set({ planSiguiente: plan, planCambiaEl: desde })
        .where(eq(cuenta.id, cuentaId))
        .run(),

    /** Lets every plan hold whose date has come; how many. */
    applyDue: (hoy: string): number =>
      db
        .update(cuenta)
        .set({ plan: sql`${cuenta.planSiguiente}`, planSiguiente: null, planCambiaEl: null })
        .where(lte(cuenta.planCambiaEl, hoy))
        .run().changes,

    /** Throws PLAN_FEATURE with what the account has too much of for a plan. */
    requireFit(cuentaId: string, nombre: NombrePlan): void {
      const detalles = (['empresas', 'usuarios'] as const).flatMap((campo) => {
        const [maximo, actual] = [planOf(nombre)[campo], counters[campo](cuentaId)]
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
      if (maximo === null || counters[campo](cuentaId) < maximo) return
      throw new AppError(
        'PLAN_FEATURE',
        `El plan ${ruling.nombre} admite ${maximo} ${maximo === 1 ? campo.slice(0, -1) : campo}; cambie de plan para agregar más`,
        { detalles: [{ campo, regla: 'plan', maximo, actual: counters[campo](cuentaId) }] },
      )
    },
  }
}
