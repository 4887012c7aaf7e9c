// The use case behind POST /v1/dte/emitir/lote, from the request to its 202: up to a hundred requests, each accepted or refused
// by itself, or all or none (http §1).

import type { Static } from '@sinclair/typebox'
import type { Clock } from '../../../base/clock'
import type { Log } from '../../../base/log'
import { pauses } from '../../../base/turn'
import type { Dte } from '../../../domain/dte/dte'
import { AppError, FAULTS_MAX, type Fault, faultsError } from '../../../domain/errors'
import { type Idempotency, type IdempotentRequest, idempotentRequest } from '../../../http/idempotency'
import type { ReplySet } from '../../../http/reply'
import type { Tenant } from '../../../http/tenant'
import type { Store } from '../../../store/store'
import { findKept, logQueued } from './accept-once'
import { checkEmpresa } from './check-empresa'
import type { Commit } from './commit'
import type { CuotaEmision } from './cuota'
import type { Accepted, Emision } from './emision'
import { type LoteBody, loteToCuerpo, type RespuestaLote } from './lote.schema'
import { readOnBehalfOf } from './on-behalf-of'
import type { Reviewed } from './review'
import { FALTAS_LOTE, orFault, refusal } from './whole-refusal'

interface Exchange {
  request: Request
  set: ReplySet
  body: Static<typeof LoteBody>
  tenant: Tenant
}

/** The body of the 202, and what was accepted for it: null when it repeats an earlier one. */
interface Answered {
  body: RespuestaLote
  accepted: Accepted[] | null
}

interface Deps {
  store: Store
  clock: Clock
  emision: Emision
  commit: Commit
  idempotency: Idempotency
  cuotaEmision: CuotaEmision
  log: Log
}

export type EmitirLote = ReturnType<typeof createEmitirLote>

/** Own documents of this batch by environment, type and folio: a request could name their folio by a guess alone. */
const claveDe = (ambiente: string, tipo: string, folio: string): string =>
  `${ambiente} ${tipo} ${Number(folio)}`

function checkMismoLote(dte: Dte, ambiente: string, emitidos: ReadonlySet<string>): void {
  const faults = dte.referencias.flatMap((ref, i): Fault[] => {
    const foreign = ref.rutOtro !== undefined && ref.rutOtro !== dte.emisor.rut
    if (foreign || !emitidos.has(claveDe(ambiente, ref.tipoDocumento ?? '', ref.folio ?? ''))) return []
    const mensaje = `El documento tipo ${ref.tipoDocumento} folio ${ref.folio} es de este mismo lote: refiérase a él cuando su folio conste`
    return [{ campo: `referencias[${i}].folio`, regla: 'mismo_lote', mensaje, code: 'REFERENCE_NOT_FOUND' }]
  })
  if (faults.length) throw faultsError(faults)
}

/** The same key however its path is written. */
const RUTA = 'POST /v1/dte/emitir/lote'

export function createEmitirLote({ store, clock, emision, commit, idempotency, cuotaEmision, log }: Deps) {
  /** Reads what can be read, a little at a time, so that a large batch does not keep the others waiting. */
  async function readAll({
    request,
    body: { documentos },
    tenant,
  }: Exchange): Promise<(Reviewed | AppError)[]> {
    const read: (Reviewed | AppError)[] = []
    const faltas = Math.min(FAULTS_MAX, Math.floor(FALTAS_LOTE / documentos.length))
    const pause = pauses()
    for (const cuerpo of documentos) {
      await pause()
      read.push(orFault(() => emision.review(cuerpo, readOnBehalfOf(tenant, cuerpo, request), true, faltas)))
    }
    return read
  }

  // A savepoint each: what is refused after its folio was taken gives it back, and the others keep theirs.
  const acceptOne = store.client.transaction(
    (reviewed: Reviewed, now: Date, emitidos: Set<string>): Accepted => {
      checkMismoLote(reviewed.documento.dte, reviewed.ambiente, emitidos)
      const accepted = emision.accept(reviewed, now)
      const { folio, tipoDte } = accepted
      if (folio !== null) emitidos.add(claveDe(reviewed.ambiente, String(tipoDte), String(folio)))
      return accepted
    },
  )

  /** Writes documents and answer. Inside a transaction, which may run twice. */
  function write(
    key: IdempotentRequest | null,
    leidos: readonly (Reviewed | AppError)[],
    now: Date,
    todoONada: boolean,
  ): Answered {
    const kept = findKept<RespuestaLote>(idempotency, key)
    if (kept) return kept
    const emitidos = new Set<string>()
    const resultados = leidos.map((leido) =>
      leido instanceof AppError ? leido : orFault(() => acceptOne(leido, now, emitidos)),
    )
    const refused = todoONada ? refusal(resultados, (i) => `documentos[${i}]`) : null
    if (refused) throw refused
    const accepted = resultados.flatMap((resultado) => (resultado instanceof AppError ? [] : resultado))
    const body = loteToCuerpo(resultados)
    // For ever, as every emission; a batch of which nothing was taken may be sent again under its key.
    if (key && accepted.length) idempotency.keep(key, { status: 202, body }, true)
    return { body, accepted }
  }

  async function accept(key: IdempotentRequest | null, exchange: Exchange): Promise<Answered> {
    const kept = findKept<RespuestaLote>(idempotency, key)
    if (kept) return kept
    commit.checkQueue()
    const leidos = await readAll(exchange)
    const now = clock()
    for (const leido of leidos) if (!(leido instanceof AppError)) checkEmpresa(leido, now)
    return commit.alone(() => write(key, leidos, now, exchange.body.todo_o_nada ?? false))
  }

  /**
   * Accepts a batch in one transaction, its idempotency record among it: a request that is repeated after a crash finds
   * all of it or nothing. Throws what keeps the company from issuing at all, QUEUE_UNAVAILABLE and SII_UNAVAILABLE with nothing
   * taken, and, with `todo_o_nada`, every fault of every document.
   */
  return async (exchange: Exchange): Promise<RespuestaLote> => {
    const { request, set, body, tenant } = exchange
    const asked = idempotentRequest(request, tenant, body)
    let answered: Answered | null = null
    try {
      answered = await accept(asked && { ...asked, ruta: RUTA }, exchange)
    } finally {
      const counted = answered?.accepted?.flatMap(({ cuota }) => cuota ?? []).at(-1)
      cuotaEmision.stamp(set, tenant.cuentaId, counted ?? null)
    }
    const { accepted } = answered
    if (!accepted) set.headers['idempotent-replayed'] = 'true'
    const jobIds = (accepted ?? []).map(({ jobId }) => jobId)
    logQueued(log, set, jobIds)
    return answered.body
  }
}
