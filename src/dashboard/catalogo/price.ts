// The price of an item in words, and what it comes to in pesos by the value of a day (areas/catalogo §5).

import { micro, multiply } from '../../domain/decimal'
import { formatNumber, formatPesos } from '../ui/format'
import type { Producto } from './product-form'

type Priced = Pick<Producto, 'precio' | 'precio_con_iva' | 'exento'> & { moneda: string }

/** `$50.000`, `UF 2,5`. */
export const amountOf = ({ precio, moneda }: Pick<Priced, 'precio' | 'moneda'>): string =>
  precio === null ? 'Sin precio' : `${moneda === 'CLP' ? '$' : `${moneda} `}${formatNumber(precio)}`

/** `neto`, `con IVA`, `exento`. */
export const ivaOf = ({ precio_con_iva, exento }: Pick<Priced, 'precio_con_iva' | 'exento'>): string =>
  exento ? 'exento' : precio_con_iva ? 'con IVA' : 'neto'

export const priceWords = (priced: Priced): string =>
  priced.precio === null ? 'Sin precio' : `${amountOf(priced)} ${ivaOf(priced)}`

/** Whole pesos of a price by a value, as a line of one unit would round. */
export const pesosOf = (precio: string, valor: string): string =>
  formatPesos(Number(multiply(micro(precio), micro(valor)) / 1_000_000n))

const SEVEN_DAYS = 7 * 86_400_000

/** The first day whose value serves on `hoy`: a UF its own, a UTM its month's, a currency one of the seven before. */
export function servesFrom(moneda: string, hoy: string): string {
  if (moneda === 'UF') return hoy
  if (moneda === 'UTM') return `${hoy.slice(0, 8)}01`
  return new Date(Date.parse(`${hoy}T12:00:00Z`) - SEVEN_DAYS).toISOString().slice(0, 10)
}
