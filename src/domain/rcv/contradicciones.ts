// Columns of one document that cannot both be right (domain/rcv §6): the import and the monthly return tell them alike.

import type { Lado } from './columnas'
import { diferenciaComision, readComisionTardia } from './f29-liquidacion'
import { readFueraPlazo } from './fuera-plazo'
import { amount, isBeside, ivaDe, type Montos, REDONDEO, todoElIva } from './montos'
import { readRetencion } from './retencion'
import { admitsNegative, isDeLaTasa, isNotaCredito, isSobreLiquidacion } from './tipos'

type Documento = Montos & { lado: Lado }

/** Pesos by which each is beyond what its document has; nothing of it is none. */
interface Contradicciones {
  excesoActivoNeto: number
  excesoActivoIva: number
  excesoTercerosIva: number
  excesoFueraPlazo: number
  /** Between the VAT and the rate's of the net. */
  diferenciaNetoIva: number
  /** Between the VAT and own and others' together. */
  diferenciaPropio: number
  /** Between own VAT and the commission's, of a liquidación and notes over one. */
  diferenciaComision: number
  /** Between the VAT and what is withheld and not, of a factura de compra and notes over one. */
  diferenciaRetencion: number
}

/** Whether a document is a liquidación, or a note over one. */
const isDeLiquidacion = (d: Montos): boolean => admitsNegative(d.tipoDte) || isSobreLiquidacion(d.datos)

export function readContradicciones(d: Documento): Contradicciones {
  const { datos, lado } = d
  const venta = lado === 'venta'
  const [neto, iva, all] = [amount(d.montoNeto), amount(d.montoIva), todoElIva(d)]
  const terceros = venta ? amount(datos.ivaTerceros) : 0
  const hasTerceros = isBeside(d, terceros)
  const beyond = (said: unknown, most: number): number =>
    !venta && amount(said) > 0 ? Math.max(0, amount(said) - most) : 0
  return {
    excesoActivoNeto: beyond(datos.activoFijoNeto, neto),
    excesoActivoIva: beyond(datos.activoFijoIva, all),
    excesoTercerosIva: hasTerceros || !isDeLaTasa(d.tipoDte) ? 0 : Math.max(0, terceros - iva),
    excesoFueraPlazo:
      isNotaCredito(d.tipoDte) && isSobreLiquidacion(datos)
        ? readComisionTardia(d).exceso
        : readFueraPlazo(d).exceso,
    diferenciaNetoIva: differs(d, all, terceros && hasTerceros ? terceros : 0),
    diferenciaPropio: venta ? propioDiffers(d, terceros !== 0 && hasTerceros) : 0,
    diferenciaComision: venta && isDeLiquidacion(d) ? diferenciaComision(d) : 0,
    diferenciaRetencion: readRetencion(d)?.diferencia ?? 0,
  }
}

/**
 * Own VAT and others' are the whole (our reading of the *Formato DTE*, IVAProp and IVATerc), but where the total has others' beside it. A
 * liquidación that names one alone leaves the other to the rest.
 */
function propioDiffers(d: Documento, hasTerceros: boolean): number {
  const [propio, terceros] = [amount(d.datos.ivaPropio), amount(d.datos.ivaTerceros)]
  if (!propio || (isDeLiquidacion(d) && !terceros)) return 0
  const sums = [propio + terceros, ...(hasTerceros ? [propio] : [])]
  // VAT out of time may stand beside the rest.
  const wholes = [amount(d.montoIva), amount(d.montoIva) + readFueraPlazo(d).beside]
  const off = Math.min(...sums.flatMap((sum) => wholes.map((whole) => Math.abs(sum - whole))))
  return off > REDONDEO ? off : 0
}

/** Sums of many documents have a rounding each, and no day: of them nothing is said. */
function differs(d: Documento, all: number, beside: number): number {
  if (!isDeLaTasa(d.tipoDte) || d.fechaEmision === undefined || isSobreLiquidacion(d.datos)) return 0
  const late = readFueraPlazo(d)
  if (late.exceso) return 0
  const due = ivaDe(amount(d.montoNeto), d)
  const off = Math.min(...[0, beside].map((more) => Math.abs(all + late.beside + more - due)))
  return off > REDONDEO ? off : 0
}
