// The parts that all areas share: the SII or its simulator, the credentials, events, quotas, and the queue.

import { mailFrom } from './account-mail'
import type { Argon2Cost } from './areas/auth'
import type { ComprasIntConfig } from './areas/compras-internacionales'
import { createMetering } from './areas/cuenta'
import type { OpcionesDte } from './areas/dte'
import { createEventServices, type Limites } from './areas/eventos'
import type { RespaldoProgramado } from './areas/respaldo'
import type { AccesoBanco } from './areas/tipos-cambio'
import { createTrabajos } from './areas/trabajos'
import { createSubscribers, type WebhooksConfig } from './areas/webhooks'
import type { Clock } from './base/clock'
import type { NewId } from './base/id'
import type { Red } from './base/ip'
import type { Log } from './base/log'
import { loginFailuresOf, type Rates } from './base/rate'
import { systemTimer, type Timer } from './base/timer'
import { createCalendario } from './domain/feriados'
import type { NombrePlan } from './domain/plan/planes'
import type { Cobranza, Precios } from './domain/plan/precios'
import { createAccessTokens } from './http/access-token'
import { createAudit } from './http/audit'
import { createAuthenticate } from './http/authenticate'
import { createSender, LOOPBACK } from './http/client-ip'
import { createCredential } from './http/credential'
import { createIdempotency } from './http/idempotency'
import { createRequireHere } from './http/moved'
import { createSessionCookies } from './http/session-cookie'
import { createTickets } from './http/tickets'
import { createUploads } from './http/uploads'
import type { JobLog } from './jobs/kind'
import { createQueue } from './jobs/queue'
import type { Correo } from './mail/correo'
import type { Referencia } from './manual/tablas'
import { offLoop } from './off-loop'
import { runtimeSigning, type Signing } from './signing'
import type { Fetch } from './sii'
import { createSiiClient, type SimuladorConfig } from './sii-client'
import { createSimulatorDesk } from './simulator-desk'
import type { GroupCommit } from './store/group-commit'
import type { Store } from './store/store'

/** The settings that differ from server to server and from run to run. */
export interface SharedDeps extends OpcionesDte, ComprasIntConfig, SimuladorConfig {
  /** Access to the central bank's service of values by day; without it nobody asks. */
  tiposCambio?: AccesoBanco | null | undefined
  /** Holidays beside the law's, YYYY-MM-DD; omitted, none. */
  feriados?: readonly string[] | undefined
  store: Store
  clock: Clock
  newId: NewId
  /** In [0, 1). */
  jitter: () => number
  random: (size: number) => Uint8Array
  log: Log
  /** The way to the SII and to a simulator in another process. */
  fetch: Fetch
  /** How the SII client waits between two attempts of a query; omitted, it really does. */
  sleep?: (ms: number) => Promise<void>
  /** Whether a certificate (PEM) is the simulator's; omitted, its authority's signature decides. */
  isSimulated?: ((certificadoPem: string) => boolean) | undefined
  maxBacklog: number
  rates: Rates
  planInicial: NombrePlan
  precios: Precios
  cobranza: Cobranza
  /** The mail server; null sends nothing. */
  correo: Correo | null
  /** Where clients reach the server from outside. */
  publicUrl: string | null
  /** `manual`: nothing runs by itself and tests drain the queue. */
  jobs: 'runner' | 'manual'
  /** How accepted documents reach the disk; together unless the bench asks otherwise. */
  commits?: (client: Store['client']) => GroupCommit
  /** The way to receivers of webhooks. */
  webhooks: WebhooksConfig
  /** Certificates (PEM) that are believed of mailboxes; omitted, the system's. */
  caCorreo?: string | undefined
  /** The signer; omitted, the runtime. */
  signing?: Signing
  /** Streams of events at once. */
  streams: Limites
  /** Clocks that nobody sets, in milliseconds: `uptime` goes on while the machine sleeps; the other, omitted, is the system's. */
  uptime: () => number
  milliseconds?: () => number
  /** The timer of all waits but the runner's own pauses; omitted, the system's. */
  timer?: Timer
  openRegistration: boolean
  /** Proxies whose X-Forwarded-For is believed; omitted, those of this machine. */
  trustedProxies?: readonly Red[]
  /** The cost of hashing a password; omitted, a server's default. */
  argon2?: Argon2Cost
  /** A caller with this token may read /metrics from anywhere; omitted, only this machine may. */
  metricsToken?: string | null
  /** False once the database was found damaged; omitted, nobody looks. */
  databaseSound?: () => boolean
  /** Lines of the log that could not be written; omitted, nobody counts. */
  logDropped?: () => number
  /** The copies that the server makes of itself; omitted, it makes none. */
  respaldo?: RespaldoProgramado | null
  /** The command line's tables, for the manual; omitted, its pages of them are empty. */
  referencia?: Referencia
}

export type Shared = ReturnType<typeof createShared>

/** `peerOf` is the address at the other end of a connection; null where there is none. */
export function createShared(deps: SharedDeps, peerOf: (request: Request) => string | null) {
  const { store, clock, random, log } = deps
  const { sign, forget: forgetLlave } = deps.signing ?? runtimeSigning
  const { correos, ...client } = createSiiClient(deps)
  const timer = deps.timer ?? systemTimer
  const queue = createQueue()
  const { webhooks: webhookStore, entregas, subscribers } = createSubscribers(deps)
  const events = createEventServices({ ...deps, subscribers, timer, limites: deps.streams })
  const { eventos } = events
  eventos.onNews(queue.wake)
  const metering = createMetering({ ...deps, sii: client.sii, eventos })
  const jobLog: JobLog = (nivel, mensaje, datos) => log[nivel]('jobs', { message: mensaje, ...datos })

  const sender = createSender(peerOf, deps.trustedProxies ?? LOOPBACK)
  const tokens = createAccessTokens(store.secrets.deriveKey('jwt'), clock)
  const serverId = store.secrets.deriveKey('cookie').toString('hex')
  const cookies = createSessionCookies({ ...deps, ...sender, serverId })
  const authenticate = createAuthenticate({ ...deps, ...sender, client: store.client, tokens, cookies })
  const tickets = createTickets({ clock, random })
  const uploads = createUploads()

  return {
    ...deps,
    ...client,
    ...correos,
    ...events,
    ...metering,
    ...sender,
    ...offLoop,
    webhookStore,
    entregas,
    desk: createSimulatorDesk(client.plain, client.simuladorBase),
    calendario: createCalendario(deps.feriados ?? []),
    trabajos: createTrabajos({ ...deps, ...metering, eventos }),
    sendMail: deps.correo && mailFrom(deps.correo, deps),
    metricsToken: deps.metricsToken ?? null,
    respaldo: deps.respaldo ?? null,
    referencia: deps.referencia ?? {
      comandos: [],
      variables: [],
      salidas: [],
      unidad: '',
      tarea: '',
      sitios: { caddy: '', nginx: '' },
    },
    databaseSound: deps.databaseSound ?? (() => true),
    loginFailures: loginFailuresOf(deps.rates.login),
    sign,
    forgetLlave,
    timer,
    queue,
    jobLog,
    tokens,
    cookies,
    tickets,
    uploads,
    credential: createCredential({
      ...{ authenticate, redeemTicket: tickets.redeem, uploads, clock, ...metering },
      requireHere: createRequireHere(store.client),
    }),
    idempotency: createIdempotency({ store, clock }),
    audit: createAudit(deps),
  }
}
