// POST /v1/dte/emitir and its twin that issues nothing.

import { Type } from '@sinclair/typebox'
import type { Ambiente } from '../../domain/ambiente'
import { AppError } from '../../domain/errors'
import { newArea } from '../../http/area'
import type { AreaDeps } from '../../http/deps'
import { Datos, Exact, Nullable } from '../../http/envelope'
import { ErrorBody } from '../../http/errors'
import { hashBody, type IdempotentAnswer, readIdempotencyKey } from '../../http/idempotency'
import { IDEMPOTENCY_PARAMETER } from '../../http/openapi'
import type { Tenant } from '../../http/tenant'
import { advertenciasToJson, detalleToJson, totalesToJson } from './documento-json'
import type { Aceptado, Emision, Emisora } from './emision'
import type { Referencias } from './referencias'
import { SolicitudBody } from './solicitud.schema'

const Advertencias = Type.Array(
  Type.Object({ code: Type.String(), campo: Type.String(), mensaje: Type.String() }),
)

/** What is told of an accepted document. */
export const Encolado = Exact({
  job_id: Type.String(),
  folio: Nullable(Type.Integer()),
  tipo_dte: Type.Integer(),
  estado: Type.Union([Type.Literal('pending'), Type.Literal('scheduled')]),
  mensaje: Type.String(),
  advertencias: Type.Optional(Advertencias),
})

const Validado = Exact({
  tipo_dte: Type.Integer(),
  totales: Type.Object({}),
  detalle: Type.Array(Type.Object({})),
  advertencias: Advertencias,
})

const header = (description: string, type: 'string' | 'integer' = 'string') => ({
  description,
  schema: { type },
})

// What a program must know of the answers beyond their bodies.
const RESPUESTAS = {
  202: {
    description:
      'En cola: el folio está tomado y el documento guardado. Con `programar_para`, `scheduled`: guardado, y `folio` null hasta su hora',
    headers: {
      Location: header('El trabajo: `/v1/dte/emision/:jobId`.'),
      'Idempotent-Replayed': header('`true` cuando es la respuesta guardada de la misma Idempotency-Key.'),
    },
  },
  409: {
    description:
      'NO_FOLIOS: no quedan folios de ese tipo, cargue o pida un CAF y repita. INVALID_STATE: faltan datos o la resolución de la empresa, o el documento referido ya no está vigente',
  },
  503: {
    description: 'QUEUE_UNAVAILABLE: la cola no está disponible o está llena; nada se creó, repita después',
    headers: { 'Retry-After': header('Segundos que conviene esperar.', 'integer') },
  },
}

/** An accepted document as its 202 tells it. */
export const toEncolado = ({ jobId, folio, tipoDte, programadoPara, advertencias }: Aceptado) => ({
  job_id: jobId,
  folio,
  tipo_dte: tipoDte,
  estado: programadoPara ? ('scheduled' as const) : ('pending' as const),
  mensaje: programadoPara
    ? `Emisión programada para ${programadoPara.toISOString()}: documento tipo ${tipoDte}, su folio se toma entonces`
    : `Emisión en cola: documento tipo ${tipoDte}, folio ${folio}`,
  ...(advertencias.length && {
    advertencias: advertenciasToJson(advertencias) as Aceptado['advertencias'],
  }),
})

const toBody = (aceptado: Aceptado) => ({ ok: true as const, data: toEncolado(aceptado) })

/** The environment of a request: the credential's, or the body's `ambiente` where a session may choose (contract §1). */
export function emisoraOf(tenant: Tenant, body: unknown): Emisora {
  const wanted =
    typeof body === 'object' && body !== null ? (body as { ambiente?: Ambiente }).ambiente : undefined
  const known = wanted === 'simulacion' || wanted === 'certificacion' || wanted === 'produccion'
  if (known && tenant.apiKeyId && wanted !== tenant.ambiente) {
    throw new AppError('FORBIDDEN', `La llave de API trabaja sólo en ${tenant.ambiente}`)
  }
  return { empresaId: tenant.empresaId, ambiente: known ? wanted : tenant.ambiente }
}

interface Deps extends Pick<AreaDeps, 'credential' | 'idempotency'> {
  emision: Emision
  referencias: Referencias
}

/** POST /v1/dte/emitir: takes a folio and queues the emission; never waits for the SII (specification, Versioning v1.4.0). */
export const emitirRoute = ({ credential, emision, idempotency }: Deps) =>
  newArea(credential).post(
    '/v1/dte/emitir',
    async ({ body, tenant, request, set, status }) => {
      const clave = readIdempotencyKey(request.headers)
      const emisora = emisoraOf(tenant, body)
      const use = clave && {
        empresaId: emisora.empresaId,
        ruta: 'POST /v1/dte/emitir',
        clave,
        cuerpo: hashBody({ ambiente: emisora.ambiente, body }),
      }
      let replayed = true
      const answer = await emision.enqueue<IdempotentAnswer>(body, emisora, {
        before: () => (use ? idempotency.find(use) : null),
        after(aceptado) {
          replayed = false
          const made = { status: 202, body: toBody(aceptado) }
          // For ever: a client may repeat a lost request weeks later, and a second invoice is worse than a row.
          if (use) idempotency.keep(use, made, true)
          return made
        },
      })
      const reply = answer.body as ReturnType<typeof toBody>
      set.headers.location = `/v1/dte/emision/${reply.data.job_id}`
      if (replayed) set.headers['idempotent-replayed'] = 'true'
      return status(202, reply)
    },
    {
      permission: 'dte:emitir',
      body: SolicitudBody,
      response: { 202: Datos(Encolado), 403: ErrorBody, 409: ErrorBody, 422: ErrorBody, 503: ErrorBody },
      detail: {
        tags: ['DTE'],
        summary: 'Emitir un documento',
        parameters: [IDEMPOTENCY_PARAMETER],
        description:
          'Responde siempre 202 con el trabajo de emisión: folio, trabajo y documento ya están en disco. El SII se consulta después; siga el trabajo en `GET /v1/dte/emision/:jobId`. Con `Idempotency-Key` una repetición recibe la primera respuesta, para siempre.',
        responses: RESPUESTAS,
      },
    },
  )

/** POST /v1/dte/validar: the document as it would be issued; needs no folio, CAF or certificate and stores nothing. */
export const validarRoute = ({ credential, emision, referencias }: Deps) =>
  newArea(credential).post(
    '/v1/dte/validar',
    ({ body, tenant }) => {
      const emisora = emisoraOf(tenant, body)
      const { dte, advertencias } = emision.review(body, emisora).documento
      const checked = referencias.check(dte, emisora.empresaId, emisora.ambiente)
      return {
        ok: true as const,
        data: {
          tipo_dte: dte.idDoc.tipoDte,
          totales: totalesToJson(dte.totales, dte.otraMoneda),
          detalle: detalleToJson(dte.detalle),
          advertencias: [...advertencias, ...checked.advertencias],
        },
      }
    },
    {
      permission: 'dte:emitir',
      body: SolicitudBody,
      response: { 200: Datos(Validado), 422: ErrorBody },
      detail: {
        tags: ['DTE'],
        summary: 'Validar un documento sin emitirlo',
        description:
          'No toma folio ni guarda nada: devuelve totales y líneas como quedarían, o todas las faltas a la vez.',
      },
    },
  )
