// The VAT that the buyer withheld of a factura de compra, and of notes over one, by its several columns (domain/rcv §6).

import { isRetencion } from './f29-impuestos'
import { amount, type Montos, REDONDEO, restOf, todoElIva } from './montos'
import { isDeFacturaCompra } from './tipos'

interface Retencion {
  retenido: number
  noRetenido: number
  /** The amount by which its columns are not its VAT: a contradiction. */
  diferencia: number
}

/** The VAT in the total: none and all of it are so within a rounding. */
function paidOf(d: Montos, iva: number): number {
  const paid = restOf(d)
  if (Math.abs(paid) <= REDONDEO) return 0
  return Math.abs(paid - iva) <= REDONDEO ? iva : paid
}

const sum = (taxes: readonly { valor: number | null }[]): number =>
  taxes.reduce((all, { valor }) => all + amount(valor), 0)

/** Columns that say what was withheld and what was not are its VAT; one alone is no more than that. */
function differenceOf(retenido: number, free: number, iva: number): number {
  const off = retenido && free ? Math.abs(retenido + free - iva) : Math.max(0, retenido + free - iva)
  return off > REDONDEO ? off : 0
}

/**
 * Null of a document that is neither. Its columns say it; where they are empty, the taxes that it withholds, which a file names; else
 * what the total has in it of the VAT.
 */
export function readRetencion(d: Montos): Retencion | null {
  const { datos } = d
  if (!isDeFacturaCompra(d)) return null
  const iva = todoElIva(d)
  const said = amount(datos.ivaRetenidoTotal) + amount(datos.ivaRetenidoParcial)
  const free = amount(datos.ivaNoRetenido)
  const withheld = (datos.otrosImpuestos ?? []).filter(({ codigo }) => isRetencion(codigo))
  const taxes = sum(withheld)
  const own = free !== 0 ? free : said || taxes ? iva - (said || taxes) : paidOf(d, iva)
  const noRetenido = Math.max(0, Math.min(iva, own))
  // A sum without names may have other taxes in it.
  const named = sum(withheld.filter(({ codigo }) => codigo !== null))
  return { retenido: iva - noRetenido, noRetenido, diferencia: differenceOf(said || named, free, iva) }
}
