// How the simulator's own interface reads what it is given and refuses it: the envelope and codes of the API (contract §0, §8).

import { parseRut } from '../domain/rut'
import type { Libro } from './libro'
import type { Proceso } from './proceso'
import type { Reloj } from './reloj'
import type { Sim } from './sim'

export interface ApiDeps {
  sim: Sim
  libro: Libro
  proceso: Proceso
  reloj: Reloj
}

export interface ApiCall {
  request: Request
  /** What the path's pattern caught. */
  parts: string[]
  query: URLSearchParams
}

/** A refusal of this interface; its message is shown. */
export class ApiFault extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

/** Milliseconds as ISO 8601 in UTC. */
export const instant = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString())

export const ok = (data: unknown, status = 200): Response => Response.json({ ok: true, data }, { status })

export const refuse = ({ status, code, message }: ApiFault): Response =>
  Response.json({ ok: false, error: message, code }, { status })

export const invalid = (message: string): ApiFault => new ApiFault(422, 'VALIDATION_ERROR', message)
export const badParameter = (message: string): ApiFault => new ApiFault(400, 'INVALID_PARAMETER', message)

/** A JSON object that holds no other fields than those named. */
export async function readBody(request: Request, fields: string[]): Promise<Record<string, unknown>> {
  let body: unknown
  try {
    body = await request.json()
  } catch {
    throw new ApiFault(400, 'INVALID_JSON', 'El cuerpo no es JSON')
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw invalid('El cuerpo debe ser un objeto')
  const unknown = Object.keys(body).find((key) => !fields.includes(key))
  if (unknown) throw invalid(`No existe el campo ${unknown}; los campos son ${fields.join(', ')}`)
  return body as Record<string, unknown>
}

export function rutField(body: Record<string, unknown>): string {
  const rut = typeof body.rut === 'string' ? parseRut(body.rut) : null
  if (!rut) throw invalid('rut no es un RUT válido')
  return rut
}

export function integer(body: Record<string, unknown>, name: string, from: number, to: number): number {
  const value = body[name]
  if (typeof value !== 'number' || !Number.isInteger(value) || value < from || value > to)
    throw invalid(`${name} debe ser un entero entre ${from} y ${to}`)
  return value
}

export function oneOf<T extends string>(value: unknown, name: string, allowed: readonly T[]): T {
  if (!allowed.includes(value as T)) throw invalid(`${name} debe ser uno de ${allowed.join(', ')}`)
  return value as T
}

export const latin1 = (value: unknown, name: string, max: number): string => {
  if (typeof value !== 'string' || !value.trim() || value.length > max || /[^\x20-\x7e\xa0-\xff]/.test(value))
    throw invalid(`${name} debe ser un texto de 1 a ${max} caracteres del juego ISO-8859-1`)
  return value.trim()
}
