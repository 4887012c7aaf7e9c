// GET /v1/libros/guias/:periodo: the guides issued in a month, with what became of each.

import { type Static, Type } from '@sinclair/typebox'
import { readPeriodo } from '../../domain/rcv/periodo'
import { rutQuery } from '../../http/alias'
import { newArea } from '../../http/area'
import { csvResponse } from '../../http/csv'
import { Exact, OneOf, Paginacion } from '../../http/envelope'
import { answerList, listQuery, sourceBehind } from '../../http/listing'
import { TABLA } from '../../http/openapi-responses'
import { readPage, refuseBeside } from '../../http/paging'
import { Periodo } from '../../http/periodo'
import { readAll } from '../../http/read-all'
import { avisoGuias, createGuias, Guia, guiasLines } from './guias'
import { formatoQuery, LINEAS, type LibroDeps, WHOLE } from './libros.route'

export const guiasLibroRoute = ({ credential, store, clock }: LibroDeps) => {
  const guias = createGuias(store)
  return newArea(credential).get(
    '/v1/libros/guias/:periodo',
    ({ tenant, params, query, request }) => {
      const [periodo] = readAll(
        () => readPeriodo(params.periodo, clock()),
        () => readPage(query),
      )
      if (query.formato === 'csv') {
        refuseBeside(query, WHOLE, 'formato=csv')
        const lines = guiasLines(guias, tenant, periodo)
        const next = () => lines.next().value ?? []
        // The router's types know of no promise of either an answer or data.
        return csvResponse(`libro-guias-${periodo}.csv`, [avisoGuias(clock())], next) as never
      }
      const source = sourceBehind(
        (limit, offset, last: Static<typeof Guia> | null) => guias.page(tenant, periodo, limit, offset, last),
        () => guias.count(tenant, periodo),
      )
      return answerList({ query, request }, LINEAS, source, (guia) => guia)
    },
    {
      permission: 'rcv:leer',
      params: Exact({ periodo: Periodo(clock) }),
      query: Exact({
        ...listQuery('el folio, el RUT o la razón social', LINEAS.orden),
        ...rutQuery('De quien recibe.'),
        formato: formatoQuery,
        base: Type.Optional(
          OneOf(
            { rcv: 'las emitidas aquí: ningún registro del SII lleva guías', emitidos: 'las mismas' },
            { description: '`rcv` si se omite.' },
          ),
        ),
      }),
      response: Exact({ ok: Type.Literal(true), data: Type.Array(Guia), paginacion: Paginacion }),
      detail: {
        tags: ['Libros'],
        summary: 'Libro de guías de despacho, con la factura de cada una',
        'x-contenido': ['text/csv'],
        responses: TABLA,
      },
    },
  )
}
