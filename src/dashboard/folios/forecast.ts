// The server's forecast of a type's folios, in words, with the proposed amount (http §18; dashboard §10).

import { daysBetween } from '../../domain/fecha'
import type { DataOf } from '../api/client'
import { formatDate, formatNumber, plural } from '../ui/format'
import type { Stock } from './proyeccion'

export type Pronostico = DataOf<'GET /v1/dte/folios/pronostico'>[number]

/** Asked for of a type that nobody has used yet. */
const SIN_USO = 100

/** Folios a day: the larger of the two means, as the server counts. */
export const paceOf = ({
  ritmo_diario: { promedio_30, promedio_90 },
}: Pick<Pronostico, 'ritmo_diario'>): number => Math.max(promedio_30, promedio_90)

/** `2 al día en los últimos 30 días, 3,27 en los últimos 90`. */
export const paceWords = ({
  ritmo_diario: { promedio_30, promedio_90 },
}: Pick<Pronostico, 'ritmo_diario'>): string =>
  `${formatNumber(promedio_30)} al día en los últimos 30 días, ${formatNumber(promedio_90)} en los últimos 90`

export type Reach = { id: 'alcanza' | 'vence'; words: string; soon: boolean }

/** Until when they last and what expires, the earlier first. */
export function reachOf(
  { se_agota_el, vence_el, se_perderan }: Pick<Pronostico, 'se_agota_el' | 'vence_el' | 'se_perderan'>,
  hoy: string,
): Reach[] {
  const found: (Reach & { dia: string })[] = []
  if (se_agota_el)
    found.push({
      id: 'alcanza',
      dia: se_agota_el,
      words: `Alcanza hasta el ${formatDate(se_agota_el)} (${plural(daysBetween(hoy, se_agota_el), 'día')})`,
      soon: daysBetween(hoy, se_agota_el) < 7,
    })
  if (vence_el)
    found.push({
      id: 'vence',
      dia: vence_el,
      words: `Vence el ${formatDate(vence_el)}: ${se_perderan ? `se perderán ${formatNumber(se_perderan)}` : 'se usan antes'}`,
      soon: se_perderan > 0 && daysBetween(hoy, vence_el) <= 30,
    })
  return found.sort((a, b) => a.dia.localeCompare(b.dia)).map(({ dia: _, ...one }) => one)
}

/** So many that a slip of the finger is likelier: what the SII grants and nobody uses has to be annulled. */
export const isHuge = (cantidad: number | null, proposed: number): boolean =>
  cantidad !== null && cantidad > Math.max(1000, 10 * proposed)

/** How many are proposed: those of the forecast; without use what the type is set to ask for, or a hundred. */
export function suggest(
  stock: Pick<Stock, 'cantidad'> | undefined,
  pronostico: Pick<Pronostico, 'sugerida' | 'ritmo_diario'> | undefined,
): number {
  if (pronostico && pronostico.sugerida > 0) return pronostico.sugerida
  if (pronostico && paceOf(pronostico) > 0) return 1
  return stock && typeof stock.cantidad === 'number' ? stock.cantidad : SIN_USO
}
