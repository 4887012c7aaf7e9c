// The wiring: from store, clock, ids and configuration to something that answers requests.

import { type ApiDeps, api } from './api'
import { type Argon2Cost, createAuth, noteByOperator } from './areas/auth'
import type { Limites } from './areas/eventos'
import type { WebhooksConfig } from './areas/webhooks'
import type { Clock } from './base/clock'
import type { NewId } from './base/id'
import { parseIp, type Red, subscriberOf } from './base/ip'
import type { Log } from './base/log'
import { loginFailuresOf, type Rates } from './base/rate'
import type { Timer } from './base/timer'
import type { Panel } from './dashboard/serve'
import type { NombrePlan } from './domain/plan/planes'
import type { Cobranza, Precios } from './domain/plan/precios'
import { accessLog } from './http/access-log'
import { createAccessTokens } from './http/access-token'
import { createAuthenticate } from './http/authenticate'
import { createSender, LOOPBACK } from './http/client-ip'
import { createCredential } from './http/credential'
import { errorHandler, type Schemas } from './http/errors'
import { createIdempotency } from './http/idempotency'
import type { RateLimits } from './http/rate-limit'
import type { ReplySet } from './http/reply'
import { requestId } from './http/request-id'
import { asReceived, withWholeUrl } from './http/request-url'
import { createServerMetrics } from './http/server-metrics'
import { createSessionCookies } from './http/session-cookie'
import { createTickets } from './http/tickets'
import { createUploads } from './http/uploads'
import type { Correo } from './mail/correo'
import { createServices, type Services, type ServicesDeps } from './services'
import type { Fetch } from './sii'
import type { SimuladorConfig } from './sii-client'
import { SERVICIOS, TIPOS_FALLA } from './simulator/fallas'
import { receptoresSection } from './simulator/receptores'
import type { GroupCommit } from './store/group-commit'
import type { Store } from './store/store'

export interface AppDeps
  extends Pick<
      ServicesDeps,
      'formatoDte' | 'ia' | 'isSimulated' | 'milliseconds' | 'signing' | 'tiposCambio' | 'umbrales' | 'uptime'
    >,
    SimuladorConfig {
  store: Store
  clock: Clock
  newId: NewId
  /** That many random bytes. */
  random: (size: number) => Uint8Array
  log: Log
  openRegistration: boolean
  /** The way out, to the SII and to a simulator in another process. */
  fetch: Fetch
  sleep?: (ms: number) => Promise<void>
  maxBacklog: number
  /** A caller with this token may read /metrics from anywhere; omitted, only this machine may. */
  metricsToken?: string | null
  /** How fast requests may come. */
  rates: Rates
  /** The plan of a new account, and of one whose paid period has ended. */
  planInicial: NombrePlan
  precios: Precios
  /** How plans are paid. */
  cobranza: Cobranza
  /** Where clients reach the server from outside; null, wherever they reach it. */
  publicUrl: string | null
  /** The mail server; null sends nothing. */
  correo: Correo | null
  /** `manual`: jobs run only when drained. */
  jobs: 'runner' | 'manual'
  /** False once the database was found damaged; omitted, nobody looks. */
  databaseSound?: () => boolean
  /** Lines of the log that could not be written; omitted, nobody counts. */
  logDropped?: () => number
  /** Spreads the queue's pauses; in [0, 1). */
  jitter: () => number
  /** The way to receivers of webhooks. */
  webhooks: WebhooksConfig
  /** Certificates (PEM) that are believed of mailboxes; omitted, the system's. */
  caCorreo?: string | undefined
  /** Streams of events at once. */
  streams: Limites
  /** What waits by the clock, but for the runner's own pauses; omitted, the system's. */
  timer?: Timer
  /** Proxies whose X-Forwarded-For is believed; omitted, those of this machine. */
  trustedProxies?: readonly Red[]
  /** What a password costs to hash; omitted, what a server should pay. */
  argon2?: Argon2Cost
  /** How accepted documents reach the disk; together unless the bench asks otherwise. */
  commits?: (client: Store['client']) => GroupCommit
}

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
  const { store, clock, random, log } = given
  let server: Bun.Server<undefined> | null = null
  let calendar: ReturnType<typeof setTimeout> | undefined

  const tokens = createAccessTokens(store.secrets.deriveKey('jwt'), clock)
  const peerOf = (request: Request) => server?.requestIP(asReceived(request))?.address ?? null
  const sender = createSender(peerOf, given.trustedProxies ?? LOOPBACK)
  const serverId = store.secrets.deriveKey('cookie').toString('hex')
  const cookies = createSessionCookies({ ...given, ...sender, serverId })
  const authenticate = createAuthenticate({ ...given, ...sender, client: store.client, tokens, cookies })
  const tickets = createTickets({ clock, random })
  const uploads = createUploads()
  const services = createServices(given)
  const { audit } = services
  const loginFailures = loginFailuresOf(given.rates.login)
  const auth = createAuth({ ...given, tokens, audit, loginFailures })
  const { registration, installer } = auth
  const installerPath = (): string | null => (registration.isEmpty() ? installer.path : null)
  const watch = createServerMetrics(services.metrics, {
    ...given,
    memory: () => process.memoryUsage(),
    milliseconds: () => performance.now(),
  })
  const answer = async (request: Request): Promise<Response> => {
    const response = await elysia.handle(request).finally(() => uploads.release(request))
    watch.answered(response.status)
    return response
  }
  const elysia = buildServer({
    ...given,
    ...sender,
    tokens,
    ...auth,
    cookies,
    tickets,
    credential: createCredential({ authenticate, redeemTicket: tickets.redeem, uploads, ...services }),
    idempotency: createIdempotency({ store, clock }),
    ...services,
    aroundCambio: (empresaId, change) => {
      const empresa = services.folios.alertas.aroundEmpresa(empresaId, change)
      // In an environment that it has not been in some tasks begin on.
      services.programacion.programaciones.begin({ empresaId, ambiente: empresa.ambiente })
      return empresa
    },
    aroundCertificado: services.administracionPortal.aroundCertificado,
    companySelected: services.streams.recheck,
    documentos: services.dte.documentos,
    envios: services.dte.envios,
    emisores: services.dte.emisores,
    followAgain: services.dte.followAgain,
    conciliacion: services.dte.reconciliation,
    runnerAlive: services.queue.alive,
    databaseSound: given.databaseSound ?? (() => true),
    routes: () => elysia.routes,
    metricsToken: given.metricsToken ?? null,
    docsSections: [receptoresSection()],
    fallasPosibles: { servicios: SERVICIOS, fallas: TIPOS_FALLA },
  })

  return {
    elysia,
    services,
    handle: answer,
    start({ hostname, port }, panel) {
      if (given.jobs === 'runner') {
        services.runner.start()
        calendar = setTimeout(() => {
          services.cron.start()
          // A server that was off catches up with what became due meanwhile.
          void services.billing.run().catch((error) => log.error('billing.cierre', { error }))
          void services.comprasInt.banco.ask().catch((error) => log.error('tipos_cambio', { error }))
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
      // They would else be waited for like any answer under way.
      services.streams.stop()
      void services.portal.stop()
      const cut = setTimeout(() => void server?.stop(true), graceMs)
      await Promise.all([server?.stop(), services.runner.stop(graceMs), services.trimmer.stop()])
      clearTimeout(cut)
      server = null
      // The SII counts sessions that nobody ends. One that does not answer keeps no server from its end.
      const late = Promise.withResolvers<void>()
      const timer = setTimeout(late.resolve, LOGOUT_MS)
      await Promise.race([services.portal.cut().then(services.portal.closeAll), late.promise])
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

function buildServer(deps: ApiDeps & { newId: NewId; log: Log; rateLimits: RateLimits }) {
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
  // Each area adds its routes to this instance.
  api(deps)
  return elysia
}
