// POST /v1/dte/folios/:tipo/retomar: folios that a person said are used come back where the SII knows nothing of them.

import { Type } from '@sinclair/typebox'
import { isTipoDte } from '../../domain/dte/tipos'
import { AppError } from '../../domain/errors'
import { newArea } from '../../http/area'
import { Datos, Exact } from '../../http/envelope'
import { idempotentRequest } from '../../http/idempotency'
import { IDEMPOTENCY_PARAMETER } from '../../http/openapi'
import type { FoliosDeps } from './deps'
import { ERRORES_PREGUNTA } from './preguntas'
import { checkOrder } from './sii/rango-pedido'
import { Folio } from './sii/reobtener.route'

const Respuesta = Datos(
  Exact({
    tipo_dte: Type.Integer(),
    desde: Type.Integer(),
    hasta: Type.Integer(),
    retomados: Type.Integer({
      description: 'Folios que el SII no conoce: los toman documentos otra vez.',
    }),
    emitidos_fuera: Type.Integer({ description: 'Los que el SII sí tiene: quedan `emitido_fuera`.' }),
    anulados: Type.Integer({ description: 'Los que están anulados en el SII.' }),
    por_anular: Type.Integer({
      description:
        'Los que el SII no conoce y son anteriores a uno que tiene: puede haberlos gastado al rechazar un documento. Quedan `por_anular`.',
    }),
    disponibles: Type.Integer({ description: 'Folios que quedan.' }),
  }),
)

export const retomarFoliosRoute = ({ credential, folios, audit, idempotency, conciliacion }: FoliosDeps) =>
  newArea(credential).post(
    '/v1/dte/folios/:tipo/retomar',
    async ({ tenant, params, body, request, set }) => {
      const tipoDte = Number(params.tipo)
      if (!isTipoDte(tipoDte) || String(tipoDte) !== params.tipo)
        throw new AppError('NOT_FOUND', `No hay un tipo de documento ${params.tipo}`)
      checkOrder(body)
      const tramo = { tipoDte, ...body }
      const use = idempotentRequest(request, tenant, body)
      // A repeated request gets the kept answer without a question.
      const isAnswered = use !== null && idempotency.find(use) !== null
      const vistos = isAnswered
        ? new Map()
        : await conciliacion.vistos(tenant, tipoDte, folios.retomar.asked(tenant, tramo), 'retomar')
      return idempotency.create(
        { set },
        use,
        () => {
          const { emitidosFuera, porAnular, ...done } = audit(
            tenant,
            () => folios.retomar.record(tenant, tramo, vistos),
            ({ retomados, emitidosFuera: emitidos_fuera, anulados, porAnular: por_anular }) => ({
              accion: 'folios.retomados',
              detalle: { tipo_dte: tipoDte, ...body, retomados, emitidos_fuera, anulados, por_anular },
            }),
          )
          return { tipo_dte: tipoDte, ...body, ...done, emitidos_fuera: emitidosFuera, por_anular: porAnular }
        },
        200,
      )
    },
    {
      permission: 'folios:administrar',
      params: Exact({ tipo: Type.String() }),
      body: Exact({ desde: Folio(1), hasta: Folio(40) }),
      response: Respuesta,
      detail: {
        tags: ['Folios'],
        parameters: [IDEMPOTENCY_PARAMETER],
        summary: 'Retomar folios que se dieron por usados',
        'x-errores': ERRORES_PREGUNTA,
        description:
          'Deshace un `siguiente` demasiado alto, o un salto con motivo equivocado: de los folios de `desde` a `hasta` que están `emitido_fuera` por la palabra de una persona (`dicho_por` en los huecos), o que se saltaron a mano sin que el SII los tuviera, se pregunta al SII uno por uno, 500 a lo más. Los que no conoce vuelven a estar libres y el próximo documento toma el menor, salvo los anteriores a uno que tiene de otro programa: el SII no distingue un folio que nunca vio de uno que gastó al rechazar un documento, y quedan `por_anular`. Los que tiene quedan según él. Retome sólo si ningún otro programa los usó ni los usará: el SII no conoce lo que aún no se le envía, ni dice de un rechazo. 422 si ninguno está así.',
      },
    },
  )
