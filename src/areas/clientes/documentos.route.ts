// GET /v1/clientes/:id/documentos: what was issued to a customer, as the list of documents shows it (areas/clientes §1).

import { newArea } from '../../http/area'
import { Exact } from '../../http/envelope'
import { requirePermission } from '../../http/requirements'
import { createListado, Listado, listadoDetail, listadoQuery } from '../documentos'
import { clienteParams as params } from './cliente.schema'
import { BASE, type ClientesDeps, tags } from './deps'

const { rut: _, rut_receptor: _r, ...query } = listadoQuery

/** Formats with whole documents: reading customers does not include these. */
const ENTEROS: readonly (string | undefined)[] = ['zip', 'pdf']

export const documentosClienteRoute = ({ clientes: { libro }, ...deps }: ClientesDeps) => {
  const answer = createListado(deps)
  return newArea(deps.credential).get(
    `${BASE}/:id/documentos`,
    ({ params: { id }, ...context }) => {
      const { rut, numId } = libro.get(context.tenant.empresaId, id)
      if (ENTEROS.includes(context.query.formato)) requirePermission(context.tenant, 'dte:leer')
      return answer(context, { rut, ...(numId && { num_id_receptor: numId }) })
    },
    {
      permission: 'clientes:leer',
      params,
      query: Exact(query),
      response: Listado,
      detail: {
        tags,
        summary: 'Los documentos emitidos a un cliente',
        'x-errores': ['NOT_FOUND', 'VALIDATION_ERROR'],
        ...listadoDetail,
        description:
          'Como `GET /v1/documentos`, con sus filtros y formatos, en el ambiente de la solicitud. `zip` y `pdf` piden además el permiso `dte:leer`.',
      },
    },
  )
}
