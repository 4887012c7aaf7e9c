// Plans beside what the account uses (contract §16, §22).

import { comparePlanes } from '../../domain/plan/planes'
import type { Datos } from '../api/client'
import { formatNumber, plural } from '../ui/format'

export type Plan = Datos<'GET /v1/cuenta/planes'>[number]
export type NombrePlan = Plan['plan']
export type Ciclo = 'mensual' | 'anual'

/** What the account has now; null where the person may not know. */
export interface Uso {
  empresas: number | null
  usuarios: number | null
  consultas: number
  emisiones: number
}

export const limitWords = (limite: number | null): string =>
  limite === null ? 'Sin límite' : formatNumber(limite)

/** What would not fit in a plan, one phrase each; months that are over the limit are not refused, what exists is. */
export function excess(plan: Plan, { empresas, usuarios, consultas, emisiones }: Uso): string[] {
  const over = (used: number | null, limit: number | null): boolean =>
    used !== null && limit !== null && used > limit
  return [
    over(empresas, plan.empresas) && `tiene ${plural(empresas ?? 0, 'empresa')}`,
    over(usuarios, plan.usuarios) && `tiene ${plural(usuarios ?? 0, 'usuario')}`,
    over(emisiones, plan.emisiones_mes) && `emitió ${formatNumber(emisiones)} este mes`,
    over(consultas, plan.consultas_mes) && `hizo ${plural(consultas, 'consulta')} este mes`,
  ].filter((phrase) => phrase !== false)
}

/** A larger plan that costs something is paid for first; any other is only asked for. */
export const isPaid = (plan: Plan, current: NombrePlan, ciclo: Ciclo): boolean =>
  comparePlanes(plan.plan, current) > 0 && priceOf(plan, ciclo) > 0

export const priceOf = (plan: Plan, ciclo: Ciclo): number =>
  ciclo === 'mensual' ? plan.precio_mensual : plan.precio_anual

/** Where an order is paid by oneself; null where people settle it, whose order has the API's own address. */
export const payAt = (url: string | null): string | null =>
  url && !/\/v1\/billing\/checkout\//.test(url) && /^https?:/.test(url) ? url : null
