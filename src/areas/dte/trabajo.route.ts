// Emission jobs as clients see them: one, a list, and the two things a person can do with one that stopped (contract §6).

import { type Static, type TLiteral, Type } from '@sinclair/typebox'
import { AppError } from '../../domain/errors'
import { newArea } from '../../http/area'
import type { AreaDeps } from '../../http/deps'
import { Datos, Exact, Lista, Nullable } from '../../http/envelope'
import { readInstant } from '../../http/instant'
import { pageQuery, paginate, readPage } from '../../http/paging'
import { requireTipo, type Tenant } from '../../http/tenant'
import type { Cola } from '../../jobs/cola'
import { ESTADOS, type Estado as EstadoTrabajo } from '../../jobs/estados'
import type { JobRecord } from '../../jobs/record'
import { LATIN1_DECLARATION } from '../../xml/dte-xml'
import type { DocumentoRow, Documentos } from './documento-store'
import { EMITIR, MAX_INTENTOS } from './emision'
import { ERRORES_EMISION } from './encolado'
import type { Envios } from './envio-store'
import type { Programadas } from './programada-store'

const Falla = Exact({
  code: Type.String(),
  error: Type.String(),
  etapa: Nullable(Type.String()),
  reintentable: Type.Boolean(),
  sii: Nullable(
    Exact({
      codigo: Nullable(Type.String()),
      glosa: Nullable(Type.String()),
      causa: Nullable(Type.String()),
      solucion: Nullable(Type.String()),
    }),
  ),
  accion: Nullable(Type.String()),
})

const Resultado = Exact({
  track_id: Nullable(Type.String()),
  folio: Type.Integer(),
  rut_receptor: Type.String(),
  monto_total: Type.Number(),
  xml_firmado: Type.String(),
})

const instante = Nullable(Type.String({ format: 'date-time' }))

// A union over a list has no tuple for TypeBox to infer from.
const Estado = Type.Union(ESTADOS.map((estado) => Type.Literal(estado))) as unknown as TLiteral<EstadoTrabajo>

const Trabajo = Exact({
  id: Type.String(),
  estado: Estado,
  tipo_dte: Type.Integer(),
  folio: Nullable(Type.Integer()),
  ambiente: Type.String(),
  empresa_id: Type.String(),
  referencia_externa: Nullable(Type.String()),
  created_at: Type.String(),
  started_at: instante,
  completed_at: instante,
  failed_at: instante,
  intentos: Type.Integer(),
  max_intentos: Type.Integer(),
  proximo_intento: instante,
  result: Nullable(Resultado),
  error: Nullable(Falla),
  folio_estado: Nullable(Type.String()),
})

interface Deps extends Pick<AreaDeps, 'credential' | 'audit'> {
  cola: Cola
  documentos: Documentos
  envios: Envios
  programadas: Programadas
  queue: { wake(): void }
}

const iso = (at: Date | null): string | null => at?.toISOString() ?? null

/** A job as it is shown. One that waits for its hour, or failed then, has no document yet. */
function toJson(job: JobRecord, deps: Deps, withXml: boolean): Static<typeof Trabajo> {
  const row = deps.documentos.byJob(job.id)
  const { tipo_dte, referencia_externa } = row ?? deps.programadas.get(job.id)!
  const done = job.estado === 'completed'
  return {
    id: job.id,
    estado: job.estado,
    tipo_dte,
    folio: row?.folio ?? null,
    ambiente: job.ambiente,
    empresa_id: job.empresaId,
    referencia_externa,
    created_at: job.createdAt.toISOString(),
    started_at: iso(job.startedAt),
    completed_at: iso(job.completedAt),
    failed_at: iso(job.failedAt),
    intentos: job.intentos,
    max_intentos: MAX_INTENTOS,
    proximo_intento: iso(job.proximoIntento),
    result: done && withXml && row ? resultOf(row, deps) : null,
    error: done ? null : job.error,
    folio_estado: row?.folio_estado ?? null,
  }
}

const resultOf = (row: DocumentoRow, { documentos, envios }: Deps): Static<typeof Resultado> => ({
  track_id: envios.get(row.envio_id!)!.track_id,
  folio: row.folio,
  rut_receptor: row.rut_receptor,
  monto_total: row.monto_total,
  xml_firmado: LATIN1_DECLARATION + documentos.xml(row)!,
})

const keyOf = (tenant: Tenant, id: string) => ({
  kind: EMITIR,
  empresaId: tenant.empresaId,
  ambiente: tenant.ambiente,
  id,
})

/** GET /v1/dte/emision and /v1/dte/emision/:jobId, POST …/reintentar and …/descartar. */
export const trabajoRoute = (deps: Deps) => {
  const { credential, cola, documentos, programadas, queue, audit } = deps
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
      ({ tenant, query, request }) => {
        const page = readPage(query)
        const found = cola.list({
          kind: EMITIR,
          empresaId: tenant.empresaId,
          ambiente: tenant.ambiente,
          ...(query.estado && { estado: query.estado }),
          desde: readInstant('desde', query.desde),
          hasta: readInstant('hasta', query.hasta),
          pagina: page.pagina,
          limite: page.limite,
        })
        const data = found.jobs.map((job) => toJson(job, deps, false))
        return { ok: true as const, data, paginacion: paginate(page, found.total, request.url) }
      },
      {
        permission: 'dte:leer',
        query: Exact({
          ...pageQuery,
          estado: Type.Optional(Estado),
          desde: Type.Optional(
            Type.String({ description: 'Creados desde: una fecha de Chile o un instante ISO 8601.' }),
          ),
          hasta: Type.Optional(
            Type.String({
              description: 'Creados hasta: una fecha de Chile, incluida, o un instante ISO 8601, excluido.',
            }),
          ),
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
      ({ tenant, params }) => {
        const job = act(tenant, params.jobId, 'emision.reintentada', {}, (key) => cola.retry(key))
        queue.wake()
        return { ok: true as const, data: toJson(job, deps, false) }
      },
      {
        permission: 'dte:emitir',
        response: Datos(Trabajo),
        detail: {
          tags,
          summary: 'Reintentar un trabajo fallido',
          'x-errores': ERRORES_EMISION,
          description:
            'Mismo folio; si ya se firmó, los mismos bytes. Uno programado que falló a su hora toma su folio ahora, o responde lo que aún lo impide y queda igual.',
        },
      },
    )
    .post(
      '/v1/dte/emision/:jobId/descartar',
      ({ tenant, params, body }) => {
        const liberarFolio = body?.liberar_folio ?? true
        const job = act(tenant, params.jobId, 'emision.descartada', { liberar_folio: liberarFolio }, (key) =>
          cola.discard(key, { liberarFolio }),
        )
        return { ok: true as const, data: toJson(job, deps, false) }
      },
      {
        permission: 'dte:emitir',
        body: Nullable(Exact({ liberar_folio: Type.Optional(Type.Boolean()) })),
        response: Datos(Trabajo),
        detail: {
          tags,
          summary: 'Descartar un trabajo fallido o programado',
          'x-errores': ['INVALID_STATE'],
          description:
            'El folio queda libre si el SII nunca vio el documento; si pudo verlo, queda por anular. Un trabajo programado no tiene folio que liberar. El cuerpo puede omitirse.',
        },
      },
    )
}
