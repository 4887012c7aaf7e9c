// POST /v1/dte/rcof: reports a day (areas/rcof §2).

import { Type } from '@sinclair/typebox'
import type { Clock } from '../../base/clock'
import { invalidParameter } from '../../domain/errors'
import { chileDate } from '../../domain/fecha'
import { newArea } from '../../http/area'
import { Datos, Exact } from '../../http/envelope'
import { Fecha } from '../../http/formats'
import { IDEMPOTENCY_PARAMETER } from '../../http/openapi'
import { Ruled } from '../../http/rule'
import { createAnswer, ERRORES_TRABAJO, esperaQuery, RESPUESTA_EN_COLA } from '../trabajos'
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

export const sendRcofRoute = (deps: RcofDeps) => {
  const { credential, clock, emisores, rcof } = deps
  const answer = createAnswer(deps)
  return newArea(credential).post(
    BASE,
    async ({ tenant, body, query, request, set }) => {
      const { fecha, forzar = false } = body
      checkFecha(fecha, forzar, chileDate(clock()))
      checkEmisor(emisores, tenant, clock())
      const resumen = await rcof.countDay(tenant, fecha)
      return answer(
        {
          ...{ tenant, request, set, body, query },
          base: BASE,
          report: () => {
            const row = rcof.rcofs.latest(tenant, fecha)!
            return { status: 202, body: { ok: true as const, data: toJson(row, rcof.rcofs.errorOf(row)) } }
          },
        },
        {
          tipo: 'rcof.enviar',
          operacion: 'rcof',
          clave: fecha,
          objeto: fecha,
          args: {},
          write: (jobId) => rcof.prepare(tenant, { fecha, forzar, resumen }, jobId),
        },
      )
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
        'x-errores': [
          ...ERRORES_TRABAJO.filter((code) => code === 'QUEUE_UNAVAILABLE'),
          'INVALID_PARAMETER',
          'INVALID_STATE',
          'CERTIFICATE_MISSING',
          'CERTIFICATE_EXPIRED',
          'CERTIFICATE_INVALID',
        ],
        parameters: [IDEMPOTENCY_PARAMETER],
        responses: RESPUESTA_EN_COLA,
      },
    },
  )
}
