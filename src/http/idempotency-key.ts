// The header of an Idempotency-Key, under either of its names (http §9).

import { AppError } from '../domain/errors'

const HEADERS = ['idempotency-key', 'x-idempotency-key'] as const

/** Whether a request names a key, be it one or not. */
export const hasIdempotencyKey = (headers: Headers): boolean => HEADERS.some((name) => headers.has(name))

/** The request's key, or null. Throws INVALID_PARAMETER when it is no key, or when two are sent and differ. */
export function readIdempotencyKey(headers: Headers): string | null {
  const [key, alias] = HEADERS.map((name) => headers.get(name))
  const clave = key ?? alias ?? null
  if (clave === null) return null
  if (alias !== null && alias !== clave) throw invalidKey('vino dos veces con valores distintos')
  if (!/^[\x20-\x7e]{1,255}$/.test(clave)) throw invalidKey('debe tener de 1 a 255 caracteres imprimibles')
  return clave
}

const invalidKey = (mensaje: string): AppError =>
  new AppError('INVALID_PARAMETER', `Idempotency-Key ${mensaje}`, {
    detalles: [{ campo: 'Idempotency-Key', regla: 'formato', mensaje: `La clave ${mensaje}` }],
  })
