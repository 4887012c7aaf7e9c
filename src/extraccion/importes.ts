// Total, currency and tax of an invoice by their labels. The total must be printed (extraccion §3).

import { candidatesOf, type Dudas, distinct } from './candidatos'
import { below, type Casilla, type Documento, findLabels, type Hallada, rightOf } from './documento'
import * as E from './etiquetas'
import { amountsIn, isCodigo, type Monto, monedasDichas, withoutMarks } from './monedas'
import { compare, type Decimales, decimalesDe, micro, sum } from './numeros'
import { fold } from './plano'

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
  const text = `${currency} ${beside.map(({ texto }) => texto).join(' ')}`
  // `VAT (19% on $20.00)   $3.80`: what the label says of itself comes second.
  const right = amountsOf(text.trim(), decimales)
  if (right.length) return right
  if (own.length || isHeading(doc, casilla)) return own
  const under = below(doc, casilla)
  return under ? amountsOf(under.texto, decimales) : []
}

/** Whether a label is one of a table's heading: what is below it is a line of the table. */
const isHeading = ({ lineas }: Documento, { linea, columna }: Casilla): boolean => {
  const others = lineas[linea]!.filter((cell) => cell.columna !== columna)
  return (
    others.some(({ plano }) => E.DESCRIPCION.test(plano)) ||
    others.filter(({ plano }) => E.ENCABEZADO.test(plano)).length >= 2
  )
}

function isTotal({ casilla, resto }: Hallada): boolean {
  if (E.TOTAL_NO.test(casilla.plano)) return false
  const words = fold(withoutMarks(resto)).replace(/[\d.,'\s$€£¥%]+.*$/, '')
  return E.TOTAL_RESTO.test(words.trim())
}

interface Hallado {
  peso: number
  montos: Monto[]
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
      found.push({ peso, montos })
    }
  }
  const total = pickTotal(found, dudas)
  const impuestoExtranjero = readImpuesto(doc, decimales, total?.lecturas[0] ?? null, dudas)
  if (!total) return { monto: null, moneda: null, impuestoExtranjero }
  const [monto = null, ...others] = total.lecturas
  if (others.length) dudas.add('monto', 'El separador puede ser de miles o de decimales', others)
  if (total.negativo || E.REEMBOLSO.test(fold(doc.texto)))
    dudas.add('monto', 'Parece una nota de crédito o una devolución: el monto se devuelve, no se paga')
  doubtImpuesto(monto, impuestoExtranjero, dudas)
  return { monto, moneda: readMoneda(doc, total, pais, dudas), impuestoExtranjero }
}

/** A tax is part of its total. */
export function doubtImpuesto(monto: string | null, impuesto: string | null, dudas: Dudas): void {
  if (monto !== null && impuesto !== null && compare(impuesto, monto) > 0)
    dudas.add('impuesto_extranjero', 'Es mayor que el total')
}

const TOTALES = 8

function pickTotal(found: readonly Hallado[], dudas: Dudas): Monto | null {
  const totals = found.filter(({ peso }) => peso >= TOTALES)
  const ranked = totals.length ? totals : found
  if (ranked.length === 0) return null
  const max = Math.max(...ranked.map(({ peso }) => peso))
  const lastOf = ({ montos }: Hallado): Monto => montos.at(-1)!
  const best = ranked.filter(({ peso }) => peso === max).map(lastOf)
  // Carried from page to page and summed up at the end: the greatest is the whole.
  const total = best.reduce((a, b) => (compare(b.lecturas[0]!, a.lecturas[0]!) > 0 ? b : a))
  const same = (other: Monto): boolean => other.lecturas.some((one) => total.lecturas.includes(one))
  const isSum = ({ montos }: Hallado): boolean =>
    montos.length > 2 &&
    compare(sum(montos.slice(0, -1).map(({ lecturas }) => lecturas[0]!)), montos.at(-1)!.lecturas[0]!) === 0
  const rivals = [
    ...best,
    ...totals
      .flatMap((one) => (isSum(one) ? [lastOf(one)] : one.montos))
      .filter((one) => compare(one.lecturas[0]!, total.lecturas[0]!) > 0),
    ...ranked.filter(({ peso }) => peso === max).flatMap((one) => (isSum(one) ? [] : one.montos)),
    // What is left to pay may be less because some was paid before; nothing left says nothing.
    ...found.filter(({ peso }) => peso < TOTALES && peso >= 5).map(lastOf),
  ].filter((one) => !same(one) && !/^0(?:\.0+)?$/.test(one.lecturas[0]!))
  if (rivals.length)
    dudas.add('monto', 'Hay más de un total', distinct(rivals.map(({ lecturas }) => lecturas[0]!)))
  return total
}

/** Where a sign that is many currencies' is most likely its own. */
const DEL_PAIS: Record<string, string> = {
  CL: 'CLP',
  CO: 'COP',
  MX: 'MXN',
  AR: 'ARS',
  CA: 'CAD',
  AU: 'AUD',
  JP: 'JPY',
  CN: 'CNY',
  SE: 'SEK',
  NO: 'NOK',
  DK: 'DKK',
}

/** A code alone, or before its name. */
const acceptMoneda = (texto: string): string | null => {
  const [code] = /^[A-Z]{3}\b/.exec(texto.trim()) ?? []
  return code && isCodigo(code) ? code : null
}

function readMoneda(doc: Documento, total: Monto, pais: string | null, dudas: Dudas): string | null {
  const labelled = candidatesOf(doc, [{ peso: 1, palabras: E.MONEDA }], acceptMoneda).map(
    ({ valor }) => valor,
  )
  const said = distinct([...labelled, ...monedasDichas(doc.texto)])
  const [only, ...others] = total.monedas
  if (only && others.length === 0) return only
  const possible = total.monedas.length ? said.filter((code) => total.monedas.includes(code)) : said
  const [one, ...more] = possible
  if (one && more.length === 0) return one
  if (one) dudas.add('moneda', 'El archivo nombra más de una moneda', more)
  if (one || !only) return one ?? null
  const own = total.monedas.find((code) => code === DEL_PAIS[pais ?? '']) ?? only
  dudas.add(
    'moneda',
    'El signo es de varias monedas',
    total.monedas.filter((code) => code !== own),
  )
  return own
}

const CHILENO = /\b(?:19(?:[.,]0+)? ?%|chile)/
/** Words that a foreign supplier has for the VAT that it charges and declares here. */
const IVA_DE_CHILE = /\bchile\w*\b.{0,30}\b(?:vat|iva)\b|\b(?:vat|iva|tax)\b.{0,30}\bchile\b/
const isZero = (valor: string): boolean => !/[1-9]/.test(valor)

/** Whether a tax is 19 % of what is left of the total without it, to a cent or two of rounding. */
function isDe19(impuesto: string, total: string | null): boolean {
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
        /excl|incl|before|antes|sin /.test(casilla.plano)
      )
        continue
      if (isHeading(doc, casilla)) continue
      const amount = amountsAt(doc, etiqueta, decimales).at(-1)
      if (!amount?.claro) continue
      taken.add(casilla)
      lines.push({ valor: amount.lecturas[0]!, peso, casilla })
    }
  }
  const chilean = lines.some(
    ({ valor, casilla }) =>
      !isZero(valor) &&
      ([casilla, ...rightOf(doc, casilla)].some(({ plano }) => CHILENO.test(plano)) || isDe19(valor, total)),
  )
  const named = lines.every(({ valor }) => !isZero(valor)) && IVA_DE_CHILE.test(fold(doc.texto))
  if (chilean || named) dudas.add('impuesto_extranjero', 'Podría ser el IVA de Chile (19 %)')
  if (lines.length === 0) {
    if (!E.INVERSION.test(fold(doc.texto))) return null
    dudas.add('impuesto_extranjero', 'No se imprime un impuesto: el texto dice que no lo cobra', [])
    return '0'
  }
  const totals = lines.filter(({ peso }) => peso === 10)
  const values = distinct((totals.length ? totals : lines).map(({ valor }) => valor))
  if (values.length === 1) return values[0]!
  const whole = values.find((value) => compare(sum(values.filter((other) => other !== value)), value) === 0)
  if (whole) return whole
  dudas.add('impuesto_extranjero', 'Es la suma de los impuestos impresos', values)
  return sum(values)
}
