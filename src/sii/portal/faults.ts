// What the portal throws (sii §11.6): outside, errors of the API; inside, signs that the client acts upon and nobody else sees.

import { AppError } from '../../domain/errors'
import { type Bloqueo, MOTIVOS_BLOQUEO, type Pausa } from '../../domain/portal'

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

/** Its front end lets nobody through for now. */
export const pausedError = ({ motivo, hasta }: Pausa, now: Date): AppError =>
  new AppError(
    'SII_UNAVAILABLE',
    motivo === 'COLA'
      ? 'El portal del SII tiene a todos en una fila de espera'
      : 'El portal del SII rechaza por ahora las consultas de este servidor',
    { headers: { 'retry-after': secondsUntil(hasta, now) } },
  )

/** Too much at once for one session or credential; `ms` until it may be asked again. */
export const tooSoonError = (mensaje: string, ms: number): AppError =>
  new AppError('RATE_LIMIT', mensaje, {
    headers: { 'retry-after': String(Math.max(1, Math.ceil(ms / 1000))) },
  })

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
