// POST /v1/dte/folios/:tipo/saltar: folios that other documents bear are passed over.

import { Type } from '@sinclair/typebox'
import { isTipoDte } from '../../domain/dte/tipos'
import { AppError } from '../../domain/errors'
import { newArea } from '../../http/area'
import { Datos, Exact } from '../../http/envelope'
import { idempotentRequest } from '../../http/idempotency'
import { IDEMPOTENCY_PARAMETER } from '../../http/openapi'
import type { FoliosDeps } from './deps'
import { CANTIDAD_MAX } from './folios-json'

const Body = Exact({
  hasta: Type.Integer({
    minimum: 1,
    maximum: CANTIDAD_MAX,
    examples: [40],
    description: 'El último folio que otro documento lleva ya; el próximo documento toma el que sigue.',
  }),
})

const Respuesta = Datos(
  Exact({
    tipo_dte: Type.Integer(),
    desde: Type.Integer(),
    hasta: Type.Integer(),
    saltados: Type.Integer({
      description: 'Folios que quedan como huecos, por anular en el SII si nadie los usó.',
    }),
    disponibles: Type.Integer({ description: 'Folios que quedan.' }),
  }),
)

export const saltarFoliosRoute = ({ credential, folios, audit, idempotency }: FoliosDeps) =>
  newArea(credential).post(
    '/v1/dte/folios/:tipo/saltar',
    ({ tenant, params, body, request, set }) => {
      const { hasta } = body
      const tipoDte = Number(params.tipo)
      if (!isTipoDte(tipoDte) || String(tipoDte) !== params.tipo)
        throw new AppError('NOT_FOUND', `No hay un tipo de documento ${params.tipo}`)
      const saltar = () =>
        audit(
          tenant,
          () => folios.saltar(tenant, tipoDte, hasta),
          ({ desde, saltados }) => ({
            accion: 'folios.saltados',
            detalle: { tipo_dte: tipoDte, desde, hasta, saltados },
          }),
        )
      const use = idempotentRequest(request, tenant, body)
      return idempotency.create({ set }, use, () => ({ tipo_dte: tipoDte, ...saltar() }), 200)
    },
    {
      permission: 'folios:administrar',
      params: Exact({ tipo: Type.String() }),
      body: Body,
      response: Respuesta,
      detail: {
        tags: ['Folios'],
        parameters: [IDEMPOTENCY_PARAMETER],
        summary: 'Saltar folios que otro documento ya lleva',
        'x-errores': ['VALIDATION_ERROR'],
        description:
          'Los folios libres hasta `hasta`, incluido, quedan como huecos y ningún documento los toma: los de un rango usado antes en otro programa, o los emitidos después del respaldo que se restauró cuando el SII no responde. No se deshace. Un tipo `por_conciliar` deja de estarlo: quien salta responde por él. 422 si `hasta` es menor que el próximo folio nuevo o no está en lo que queda de un rango vigente.',
      },
    },
  )
