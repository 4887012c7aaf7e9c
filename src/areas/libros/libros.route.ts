// GET /v1/libros/ventas/:periodo and /compras/: the register, or what was issued, as a book for people.

import { Type } from '@sinclair/typebox'
import { readPeriodo } from '../../domain/rcv/periodo'
import { rutQuery } from '../../http/alias'
import { newArea } from '../../http/area'
import { csvResponse } from '../../http/csv'
import type { AreaDeps } from '../../http/deps'
import { Exact, OneOf, Paginacion } from '../../http/envelope'
import { listed, listQuery } from '../../http/listing'
import { TABLA } from '../../http/openapi-responses'
import { readPage, refuseBeside } from '../../http/paging'
import { Periodo } from '../../http/periodo'
import { readAll } from '../../http/read-all'
import type { Rcv } from '../rcv'
import { type Contenido, createContenidos, linesOf } from './contenido'
import { FilaLibro, TotalLibro } from './filas'

export interface LibroDeps extends Pick<AreaDeps, 'credential' | 'store' | 'clock'> {
  rcv: Rcv
}

export const WHOLE = ['pagina', 'page', 'limite', 'limit', 'per_page', 'q', 'rut', 'orden'] as const

/** The keys that find a line of a book. */
export const LINEAS = {
  words: ({ folio, rut, razon_social }: Pick<FilaLibro, 'folio' | 'rut' | 'razon_social'>) => [
    folio,
    rut,
    razon_social,
  ],
  rut: ({ rut }: Pick<FilaLibro, 'rut'>) => rut,
  orden: 'fecha_emision',
}

export const formatoQuery = Type.Optional(
  OneOf(
    {
      json: 'una página',
      csv: 'entero, para una planilla: punto y coma, UTF-8 con marca, los totales por tipo al final',
    },
    { description: '`json` si se omite.' },
  ),
)

const baseOf = (emitidos: string) =>
  Type.Optional(
    OneOf({ rcv: 'lo que tiene el registro del SII', emitidos }, { description: '`rcv` si se omite.' }),
  )
export const baseQuery = baseOf('lo emitido aquí que el SII tiene y no rechazó')

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

const query = {
  ...listQuery('el folio, el RUT o la razón social', LINEAS.orden),
  ...rutQuery('De la contraparte.'),
  formato: formatoQuery,
}

async function answer(
  libro: string,
  contenido: Contenido,
  periodo: string,
  query: Record<string, string | undefined>,
  { url, signal }: Request,
) {
  if (query.formato === 'csv') {
    refuseBeside(query, WHOLE, 'formato=csv')
    // The router's types know of no promise of either an answer or data.
    const lines = linesOf(contenido)
    const next = () => lines.next().value ?? []
    return csvResponse(`libro-${libro}-${periodo}.csv`, [contenido.aviso], next) as never
  }
  const { base, aviso, totales, total } = contenido
  const { rows, paginate } = await listed(
    query,
    LINEAS,
    { rows: contenido.page, total: () => total, after: contenido.after },
    signal,
  )
  const data = { periodo, base, aviso, documentos: rows, totales }
  return { ok: true as const, data, paginacion: paginate(url) }
}

const response = Exact({ ok: Type.Literal(true), data: Libro, paginacion: Paginacion })
const detail = { tags: ['Libros'], 'x-contenido': ['text/csv'], responses: TABLA }

export const ventasLibroRoute = (deps: LibroDeps) => {
  const contenidos = createContenidos(deps)
  return newArea(deps.credential).get(
    '/v1/libros/ventas/:periodo',
    ({ tenant, params, query, request }) => {
      const [periodo] = readAll(
        () => readPeriodo(params.periodo, deps.clock()),
        () => readPage(query),
      )
      const contenido = contenidos.ventas(tenant, periodo, query.base ?? 'rcv')
      return answer('ventas', contenido, periodo, query, request)
    },
    {
      permission: 'rcv:leer',
      params: Exact({ periodo: Periodo(deps.clock) }),
      query: Exact({
        ...query,
        base: baseQuery,
      }),
      response,
      detail: { ...detail, summary: 'Libro de ventas', 'x-errores': ['PERIOD_NOT_SYNCED'] },
    },
  )
}

export const comprasLibroRoute = (deps: LibroDeps) => {
  const contenidos = createContenidos(deps)
  return newArea(deps.credential).get(
    '/v1/libros/compras/:periodo',
    ({ tenant, params, query, request }) => {
      const [periodo] = readAll(
        () => readPeriodo(params.periodo, deps.clock()),
        () => readPage(query),
      )
      return answer(
        'compras',
        contenidos.compras(tenant, periodo, query.base ?? 'rcv'),
        periodo,
        query,
        request,
      )
    },
    {
      permission: 'rcv:leer',
      params: Exact({ periodo: Periodo(deps.clock) }),
      query: Exact({
        ...query,
        base: baseOf(
          'las facturas de compra emitidas aquí, y las notas sobre ellas, que el SII tiene y no rechazó; lo que emitieron otros está sólo en el registro',
        ),
      }),
      response,
      detail: {
        ...detail,
        summary: 'Libro de compras',
        description: 'Con `base=rcv`, las compras en REGISTRO, que son las que se declaran.',
        'x-errores': ['PERIOD_NOT_SYNCED'],
      },
    },
  )
}
