// Columns of one document that cannot both be right (domain/rcv §6): the import and the monthly return tell them alike.

import { divideRounded } from '../decimal'
import { tasaIva } from '../dte/impuestos'
import type { Lado } from './columnas'
import { REDONDEO, readFueraPlazo } from './fuera-plazo'
import { isDeLaTasa, isSobreLiquidacion } from './tipos'

type Documento = Parameters<typeof readFueraPlazo>[0] & {
  lado: Lado
  ivaNoRecuperable: number | null
  ivaUsoComun: number | null
}

/** Pesos by which each is beyond what its document has; nothing of it is none. */
interface Contradicciones {
  excesoActivoNeto: number
  excesoActivoIva: number
  excesoTercerosIva: number
  /** Between the VAT and the rate's of the net. */
  diferenciaNetoIva: number
}

const amount = (value: unknown): number => (typeof value === 'number' ? value : 0)

export function readContradicciones(d: Documento): Contradicciones {
  const { datos, lado } = d
  const [neto, iva] = [amount(d.montoNeto), amount(d.montoIva)]
  const all = iva + amount(d.ivaNoRecuperable) + amount(d.ivaUsoComun)
  const rest = d.montoTotal - amount(d.montoExento) - neto
  const terceros = lado === 'venta' ? amount(datos.ivaTerceros) : 0
  const hasTerceros = Math.abs(rest - iva - terceros) <= REDONDEO
  const beyond = (said: unknown, most: number): number =>
    lado === 'compra' && amount(said) > 0 ? Math.max(0, amount(said) - most) : 0
  return {
    excesoActivoNeto: beyond(datos.activoFijoNeto, neto),
    excesoActivoIva: beyond(datos.activoFijoIva, all),
    excesoTercerosIva: hasTerceros || !isDeLaTasa(d.tipoDte) ? 0 : Math.max(0, terceros - iva),
    diferenciaNetoIva: differs(d, all, terceros && hasTerceros ? terceros : 0),
  }
}

/** Sums of many documents have a rounding each, and no day: of them nothing is said. */
function differs(d: Documento, all: number, beside: number): number {
  if (!isDeLaTasa(d.tipoDte) || d.fechaEmision === undefined || isSobreLiquidacion(d.datos)) return 0
  const late = readFueraPlazo(d)
  if (late.exceso) return 0
  const due = Number(divideRounded(BigInt(amount(d.montoNeto)) * BigInt(tasaIva(d.fechaEmision)), 100n))
  const off = Math.min(...[0, beside].map((more) => Math.abs(all + late.beside + more - due)))
  return off > REDONDEO ? off : 0
}
