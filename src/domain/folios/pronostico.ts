// How long folios will last, and how many more to ask for (http §18).

import { addDays, daysBetween } from '../fecha'
import type { Rango } from './existencias'
import { estadoRango, restantes } from './existencias'
import { vencimientoCaf } from './vencimiento'

/** Over which the pace is measured: a slow month must not hide a quick week, nor the other way round. */
export const DIAS_PROMEDIO = { corto: 30, largo: 90 } as const
/** Days of use that a request should cover. */
const DIAS_PEDIDO = 45
/** Nearer than that, folios that ask for themselves do. */
const DIAS_APURO = 7
/** Further ahead nobody plans. */
const DIAS_MAX = 36_500

export interface Pronostico {
  /** Folios a day. */
  ritmo: { promedio30: number; promedio90: number }
  disponibles: number
  /** The first day on which none is left; null without use, or beyond a century. */
  seAgotaEl: string | null
  /** The next day on which folios expire; null when none does. */
  venceEl: string | null
  /** Of those available, how many will expire unused. */
  sePerderan: number
  /** How many to ask for now. */
  sugerida: number
  /** Why so many, in Spanish. */
  motivo: string
}

/** Of the ranges still good, in the order in which they are used: what is left of each that the pace does not use in time. */
function lostOf(vigentes: readonly Rango[], ritmo: number, hoy: string): number {
  let day = 0
  let lost = 0
  for (const rango of vigentes) {
    const left = restantes(rango)
    const until = rango.venceEl === null ? Number.POSITIVE_INFINITY : daysBetween(hoy, rango.venceEl) + 1
    const used = Math.min(left, Math.max(0, Math.floor((until - day) * ritmo + 1e-9)))
    if (until !== Number.POSITIVE_INFINITY) lost += left - used
    day += ritmo > 0 ? used / ritmo : 0
  }
  return lost
}

const plural = (n: number): string => (n === 1 ? '1 folio' : `${n} folios`)

const perdidos = (n: number): string => {
  if (n === 0) return ''
  return n === 1 ? '; a este ritmo 1 folio vence sin usarse' : `; a este ritmo ${n} folios vencen sin usarse`
}

/** What becomes of a type's folios. `usados`: taken in the last days of each length; ranges oldest first. */
export function forecast(
  tipoDte: number,
  rangos: readonly Rango[],
  usados: { corto: number; largo: number },
  hoy: string,
): Pronostico {
  const promedio30 = usados.corto / DIAS_PROMEDIO.corto
  const promedio90 = usados.largo / DIAS_PROMEDIO.largo
  const ritmo = Math.max(promedio30, promedio90)
  const vigentes = rangos.filter((rango) => estadoRango(rango, hoy) === 'vigente')
  const disponibles = vigentes.reduce((sum, rango) => sum + restantes(rango), 0)
  const venceEl = vigentes.flatMap(({ venceEl }) => venceEl ?? []).sort()[0] ?? null
  const sePerderan = lostOf(vigentes, ritmo, hoy)
  const utiles = disponibles - sePerderan
  const dias = ritmo > 0 ? Math.floor(utiles / ritmo + 1e-9) : DIAS_MAX
  const base = { ritmo: { promedio30, promedio90 }, disponibles, venceEl, sePerderan }
  if (ritmo === 0)
    return { ...base, seAgotaEl: null, sugerida: 0, motivo: 'Sin uso en 90 días: no hace falta pedir' }
  const vence = vencimientoCaf(tipoDte, hoy)
  const falta = Math.ceil(DIAS_PEDIDO * ritmo - 1e-9) - utiles
  // What is granted today is used behind what is there, and lives no longer than its kind does.
  const cabe = vence === null ? falta : Math.floor((daysBetween(hoy, vence) + 1) * ritmo + 1e-9) - utiles
  const sugerida = Math.max(0, Math.min(falta, cabe))
  const seAgotaEl = dias < DIAS_MAX ? addDays(hoy, dias) : null
  const motivo =
    sugerida === 0
      ? `Quedan para ${dias} días o más: no hace falta pedir${perdidos(sePerderan)}`
      : `Con ${plural(sugerida)} más alcanza para ${DIAS_PEDIDO} días al ritmo actual`
  return { ...base, seAgotaEl, sugerida, motivo }
}

/** Whether folios that ask for themselves by their forecast should: few are left, or they end within a week. */
export const isApurado = (
  { disponibles, seAgotaEl }: Pronostico,
  umbral: number | null,
  hoy: string,
): boolean =>
  (umbral !== null && disponibles <= umbral) ||
  (seAgotaEl !== null && daysBetween(hoy, seAgotaEl) < DIAS_APURO)

/** How many those ask for: what is suggested, and enough to rise above the threshold, or they would ask again at once. */
export const pedidoDe = ({ sugerida, disponibles }: Pronostico, umbral: number | null): number =>
  Math.max(1, sugerida, (umbral ?? 0) + 1 - disponibles)
