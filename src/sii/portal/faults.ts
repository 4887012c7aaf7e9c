// What the portal throws (sii §11.6): outside, errors of the API; inside, signs that the client acts upon and nobody else sees.

import { AppError } from '../../domain/errors'
import { type Bloqueo, MOTIVOS_BLOQUEO, type Pausa } from '../../domain/portal'
import type { Antes } from './fila'

/** The session is no session any more. */
export class SesionMuerta extends Error {}

/** The SII wants the other way in for this. */
export class OtroMetodo extends Error {}

/** The front end answered in place of the application. */
export class FrontEnd extends Error {
  readonly motivo: Pausa['motivo']

  constructor(motivo: Pausa['motivo']) {
    super(motivo)
    this.motivo = motivo
  }
}

const secondsUntil = (iso: string, now: Date): string =>
  String(Math.max(1, Math.ceil((Date.parse(iso) - now.getTime()) / 1000)))

/** A login was refused and is not tried again. */
export function lockedError(bloqueos: readonly Bloqueo[], now: Date): AppError {
  const hasta = bloqueos.map((one) => one.hasta).find((at) => at !== null && Date.parse(at) > now.getTime())
  const detalles = bloqueos.map((one) => ({
    metodo: one.metodo,
    motivo: one.motivo,
    codigo_sii: one.codigoSii,
    desde: one.desde,
    hasta: one.hasta,
    accion: MOTIVOS_BLOQUEO[one.motivo],
  }))
  return new AppError('PORTAL_LOCKED', `El SII rehusó el ingreso: ${detalles[0]?.accion ?? ''}`, {
    detalles,
    ...(hasta && { headers: { 'retry-after': secondsUntil(hasta, now) } }),
  })
}

const PAUSAS: Readonly<Record<Pausa['motivo'], string>> = {
  COLA: 'El portal del SII tiene a todos en una fila de espera',
  FIREWALL: 'El portal del SII rechaza por ahora las consultas de este servidor',
  REINGRESO:
    'El SII recibió demasiados ingresos seguidos de esta persona y pide volver a ingresar más tarde: Timbre espera y sigue solo',
}

/** Its front end lets nobody through for now, or its door wants a later login: then it was only too early. */
export const pausedError = ({ motivo, hasta }: Pausa, now: Date): AppError =>
  new AppError(motivo === 'REINGRESO' ? 'RATE_LIMIT' : 'SII_UNAVAILABLE', PAUSAS[motivo], {
    headers: { 'retry-after': secondsUntil(hasta, now) },
  })

/** Too much at once for one session or credential; `ms` until it may be asked again. */
export const tooSoonError = (mensaje: string, ms: number): AppError =>
  new AppError('RATE_LIMIT', mensaje, {
    headers: { 'retry-after': String(Math.max(1, Math.ceil(ms / 1000))) },
  })

const segundos = (ms: number): string => {
  const s = Math.max(1, Math.ceil(ms / 1000))
  return s === 1 ? '1 segundo' : `${s} segundos`
}

/** Nobody knows so little. */
const POCO_MS = 5000
/** Companies that are named; of more only how many. */
const NOMBRADAS = 3

/** For whom a work waits, the companies of the account that go before it, and how long. */
export function busyText(rut: string, { now, next }: Antes, ms: number): string {
  const more = next.length - NOMBRADAS
  const named = `${next.slice(0, NOMBRADAS).join(', ')}${more > 0 ? ` y ${more} más` : ''}`
  const first = next.length ? `; antes va ${named}` : ''
  const asked = now === null ? 'por otras empresas' : `por ${now}`
  return `Espera su turno: Timbre pregunta ahora en el SII ${asked} con la misma persona (${rut})${first}; le toca en ${ms < POCO_MS ? 'segundos' : `unos ${segundos(ms)}`}`
}

/** The same as a refusal. */
export const busyError = (rut: string, before: Antes, ms: number): AppError =>
  tooSoonError(busyText(rut, before, ms), ms)

/** What a work that stands still for the pace is told. */
export const pauseText = (rut: string, ms: number): string =>
  `Espera el ritmo de consultas que el SII admite a una persona (${rut}): sigue en ${segundos(ms)}`

/** The person has asked as much as the SII bears. */
export const paceError = (rut: string, ms: number): AppError =>
  tooSoonError(
    `Ya van las consultas seguidas que el SII admite a una persona (${rut}): sigue en ${segundos(ms)}`,
    ms,
  )

/** The server stops, and whoever waits is let go. */
export const stoppingError = (): AppError =>
  tooSoonError('El servidor se está deteniendo: repita en un momento', 5000)

const SESION = 'sesión'

/** One just opened is no session either. */
export const noSessionError = (): AppError => strangeError(SESION, 'una sesión abierta')

export const isNoSession = (fault: unknown): boolean =>
  fault instanceof AppError &&
  fault.code === 'SII_ERROR' &&
  fault.detalles?.some((one) => 'paso' in one && one.paso === SESION) === true

/** A page that is not what its step should give. */
export const strangeError = (paso: string, esperado: string): AppError =>
  new AppError('SII_ERROR', `El portal del SII respondió otra cosa en el paso «${paso}»`, {
    detalles: [{ paso, esperado }],
  })
