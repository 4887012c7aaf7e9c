// How the simulator's own interface reads what it is given and refuses it: the envelope and codes of the API (http §0, §8).

import type { Regla } from '../domain/reglas'
import type { Estafeta } from './correo/estafeta'
import type { Libro } from './libro'
import type { Proceso } from './proceso'
import type { Reloj } from './reloj'
import type { Sim } from './sim'
import type { Oficina } from './vecinos/oficina'

export interface ApiDeps {
  sim: Sim
  libro: Libro
  proceso: Proceso
  reloj: Reloj
  oficina: Oficina
  estafeta: Estafeta
}

export interface ApiCall {
  request: Request
  /** The captures of the path's pattern. */
  parts: string[]
  query: URLSearchParams
}

/** One thing wrong with a request, by its field's path. */
export interface Falta {
  campo: string
  regla: Regla
  mensaje: string
}

/** A refusal of this interface; its message is shown. */
export class ApiFault extends Error {
  readonly status: number
  readonly code: string
  readonly detalles: readonly Falta[]

  constructor(status: number, code: string, message: string, detalles: readonly Falta[] = []) {
    super(message)
    this.status = status
    this.code = code
    this.detalles = detalles
  }
}

/** Milliseconds as ISO 8601 in UTC. */
export const instant = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString())

export const ok = (data: unknown, status = 200): Response => Response.json({ ok: true, data }, { status })

export const refuse = ({ status, code, message, detalles }: ApiFault): Response =>
  Response.json({ ok: false, error: message, code, ...(detalles.length && { detalles }) }, { status })

/** All that is wrong with a body, at once. */
export const invalid = (...faltas: Falta[]): ApiFault =>
  new ApiFault(422, 'VALIDATION_ERROR', summary(faltas), faltas)

/** All that is wrong with a path or query, at once. */
export const badParameter = (...faltas: Falta[]): ApiFault =>
  new ApiFault(400, 'INVALID_PARAMETER', summary(faltas), faltas)

const summary = ([first, ...others]: Falta[]): string =>
  others.length ? `${first!.mensaje} (y ${others.length} más)` : first!.mensaje
