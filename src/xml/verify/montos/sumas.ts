// Sums of the lines by IndExe and what the global discounts and surcharges leave of them (domain/dte §6.3, §6.4).

import type { Calculo, Global } from './calculo'
import { type Micro, porcentaje, roundTo } from './exact'

/**
 * The values each sum may have. More than one where the sources leave a choice open (domain/dte §10.4, §10.6); the first is the
 * usual.
 */
export interface Sumas {
  /** Gross when the document's lines carry IVA. */
  afecto: Micro[]
  exento: Micro[]
  noFacturable: Micro[]
  garantia: Micro
  /** The affected sum before global lines. */
  afectoLineas: Micro
}

export function sumLineas(calculo: Calculo): Sumas {
  const { lineas, globales, regla, decimales } = calculo
  let afecto = 0n
  let exento = 0n
  let noFacturable = 0n
  let garantia = 0n
  for (const { indExe, monto } of lineas) {
    if (indExe === 1 || (indExe === 0 && regla.exento)) exento += monto
    else if (indExe === 0) afecto += monto
    else if (indExe === 2) noFacturable += monto
    else if (indExe === 3) garantia += monto
    else if (indExe === 6) noFacturable -= monto
  }
  const sinIndicar = globales.filter(({ indExe }) => indExe === 0)
  const sobreExento = globales.filter(({ indExe }) => indExe === 1)
  const adjust = (base: Micro, lineas: Global[]) => applyGlobales(base, lineas, decimales)
  return {
    afecto: regla.exento ? [0n] : adjust(afecto, sinIndicar),
    exento: exentos(calculo, exento, sobreExento),
    noFacturable: adjust(
      noFacturable,
      globales.filter(({ indExe }) => indExe === 2),
    ),
    garantia,
    afectoLineas: afecto,
  }
}

// An export has nothing but an exempt sum. In a 34 or 41 a line without IndExeDR has no base of its own: it either has no
// effect or acts on the exempt sum (domain/dte §10.6).
function exentos(calculo: Calculo, exento: Micro, sobreExento: Global[]): Micro[] {
  const { regla, globales, decimales } = calculo
  const todas = globales.filter(({ indExe }) => indExe !== 2)
  if (regla.monedaExtranjera) return applyGlobales(exento, todas, decimales)
  const indicadas = applyGlobales(exento, sobreExento, decimales)
  return regla.exento ? [...indicadas, ...applyGlobales(exento, todas, decimales)] : indicadas
}

/**
 * The sum that global lines leave: each percentage on what the one before left or, the other reading, on the
 * whole sum.
 */
export function applyGlobales(base: Micro, globales: Global[], decimales: 0 | 4): Micro[] {
  if (base === 0n || globales.length === 0) return [base]
  const una = (compuesto: boolean) => {
    let saldo = base
    for (const { recargo, porcentual, valor } of globales) {
      const monto = porcentual
        ? porcentaje(compuesto ? saldo : base, valor, decimales)
        : roundTo(valor, 1n, decimales === 0 ? 0 : 2)
      saldo += recargo ? monto : -monto
    }
    return saldo
  }
  return [una(true), una(false)]
}
