// MontoItem, its discount and its surcharge (domain/dte §6.2).

import { textoEn } from '../nodo'
import { type Calculo, type Linea, numeroEn } from './calculo'
import { type Micro, porcentaje, producto, roundTo, UNO, writeNumero } from './exact'

/** Judges the lines one by one, each step from the values written before it, so that one error is one finding. */
export function checkLineas(calculo: Calculo): void {
  for (const [i, linea] of calculo.lineas.entries()) {
    const numero = textoEn(linea.nodo, 'NroLinDet')
    if (Number(numero) !== i + 1) {
      const mensaje = `La línea ${i + 1} dice NroLinDet ${numero}`
      calculo.note('DET-2-905', `${linea.ruta}/NroLinDet`, mensaje, linea.nodo)
    }
    checkLinea(calculo, linea)
  }
}

function checkLinea(calculo: Calculo, linea: Linea): void {
  const { regla, decimales, sinVenta, note } = calculo
  const { nodo, ruta, indExe, monto } = linea
  if (indExe === 4 || indExe === 5) {
    if (monto !== 0n) note('DET-2-904', `${ruta}/MontoItem`, `Con IndExe ${indExe} el monto debe ser 0`, nodo)
    return
  }
  const precio = numeroEn(nodo, 'PrcItem')
  // Without a price the amount is what the issuer says; a guía that is no sale may carry none at all.
  if (precio === null || (sinVenta && monto === 0n)) return
  const base = producto(numeroEn(nodo, 'QtyItem') ?? UNO, precio, decimales)
  if (regla.conSigno) {
    if (monto !== base && monto !== -base) note('DET-2-901', `${ruta}/MontoItem`, noCuadra(linea, base), nodo)
    return
  }
  const descuento = checkAjuste(calculo, linea, 'Descuento', 'DET-2-902', [base])
  const rebajado = base - descuento
  // Whether a surcharge is a percentage of the price before or after the discount is not known (domain/dte §10.5).
  const recargo = checkAjuste(calculo, linea, 'Recargo', 'DET-2-903', [rebajado, base])
  const esperado = roundTo(rebajado + recargo, 1n, decimales)
  if (monto !== esperado) note('DET-2-901', `${ruta}/MontoItem`, noCuadra(linea, esperado), nodo)
}

/** Checks a percentage against its amount and returns the amount, as written when it is written. */
function checkAjuste(
  { note }: Calculo,
  { nodo, ruta }: Linea,
  nombre: 'Descuento' | 'Recargo',
  codigo: 'DET-2-902' | 'DET-2-903',
  bases: Micro[],
): Micro {
  const pct = numeroEn(nodo, `${nombre}Pct`)
  const escrito = numeroEn(nodo, `${nombre}Monto`)
  if (pct === null) return escrito ?? 0n
  const posibles = bases.map((base) => porcentaje(base, pct))
  if (!posibles.includes(escrito ?? 0n)) {
    const dice = escrito === null ? `falta ${nombre}Monto` : `${nombre}Monto dice ${writeNumero(escrito)}`
    const cuanto = `el ${textoEn(nodo, `${nombre}Pct`)} % es ${writeNumero(posibles[0]!)}`
    note(codigo, `${ruta}/${nombre}Monto`, `${dice} y ${cuanto}`, nodo)
  }
  return escrito ?? posibles[0]!
}

const noCuadra = ({ monto }: Linea, esperado: Micro): string =>
  `MontoItem dice ${writeNumero(monto)} y cantidad por precio, menos descuento y más recargo, da ${writeNumero(esperado)}`
