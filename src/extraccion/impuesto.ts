// The tax of an invoice by its labels, which its total has in it (extraccion §3).

import { type Dudas, distinct } from './candidatos'
import { type Casilla, type Documento, findLabels, isHeading, rightOf } from './documento'
import * as E from './etiquetas'
import type { Monto } from './monedas'
import { amountsAt, isForeign, isZero, SEPARADOR } from './montos'
import { compare, type Decimales, micro, sum } from './numeros'
import { fold } from './plano'

/** The text about a tax of 19 %. */
export const IVA_CHILENO = 'Podría ser el IVA de Chile (19 %)'
/** A tax is part of its total. */
export function doubtImpuesto(monto: string | null, impuesto: string | null, dudas: Dudas): void {
  if (monto !== null && impuesto !== null && !isZero(impuesto) && compare(impuesto, monto) >= 0)
    dudas.add('impuesto_extranjero', 'No es menor que el total')
}

const CHILENO = /\b(?:19(?:[.,]0+)? ?%|chile)/
/** Words that a foreign supplier has for the VAT that it charges and declares here. */
const IVA_DE_CHILE = /\bchile\w*\b.{0,30}\b(?:vat|iva)\b|\b(?:vat|iva|tax)\b.{0,30}\bchile\b/

/** Whether a tax is 19 % of what is left of the total without it, to a cent or two of rounding. */
export function isDe19(impuesto: string, total: string | null): boolean {
  if (total === null || isZero(impuesto)) return false
  const [tax, all] = [micro(impuesto), micro(total)]
  const off = tax * 119n - all * 19n
  return (off < 0n ? -off : off) <= 119n * 20_000n
}

/** `total` is the invoice's, the tax in it: what is told of it in another currency is not taken. */
export function readImpuesto(
  doc: Documento,
  decimales: Decimales | null,
  total: Monto | null,
  dudas: Dudas,
): string | null {
  const lines: { valor: string; peso: number; casilla: Casilla }[] = []
  const taken = new Set<Casilla>()
  for (const [peso, palabras] of [
    [10, E.IMPUESTO_TOTAL],
    [5, E.IMPUESTO],
  ] as const) {
    for (const etiqueta of findLabels(doc, palabras)) {
      const { casilla, resto } = etiqueta
      if (
        taken.has(casilla) ||
        E.IMPUESTO_NO.test(fold(resto)) ||
        /excl|incl|before|antes|\b(?:sin|sem|without|net of|ex|hors|ohne|taxable|base) /.test(casilla.plano)
      )
        continue
      if (isHeading(doc, casilla)) continue
      const amount = amountsAt(doc, etiqueta, decimales).at(-1)
      if (!amount?.claro || (total && isForeign(amount, total))) continue
      taken.add(casilla)
      const [valor, ...others] = amount.lecturas
      if (amount.negativo && !isZero(valor!)) dudas.add('impuesto_extranjero', 'Se imprime negativo')
      if (others.length) dudas.add('impuesto_extranjero', SEPARADOR, others)
      lines.push({ valor: valor!, peso, casilla })
    }
  }
  const chilean = lines.some(
    ({ valor, casilla }) =>
      !isZero(valor) &&
      ([casilla, ...rightOf(doc, casilla)].some(({ plano }) => CHILENO.test(plano)) ||
        isDe19(valor, total?.lecturas[0] ?? null)),
  )
  const named = lines.every(({ valor }) => !isZero(valor)) && IVA_DE_CHILE.test(fold(doc.texto))
  if (chilean || named) dudas.add('impuesto_extranjero', IVA_CHILENO)
  if (lines.length === 0) {
    if (!E.INVERSION.test(fold(doc.texto))) return null
    dudas.add('impuesto_extranjero', 'No se imprime un impuesto: el texto dice que no lo cobra', [])
    return '0'
  }
  const totals = lines.filter(({ peso }) => peso === 10)
  const values = distinct((totals.length ? totals : lines).map(({ valor }) => valor))
  if (values.length === 1) {
    // `GST central 9 %` and `GST state 9 %` are two of one amount; one that is said again has the same words.
    const words = distinct(lines.filter(({ valor }) => !isZero(valor)).map(({ casilla }) => casilla.plano))
    if (totals.length === 0 && words.length > 1)
      dudas.add('impuesto_extranjero', 'Varias líneas lo dicen: puede ser la suma de ellas', [
        sum(words.map(() => values[0]!)),
      ])
    return values[0]!
  }
  const whole = values.find((value) => compare(sum(values.filter((other) => other !== value)), value) === 0)
  if (whole) return whole
  dudas.add('impuesto_extranjero', 'Es la suma de los impuestos impresos', values)
  return sum(values)
}
