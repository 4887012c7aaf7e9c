// Changing the plan of an account without a payment: up at once, down at the end of the period (http §22.4).

import { and, eq, gt, gte, isNull } from 'drizzle-orm'
import type { Clock } from '../../base/clock'
import { AppError } from '../../domain/errors'
import { addDays, addMonths, chileDate } from '../../domain/fecha'
import { comparePlanes, NOMBRES_PLAN, type NombrePlan } from '../../domain/plan/planes'
import type { Precios } from '../../domain/plan/precios'
import { createPlanes } from '../../http/plan'
import type { Db, Store } from '../../store/store'
import { suscripcion } from '../../store/tables/billing'

/** The first Chile date after the period that an account has paid for, or after the month when it has none. */
export function createFinDePeriodo(db: Db, clock: Clock) {
  return (cuentaId: string): string => {
    const hoy = chileDate(clock())
    const paid = db
      .select({ fin: suscripcion.periodoFin })
      .from(suscripcion)
      .where(
        and(
          eq(suscripcion.cuentaId, cuentaId),
          gte(suscripcion.periodoFin, hoy),
          isNull(suscripcion.terminadaAt),
        ),
      )
      .get()
    return paid ? addDays(paid.fin, 1) : addMonths(`${hoy.slice(0, 7)}-01`, 1)
  }
}

export function createCambioPlan({
  store: { client, db },
  clock,
  precios,
  planLibre,
}: {
  store: Pick<Store, 'client' | 'db'>
  clock: Clock
  precios: Precios
  /** The largest plan that an account takes without a payment. */
  planLibre: NombrePlan
}) {
  const planes = createPlanes(db)
  const allFree = planLibre === NOMBRES_PLAN.at(-1)
  const finDePeriodo = createFinDePeriodo(db, clock)
  /** The plan whose paid period has not begun yet. */
  const paidAhead = (cuentaId: string): NombrePlan | undefined =>
    db
      .select({ plan: suscripcion.plan })
      .from(suscripcion)
      .where(
        and(
          eq(suscripcion.cuentaId, cuentaId),
          gt(suscripcion.periodoInicio, chileDate(clock())),
          isNull(suscripcion.terminadaAt),
        ),
      )
      .get()?.plan

  /**
   * Throws PLAN_FEATURE for what does not fit, INVALID_STATE where a larger plan is paid for first, or a smaller one already is
   * and waits to begin.
   */
  return client.transaction((cuentaId: string, nombre: NombrePlan) => {
    const { plan, siguiente, cambiaEl, fijado } = planes.get(cuentaId)
    // Else the larger plan would go on through the period that the smaller one was paid for.
    if (siguiente && !allFree && paidAhead(cuentaId) === siguiente.nombre)
      throw new AppError(
        'INVALID_STATE',
        `El plan ${siguiente.nombre}, ya pagado, comienza el ${cambiaEl}; cambie de plan desde entonces`,
      )
    const direction = comparePlanes(nombre, plan.nombre)
    const unpaid = !allFree && (fijado || comparePlanes(nombre, planLibre) > 0)
    if (direction > 0 && unpaid && precios[nombre].mensual > 0)
      throw new AppError('INVALID_STATE', `El plan ${nombre} se paga antes: use POST /v1/billing/checkout`)
    planes.requireFit(cuentaId, nombre)
    // Asking for the plan one has takes back a change that was to come.
    if (direction >= 0) planes.set(cuentaId, nombre)
    else planes.schedule(cuentaId, nombre, finDePeriodo(cuentaId))
    return planes.get(cuentaId)
  }).immediate
}
