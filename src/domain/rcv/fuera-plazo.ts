// The VAT out of time of a note of credit, and where it stands (domain/rcv §6): the import and the monthly return read it alike.

import { amount, isBeside, ivaDe, type Montos, REDONDEO, restOf } from './montos'
import { isNotaCredito } from './tipos'

interface FueraPlazo {
  /** The VAT that is out of time, at most the note's. */
  late: number
  /** As much of it as stands beside «Monto IVA», and not in it. */
  beside: number
  /** The amount of the column beyond the note's VAT, or below zero, or where there is no net: a contradiction. */
  exceso: number
}

/**
 * The book has the two as fields of their own and no rule about their sum. It stands beside where there is no other VAT. Beside another
 * it stands where the total has both or it is the greater, and both are no more than the rate gives of the net.
 */
export function readFueraPlazo(d: Montos): FueraPlazo {
  const [late, iva, neto] = [amount(d.datos.ivaFueraPlazo), amount(d.montoIva), amount(d.montoNeto)]
  // Less than nothing is no VAT of any note, and where there is no net there is none.
  if (late < 0 || (iva === 0 && neto === 0)) return { late: 0, beside: 0, exceso: Math.abs(late) }
  const inTotal = isBeside(d, late) && restOf(d) !== iva
  if (late && (iva === 0 || (iva + late <= ivaDe(neto, d) + REDONDEO && (inTotal || late > iva))))
    return { late, beside: late, exceso: 0 }
  const exceso = isNotaCredito(d.tipoDte) ? Math.max(0, late - iva) : 0
  return { late: late - exceso, beside: 0, exceso }
}
