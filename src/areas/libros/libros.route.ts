// GET /v1/libros/ventas/:periodo and /compras/: the register, or what was issued, as a book for people.

import { type Static, Type } from '@sinclair/typebox'
import type { Celda } from '../../base/csv'
import { chileTimestamp } from '../../domain/fecha'
import type { Lado } from '../../domain/rcv/columnas'
import { readPeriodo } from '../../domain/rcv/periodo'
import { newArea } from '../../http/area'
import { csvResponse } from '../../http/csv'
import type { AreaDeps } from '../../http/deps'
import { Exact, OneOf, Paginacion } from '../../http/envelope'
import { TABLA } from '../../http/openapi-responses'
import { pageQuery, paginate, readPage, refuseBeside } from '../../http/paging'
import { readAll } from '../../http/read-all'
import type { Tenant } from '../../http/tenant'
import type { Rcv } from '../rcv'
import { createEmitidos } from './emitidos'
import { COLUMNAS, FilaLibro, filaToCsv, TotalLibro, toFila, toTotal, totalToCsv } from './filas'

export interface LibrosDeps extends Pick<AreaDeps, 'credential' | 'store' | 'clock'> {
  rcv: Rcv
}

/** Rows of a step; the event loop has its turn after each. */
const STEP = 250

export const WHOLE = ['pagina', 'page', 'limite', 'limit', 'per_page'] as const

export const formatoQuery = Type.Optional(
  OneOf(
    {
      json: 'una página',
      csv: 'entero, para una planilla: punto y coma, UTF-8 con marca, los totales por tipo al final',
    },
    { description: '`json` si se omite.' },
  ),
)

export const PERIODO = Type.String({ description: 'AAAAMM.', examples: ['202611'] })

const Libro = Exact({
  periodo: Type.String(),
  base: OneOf({ rcv: 'el registro del SII', emitidos: 'lo emitido aquí' }, { examples: ['rcv'] }),
  aviso: Type.String({
    description: 'Cuándo se leyó el registro y si está completo.',
    examples: ['Registro de compras y ventas leído el 20-11-2026 11:03, completo'],
  }),
  documentos: Type.Array(FilaLibro),
  totales: Type.Array(TotalLibro, {
    description: 'Del período entero, por tipo; las notas de crédito, negativas.',
  }),
})

/** A book, however its lines are found. */
interface Contenido {
  base: 'rcv' | 'emitidos'
  aviso: string
  totales: Static<typeof TotalLibro>[]
  total: number
  page: (limit: number, offset: number) => Static<typeof FilaLibro>[]
  steps: () => Iterator<Static<typeof FilaLibro>[], void>
}

const instant = (iso: string): string => {
  const local = chileTimestamp(new Date(iso))
  return `${local.slice(8, 10)}-${local.slice(5, 7)}-${local.slice(0, 4)} ${local.slice(11, 16)}`
}

function fromRegister(rcv: Rcv, tenant: Tenant, periodo: string, lado: Lado): Contenido {
  const sync = rcv.periodos.get(tenant, periodo)
  const tramo = rcv.periodos.requireTramo(sync, { lado, estado: 'REGISTRO' })
  const read = tramo.sincronizado_en
    ? `leído el ${instant(tramo.sincronizado_en)}, completo`
    : 'leído sólo en parte'
  const pendientes =
    sync.tramos.find(({ estado_contable }) => estado_contable === 'PENDIENTE')?.documentos ?? 0
  const waiting = lado === 'compra' && pendientes ? `; ${pendientes} compras pendientes no están` : ''
  const filtros = { tipo: lado, estado: 'REGISTRO' }
  return {
    base: 'rcv',
    aviso: `Registro de compras y ventas ${read}${waiting}`,
    totales: rcv.periodos
      .resumen(tenant, periodo)
      .filter((one) => one.lado === lado && one.estadoContable === 'REGISTRO')
      .map(toTotal),
    total: rcv.lista.total(tenant, periodo, filtros),
    page: (limit, offset) =>
      rcv.lista
        .page(tenant, periodo, { ...filtros, orden: 'fecha_emision,tipo_dte,folio' }, limit, offset)
        .map(toFila),
    *steps() {
      let last: Parameters<typeof rcv.lista.inFile>[3] = null
      for (;;) {
        const rows = rcv.lista.inFile(tenant, periodo, filtros, last, STEP)
        yield rows.map(toFila)
        if (rows.length < STEP) return
        last = rows.at(-1)!
      }
    },
  }
}

function csvOf(name: string, { aviso, totales, steps }: Contenido): Response {
  const lines = steps()
  let state: 'head' | 'lines' | 'end' = 'head'
  return csvResponse(name, [aviso], (): Celda[][] => {
    if (state === 'head') {
      state = 'lines'
      return [[...COLUMNAS]]
    }
    while (state === 'lines') {
      const { done, value } = lines.next()
      if (done) {
        state = 'end'
        return totales.map(totalToCsv)
      }
      if (value.length) return value.map(filaToCsv)
    }
    return []
  })
}

const query = { ...pageQuery, formato: formatoQuery }

function answer(
  libro: string,
  contenido: Contenido,
  periodo: string,
  query: Record<string, string | undefined>,
  url: string,
) {
  if (query.formato === 'csv') {
    refuseBeside(query, WHOLE, 'formato=csv')
    // The router's types know of no promise of either an answer or data.
    return csvOf(`libro-${libro}-${periodo}.csv`, contenido) as never
  }
  const page = readPage(query)
  const { base, aviso, totales, total } = contenido
  const documentos = contenido.page(page.limite, page.offset)
  const data = { periodo, base, aviso, documentos, totales }
  return { ok: true as const, data, paginacion: paginate(page, total, url) }
}

const response = Exact({ ok: Type.Literal(true), data: Libro, paginacion: Paginacion })
const detail = { tags: ['Libros'], 'x-contenido': ['text/csv'], responses: TABLA }

export const ventasLibroRoute = ({ credential, store, clock, rcv }: LibrosDeps) => {
  const emitidos = createEmitidos(store)
  return newArea(credential).get(
    '/v1/libros/ventas/:periodo',
    ({ tenant, params, query, request }) => {
      const [periodo] = readAll(
        () => readPeriodo(params.periodo, clock()),
        () => readPage(query),
      )
      const contenido: Contenido =
        query.base === 'emitidos'
          ? {
              base: 'emitidos',
              aviso: `Documentos emitidos aquí hasta el ${instant(clock().toISOString())}; las boletas, sólo en los totales`,
              totales: emitidos.totales(tenant, periodo),
              total: emitidos.count(tenant, periodo),
              page: (limit, offset) => emitidos.page(tenant, periodo, limit, offset),
              steps: () => emitidos.steps(tenant, periodo),
            }
          : fromRegister(rcv, tenant, periodo, 'venta')
      return answer('ventas', contenido, periodo, query, request.url)
    },
    {
      permission: 'rcv:leer',
      params: Exact({ periodo: PERIODO }),
      query: Exact({
        ...query,
        base: Type.Optional(
          OneOf(
            {
              rcv: 'lo que tiene el registro del SII',
              emitidos: 'lo emitido aquí que el SII tiene y no rechazó',
            },
            { description: '`rcv` si se omite.' },
          ),
        ),
      }),
      response,
      detail: { ...detail, summary: 'Libro de ventas', 'x-errores': ['PERIOD_NOT_SYNCED'] },
    },
  )
}

export const comprasLibroRoute = ({ credential, clock, rcv }: LibrosDeps) =>
  newArea(credential).get(
    '/v1/libros/compras/:periodo',
    ({ tenant, params, query, request }) => {
      const [periodo] = readAll(
        () => readPeriodo(params.periodo, clock()),
        () => readPage(query),
      )
      return answer('compras', fromRegister(rcv, tenant, periodo, 'compra'), periodo, query, request.url)
    },
    {
      permission: 'rcv:leer',
      params: Exact({ periodo: PERIODO }),
      query: Exact(query),
      response,
      detail: {
        ...detail,
        summary: 'Libro de compras',
        description: 'Las compras en REGISTRO, que son las que se declaran.',
        'x-errores': ['PERIOD_NOT_SYNCED'],
      },
    },
  )
