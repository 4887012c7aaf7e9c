// What an account has paid for, and what a payment, a cancellation and the end of a period make of it (contract §22).

import type { Database } from 'better-sqlite3'
import type { Clock } from '../../domain/ambiente'
import { AppError } from '../../domain/errors'
import { addDays, addMonths, chileDate } from '../../domain/fecha'
import { comparePlanes, type NombrePlan } from '../../domain/plan/planes'
import type { Ciclo, Precios } from '../../domain/plan/precios'
import { createPlanes } from '../../http/plan'
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

interface Row {
  plan: NombrePlan
  ciclo: Ciclo
  periodo_inicio: string
  periodo_fin: string
  monto: number
  renovacion: 0 | 1
  terminada_at: string | null
}

export type Suscripciones = ReturnType<typeof createSuscripciones>

export function createSuscripciones({
  client,
  clock,
  planInicial,
  precios,
}: {
  client: Database
  clock: Clock
  precios: Precios
  /** What an account goes back to when its paid period has ended. */
  planInicial: NombrePlan
}) {
  const planes = createPlanes(client)
  const finDePeriodo = createFinDePeriodo(client, clock)
  const select = client.prepare<[string], Row>('SELECT * FROM suscripcion WHERE cuenta_id = ?')
  const write = client.prepare(
    `INSERT INTO suscripcion (cuenta_id, plan, ciclo, periodo_inicio, periodo_fin, monto, renovacion, terminada_at)
     VALUES (@cuentaId, @plan, @ciclo, @inicio, @fin, @monto, 1, NULL)
     ON CONFLICT DO UPDATE SET plan = @plan, ciclo = @ciclo, periodo_inicio = @inicio, periodo_fin = @fin,
       monto = @monto, renovacion = 1, terminada_at = NULL`,
  )
  const setRenovacion = client.prepare('UPDATE suscripcion SET renovacion = ? WHERE cuenta_id = ?')
  const terminate = client.prepare(
    'UPDATE suscripcion SET terminada_at = ?, renovacion = 0 WHERE cuenta_id = ?',
  )
  const over = client
    .prepare<[string, string], string>(
      `SELECT cuenta_id FROM suscripcion WHERE terminada_at IS NULL
         AND (periodo_fin < ? AND renovacion = 0 OR periodo_fin < ?)`,
    )
    .pluck()

  const paidFor = client.prepare<
    [string, string, string],
    Pick<Row, 'periodo_inicio' | 'periodo_fin' | 'monto'>
  >(
    `SELECT periodo_inicio, periodo_fin, monto FROM cobro WHERE cuenta_id = ? AND plan = ? AND estado = 'pagado'
       AND ? BETWEEN periodo_inicio AND periodo_fin ORDER BY created_at DESC LIMIT 1`,
  )

  const hoy = (): string => chileDate(clock())
  const lasting = (inicio: string, ciclo: Ciclo): string => addDays(addMonths(inicio, MESES[ciclo]), -1)
  /** The row that still holds, its days of grace included. */
  function running(cuentaId: string): Row | null {
    const row = select.get(cuentaId)
    return row && row.terminada_at === null ? followed(cuentaId, row) : null
  }

  /**
   * The row as the account's plan makes it: one that was changed by hand is renewed at its own price, and there is nothing to
   * renew of one that costs nothing. A smaller plan that is paid already keeps its row until it begins.
   */
  function followed(cuentaId: string, row: Row): Row {
    const { nombre } = planes.get(cuentaId).plan
    if (row.plan === nombre || row.periodo_inicio > hoy()) return row
    const monto = precios[nombre][row.ciclo]
    return { ...row, plan: nombre, monto, renovacion: monto ? row.renovacion : 0 }
  }

  function get(cuentaId: string): Suscripcion {
    const { plan } = planes.get(cuentaId)
    const saved = select.get(cuentaId)
    const row = saved && followed(cuentaId, saved)
    // A smaller plan that is paid already begins later; until then the account has the one it had, for what that was paid.
    const waits = row && row.terminada_at === null && row.periodo_inicio > hoy()
    const free = row && row.terminada_at === null && !row.monto
    if (!row || waits || free) {
      // Where nobody asked it for money, the month is its period.
      const inicio = `${hoy().slice(0, 7)}-01`
      const paid = paidFor.get(cuentaId, plan.nombre, hoy())
      return {
        plan: plan.nombre,
        estado: 'activa',
        periodoInicio: paid?.periodo_inicio ?? inicio,
        periodoFin: paid?.periodo_fin ?? lasting(inicio, 'mensual'),
        monto: paid?.monto ?? 0,
        renovacion: false,
      }
    }
    const estado = row.terminada_at !== null ? 'cancelada' : row.periodo_fin < hoy() ? 'morosa' : 'activa'
    return {
      plan: plan.nombre,
      estado,
      periodoInicio: row.periodo_inicio,
      periodoFin: row.periodo_fin,
      monto: row.monto,
      renovacion: row.renovacion === 1,
    }
  }

  function renew(cuentaId: string, on: boolean): Suscripcion {
    const row = running(cuentaId)
    if (!row?.monto || (on && row.periodo_fin < hoy())) {
      const what = on ? 'reactivar; contrate un plan con POST /v1/billing/checkout' : 'cancelar'
      throw new AppError('INVALID_STATE', `La cuenta no tiene una suscripción pagada que ${what}`)
    }
    setRenovacion.run(on ? 1 : 0, cuentaId)
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
      return row !== null && row.plan !== plan && row.periodo_inicio > hoy()
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
        write.run({ cuentaId, plan, ciclo, inicio, fin, monto })
        return { inicio: paidFrom, fin }
      }
      if (row && row.plan === plan && row.periodo_fin >= hoy()) {
        // Who pays for the plan he has takes back the smaller one that was to follow it.
        if (plan === present.nombre) planes.set(cuentaId, plan, false)
        return keep(row.periodo_inicio, addDays(row.periodo_fin, 1))
      }
      if (comparePlanes(plan, present.nombre) < 0) {
        const inicio = finDePeriodo(cuentaId)
        planes.schedule(cuentaId, plan, inicio)
        return keep(inicio, inicio)
      }
      planes.set(cuentaId, plan, false)
      return keep(hoy(), hoy())
    },

    /** What a date brings: plans that were to come, and the end of what was cancelled or not paid in time. Returns how many. */
    close: client.transaction((): number => {
      const date = hoy()
      let closed = planes.applyDue(date)
      for (const cuentaId of over.all(date, addDays(date, -GRACIA_DIAS))) {
        terminate.run(clock().toISOString(), cuentaId)
        if (comparePlanes(planInicial, planes.get(cuentaId).plan.nombre) < 0)
          planes.set(cuentaId, planInicial)
        closed++
      }
      return closed
    }).immediate,
  }
}
