// POST /v1/dte/emitir and its twin that issues nothing.

import { Type } from '@sinclair/typebox'
import type { Ambiente } from '../../domain/ambiente'
import { AppError, faultsError } from '../../domain/errors'
import { Advertencias } from '../../http/advertencias'
import { newArea } from '../../http/area'
import type { AreaDeps } from '../../http/deps'
import { Datos, Exact } from '../../http/envelope'
import { ErrorBody } from '../../http/errors'
import { IDEMPOTENCY_PARAMETER } from '../../http/openapi'
import type { Tenant } from '../../http/tenant'
import type { CuotaEmision } from './cuota'
import { DescuentosJson, DetalleJson, TotalesJson } from './documento.schema'
import { descuentosToJson, detalleToJson, totalesToJson } from './documento-json'
import type { Emision, Emisora } from './emision'
import { acceptOnce, Encolado, ERRORES_DOCUMENTO, ERRORES_EMISION, respuestasEncolado } from './encolado'
import type { Guias } from './guias'
import { ejemplosPorTipo, obligaciones } from './obligaciones.schema'
import type { Referencias } from './referencias'
import { CAMPOS_SOLICITUD, SolicitudBody } from './solicitud.schema'

const Validado = Exact({
  tipo_dte: Type.Integer(),
  totales: TotalesJson,
  detalle: DetalleJson,
  DscRcgGlobal: Type.Optional(DescuentosJson),
  advertencias: Advertencias,
})

const CONFLICTOS =
  'INVALID_STATE: faltan datos o la resolución de la empresa, o el documento referido ya no está vigente'

/**
 * The environment of a request: the credential's, or the body's `ambiente` where a session may choose (contract §1). Throws
 * VALIDATION_ERROR when the body and its twin, the header, name two.
 */
export function emisoraOf(tenant: Tenant, body: unknown, { headers }: Request): Emisora {
  const wanted =
    typeof body === 'object' && body !== null ? (body as { ambiente?: Ambiente }).ambiente : undefined
  const known = wanted === 'simulacion' || wanted === 'certificacion' || wanted === 'produccion'
  if (known && tenant.apiKeyId && wanted !== tenant.ambiente) {
    throw new AppError('FORBIDDEN', `La llave de API trabaja sólo en ${tenant.ambiente}`)
  }
  // Neither may win: one of the two can be a real invoice.
  if (known && headers.has('x-ambiente') && wanted !== tenant.ambiente) {
    const mensaje = `ambiente dice ${wanted} y el encabezado X-Ambiente, ${tenant.ambiente}; envíe uno solo`
    throw faultsError([{ campo: 'ambiente', regla: 'alias', mensaje }])
  }
  const { empresaId, tiposDte } = tenant
  return { empresaId, ambiente: known ? wanted : tenant.ambiente, tiposDte }
}

interface Deps extends Pick<AreaDeps, 'credential' | 'idempotency' | 'log'> {
  emision: Emision
  referencias: Referencias
  guias: Guias
  cuotaEmision: CuotaEmision
}

/** POST /v1/dte/emitir: takes a folio and queues the emission; never waits for the SII (specification, Versioning v1.4.0). */
export const emitirRoute = ({ credential, emision, idempotency, cuotaEmision, log }: Deps) =>
  newArea(credential).post(
    '/v1/dte/emitir',
    async ({ body, tenant, request, set, status }) => {
      const emisora = emisoraOf(tenant, body, request)
      const reply = await acceptOnce(
        idempotency,
        { request, set, body, emisora, tenant, cuotaEmision, log },
        (beside) => emision.enqueue(body, emisora, beside),
      )
      return status(202, reply)
    },
    {
      permission: 'dte:emitir',
      body: SolicitudBody,
      response: { 202: Datos(Encolado), 403: ErrorBody, 409: ErrorBody, 422: ErrorBody, 503: ErrorBody },
      detail: {
        tags: ['DTE'],
        summary: 'Emitir un documento',
        'x-errores': ERRORES_EMISION,
        parameters: [IDEMPOTENCY_PARAMETER],
        description:
          'Responde siempre 202 con el trabajo de emisión: folio, trabajo y documento ya están en disco. El SII se consulta después; siga el trabajo en `GET /v1/dte/emision/:jobId`. Con `Idempotency-Key` una repetición recibe la primera respuesta, para siempre.',
        responses: respuestasEncolado(CONFLICTOS),
        'x-al-dibujar': (hoy: string) => ({
          description: `Qué pide y qué no lleva cada tipo:\n\n${obligaciones(CAMPOS_SOLICITUD, hoy)}`,
          examples: ejemplosPorTipo(hoy),
        }),
      },
    },
  )

/** POST /v1/dte/validar: the document as it would be issued; needs no folio, CAF or certificate and stores nothing. */
export const validarRoute = ({ credential, emision, referencias, guias }: Deps) =>
  newArea(credential).post(
    '/v1/dte/validar',
    ({ body, tenant, request }) => {
      const emisora = emisoraOf(tenant, body, request)
      const { dte, solicitud, advertencias } = emision.review(body, emisora).documento
      const { empresaId, ambiente } = emisora
      const { forzarGuia } = solicitud
      const checked = referencias.check(dte, empresaId, ambiente, () =>
        guias.faultsOf(dte, empresaId, ambiente, forzarGuia),
      )
      const referidas = guias.referred(dte, empresaId, ambiente, forzarGuia)
      return {
        ok: true as const,
        data: {
          tipo_dte: dte.idDoc.tipoDte,
          totales: totalesToJson(dte),
          detalle: detalleToJson(dte),
          ...(dte.dscRcgGlobal.length > 0 && { DscRcgGlobal: descuentosToJson(dte) }),
          advertencias: [...advertencias, ...checked.advertencias, ...referidas.advertencias],
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
