// How far the folios of a type reach at the pace of the last thirty days, and how many to ask for (dashboard §10).

import { addDays, addMonths, daysBetween } from '../../domain/fecha'
import { vencimientoCaf } from '../../domain/folios/vencimiento'
import type { Datos } from '../api/client'

export type Stock = Datos<'GET /v1/dte/folios'>[number]
export type Rango = Stock['rangos'][number]

/** Folios of the range that no document holds. */
export const remaining = ({ desde, hasta, usados }: Pick<Rango, 'desde' | 'hasta' | 'usados'>): number =>
  hasta - desde + 1 - usados

interface Punto {
  /** `YYYY-MM-DD`. */
  day: string
  value: number
}

export interface Proyeccion {
  /** The stock from today to its end, where its line bends; one point when nothing is used. */
  puntos: readonly Punto[]
  /** The day on which the last folio is used; null when none is used, or what is left expires. */
  alcanza: string | null
  /** The first day on which folios expire, and how many of them will be left over. */
  vence: { dia: string; sobran: number } | null
}

/** Days of the future that are worth a line: the SII grants for months, not for years. */
const MAX_DIAS = 730
const DIAS_PEDIDO = 45
/** Asked for of a type that nobody has used yet. */
const SIN_USO = 100

type Existencias = Pick<Stock, 'disponibles' | 'dias_estimados' | 'rangos'>

/** Folios a day; null without use, or with nothing left to tell it by. */
const ritmo = ({ disponibles, dias_estimados }: Existencias): number | null =>
  dias_estimados === null || disponibles === 0 ? null : disponibles / Math.max(1, dias_estimados)

/** `hoy` is the date in Chile. Ranges are used in their order, the oldest first. */
export function project(stock: Existencias, hoy: string): Proyeccion {
  const vigentes = stock.rangos.filter(({ estado }) => estado === 'vigente')
  const left = vigentes.map((rango) => ({ vence: rango.vence_el, folios: remaining(rango) }))
  const total = (): number => left.reduce((sum, { folios }) => sum + folios, 0)
  const pace = ritmo(stock)
  const puntos: Punto[] = [{ day: hoy, value: total() }]
  const ends = [...new Set(left.flatMap(({ vence }) => vence ?? []))].sort()
  let vence: Proyeccion['vence'] = null
  let day = hoy
  const use = (until: string): void => {
    let used = (pace ?? 0) * daysBetween(day, until)
    for (const each of left) {
      const taken = Math.min(each.folios, used)
      each.folios -= taken
      used -= taken
    }
    day = until
  }
  for (const dia of ends) {
    const gone = endAt(total(), pace, day)
    if (gone !== null && gone <= dia) break
    // The last good day is used whole.
    use(addDays(dia, 1))
    const lost = left.filter((each) => each.vence === dia)
    const sobran = whole(lost.reduce((sum, { folios }) => sum + folios, 0))
    vence ??= { dia, sobran }
    if (sobran > 0) puntos.push({ day: dia, value: whole(total()) })
    for (const each of lost) each.folios = 0
    if (sobran > 0) puntos.push({ day, value: whole(total()) })
  }
  const alcanza = total() > 0 ? endAt(total(), pace, day) : null
  if (alcanza !== null && daysBetween(hoy, alcanza) <= MAX_DIAS) puntos.push({ day: alcanza, value: 0 })
  const [first] = ends
  return { puntos, alcanza, vence: vence ?? (first ? { dia: first, sobran: 0 } : null) }
}

/** Folios that are there whole, of a reckoned number of them. */
const whole = (folios: number): number => Math.floor(folios + 1e-9)

const endAt = (folios: number, pace: number | null, from: string): string | null =>
  pace === null ? null : addDays(from, Math.min(100_000, Math.floor(folios / pace)))

/** Of folios granted today, those that come to be used before they expire, what is there first; null where nothing says. */
function utiles(tipoDte: number, stock: Existencias, hoy: string): number | null {
  const [pace, vence] = [ritmo(stock), vencimientoCaf(tipoDte, hoy)]
  if (pace === null || vence === null) return null
  return Math.floor(pace * (daysBetween(hoy, vence) + 1)) - stock.disponibles
}

/** Whether what is there lasts longer than what would be granted today. */
export const lasting = (stock: Existencias & Pick<Stock, 'tipo_dte'>, hoy: string): boolean =>
  (utiles(stock.tipo_dte, stock, hoy) ?? 1) < 1

/** How many to ask for: 45 days of use, and never more than will be used before they expire. */
export function suggest(
  tipoDte: number,
  stock: (Existencias & Pick<Stock, 'cantidad'>) | undefined,
  hoy: string,
) {
  const pace = stock ? ritmo(stock) : null
  const wished = stock && typeof stock.cantidad === 'number' ? stock.cantidad : SIN_USO
  if (!stock || pace === null) return wished
  const asked = Math.ceil(pace * DIAS_PEDIDO)
  return Math.max(1, Math.min(asked, utiles(tipoDte, stock, hoy) ?? asked))
}

/** Within a month. */
export const isPronto = (dia: string, hoy: string): boolean => dia <= addMonths(hoy, 1)
