// GET /v1/libros/guias/:periodo: the guides issued in a month, with what became of each.

import { Type } from '@sinclair/typebox'
import { readPeriodo } from '../../domain/rcv/periodo'
import { newArea } from '../../http/area'
import { csvResponse } from '../../http/csv'
import { Exact, OneOf, Paginacion } from '../../http/envelope'
import { TABLA } from '../../http/openapi-responses'
import { pageQuery, paginate, readPage, refuseBeside } from '../../http/paging'
import { Periodo } from '../../http/periodo'
import { readAll } from '../../http/read-all'
import { avisoGuias, createGuias, Guia, guiasLines } from './guias'
import { formatoQuery, type LibroDeps, WHOLE } from './libros.route'

export const guiasLibroRoute = ({ credential, store, clock }: LibroDeps) => {
  const guias = createGuias(store)
  return newArea(credential).get(
    '/v1/libros/guias/:periodo',
    ({ tenant, params, query, request }) => {
      const [periodo, page] = readAll(
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
      const data = guias.page(tenant, periodo, page.limite, page.offset)
      return {
        ok: true as const,
        data,
        paginacion: paginate(page, guias.count(tenant, periodo), request.url),
      }
    },
    {
      permission: 'rcv:leer',
      params: Exact({ periodo: Periodo(clock) }),
      query: Exact({
        ...pageQuery,
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
