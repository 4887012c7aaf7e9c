// The VAT out of time of a note of credit, and where it stands (domain/rcv §6): the import and the monthly return read it alike.

import { divideRounded } from '../decimal'
import { tasaIva } from '../dte/impuestos'
import { isNotaCredito } from './tipos'

/** Pesos that a sum may be off: ours, not the SII's, and why so many stands in domain/rcv §3 alone. */
export const REDONDEO = 2

/** The rate in force, for sums that have no day. */
export const HOY = '9999-12-31'

interface Nota {
  tipoDte: number
  fechaEmision?: string
  montoExento: number | null
  montoNeto: number | null
  montoIva: number | null
  montoTotal: number
  datos: Readonly<Record<string, unknown>>
}

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
export function readFueraPlazo(d: Nota): FueraPlazo {
  const said = d.datos.ivaFueraPlazo
  const [late, iva, neto] = [typeof said === 'number' ? said : 0, d.montoIva ?? 0, d.montoNeto ?? 0]
  const due = Number(divideRounded(BigInt(neto) * BigInt(tasaIva(d.fechaEmision ?? HOY)), 100n))
  // Less than nothing is no VAT of any note, and where there is no net there is none.
  if (late < 0 || (iva === 0 && neto === 0)) return { late: 0, beside: 0, exceso: Math.abs(late) }
  const rest = d.montoTotal - (d.montoExento ?? 0) - neto
  const inTotal = Math.abs(rest - iva - late) <= REDONDEO && rest !== iva
  if (late && (iva === 0 || (iva + late <= due + REDONDEO && (inTotal || late > iva))))
    return { late, beside: late, exceso: 0 }
  const exceso = isNotaCredito(d.tipoDte) ? Math.max(0, late - iva) : 0
  return { late: late - exceso, beside: 0, exceso }
}
