// The amounts that belong to a label, and what two of them have to do with each other.

import { below, type Casilla, type Documento, type Hallada, isHeading, rightOf } from './documento'
import { datesIn } from './fechas'
import { amountsIn, type Monto } from './monedas'
import type { Decimales } from './numeros'

export const SEPARADOR = 'El separador puede ser de miles o de decimales'

/** Amounts of a text that is nothing but amounts, currencies and the few words that may stand beside a total. */
function amountsOf(texto: string, decimales: Decimales | null): Monto[] {
  const amounts = amountsIn(texto, decimales)
  const clear = amounts.filter(({ claro }) => claro)
  return clear.length ? clear : amounts
}

/** The amounts that belong to a label: in its own cell, right of it, or below it when nothing is at its right. */
export function amountsAt(
  doc: Documento,
  { casilla, resto, alComienzo }: Hallada,
  decimales: Decimales | null,
): Monto[] {
  const own = amountsOf(resto, decimales)
  if (!alComienzo) return own
  const beside: Casilla[] = []
  for (const cell of rightOf(doc, casilla)) {
    // Another label begins.
    if (/\p{L}{4,}/u.test(cell.texto)) break
    beside.push(cell)
  }
  // Its label may end in the currency of what stands right of it.
  const currency = /\(?\b[A-Z]{3}\b\)?\s*$/.exec(casilla.texto)?.[0] ?? ''
  // Figures of two columns, a quantity and an amount, are two: a blank would group them. A day beside `May 1, 2026` would take its
  // month and leave the year, as an amount.
  const text = beside.reduce((all, { texto }) => {
    const isApart = (/\d$/.test(all) && /^\d/.test(texto)) || datesIn(texto).length > 0
    return all + (isApart ? ' | ' : ' ') + texto
  }, currency)
  // `VAT (19% on $20.00)   $3.80`: what the label says of itself comes second.
  // A minus may stand in a column of its own.
  const right = amountsOf(text.trim().replace(/^([-−–]) +/, '$1'), decimales)
  if (right.length) return right
  if (own.length || isHeading(doc, casilla)) return own
  const under = below(doc, casilla)
  return under ? amountsOf(under.texto, decimales) : []
}

export const isZero = (valor: string): boolean => !/[1-9]/.test(valor)

/** Two amounts that cannot be of one currency. */
export const isForeign = (a: Monto, b: Monto): boolean =>
  a.monedas.length > 0 && b.monedas.length > 0 && !a.monedas.some((code) => b.monedas.includes(code))
