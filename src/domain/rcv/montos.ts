// The amounts of a document of the register, as the import's look at them and the monthly return take them alike (domain/rcv §3, §6).

import { divideRounded } from '../decimal'
import { tasaIva } from '../dte/impuestos'
import type { Datos } from './columnas'

/** Pesos that a sum may be off: ours, not the SII's, and why so many stands in domain/rcv §3 alone. */
export const REDONDEO = 2

/** The rate in force, for sums that have no day. */
const HOY = '9999-12-31'

export interface Montos {
  tipoDte: number
  /** Its day, where it is one document and not the sum of several. */
  fechaEmision?: string
  montoExento: number | null
  montoNeto: number | null
  montoIva: number | null
  ivaNoRecuperable: number | null
  ivaUsoComun: number | null
  montoTotal: number
  datos: Datos
}

/** An empty cell is nothing, and so is a text. */
export const amount = (value: unknown): number => (typeof value === 'number' ? value : 0)

/** The VAT that the rate of its day gives of a net. */
export const ivaDe = (neto: number, { fechaEmision = HOY }: Pick<Montos, 'fechaEmision'>): number =>
  Number(divideRounded(BigInt(neto) * BigInt(tasaIva(fechaEmision)), 100n))

/** All VAT of a document: a purchase has it in three columns. */
export const todoElIva = (d: Montos): number =>
  amount(d.montoIva) + amount(d.ivaNoRecuperable) + amount(d.ivaUsoComun)

/** The total without net and exempt amount. */
export const restOf = (d: Montos): number => d.montoTotal - amount(d.montoExento) - amount(d.montoNeto)

/** Whether the total has an amount beside the VAT. */
export const isBeside = (d: Montos, part: number): boolean =>
  Math.abs(restOf(d) - amount(d.montoIva) - part) <= REDONDEO

/** The part of the net that bears a part of the VAT. */
export const share = (neto: number, part: number, iva: number): number =>
  iva === 0 ? 0 : part === iva ? neto : Number(divideRounded(BigInt(neto) * BigInt(part), BigInt(iva)))
