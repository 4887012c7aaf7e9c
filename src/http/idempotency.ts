// Idempotency-Key (http §9): a repeated request gets the first one's answer. Scope: company and route, or account and
// route where there is no company. Answers are kept sealed, because some carry a secret that is shown once. Not on /auth: before
// there is an account there is no scope, and its answers are tokens, which are never handed out twice.

import { createHash } from 'node:crypto'
import type { Clock } from '../base/clock'
import { AppError } from '../domain/errors'
import type { Titular } from '../domain/titular'
import type { Store } from '../store/store'
import { readIdempotencyKey } from './idempotency-key'
import { type ReplySet, reply } from './reply'
import { sha256Of } from './sha256'
import { prepareIdempotency } from './statements'
import type { AccountTenant } from './tenant'

/** The owner of the key. */
type Ambito = { empresaId: string; cuentaId?: undefined } | { empresaId?: undefined; cuentaId: string }

/** One use of a key. `ruta` is `POST /v1/dte/emitir`, with the parameters of the path filled in. */
export type IdempotentRequest = Ambito & {
  ruta: string
  clave: string
  /** `hashBody` of the request's body. */
  cuerpo: string
}

export interface IdempotentAnswer<T = unknown> {
  status: number
  body: T
}

export interface Idempotency {
  /** The answer kept for the request, or null. Throws IDEMPOTENCY_MISMATCH when the key was used with another body. */
  find(request: IdempotentRequest): IdempotentAnswer | null
  /** Keeps an answer; `forever` on emission, 24 hours elsewhere. Call it in the transaction of what the answer tells. */
  keep(request: IdempotentRequest, answer: IdempotentAnswer, forever?: boolean): void
  /** Claims the key while the request runs and returns its release. Throws IDEMPOTENCY_IN_PROGRESS. */
  claim(request: IdempotentRequest): () => void
  /** All three around `run`, for routes that wait for somebody. A request that throws does not burn its key. */
  once<T>(
    request: IdempotentRequest | null,
    run: () => Promise<IdempotentAnswer<T>>,
  ): Promise<IdempotentAnswer<T> & { replayed: boolean }>
  /**
   * For routes that queue a job and wait for its end: what `make` writes and its `accepted` answer are one transaction, so that
   * not even a death of the process lets the key do it twice; the answer of `finish` takes its place. What `finish` throws frees
   * the key. `ready` reads what `make` needs and cannot wait for: not where an answer is kept, whatever is the case by then.
   */
  hold<T, M extends { accepted: IdempotentAnswer }>(
    request: IdempotentRequest | null,
    make: () => M,
    finish: (made: M) => Promise<IdempotentAnswer<T>>,
    more?: { forever?: boolean | undefined; ready?: () => Promise<void> },
  ): Promise<IdempotentAnswer<T> & { replayed: boolean }>
  /** The same for routes that write without waiting, in one transaction. Answers `status`, 201 when omitted, with `data`. */
  create<T>(
    context: { set: ReplySet },
    request: IdempotentRequest | null,
    make: () => T,
    status?: number,
  ): { ok: true; data: T }
}

const KEPT_MS = 24 * 3600 * 1000
/** SHA-256 of a body in canonical form: the order of its fields does not matter, nor do blanks; of a file that of its bytes. */
export const hashBody = (body: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(body, sortKeys) ?? '')
    .digest('hex')

/** The request as its company's use of a key; null without the header. Another environment is another body. */
export function idempotentRequest(
  request: Request,
  { empresaId, ambiente }: Titular,
  body: unknown,
): IdempotentRequest | null {
  const clave = readIdempotencyKey(request.headers)
  if (clave === null) return null
  return { empresaId, ruta: routeOf(request), clave, cuerpo: hashBody({ ambiente, body }) }
}

/** The request as its account's use of a key, for routes that act on no company; null without the header. */
export function accountRequest(
  request: Request,
  { cuentaId }: AccountTenant,
  body: unknown,
): IdempotentRequest | null {
  const clave = readIdempotencyKey(request.headers)
  if (clave === null) return null
  return { cuentaId, ruta: routeOf(request), clave, cuerpo: hashBody(body) }
}

const routeOf = (request: Request): string => `${request.method} ${new URL(request.url).pathname}`

/** Answers live in the table `idempotencia`; claims only in memory, since one process serves one database. */
export function createIdempotency({ store, clock }: { store: Store; clock: Clock }): Idempotency {
  const { client, secrets } = store
  const { select, insert, replace, drop, forget } = prepareIdempotency(client)
  const running = new Set<string>()

  const find: Idempotency['find'] = (request) => {
    const row = select.get(ambito(request), request.ruta, request.clave)
    if (!row || (row.vence_at !== null && row.vence_at <= clock().toISOString())) return null
    if (row.cuerpo_sha256 !== request.cuerpo) {
      throw new AppError(
        'IDEMPOTENCY_MISMATCH',
        'La Idempotency-Key ya se usó con otro cuerpo; use una nueva',
      )
    }
    const body = JSON.parse(secrets.open(place(request), row.respuesta_cifrada).toString())
    return { status: row.status, body }
  }

  const keep: Idempotency['keep'] = (request, { status, body }, forever = false) => {
    const now = clock()
    // A secret that an answer carries is not kept longer than a client may ask for it.
    if (!forever) forget.run(now.toISOString())
    const { changes } = insert.run(
      request.empresaId ?? null,
      request.cuentaId ?? null,
      request.ruta,
      request.clave,
      request.cuerpo,
      status,
      secrets.seal(place(request), JSON.stringify(body)),
      now.toISOString(),
      forever ? null : new Date(now.getTime() + KEPT_MS).toISOString(),
    )
    if (!changes) throw new Error(`an answer is already kept for this key on ${request.ruta}`)
  }

  const claim: Idempotency['claim'] = (request) => {
    const name = scope(request)
    if (running.has(name)) {
      throw new AppError(
        'IDEMPOTENCY_IN_PROGRESS',
        'La primera solicitud con esta Idempotency-Key aún se procesa',
        {
          headers: { 'retry-after': '1' },
        },
      )
    }
    running.add(name)
    return () => void running.delete(name)
  }

  return {
    find,
    keep,
    claim,
    async once<T>(request: IdempotentRequest | null, run: () => Promise<IdempotentAnswer<T>>) {
      if (!request) return { ...(await run()), replayed: false }
      const kept = find(request)
      if (kept) return { ...(kept as IdempotentAnswer<T>), replayed: true }
      const release = claim(request)
      try {
        const answer = await run()
        keep(request, answer)
        return { ...answer, replayed: false }
      } finally {
        release()
      }
    },
    async hold<T, M extends { accepted: IdempotentAnswer }>(
      request: IdempotentRequest | null,
      make: () => M,
      finish: (made: M) => Promise<IdempotentAnswer<T>>,
      more: { forever?: boolean | undefined; ready?: () => Promise<void> } = {},
    ) {
      if (!request) {
        await more.ready?.()
        return { ...(await finish(make())), replayed: false }
      }
      // Before the look: the accepted answer is there while the first request still waits for a better one.
      const release = claim(request)
      const key = [ambito(request), request.ruta, request.clave] as const
      try {
        const kept = find(request)
        if (kept) return { ...(kept as IdempotentAnswer<T>), replayed: true }
        await more.ready?.()
        const made = client
          .transaction(() => {
            const fresh = make()
            keep(request, fresh.accepted, more.forever)
            return fresh
          })
          .immediate()
        try {
          const answer = await finish(made)
          replace.run(answer.status, secrets.seal(place(request), JSON.stringify(answer.body)), ...key)
          return { ...answer, replayed: false }
        } catch (fault) {
          drop.run(...key)
          throw fault
        }
      } finally {
        release()
      }
    },
    create<T>({ set }: { set: ReplySet }, request: IdempotentRequest | null, make: () => T, status = 201) {
      const made = (): { ok: true; data: T } => ({ ok: true, data: make() })
      const answer = client
        .transaction(() => {
          if (!request) return { status, body: made(), replayed: false }
          const kept = find(request)
          if (kept) return { ...(kept as IdempotentAnswer<{ ok: true; data: T }>), replayed: true }
          const body = made()
          keep(request, { status, body })
          return { status, body, replayed: false }
        })
        .immediate()
      return reply(set, answer)
    },
  }
}

const ambito = ({ empresaId, cuentaId }: IdempotentRequest): string => empresaId ?? cuentaId

const scope = (request: IdempotentRequest): string => `${ambito(request)}\0${request.ruta}\0${request.clave}`

const place = (request: IdempotentRequest) => ({
  table: 'idempotencia',
  column: 'respuesta_cifrada',
  id: scope(request),
})

function sortKeys(_: string, value: unknown): unknown {
  if (value instanceof Uint8Array) return sha256Of(value)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}
