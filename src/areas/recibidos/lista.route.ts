// GET /v1/recibidos: the documents received, a page of them or all as a table.

import { Type } from '@sinclair/typebox'
import { readRutAlias, rutQuery } from '../../http/alias'
import { newArea } from '../../http/area'
import { csvResponse } from '../../http/csv'
import { Exact, OneOf, PaginacionCursor } from '../../http/envelope'
import { TABLA } from '../../http/openapi-responses'
import { nextWith, pageQuery, paginate, readPage, refuseBeside } from '../../http/paging'
import { readAll } from '../../http/read-all'
import { Legible } from '../../http/rule'
import { spanQuery } from '../../http/span'
import type { Tenant } from '../../http/tenant'
import { FILTROS, type Filtros, LECTORES, orderOf, whereOf } from './consulta'
import { BASE, type RecibidosDeps } from './deps'
import { cursorOf, type Lista, type Listado, readCursor } from './lista'
import { FilaRecibido } from './recibido-json'

const filters = Object.fromEntries(
  Object.entries(FILTROS).map(([name, description]) => [
    name,
    Type.Optional(Legible(LECTORES[name as keyof typeof FILTROS], { description })),
  ]),
)

const WHOLE = ['pagina', 'page', 'orden'] as const
const WHOLE_CSV = [...WHOLE, 'cursor', 'limite', 'limit', 'per_page'] as const

/** Rows of one turn of a table. */
const STEP = 200

const COLUMNAS = [
  'recibido_en',
  'rut_emisor',
  'razon_social_emisor',
  'tipo_dte',
  'folio',
  'fecha_emision',
  'monto_neto',
  'monto_exento',
  'monto_iva',
  'monto_total',
  'firma',
  'timbre',
  'montos',
  'periodo_rcv',
  'estado_rcv',
  'acuse',
  'vence_el',
  'conflicto',
  'origen',
  'id',
] as const

function csvRecibidos(lista: Lista, tenant: Tenant, filtros: Filtros): Response {
  let last: Listado | undefined
  return csvResponse('recibidos.csv', COLUMNAS, () => {
    const rows = lista.after(tenant, filtros, last ? readCursor(cursorOf(last)) : null, STEP)
    last = rows.at(-1) ?? last
    return rows.map((row) => {
      const { rcv, acuse, conflicto, ...fila } = lista.toFila(row)
      const all = {
        ...fila,
        periodo_rcv: rcv?.periodo ?? null,
        estado_rcv: rcv?.estado_contable ?? null,
        acuse: acuse.resultado,
        vence_el: acuse.vence_el,
        conflicto: conflicto ? 'si' : 'no',
      }
      return COLUMNAS.map((name) => all[name])
    })
  })
}

export const listaRecibidosRoute = ({ credential, recibidos: { lista } }: RecibidosDeps) =>
  newArea(credential).get(
    BASE,
    ({ tenant, query, request }) => {
      const {
        formato,
        cursor,
        pagina,
        limite,
        page: _p,
        limit: _l,
        per_page: _pp,
        rut_emisor: _r,
        ...rest
      } = query
      const filtros: Filtros = { ...rest, rut: readRutAlias(query, 'rut_emisor') }
      const [page, marca] = readAll(
        () => readPage(query),
        () => (cursor === undefined ? null : readCursor(cursor)),
        () => whereOf(tenant, filtros),
        () => orderOf(filtros.orden),
      )
      if (formato === 'csv') {
        refuseBeside(query, WHOLE_CSV, 'formato=csv')
        // The router's types know of no promise of either an answer or data.
        return csvRecibidos(lista, tenant, filtros) as never
      }
      if (cursor !== undefined) refuseBeside(query, WHOLE, 'cursor')
      const paginacion = paginate(page, lista.total(tenant, filtros), request.url)
      const answer = (rows: Listado[], place: object) => ({
        ok: true as const,
        data: rows.map(lista.toFila),
        paginacion: { ...paginacion, cursor: null, ...place },
      })
      if (cursor === undefined) {
        const rows = lista.page(tenant, filtros, page.limite, page.offset)
        const more = paginacion.siguiente !== null && rows.length > 0 && !filtros.orden
        return answer(rows, { cursor: more ? cursorOf(rows.at(-1)!) : null })
      }
      // One more than asked for tells whether there is a next page.
      const found = lista.after(tenant, filtros, marca, page.limite + 1)
      const rows = found.slice(0, page.limite)
      const next = found.length > page.limite ? cursorOf(rows.at(-1)!) : null
      const siguiente = next && nextWith(request.url, { cursor: next, limite: String(page.limite) })
      return answer(rows, { pagina: null, siguiente, cursor: next })
    },
    {
      permission: 'recibidos:leer',
      query: Exact({
        ...pageQuery,
        ...filters,
        ...rutQuery('Del emisor.', 'rut_emisor'),
        ...spanQuery('Emitidos'),
        cursor: Type.Optional(
          Legible(readCursor, {
            description:
              'Vacío para empezar, luego el `cursor` de la página anterior: una lista larga cuesta lo mismo hasta el final.',
          }),
        ),
        formato: Type.Optional(
          OneOf(
            { json: 'una página', csv: 'todos los encontrados, para una planilla' },
            { description: '`json` si se omite.' },
          ),
        ),
      }),
      response: Exact({
        ok: Type.Literal(true),
        data: Type.Array(FilaRecibido),
        paginacion: PaginacionCursor,
      }),
      detail: {
        tags: ['Recibidos'],
        summary: 'Los documentos recibidos, el último primero',
        description:
          'Los que están en conflicto van juntos, primero el que concuerda con el registro. Con `en_rcv=false`, los que llegaron y el registro no trae; lo contrario, lo que el registro trae y nunca llegó, está en `/v1/rcv/{periodo}` con `con_xml=false`.',
        'x-contenido': ['text/csv'],
        responses: TABLA,
      },
    },
  )
