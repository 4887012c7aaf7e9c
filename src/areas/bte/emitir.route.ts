// POST /v1/bte/emitir and /previsualizar: a boleta de terceros, issued or only drafted by the SII (areas/bte §2).

import { type Static, Type } from '@sinclair/typebox'
import { puntosDe, tasaDe } from '../../domain/bte/tasa'
import { normalizeTexto } from '../../domain/texto'
import { Advertencias } from '../../http/advertencias'
import { newArea } from '../../http/area'
import { Datos, Exact, Nullable } from '../../http/envelope'
import { goneOf } from '../../http/gone'
import { hashBody, idempotentRequest } from '../../http/idempotency'
import { hasIdempotencyKey } from '../../http/idempotency-key'
import { IDEMPOTENCY_PARAMETER } from '../../http/openapi'
import { reply } from '../../http/reply'
import { asking } from '../../sii'
import { draftBte } from '../../sii/bte'
import { createAnswer, EnCola, ERRORES_TRABAJO, esperaQuery, RESPUESTA_EN_COLA } from '../trabajos'
import { BteJson, warningsOf } from './bte-json'
import type { BteDeps } from './deps'
import { type ArgsBte, EMITIR_BTE } from './emitir.job'
import { normalizePedido, pedidoOf, transliteradosOf } from './pedido'
import { refuseCertification, useBte } from './portal-bte'

export const BASE = '/v1/bte'
export const tags = ['Boletas de terceros']

const DE_PORTAL = ['SII_REFUSED', 'PORTAL_LOCKED', 'PORTAL_CREDENTIALS_MISSING', 'PORTAL_FORBIDDEN'] as const
/** Errors of this area's jobs. */
export const ERRORES_BTE = [...ERRORES_TRABAJO, ...DE_PORTAL, 'INVALID_STATE'] as const
/** The same of its questions that have no job. */
export const ERRORES_PREGUNTA = [
  ...DE_PORTAL,
  'INVALID_STATE',
  'SII_ERROR',
  'SII_UNAVAILABLE',
  'SII_TIMEOUT',
  'RATE_LIMIT',
] as const

const Borrador = Exact({
  total_bruto: Type.Integer({ examples: [500_000] }),
  tasa_retencion: Nullable(Type.Number({ examples: [0.1525] })),
  total_retencion: Type.Integer({ examples: [76_250] }),
  total_liquido: Type.Integer({ examples: [423_750] }),
  advertencias: Advertencias,
})

export const emitirBteRoute = (deps: BteDeps) => {
  const { credential, clock, newId, bte } = deps
  const answer = createAnswer(deps)
  return newArea(credential).post(
    `${BASE}/emitir`,
    ({ tenant, body, query, request, set }) => {
      refuseCertification(tenant)
      const pedido = normalizePedido(body)
      const referencia = body.referencia_externa ? normalizeTexto(body.referencia_externa).texto : null
      const id = newId('bte')
      return answer(
        {
          ...{ tenant, request, set, body, query, base: BASE, forever: true },
          done: (data: Static<typeof BteJson>) => ({ status: 201, body: { ok: true as const, data } }),
        },
        {
          tipo: EMITIR_BTE,
          operacion: 'bte',
          // Equal ones asked for with keys are two; without, nothing tells the second from a repetition of the first.
          clave: hasIdempotencyKey(request.headers) ? id : hashBody(body),
          objeto: `${pedido.beneficiario.rut} ${pedido.fecha}`,
          args: { id, advertencias: transliteradosOf(body) } satisfies ArgsBte,
          write: (jobId) => bte.boletas.create(tenant, id, pedido, referencia, jobId),
        },
      )
    },
    {
      permission: 'bte:emitir',
      consume: 'bte',
      query: Exact(esperaQuery),
      body: pedidoOf(clock),
      response: { 201: Datos(BteJson), 202: EnCola },
      detail: {
        tags,
        summary: 'Emitir una boleta de terceros en el SII',
        description:
          'La boleta de prestación de servicios de terceros electrónica (BTE), en el sitio del SII y con la clave tributaria. Los montos son los del SII. La página que emite se envía una sola vez: si su respuesta se pierde se lee el informe del mes, y de la que existe se responde `vigente` con su folio; queda `incierta` sólo mientras el informe no la muestra. No se emite en certificación, que el SII no tiene para ellas. Con `Idempotency-Key`, que aquí no vence, una solicitud repetida no emite otra. Sin ella, la que es igual en todo a una en curso se une a esa (mismo `job_id`); dos pagos iguales de un día se distinguen por su clave o su `referencia_externa`. Cuesta una consulta.',
        'x-errores': [...ERRORES_BTE],
        parameters: [IDEMPOTENCY_PARAMETER],
        responses: RESPUESTA_EN_COLA,
      },
    },
  )
}

export const previsualizarBteRoute = (deps: BteDeps) => {
  const { credential, clock, accesoOf, charge, bte, idempotency } = deps
  return newArea(credential).post(
    `${BASE}/previsualizar`,
    async ({ tenant, body, set, request }) => {
      refuseCertification(tenant)
      const pedido = normalizePedido(body)
      const about = { rut: bte.rutOf(tenant.empresaId), pay: <T>(ask: () => Promise<T>) => ask() }
      const draft = async () => {
        const acceso = accesoOf(tenant, 'bte', { prioridad: 'persona' })
        const { montos } = await asking(() =>
          charge({ ...tenant, set }, 'bte', () =>
            useBte(deps, acceso, about, (session) => draftBte(session, pedido), goneOf(request)),
          ),
        )
        const { bruto, retencion, liquido } = montos
        const puntos = puntosDe(pedido.fecha, bruto, retencion)
        const data = {
          total_bruto: bruto,
          tasa_retencion: puntos === null ? null : tasaDe(puntos),
          total_retencion: retencion,
          total_liquido: liquido,
          advertencias: [
            ...transliteradosOf(body),
            ...warningsOf(pedido.beneficiario.rut, pedido.fecha, montos),
          ],
        }
        return { status: 200, body: { ok: true as const, data } }
      }
      return reply(set, await idempotency.once(idempotentRequest(request, tenant, body), draft))
    },
    {
      permission: 'bte:emitir',
      consume: 'bte',
      body: pedidoOf(clock),
      response: Datos(Borrador),
      detail: {
        tags,
        summary: 'El borrador que haría el SII, sin emitir nada',
        description: 'Lo que el SII retendría a esa persona. Cuesta una consulta.',
        'x-errores': [...ERRORES_PREGUNTA],
        parameters: [IDEMPOTENCY_PARAMETER],
      },
    },
  )
}
