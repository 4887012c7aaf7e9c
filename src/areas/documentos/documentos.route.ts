// The issued documents, searched and listed (http §10.2).

import { Type } from '@sinclair/typebox'
import { RESULTADOS_ACUSE } from '../../domain/acuse'
import { newArea } from '../../http/area'
import { readNumbers } from '../../http/comma-list'
import type { AreaDeps } from '../../http/deps'
import { AmbienteJson, Exact, OneOf, PaginacionCursor } from '../../http/envelope'
import { TABLA } from '../../http/openapi-responses'
import { nextWith, pageQuery, paginate, readPage, refuseBeside } from '../../http/paging'
import type { RateLimits } from '../../http/rate-limit'
import { readAll } from '../../http/read-all'
import { Legible } from '../../http/rule'
import { inAmbiente, type Tenant } from '../../http/tenant'
import { createSearch, type Impresores } from '../dte'
import { csvDocumentos, cursorOf, readCursor } from './csv-documentos'
import { Fila, toJson } from './fila-json'
import { type Filtros, orderOf, whereOf } from './filtros'
import { LECTORES } from './lectores'
import { createLista } from './lista'
import { hojasQuery, pdfDocumentos, readHojas } from './pdf-documentos'
import { zipDocumentos } from './zip-documentos'

const FILTERS: Record<Exclude<keyof Filtros, 'num_id_receptor'>, string> = {
  q: 'RUT o cómo empieza, folio, o parte de la razón social o de la referencia externa; sin distinguir mayúsculas ni tildes.',
  tipo_dte: 'Uno o varios, separados por coma.',
  folio: '',
  folio_desde: '',
  folio_hasta: '',
  rut_receptor: '',
  fecha_desde: 'AAAA-MM-DD.',
  fecha_hasta: 'AAAA-MM-DD.',
  periodo: 'AAAAMM.',
  monto_min: '',
  monto_max: '',
  estado: 'Estado del trabajo, uno o varios.',
  estado_sii: 'Veredicto del SII, uno o varios.',
  estado_acuse: `Qué hizo el receptor, uno o varios: ${Object.keys(RESULTADOS_ACUSE).join(', ')}.`,
  con_saldo: '`true`: con saldo; `false`: sin saldo.',
  orden: 'Por ejemplo `-fecha_emision,folio`.',
}

/** The filters as a query has them. */
export const filters = Object.fromEntries(
  Object.entries(FILTERS).map(([name, description]) => [
    name,
    Type.Optional(
      Legible({ ...LECTORES, orden: (orden: string) => orderOf({ orden }) }[name as keyof typeof FILTERS], {
        description,
      }),
    ),
  ]),
)

const HOJAS = Object.keys(hojasQuery)
const WHOLE = ['pagina', 'page', 'orden'] as const
const WHOLE_PDF = ['pagina', 'page', 'cursor', 'limite', 'limit', 'per_page'] as const
const WHOLE_CSV = [...WHOLE_PDF, 'orden'] as const

/** Documents of an archive or a PDF that one token of the rate limit pays for, as it pays for as many of a lot. */
const POR_TOKEN = 10

export interface ListaDeps extends Pick<AreaDeps, 'credential' | 'store' | 'clock'>, Impresores {
  rateLimits: Pick<RateLimits, 'request'>
}

/** GET /v1/documentos. */
export const documentosRoute = ({ credential, store, clock, rateLimits, ...impresores }: ListaDeps) => {
  const lista = createLista(store, clock)
  const find = createSearch(store)
  /** What `q` finds, once for all that is asked of it. */
  const search = async (tenant: Tenant, { q, tipo_dte }: Filtros) =>
    q ? find(tenant, { q, ...(tipo_dte && { tipos: readNumbers('tipo_dte', tipo_dte) }) }) : undefined
  return newArea(credential).get(
    '/v1/documentos',
    async ({ tenant: asking, query, request, set }) => {
      const {
        formato,
        pdf,
        ambiente,
        cursor,
        pagina,
        limite,
        page: _p,
        limit: _l,
        per_page: _pp,
        papel,
        cedible,
        copias,
        ...rest
      } = query
      const tenant = inAmbiente(asking, ambiente ?? null, 'ambiente')
      const filtros = rest as Filtros
      /** One token is paid already. */
      const pay = (found: number): void => {
        const tokens = Math.ceil(found / POR_TOKEN)
        if (tokens > 1) rateLimits.request(set, tenant, false, tokens - 1)
      }
      if (formato !== 'zip') refuseBeside(query, ['pdf'], 'otro formato que zip')
      if (formato !== 'pdf') refuseBeside(query, HOJAS, 'otro formato que pdf')
      if (formato !== undefined && formato !== 'json') {
        refuseBeside(query, formato === 'pdf' ? WHOLE_PDF : WHOLE_CSV, `formato=${formato}`)
        const [hojas] = readAll(
          () => readHojas({ papel, cedible, copias }),
          () => whereOf(tenant, filtros, clock()),
          () => orderOf(filtros),
        )
        const hits = await search(tenant, filtros)
        // The router's types know of no promise of either an answer or data.
        if (formato === 'csv') return csvDocumentos(lista, tenant, filtros, hits) as never
        if (formato === 'pdf') {
          const how = { hojas, now: clock(), pay }
          return pdfDocumentos(impresores, lista, tenant, filtros, hits, how) as never
        }
        pay(lista.total(tenant, filtros, hits))
        const how = { pdf: pdf === 'true', now: clock() }
        return zipDocumentos(impresores, lista, tenant, filtros, hits, how) as never
      }
      const [page, marca] = readAll(
        () => readPage(query),
        () => (cursor === undefined ? null : readCursor(cursor)),
        () => whereOf(tenant, filtros, clock()),
        () => orderOf(filtros),
      )
      if (cursor !== undefined) refuseBeside(query, WHOLE, 'cursor')
      const hits = await search(tenant, filtros)
      const total = lista.total(tenant, filtros, hits)
      const paginacion = paginate(page, total, request.url)
      if (cursor === undefined) {
        const rows = lista.page(tenant, filtros, page.limite, page.offset, hits)
        const more = paginacion.siguiente !== null && rows.length > 0 && !filtros.orden
        const next = more ? cursorOf(rows.at(-1)!) : null
        return { ok: true as const, data: rows.map(toJson), paginacion: { ...paginacion, cursor: next } }
      }
      // One more than asked for tells whether there is a next page.
      const found = lista.after(tenant, filtros, marca, page.limite + 1, hits)
      const rows = found.slice(0, page.limite)
      const next = found.length > page.limite ? cursorOf(rows.at(-1)!) : null
      const siguiente = next && nextWith(request.url, { cursor: next, limite: String(page.limite) })
      return {
        ok: true as const,
        data: rows.map(toJson),
        paginacion: { ...paginacion, pagina: null, siguiente, cursor: next },
      }
    },
    {
      permission: 'dte:leer',
      query: Exact({
        ...pageQuery,
        ...filters,
        ambiente: Type.Optional(
          AmbienteJson({ description: 'Como `X-Ambiente`: una sesión puede mirar otro ambiente.' }),
        ),
        cursor: Type.Optional(
          Legible(readCursor, {
            description:
              'Vacío para empezar, luego el `cursor` de la página anterior: una lista larga cuesta lo mismo hasta el final, y lo que se emite entretanto no la corre.',
          }),
        ),
        formato: Type.Optional(
          OneOf(
            {
              json: 'una página',
              csv: 'todos los hallados, separados por punto y coma, en UTF-8',
              zip: 'el XML firmado de todos los hallados, y su PDF con `pdf=true`, en un archivo; `no-incluidos.txt` dice en él qué falta y por qué, si algo falta',
              pdf: 'todos los hallados, hasta 500, en un solo PDF, en el orden de la lista; su última página dice qué falta y por qué, si algo falta',
            },
            { description: '`json` si se omite.' },
          ),
        ),
        pdf: Type.Optional(
          OneOf(
            { true: 'también el PDF, en carta', false: 'sólo el XML' },
            { description: 'Sólo con `formato=zip`; `false` si se omite.' },
          ),
        ),
        ...hojasQuery,
      }),
      response: Exact({
        ok: Type.Literal(true),
        data: Type.Array(Exact(Fila)),
        paginacion: PaginacionCursor,
      }),
      detail: {
        tags: ['Documentos'],
        summary: 'Buscar documentos emitidos',
        'x-contenido': ['text/csv', 'application/zip', 'application/pdf'],
        'x-errores': ['NOT_FOUND', 'VALIDATION_ERROR'],
        responses: TABLA,
      },
    },
  )
}
