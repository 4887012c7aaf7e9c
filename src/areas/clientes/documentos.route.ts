// GET /v1/clientes/:id/documentos: what was issued to a customer, as the list of documents shows it (areas/clientes §1).

import { newArea } from '../../http/area'
import { Exact, Lista } from '../../http/envelope'
import { pageQuery, paginate, readPage } from '../../http/paging'
import {
  createListaDocumentos,
  documentoToJson,
  FilaDocumento,
  type FiltrosDocumentos,
  filtrosDocumentos,
} from '../documentos'
import { clienteParams as params } from './cliente.schema'
import { BASE, type ClientesDeps, tags } from './deps'

const { q: _q, rut_receptor: _r, ...filters } = filtrosDocumentos

export const documentosClienteRoute = ({ credential, store, clock, clientes: { libro } }: ClientesDeps) => {
  const lista = createListaDocumentos(store, clock)
  return newArea(credential).get(
    `${BASE}/:id/documentos`,
    ({ tenant, params: { id }, query, request }) => {
      const { rut, numId } = libro.get(tenant.empresaId, id)
      const { pagina: _p, limite: _l, page: _pg, limit: _lm, per_page: _pp, ...rest } = query
      const filtros: FiltrosDocumentos = {
        ...(rest as FiltrosDocumentos),
        rut_receptor: rut,
        ...(numId && { num_id_receptor: numId }),
      }
      const page = readPage(query)
      const rows = lista.page(tenant, filtros, page.limite, page.offset)
      return {
        ok: true as const,
        data: rows.map(documentoToJson),
        paginacion: paginate(page, lista.total(tenant, filtros), request.url),
      }
    },
    {
      permission: 'clientes:leer',
      params,
      query: Exact({ ...pageQuery, ...filters }),
      response: Lista(Exact(FilaDocumento)),
      detail: {
        tags,
        summary: 'Los documentos emitidos a un cliente',
        'x-errores': ['NOT_FOUND'],
        description: 'Como `GET /v1/documentos`, con sus filtros, en el ambiente de la solicitud.',
      },
    },
  )
}
