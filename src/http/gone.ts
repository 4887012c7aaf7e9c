// Knows a caller that did not wait for the answer.

import { AppError } from '../domain/errors'

/** Aborts once the client has hung up, with a fault that nobody reads. */
export function goneOf({ signal }: Request): AbortSignal {
  const gone = new AbortController()
  const headers = { 'retry-after': '1' }
  const end = () => gone.abort(new AppError('RATE_LIMIT', 'El cliente no esperó la respuesta', { headers }))
  signal.addEventListener('abort', end, { once: true })
  if (signal.aborted) end()
  return gone.signal
}
