// The amounts of a neighbour's document, by its own arithmetic: whole pesos, the VAT of the sum, half a peso
// up (simulator §21.2).

import { TASA_IVA } from '../registro/datos'

/** A line; whole units and whole pesos. In a receipt prices carry VAT. */
export interface Linea {
  nombre: string
  cantidad: number
  precio: number
  exento: boolean
}

export interface Montos {
  neto: number
  exento: number
  iva: number
  total: number
}

/** `a / b` to the nearest whole, halves up; both whole and above zero. */
const quotient = (a: number, b: number): number => Math.floor((2 * a + b) / (2 * b))

/** `conIva`: prices carry it, as in a receipt. */
export function addUp(lineas: readonly Linea[], conIva: boolean): Montos {
  let afecto = 0
  let exento = 0
  for (const { cantidad, precio, exento: free } of lineas)
    if (free) exento += cantidad * precio
    else afecto += cantidad * precio
  const neto = conIva ? quotient(afecto * 100, 100 + TASA_IVA) : afecto
  const iva = conIva ? afecto - neto : quotient(neto * TASA_IVA, 100)
  return { neto, exento, iva, total: neto + iva + exento }
}
