// What a query may hold beside what its route says of it (http §0.2).

import { Type } from '@sinclair/typebox'
import { AppError } from '../domain/errors'
import { Exact } from './envelope'

/** The query of a page, or of a call, to whose address others add parameters of their own: of mails, of chats, of a gateway. */
export const AJENA = Type.Object({}, { additionalProperties: true })

const NADA = Exact({})

/**
 * What a route takes that says nothing of its query: no parameter, so that one that was misspelt, or that another API has, is refused
 * and not passed over. Every route states its access, and so has it.
 */
export const queryOfNothing = (hook: { query?: unknown }): void => {
  hook.query ??= NADA
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
