// The wiring: from store, clock, ids and configuration to something that answers requests.

import { noteByOperator } from './areas/auth'
import { parseIp, subscriberOf } from './base/ip'
import type { Panel } from './dashboard/serve'
import { accessLog } from './http/access-log'
import { errorHandler, type Schemas } from './http/errors'
import type { ReplySet } from './http/reply'
import { requestId } from './http/request-id'
import { asReceived, withWholeUrl } from './http/request-url'
import { createServerMetrics } from './http/server-metrics'
import { createServices, type Services } from './services'
import { createShared, type SharedDeps } from './shared'
import { sweepTrozos } from './store/trozos'

export type AppDeps = SharedDeps

export interface App {
  /** Answers a request without a port. */
  handle(request: Request): Promise<Response>
  elysia: ReturnType<typeof buildServer>
  services: Services
  /** Listens; port 0 takes a free one. Throws what the system says of an address in use. `panel` answers before the API does. */
  start(addr: { hostname: string; port: number }, panel?: Panel | null): { url: string }
  /** Stops accepting, waits for the answers under way and gives leased jobs `graceMs` to end. */
  stop(graceMs?: number): Promise<void>
  /** Path of the one-time installer page, null once there is a user. */
  installerPath(): string | null
  /** Creates the owner of a server that has no user yet. */
  ensureOwner(owner: { email: string; password: string }): Promise<void>
}

// `http/body.ts` refuses first, in our words (http §16.4); the runtime's own limit would answer a bare 413.
const BODY_MAX = 4 * 1024 ** 3
const REQUEST_SECONDS = 60
/** For logging out of the SII's portal at a stop. */
const LOGOUT_MS = 5000
/** After a start: reading the calendar of Chile is a tenth of the time to the first answer, and nobody waits for it. */
const CALENDAR_MS = 1000

/** Builds the server. Nothing listens and no job runs before `start`. */
export function createApp(given: AppDeps): App {
  let server: Bun.Server<undefined> | null = null
  let calendar: ReturnType<typeof setTimeout> | undefined

  const shared = createShared(given, (request) => server?.requestIP(asReceived(request))?.address ?? null)
  const services = createServices(shared)
  const { audit, auth, log, uploads } = services
  const { registration, installer } = auth
  const installerPath = (): string | null => (registration.isEmpty() ? installer.path : null)
  const watch = createServerMetrics(services.metrics, {
    ...given,
    memory: () => process.memoryUsage(),
    milliseconds: () => performance.now(),
  })
  const elysia = buildServer(services)
  const answer = async (request: Request): Promise<Response> => {
    const response = await elysia.handle(request).finally(() => uploads.release(request))
    watch.answered(response.status)
    return response
  }

  return {
    elysia,
    services,
    handle: answer,
    start({ hostname, port }, panel) {
      // Here alone: to a command beside a server, what the server is writing looks like what a dead one left.
      sweepTrozos(given.store.client)
      if (given.jobs === 'runner') {
        services.runner.start()
        calendar = setTimeout(() => {
          services.cron.start()
          // A server that was off catches up with what became due meanwhile.
          void services.billing.run().catch((error) => log.error('billing.cierre', { error }))
          void services.banco.ask().catch((error) => log.error('tipos_cambio', { error }))
        }, CALENDAR_MS)
      }
      watch.start()
      server = Bun.serve({
        hostname,
        port,
        maxRequestBodySize: BODY_MAX,
        idleTimeout: REQUEST_SECONDS,
        fetch: (request) => panel?.(request, installerPath) ?? answer(withWholeUrl(request)),
      })
      return { url: server.url.origin }
    },
    async stop(graceMs = 20_000) {
      watch.stop()
      // An answer under way may take as long as a job and no longer: then its connection is cut.
      clearTimeout(calendar)
      services.cron.stop()
      services.respaldos?.stop()
      // They would else be waited for like any answer under way.
      services.streams.stop()
      void services.portal.stop()
      const cut = setTimeout(() => void server?.stop(true), graceMs)
      await Promise.all([server?.stop(), services.runner.stop(graceMs), services.trimmer.stop()])
      clearTimeout(cut)
      const served = server !== null
      server = null
      // The SII counts sessions that nobody ends. One that does not answer keeps no server from its end.
      const late = Promise.withResolvers<void>()
      const timer = setTimeout(late.resolve, LOGOUT_MS)
      const cutOff = services.portal.cut()
      // The sessions of the data folder are the server's: a command beside it leaves them alone.
      await Promise.race([served ? cutOff.then(services.portal.closeAll) : cutOff, late.promise])
      clearTimeout(timer)
      await services.simulator?.stop()
    },
    installerPath,
    async ensureOwner({ email, password }) {
      if (!registration.isEmpty()) return
      await registration.create({ nombre: email.split('@')[0]!, email, password }, noteByOperator(audit))
    },
  }
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

function buildServer(deps: Services) {
  const elysia = deps.credential
  const methodsOf = (path: string) =>
    METHODS.filter(
      (method) =>
        elysia.router.static[path]?.[method] !== undefined || elysia.router.http.find(method, path) !== null,
    )
  const schemasOf = (method: string, route: string): Schemas =>
    elysia.routes.find((one) => one.method === method && one.path === route)?.hooks ?? {}
  const stranger = (request: Request, set: ReplySet) => {
    const ip = parseIp(deps.clientIp(request) ?? '')
    return deps.rateLimits.stranger(set, ip ? subscriberOf(ip) : 'unknown')
  }
  elysia.use(requestId(deps.newId)).use(errorHandler({ log: deps.log, methodsOf, schemasOf, stranger }))
  if (deps.log.level === 'debug') elysia.use(accessLog(deps.log, () => performance.now()))
  deps.addRoutes()
  return elysia
}
