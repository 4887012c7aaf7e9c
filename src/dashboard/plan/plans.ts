// Plans beside what the account uses (http §16, §22).

import { comparePlanes } from '../../domain/plan/planes'
import type { DataOf } from '../api/client'
import { formatNumber, plural } from '../ui/format'

export type Plan = DataOf<'GET /v1/cuenta/planes'>[number]
export type NombrePlan = Plan['plan']
export type Ciclo = 'mensual' | 'anual'

/** The account's present use; null when the person may not know. */
export interface Uso {
  empresas: number | null
  usuarios: number | null
  consultas: number
  emisiones: number
}

export const limitWords = (limite: number | null): string =>
  limite === null ? 'Sin límite' : formatNumber(limite)

/** Nothing is limited, paid or about to change: of plans and prices there is nothing to choose. */
export const isUnlimited = (plans: readonly Plan[], monto: number): boolean =>
  monto === 0 &&
  plans.every(({ vigente_desde }) => vigente_desde === null) &&
  plans.some(
    ({ actual, emisiones_mes, consultas_mes, empresas, usuarios }) =>
      actual && [emisiones_mes, consultas_mes, empresas, usuarios].every((limit) => limit === null),
  )

const over = (used: number | null, limit: number | null): boolean =>
  used !== null && limit !== null && used > limit

/** The excess of companies or users for which the change is refused; null when all fits. */
export function surplus(plan: Plan, { empresas, usuarios }: Uso): string | null {
  const has = [
    over(empresas, plan.empresas) && plural(empresas ?? 0, 'empresa'),
    over(usuarios, plan.usuarios) && plural(usuarios ?? 0, 'usuario'),
  ].filter((phrase) => phrase !== false)
  return has.length ? `tiene ${has.join(' y ')}` : null
}

/** The excess of this month over a plan's limits, which refuses nothing; null without one. */
export function beyond(plan: Plan, { consultas, emisiones }: Uso): string | null {
  const has = [
    over(emisiones, plan.emisiones_mes) && plural(emisiones, 'documento'),
    over(consultas, plan.consultas_mes) && plural(consultas, 'consulta'),
  ].filter((phrase) => phrase !== false)
  return has.length ? `este mes van ${has.join(' y ')}` : null
}

export const isSmaller = (plan: Plan, current: NombrePlan): boolean => comparePlanes(plan.plan, current) < 0

/** A larger plan that costs something is paid for first; any other is only asked for. */
export const isPaid = (plan: Plan, current: NombrePlan, ciclo: Ciclo): boolean =>
  comparePlanes(plan.plan, current) > 0 && priceOf(plan, ciclo) > 0

export const priceOf = (plan: Plan, ciclo: Ciclo): number =>
  ciclo === 'mensual' ? plan.precio_mensual : plan.precio_anual

/** An order's page here, and what it was before it had one. */
const OWN = /\/(?:app\/plan\?orden=|v1\/billing\/checkout\/)/

/** Where an order is paid by oneself; null where people settle it. */
export const payAt = (url: string | null): string | null =>
  url && !OWN.test(url) && /^https?:/.test(url) ? url : null
