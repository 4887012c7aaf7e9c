// The paid plan of an account, and the effects of a payment, a cancellation and the end of a period (http
// §22.4).

import { and, desc, eq, gte, isNull, lt, lte, or } from 'drizzle-orm'
import type { Clock } from '../../base/clock'
import { AppError } from '../../domain/errors'
import { addDays, addMonths, chileDate } from '../../domain/fecha'
import { comparePlanes, type NombrePlan } from '../../domain/plan/planes'
import type { Ciclo, Precios } from '../../domain/plan/precios'
import { createPlanes } from '../../http/plan'
import type { Store } from '../../store/store'
import { cobro, suscripcion } from '../../store/tables/billing'
import { createFinDePeriodo } from '../cuenta'

/** Days that a plan goes on after its paid period, for the payment that is late. */
const GRACIA_DIAS = 7
const MESES: Record<Ciclo, number> = { mensual: 1, anual: 12 }

export const ESTADOS_SUSCRIPCION = ['activa', 'prueba', 'morosa', 'cancelada'] as const

/** Dates are Chile's, both inclusive; `monto` whole pesos of one period. */
export interface Suscripcion {
  plan: NombrePlan
  estado: (typeof ESTADOS_SUSCRIPCION)[number]
  periodoInicio: string
  periodoFin: string
  monto: number
  /** False: it ends with its period, or there is nothing to renew. */
  renovacion: boolean
}

export interface Compra {
  cuentaId: string
  plan: NombrePlan
  ciclo: Ciclo
  monto: number
}

type Row = typeof suscripcion.$inferSelect

export type Suscripciones = ReturnType<typeof createSuscripciones>

export function createSuscripciones({
  store: { client, db },
  clock,
  planInicial,
  precios,
}: {
  store: Pick<Store, 'client' | 'db'>
  clock: Clock
  precios: Precios
  /** The plan of an account after its paid period. */
  planInicial: NombrePlan
}) {
  const planes = createPlanes(db)
  const finDePeriodo = createFinDePeriodo(db, clock)
  const find = (cuentaId: string): Row | undefined =>
    db.select().from(suscripcion).where(eq(suscripcion.cuentaId, cuentaId)).get()
  const set = (cuentaId: string, values: Partial<Row>): void =>
    void db.update(suscripcion).set(values).where(eq(suscripcion.cuentaId, cuentaId)).run()

  /** The account's payment for its present days, in a plan. */
  const paidFor = (cuentaId: string, plan: NombrePlan) =>
    db
      .select()
      .from(cobro)
      .where(
        and(
          eq(cobro.cuentaId, cuentaId),
          eq(cobro.plan, plan),
          eq(cobro.estado, 'pagado'),
          lte(cobro.periodoInicio, hoy()),
          gte(cobro.periodoFin, hoy()),
        ),
      )
      .orderBy(desc(cobro.createdAt))
      .get()

  const hoy = (): string => chileDate(clock())
  const lasting = (inicio: string, ciclo: Ciclo): string => addDays(addMonths(inicio, MESES[ciclo]), -1)
  /** The row that still holds, its days of grace included. */
  function running(cuentaId: string): Row | null {
    const row = find(cuentaId)
    return row && row.terminadaAt === null ? followed(cuentaId, row) : null
  }

  /**
   * The row as the account's plan makes it: one that was changed by hand is renewed at its own price, and there is nothing to
   * renew of one that costs nothing. A smaller plan that is paid already keeps its row until it begins.
   */
  function followed(cuentaId: string, row: Row): Row {
    const { nombre } = planes.get(cuentaId).plan
    if (row.plan === nombre || row.periodoInicio > hoy()) return row
    const monto = precios[nombre][row.ciclo]
    return { ...row, plan: nombre, monto, renovacion: monto > 0 && row.renovacion }
  }

  function get(cuentaId: string): Suscripcion {
    const { plan } = planes.get(cuentaId)
    const saved = find(cuentaId)
    const row = saved && followed(cuentaId, saved)
    // A smaller plan that is paid already begins later; until then the account has the one it had, for what that was paid.
    const waits = row && row.terminadaAt === null && row.periodoInicio > hoy()
    const free = row && row.terminadaAt === null && !row.monto
    if (!row || waits || free) {
      // Where nobody asked it for money, the month is its period.
      const inicio = `${hoy().slice(0, 7)}-01`
      const paid = paidFor(cuentaId, plan.nombre)
      return {
        plan: plan.nombre,
        estado: 'activa',
        periodoInicio: paid?.periodoInicio ?? inicio,
        periodoFin: paid?.periodoFin ?? lasting(inicio, 'mensual'),
        monto: paid?.monto ?? 0,
        renovacion: false,
      }
    }
    const estado = row.terminadaAt !== null ? 'cancelada' : row.periodoFin < hoy() ? 'morosa' : 'activa'
    return {
      plan: plan.nombre,
      estado,
      periodoInicio: row.periodoInicio,
      periodoFin: row.periodoFin,
      monto: row.monto,
      renovacion: row.renovacion,
    }
  }

  function renew(cuentaId: string, on: boolean): Suscripcion {
    const row = running(cuentaId)
    if (!row?.monto || (on && row.periodoFin < hoy())) {
      const what = on ? 'reactivar; contrate un plan con POST /v1/billing/checkout' : 'cancelar'
      throw new AppError('INVALID_STATE', `La cuenta no tiene una suscripción pagada que ${what}`)
    }
    set(cuentaId, { renovacion: on })
    return get(cuentaId)
  }

  return {
    get,
    /** It ends with its period. Throws INVALID_STATE without one that is paid. */
    cancel: (cuentaId: string): Suscripcion => renew(cuentaId, false),
    /** Takes a cancellation back while the period lasts. Throws INVALID_STATE. */
    reactivate: (cuentaId: string): Suscripcion => renew(cuentaId, true),

    /** Whether a paid plan other than this one still waits to begin. */
    waits(cuentaId: string, plan: NombrePlan): boolean {
      const row = running(cuentaId)
      return row !== null && row.plan !== plan && row.periodoInicio > hoy()
    },

    /**
     * Grants what was paid, inside the caller's transaction; returns the dates it pays for. The same plan goes on from its
     * end, a larger one begins today, a smaller one when the period that runs has ended.
     */
    grant({ cuentaId, plan, ciclo, monto }: Compra): { inicio: string; fin: string } {
      const row = running(cuentaId)
      const { plan: present } = planes.get(cuentaId)
      const keep = (inicio: string, paidFrom: string) => {
        const fin = lasting(paidFrom, ciclo)
        const row = {
          plan,
          ciclo,
          periodoInicio: inicio,
          periodoFin: fin,
          monto,
          renovacion: true,
          terminadaAt: null,
        }
        db.insert(suscripcion)
          .values({ cuentaId, ...row })
          .onConflictDoUpdate({ target: suscripcion.cuentaId, set: row })
          .run()
        return { inicio: paidFrom, fin }
      }
      if (row && row.plan === plan && row.periodoFin >= hoy()) {
        // Paying for the present plan takes back the smaller plan that was to follow it.
        if (plan === present.nombre) planes.set(cuentaId, plan, false)
        return keep(row.periodoInicio, addDays(row.periodoFin, 1))
      }
      if (comparePlanes(plan, present.nombre) < 0) {
        const inicio = finDePeriodo(cuentaId)
        planes.schedule(cuentaId, plan, inicio)
        return keep(inicio, inicio)
      }
      planes.set(cuentaId, plan, false)
      return keep(hoy(), hoy())
    },

    /**
     * Applies a date's changes: plans that begin, and the end of cancelled or unpaid ones. Returns how many.
     */
    close: client.transaction((): number => {
      const date = hoy()
      let closed = planes.applyDue(date)
      const { periodoFin, renovacion, terminadaAt } = suscripcion
      const over = or(
        and(lt(periodoFin, date), eq(renovacion, false)),
        lt(periodoFin, addDays(date, -GRACIA_DIAS)),
      )
      for (const { cuentaId } of db
        .select()
        .from(suscripcion)
        .where(and(isNull(terminadaAt), over))
        .all()) {
        set(cuentaId, { terminadaAt: clock().toISOString(), renovacion: false })
        if (comparePlanes(planInicial, planes.get(cuentaId).plan.nombre) < 0)
          planes.set(cuentaId, planInicial)
        closed++
      }
      return closed
    }).immediate,
  }
}
