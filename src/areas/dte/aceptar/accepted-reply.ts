// The 202 of every route that issues (http §6): its body, its headers, and one acceptance for each Idempotency-Key.

import { Type } from '@sinclair/typebox'
import type { Log } from '../../../base/log'
import type { ErrorCode } from '../../../domain/errors'
import { Advertencias } from '../../../http/advertencias'
import { Exact, Nullable, OneOf } from '../../../http/envelope'
import {
  hashBody,
  type Idempotency,
  type IdempotentAnswer,
  readIdempotencyKey,
} from '../../../http/idempotency'
import { requestIdOf } from '../../../http/request-id'
import { advertenciasToJson } from '../documento/documento-json'
import type { CuotaEmision } from './cuota'
import type { Accepted, Beside } from './emision'
import type { OnBehalfOf } from './on-behalf-of'

export const EmisionEnCola = Exact(
  {
    job_id: Type.String(),
    folio: Nullable(Type.Integer({ description: 'null mientras espera su hora.' })),
    tipo_dte: Type.Integer(),
    estado: OneOf({ pending: 'en cola', scheduled: 'espera su hora, sin folio' }),
    mensaje: Type.String(),
    advertencias: Type.Optional(Advertencias),
  },
  { 'x-nombre': 'EmisionEnCola' },
)

/** Errors that refuse a document before anything is taken. */
export const ERRORES_DOCUMENTO: ErrorCode[] = [
  'INVALID_RUT',
  'DOCUMENT_TYPE_NOT_ALLOWED',
  'REFERENCE_NOT_FOUND',
  'AMOUNT_MISMATCH',
  'BALANCE_EXCEEDED',
  'INVALID_STATE',
  'GUIDE_VOIDED',
  'GUIDE_ALREADY_INVOICED',
  'ALREADY_REPLACED',
]

/** Errors that refuse an emission. */
export const ERRORES_EMISION: ErrorCode[] = [
  ...ERRORES_DOCUMENTO,
  'CERTIFICATE_MISSING',
  'CERTIFICATE_EXPIRED',
  'CERTIFICATE_INVALID',
  'NO_FOLIOS',
  'EMISSION_LIMIT',
  'QUEUE_UNAVAILABLE',
  'SII_UNAVAILABLE',
]

const header = (description: string, type: 'string' | 'integer' = 'string') => ({
  description,
  schema: { type },
})

/** The documentation of the answers beyond their bodies; `conflictos` tells when 409 comes back. */
export const respuestasEnCola = (conflictos: string) => ({
  202: {
    description:
      'En cola: el folio está tomado y el documento guardado. Con `programar_para`, `scheduled`: guardado, y `folio` null hasta su hora',
    headers: {
      Location: header('El trabajo: `/v1/dte/emision/:jobId`.'),
      'Idempotent-Replayed': header('`true` cuando es la respuesta guardada de la misma Idempotency-Key.'),
    },
  },
  409: {
    description: `NO_FOLIOS: no quedan folios de ese tipo, cargue o pida un CAF y repita. ${conflictos}`,
  },
  503: {
    description:
      'QUEUE_UNAVAILABLE: la cola no está disponible o está llena. SII_UNAVAILABLE: el tipo está por conciliar (vea `GET /v1/dte/folios`) y el SII, al que hay que preguntar qué folios tiene, no respondió en 20 segundos. En ambos casos nada se creó ni se tomó; repita después',
    headers: { 'Retry-After': header('Segundos que conviene esperar.', 'integer') },
  },
})

/** An accepted document as its 202 tells it. */
export const enColaToJson = ({ jobId, folio, tipoDte, programadoPara, advertencias }: Accepted) => ({
  job_id: jobId,
  folio,
  tipo_dte: tipoDte,
  estado: programadoPara ? ('scheduled' as const) : ('pending' as const),
  mensaje: programadoPara
    ? `Emisión programada para ${programadoPara.toISOString()}: documento tipo ${tipoDte}, su folio se toma entonces`
    : `Emisión en cola: documento tipo ${tipoDte}, folio ${folio}`,
  ...(advertencias.length && {
    advertencias: advertenciasToJson(advertencias) as Accepted['advertencias'],
  }),
})

const toBody = (accepted: Accepted) => ({ ok: true as const, data: enColaToJson(accepted) })

/** Ties a request to what it queued, for who knows one and looks for the other. Once it is committed. */
export function logQueued(log: Log, set: Pedido['set'], jobIds: readonly string[]): void {
  if (jobIds.length) log.info('dte.encolado', { request_id: requestIdOf(set), job_ids: jobIds })
}

interface Pedido {
  request: Request
  set: { headers: Record<string, string | number> }
  body: unknown
  whose: OnBehalfOf
  /** The account whose quota it counts for. */
  tenant: { cuentaId: string }
  cuotaEmision: CuotaEmision
  log: Log
}

/** Accepts what a request asks for, or repeats the answer that its Idempotency-Key got before; the body of the 202. */
export async function acceptOnce(
  idempotency: Idempotency,
  { request, set, body, whose: { empresaId, ambiente }, tenant, cuotaEmision, log }: Pedido,
  accept: (beside: Beside<IdempotentAnswer>) => Promise<IdempotentAnswer>,
): Promise<ReturnType<typeof toBody>> {
  const clave = readIdempotencyKey(request.headers)
  const ruta = `${request.method} ${new URL(request.url).pathname}`
  const use = clave && { empresaId, ruta, clave, cuerpo: hashBody({ ambiente, body }) }
  // A transaction may run twice: the last one counts.
  const last: { accepted: Accepted | null } = { accepted: null }
  let answer: IdempotentAnswer
  try {
    answer = await accept({
      before() {
        last.accepted = null
        return use ? idempotency.find(use) : null
      },
      after(accepted) {
        last.accepted = accepted
        const made = { status: 202, body: toBody(accepted) }
        // For ever: a client may repeat a lost request weeks later, and a second invoice is worse than a row.
        if (use) idempotency.keep(use, made, true)
        return made
      },
    })
  } catch (fault) {
    cuotaEmision.stamp(set, tenant.cuentaId, null)
    throw fault
  }
  cuotaEmision.stamp(set, tenant.cuentaId, last.accepted?.cuota ?? null)
  const reply = answer.body as ReturnType<typeof toBody>
  set.headers.location = `/v1/dte/emision/${reply.data.job_id}`
  if (last.accepted) logQueued(log, set, [reply.data.job_id])
  else set.headers['idempotent-replayed'] = 'true'
  return reply
}
