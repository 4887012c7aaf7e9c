// GET /v1/libros/honorarios/:periodo: the boletas de terceros of a month.

import { type Static, Type } from '@sinclair/typebox'
import { readPeriodo } from '../../domain/rcv/periodo'
import { rutQuery } from '../../http/alias'
import { newArea } from '../../http/area'
import { csvResponse } from '../../http/csv'
import { Exact, OneOf, Paginacion } from '../../http/envelope'
import { listed, listQuery, sourceBehind } from '../../http/listing'
import { TABLA } from '../../http/openapi-responses'
import { readPage, refuseBeside } from '../../http/paging'
import { Periodo } from '../../http/periodo'
import { readAll } from '../../http/read-all'
import { createHonorarios, Honorario, honorariosLines, TotalHonorarios } from './honorarios'
import { formatoQuery, type LibroDeps, WHOLE } from './libros.route'

const BOLETAS = {
  words: ({ folio, rut, nombre }: Static<typeof Honorario>) => [folio, rut, nombre],
  rut: ({ rut }: Static<typeof Honorario>) => rut,
  orden: 'fecha',
}

const Libro = Exact({
  periodo: Type.String({ examples: ['202611'] }),
  aviso: Type.String({ description: 'Si el informe del SII se leyó, y cuándo.' }),
  documentos: Type.Array(Honorario),
  total: TotalHonorarios,
})

export const honorariosLibroRoute = ({ credential, store, clock }: LibroDeps) => {
  const honorarios = createHonorarios(store)
  return newArea(credential).get(
    '/v1/libros/honorarios/:periodo',
    async ({ tenant, params, query, request }) => {
      const [periodo] = readAll(
        () => readPeriodo(params.periodo, clock()),
        () => readPage(query),
      )
      const aviso = honorarios.aviso(tenant, periodo)
      if (query.formato === 'csv') {
        refuseBeside(query, WHOLE, 'formato=csv')
        const lines = honorariosLines(honorarios, tenant, periodo)
        const next = () => lines.next().value ?? []
        // The router's types know of no promise of either an answer or data.
        return csvResponse(`libro-honorarios-${periodo}.csv`, [aviso], next) as never
      }
      const source = sourceBehind(
        (limit, offset, last: Static<typeof Honorario> | null) =>
          honorarios.page(tenant, periodo, limit, offset, last),
        () => honorarios.count(tenant, periodo),
      )
      const { rows, paginate } = await listed(query, BOLETAS, source, request.signal)
      const data = { periodo, aviso, total: honorarios.total(tenant, periodo), documentos: rows }
      return { ok: true as const, data, paginacion: paginate(request.url) }
    },
    {
      permission: 'rcv:leer',
      params: Exact({ periodo: Periodo(clock) }),
      query: Exact({
        ...listQuery('el folio, el RUT o el nombre', BOLETAS.orden),
        ...rutQuery('Del beneficiario.'),
        formato: formatoQuery,
        base: Type.Optional(
          OneOf(
            { rcv: 'las que se conocen aquí: ningún registro del SII las lleva', emitidos: 'las mismas' },
            { description: '`rcv` si se omite.' },
          ),
        ),
      }),
      response: Exact({ ok: Type.Literal(true), data: Libro, paginacion: Paginacion }),
      detail: {
        tags: ['Libros'],
        summary: 'Libro de honorarios: las boletas de terceros de un mes',
        description: 'Las recibidas (boletas de honorarios de otros) no están.',
        'x-contenido': ['text/csv'],
        responses: TABLA,
      },
    },
  )
}
