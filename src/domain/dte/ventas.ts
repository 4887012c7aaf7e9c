// The sales of a company in a stretch of days: one definition for the summary, the book and what was billed to a customer.

import type { EstadoSii } from './estados'
import { TIPOS, type TipoDte } from './tipos'

/** Types whose documents are sales, or take from them: not guides, nor what a buyer issues. */
export const DE_VENTA: readonly TipoDte[] = TIPOS.filter(
  ({ guia, delComprador }) => !guia && !delComprador,
).map(({ codigo }) => codigo)
export const DEL_COMPRADOR: readonly TipoDte[] = TIPOS.filter(({ delComprador }) => delComprador).map(
  ({ codigo }) => codigo,
)
/**
 * The types of credit and debit notes; notes over a buyer's own invoice are no sales, which only the
 * document that they name tells.
 */
export const NOTAS: readonly TipoDte[] = TIPOS.filter(({ nota }) => nota).map(({ codigo }) => codigo)

const RESTAN: ReadonlySet<number> = new Set(
  TIPOS.filter(({ nota }) => nota === 'credito').map(({ codigo }) => codigo),
)

/** How a document's total counts: notes of credit below zero, what is no sale or was rejected as nothing. */
export function signoVenta({
  tipo_dte,
  estado_sii,
}: {
  tipo_dte: TipoDte
  estado_sii: EstadoSii
}): -1 | 0 | 1 {
  if (estado_sii === 'rechazado' || !DE_VENTA.includes(tipo_dte)) return 0
  return RESTAN.has(tipo_dte) ? -1 : 1
}

/** The same in words, for whoever reads the figure. */
export const QUE_SON_VENTAS =
  'Lo emitido aquí, por su fecha de emisión y con impuestos: facturas, boletas, liquidaciones, exportaciones y notas de débito, menos notas de crédito. Sin guías, facturas de compra ni sus notas, y sin lo rechazado o descartado.'
