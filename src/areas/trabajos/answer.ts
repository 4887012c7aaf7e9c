// A request that queues an operation and would rather answer with what came of it (jobs §6).

import { type Static, Type } from '@sinclair/typebox'
import type { Clock } from '../../base/clock'
import { AppError, type ErrorCode } from '../../domain/errors'
import { type TipoTrabajo, TRABAJOS } from '../../domain/trabajos'
import type { Cuota } from '../../http/cuota'
import { Codigo, Datos, Exact, Nullable } from '../../http/envelope'
import { type Idempotency, type IdempotentAnswer, idempotentRequest } from '../../http/idempotency'
import { queryInteger, readInteger } from '../../http/paging'
import { type ReplySet, reply } from '../../http/reply'
import type { Tenant } from '../../http/tenant'
import type { Cola } from '../../jobs/cola'
import type { JobRecord } from '../../jobs/record'
import type { Runner } from '../../jobs/runner'
import type { Trabajos } from './create'
import type { Encargo } from './enqueue'

export interface AnswerDeps {
  trabajos: Trabajos
  cola: Pick<Cola, 'get'>
  queue: Pick<Runner, 'wake' | 'ended'>
  idempotency: Idempotency
  cuota: Pick<Cuota, 'announce'>
  clock: Clock
}

const ESPERA_MAX_S = 20

/** The query of a route that waits. */
export const esperaQuery = {
  esperar: queryInteger(
    0,
    ESPERA_MAX_S,
    `Segundos que se espera el resultado; ${ESPERA_MAX_S} si se omite. Pasados, 202 con el trabajo, que sigue solo.`,
  ),
}

/** Throws INVALID_PARAMETER. */
export const readEspera = (query: { esperar?: string }): number =>
  readInteger({ esperar: query.esperar }, 0, ESPERA_MAX_S) ?? ESPERA_MAX_S

/** The body of a 202. */
export const EnCola = Datos(
  Exact({
    job_id: Type.String(),
    tipo: Codigo(TRABAJOS, { 'x-nombre': 'TipoTrabajo' }),
    estado: Type.Literal('pending'),
    mensaje: Type.String(),
    espera_hasta: {
      ...Nullable(Type.String({ format: 'date-time', examples: ['2026-11-20T14:20:00.000Z'] })),
      description:
        'Hasta cuándo espera, si ya se sabe, que `mensaje` dice por qué; null: corre o está por correr.',
    },
  }),
)

/** Errors of such a route beside those of its kind. */
export const ERRORES_TRABAJO: ErrorCode[] = [
  'SII_ERROR',
  'SII_UNAVAILABLE',
  'SII_TIMEOUT',
  'QUEUE_UNAVAILABLE',
]

/** How its answers are documented beside their bodies. */
export const RESPUESTA_EN_COLA = {
  202: {
    description:
      'Sigue en cola: consúltelo en la dirección de `Location`. Lo que se sabe que esperará más que `esperar` se responde enseguida, con la hora.',
    headers: {
      Location: { description: 'El trabajo.', schema: { type: 'string' as const } },
    },
  },
}

interface Solicitud<T> {
  tenant: Tenant
  request: Request
  set: ReplySet
  body: unknown
  query: { esperar?: string }
  /** `/v1/rcv`: the address before `/trabajos`. */
  base: string
  /** The answer of a job that completed; omitted where `report` is told instead. */
  done?(result: never): IdempotentAnswer<T>
  /** Told with its 202 whatever came of the job in the time waited. Its `data` holds `job_id`. */
  report?(jobId: string): IdempotentAnswer<T>
  /** It costs nothing whatever it does, so that no quota is told. */
  gratis?: boolean
  /** Answers at once, whatever is left to do. */
  always202?: boolean
  /** Its Idempotency-Key never expires: of what may not be done again weeks later. */
  forever?: boolean
}

/** The refusal of a job that stopped, as the route would have said it by itself. */
function refusalOf({ estado, error, id }: JobRecord, detalles: string | null): AppError {
  if (!error) return new AppError('INVALID_STATE', `El trabajo ${id} está en estado ${estado}`)
  return new AppError(error.code, error.error, { ...(detalles && { detalles: JSON.parse(detalles) }) })
}

const isUnderWay = ({ estado }: JobRecord): boolean => ['pending', 'processing', 'scheduled'].includes(estado)

/**
 * Queues what a request asks for, and answers it; an order that is a function is only written where no answer is kept. Throws PLAN_LIMIT
 * before anything is queued, and what its job was refused with.
 */
export function createAnswer({ trabajos, cola, queue, idempotency, cuota, clock }: AnswerDeps) {
  return async <T>(solicitud: Solicitud<T>, asked: Encargo | (() => Promise<Encargo>)) => {
    const { tenant, request, set, body, base, done, report, always202 = false, forever } = solicitud
    const { gratis = false } = solicitud
    let encargo: Encargo
    const seconds = readEspera(solicitud.query)

    const ready = async (): Promise<void> => {
      encargo = typeof asked === 'function' ? await asked() : asked
    }
    const enqueue = () => {
      const { tipo } = encargo
      const id = trabajos.enqueue(tenant, encargo)
      if (report) return { id, accepted: report(id) }
      const mensaje = mensajeOf(tipo, base, id)
      const data = { job_id: id, tipo, estado: 'pending' as const, mensaje, espera_hasta: null }
      return { id, accepted: { status: 202, body: { ok: true as const, data } } }
    }
    const finish = async ({
      id,
      accepted,
    }: ReturnType<typeof enqueue>): Promise<IdempotentAnswer<T | Static<typeof EnCola>>> => {
      queue.wake()
      if (!always202 && seconds > 0) await queue.ended(id, seconds * 1000)
      const { empresaId, ambiente } = tenant
      const job = cola.get({ kind: encargo.tipo, empresaId, ambiente, id })!
      if (!gratis) cuota.announce(set, tenant.cuentaId)
      if (report) return report(id)
      if (always202) return accepted
      if (isUnderWay(job)) return withEspera(accepted, esperaOf(job, tenant, clock()))
      if (job.estado !== 'completed') throw refusalOf(job, trabajos.get(id).detalles)
      return done!(job.result as never)
    }

    const answer = await idempotency.hold(idempotentRequest(request, tenant, body), enqueue, finish, {
      ...{ forever, ready },
    })
    if (answer.status === 202) set.headers.location = locationOf(base, (answer.body as Accepted).data.job_id)
    return reply(set, answer)
  }
}

/** Why a job stands still, as far as `tenant` may read it, and until when; null where it does not, or no longer. */
function esperaOf({ proximoIntento, error, progreso }: JobRecord, { empresas }: Tenant, now: Date) {
  if (proximoIntento && proximoIntento > now)
    return { motivo: error?.error ?? null, hasta: proximoIntento.toISOString() }
  if (!progreso?.espera || new Date(progreso.espera.hasta) <= now) return null
  const { hasta, reservado } = progreso.espera
  return { motivo: empresas === null ? progreso.paso : reservado, hasta }
}

/** The same answer, with what is known of the wait. */
function withEspera<T extends IdempotentAnswer>(accepted: T, espera: ReturnType<typeof esperaOf>): T {
  if (!espera) return accepted
  const { data } = accepted.body as { data: { mensaje: string } }
  const mensaje = espera.motivo === null ? data.mensaje : `${data.mensaje}. ${espera.motivo}`
  return { ...accepted, body: { ok: true, data: { ...data, mensaje, espera_hasta: espera.hasta } } }
}

type Accepted = { data: { job_id: string } }

const locationOf = (base: string, id: string): string => `${base}/trabajos/${id}`

const mensajeOf = (tipo: TipoTrabajo, base: string, id: string): string =>
  `En cola (${tipo}); consulte GET ${locationOf(base, id)} hasta que termine`
