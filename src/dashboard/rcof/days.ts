// Days of a month and their reports, in words (areas/rcof §1, §2).

import { addDays, isDate } from '../../domain/fecha'
import { isObligatorio } from '../../domain/rcof'
import type { DataOf } from '../api/client'
import { formatDate } from '../ui/format'
import type { Word } from '../ui/status'

export type Rcof = DataOf<'GET /v1/dte/rcof'>[number]
type Previa = DataOf<'GET /v1/dte/rcof/:fecha/previa'>
export type Resumen = Rcof['resumen'][number]

export const ESTADO: Readonly<Record<Rcof['estado'], Word>> = {
  preparado: ['○', 'Por llegar al SII', 'espera'],
  enviado: ['◐', 'En el SII', 'espera'],
  aceptado: ['✓', 'Aceptado', 'bien'],
  aceptado_con_reparos: ['!', 'Con reparos', 'aviso'],
  rechazado: ['✕', 'Rechazado', 'mal'],
  reemplazado: ['–', 'Reemplazado', 'neutro'],
}

/** Reports that stand: no later one of their day took their place, so a day has one at most. */
export const VIGENTES = Object.keys(ESTADO)
  .filter((estado) => estado !== 'reemplazado')
  .join()

export interface Day {
  fecha: string
  /** The report that stands. */
  rcof: Rcof | null
}

/** First and last day of a month `YYYYMM`, as far as it has come. */
export function boundsOf(mes: string, hoy: string): readonly [desde: string, hasta: string] {
  const desde = `${mes.slice(0, 4)}-${mes.slice(4)}-01`
  const last = addDays(`${addDays(desde, 31).slice(0, 8)}01`, -1)
  return [desde, last < hoy ? last : hoy]
}

/** Every day of a month until today, the last one first. */
export function daysOf(mes: string, hoy: string, reports: readonly Rcof[]): Day[] {
  const [desde, hasta] = boundsOf(mes, hoy)
  const days: Day[] = []
  for (let fecha = hasta; fecha >= desde; fecha = addDays(fecha, -1))
    days.push({ fecha, rcof: reports.find((one) => one.fecha === fecha) ?? null })
  return days
}

/** Over, and nothing was reported of it. */
export const isMissing = ({ fecha, rcof }: Day, hoy: string): boolean => rcof === null && fecha < hoy

/** How a day without report is told: only what the law asked for is amiss. */
export function wordsOfDay({ fecha, rcof }: Day, hoy: string): (typeof ESTADO)[Rcof['estado']] {
  if (rcof) return ESTADO[rcof.estado]
  if (fecha === hoy) return ['·', 'Aún no termina', 'neutro']
  return isObligatorio(fecha) ? ['!', 'Falta', 'aviso'] : ['○', 'Sin informar', 'neutro']
}

/** A day that a page can be of. */
export const isDay = (fecha: string, hoy: string): boolean => isDate(fecha) && fecha <= hoy

/** Why a day is only sent when that is insisted on; null when it may be sent as it is. */
export function whyForce(last: Rcof | null, previa: Previa, hoy: string): string | null {
  if (last?.estado === 'preparado' && previa.secuencia > last.secuencia)
    return `El envío ${last.secuencia} puede haber llegado al SII: lo seguro es reintentarlo. Enviar otro lo reemplaza, y el SII puede quedar con los dos.`
  if (last && !previa.cambio)
    return `Nada cambió desde el envío ${last.secuencia}: el SII recibiría lo mismo otra vez.`
  if (previa.fecha === hoy)
    return `El ${formatDate(hoy)} aún no termina: lo que se emita después queda fuera.`
  return null
}

/** The SII's own words: `EPR · Envío Procesado`. */
export const saidOf = ({ codigo_sii, glosa }: Pick<Rcof, 'codigo_sii' | 'glosa'>): string =>
  [codigo_sii, glosa].filter(Boolean).join(' · ')

/** `101 a 118, 120`. */
export const tramosOf = (tramos: Resumen['rangos']): string =>
  tramos.map(([desde, hasta]) => (desde === hasta ? `${desde}` : `${desde} a ${hasta}`)).join(', ')

export const usedOf = ({ resumen }: Pick<Rcof, 'resumen'>): number =>
  resumen.reduce((sum, { utilizados }) => sum + utilizados, 0)

export const VER = [
  ['', 'Todos los días'],
  ['faltan', 'Sin informar'],
] as const

export interface View {
  mes: string
  ver: '' | 'faltan'
}

export function parseView(params: URLSearchParams, hoy: string): View {
  const mes = params.get('mes') ?? ''
  const now = `${hoy.slice(0, 4)}${hoy.slice(5, 7)}`
  return {
    mes: /^20\d{2}(0[1-9]|1[0-2])$/.test(mes) && mes <= now ? mes : now,
    ver: params.get('ver') === 'faltan' ? 'faltan' : '',
  }
}

export const searchOf = ({ mes, ver }: View): string => `?mes=${mes}${ver && `&ver=${ver}`}`
