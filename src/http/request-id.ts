// X-Request-Id on every answer, the client's own when it is safe to repeat (contract §0).

import { Elysia } from 'elysia'
import type { NewId } from '../domain/id'

const HEADER = 'x-request-id'
const SAFE = /^[\w.:+/=@-]{1,128}$/

/** Runs before routing, so that a 404 carries the id too. */
export const requestId = (newId: NewId) =>
  new Elysia({ name: 'request-id' }).onRequest(({ request, set }) => {
    const given = request.headers.get(HEADER)
    set.headers[HEADER] = given !== null && SAFE.test(given) ? given : newId('req')
  })

/** The id of the request whose answer `set` belongs to. */
export const requestIdOf = (set: { headers: Record<string, string | number> }): string =>
  String(set.headers[HEADER] ?? '')
