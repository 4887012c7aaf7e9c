// One line per answered request, at level `debug` only: at thousands of requests a second, writing lines is what costs.

import { Elysia } from 'elysia'
import type { Log } from '../base/log'
import { requestIdOf } from './request-id'

/** A path as a log may have it: what follows these is a secret by itself, whoever has the address may look. */
export const loggablePath = (path: string): string =>
  path.replace(/^\/(ver|instalar|firma\/calendario)\/[^/]+/, '/$1/…')

/** Logs method, path, status and milliseconds; never headers, queries or bodies. Use it only when the level asks for it. */
export const accessLog = (log: Log, milliseconds: () => number) => {
  const started = new WeakMap<Request, number>()
  return new Elysia({ name: 'access-log' })
    .onRequest(({ request }) => {
      started.set(request, milliseconds())
    })
    .onAfterResponse({ as: 'global' }, ({ request, set, path }) => {
      log.debug('http.request', {
        request_id: requestIdOf(set),
        method: request.method,
        // The router's path: with a bad Host, the address as a whole is no URL.
        path: loggablePath(path),
        status: Number(set.status ?? 200),
        ms: Math.round((milliseconds() - (started.get(request) ?? milliseconds())) * 10) / 10,
      })
    })
}
