// Emission jobs as clients see them: one, a list, and the two things a person can do with one that stopped (http §6).

import { Type } from '@sinclair/typebox'
import { AppError } from '../../../domain/errors'
import { rutQuery } from '../../../http/alias'
import { newArea } from '../../../http/area'
import { readNumbers, readWords } from '../../../http/comma-list'
import type { AreaDeps } from '../../../http/deps'
import { Datos, Exact, Lista, Nullable, significados } from '../../../http/envelope'
import { idempotentRequest } from '../../../http/idempotency'
import { readRut } from '../../../http/list-filters'
import { answerList, ordenQuery } from '../../../http/listing'
import { IDEMPOTENCY_PARAMETER } from '../../../http/openapi'
import { pageQuery, readPage } from '../../../http/paging'
import { readAll } from '../../../http/read-all'
import { Legible } from '../../../http/rule'
import { readEnd, spanQuery } from '../../../http/span'
import { requireTipo, type Tenant } from '../../../http/tenant'
import type { Cola } from '../../../jobs/cola'
import { ESTADOS, SIGNIFICADO_ESTADO } from '../../../jobs/estados'
import type { JobRecord } from '../../../jobs/record'
import { ERRORES_EMISION } from '../aceptar/accepted-reply'
import type { Reconciliation } from '../aceptar/reconciliation'
import type { Documentos } from '../documento/documento-store'
import type { Programadas } from '../documento/programada-store'
import type { Envios } from '../envio/envio-store'
import type { Lineas } from '../envio/linea'
import { EMITIR } from '../envio/linea'
import type { Reenvios } from '../envio/reenvio-store'
import { bulkDiscardRoute } from './bulk-discard.route'
import type { RefusedFiles } from './refused-files'
import { Trabajo, toJson } from './trabajo-json'
import { createTrabajos, onDocumento } from './trabajos'

interface Deps extends Pick<AreaDeps, 'credential' | 'audit' | 'idempotency' | 'store' | 'clock'> {
  cola: Cola
  documentos: Documentos
  envios: Envios
  programadas: Programadas
  lineas: Lineas
  reenvios: Reenvios
  refusedFiles: RefusedFiles
  reconciliation: Reconciliation
  queue: { wake(): void }
}

const ORDEN = '-created_at'

const keyOf = (tenant: Tenant, id: string) => ({
  kind: EMITIR,
  empresaId: tenant.empresaId,
  ambiente: tenant.ambiente,
  id,
})

/** GET /v1/dte/emision and /v1/dte/emision/:jobId, POST …/reintentar and …/descartar. */
export const trabajoRoute = (deps: Deps) => {
  const {
    credential,
    cola,
    documentos,
    programadas,
    queue,
    audit,
    idempotency,
    refusedFiles,
    reconciliation,
  } = deps
  const trabajos = createTrabajos(deps)
  /** Moves a job of a type that the person may issue, and notes who did. */
  const act = (
    tenant: Tenant,
    id: string,
    accion: 'emision.reintentada' | 'emision.descartada',
    detalle: object,
    move: (key: ReturnType<typeof keyOf>) => JobRecord,
  ): JobRecord => {
    const rowOf = () => documentos.byJob(id) ?? { ...programadas.get(id)!, folio: null }
    return audit(
      tenant,
      () => {
        const job = move(keyOf(tenant, id))
        requireTipo(tenant, rowOf().tipo_dte)
        return job
      },
      () => {
        const { tipo_dte, folio } = rowOf()
        return { accion, objeto: id, detalle: { tipo_dte, folio, ...detalle } }
      },
    )
  }
  const discard = (tenant: Tenant, id: string, liberarFolio: boolean): JobRecord =>
    act(tenant, id, 'emision.descartada', { liberar_folio: liberarFolio }, (key) =>
      refusedFiles.discard(key) ? cola.get(key)! : cola.discard(key, { liberarFolio }),
    )
  const tags = ['DTE']
  return newArea(credential)
    .get(
      '/v1/dte/emision/:jobId',
      ({ tenant, params }) => {
        const job = cola.get(keyOf(tenant, params.jobId))
        if (!job) throw new AppError('NOT_FOUND', 'No existe el trabajo de emisión')
        return { ok: true as const, data: toJson(job, deps, true) }
      },
      {
        permission: 'dte:leer',
        response: Datos(Trabajo),
        detail: {
          tags,
          summary: 'Ver un trabajo de emisión',
          description:
            'Consulte cada 2 a 3 segundos hasta que `estado` no sea `pending` ni `processing`. `scheduled` espera su hora en `proximo_intento`, sin folio. `completed` significa que el SII recibió el envío, no que lo aceptó: el veredicto está en `estado_sii` del documento.',
        },
      },
    )
    .get(
      '/v1/dte/emision',
      async ({ tenant, query, request }) => {
        const { estado, tipo_dte, q } = query
        const [, desde, hasta, estados, tipos, , rut] = readAll(
          () => readPage(query),
          () => readEnd(query, 'desde'),
          () => readEnd(query, 'hasta'),
          () => (estado ? readWords('estado', estado, ESTADOS) : undefined),
          () => (tipo_dte ? readNumbers('tipo_dte', tipo_dte) : undefined),
          () => onDocumento({ tipos: undefined, q }),
          () => (query.rut ? readRut('rut', query.rut) : undefined),
        )
        const source = await trabajos(tenant, { estados, tipos, q, rut, desde, hasta })
        return answerList({ query, request }, { orden: ORDEN }, source, (job) => toJson(job, deps, false))
      },
      {
        permission: 'dte:leer',
        query: Exact({
          ...pageQuery,
          ...ordenQuery(ORDEN),
          estado: Type.Optional(
            Legible((text) => readWords('estado', text, ESTADOS), {
              description: `Uno o varios, separados por coma. ${significados(SIGNIFICADO_ESTADO)}.`,
              examples: ['failed,dlq'],
            }),
          ),
          tipo_dte: Type.Optional(
            Legible((text) => readNumbers('tipo_dte', text), {
              description: 'Uno o varios, separados por coma.',
              examples: ['33,61'],
            }),
          ),
          q: Type.Optional(
            Legible((q) => onDocumento({ tipos: undefined, q }), {
              description:
                'RUT del receptor o cómo empieza, folio, o parte de su razón social o de la referencia externa; sin distinguir mayúsculas ni tildes.',
            }),
          ),
          ...rutQuery('De quien recibe.'),
          ...spanQuery('Creados'),
        }),
        response: Lista(Trabajo),
        detail: {
          tags,
          summary: 'Listar trabajos de emisión',
          description: 'Sin `result`: pídalo por trabajo.',
        },
      },
    )
    .post(
      '/v1/dte/emision/:jobId/reintentar',
      async ({ tenant, params, request, set }) => {
        const retry = () =>
          act(tenant, params.jobId, 'emision.reintentada', {}, (key) =>
            refusedFiles.retry(key) ? cola.get(key)! : cola.retry(key),
          )
        const use = idempotentRequest(request, tenant, null)
        const answer = await reconciliation.around(() =>
          idempotency.create({ set }, use, () => toJson(retry(), deps, false), 202),
        )
        queue.wake()
        return answer
      },
      {
        permission: 'dte:emitir',
        response: { 202: Datos(Trabajo) },
        detail: {
          tags,
          parameters: [IDEMPOTENCY_PARAMETER],
          summary: 'Reintentar un trabajo fallido',
          'x-errores': ERRORES_EMISION,
          description:
            'Mismo folio; si ya se firmó, los mismos bytes. Uno que espera (`pending`) lo intenta ahora. Uno `completed` cuyo sobre el SII rechazó después por completo, por una causa ajena al documento (carátula o permiso: vea `error`), se envía otra vez en un sobre nuevo junto a los que esperan con él. Uno programado que falló a su hora toma su folio ahora, o responde lo que aún lo impide y queda igual.',
        },
      },
    )
    .use(bulkDiscardRoute({ credential, idempotency, discard }))
    .post(
      '/v1/dte/emision/:jobId/descartar',
      ({ tenant, params, body, request, set }) => {
        const use = idempotentRequest(request, tenant, body)
        const done = () => toJson(discard(tenant, params.jobId, body?.liberar_folio ?? true), deps, false)
        return idempotency.create({ set }, use, done, 200)
      },
      {
        permission: 'dte:emitir',
        body: Nullable(Exact({ liberar_folio: Type.Optional(Type.Boolean()) })),
        response: Datos(Trabajo),
        detail: {
          tags,
          parameters: [IDEMPOTENCY_PARAMETER],
          summary: 'Descartar un trabajo fallido o programado',
          'x-errores': ['INVALID_STATE'],
          description:
            'El folio queda libre si el SII nunca vio el documento; si pudo verlo, queda por anular. Un trabajo programado no tiene folio que liberar. Uno `completed` que espera tras el rechazo de su sobre completo queda `rechazado`, con su folio por anular. El cuerpo puede omitirse.',
        },
      },
    )
}
