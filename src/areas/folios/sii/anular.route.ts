// POST /v1/dte/folios/anular: folios that no document will bear are annulled at the SII (areas/folios §3).

import { Type } from '@sinclair/typebox'
import { newArea } from '../../../http/area'
import { Datos, Exact, OneOf } from '../../../http/envelope'
import { IDEMPOTENCY_PARAMETER } from '../../../http/openapi'
import { createAnswer, EnCola, esperaQuery, RESPUESTA_EN_COLA } from '../../trabajos'
import type { FoliosDeps } from '../deps'
import { TipoDteSchema } from '../folios-json'
import { ANULAR, type ArgsAnulacion } from './anular.job'
import { checkOrder } from './rango-pedido'
import { Folio } from './reobtener.route'
import { BASE, ERRORES_FOLIOS } from './solicitar.route'
import { prepareAnulaciones } from './statements'

export const Anulacion = Exact(
  {
    id: Type.String(),
    estado: OneOf(
      {
        anulado: 'todos quedaron anulados',
        parcial: 'el SII rehusó algunos',
        rehusado: 'el SII rehusó todos',
      },
      { examples: ['parcial'] },
    ),
    anulados: Type.Array(Type.Array(Type.Integer(), { minItems: 2, maxItems: 2 }), {
      description: 'Primero y último de cada tramo.',
      examples: [[[119, 119]]],
    }),
    rehusados: Type.Array(
      Exact({ folio: Type.Integer(), glosa: Type.String({ description: 'Lo que dijo el SII.' }) }),
    ),
  },
  { 'x-nombre': 'AnulacionFolios' },
)

export const anularFoliosRoute = (deps: FoliosDeps) => {
  const { credential, folios, newId, store } = deps
  const answer = createAnswer(deps)
  const sql = prepareAnulaciones(store.client)
  return newArea(credential).post(
    `${BASE}/anular`,
    ({ tenant, body, query, request, set }) => {
      const { tipo_dte: tipoDte, desde, hasta, motivo } = body
      checkOrder(body)
      const args: ArgsAnulacion = { id: newId('fol'), ...body }
      return answer(
        {
          ...{ tenant, request, set, body, query, base: BASE },
          done: (data: never) => ({ status: 201, body: { ok: true as const, data } }),
        },
        {
          tipo: ANULAR,
          operacion: 'anulacion_folios',
          clave: `${tipoDte}:${desde}:${hasta}`,
          objeto: `${tipoDte}/${desde}-${hasta}`,
          args,
          write(jobId) {
            for (const part of folios.outOfUse.reserve(tenant, { tipoDte, desde, hasta, motivo }))
              sql.insert.run({ jobId, ...part })
          },
        },
      )
    },
    {
      permission: 'folios:administrar',
      consume: 'anulacion_folios',
      query: Exact(esperaQuery),
      body: Exact({
        tipo_dte: TipoDteSchema,
        desde: Folio(119),
        hasta: Folio(125),
        // As the SII's form sends it: ISO-8859-1.
        motivo: Type.String({
          minLength: 1,
          maxLength: 100,
          pattern: '^[\\x20-\\x7e\\xa0-\\xff]+$',
          mensaje: 'Tiene caracteres que el SII no admite (ISO-8859-1)',
          examples: ['Folios no utilizados'],
        }),
      }),
      response: { 201: Datos(Anulacion), 202: EnCola },
      detail: {
        tags: ['Folios'],
        summary: 'Anular folios en el SII',
        description:
          'No se deshace. 422 antes de preguntar por los que lleva un documento o no están cargados; los que quedaban libres dejan de usarse en el acto, aunque el SII tarde. Si el SII recibió alguno rehúsa el tramo entero: se parte hasta dar con cada uno. Cuesta una consulta.',
        'x-errores': ERRORES_FOLIOS.slice(),
        parameters: [IDEMPOTENCY_PARAMETER],
        responses: RESPUESTA_EN_COLA,
      },
    },
  )
}
