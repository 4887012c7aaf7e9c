// GET /v1/rcv and GET /v1/rcv/:periodo: the months that are known, and what one of them has.

import { Type } from '@sinclair/typebox'
import { isDate } from '../../domain/fecha'
import { readPeriodo } from '../../domain/rcv/periodo'
import { newArea } from '../../http/area'
import { BESIDE_FILE, cursorOf, cursorQuery, filterQuery, pageOrBehind, readPlace } from '../../http/cursor'
import { Exact, Lista, OneOf, PaginacionCursor } from '../../http/envelope'
import { answerList, listQuery, sourceOfFew } from '../../http/listing'
import { TABLA_RCV } from '../../http/openapi-responses'
import { pageQuery, readPage, refuseBeside } from '../../http/paging'
import { Periodo } from '../../http/periodo'
import { readAll } from '../../http/read-all'
import { FILTROS, type Filtros, isSummed, LECTORES, orderOf, whereOf } from './consulta'
import { csvRegistro, readForma } from './csv-registro'
import type { RcvDeps } from './deps'
import { Fila, toJson } from './fila-json'
import type { Documento, Marca } from './lista'
import { ResumenJson, resumenToJson, SincronizacionJson } from './periodo-json'
import { prepareEmitido } from './statements'

const filters = filterQuery(FILTROS, LECTORES)

const placeOf = ({ fechaEmision, id }: Documento): string => cursorOf([fechaEmision, id])

/** Throws INVALID_PARAMETER. */
const readCursor = (text: string): Marca | null =>
  readPlace(text, ([fecha, id, ...more]) =>
    fecha && isDate(fecha) && id && !more.length ? { fecha, id } : null,
  )

const LEIDOS = { words: ({ periodo }: { periodo: string }) => [periodo], orden: '-periodo' }

export const periodosRcvRoute = ({ credential, rcv: { periodos } }: RcvDeps) =>
  newArea(credential).get(
    '/v1/rcv',
    ({ tenant, query, request }) => {
      const source = sourceOfFew({
        rows: (limit, offset) => periodos.list(tenant, limit, offset),
        total: () => periodos.count(tenant),
      })
      return answerList({ query, request }, LEIDOS, source, (one) => one)
    },
    {
      permission: 'rcv:leer',
      query: Exact(listQuery('el período: de `2026` los meses de ese año', LEIDOS.orden)),
      response: Lista(SincronizacionJson),
      detail: { tags: ['RCV'], summary: 'Los períodos leídos o pedidos, del más nuevo al más antiguo' },
    },
  )

export const registroRcvRoute = ({
  credential,
  store,
  clock,
  rcv: { periodos, lista, saldoDe },
}: RcvDeps) => {
  const emitido = prepareEmitido(store.client)

  function rowsToJson(rows: readonly Documento[], tramos: ReturnType<typeof periodos.get>['tramos']) {
    const recibidos = lista.recibidos(rows)
    return rows.map((d) => {
      const tramo = tramos.find((one) => one.tipo === d.lado && one.estado_contable === d.estadoContable)
      const ref = emitido.get(d.id) !== undefined ? { tipo_dte: d.tipoDte, folio: d.folio } : null
      return toJson(d, saldoDe(d), ref, recibidos.get(d.id) ?? null, tramo?.sincronizado_en ?? null)
    })
  }

  return newArea(credential).get(
    '/v1/rcv/:periodo',
    ({ tenant, params, query, request }) => {
      const { formato, cursor, pagina, limite, page: _p, limit: _l, per_page: _pp, ...rest } = query
      const filtros = rest as Filtros
      const [periodo, page, marca, forma] = readAll(
        () => readPeriodo(params.periodo, clock()),
        () => readPage(query),
        () => (cursor === undefined ? null : readCursor(cursor)),
        () => (formato === 'csv' ? readForma(filtros) : null),
        () => whereOf(tenant, params.periodo, filtros),
        () => orderOf(filtros.orden),
      )
      const sincronizacion = periodos.get(tenant, periodo)
      if (forma) {
        refuseBeside(query, BESIDE_FILE, 'formato=csv')
        const tramo = periodos.requireTramo(sincronizacion, forma)
        const entero = tramo.sincronizado_en !== null && isSummed(filtros)
        // The router's types know of no promise of either an answer or data.
        return csvRegistro({ ...store, lista }, tenant, periodo, filtros, forma, entero) as never
      }
      const { rows, paginacion } = pageOrBehind({ query, request }, page, marca, {
        total: () => lista.total(tenant, periodo, filtros),
        page: (limit, offset) => lista.page(tenant, periodo, filtros, limit, offset),
        after: (place, limit) => lista.after(tenant, periodo, filtros, place, limit),
        cursorOf: placeOf,
      })
      const resumen = periodos.totales(tenant, periodo).map(resumenToJson)
      const documentos = rowsToJson(rows, sincronizacion.tramos)
      return { ok: true as const, data: { sincronizacion, resumen, documentos }, paginacion }
    },
    {
      permission: 'rcv:leer',
      params: Exact({ periodo: Periodo(clock) }),
      query: Exact({
        ...pageQuery,
        ...filters,
        cursor: cursorQuery(readCursor),
        formato: Type.Optional(
          OneOf(
            {
              json: 'una página',
              csv: 'el archivo tal como lo da el sitio del SII, byte por byte; pide `tipo` y, en compras, `estado`. Si le falta algo, su nombre termina en `_PARCIAL` y `X-Registro` dice `parcial`',
            },
            { description: '`json` si se omite.' },
          ),
        ),
      }),
      response: Exact({
        ok: Type.Literal(true),
        data: Exact({
          sincronizacion: SincronizacionJson,
          resumen: Type.Array(ResumenJson, {
            description:
              'Lo que suma el período por libro, estado y tipo, sin lo ausente ni los filtros: como lo dice el SII donde se trajo de él (las boletas sólo están aquí), si no lo que suman sus documentos.',
          }),
          documentos: Type.Array(Fila),
        }),
        paginacion: PaginacionCursor,
      }),
      detail: {
        tags: ['RCV'],
        summary: 'El registro de un período',
        'x-contenido': ['text/csv'],
        'x-errores': ['PERIOD_NOT_SYNCED'],
        responses: TABLA_RCV,
      },
    },
  )
}
