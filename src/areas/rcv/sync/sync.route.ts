// POST /v1/rcv/:periodo/sync: reads the register of a month at the SII.

import { Type } from '@sinclair/typebox'
import { LADOS, type Lado } from '../../../domain/rcv/columnas'
import { readPeriodo } from '../../../domain/rcv/periodo'
import { Advertencias } from '../../../http/advertencias'
import { newArea } from '../../../http/area'
import { Datos, Exact, Nullable, OneOf } from '../../../http/envelope'
import { IDEMPOTENCY_PARAMETER } from '../../../http/openapi'
import { Periodo } from '../../../http/periodo'
import { createAnswer, EnCola, ERRORES_TRABAJO, esperaQuery, RESPUESTA_EN_COLA } from '../../trabajos'
import type { RcvDeps } from '../deps'

const Conteo = Exact({
  documentos: Type.Integer({ examples: [143] }),
  nuevos: Type.Integer({ examples: [12] }),
  modificados: Type.Integer({ description: 'También los que vuelven a estar.', examples: [3] }),
  ausentes: Type.Integer({ description: 'Los que el registro ya no trae.', examples: [1] }),
})

export const Sincronizado = Exact({
  periodo: Type.String({ examples: ['202611'] }),
  estado: OneOf(
    { sincronizado: 'se leyó entero', parcial: 'algún tramo no se pudo tomar; `advertencias` dice cuál' },
    { examples: ['sincronizado'] },
  ),
  compras: Conteo,
  ventas: Conteo,
  vinculaciones_creadas: Type.Integer({ examples: [4] }),
  actualizado_sii: Nullable(Type.String({ examples: ['2026-11-20T09:12:00Z'] })),
  sincronizado_en: Nullable(Type.String({ examples: ['2026-11-20T14:03:40.000Z'] })),
  advertencias: Advertencias,
})

const AMBOS = Object.keys(LADOS) as Lado[]

export const syncRoute = (deps: RcvDeps) => {
  const answer = createAnswer(deps)
  return newArea(deps.credential).post(
    '/v1/rcv/:periodo/sync',
    async ({ tenant, params, query, body, request, set }) => {
      const periodo = readPeriodo(params.periodo, deps.clock())
      const tipos = AMBOS.filter((lado) => body?.tipos?.includes(lado) ?? true)
      const completa = body?.completa ?? false
      return answer(
        {
          tenant,
          request,
          set,
          body: { periodo, tipos, completa },
          query,
          base: '/v1/rcv',
          done: (data: never) => ({ status: 200, body: { ok: true as const, data } }),
        },
        deps.rcv.sync.encargo(tenant, periodo, tipos, completa),
      )
    },
    {
      permission: 'rcv:sincronizar',
      consume: 'rcv',
      params: Exact({ periodo: Periodo(deps.clock) }),
      query: Exact(esperaQuery),
      // All of it may be left out, and the body with it.
      body: Nullable(
        Exact({
          tipos: Type.Optional(
            Type.Array(OneOf(LADOS), {
              minItems: 1,
              uniqueItems: true,
              description: 'Los dos libros si se omite.',
              examples: [['compra', 'venta']],
            }),
          ),
          completa: Type.Optional(
            Type.Boolean({
              description: '`true`: también lo que el SII dice que no cambió; `false` si se omite.',
              examples: [false],
            }),
          ),
        }),
      ),
      response: { 200: Datos(Sincronizado), 202: EnCola },
      detail: {
        tags: ['RCV'],
        summary: 'Traer del SII el registro de un período',
        'x-errores': [...ERRORES_TRABAJO, 'PORTAL_LOCKED', 'PORTAL_CREDENTIALS_MISSING'],
        description:
          'Lee el resumen de cada tramo y el detalle de los que cambiaron, y vincula las notas nuevas. Un tramo cuyas filas no son las que dice su resumen no se toma: lo anterior queda y el período es `parcial`. Cuesta una consulta, por larga que sea. En certificación el SII no lleva un registro con datos.',
        parameters: [IDEMPOTENCY_PARAMETER],
        responses: RESPUESTA_EN_COLA,
      },
    },
  )
}
