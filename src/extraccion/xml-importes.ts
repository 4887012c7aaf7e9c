// The amounts of an invoice that is data: which of them are in its currency (extraccion §3).

import { isMoneda } from '../domain/codigos-iso'
import { atributo, type Elemento, texto, todosEn } from '../xml/verify/nodo'
import { type Dudas, distinct } from './candidatos'
import { oneBlankOfData } from './lineas'

/** A longer text is no name and no number; cut it would be another one. */
export const LARGO_MAX = 300

interface Importe {
  monto: string
  moneda: string | null
}

const currencyOf = (elemento: Elemento): string | null => atributo(elemento, 'currencyID')?.trim() || null

export interface Importes {
  moneda: string | null
  /** The total, in the document's currency like `neto` and `porPagar`. */
  total: string | null
  neto: string | null
  porPagar: string | null
  /** Totals of another currency. */
  ajenos: Importe[]
}

/** One that names none is of the document's. */
export const isOf = (elemento: Elemento, { moneda }: Importes): boolean =>
  (currencyOf(elemento) ?? moneda) === moneda

/** The document's stated currency, else that of its amounts. */
function monedaOf(dicha: string | null, amounts: readonly Elemento[], dudas: Dudas): string | null {
  if (dicha !== null && isMoneda(dicha)) return dicha
  if (dicha !== null) dudas.add('moneda', `${dicha} no es el código de una moneda`)
  return amounts.map(currencyOf).find((one) => one !== null && isMoneda(one)) ?? null
}

/** The document's currency, its amounts in that, and the totals in others. */
export function importesOf(
  totals: Elemento | null,
  dicha: string | null,
  rutas: readonly [total: string, neto: string, porPagar: string],
  dudas: Dudas,
): Importes {
  const [totales, netos, pagos] = rutas.map((ruta) => todosEn(totals, ruta)) as [
    Elemento[],
    Elemento[],
    Elemento[],
  ]
  const moneda = monedaOf(dicha, [...pagos, ...totales], dudas)
  const printed = (from: readonly Elemento[]): Importe[] =>
    from
      .map((one) => ({
        monto: oneBlankOfData(texto(one)).slice(0, LARGO_MAX),
        moneda: currencyOf(one) ?? moneda,
      }))
      .filter(({ monto }) => monto !== '')
  const own = (from: readonly Elemento[]): string | null =>
    printed(from).find((one) => one.moneda === moneda)?.monto ?? null
  const ajenos = printed([...totales, ...pagos]).filter((one) => one.moneda !== moneda)
  return { moneda, total: own(totales), neto: own(netos), porPagar: own(pagos), ajenos }
}

/** An amount of another currency is never offered as one of the document's. */
export function doubtMezcla({ moneda, ajenos }: Importes, dudas: Dudas): void {
  if (ajenos.length === 0) return
  const shown = distinct(ajenos.map((one) => `${one.moneda} ${one.monto}`)).join(', ')
  const motivo = `La factura está en ${moneda ?? 'una moneda que no se reconoce'} y trae también ${shown}`
  const others = distinct(
    ajenos.flatMap((one) => (one.moneda !== null && isMoneda(one.moneda) ? one.moneda : [])),
  )
  dudas.add('moneda', motivo, others)
  dudas.add('monto', motivo)
}
