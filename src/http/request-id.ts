// X-Request-Id on every answer, the client's own when it is safe to repeat (http §0.1).

import { Elysia } from 'elysia'
import { type NewId, REQUEST_ID, requestIdFor } from '../base/id'

/** Runs before routing, so that a 404 carries the id too. */
export const requestId = (newId: NewId) =>
  new Elysia({ name: 'request-id' }).onRequest(({ request, set }) => {
    set.headers[REQUEST_ID] = requestIdFor(request.headers.get(REQUEST_ID), newId)
  })

/** The id of the request whose answer `set` belongs to. */
export const requestIdOf = (set: { headers: Record<string, string | number> }): string =>
  String(set.headers[REQUEST_ID] ?? '')
