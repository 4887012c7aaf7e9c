// Total and tax of an invoice by their labels. The total must be printed (extraccion §3).

import { type Dudas, distinct } from './candidatos'
import {
  below,
  type Casilla,
  type Documento,
  findLabels,
  type Hallada,
  isHeading,
  rightOf,
} from './documento'
import * as E from './etiquetas'
import { readMoneda } from './moneda-del-total'
import { amountsIn, type Monto, withoutMarks } from './monedas'
import { compare, type Decimales, decimalesDe, micro, sum } from './numeros'
import { fold } from './plano'

/** What a tax of 19 % is told as. */
export const IVA_CHILENO = 'Podría ser el IVA de Chile (19 %)'
const SEPARADOR = 'El separador puede ser de miles o de decimales'

interface Importes {
  monto: string | null
  moneda: string | null
  impuestoExtranjero: string | null
}

/** Amounts of a text that is nothing but amounts, currencies and the few words that may stand beside a total. */
function amountsOf(texto: string, decimales: Decimales | null): Monto[] {
  const amounts = amountsIn(texto, decimales)
  const clear = amounts.filter(({ claro }) => claro)
  return clear.length ? clear : amounts
}

/** The amounts that belong to a label: in its own cell, right of it, or below it when nothing is at its right. */
function amountsAt(
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
  // Figures of two columns, a quantity and an amount, are two: a blank would group them.
  const text = beside.reduce(
    (all, { texto }) => all + (/\d$/.test(all) && /^\d/.test(texto) ? ' | ' : ' ') + texto,
    currency,
  )
  // `VAT (19% on $20.00)   $3.80`: what the label says of itself comes second.
  // A minus may stand in a column of its own.
  const right = amountsOf(text.trim().replace(/^([-−–]) +/, '$1'), decimales)
  if (right.length) return right
  if (own.length || isHeading(doc, casilla)) return own
  const under = below(doc, casilla)
  return under ? amountsOf(under.texto, decimales) : []
}

function isTotal({ casilla, resto }: Hallada): boolean {
  if (E.TOTAL_NO.test(casilla.plano)) return false
  const words = fold(withoutMarks(resto)).replace(/[\d.,'\s$€£¥%]+.*$/, '')
  return E.TOTAL_RESTO.test(words.trim())
}

interface Hallado {
  peso: number
  montos: Monto[]
  linea: number
}

/** `pais` is the supplier's, for a sign that is many currencies'. */
export function readImportes(doc: Documento, pais: string | null, dudas: Dudas): Importes {
  const decimales = decimalesDe(doc.texto)
  const found: Hallado[] = []
  const taken = new Set<Casilla>()
  for (const { peso, palabras } of E.TOTAL) {
    for (const label of findLabels(doc, palabras)) {
      if (taken.has(label.casilla) || !isTotal(label)) continue
      const montos = amountsAt(doc, label, decimales)
      if (montos.length === 0) continue
      taken.add(label.casilla)
      found.push({ peso, montos, linea: label.casilla.linea })
    }
  }
  const total = pickTotal([...found, ...strangeTotals(doc, taken, decimales)], dudas)
  const impuestoExtranjero = readImpuesto(doc, decimales, total?.lecturas[0] ?? null, dudas)
  if (!total) return { monto: null, moneda: null, impuestoExtranjero }
  const [monto = null, ...others] = total.lecturas
  if (others.length) dudas.add('monto', SEPARADOR, others)
  const titulos = doc.casillas.map(({ plano }) => plano)
  if (titulos.some((titulo) => E.NO_FACTURA.test(titulo)))
    dudas.add('numero', 'Parece una proforma, una cotización o un estado de cuenta, y no una factura')
  if (total.negativo || E.REEMBOLSO.test(fold(doc.texto)) || titulos.includes('refund'))
    dudas.add('monto', 'Parece una nota de crédito o una devolución: el monto se devuelve, no se paga')
  if (monto !== null && hasSaldoAnterior(doc, decimales, monto))
    dudas.add('monto', 'El archivo cobra también un saldo anterior: lo de esta factura puede ser menos')
  doubtImpuesto(monto, impuestoExtranjero, dudas)
  return { monto, moneda: readMoneda(doc, total, pais, dudas), impuestoExtranjero }
}

/** Totals by words that are no known label's, `Total after discount`: never taken, but they may be what is paid. */
const strangeTotals = (doc: Documento, taken: ReadonlySet<Casilla>, decimales: Decimales | null): Hallado[] =>
  findLabels(doc, /^total\b/)
    .filter((label) => !taken.has(label.casilla) && !E.TOTAL_NO.test(label.casilla.plano))
    .map((label) => ({
      peso: EXTRANO,
      montos: amountsAt(doc, label, decimales).filter(({ claro }) => claro),
      linea: label.casilla.linea,
    }))
    .filter(({ montos }) => montos.length > 0)

/** Whether what was owed before is in the total: not what the file takes off again as paid. */
function hasSaldoAnterior(doc: Documento, decimales: Decimales | null, total: string): boolean {
  const before = findLabels(doc, E.SALDO_ANTERIOR)
    .flatMap((label) => amountsAt(doc, label, decimales))
    .flatMap(({ claro, negativo, lecturas: [value = '0'] }) => (claro && !negativo ? value : []))
    .filter((value) => !isZero(value) && compare(value, total) < 0)
  if (before.length === 0) return false
  const off = amountsIn(doc.texto, decimales).filter(({ negativo }) => negativo)
  return before.some((value) => !off.some(({ lecturas }) => lecturas.includes(value)))
}

/** A tax is part of its total. */
export function doubtImpuesto(monto: string | null, impuesto: string | null, dudas: Dudas): void {
  if (monto !== null && impuesto !== null && !isZero(impuesto) && compare(impuesto, monto) >= 0)
    dudas.add('impuesto_extranjero', 'No es menor que el total')
}

const isZero = (valor: string): boolean => !/[1-9]/.test(valor)

const TOTALES = 8
/** Of a line that is never taken. */
const EXTRANO = 0

function pickTotal(all: readonly Hallado[], dudas: Dudas): Monto | null {
  const found = all.filter(({ peso }) => peso > EXTRANO)
  const totals = found.filter(({ peso }) => peso >= TOTALES)
  const ranked = totals.length ? totals : found
  if (ranked.length === 0) return null
  const max = Math.max(...ranked.map(({ peso }) => peso))
  const lastOf = ({ montos }: Hallado): Monto => montos.at(-1)!
  const best = ranked.filter(({ peso }) => peso === max)
  // Carried from page to page and summed up at the end: the greatest is the whole.
  const picked = best.reduce((a, b) => (compare(lastOf(b).lecturas[0]!, lastOf(a).lecturas[0]!) > 0 ? b : a))
  const total = lastOf(picked)
  const same = (other: Monto): boolean => other.lecturas.some((one) => total.lecturas.includes(one))
  const isSum = ({ montos }: Hallado): boolean =>
    montos.length > 2 &&
    compare(sum(montos.slice(0, -1).map(({ lecturas }) => lecturas[0]!)), montos.at(-1)!.lecturas[0]!) === 0
  /** Net and tax of a summary, which are parts of the total. */
  const isParted = ({ montos }: Hallado): boolean =>
    compare(sum(montos.map(({ lecturas }) => lecturas[0]!)), total.lecturas[0]!) === 0
  const rivals = [
    ...best.map(lastOf),
    ...totals
      .flatMap((one) => (isSum(one) ? [lastOf(one)] : one.montos))
      .filter((one) => compare(one.lecturas[0]!, total.lecturas[0]!) > 0),
    ...best.flatMap((one) => (isSum(one) ? [] : one.montos)),
    // What is left to pay may be less because some was paid before; nothing left says nothing.
    ...found.filter(({ peso }) => peso < TOTALES && peso >= 5).map(lastOf),
    // Behind the total comes what is added to it or taken from it, and then the total of that.
    ...all
      .filter(({ peso, linea }) => linea > picked.linea && (peso >= TOTALES || peso === EXTRANO))
      .filter((one) => !isSum(one) && !isParted(one))
      .map(lastOf),
  ].filter((one) => !same(one) && !isZero(one.lecturas[0]!))
  if (rivals.length)
    dudas.add('monto', 'Hay más de un total', distinct(rivals.map(({ lecturas }) => lecturas[0]!)))
  return total
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

/** `total` is the invoice's, the tax in it. */
function readImpuesto(
  doc: Documento,
  decimales: Decimales | null,
  total: string | null,
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
      if (!amount?.claro) continue
      taken.add(casilla)
      const [valor, ...others] = amount.lecturas
      if (others.length) dudas.add('impuesto_extranjero', SEPARADOR, others)
      lines.push({ valor: valor!, peso, casilla })
    }
  }
  const chilean = lines.some(
    ({ valor, casilla }) =>
      !isZero(valor) &&
      ([casilla, ...rightOf(doc, casilla)].some(({ plano }) => CHILENO.test(plano)) || isDe19(valor, total)),
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
