// The outcome of a job whose operation at the SII failed: another attempt, or the end (jobs §6).

import { AppError, type ErrorCode } from '../../domain/errors'
import { type JobError, jobError } from '../../jobs/kind'
import { CorreoFault } from '../../mail/correo'
import { SiiFault } from '../../sii'

type Outcome =
  | { outcome: 'retry'; error: JobError; runAt?: Date }
  | { outcome: 'snooze'; error: JobError; runAt: Date }
  | { outcome: 'failed'; error: JobError }

const MINUTE = 60_000
/** While a page of the SII keeps everybody waiting: once, then each time. */
const PAUSE_MS = [15 * MINUTE, 60 * MINUTE] as const

const TEMPORARY: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'SII_UNAVAILABLE',
  'SII_TIMEOUT',
  'SII_ERROR',
  'RATE_LIMIT',
])

/** The remedy before a stopped job is retried. */
const ACCIONES: Partial<Record<ErrorCode, string>> = {
  PLAN_LIMIT: 'Cambie de plan o espere al mes siguiente; después reintente el trabajo, que sigue donde quedó',
  EXTRACTION_ERROR: 'Complete la compra a mano, o reintente el trabajo para que el modelo la lea',
}

/** The SII's answer, when the first of `detalles` holds it. */
function siiOf(detalles: readonly object[] | undefined): JobError['sii'] {
  const [first] = detalles ?? []
  if (!first || !('codigo_sii' in first)) return null
  const text = (name: string): string | null => {
    const value = (first as Record<string, unknown>)[name]
    return value === undefined || value === null ? null : String(value)
  }
  return {
    codigo: text('codigo_sii'),
    glosa: text('glosa'),
    causa: text('causa'),
    solucion: text('solucion'),
  }
}

function ofSii(fault: SiiFault): Outcome {
  const { codigo, glosa, retryable } = fault
  const etapa = fault.etapa === 'consulta' ? null : fault.etapa
  const sii = codigo === null && glosa === null ? null : { codigo, glosa, causa: null, solucion: null }
  const error = jobError(fault.code, fault.message, etapa, { reintentable: retryable, sii })
  return { outcome: retryable ? 'retry' : 'failed', error }
}

function ofMail({ message, permanente }: CorreoFault): Outcome {
  const error = jobError('MAIL_ERROR', message, 'envio', { reintentable: !permanente })
  return { outcome: permanente ? 'failed' : 'retry', error }
}

/**
 * The way that a job takes after `fault`, its `fallas`-th in a row but one; null for a bug, which is the queue's. A lock that ends by
 * itself it waits for; one that a person opens ends it.
 */
export function faultOf(
  fault: unknown,
  fallas: number,
  now: Date,
): { outcome: Outcome; detalles: string | null } | null {
  if (fault instanceof SiiFault) return { outcome: ofSii(fault), detalles: null }
  if (fault instanceof CorreoFault) return { outcome: ofMail(fault), detalles: null }
  if (!(fault instanceof AppError)) return null
  const { code, message, detalles, headers } = fault
  const isOver = code === 'PORTAL_LOCKED' && headers?.['retry-after'] !== undefined
  const reintentable = TEMPORARY.has(code) || isOver
  const accion = ACCIONES[code] ?? null
  const error = jobError(code, message, null, { reintentable, sii: siiOf(detalles), accion })
  const told = detalles ? JSON.stringify(detalles) : null
  if (!reintentable) return { outcome: { outcome: 'failed', error }, detalles: told }
  const asked = Number(headers?.['retry-after'] ?? 0) * 1000
  // It was too early, by a clock that tells when it is not, or a lock stands that ends by itself: that is no attempt.
  if ((code === 'RATE_LIMIT' && asked) || isOver)
    return {
      outcome: { outcome: 'snooze', error, runAt: new Date(now.getTime() + asked) },
      detalles: told,
    }
  const least = code === 'SII_UNAVAILABLE' && asked ? PAUSE_MS[fallas === 0 ? 0 : 1] : 0
  const wait = Math.max(asked, least)
  return {
    outcome: { outcome: 'retry', error, ...(wait && { runAt: new Date(now.getTime() + wait) }) },
    detalles: told,
  }
}
