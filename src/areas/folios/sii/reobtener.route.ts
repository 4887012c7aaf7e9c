// POST /v1/dte/folios/reobtener: a range that was granted, once more (areas/folios §2).

import { Type } from '@sinclair/typebox'
import { AppError } from '../../../domain/errors'
import { newArea } from '../../../http/area'
import { Datos, Exact } from '../../../http/envelope'
import { IDEMPOTENCY_PARAMETER } from '../../../http/openapi'
import { createAnswer, EnCola, esperaQuery, RESPUESTA_EN_COLA } from '../../trabajos'
import type { FoliosDeps } from '../deps'
import { CANTIDAD_MAX, RangoCargadoSchema, TipoDteSchema } from '../folios-json'
import { checkOrder } from './rango-pedido'
import { type ArgsReobtencion, REOBTENER } from './reobtener.job'
import { BASE, ERRORES_FOLIOS } from './solicitar.route'
import { prepareRangos } from './statements'

export const Folio = (example: number) =>
  Type.Integer({ minimum: 1, maximum: CANTIDAD_MAX, examples: [example] })

export const reobtenerRoute = (deps: FoliosDeps) => {
  const answer = createAnswer(deps)
  const rangos = prepareRangos(deps.store.client)

  /** Throws CONFLICT where some of them are loaded. */
  function refuseLoaded(key: Parameters<typeof rangos.crossing.all>[0]): void {
    const [other] = rangos.crossing.all(key)
    if (!other) return
    const mensaje = `Ya está cargado el rango ${other.desde} a ${other.hasta} del tipo ${key.tipoDte}`
    throw new AppError('CONFLICT', mensaje, { detalles: [{ campo: 'desde', regla: 'traslape', mensaje }] })
  }

  return newArea(deps.credential).post(
    `${BASE}/reobtener`,
    ({ tenant, body, query, request, set }) => {
      const { tipo_dte, desde, hasta } = body
      checkOrder(body)
      const args: ArgsReobtencion = { tipo_dte, desde, hasta }
      const { empresaId, ambiente } = tenant
      return answer(
        {
          ...{ tenant, request, set, body, query, base: BASE },
          done: (data: never) => ({ status: 201, body: { ok: true as const, data } }),
        },
        {
          tipo: REOBTENER,
          operacion: 'reobtencion_folios',
          clave: `${tipo_dte}:${desde}:${hasta}`,
          objeto: `${tipo_dte}/${desde}-${hasta}`,
          args,
          write: () => refuseLoaded({ empresaId, ambiente, tipoDte: tipo_dte, desde, hasta }),
        },
      )
    },
    {
      permission: 'folios:administrar',
      consume: 'reobtencion_folios',
      query: Exact(esperaQuery),
      body: Exact({ tipo_dte: TipoDteSchema, desde: Folio(101), hasta: Folio(200) }),
      response: { 201: Datos(RangoCargadoSchema), 202: EnCola },
      detail: {
        tags: ['Folios'],
        summary: 'Descargar otra vez un rango que el SII otorgó, y cargarlo',
        description:
          'El rango tal como lo muestra `GET /v1/dte/folios/sii`. No otorga folios nuevos. Antes de tomar el primero se pregunta al SII cuáles tiene ya, porque otro programa puede haberlos usado. Uno anulado entero se rehúsa.',
        'x-errores': [...ERRORES_FOLIOS, 'CONFLICT', 'CAF_INVALID', 'CAF_EXPIRED', 'CAF_WRONG_COMPANY'],
        parameters: [IDEMPOTENCY_PARAMETER],
        responses: RESPUESTA_EN_COLA,
      },
    },
  )
}
