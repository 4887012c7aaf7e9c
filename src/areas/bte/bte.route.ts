// The reading of boletas de terceros here (areas/bte §1): the list, one, its paper, a month's sums and a
// day's rate.

import { Type } from '@sinclair/typebox'
import type { Clock } from '../../base/clock'
import { ESTADOS_BTE, type EstadoBte } from '../../domain/bte/boleta'
import { tasaDe, tasaOf } from '../../domain/bte/tasa'
import { invalidParameter } from '../../domain/errors'
import { chileDate, isDate } from '../../domain/fecha'
import { diasOf, readPeriodo } from '../../domain/rcv/periodo'
import { parseRut, rutBegun } from '../../domain/rut'
import { foldText } from '../../domain/texto'
import type { Titular } from '../../domain/titular'
import { newArea } from '../../http/area'
import { readWords } from '../../http/comma-list'
import { Datos, Exact, Lista, OneOf, significados } from '../../http/envelope'
import { Rut } from '../../http/formats'
import { answerList, ordenQuery } from '../../http/listing'
import { DESCARGA } from '../../http/openapi-responses'
import { pageQuery, readInteger, readPage } from '../../http/paging'
import { Periodo } from '../../http/periodo'
import { readAll } from '../../http/read-all'
import { Legible } from '../../http/rule'
import { readDayFilters, type SpanQuery, spanQuery } from '../../http/span'
import { renderBte } from '../../pdf'
import { fileResponse } from '../dte'
import { BteJson, bteToJson } from './bte-json'
import type { BteDeps } from './deps'
import { BASE, tags } from './emitir.route'
import { puntosFor, summaryOf } from './resumen'
import type { Filtro } from './statements'

const ORDEN = '-fecha'
const ESTADOS = Object.keys(ESTADOS_BTE) as EstadoBte[]

const readFolio = (folio: string): number => readInteger({ folio }, 1, 999_999_999)!
export const folioParams = Exact({ folio: Legible(readFolio, { examples: ['118'] }) })
export const folioOf = (params: { folio: string }): number => readFolio(params.folio)

interface ListaQuery extends SpanQuery {
  periodo?: string
  rut?: string
  anulada?: string
  estado?: string
  q?: string
}

/** A LIKE pattern without `%` and `_`: no stored text has them. */
const patternOf = (q: string): string => `%${foldText(rutBegun(q)).replace(/[%_]/g, '')}%`

function filtroOf({ empresaId, ambiente }: Titular, query: ListaQuery, clock: Clock): Filtro {
  const { rut, anulada, estado, q } = query
  const dias = query.periodo ? diasOf(readPeriodo(query.periodo, clock())) : null
  const span = readDayFilters(query)
  return {
    ...{ empresaId, ambiente },
    desde:
      [dias?.desde, span.desde]
        .filter((day) => day !== undefined)
        .sort()
        .at(-1) ?? null,
    hasta: [dias?.hasta, span.hasta].filter((day) => day !== undefined).sort()[0] ?? null,
    rut: rut ? parseRut(rut) : null,
    estados: estado ? JSON.stringify(readWords('estado', estado, ESTADOS)) : null,
    anulada: anulada === undefined ? null : anulada === 'true' ? 1 : 0,
    busca: q?.trim() ? patternOf(q.trim()) : null,
  }
}

function readFecha(text: string): string {
  if (isDate(text)) return text
  throw invalidParameter('fecha', 'fecha', 'Debe ser una fecha del calendario con la forma AAAA-MM-DD')
}

const n = Type.Integer()
const Sumas = { boletas: n, bruto: n, retencion: n, liquido: n }
const Resumen = Exact({
  periodo: Type.String({ examples: ['202611'] }),
  vigentes: Type.Integer({ description: 'Las que cuentan: su anulación no está hecha.' }),
  anuladas: n,
  bruto: Type.Integer({ description: 'Pesos, de las vigentes; así las demás sumas.' }),
  retencion: n,
  liquido: n,
  inciertas: Type.Integer({ description: 'Emisiones del mes de las que aún no se sabe.' }),
  leido_en: Type.Union(
    [Type.String({ format: 'date-time', examples: ['2026-11-20T14:03:01.000Z'] }), Type.Null()],
    {
      description:
        'Cuándo se leyó el informe del SII; null si nunca, y entonces sólo están las emitidas aquí.',
    },
  ),
  por_beneficiario: Type.Array(Exact({ rut: Type.String(), nombre: Type.String(), ...Sumas })),
})

const Tasa = Exact({
  fecha: Type.String({ format: 'date', examples: ['2026-11-20'] }),
  tasa: Type.Number({ examples: [0.1525] }),
  norma: Type.String({ examples: ['Ley 21.133'] }),
  adicional: Type.Number({
    description: 'Lo que la última boleta a esa persona llevó de más.',
    examples: [0],
  }),
  origen: OneOf({ ley: 'la tabla de la ley', ultima_bte: 'la ley y la última boleta a esa persona' }),
})

export const bteRoutes = ({ credential, clock, bte: { boletas, emisorOf } }: BteDeps) =>
  newArea(credential)
    .get(
      BASE,
      ({ tenant, query, request }) => {
        const [, filtro] = readAll(
          () => readPage(query),
          () => filtroOf(tenant, query, clock),
        )
        const source = {
          rows: (limit: number, offset: number) => boletas.list(filtro, limit, offset),
          total: () => boletas.total(filtro),
        }
        return answerList({ query, request }, { orden: ORDEN }, source, bteToJson)
      },
      {
        permission: 'bte:leer',
        query: Exact({
          ...pageQuery,
          ...ordenQuery(ORDEN),
          periodo: Type.Optional(Periodo(clock)),
          rut: Type.Optional(Rut({ description: 'Del beneficiario.' })),
          ...spanQuery('Pagadas'),
          anulada: Type.Optional(OneOf({ true: 'sólo las anuladas', false: 'sin ellas' })),
          estado: Type.Optional(
            Legible((text) => readWords('estado', text, ESTADOS), {
              description: `Uno o varios, separados por coma. ${significados(ESTADOS_BTE)}.`,
              examples: ['incierta,vigente'],
            }),
          ),
          q: Type.Optional(
            Type.String({
              maxLength: 100,
              description: 'Parte del nombre o del RUT, sin mirar tildes ni mayúsculas.',
            }),
          ),
        }),
        response: Lista(BteJson),
        detail: { tags, summary: 'Las boletas de terceros, de la más nueva a la más antigua' },
      },
    )
    .get(
      `${BASE}/tasa`,
      ({ tenant, query }) => {
        const fecha = query.fecha === undefined ? chileDate(clock()) : readFecha(query.fecha)
        const rut = query.rut ? parseRut(query.rut) : null
        const { puntos, norma } = tasaOf(fecha)
        const adicional = rut ? puntosFor(boletas.lastOf(tenant, rut)) : null
        const data = {
          ...{ fecha, tasa: tasaDe(puntos + (adicional ?? 0)), norma, adicional: tasaDe(adicional ?? 0) },
          origen: adicional === null ? ('ley' as const) : ('ultima_bte' as const),
        }
        return { ok: true as const, data }
      },
      {
        permission: 'bte:leer',
        query: Exact({
          fecha: Type.Optional(
            Legible(readFecha, { description: 'Hoy, en Chile, si se omite.', examples: ['2026-11-20'] }),
          ),
          rut: Type.Optional(Rut({ description: 'Del beneficiario.' })),
        }),
        response: Datos(Tasa),
        detail: {
          tags,
          summary: 'La tasa de retención de un día',
          description:
            'De la tabla de la Ley 21.133; no pregunta al SII. Lo que el SII retendría de verdad a una persona lo dice sólo `POST /v1/bte/previsualizar`.',
        },
      },
    )
    .get(
      `${BASE}/resumen/:periodo`,
      ({ tenant, params }) => ({
        ok: true as const,
        data: summaryOf(boletas, tenant, readPeriodo(params.periodo, clock())),
      }),
      {
        permission: 'bte:leer',
        params: Exact({ periodo: Periodo(clock) }),
        response: Datos(Resumen),
        detail: { tags, summary: 'Lo que suman las boletas de terceros de un mes' },
      },
    )
    .get(
      `${BASE}/:folio`,
      ({ tenant, params }) => ({
        ok: true as const,
        data: bteToJson(boletas.byFolio(tenant, folioOf(params))),
      }),
      {
        permission: 'bte:leer',
        params: folioParams,
        response: Datos(BteJson),
        detail: { tags, summary: 'Ver una boleta de terceros' },
      },
    )
    .get(
      `${BASE}/:folio/pdf`,
      ({ tenant, params, request }) => {
        const row = boletas.byFolio(tenant, folioOf(params))
        const emisor = emisorOf(tenant.empresaId)
        const bytes = renderBte({ ...bteToJson(row), folio: row.folio! }, emisor, tenant.ambiente)
        const name = `bte_${emisor.rut}_${row.folio}.pdf`
        return fileResponse(request, { bytes, type: 'application/pdf', name, disposicion: 'inline' })
      },
      {
        permission: 'bte:leer',
        params: folioParams,
        detail: {
          tags,
          summary: 'Una boleta de terceros en papel: una representación de Timbre, no el original del SII',
          'x-contenido': 'application/pdf',
          responses: DESCARGA,
        },
      },
    )
