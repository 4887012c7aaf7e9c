// From a request to its 202, for every route that issues one document (http §6): once for each Idempotency-Key, all that is
// wrong told before anything is taken, and folio, job, document and answer on disk together.

import type { Clock } from '../../../base/clock'
import type { Log } from '../../../base/log'
import { type Idempotency, type IdempotentRequest, idempotentRequest } from '../../../http/idempotency'
import { requestIdOf } from '../../../http/request-id'
import { type Cuerpo202, enColaToCuerpo } from './accepted-reply'
import { checkEmpresa } from './check-empresa'
import type { Commit } from './commit'
import type { CuotaEmision } from './cuota'
import type { Accepted, Emision } from './emision'
import type { OnBehalfOf } from './on-behalf-of'
import type { Reviewed } from './review'

/** A document that a request asks for, by the steps of its acceptance in their order. */
export interface PedidoEmision<T = void> {
  /** Looks at what it is made from, and once more (`before`: what it saw) when it is written. Throws its faults. */
  check(before: T | null): T
  /** Reads or builds it. Throws every fault at once. */
  review(checked: T): Reviewed
  /** Writes what goes with it, in its transaction. Returns what the answer tells. */
  record?(accepted: Accepted, checked: T): Accepted
}

/** The request and its answer, as a route has them. */
interface Exchange {
  request: Request
  set: { headers: Record<string, string | number> }
  body: unknown
  whose: OnBehalfOf
  /** The account whose quota it counts for. */
  tenant: { cuentaId: string }
  /** The key of what is issued once whatever its request says; absent, the request's own. */
  key?: IdempotentRequest
}

/** The body of the 202, and what was accepted for it: nothing when it repeats an earlier one. */
interface Answered {
  body: Cuerpo202
  accepted: Accepted | null
}

interface Deps {
  clock: Clock
  emision: Emision
  commit: Commit
  idempotency: Idempotency
  cuotaEmision: CuotaEmision
  log: Log
}

/** The answer that the key of a request got before; null without a key. */
export function findKept<T>(
  idempotency: Idempotency,
  key: IdempotentRequest | null,
): { body: T; accepted: null } | null {
  const kept = key && idempotency.find(key)
  return kept && { body: kept.body as T, accepted: null }
}

/** Ties a request to what it queued, for who knows one and looks for the other. Once it is committed. */
export function logQueued(log: Log, set: Exchange['set'], jobIds: readonly string[]): void {
  if (jobIds.length) log.info('dte.encolado', { request_id: requestIdOf(set), job_ids: jobIds })
}

export type AcceptOnce = ReturnType<typeof createAcceptOnce>

export function createAcceptOnce({ clock, emision, commit, idempotency, cuotaEmision, log }: Deps) {
  /** Writes document and answer. Inside a transaction, which may run twice. */
  function write<T>(
    key: IdempotentRequest | null,
    pedido: PedidoEmision<T>,
    before: T,
    reviewed: Reviewed,
    now: Date,
  ): Answered {
    const kept = findKept<Cuerpo202>(idempotency, key)
    if (kept) return kept
    const checked = pedido.check(before)
    const written = emision.accept(reviewed, now)
    const accepted = pedido.record?.(written, checked) ?? written
    const body = enColaToCuerpo(accepted)
    // For ever: a client may repeat a lost request weeks later, and a second invoice is worse than a row.
    if (key) idempotency.keep(key, { status: 202, body }, true)
    return { body, accepted }
  }

  async function accept<T>(key: IdempotentRequest | null, pedido: PedidoEmision<T>): Promise<Answered> {
    const kept = findKept<Cuerpo202>(idempotency, key)
    if (kept) return kept
    const checked = pedido.check(null)
    commit.checkQueue()
    const now = clock()
    const reviewed = pedido.review(checked)
    checkEmpresa(reviewed, now)
    return commit.together(() => write(key, pedido, checked, reviewed, now))
  }

  /**
   * Accepts what `ask` reads of a request, or repeats the answer that its key got before; the body of the 202. When it resolves,
   * folio, job and document are on disk; of a scheduled one, job and request. Throws what `pedido` throws, NO_FOLIOS,
   * CERTIFICATE_*, QUEUE_UNAVAILABLE when nothing could be made durable, and SII_UNAVAILABLE when it would have to say first
   * which folios it has.
   */
  return async <T>(exchange: Exchange, ask: () => PedidoEmision<T>): Promise<Cuerpo202> => {
    const { request, set, body, whose, tenant } = exchange
    const key = exchange.key ?? idempotentRequest(request, whose, body)
    let answered: Answered | null = null
    try {
      answered = await accept(key, ask())
    } finally {
      cuotaEmision.stamp(set, tenant.cuentaId, answered?.accepted?.cuota ?? null)
    }
    const { job_id } = answered.body.data
    set.headers.location = `/v1/dte/emision/${job_id}`
    if (answered.accepted) logQueued(log, set, [job_id])
    else set.headers['idempotent-replayed'] = 'true'
    return answered.body
  }
}
