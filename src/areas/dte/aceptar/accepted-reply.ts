// The 202 of every route that issues (http §6): its body, and the documentation of its answers.

import { Type } from '@sinclair/typebox'
import type { ErrorCode } from '../../../domain/errors'
import { Advertencias } from '../../../http/advertencias'
import { Exact, Nullable, OneOf } from '../../../http/envelope'
import { advertenciasToJson } from '../documento/documento-json'
import type { Accepted } from './emision'

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
  'EXCHANGE_RATE_MISSING',
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

/** The body of the 202 for one document. */
export const enColaToCuerpo = (accepted: Accepted) => ({ ok: true as const, data: enColaToJson(accepted) })

export type Cuerpo202 = ReturnType<typeof enColaToCuerpo>
