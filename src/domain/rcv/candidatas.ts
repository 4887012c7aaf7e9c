// Invoices that a note of credit may act on when only the parties are known (domain/rcv §5).

import { GUIA } from '../dte/tipos'
import { addMonths, daysBetween } from '../fecha'
import { REDONDEO } from './montos'
import { detalleOf, isFacturaCompra, isNotaCredito, sobreOf } from './tipos'

export interface DocumentoVinculable {
  id: string
  tipoDte: number
  folio: number
  fechaEmision: string
  montoTotal: number
  montoNeto: number
  montoIva: number
  /** Pesos that debit notes add to its total. */
  cargos: number
}

/** The documents that a note refers to. */
export interface Referido {
  tipoDte: number
  folio: number
  /** 1 voids, 2 corrects text, 3 corrects amounts; null where only the register tells. */
  codigo: number | null
}

export interface NotaVinculable extends DocumentoVinculable {
  /** By its XML, in order; null where the XML is not here. */
  xml: readonly Referido[] | null
  /** By the register. */
  registro: readonly Referido[]
  sobreFacturaCompra: boolean
}

export interface Candidata {
  factura: DocumentoVinculable
  /** Hundredths. */
  confianza: number
  razones: string[]
}

/** From here a link is made by itself, when no other invoice comes nearer than the margin. In thousandths, as all points. */
const SOLO = 800
const MARGEN = 150
const TOPE = 900
const UNICA = 100
const MESES = 12

/** Whether a note may act on it: every type but notes of credit and what the register has as one sum. */
export const isVinculable = (tipoDte: number): boolean =>
  !isNotaCredito(tipoDte) && tipoDte !== GUIA && detalleOf(tipoDte) !== 'resumen'

/** Oldest first. */
export const inOrder = (a: DocumentoVinculable, b: DocumentoVinculable): number =>
  a.fechaEmision < b.fechaEmision
    ? -1
    : a.fechaEmision > b.fechaEmision
      ? 1
      : a.tipoDte - b.tipoDte || a.folio - b.folio

/** Invoices by date, to look among those of a few months only. */
export const byDate = (facturas: readonly DocumentoVinculable[]): DocumentoVinculable[] =>
  [...facturas].sort(inOrder)

/** The first of a sorted list that is not older than a date. */
function firstSince(sorted: readonly DocumentoVinculable[], date: string): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (sorted[middle]!.fechaEmision < date) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * Whether an invoice has of what a note takes: a note with net or VAT acts on no exempt invoice, an exempt one on none that has nothing
 * exempt, and neither takes more of it than it has. The net says it, for a purchase's VAT stands in several columns; what debit notes added is
 * of a kind that is not known, and a note of several invoices takes a part of each.
 */
function hasOf(nota: NotaVinculable, factura: DocumentoVinculable, whole: boolean): boolean {
  const withIva = nota.montoNeto !== 0 || nota.montoIva !== 0
  if (!withIva && nota.montoTotal <= 0) return true
  const taken = withIva ? nota.montoNeto : nota.montoTotal
  const there = withIva ? factura.montoNeto : sinIva(factura)
  const bears = there > 0 || (withIva && factura.montoIva > 0)
  return bears && (!whole || factura.cargos !== 0 || taken <= there + REDONDEO)
}

/** The total less net and VAT; that of a factura de compra may lack the VAT that was withheld. */
const sinIva = ({ tipoDte, montoTotal, montoNeto, montoIva }: DocumentoVinculable): number =>
  montoTotal - montoNeto - (isFacturaCompra(tipoDte) ? 0 : montoIva)

/** Decides whether an invoice is a candidate beside its balance; made once for a note. */
function eligible(nota: NotaVinculable, resto: number, saldoOf: SaldoOf, quitadas: ReadonlySet<string>) {
  const types = new Set(
    sobreOf(nota.tipoDte).filter((tipo) => isFacturaCompra(tipo) === nota.sobreFacturaCompra),
  )
  const since = addMonths(nota.fechaEmision, -MESES)
  return {
    since,
    fits: (factura: DocumentoVinculable): boolean =>
      types.has(factura.tipoDte) &&
      hasOf(nota, factura, resto === nota.montoTotal) &&
      factura.fechaEmision >= since &&
      factura.fechaEmision <= nota.fechaEmision &&
      saldoOf(factura) >= resto &&
      !(quitadas.size && quitadas.has(`${nota.id}/${factura.id}`)),
  }
}

type SaldoOf = (factura: DocumentoVinculable) => number

const sameParts = (a: DocumentoVinculable, b: DocumentoVinculable): boolean =>
  a.montoNeto === b.montoNeto && a.montoIva === b.montoIva

/** Thousandths, but for what the only candidate has beside. */
function pointsOf(nota: NotaVinculable, factura: DocumentoVinculable): number {
  const days = daysBetween(factura.fechaEmision, nota.fechaEmision)
  const near = Math.max(0, Math.round(150 * (1 - days / 365)))
  return (factura.montoTotal === nota.montoTotal ? 600 : 400) + (sameParts(nota, factura) ? 100 : 0) + near
}

function explain(
  nota: NotaVinculable,
  factura: DocumentoVinculable,
  puntos: number,
  only: boolean,
): Candidata {
  const days = daysBetween(factura.fechaEmision, nota.fechaEmision)
  return {
    factura,
    confianza: Math.round(Math.min(puntos + (only ? UNICA : 0), TOPE) / 10),
    razones: [
      factura.montoTotal === nota.montoTotal ? 'Mismo total' : 'La nota es por una parte de la factura',
      ...(sameParts(nota, factura) ? ['Mismo neto e IVA'] : []),
      days === 0 ? 'Del mismo día' : days === 1 ? 'Un día antes' : `${days} días antes`,
      ...(only ? ['Única factura posible'] : []),
    ],
  }
}

/** The points of an invoice that the note names, past all that the parties alone come to. */
const NOMBRADA = 950
const NO_QUITADAS: ReadonlySet<string> = new Set()

/**
 * Invoices for a person to choose from, the likeliest first: also one whose link was taken away, for he may change his mind. `resto` is what the note has still to be linked for, `saldoOf` what an
 * invoice has left.
 */
export function proposeFacturas(
  nota: NotaVinculable,
  facturas: readonly DocumentoVinculable[],
  resto: number,
  saldoOf: SaldoOf,
  quitadas: ReadonlySet<string>,
  max = 5,
): Candidata[] {
  const { fits } = eligible(nota, resto, saldoOf, NO_QUITADAS)
  const named = [...(nota.xml ?? []), ...nota.registro]
  const isNamed = ({ tipoDte, folio }: DocumentoVinculable): boolean =>
    named.some((one) => one.tipoDte === tipoDte && one.folio === folio)
  const found = facturas
    .filter((factura) => fits(factura) || (isNamed(factura) && saldoOf(factura) >= resto))
    .map((factura) => ({ factura, puntos: isNamed(factura) ? NOMBRADA : pointsOf(nota, factura) }))
  return found
    .sort((a, b) => b.puntos - a.puntos || -inOrder(a.factura, b.factura))
    .slice(0, max)
    .map(({ factura, puntos }) => {
      const one = explain(nota, factura, puntos, found.length === 1)
      return {
        ...one,
        confianza: puntos === NOMBRADA ? NOMBRADA / 10 : one.confianza,
        razones: [
          ...(puntos === NOMBRADA ? [`La nota nombra el folio ${factura.folio}`] : []),
          ...one.razones,
          ...(quitadas.has(`${nota.id}/${factura.id}`) ? ['Su vinculación se quitó a mano'] : []),
        ],
      }
    })
}

/**
 * The invoice that a note is linked to by itself. Only one of its own total comes that far: a part has 650 points at most, which
 * is the margin under the fewest that link.
 */
export function nearest(
  nota: NotaVinculable,
  {
    sorted,
    byTotal,
  }: { sorted: readonly DocumentoVinculable[]; byTotal: ReadonlyMap<number, DocumentoVinculable[]> },
  saldoOf: SaldoOf,
  quitadas: ReadonlySet<string>,
): Candidata | null {
  const { fits, since } = eligible(nota, nota.montoTotal, saldoOf, quitadas)
  let best: { factura: DocumentoVinculable; puntos: number } | null = null
  let second = 0
  for (const factura of byTotal.get(nota.montoTotal) ?? []) {
    if (!fits(factura)) continue
    const puntos = pointsOf(nota, factura)
    if (!best || puntos > best.puntos) {
      second = best?.puntos ?? 0
      best = { factura, puntos }
    } else second = Math.max(second, puntos)
  }
  if (!best) return null
  let only = second === 0
  for (let i = firstSince(sorted, since); only && i < sorted.length; i++) {
    const factura = sorted[i]!
    if (factura.fechaEmision > nota.fechaEmision) break
    if (factura !== best.factura && fits(factura)) only = false
  }
  const puntos = Math.min(best.puntos + (only ? UNICA : 0), TOPE)
  if (puntos < SOLO || puntos - second < MARGEN) return null
  return explain(nota, best.factura, best.puntos, only)
}
