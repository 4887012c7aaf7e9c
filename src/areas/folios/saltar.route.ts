// POST /v1/dte/folios/:tipo/saltar: folios that other documents bear are passed over, as the SII or a person says.

import { Type } from '@sinclair/typebox'
import { isTipoDte } from '../../domain/dte/tipos'
import { AppError } from '../../domain/errors'
import type { Titular } from '../../domain/titular'
import { newArea } from '../../http/area'
import { Datos, Exact } from '../../http/envelope'
import { Texto } from '../../http/formats'
import { idempotentRequest } from '../../http/idempotency'
import { IDEMPOTENCY_PARAMETER } from '../../http/openapi'
import type { FoliosDeps } from './deps'
import { CANTIDAD_MAX } from './folios-json'
import { ERRORES_PREGUNTA } from './preguntas'
import type { Palabra } from './saltar'

const Body = Exact({
  hasta: Type.Integer({
    minimum: 0,
    maximum: CANTIDAD_MAX,
    examples: [40],
    description:
      'El último folio que otro documento lleva ya; el próximo documento toma el que sigue. En un rango por conciliar y con `motivo`, el anterior al próximo dice que no se usó ninguno.',
  }),
  motivo: Type.Optional(
    Texto(200, {
      description:
        'Por qué los da por usados: al SII no se le pregunta y todos quedan como `emitido_fuera`. Si se omite, el SII dice qué tiene con cada uno.',
      examples: ['Boletas emitidas en la caja anterior'],
    }),
  ),
})

const Respuesta = Datos(
  Exact({
    tipo_dte: Type.Integer(),
    desde: Type.Integer(),
    hasta: Type.Integer(),
    saltados: Type.Integer({ description: 'Folios que quedan como huecos.' }),
    emitidos_fuera: Type.Integer({
      description: 'De ellos, los que lleva un documento de otra parte; el resto está anulado o por anular.',
    }),
    disponibles: Type.Integer({ description: 'Folios que quedan.' }),
  }),
)

export const saltarFoliosRoute = ({ credential, folios, audit, idempotency, conciliacion }: FoliosDeps) => {
  const vistosOf = (tenant: Titular, tipoDte: number, hasta: number) =>
    conciliacion.vistos(tenant, tipoDte, folios.saltar.asked(tenant, tipoDte, hasta), 'saltar')
  return newArea(credential).post(
    '/v1/dte/folios/:tipo/saltar',
    async ({ tenant, params, body, request, set }) => {
      const { hasta, motivo } = body
      const tipoDte = Number(params.tipo)
      if (!isTipoDte(tipoDte) || String(tipoDte) !== params.tipo)
        throw new AppError('NOT_FOUND', `No hay un tipo de documento ${params.tipo}`)
      const saltar = (palabra: Palabra) =>
        audit(
          tenant,
          () => folios.saltar.skip(tenant, tipoDte, hasta, palabra),
          ({ desde, saltados, emitidosFuera }) => ({
            accion: 'folios.saltados',
            detalle: {
              ...{ tipo_dte: tipoDte, desde, hasta, saltados, emitidos_fuera: emitidosFuera },
              ...(motivo && { motivo }),
            },
          }),
        )
      const use = idempotentRequest(request, tenant, body)
      // A repeated request gets the kept answer without a question.
      const isAnswered = use !== null && idempotency.find(use) !== null
      const palabra: Palabra =
        motivo !== undefined
          ? { motivo }
          : { vistos: isAnswered ? new Map() : await vistosOf(tenant, tipoDte, hasta) }
      return idempotency.create(
        { set },
        use,
        () => {
          const { emitidosFuera, ...saltado } = saltar(palabra)
          return { tipo_dte: tipoDte, ...saltado, emitidos_fuera: emitidosFuera }
        },
        200,
      )
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
        'x-errores': ERRORES_PREGUNTA,
        description:
          'Los folios libres hasta `hasta`, incluido, quedan como huecos y ningún documento los toma: los de un rango usado antes en otro programa, o los emitidos después del respaldo que se restauró. Se pregunta al SII por cada uno: los que tiene quedan `emitido_fuera`, los anulados `anulado`, y sólo los demás `por_anular`. Si el SII no responde (503), con un `motivo` todos quedan `emitido_fuera` y el rango deja de estar `por_conciliar`: quien salta responde por él. No se deshace. 422 si `hasta` es menor que el próximo folio nuevo, no está en lo que queda de un rango vigente, o sin motivo son más de 500.',
      },
    },
  )
}
