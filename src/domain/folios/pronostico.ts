// How long folios will last, and how many more to ask for (http §18).

import { addDays, daysBetween } from '../fecha'
import {
  DIAS_MAX,
  DIAS_PROMEDIO,
  diasQueDuran,
  estadoRango,
  perdidosDe,
  type Rango,
  restantes,
  ritmoDe,
  sumOf,
  type Usados,
} from './existencias'
import { vencimientoCaf } from './vencimiento'

/** Days of use that a request should cover. */
const DIAS_PEDIDO = 45
/** Nearer than that, folios that ask for themselves do. */
const DIAS_APURO = 7
export interface Pronostico {
  /** Folios a day. */
  ritmo: { promedio30: number; promedio90: number }
  disponibles: number
  /** The first day on which none is left; null without use, or beyond a century. */
  seAgotaEl: string | null
  /** The next day on which folios expire; null when none does. */
  venceEl: string | null
  /** How many of the available folios will expire unused. */
  sePerderan: number
  /** How many to ask for now. */
  sugerida: number
  /** Why so many, in Spanish. */
  motivo: string
}

const plural = (n: number): string => (n === 1 ? '1 folio' : `${n} folios`)

const perdidos = (n: number): string => {
  if (n === 0) return ''
  return n === 1 ? '; a este ritmo 1 folio vence sin usarse' : `; a este ritmo ${n} folios vencen sin usarse`
}

/** The future of a type's folios; ranges oldest first. */
export function forecast(tipoDte: number, rangos: readonly Rango[], usados: Usados, hoy: string): Pronostico {
  const promedio30 = usados.corto / DIAS_PROMEDIO.corto
  const promedio90 = usados.largo / DIAS_PROMEDIO.largo
  const ritmo = ritmoDe(usados)
  const vigentes = rangos.filter((rango) => estadoRango(rango, hoy) === 'vigente')
  const disponibles = sumOf(vigentes.map(restantes))
  const venceEl = vigentes.flatMap(({ venceEl }) => venceEl ?? []).sort()[0] ?? null
  const sePerderan = sumOf(perdidosDe(vigentes, ritmo, hoy))
  const utiles = disponibles - sePerderan
  const dias = diasQueDuran(utiles, ritmo)
  const base = { ritmo: { promedio30, promedio90 }, disponibles, venceEl, sePerderan }
  if (dias === null)
    return { ...base, seAgotaEl: null, sugerida: 0, motivo: 'Sin uso en 90 días: no hace falta pedir' }
  const vence = vencimientoCaf(tipoDte, hoy)
  const falta = Math.ceil(DIAS_PEDIDO * ritmo - 1e-9) - utiles
  // Folios granted today are used behind those that are there, and live no longer than their kind does.
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
