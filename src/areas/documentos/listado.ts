// The issued documents searched and listed, of all receivers or of one (http §10.2).

import { readRutAlias } from '../../http/alias'
import { BESIDE_FILE, pageOrBehind } from '../../http/cursor'
import type { AreaDeps } from '../../http/deps'
import { readPage, refuseBeside } from '../../http/paging'
import type { RateLimits } from '../../http/rate-limit'
import { readAll } from '../../http/read-all'
import { inAmbiente, type Tenant } from '../../http/tenant'
import { createSearch, type Impresores } from '../dte'
import { csvDocumentos, placeOf, readCursor } from './csv-documentos'
import type { Filtros } from './filtros'
import { LECTORES } from './lectores'
import { createLista } from './lista'
import type { Listado, ListadoQuery } from './listado.schema'
import { hojasQuery, pdfDocumentos, readHojas } from './pdf-documentos'
import { zipDocumentos } from './zip-documentos'

const HOJAS = Object.keys(hojasQuery)
/** A PDF has the order asked for. */
const BESIDE_PDF = BESIDE_FILE.filter((name) => name !== 'orden')

/** Documents of an archive or a PDF that one token of the rate limit pays for, as it pays for as many of a lot. */
const POR_TOKEN = 10

export interface ListadoDeps extends Pick<AreaDeps, 'store' | 'clock'>, Impresores {
  rateLimits: Pick<RateLimits, 'request'>
}

interface Pedido {
  tenant: Tenant
  query: ListadoQuery
  request: Request
  set: Parameters<RateLimits['request']>[0]
}

/** Answers for the list; `whose` is the receiver whose documents alone are looked at. */
export function createListado({ store, clock, rateLimits, ...impresores }: ListadoDeps) {
  const lista = createLista(store, clock)
  const find = createSearch(store)
  /** The matches of `q`, or the receiver's, found once for all its parts. */
  const search = async (tenant: Tenant, { q, tipo_dte, rut }: Filtros) => {
    const few = rut ? lista.ofReceptor(tenant, LECTORES.rut(rut)) : undefined
    if (few || !q) return few
    return find(tenant, { q, ...(tipo_dte && { tipos: LECTORES.tipo_dte(tipo_dte) }) })
  }
  return async (
    { tenant: asking, query, request, set }: Pedido,
    whose: Pick<Filtros, 'rut' | 'num_id_receptor'> = {},
  ): Promise<(typeof Listado)['static']> => {
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
      rut_receptor: _r,
      ...rest
    } = query
    const tenant = inAmbiente(asking, ambiente ?? null, 'ambiente')
    const filtros: Filtros = { ...(rest as Filtros), rut: readRutAlias(query, 'rut_receptor'), ...whose }
    /** One token is paid already. */
    const pay = (found: number): void => {
      const tokens = Math.ceil(found / POR_TOKEN)
      if (tokens > 1) rateLimits.request(set, tenant, false, tokens, 1)
    }
    if (formato !== 'zip') refuseBeside(query, ['pdf'], 'otro formato que zip')
    if (formato !== 'pdf') refuseBeside(query, HOJAS, 'otro formato que pdf')
    if (formato !== undefined && formato !== 'json') {
      refuseBeside(query, formato === 'pdf' ? BESIDE_PDF : BESIDE_FILE, `formato=${formato}`)
      const hojas = readHojas({ papel, cedible, copias })
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
    )
    const hits = await search(tenant, filtros)
    const { rows, paginacion } = pageOrBehind({ query, request }, page, marca, {
      total: () => lista.total(tenant, filtros, hits),
      page: (limit, offset) => lista.page(tenant, filtros, limit, offset, hits),
      after: (place, limit) => lista.after(tenant, filtros, place, limit, hits),
      cursorOf: placeOf,
    })
    return { ok: true as const, data: rows.map(({ fila }) => fila), paginacion }
  }
}
