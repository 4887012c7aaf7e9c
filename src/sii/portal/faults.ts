// The faults that the portal throws (sii §11.6): outside, errors of the API; inside, signs that the client
// acts upon and nobody else sees.

import { AppError } from '../../domain/errors'
import { chileDate, chileTimestamp } from '../../domain/fecha'
import { type Bloqueo, isBloqueado, MOTIVOS_BLOQUEO, type PausaDelSii } from '../../domain/portal'
import { isHtml } from '../frente'
import type { Espera } from './acceso'
import type { Antes } from './fila'
import { textOf } from './html'

/** The session is no session any more. */
export class SesionMuerta extends Error {}

/** Perhaps: it answered what nobody knows, and nothing else for a while. */
export class SesionDudosa extends SesionMuerta {}

/** The SII wants the other way in for this. */
export class OtroMetodo extends Error {}

/** The front end answered in place of the application. */
export class FrontEnd extends Error {
  readonly motivo: PausaDelSii['motivo']

  constructor(motivo: PausaDelSii['motivo']) {
    super(motivo)
    this.motivo = motivo
  }
}

const secondsUntil = (iso: string, now: Date): string =>
  String(Math.max(1, Math.ceil((Date.parse(iso) - now.getTime()) / 1000)))

/** A login was refused and is not tried again. */
export function lockedError(bloqueos: readonly Bloqueo[], now: Date): AppError {
  const detalles = bloqueos.map((one) => ({
    metodo: one.metodo,
    motivo: one.motivo,
    codigo_sii: one.codigoSii,
    glosa: one.glosa,
    desde: one.desde,
    hasta: one.hasta,
    rut: one.rut,
    accion: MOTIVOS_BLOQUEO[one.motivo],
  }))
  const { rut = null, accion = '' } = detalles[0] ?? {}
  // The first that ends opens a way in.
  const [hasta] = bloqueos
    .flatMap((one) => (one.hasta !== null && isBloqueado(one, now) ? one.hasta : []))
    .sort()
  return new AppError('PORTAL_LOCKED', `El SII rehusó el ingreso${rut ? ` de ${rut}` : ''}: ${accion}`, {
    detalles,
    ...(hasta && { headers: { 'retry-after': secondsUntil(hasta, now) } }),
  })
}

/** Why the SII's own hour is not lifted: nobody said that its cause is gone, or the SII said that it is not. */
export const hourWords = (
  { hasta, insistido }: Pick<Bloqueo, 'hasta' | 'insistido'>,
  como: string,
  now: Date,
): string =>
  `El SII lo impide hasta ${hora(new Date(hasta!), now)}; después Timbre ingresa solo. ${
    insistido
      ? 'Ya se probó antes de la hora y el SII rehusó otra vez'
      : `Si ya cerró las sesiones o levantó el bloqueo en el SII, ${como}: Timbre prueba una vez`
  }`

export const hourError = (bloqueo: Bloqueo, now: Date): AppError =>
  new AppError('INVALID_STATE', hourWords(bloqueo, 'dígalo con `resuelto: true`', now), {
    headers: { 'retry-after': secondsUntil(bloqueo.hasta!, now) },
  })

const PAUSAS: Readonly<Record<PausaDelSii['motivo'], string>> = {
  COLA: 'El portal del SII tiene a todos en una fila de espera',
  FIREWALL: 'El portal del SII rechaza por ahora las consultas de este servidor',
  REINGRESO:
    'El SII recibió demasiados ingresos seguidos de esta persona y pide volver a ingresar más tarde: Timbre espera y sigue solo',
}

/** Its front end lets nobody through for now, or its door wants a later login: then it was only too early. */
export const pausedError = ({ motivo, hasta }: PausaDelSii, rut: string | null, now: Date): AppError =>
  new AppError(
    motivo === 'REINGRESO' ? 'RATE_LIMIT' : 'SII_UNAVAILABLE',
    `${PAUSAS[motivo]}; hasta ${hora(new Date(hasta), now)}${rut ? `, para ${rut}` : ''}`,
    { headers: { 'retry-after': secondsUntil(hasta, now) }, detalles: [{ motivo, hasta }] },
  )

/** Too much at once for one session or credential; `ms` until it may be asked again. */
export const tooSoonError = (mensaje: string, ms: number, now: Date): AppError =>
  new AppError('RATE_LIMIT', mensaje, {
    headers: { 'retry-after': String(Math.max(1, Math.ceil(ms / 1000))) },
    detalles: [{ hasta: later(ms, now).toISOString() }],
  })

/** An instant on Chile's clock, as a person reads it; with its day where that is another. */
export function hora(hasta: Date, now: Date): string {
  const [day, time] = chileTimestamp(hasta).split('T') as [string, string]
  const on = day === chileDate(now) ? '' : ` del ${day}`
  return `las ${time}${on} (hora de Chile)`
}

const later = (ms: number, now: Date): Date => new Date(now.getTime() + Math.max(1000, ms))

/** Nobody knows so little. */
const POCO_MS = 5000
/** Companies that are named; of more only how many. */
const NOMBRADAS = 3

/** For whom a work waits, the companies of the account that go before it, and how long. */
export function busyEspera(rut: string, antes: Antes, ms: number, now: Date): Espera {
  const hasta = later(ms, now)
  const when = ms < POCO_MS ? 'le toca en segundos' : `le toca hacia ${hora(hasta, now)}`
  const text = (asked: string, first: string) =>
    `Espera su turno: Timbre pregunta ahora en el SII ${asked} con la misma persona (${rut})${first}; ${when}`
  const { next } = antes
  const more = next.length - NOMBRADAS
  const named = `${next.slice(0, NOMBRADAS).join(', ')}${more > 0 ? ` y ${more} más` : ''}`
  const count = next.length === 1 ? 'va otra empresa' : `van otras ${next.length}`
  return {
    motivo: text(
      antes.now === null ? 'por otras empresas' : `por ${antes.now}`,
      next.length ? `; antes va ${named}` : '',
    ),
    reservado: text('por otra empresa', next.length ? `; antes ${count}` : ''),
    hasta,
  }
}

/** The same as a refusal, which people of one company alone may read. */
export const busyError = (rut: string, before: Antes, ms: number, now: Date): AppError =>
  tooSoonError(busyEspera(rut, before, ms, now).reservado, ms, now)

/** The words for a work that stands still for the pace. */
export function paceEspera(rut: string, ms: number, now: Date): Espera {
  const hasta = later(ms, now)
  const motivo = `Espera el ritmo de consultas que el SII admite a una persona (${rut}): sigue a ${hora(hasta, now)}`
  return { motivo, reservado: motivo, hasta }
}

/** The person has asked as much as the SII bears. */
export const paceError = (rut: string, ms: number, now: Date, ahead = 0): AppError => {
  const line = ahead
    ? `, después de ${ahead === 1 ? 'uno' : ahead} que ${ahead === 1 ? 'espera' : 'esperan'} antes`
    : ''
  return tooSoonError(
    `Ya van las consultas seguidas que el SII admite a una persona (${rut}): sigue hacia ${hora(later(ms, now), now)}${line}`,
    ms,
    now,
  )
}

/** The server stops, and whoever waits is let go. */
export const stoppingError = (): AppError =>
  new AppError('RATE_LIMIT', 'El servidor se está deteniendo: repita en un momento', {
    headers: { 'retry-after': '5' },
  })

const SESION = 'sesión'

/** One just opened is no session either. */
export const noSessionError = (): AppError => strangeError(SESION, 'una sesión abierta')

export const isNoSession = (fault: unknown): boolean =>
  fault instanceof AppError &&
  fault.code === 'SII_ERROR' &&
  fault.detalles?.some((one) => 'paso' in one && one.paso === SESION) === true

const DICHO_MAX = 120

/** A page that is not what its step should give, with how it begins: its title, where it has one. */
export function strangeError(paso: string, esperado: string, html = ''): AppError {
  const dicho = isHtml(html) ? textOf(html).slice(0, DICHO_MAX) : ''
  const mensaje = `El portal del SII respondió otra cosa en el paso «${paso}»${dicho && `: ${dicho}`}`
  return new AppError('SII_ERROR', mensaje, { detalles: [{ paso, esperado }] })
}
