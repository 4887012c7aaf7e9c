// Which movements of a card's table brought money back: by a word, by their sign, and by how the file writes signs (extraccion §5).

import { amountsIn, isDelBanco } from './estado'
import type { Columna } from './estado-columnas'
import { compare } from './numeros'
import { paisNamed } from './paises'
import { fold } from './plano'

/** A row's cell in a column; empty where the table has none. */
export type Celda = (column: Columna) => string

/** The names of money back and of money spent, by the kind of the column. */
const LADOS = {
  tipo: [/^(?:abono|devoluci|revers|reembols|refund)/, /^cargo/],
  cargoAbono: [/^(?:a$|abono|credit|devoluci|revers|reembols|pago|refund)/, /^(?:c$|cargo|debit|compra)/],
  debitoCredito: [/^(?:[ch]r?$|abono|credit|haber)/, /^(?:db?$|debit|debe|cargo)/],
} as const

/** The side of a row by its column of words; null without one, or by none of its words. */
export function ladoOf(celda: Celda): 'abono' | 'cargo' | null {
  for (const column of ['tipo', 'cargoAbono', 'debitoCredito'] as const) {
    const [abono, cargo] = LADOS[column]
    const word = fold(celda(column)).trim()
    if (abono.test(word)) return 'abono'
    if (cargo.test(word)) return 'cargo'
  }
  return null
}

/** Whether the movement is the bank's own: a movement abroad is somebody's, whatever he is called. */
export function isPropio(celda: Celda): boolean {
  if (!isDelBanco(celda('comercio'))) return false
  const pais = paisNamed(celda('pais'))
  return pais === null || pais === 'CL'
}

/** -1 where any of its amounts has a minus: a statement may write it beside the dollars alone. 0 without an amount. */
export function signOf(celda: Celda): -1 | 0 | 1 {
  const amounts = (['usd', 'origen', 'monto', 'clp'] as const)
    .flatMap((column) => amountsIn(celda(column), ',').slice(0, 1))
    .filter((value) => compare(value, '0') !== 0)
  if (amounts.length === 0) return 0
  return amounts.some((value) => value.startsWith('-')) ? -1 : 1
}

/** Payments of the card's own bill: the opposite of a charge. */
const PAGO = /^(?:monto cancelado|pagos?|abonos?|payments?)\b/
/** Not surely a charge, by whomever it was paid: `ONLINE PAYMENT`. */
const QUIZAS_PAGO = /\b(?:pagos?|payments?|autopay)\b/

/**
 * Exports of an account write what was spent with a minus, and what paid it without: the payments of the bill tell which way a file
 * writes. One without any does so where most of its rows have a minus. Rows with a word for their side tell nothing.
 */
export function isTurned(rows: readonly Celda[]): boolean {
  const sums = { cargos: 0, pagos: 0 }
  for (const celda of rows) {
    const words = fold(celda('comercio'))
    if (words === '' || ladoOf(celda)) continue
    if (!isPropio(celda)) sums.cargos += QUIZAS_PAGO.test(words) ? 0 : signOf(celda)
    else if (PAGO.test(words)) sums.pagos += signOf(celda)
  }
  return sums.cargos < 0 && sums.pagos >= 0
}
