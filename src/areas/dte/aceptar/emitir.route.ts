// POST /v1/dte/emitir and its twin that issues nothing.

import { Type } from '@sinclair/typebox'
import { Advertencias } from '../../../http/advertencias'
import { newArea } from '../../../http/area'
import type { AreaDeps } from '../../../http/deps'
import { Datos, Exact } from '../../../http/envelope'
import { ErrorBody } from '../../../http/errors'
import { IDEMPOTENCY_PARAMETER } from '../../../http/openapi'
import { DescuentosJson, DetalleJson, TotalesJson } from '../documento/documento.schema'
import { descuentosToJson, detalleToJson, totalesToJson } from '../documento/documento-json'
import { ejemplosPorTipo, obligaciones } from '../solicitud/obligaciones.schema'
import { CAMPOS_SOLICITUD, SolicitudBody } from '../solicitud/solicitud.schema'
import type { AcceptOnce } from './accept-once'
import { EmisionEnCola, ERRORES_DOCUMENTO, ERRORES_EMISION, respuestasEnCola } from './accepted-reply'
import type { Emision } from './emision'
import { readOnBehalfOf } from './on-behalf-of'

const Validado = Exact({
  tipo_dte: Type.Integer(),
  totales: TotalesJson,
  detalle: DetalleJson,
  DscRcgGlobal: Type.Optional(DescuentosJson),
  advertencias: Advertencias,
})

const CONFLICTOS =
  'INVALID_STATE: faltan datos o la resolución de la empresa, o el documento referido ya no está vigente'

interface Deps extends Pick<AreaDeps, 'credential'> {
  acceptOnce: AcceptOnce
  emision: Emision
}

/** POST /v1/dte/emitir: takes a folio and queues the emission; never waits for the SII (http §6). */
export const emitirRoute = ({ credential, acceptOnce, emision }: Deps) =>
  newArea(credential).post(
    '/v1/dte/emitir',
    async ({ body, tenant, request, set, status }) => {
      const whose = readOnBehalfOf(tenant, body, request)
      const exchange = { request, set, body, whose, tenant }
      const reply = await acceptOnce(exchange, () => ({
        check() {},
        review: () => emision.review(body, whose, true),
      }))
      return status(202, reply)
    },
    {
      permission: 'dte:emitir',
      body: SolicitudBody,
      response: { 202: Datos(EmisionEnCola), 403: ErrorBody, 409: ErrorBody, 422: ErrorBody, 503: ErrorBody },
      detail: {
        tags: ['DTE'],
        summary: 'Emitir un documento',
        'x-errores': ERRORES_EMISION,
        parameters: [IDEMPOTENCY_PARAMETER],
        description:
          'Responde siempre 202 con el trabajo de emisión: folio, trabajo y documento ya están en disco. El SII se consulta después; siga el trabajo en `GET /v1/dte/emision/:jobId`. Con `Idempotency-Key` una repetición recibe la primera respuesta, para siempre.',
        responses: respuestasEnCola(CONFLICTOS),
        'x-al-dibujar': (hoy: string) => ({
          description: `Qué pide y qué no lleva cada tipo:\n\n${obligaciones(CAMPOS_SOLICITUD, hoy)}`,
          examples: ejemplosPorTipo(hoy),
        }),
      },
    },
  )

/** POST /v1/dte/validar: the document as it would be issued; needs no folio, CAF or certificate and stores nothing. */
export const validarRoute = ({ credential, emision }: Deps) =>
  newArea(credential).post(
    '/v1/dte/validar',
    ({ body, tenant, request }) => {
      const reviewed = emision.review(body, readOnBehalfOf(tenant, body, request))
      const { dte } = reviewed.documento
      return {
        ok: true as const,
        data: {
          tipo_dte: dte.idDoc.tipoDte,
          totales: totalesToJson(dte),
          detalle: detalleToJson(dte),
          ...(dte.dscRcgGlobal.length > 0 && { DscRcgGlobal: descuentosToJson(dte) }),
          advertencias: emision.warn(reviewed),
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
        'x-errores': ERRORES_DOCUMENTO,
        description:
          'No toma folio ni guarda nada: devuelve totales y líneas como quedarían, o todas las faltas a la vez.',
      },
    },
  )
