// GET <base>/trabajos and <base>/trabajos/:jobId, POST …/reintentar and …/descartar, <base>/trabajos/descartar for many: mounted by
// each area for its own kinds (jobs §6).

import { type TSchema, Type } from '@sinclair/typebox'
import type { Accion } from '../../domain/auditoria'
import { AppError } from '../../domain/errors'
import type { Permiso } from '../../domain/permisos'
import { type TipoTrabajo, TRABAJOS } from '../../domain/trabajos'
import { newArea } from '../../http/area'
import { readWords } from '../../http/comma-list'
import type { AreaDeps } from '../../http/deps'
import { DESCARTES_MAX, Descartados, discardIds, discardMany } from '../../http/discard-many'
import { Datos, Exact, Lista, significados } from '../../http/envelope'
import { idempotentRequest } from '../../http/idempotency'
import { answerList, listQuery } from '../../http/listing'
import { IDEMPOTENCY_PARAMETER } from '../../http/openapi'
import { readPage } from '../../http/paging'
import { readAll } from '../../http/read-all'
import type { ReplySet } from '../../http/reply'
import { Legible } from '../../http/rule'
import { readEnd, spanQuery } from '../../http/span'
import type { Tenant } from '../../http/tenant'
import type { Cola } from '../../jobs/cola'
import { ESTADOS } from '../../jobs/estados'
import type { JobRecord } from '../../jobs/record'
import type { Runner } from '../../jobs/runner'
import type { Trabajos } from './create'
import { toJson, trabajoSchema } from './trabajo-json'

export interface TrabajosDeps extends Pick<AreaDeps, 'credential' | 'audit' | 'idempotency'> {
  trabajos: Trabajos
  cola: Cola
  queue: Pick<Runner, 'wake'>
}

interface Montaje<R extends TSchema> {
  /** `/v1/rcv`: the address before `/trabajos`. */
  base: string
  tipos: readonly [TipoTrabajo, ...TipoTrabajo[]]
  /** The permission of reading what they do, and that of queueing it. */
  leer: Permiso
  actuar: Permiso
  /** Under which heading the document shows them. */
  tag: string
  /** The schema of their result, and its name in the OpenAPI document. */
  result: R
  nombre: string
  /** The partial result of a job, where its parts are kept; shown for a single job, not in lists. */
  soFar?: (job: JobRecord) => object | null
  /** The units that a retry costs; one when omitted. */
  units?: (job: JobRecord) => number
  /** Those that the account's other queued jobs of its operation will still take; not counted when omitted. */
  promised?: (tenant: Tenant, job: JobRecord) => number
}

const params = Exact({ jobId: Type.String() })
const parameters = [IDEMPOTENCY_PARAMETER]

/** The parts of a request that its act needs. */
interface Pedido {
  tenant: Tenant
  request: Request
  set: ReplySet
  params: { jobId: string }
}

/** The routes of the jobs that an area queues. */
export function trabajosRoutes<R extends TSchema>(
  { credential, audit, idempotency, trabajos, cola, queue }: TrabajosDeps,
  { base, tipos, leer, actuar, tag, result, nombre, soFar, units, promised }: Montaje<R>,
) {
  const tags = [tag]
  const TrabajoSii = trabajoSchema(result, nombre)
  const path = `${base}/trabajos`
  const EN_COLA = {
    words: ({ id, kind }: JobRecord) => [id, kind, trabajos.get(id).objeto],
    orden: '-created_at',
  }

  /** The key of a job of these kinds. Throws NOT_FOUND. */
  function keyOf({ empresaId, ambiente }: Tenant, id: string) {
    for (const kind of tipos) {
      const key = { kind, empresaId, ambiente, id }
      if (cola.get(key)) return key
    }
    throw new AppError('NOT_FOUND', 'No existe el trabajo')
  }

  const jsonOf = (tenant: Tenant, job: JobRecord) =>
    toJson(job.result === null && soFar ? { ...job, result: soFar(job) } : job, trabajos, tenant)

  const record = (
    tenant: Tenant,
    id: string,
    accion: Accion,
    move: (key: ReturnType<typeof keyOf>) => JobRecord,
  ): JobRecord =>
    audit(
      tenant,
      () => move(keyOf(tenant, id)),
      ({ kind }) => ({ accion, objeto: id, detalle: { tipo: kind, objeto: trabajos.get(id).objeto } }),
    )

  const act = (
    { tenant, request, set, params: { jobId: id } }: Pedido,
    accion: Accion,
    status: 200 | 202,
    move: (key: ReturnType<typeof keyOf>) => JobRecord,
  ) => {
    const answer = idempotency.create(
      { set },
      idempotentRequest(request, tenant, null),
      () => jsonOf(tenant, record(tenant, id, accion, move)),
      status,
    )
    queue.wake()
    return answer
  }

  return newArea(credential)
    .get(
      path,
      ({ tenant, query, request }) => {
        const [, estados, kinds, desde, hasta] = readAll(
          () => readPage(query),
          () => (query.estado ? readWords('estado', query.estado, ESTADOS) : undefined),
          () => (query.tipo ? readWords('tipo', query.tipo, tipos) : tipos),
          () => readEnd(query, 'desde'),
          () => readEnd(query, 'hasta'),
        )
        const { empresaId, ambiente } = tenant
        const source = cola.list({ kind: kinds, empresaId, ambiente, estados, desde, hasta })
        return answerList({ query, request }, EN_COLA, source, (job) => toJson(job, trabajos, tenant))
      },
      {
        permission: leer,
        query: Exact({
          ...listQuery('lo que se pidió, su tipo o su id', EN_COLA.orden),
          ...spanQuery('Creados'),
          estado: Type.Optional(
            Legible((text) => readWords('estado', text, ESTADOS), {
              description: 'Uno o varios, separados por coma.',
              examples: ['failed,dlq'],
            }),
          ),
          tipo: Type.Optional(
            Legible((text) => readWords('tipo', text, tipos), {
              description: `Uno o varios, separados por coma. ${significados(
                Object.fromEntries(tipos.map((tipo) => [tipo, TRABAJOS[tipo]])),
              )}.`,
              examples: [tipos[0]],
            }),
          ),
        }),
        response: Lista(TrabajoSii),
        detail: { tags, summary: 'Los trabajos en el SII, del más nuevo al más antiguo' },
      },
    )
    .get(
      `${path}/:jobId`,
      ({ tenant, params }) => ({
        ok: true as const,
        data: jsonOf(tenant, cola.get(keyOf(tenant, params.jobId))!),
      }),
      {
        permission: leer,
        params,
        response: Datos(TrabajoSii),
        detail: {
          tags,
          summary: 'Ver un trabajo en el SII',
          description: 'Consulte cada 2 a 3 segundos hasta que `estado` no sea `pending` ni `processing`.',
        },
      },
    )
    .post(
      `${path}/:jobId/reintentar`,
      (pedido) =>
        act(pedido, 'trabajo.reintentado', 202, (key) => {
          const isNew = cola.get(key)!.estado !== 'pending'
          const job = cola.retry(key)
          // One that waited tries now, and is still the operation that it was.
          if (!isNew) return job
          trabajos.renew(
            pedido.tenant,
            key.id,
            units?.(job),
            promised && (() => promised(pedido.tenant, job)),
          )
          return job
        }),
      {
        permission: actuar,
        params,
        response: { 202: Datos(TrabajoSii) },
        detail: {
          tags,
          parameters,
          summary: 'Reintentar un trabajo en el SII que se detuvo, o que espera',
          'x-errores': ['INVALID_STATE', 'PLAN_LIMIT'],
          description:
            'De uno que se detuvo es otra operación: gasta otra unidad de la cuota, si las suyas la gastan. Uno que espera otro intento (`pending` con `proximo_intento`) lo hace ahora, sin otra unidad.',
        },
      },
    )
    .post(
      `${path}/descartar`,
      ({ tenant, body, request, set }) => {
        const discard = (id: string) =>
          void record(tenant, id, 'trabajo.descartado', (key) => cola.discard(key))
        const done = () => discardMany(body.ids, discard)
        return idempotency.create({ set }, idempotentRequest(request, tenant, body), done, 200)
      },
      {
        permission: actuar,
        body: Exact({ ids: discardIds }),
        response: Datos(Descartados),
        detail: {
          tags,
          parameters,
          summary: 'Descartar varios trabajos en el SII que se detuvieron',
          description: `Cada uno como \`descartar\`, ${DESCARTES_MAX} a lo más; uno que no se puede no detiene a los demás y dice por qué.`,
        },
      },
    )
    .post(
      `${path}/:jobId/descartar`,
      (pedido) => act(pedido, 'trabajo.descartado', 200, (key) => cola.discard(key)),
      {
        permission: actuar,
        params,
        response: Datos(TrabajoSii),
        detail: {
          tags,
          parameters,
          summary: 'Descartar un trabajo en el SII que se detuvo, o que espera',
          description:
            'Uno que espera otro intento (`pending` con `proximo_intento`) termina sin él; uno en curso no se puede descartar.',
          'x-errores': ['INVALID_STATE'],
        },
      },
    )
}
