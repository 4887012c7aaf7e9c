// The real wiring with a database in memory, a clock that tests move, and ids and randomness that repeat.

import { createHash } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { type App, createApp } from '../../src/app'
import type { Limites } from '../../src/areas/eventos'
import type { RespaldoProgramado } from '../../src/areas/respaldo'
import type { Lookup } from '../../src/areas/webhooks'
import type { PostInit } from '../../src/areas/webhooks/post'
import { createNewId } from '../../src/base/id'
import type { Red } from '../../src/base/ip'
import { createLog, type LogLevel } from '../../src/base/log'
import { RATES_POR_DEFECTO, type Rates, SIN_RATES } from '../../src/base/rate'
import type { FormatoDte } from '../../src/domain/dte/formato'
import type { Umbral } from '../../src/domain/dte/umbral'
import type { NombrePlan } from '../../src/domain/plan/planes'
import { type Cobranza, PRECIOS_POR_DEFECTO } from '../../src/domain/plan/precios'
import type { Correo } from '../../src/mail/correo'
import { type Fetch, SIMULADOR_URL } from '../../src/sii'
import { createSimulator, type Simulator } from '../../src/simulator'
import { issueCertificate } from '../../src/simulator/certificados'
import { openStore, type Store } from '../../src/store/store'
import { emptyDatabase } from './empty-database'
import { sharedCheck } from './openapi-check'

/** An answer with its body read: JSON as a value, anything else as text. */
export interface Reply {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape and assert what they find
  body: any
  headers: Headers
}

export type Headers0 = Record<string, string>

/** An account with one company and the credentials of its owner. */
export interface Tenant {
  cuentaId: string
  empresaId: string
  accessToken: string
  refreshToken: string
  apiKey: string
  /** Headers of the API key. */
  key: Headers0
  /** Headers of the owner's session. */
  session: Headers0
}

/**
 * Stands between the server and its SII: passes a request on, or answers in the simulator's stead. `body` is an upload's
 * bytes in Latin-1, empty for anything else; `question` the text of a query, empty for anything else.
 */
export type Wire = (
  url: string,
  body: string,
  pass: () => Promise<Response>,
  question?: string,
) => Promise<Response>

/** Stands in for every receiver of webhooks: sees a request as it left, under the address that was connected to. */
export type Receptor = (url: string, init: PostInit) => Promise<Response>

/** The parts that servers of one test may share. */
interface World {
  time: { now: Date; jumped: number; slept: number }
  simulator: Simulator
}

export interface TestAppOptions {
  now?: string
  openRegistration?: boolean
  /** Accounts issue to and accept from each other at the simulator. */
  simuladorCompartido?: boolean
  logLevel?: LogLevel
  maxBacklog?: number
  /** The format that documents are written in; today's when omitted. */
  formatoDte?: FormatoDte
  umbrales?: Umbral[]
  /** `runner`: emission asks whether the queue's loop lives, which a test starts itself; `manual` when omitted. */
  jobs?: 'runner' | 'manual'
  metricsToken?: string
  /** How fast requests may come; as fast as they like when omitted, for the clock stands still, but for failed logins. */
  rates?: Partial<Rates>
  planInicial?: NombrePlan
  cobranza?: Cobranza
  /** Folios of each type that `testAppWithFolios` loads. */
  folios?: Record<number, number>
  wire?: Wire
  /** The mail server; none when omitted. */
  correo?: Correo
  publicUrl?: string
  /** The certificate that a test's mailbox is believed by. */
  caCorreo?: string
  receptor?: Receptor
  /** Where a server of the test's own listens, beside the SII. */
  propio?: string
  ia?: { url: string; clave: string | null; modelo: string }
  tiposCambio?: { url: string; usuario: string; clave: string }
  feriados?: string[]
  /** The DNS of receivers; without it every name is 127.0.0.1. */
  lookup?: Lookup
  httpsOnly?: boolean
  /** Whether webhooks may go to private networks; they may when omitted. */
  privadas?: boolean
  streams?: Partial<Limites>
  /** Proxies whose X-Forwarded-For is believed; those of this machine when omitted. */
  trustedProxies?: readonly Red[]
  /** The copies that the server makes of itself; none when omitted. */
  respaldo?: RespaldoProgramado
  /** A database that is there already: a server's that died, or an old one. */
  store?: Store
  /** Another server, whose SII and clock this one shares: two programs of one company. */
  beside?: World
}

export const PASSWORD = 'una clave de prueba'

/** Argon2id at its cheapest: tests prove what it is used for, not its cost. */
const CHEAP = { memoryCost: 8, timeCost: 1 }
/** The delays of a simulator that stands apart: as fast as the server's own. */
const DELAYS = { SOK: 100, FOK: 100, CRT: 100, PRD: 100, EPR: 100 }
const RUTS = ['76543210-3', '77123456-9', '76192083-9', '96790240-3', '78123450-8']

const MASTER_KEY = new Uint8Array(32).fill(7)
/** The result of setting a company up, for the next test that wants the same. */
interface Furnished {
  /** The database, packed: it is mostly empty pages, and a process keeps some hundred. */
  base: Buffer
  tenant: Tenant
  /** How far randomness and ids had come: nothing of it comes again. */
  draws: number
  lastId: string
}

export type TestApp = Awaited<ReturnType<typeof testApp>>
/** With an account that speaks: `testAppWithCompany`, `testAppWithFolios`. */
export type CompanyApp = TestApp & { tenant: Tenant }

/** `from`: a server that begins on what another's set-up left. */
export async function testApp(options: TestAppOptions = {}, from?: Furnished) {
  const time = options.beside?.time ?? {
    now: new Date(options.now ?? '2026-11-20T14:02:11.000Z'),
    jumped: 0,
    slept: 0,
  }
  const clock = () => time.now
  const draws = { count: from?.draws ?? 0 }
  const random = countingRandom(draws)
  const logs: Record<string, unknown>[] = []
  /** Events that were sent and are not as the document says. */
  const undescribed: string[] = []
  const timers = new Set<{ ms: number; fire(): void }>()
  const store: Store =
    options.store ??
    openStore({
      path: from ? Bun.zstdDecompressSync(from.base) : emptyDatabase(),
      masterKey: MASTER_KEY,
      clock,
    })
  let begun = from && tailOf(from.lastId)
  const nextId = createNewId(
    (bytes) => {
      bytes.set(begun ?? random(bytes.length))
      begun = undefined
      return bytes
    },
    () => time.now.getTime(),
  )
  let lastId = nextId('id')
  const newId = (prefix: string): string => {
    lastId = nextId(prefix)
    return lastId
  }
  const { wire, beside } = options
  // The server brings a simulator of its own unless something stands between the two.
  const apart =
    beside?.simulator ??
    (wire ? createSimulator({ db: store.client, clock, newId, random, delays: DELAYS }) : undefined)
  const fetch: Fetch = async (url, init) => {
    // A payment gateway of this machine.
    if (options.cobranza?.tipo === 'flow' && url.startsWith(options.cobranza.url))
      return globalThis.fetch(url, init)
    if (options.propio && url.startsWith(options.propio)) return globalThis.fetch(url, init)
    if (!apart) throw new TypeError('tests have no network')
    const pass = () => apart.fetch(new Request(url, init))
    const body = init.body instanceof Uint8Array ? Buffer.from(init.body).toString('latin1') : ''
    return wire ? wire(url, body, pass, typeof init.body === 'string' ? init.body : '') : pass()
  }
  const server = createApp({
    store,
    clock,
    newId,
    random,
    log: createLog({
      level: options.logLevel ?? 'warn',
      clock,
      write: (line) => void logs.push(JSON.parse(line)),
    }),
    openRegistration: options.openRegistration ?? true,
    argon2: CHEAP,
    fetch,
    sleep: async () => {},
    webhooks: {
      fetch: (url, init) => {
        const faults = check.delivery(init.headers as Headers0, String(init.body))
        if (faults.length) undescribed.push(`${init.body}\n${faults.join('\n')}`)
        if (options.receptor) return options.receptor(url, init)
        throw new TypeError('tests have no network')
      },
      lookup: options.lookup ?? (async () => ['127.0.0.1']),
      politica: { httpsOnly: options.httpsOnly ?? false, privadas: options.privadas ?? true },
    },
    streams: { porUsuario: 5, porEmpresa: 50, ...options.streams },
    trustedProxies: options.trustedProxies,
    timer(ms, fire) {
      const timer = { ms, fire }
      timers.add(timer)
      return () => void timers.delete(timer)
    },
    // A stand-in for the SII knows its authority's companies itself.
    ...(options.wire && { isSimulated: () => false }),
    simuladorUrl: apart ? SIMULADOR_URL : null,
    simuladorCompartido: options.simuladorCompartido,
    maxBacklog: options.maxBacklog ?? 100_000,
    formatoDte: options.formatoDte,
    umbrales: options.umbrales,
    ia: options.ia,
    tiposCambio: options.tiposCambio,
    feriados: options.feriados,
    metricsToken: options.metricsToken ?? null,
    rates: { ...SIN_RATES, login: RATES_POR_DEFECTO.login, ...options.rates },
    planInicial: options.planInicial ?? 'Empresa',
    precios: PRECIOS_POR_DEFECTO,
    cobranza: options.cobranza ?? { tipo: 'manual' },
    correo: options.correo ?? null,
    publicUrl: options.publicUrl ?? null,
    caCorreo: options.caCorreo,
    respaldo: options.respaldo ?? null,
    jobs: options.jobs ?? 'manual',
    milliseconds: () => time.now.getTime() - time.jumped - time.slept,
    uptime: () => time.now.getTime() - time.jumped,
    jitter: () => 0.5,
  })
  const check = sharedCheck(server.elysia.routes)
  const app: App = {
    ...server,
    async handle(request) {
      const response = await server.handle(request)
      const { status, headers } = response
      const { pathname } = new URL(request.url)
      const faults = check.answer(request.method, pathname, {
        status,
        headers,
        body: isStream(headers) ? '' : await textOf(response.clone()),
      })
      if (faults.length)
        throw new Error(`${request.method} ${pathname} is not as /openapi.json says:\n${faults.join('\n')}`)
      return response
    },
  }
  const simulator = apart ?? app.services.simulator!
  let tenants = from ? 1 : 0
  const first: { tenant: Tenant | null } = { tenant: null }
  const defaults = (): Headers0 => first.tenant?.key ?? {}

  async function request(method: string, path: string, init: RequestInit = {}): Promise<Reply> {
    const response = await app.handle(new Request(`http://localhost${path}`, { ...init, method }))
    // A stream has no end; who wants its frames asks the app itself.
    const endless = response.headers.get('content-type')?.startsWith('text/event-stream')
    if (endless) await response.body?.cancel()
    const text = endless ? '' : await response.text()
    const json = response.headers.get('content-type')?.includes('json')
    return {
      status: response.status,
      body: json && text ? JSON.parse(text) : text,
      headers: response.headers,
    }
  }

  const withBody =
    (method: string) =>
    (path: string, body?: unknown, headers: Headers0 = defaults()): Promise<Reply> =>
      request(method, path, {
        headers: body === undefined ? headers : { 'content-type': 'application/json', ...headers },
        body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
      })
  const post = withBody('POST')

  /** A new account whose owner has a session and whose company has a key with every scope. */
  async function registerCompany({
    rut,
    ambiente,
  }: {
    rut?: string
    ambiente?: string
  } = {}): Promise<Tenant> {
    const index = tenants++
    const email = `dueno${index}@example.cl`
    const registered = await must(
      201,
      post('/auth/register', { nombre: `Dueña ${index}`, email, password: PASSWORD }, {}),
    )
    const session = { authorization: `Bearer ${registered.access_token}` }
    const empresa = await must(
      201,
      post('/v1/empresa', nuevaEmpresa(rut ?? RUTS[index % RUTS.length]!, ambiente), session),
    )
    const created = await must(
      201,
      post('/v1/apikeys', { nombre: 'todo', empresa_id: empresa.data.id, scopes: EVERY_SCOPE }, session),
    )
    return {
      cuentaId: registered.data.cuenta.id,
      empresaId: empresa.data.id,
      accessToken: registered.access_token,
      refreshToken: registered.refresh_token,
      apiKey: created.data.api_key,
      key: { 'x-api-key': created.data.api_key },
      session,
    }
  }

  /** A delivery that fails would only be tried again: the test must hear of it. */
  function holdEvents(): void {
    if (undescribed.length) throw new Error(`not as /openapi.json says:\n${undescribed.splice(0).join('\n')}`)
  }

  const self = {
    app,
    store,
    clock,
    time,
    simulator,
    /** Lines of the log, parsed. */
    logs,
    request,
    get: (path: string, headers: Headers0 = defaults()): Promise<Reply> => request('GET', path, { headers }),
    post,
    put: withBody('PUT'),
    delete: withBody('DELETE'),
    registerCompany,
    /** The account whose key requests that name no headers carry. */
    speakAs(tenant: Tenant): void {
      first.tenant = tenant
    },
    /** Moves the clock by milliseconds. A session's token lasts an hour: after `advance` of a day ask by `tenant.key`. */
    advance(ms: number): void {
      time.now = new Date(time.now.getTime() + ms)
    },
    /** Moves the clock without any time passing. */
    jump(ms: number): void {
      self.advance(ms)
      time.jumped += ms
    },
    /** Puts the machine to sleep and wakes it. */
    sleep(ms: number): void {
      self.advance(ms)
      time.slept += ms
    },
    setNow(iso: string): void {
      time.now = new Date(iso)
    },
    /** Fires every timer of that many milliseconds that is running, but the queue's own. */
    fireTimers(ms: number): void {
      for (const timer of [...timers]) {
        if (timer.ms !== ms) continue
        timers.delete(timer)
        timer.fire()
      }
    },
    /** Lets the simulator judge what it has, then runs every job that is ready at the clock's present. */
    async drainJobs(): Promise<void> {
      await simulator.drain()
      await app.services.runner.drain()
      holdEvents()
    },
    /** Lets time pass until no job waits for the SII: every document has its verdict. */
    async settle(): Promise<void> {
      const { runner } = app.services
      for (let i = 0; i < 40; i++) {
        await simulator!.drain()
        await runner.drain()
        const waiting = store.client
          .prepare("SELECT count(*) FROM job WHERE estado = 'pending'")
          .pluck()
          .get()
        holdEvents()
        if (waiting === 0) return
        time.now = new Date(time.now.getTime() + 1000)
      }
      throw new Error('jobs still wait after 40 seconds')
    },
    close: () => store.close(),
    /** For a test that wants to begin where this one is. */
    furnished: (tenant: Tenant): Furnished => ({
      base: Bun.zstdCompressSync(store.client.serialize(), { level: 1 }),
      tenant,
      draws: draws.count,
      lastId,
    }),
  }
  return self
}

/** `testApp` with its first account registered. */
export const testAppWithCompany = (options: TestAppOptions = {}) => furnish('company', options)

/** `testAppWithCompany` ready to issue: certificate and folios of the simulator. */
export const testAppWithFolios = (options: TestAppOptions = {}) => furnish('folios', options)

const furnished = new Map<string, Promise<Furnished>>()

/** Registering, and the keys of six types of folios, would be a third of the whole suite's time: each set-up is made once a process. */
async function furnish(what: 'company' | 'folios', options: TestAppOptions) {
  const { store, beside, correo, propio } = options
  // A set-up that others take part in is theirs.
  if (store || beside || correo || propio) return setUp(what, options)
  const key = keyOf(what, options)
  // By a server that is nobody's: a test begins on what it left, the first one too, and no function of a test's is asked for another's.
  if (!furnished.has(key)) furnished.set(key, leftBy(what, options))
  const from = await furnished.get(key)!
  // A test may change its own.
  const tenant = structuredClone(from.tenant)
  const app = await testApp(options, from)
  app.speakAs(tenant)
  return Object.assign(app, { tenant })
}

/** Options about a server's own requests and deliveries: they change no set-up. */
const OWN: readonly (keyof TestAppOptions)[] = [
  'logLevel',
  'maxBacklog',
  'jobs',
  'metricsToken',
  'rates',
  'receptor',
  'lookup',
  'httpsOnly',
  'privadas',
  'streams',
  'trustedProxies',
  'respaldo',
]

const setUpOf = (options: TestAppOptions): TestAppOptions =>
  Object.fromEntries(Object.entries(options).filter(([name]) => !OWN.includes(name as keyof TestAppOptions)))

const keyOf = (what: string, options: TestAppOptions): string =>
  JSON.stringify([what, setUpOf(options)], (_, value) => (typeof value === 'function' ? 'given' : value))

async function leftBy(what: 'company' | 'folios', options: TestAppOptions): Promise<Furnished> {
  const { wire, ...rest } = setUpOf(options)
  const app = await setUp(what, { ...rest, ...(wire && { wire: (_url, _body, pass) => pass() }) })
  const left = app.furnished(app.tenant)
  app.close()
  return left
}

async function setUp(
  what: 'company' | 'folios',
  options: TestAppOptions,
): Promise<TestApp & { tenant: Tenant }> {
  if (what === 'folios') {
    const { folios, ...rest } = options
    const app = await furnish('company', rest)
    await loadFolios(app, app.tenant, folios)
    return app
  }
  const app = await testApp(options)
  const tenant = await app.registerCompany()
  app.speakAs(tenant)
  return Object.assign(app, { tenant })
}

/** The server that goes on with the database of another, which never runs again: it knows nothing but what is on the disk. */
export async function successor<A extends TestApp & { tenant: Tenant }>({ store, time, tenant }: A) {
  const next = await testApp({ store, now: time.now.toISOString() })
  next.speakAs(tenant)
  return Object.assign(next, { tenant })
}

/** Gives a company a certificate and folios. */
export async function loadFolios(
  app: Pick<TestApp, 'post' | 'time' | 'store' | 'app'>,
  tenant: Tenant,
  folios: Record<number, number> = { 33: 100, 34: 100, 39: 100, 41: 100, 56: 100, 61: 100 },
): Promise<void> {
  // Before the certificate: the simulator's desk hands them out without walking through its portal's pages.
  for (const [tipo, cantidad] of Object.entries(folios)) {
    const body = { tipo_dte: Number(tipo), cantidad }
    await must(202, app.post('/v1/dte/folios/solicitar?esperar=0', body, tenant.key))
  }
  // Also where nothing runs by itself.
  await app.app.services.runner.drain()
  // A test's queue holds its own jobs.
  app.store.client
    .prepare("DELETE FROM job WHERE kind = 'folios.solicitar' AND estado = 'completed' AND empresa_id = ?")
    .run(tenant.empresaId)
  const certificado = await certificadoDePrueba(app.time.now)
  await must(201, app.post(`/v1/empresa/${tenant.empresaId}/certificado`, certificado, tenant.session))
}

/** How long before the day of a test its certificate begins. */
export const DIAS_ANTES = 30

const certificados = new Map<string, Promise<{ pfx_base64: string; clave: string }>>()

// One of the simulator's for each day of the tests' clocks: a new RSA key for every test would be most of its time.
function certificadoDePrueba(now: Date) {
  const day = now.toISOString().slice(0, 10)
  const issue = async () => {
    const { pfx, clave } = await issueCertificate({
      rut: '11111111-1',
      nombre: 'Persona de Prueba',
      // Clocks that are put back by days still find it valid.
      now: new Date(Date.parse(day) - DIAS_ANTES * 86_400_000),
      dias: 365 + DIAS_ANTES,
      clave: 'certificado de prueba',
      random: countingRandom(),
    })
    return { pfx_base64: pfx.toString('base64'), clave }
  }
  if (!certificados.has(day)) certificados.set(day, issue())
  return certificados.get(day)!
}

/** The scopes of every role but the owner's, and no key needs more. */
const EVERY_SCOPE = [
  'dte:*',
  'folios:*',
  'rcv:*',
  'acuse:*',
  'rcof:*',
  'bte:*',
  'clientes:*',
  'catalogo:*',
  'contabilidad:*',
  'borradores:*',
  'recurrentes:*',
  'empresa:*',
  'plantilla:*',
  'webhooks:*',
  'apikeys:*',
  'recibidos:*',
  'consultas:*',
  'compras_int:*',
  'historia:*',
]

/** A complete company, in `simulacion` unless told otherwise. */
export const nuevaEmpresa = (rut = RUTS[0]!, ambiente?: string): Record<string, unknown> => ({
  rut,
  razon_social: 'Comercial Ñandú & Compañía Limitada',
  giro: 'Venta de materiales y arriendo de andamios',
  actividades_economicas: [479100],
  direccion: 'Av. Los Boldos 1250',
  comuna: 'Talca',
  ciudad: 'Talca',
  ...(ambiente && { ambiente }),
})

async function must(status: number, reply: Promise<Reply>) {
  const { status: got, body } = await reply
  if (got !== status) throw new Error(`expected ${status}, got ${got}: ${JSON.stringify(body)}`)
  return body
}

/** The text of an answer, unpacked too. */
const textOf = async (response: {
  text(): Promise<string>
  arrayBuffer(): Promise<ArrayBuffer>
  headers: { get(name: string): string | null }
}): Promise<string> =>
  response.headers.get('content-encoding') === 'gzip'
    ? gunzipSync(await response.arrayBuffer()).toString()
    : response.text()

// It never ends.
const isStream = (headers: Response['headers']): boolean =>
  headers.get('content-type')?.startsWith('text/event-stream') ?? false

/** The part of an id that ascends within a millisecond (base/id). */
const tailOf = (id: string): Uint8Array =>
  Uint8Array.from(id.slice(-16), (sign) => '0123456789ABCDEFGHJKMNPQRSTVWXYZ'.indexOf(sign))

// Different bytes on every call, the same in every run.
function countingRandom(draws = { count: 0 }): (size: number) => Uint8Array {
  return (size) => {
    const chunks: Buffer[] = []
    for (let have = 0; have < size; have += 32) {
      chunks.push(
        createHash('sha256')
          .update(`timbre ${draws.count++}`)
          .digest(),
      )
    }
    return Buffer.concat(chunks).subarray(0, size)
  }
}
