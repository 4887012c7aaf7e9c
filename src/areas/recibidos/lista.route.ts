// GET /v1/recibidos: the documents received, a page of them or all as a table.

import { Type } from '@sinclair/typebox'
import { readRutAlias, rutQuery } from '../../http/alias'
import { newArea } from '../../http/area'
import { csvResponse } from '../../http/csv'
import { BESIDE_FILE, cursorQuery, filterQuery, pageOrBehind } from '../../http/cursor'
import { Exact, OneOf, PaginacionCursor } from '../../http/envelope'
import { TABLA } from '../../http/openapi-responses'
import { pageQuery, readPage, refuseBeside } from '../../http/paging'
import { readAll } from '../../http/read-all'
import { spanQuery } from '../../http/span'
import type { Tenant } from '../../http/tenant'
import { FILTROS, type Filtros, LECTORES, orderOf, whereOf } from './consulta'
import { BASE, type RecibidosDeps } from './deps'
import { type Lista, type Listado, placeOf, readCursor } from './lista'
import { FilaRecibido } from './recibido-json'

const filters = filterQuery(FILTROS, LECTORES)

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
    const rows = lista.after(tenant, filtros, last ? readCursor(placeOf(last)) : null, STEP)
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
        refuseBeside(query, BESIDE_FILE, 'formato=csv')
        // The router's types know of no promise of either an answer or data.
        return csvRecibidos(lista, tenant, filtros) as never
      }
      const { rows, paginacion } = pageOrBehind({ query, request }, page, marca, {
        total: () => lista.total(tenant, filtros),
        page: (limit, offset) => lista.page(tenant, filtros, limit, offset),
        after: (place, limit) => lista.after(tenant, filtros, place, limit),
        cursorOf: placeOf,
      })
      return { ok: true as const, data: rows.map(lista.toFila), paginacion }
    },
    {
      permission: 'recibidos:leer',
      query: Exact({
        ...pageQuery,
        ...filters,
        ...rutQuery('Del emisor.', 'rut_emisor'),
        ...spanQuery('Emitidos'),
        cursor: cursorQuery(readCursor),
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
