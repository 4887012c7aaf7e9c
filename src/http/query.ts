// The query parameters beside those of the route (http §0.2).

import { type TSchema, Type } from '@sinclair/typebox'
import { AppError, type Fault } from '../domain/errors'
import { Exact } from './envelope'

/** The query of a page, or of a call, to whose address others add parameters of their own: of mails, of chats, of a gateway. */
export const AJENA = Type.Object({}, { additionalProperties: true })

const NADA = Exact({})

/**
 * A route without a query takes no parameter, so that a misspelt or foreign one is refused and not passed
 * over. Every route states its access, and so has it.
 */
export const queryOfNothing = (hook: { query?: unknown }): void => {
  hook.query ??= NADA
}

/** An unknown parameter, which is no field; one that is near no other is told those that the route takes, but for their aliases. */
export function toldParameter(fault: Fault, query: TSchema | undefined): Fault {
  if (fault.regla !== 'desconocido') return fault
  const known = Object.entries<TSchema>(query?.properties ?? {}).flatMap(([name, { description }]) =>
    description?.startsWith('Alias de ') ? [] : name,
  )
  const admitted = known.length ? `; esta ruta admite ${known.join(', ')}` : '; esta ruta no admite ninguno'
  const told = fault.mensaje.includes('¿quiso decir') ? '' : admitted
  return { ...fault, mensaje: `${fault.mensaje.replace('campo', 'parámetro')}${told}` }
}

/**
 * Refuses a repeated parameter: of `?tipo_dte=33&tipo_dte=39` the router keeps the last alone. Throws
 * INVALID_PARAMETER.
 */
export function refuseRepeated(url: string): void {
  const start = url.indexOf('?')
  if (start < 0) return
  const seen = new Set<string>()
  for (const campo of new URLSearchParams(url.slice(start)).keys()) {
    if (seen.has(campo)) {
      const mensaje = 'Vino más de una vez; una lista va separada por comas'
      throw new AppError('INVALID_PARAMETER', `${campo}: ${mensaje}`, {
        detalles: [{ campo, regla: 'repetido', mensaje }],
      })
    }
    seen.add(campo)
  }
}
