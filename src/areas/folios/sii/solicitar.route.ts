// POST /v1/dte/folios/solicitar: folios straight from the SII (areas/folios §1).

import { Type } from '@sinclair/typebox'
import { newArea } from '../../../http/area'
import { Datos, Exact, Nullable } from '../../../http/envelope'
import { IDEMPOTENCY_PARAMETER } from '../../../http/openapi'
import { createAnswer, EnCola, ERRORES_TRABAJO, esperaQuery, RESPUESTA_EN_COLA } from '../../trabajos'
import type { FoliosDeps } from '../deps'
import { CantidadSchema, TipoDteSchema } from '../folios-json'

export const BASE = '/v1/dte/folios'

/** Errors of this folder's routes beside those of their jobs. */
export const ERRORES_FOLIOS = [
  ...ERRORES_TRABAJO,
  'SII_REFUSED',
  'PORTAL_LOCKED',
  'PORTAL_CREDENTIALS_MISSING',
  'PORTAL_FORBIDDEN',
] as const

const campos = {
  cantidad: Type.Integer({ examples: [100] }),
  solicitada: Type.Union([Type.Integer(), Type.Literal('max')], { examples: [100] }),
  max_autorizado: Nullable(
    Type.Integer({ description: 'Lo más que el SII daba por ahora; null si no lo dijo.', examples: [1000] }),
  ),
  sin_usar_sii: Nullable(
    Type.Integer({
      description: 'Folios otorgados antes que el SII tiene por sin usar; null si no lo dijo.',
      examples: [0],
    }),
  ),
}

export const Otorgado = Exact(
  {
    desde: Type.Integer({ examples: [101] }),
    hasta: Type.Integer({ examples: [200] }),
    ...campos,
    caf_id: Type.String(),
  },
  { 'x-nombre': 'FoliosOtorgados' },
)

/** The result of a job: one that asks by itself may find that nothing is wanting any more. */
export const SolicitudTerminada = Exact(
  {
    desde: Nullable(Type.Integer({ examples: [101] })),
    hasta: Nullable(Type.Integer({ examples: [200] })),
    ...campos,
    solicitada: Nullable(campos.solicitada),
    caf_id: Nullable(Type.String({ description: 'null: una reposición que ya no hacía falta.' })),
  },
  { 'x-nombre': 'SolicitudFoliosTerminada' },
)

export const solicitarFoliosRoute = (deps: FoliosDeps) => {
  const { credential, folios } = deps
  const answer = createAnswer(deps)
  return newArea(credential).post(
    `${BASE}/solicitar`,
    ({ tenant, body, query, request, set }) => {
      const { tipo_dte } = body
      const cantidad = body.cantidad === 'pronostico' ? folios.suggested(tenant, tipo_dte) : body.cantidad
      return answer(
        {
          ...{ tenant, request, set, body, query, base: BASE },
          done: (data: never) => ({ status: 201, body: { ok: true as const, data } }),
        },
        folios.encargo.of(tenant, tipo_dte, cantidad),
      )
    },
    {
      permission: 'folios:administrar',
      consume: 'solicitud_folios',
      query: Exact(esperaQuery),
      body: Exact({ tipo_dte: TipoDteSchema, cantidad: CantidadSchema }),
      response: { 201: Datos(Otorgado), 202: EnCola },
      detail: {
        tags: ['Folios'],
        summary: 'Pedir folios al SII',
        description:
          'Los pide por la empresa en el sitio del SII, con el certificado cargado, y los carga. Una vez otorgados no se piden otra vez: lo que falle después se arregla descargando el mismo rango. En `simulacion` sin certificado los da el simulador directamente. Cuesta una consulta.',
        'x-errores': [...ERRORES_FOLIOS, 'INVALID_STATE'],
        parameters: [IDEMPOTENCY_PARAMETER],
        responses: RESPUESTA_EN_COLA,
      },
    },
  )
}
