// Total and tax of an invoice by their labels. The total must be printed (extraccion §3).

import { type Dudas, distinct } from './candidatos'
import { type Casilla, type Documento, findLabels, type Hallada } from './documento'
import * as E from './etiquetas'
import { doubtImpuesto, readImpuesto } from './impuesto'
import { readMoneda } from './moneda-del-total'
import { amountsIn, type Monto, withoutMarks } from './monedas'
import { amountsAt, isForeign, isZero, SEPARADOR } from './montos'
import { compare, type Decimales, decimalesDe, micro, sum } from './numeros'
import { fold } from './plano'

interface Importes {
  monto: string | null
  moneda: string | null
  impuestoExtranjero: string | null
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
      // `Total amount paid`: what was paid may be less than what was billed.
      const propio = E.PAGADO.test(fold(label.resto)) ? Math.min(peso, PAGADO) : peso
      found.push({ peso: propio, montos, linea: label.casilla.linea })
    }
  }
  const total = pickTotal(doc, [...found, ...strangeTotals(doc, taken, decimales)], decimales, dudas)
  const impuestoExtranjero = readImpuesto(doc, decimales, total, dudas)
  if (!total) return { monto: null, moneda: null, impuestoExtranjero }
  const [monto = null, ...others] = total.lecturas
  if (others.length) dudas.add('monto', SEPARADOR, others)
  const titulos = doc.casillas.map(({ plano }) => plano)
  if (titulos.some((titulo) => E.NO_FACTURA.test(titulo)))
    dudas.add(
      'numero',
      'Parece una proforma, una cotización, un estado de cuenta, un borrador o una anulada, y no una factura',
    )
  if (
    total.negativo ||
    E.REEMBOLSO.test(fold(doc.texto)) ||
    titulos.includes('refund') ||
    hasDevuelto(doc, decimales)
  )
    dudas.add('monto', 'Parece una nota de crédito o una devolución: el monto se devuelve, no se paga')
  const deAhora = monto === null ? [] : chargedNow(doc, decimales, monto, impuestoExtranjero)
  if (deAhora.length || (monto !== null && hasSaldoAnterior(doc, decimales, monto)))
    dudas.add(
      'monto',
      'El archivo cobra también un saldo anterior: lo de esta factura puede ser menos',
      deAhora,
    )
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

/** The amount charged now, when it is below the total by more than the tax. */
const chargedNow = (
  doc: Documento,
  decimales: Decimales | null,
  total: string,
  impuesto: string | null,
): string[] =>
  findLabels(doc, E.DE_AHORA)
    .flatMap((label) => amountsAt(doc, label, decimales).slice(-1))
    .flatMap(({ claro, negativo, lecturas: [value = '0'] }) => (claro && !negativo ? value : []))
    .filter((value) => !isZero(value) && compare(sum([value, impuesto ?? '0']), total) < 0)

/** Whether a line tells how much was given back. */
const hasDevuelto = (doc: Documento, decimales: Decimales | null): boolean =>
  doc.texto
    .split('\n')
    .filter((line) => E.DEVUELTO.test(fold(line)))
    .flatMap((line) => amountsIn(line, decimales))
    .some(({ claro, lecturas: [value = '0'] }) => claro && !isZero(value))

const TOTALES = 8
/** As its own labels weigh. */
const PAGADO = 3
/** The rank of a line that is never taken. */
const EXTRANO = 0

/**
 * An amount behind a total that, with a third one, adds up to it: a tax or fee added, a credit taken off, by
 * whatever words. Net and tax behind it are its parts; of two positive ones it takes a word for paying. What
 * was paid is less than the total when a balance paid the rest.
 */
function settledBehind(doc: Documento, total: Monto, linea: number, decimales: Decimales | null): Monto[] {
  const behind = doc.lineas.slice(linea + 1).flatMap((cells) => {
    const plano = cells.map((cell) => cell.plano).join('   ')
    const [isPago, isPagado] = [E.PAGO.test(plano), E.PAGADO.test(plano)]
    return amountsIn(cells.map(({ texto }) => texto).join('   '), decimales)
      .filter((one) => one.claro && !isForeign(one, total))
      .map((monto) => ({ monto, isPago, isPagado, valor: micro(monto.lecturas[0]!) }))
  })
  const whole = micro(total.lecturas[0]!)
  const [added, off] = [false, true].map(
    (negativo) =>
      new Set(behind.filter(({ monto }) => monto.negativo === negativo).map(({ valor }) => valor)),
  )
  return behind
    .filter(({ monto, isPagado }) => !monto.negativo && !isPagado)
    .filter(({ valor, isPago }) =>
      valor > whole
        ? added!.has(valor - whole)
        : off!.has(whole - valor) || (isPago && added!.has(whole - valor)),
    )
    .map(({ monto }) => monto)
}

function pickTotal(
  doc: Documento,
  all: readonly Hallado[],
  decimales: Decimales | null,
  dudas: Dudas,
): Monto | null {
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
    // The rest to pay may be less after an earlier payment; a rest of zero proves nothing.
    ...found.filter(({ peso }) => peso < TOTALES && peso >= 5).map(lastOf),
    // Behind the total comes what is added to it or taken from it, and then the total of that.
    ...all
      .filter(({ peso, linea }) => linea > picked.linea && (peso >= TOTALES || peso === EXTRANO))
      .filter((one) => !isSum(one) && !isParted(one))
      .map(lastOf),
    ...settledBehind(doc, total, picked.linea, decimales),
  ].filter((one) => !same(one) && !isZero(one.lecturas[0]!))
  if (rivals.length)
    dudas.add('monto', 'Hay más de un total', distinct(rivals.map(({ lecturas }) => lecturas[0]!)))
  // If the other amount is taken, so is its currency.
  const foreign = distinct(rivals.filter((one) => isForeign(one, total)).flatMap(({ monedas }) => monedas))
  if (foreign.length) dudas.add('moneda', 'Hay un total en otra moneda', foreign)
  return total
}
