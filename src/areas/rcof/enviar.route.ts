// POST /v1/dte/rcof: reports a day (areas/rcof §2).

import { Type } from '@sinclair/typebox'
import type { Clock } from '../../base/clock'
import { type ErrorCode, invalidParameter } from '../../domain/errors'
import { chileDate } from '../../domain/fecha'
import { newArea } from '../../http/area'
import { Datos, Exact } from '../../http/envelope'
import { Fecha } from '../../http/formats'
import { IDEMPOTENCY_PARAMETER } from '../../http/openapi'
import type { ReplySet } from '../../http/reply'
import { Ruled } from '../../http/rule'
import type { Tenant } from '../../http/tenant'
import { type AnswerDeps, createAnswer, esperaQuery, RESPUESTA_EN_COLA } from '../trabajos'
import { checkEmisor } from './check-emisor'
import type { RcofDeps } from './deps'
import { RcofJson, toJson } from './rcof-json'

export const BASE = '/v1/dte/rcof'

const bodyOf = (clock: Clock) =>
  Exact({
    fecha: Ruled(
      Fecha({ description: 'El día de Chile que se informa.', examples: ['2026-11-19'] }),
      (fecha) =>
        fecha > chileDate(clock())
          ? [{ regla: 'futura', mensaje: `El día ${fecha} aún no llega`, code: 'INVALID_PARAMETER' }]
          : [],
    ),
    forzar: Type.Optional(
      Type.Boolean({
        description:
          '`false` si se omite. Lo envía aunque nada haya cambiado desde el último, o aunque el día no termine.',
      }),
    ),
  })

/** Throws INVALID_PARAMETER for a day that is not over, unless that is wanted. */
function checkFecha(fecha: string, forzar: boolean, hoy: string): void {
  if (fecha === hoy && !forzar)
    throw invalidParameter(
      'fecha',
      'en_curso',
      `El día ${fecha} aún no termina; use forzar para informarlo así`,
    )
}

/** A request that has a day reported. */
interface Pedido {
  tenant: Tenant
  request: Request
  set: ReplySet
  body: unknown
  query: { esperar?: string }
}

/** The day to be reported. */
interface Dia {
  fecha: string
  forzar: boolean
}

/** Has a day reported, over or not, and answers with its report. Throws what `dayOf` throws, and what keeps it from the SII. */
export function createSendDia(deps: AnswerDeps & Pick<RcofDeps, 'emisores' | 'rcof'>) {
  const { clock, emisores, rcof } = deps
  const answer = createAnswer(deps)
  return (pedido: Pedido, dayOf: () => Dia) => {
    const { tenant } = pedido
    let dia: Dia
    const report = () => {
      const row = rcof.rcofs.latest(tenant, dia.fecha)!
      return { status: 202, body: { ok: true as const, data: toJson(row, rcof.rcofs.errorOf(row)) } }
    }
    return answer({ ...pedido, base: BASE, report }, async () => {
      dia = dayOf()
      const { fecha, forzar } = dia
      checkEmisor(emisores, tenant, clock())
      const resumen = await rcof.countDay(tenant, fecha)
      return {
        tipo: 'rcof.enviar',
        operacion: 'rcof',
        clave: fecha,
        objeto: fecha,
        args: {},
        write: (jobId) => rcof.prepare(tenant, { fecha, forzar, resumen }, jobId),
      }
    })
  }
}

/** The errors of such a request. */
export const ERRORES_RCOF: ErrorCode[] = [
  'QUEUE_UNAVAILABLE',
  'INVALID_STATE',
  'CERTIFICATE_MISSING',
  'CERTIFICATE_EXPIRED',
  'CERTIFICATE_INVALID',
]

export const sendRcofRoute = (deps: RcofDeps) => {
  const { credential, clock } = deps
  const send = createSendDia(deps)
  return newArea(credential).post(
    BASE,
    ({ tenant, body, query, request, set }) => {
      const { fecha, forzar = false } = body
      return send({ tenant, body, query, request, set }, () => {
        checkFecha(fecha, forzar, chileDate(clock()))
        return { fecha, forzar }
      })
    },
    {
      permission: 'rcof:enviar',
      consume: 'rcof',
      body: bodyOf(clock),
      query: Exact(esperaQuery),
      response: { 202: Datos(RcofJson) },
      detail: {
        tags: ['RCOF'],
        summary: 'Enviar el consumo de folios de un día',
        description:
          'Responde siempre 202 con el consumo de folios, haya terminado o no su envío: lo que lo detuvo está en `error`, como en su trabajo.',
        'x-errores': ['INVALID_PARAMETER', ...ERRORES_RCOF],
        parameters: [IDEMPOTENCY_PARAMETER],
        responses: RESPUESTA_EN_COLA,
      },
    },
  )
}
