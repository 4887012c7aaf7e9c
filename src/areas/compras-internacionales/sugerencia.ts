// Which purchase a movement of a card may be (areas/compras-internacionales §4).

import { daysBetween } from '../../domain/fecha'
import { foldText } from '../../domain/texto'
import type { FilaEstado } from '../../extraccion'
import { exactDecimal } from '../tipos-cambio'

/** How far the day of a movement may be from that of its invoice. */
export const DIAS = 10

/** A purchase of some amount and currency. */
export interface Candidata {
  id: string
  fecha: string
  names: string[]
}

export interface Sugerencia {
  compraId: string
  /**
   * Between 0 and 1, by the points of the register's links: the amount, a word of the name, how near the
   * days are.
   */
  confianza: number
}

/** The comparable words of a name. */
export const words = (text: string): string[] =>
  foldText(text)
    .split(/[^a-z0-9]+/)
    .filter((word) => word.length >= 4)

/** A purchase of the same amount around that day; surely it where the names share a word. */
export function suggest(fila: FilaEstado, candidates: ReadonlyMap<string, Candidata[]>): Sugerencia | null {
  const names = words(fila.comercio)
  const found = (candidates.get(`${fila.moneda} ${exactDecimal(fila.monto)}`) ?? [])
    .map(({ id, fecha, names: own }) => ({
      id,
      same: own.some((word) => names.includes(word)),
      days: Math.abs(daysBetween(fecha, fila.fecha)),
    }))
    .filter(({ days }) => days <= DIAS)
    .sort((a, b) => Number(b.same) - Number(a.same) || a.days - b.days)
  const [best] = found
  if (!best) return null
  const points = 60 + (best.same ? 25 : 0) + Math.round(15 * (1 - best.days / DIAS))
  return { compraId: best.id, confianza: points / 100 }
}
