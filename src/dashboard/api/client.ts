// The only caller of `fetch`: one function over every route of the API, typed by its own document. It says for which company a request
// is meant, keeps one Idempotency-Key through every repetition, waits out an ended session and an overloaded server.

import { Fault, readFault } from './fault'
import { createIdempotencyKey } from './idempotency'
import type { Routes } from './routes.gen'

export type ApiRoute = keyof Routes
type PartOf<R extends ApiRoute, P extends string> = Routes[R] extends { [K in P]?: infer T } ? T : never
/** The whole body of the answer (`{ ok, data, … }`); a Blob for files, undefined for 204. */
export type ReplyOf<R extends ApiRoute> = PartOf<R, 'response'>
export type BodyOf<R extends ApiRoute> = PartOf<R, 'body'>
export type QueryOf<R extends ApiRoute> = PartOf<R, 'query'>
/** `data` of an answer. */
export type DataOf<R extends ApiRoute> = ReplyOf<R> extends { data: infer D } ? D : never

type ApiRequest<R extends ApiRoute> = Omit<Routes[R], 'response' | 'idempotent'> & {
  signal?: AbortSignal
  /** An access token, while there is no cookie yet. */
  token?: string
} & (Routes[R] extends { idempotent: true }
    ? {
        /** The draft's key; one is made when it is left out. */
        clave?: string
      }
    : unknown)
/** Nothing to say may be left out. */
export type Args<R extends ApiRoute> =
  Record<never, never> extends ApiRequest<R> ? [request?: ApiRequest<R>] : [request: ApiRequest<R>]

interface LooseRequest {
  params?: Record<string, string | number>
  query?: Record<string, unknown>
  body?: unknown
  clave?: string
  token?: string
  signal?: AbortSignal
}

/**
 * The company and environment of the page, and its ways out when it cannot go on alone. The shell sets it.
 */
export const contexto = {
  /** Company of the address; every request asserts it. */
  empresaId: null as string | null,
  /** Environment looked at, when it is not the company's. */
  ambiente: null as string | null,
  /** Resolves once the person has logged in again; rejects when they give up. */
  entrar: (): Promise<void> => Promise.reject(new Error('no shell')),
  /** Asks for the second factor again. Resolves to whether it was confirmed. */
  confirmar: (): Promise<boolean> => Promise.resolve(false),
  /** The account demands a second factor of the person, who has none. */
  faltaFactor: (): void => {},
  /** The session works for another company than this page. Resolves once it works for this one again, else never. */
  volverAEmpresa: (): Promise<void> => Promise.reject(new Error('no shell')),
  /** While the person is asked about that, nothing is sent. */
  pausa: null as Promise<void> | null,
  /** Whether an answer came. */
  respondio: (_llego: boolean): void => {},
  /** A request has waited for long: the SII may be slow, or the server hangs. */
  tarda: (): void => {},
  /** A request was refused because too many came, and goes again at that hour, in milliseconds since 1970. */
  espera: (_hasta: number): void => {},
  /** Whether nobody answers, so that nothing is to be written. */
  sinConexion: (): boolean => false,
}

/** Tells, between one request and the next of a series, whether the page still shows the same company. */
export function holdPlace(): () => boolean {
  const { empresaId, ambiente } = contexto
  return () => contexto.empresaId === empresaId && contexto.ambiente === ambiente
}

const WAIT_MAX_S = 20
const SLOW_MS = 10_000
const SALUD_MS = 5000
/** Nobody is kept longer in front of a countdown: then the refusal is said. */
const COUNTDOWN_MAX_S = 60
const REPEATS = 3

/** Asks one route of the API. Rejects with a Fault, and with what `signal` was aborted by. */
export async function api<R extends ApiRoute>(route: R, ...[request]: Args<R>): Promise<ReplyOf<R>> {
  const [method = 'GET', path = ''] = route.split(' ')
  const { params, query, body, clave, token, signal } = (request ?? {}) as LooseRequest
  const url = urlOf(path, params, query)
  const writes = method !== 'GET'
  if (writes && contexto.sinConexion())
    throw new Fault('SIN_CONEXION', 'Sin conexión con el servidor: esto aún no se envió.')
  const headers = headersOf(path)
  if (token) headers.set('Authorization', `Bearer ${token}`)
  if (writes) headers.set('Idempotency-Key', clave ?? createIdempotencyKey())
  const isForm = body instanceof FormData
  if (body !== undefined && !isForm) headers.set('Content-Type', 'application/json')
  const init: RequestInit = { method, headers, signal: signal ?? null, credentials: 'same-origin' }
  if (body !== undefined) init.body = isForm ? body : JSON.stringify(body)

  for (let repeats = 0; ; repeats++) {
    if (headers.has('X-Empresa')) await contexto.pausa
    const response = await send(url, init)
    if (response.ok) return (await read(response, signal)) as ReplyOf<R>
    const fault = await readFault(response)
    // The form keeps what was typed; the same request goes on after the log-in.
    if (fault.endsSession && !SIN_SESION.test(path)) {
      await contexto.entrar()
      continue
    }
    if (fault.code === 'SECOND_FACTOR_MISSING') contexto.faltaFactor()
    if (fault.code === 'SECOND_FACTOR_STALE') {
      if (await contexto.confirmar()) continue
      throw new Fault(fault.code, 'No se hizo: falta confirmar su segundo factor.', fault)
    }
    // The page has left that company meanwhile: nobody is asked.
    if (isOtherCompany(fault) && headers.get('X-Empresa') === contexto.empresaId) {
      await contexto.volverAEmpresa()
      continue
    }
    const seconds = repeatAfter(fault)
    // A person who is logging in reads the refusal: there is no page around to count.
    if (seconds === null || repeats >= REPEATS || path.startsWith('/auth/')) throw fault
    if (fault.code === 'RATE_LIMIT') contexto.espera(Date.now() + seconds * 1000)
    await wait(seconds, signal)
  }
}

async function send(url: string, init: RequestInit): Promise<Response> {
  const { signal } = init
  const slow = setTimeout(() => contexto.tarda(), SLOW_MS)
  try {
    const response = await fetch(url, init)
    contexto.respondio(true)
    return response
  } catch (cause) {
    throw lost(cause, signal)
  } finally {
    clearTimeout(slow)
  }
}

/** Whether anybody answers, asked of what the server answers by itself, at once. Rejects with a Fault. */
export const askSalud = () => api('GET /salud', { signal: AbortSignal.timeout(SALUD_MS) })

/** Seconds until the same request may go again, null when it may not: the server did nothing yet, and the key stays the same. */
export function repeatAfter({ code, retryAfter }: Pick<Fault, 'code' | 'retryAfter'>): number | null {
  const seconds = retryAfter ?? 1
  if (code === 'IDEMPOTENCY_IN_PROGRESS') return Math.min(seconds, WAIT_MAX_S)
  return code === 'RATE_LIMIT' && seconds <= COUNTDOWN_MAX_S ? seconds : null
}

/** The API's own refusal of an `X-Empresa` that is not the session's (http §20). */
const isOtherCompany = ({ code, detalles }: Fault): boolean =>
  code === 'CONFLICT' && detalles.some(({ campo }) => campo === 'X-Empresa')

/** The address of a route, for links too: a file that the browser is to open by itself. */
export function urlOf(
  path: string,
  params: Record<string, string | number> = {},
  fields: Record<string, unknown> = {},
): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name] ?? '')))
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(fields))
    if (value !== undefined && value !== null && value !== '') query.set(name, String(value))
  return query.size ? `${filled}?${query}` : filled
}

/** The body of a route that takes a file. */
export function formOf(fields: Readonly<Record<string, string | File>>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

/** Routes that begin a session, or ask whether there is one. */
const SIN_SESION = /^\/auth\/(login(\/segundo-factor|\/llave-acceso(\/comenzar)?)?|cookie|me)$/
/** Routes about the person, or that choose the company, name no company. */
const SIN_EMPRESA = /^\/(auth\/|v1\/empresa\/seleccionar$|salud$|listo$|cambios$)/

function headersOf(path: string): Headers {
  const headers = new Headers({ Accept: 'application/json, */*;q=0.5' })
  if (SIN_EMPRESA.test(path)) return headers
  if (contexto.empresaId) headers.set('X-Empresa', contexto.empresaId)
  if (contexto.ambiente) headers.set('X-Ambiente', contexto.ambiente)
  return headers
}

/** Why there is no answer, or no whole one. A caller that gave up knows; a request whose time ran out was not answered. */
function lost(cause: unknown, signal: AbortSignal | null | undefined): unknown {
  if (signal?.aborted && (signal.reason as Partial<Error>).name !== 'TimeoutError') return cause
  contexto.respondio(false)
  return new Fault('SIN_RESPUESTA', 'El servidor no responde.')
}

async function read(response: Response, signal: AbortSignal | undefined): Promise<unknown> {
  if (response.status === 204) return undefined
  try {
    return await (response.headers.get('content-type')?.includes('json') ? response.json() : response.blob())
  } catch (cause) {
    // The server or the way to it went in the middle of it.
    throw lost(cause, signal)
  }
}

function wait(seconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, seconds * 1000)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
}
