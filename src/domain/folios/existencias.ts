// The stock of folios of a type, how long it lasts, and what is worth a warning (http §18).

import type { Advertencia } from '../errors'
import { addMonths, daysBetween } from '../fecha'
import { isVencido, MESES_AVISO } from './vencimiento'

/** How a range came: a file that a person loaded, or a request to the SII. */
export type OrigenCaf = 'carga' | 'solicitud'

export interface Rango {
  id: string
  desde: number
  hasta: number
  /** The next folio never taken; `hasta + 1` when there is none. */
  siguiente: number
  fechaAutorizacion: string
  venceEl: string | null
  origen: OrigenCaf
  /** Folios given back and not taken again, and the lowest of them. */
  libres: number
  firstFree: number | null
  /** The last folio that a former row of the same company took; null when the range was always this one's. */
  heredadoHasta: number | null
  /** Before one of its folios is taken the SII is asked which of them it has. */
  porConciliar: boolean
}

/** `vencido` still has folios, which have to be annulled at the SII; `agotado` has none. */
type EstadoRango = 'vigente' | 'agotado' | 'vencido'

export interface Existencias {
  /** Folios that can be taken today. */
  disponibles: number
  /** The folio that the next document gets. */
  siguiente: number | null
  /** Whole days that last those of `disponibles` that do not expire before, as `diasQueDuran` reckons; null without use. */
  diasEstimados: number | null
  /** The next date on which folios now available are lost. */
  venceEl: string | null
  advertencias: Advertencia[]
}

/** Over which the pace is measured: a slow month must not hide a quick week, nor the other way round. */
export const DIAS_PROMEDIO = { corto: 30, largo: 90 } as const
/** Further ahead nobody plans. */
export const DIAS_MAX = 36_500

/** Folios taken in the last days of each length. */
export type Usados = Record<keyof typeof DIAS_PROMEDIO, number>

// Before that a new range always seems too large for the little use seen so far.
const DIAS_AVISO = 30

/** Folios of the range that can still be taken. */
export const restantes = ({ hasta, siguiente, libres }: Rango): number => hasta - siguiente + 1 + libres

/** Folios of the range that documents hold. */
export const usadosRango = ({ desde, siguiente, libres }: Rango): number => siguiente - desde - libres

export function estadoRango(rango: Rango, hoy: string): EstadoRango {
  if (restantes(rango) === 0) return 'agotado'
  return isVencido(rango.venceEl, hoy) ? 'vencido' : 'vigente'
}

/** Folios a day. */
export const ritmoDe = ({ corto, largo }: Usados): number =>
  Math.max(corto / DIAS_PROMEDIO.corto, largo / DIAS_PROMEDIO.largo)

/** For each range still good, in the order of use: the folios that the pace does not use in time. */
export function perdidosDe(vigentes: readonly Rango[], ritmo: number, hoy: string): number[] {
  let day = 0
  return vigentes.map((rango) => {
    const left = restantes(rango)
    const until = rango.venceEl === null ? Number.POSITIVE_INFINITY : daysBetween(hoy, rango.venceEl) + 1
    const used = Math.min(left, Math.max(0, Math.floor((until - day) * ritmo + 1e-9)))
    day += ritmo > 0 ? used / ritmo : 0
    return until === Number.POSITIVE_INFINITY ? 0 : left - used
  })
}

/** How many days so many folios last, DIAS_MAX at most; null without use. */
export const diasQueDuran = (utiles: number, ritmo: number): number | null =>
  ritmo > 0 ? Math.min(DIAS_MAX, Math.floor(utiles / ritmo + 1e-9)) : null

export const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0)

/** A folio that could be taken, and when its range was authorised. */
interface Candidato {
  folio: number
  fechaAutorizacion: string
}

/**
 * Which of two the next document takes: the lowest of those given back, or the next new one of the oldest range when that is of an
 * older range still. One left in front of annulled folios may be of a newer range than that in use.
 */
export const takesFresh = (fresh: Candidato | undefined, free: Candidato | undefined): boolean =>
  fresh !== undefined &&
  (free === undefined ||
    (fresh.fechaAutorizacion === free.fechaAutorizacion
      ? fresh.folio < free.folio
      : fresh.fechaAutorizacion < free.fechaAutorizacion))

/** The folio that the next document takes; null when there is none. Ranges that may sign, oldest first. */
function siguienteOf(vigentes: readonly Rango[]): number | null {
  const fresh = vigentes
    .filter(({ siguiente, hasta }) => siguiente <= hasta)
    .map(({ siguiente: folio, fechaAutorizacion }) => ({ folio, fechaAutorizacion }))[0]
  const free = vigentes
    .flatMap(({ firstFree, fechaAutorizacion }) =>
      firstFree === null ? [] : [{ folio: firstFree, fechaAutorizacion }],
    )
    .sort((a, b) => a.folio - b.folio)[0]
  return (takesFresh(fresh, free) ? fresh : free)?.folio ?? null
}

/** Sums up the ranges of one type, given oldest first. */
export function existencias(rangos: readonly Rango[], usados: Usados, hoy: string): Existencias {
  const vigentes = rangos.filter((rango) => estadoRango(rango, hoy) === 'vigente')
  const ritmo = ritmoDe(usados)
  const perdidos = perdidosDe(vigentes, ritmo, hoy)
  const disponibles = sumOf(vigentes.map(restantes))
  const vencimientos = vigentes.flatMap(({ venceEl }) => venceEl ?? []).sort()
  return {
    disponibles,
    siguiente: siguienteOf(vigentes),
    diasEstimados: diasQueDuran(disponibles - sumOf(perdidos), ritmo),
    venceEl: vencimientos[0] ?? null,
    advertencias: [...sobrantes(vigentes, perdidos, hoy), ...antiguos(vigentes, hoy)],
  }
}

/** Ranges about to expire with more folios than the pace will take. */
const sobrantes = (vigentes: readonly Rango[], perdidos: readonly number[], hoy: string): Advertencia[] =>
  vigentes.flatMap(({ desde, hasta, venceEl }, i) => {
    const sobran = perdidos[i]!
    if (venceEl === null || daysBetween(hoy, venceEl) > DIAS_AVISO || sobran === 0) return []
    const mensaje = `Los folios ${desde} a ${hasta} vencen el ${venceEl} y al ritmo actual sobrarán ${sobran}: habrá que anularlos en el SII`
    return [{ code: 'FOLIOS_EXPIRING', campo: 'rangos', mensaje }]
  })

/** Ranges not known to expire that have grown old. */
const antiguos = (vigentes: readonly Rango[], hoy: string): Advertencia[] =>
  vigentes.flatMap((rango) => advertenciaAntiguo(rango, hoy) ?? [])

/** The warning of a range of 24 months or more; null for a younger one or one with a date of expiry. */
export function advertenciaAntiguo(
  {
    desde,
    hasta,
    fechaAutorizacion,
    venceEl,
  }: Pick<Rango, 'desde' | 'hasta' | 'fechaAutorizacion' | 'venceEl'>,
  hoy: string,
): Advertencia | null {
  if (venceEl !== null || addMonths(fechaAutorizacion, MESES_AVISO) > hoy) return null
  const mensaje = `Los folios ${desde} a ${hasta} se autorizaron el ${fechaAutorizacion}, hace más de ${MESES_AVISO} meses; compruebe en el SII que siguen vigentes`
  return { code: 'OLD_CAF', campo: 'fecha_autorizacion', mensaje }
}

/** Tells that a company made anew goes on with a range of its former row, and where; null for any other range. */
export function advertenciaHeredado({
  desde,
  hasta,
  siguiente,
  heredadoHasta,
}: Pick<Rango, 'desde' | 'hasta' | 'siguiente' | 'heredadoHasta'>): Advertencia | null {
  if (heredadoHasta === null || heredadoHasta < desde) return null
  const rest = siguiente > hasta ? 'no quedan nuevos' : `se sigue desde el ${siguiente}`
  const mensaje = `La empresa ya tuvo estos folios antes de ser eliminada y tomó hasta el ${heredadoHasta}; ${rest}`
  return { code: 'INHERITED_FOLIOS', campo: 'archivo', mensaje }
}

/**
 * The outcome of the `siguiente` that a person named with a file: the SII had folios from there on, or did
 * not say (`dicho` is why not); null where it had none.
 */
export function advertenciaSiguiente(
  { hasta, siguiente, porConciliar }: Pick<Rango, 'hasta' | 'siguiente' | 'porConciliar'>,
  nombrado: number,
  dicho: string | null,
): Advertencia | null {
  const campo = 'siguiente'
  if (dicho !== null) {
    const mensaje = `El SII no pudo decir si el folio ${nombrado} y los que siguen están sin usar (${dicho}): se toman por su palabra, y los que ya estén usados serán rechazados`
    return { code: 'FOLIOS_NOT_VERIFIED', campo, mensaje }
  }
  const rest = siguiente > hasta ? 'no quedan folios' : `el próximo es el ${siguiente}`
  if (porConciliar) {
    const mensaje = `El SII ya tiene folios desde el ${nombrado}: se le pregunta por los demás antes de tomar uno`
    return { code: 'FOLIOS_USED_ELSEWHERE', campo, mensaje }
  }
  if (siguiente === nombrado) return null
  const mensaje = `El SII ya tiene documentos con folios desde el ${nombrado}: los usados quedan como emitido_fuera y ${rest}`
  return { code: 'FOLIOS_USED_ELSEWHERE', campo, mensaje }
}
