// Changing the plan of an account without a payment: up at once, down at the end of the period (contract §22).

import type { Database } from 'better-sqlite3'
import type { Clock } from '../../domain/ambiente'
import { AppError } from '../../domain/errors'
import { addDays, addMonths, chileDate } from '../../domain/fecha'
import { comparePlanes, NOMBRES_PLAN, type NombrePlan } from '../../domain/plan/planes'
import type { Precios } from '../../domain/plan/precios'
import { createPlanes } from '../../http/plan'

/** The first Chile date after the period that an account has paid for, or after the month when it has none. */
export function createFinDePeriodo(client: Database, clock: Clock) {
  const paidUntil = client
    .prepare<[string, string], string>(
      'SELECT periodo_fin FROM suscripcion WHERE cuenta_id = ? AND periodo_fin >= ? AND terminada_at IS NULL',
    )
    .pluck()
  return (cuentaId: string): string => {
    const hoy = chileDate(clock())
    const fin = paidUntil.get(cuentaId, hoy)
    return fin ? addDays(fin, 1) : addMonths(`${hoy.slice(0, 7)}-01`, 1)
  }
}

export function createCambioPlan({
  client,
  clock,
  precios,
  planLibre,
}: {
  client: Database
  clock: Clock
  precios: Precios
  /** The largest plan that an account takes without a payment. */
  planLibre: NombrePlan
}) {
  const planes = createPlanes(client)
  const allFree = planLibre === NOMBRES_PLAN.at(-1)
  const finDePeriodo = createFinDePeriodo(client, clock)
  const paidAhead = client
    .prepare<[string, string], string>(
      'SELECT plan FROM suscripcion WHERE cuenta_id = ? AND periodo_inicio > ? AND terminada_at IS NULL',
    )
    .pluck()

  /**
   * Throws PLAN_FEATURE for what does not fit, INVALID_STATE where a larger plan is paid for first, or a smaller one already is
   * and waits to begin.
   */
  return client.transaction((cuentaId: string, nombre: NombrePlan) => {
    const { plan, siguiente, cambiaEl, fijado } = planes.get(cuentaId)
    // Else the larger plan would go on through the period that the smaller one was paid for.
    if (siguiente && !allFree && paidAhead.get(cuentaId, chileDate(clock())) === siguiente.nombre)
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
