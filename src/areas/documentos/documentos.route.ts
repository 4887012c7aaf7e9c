// GET /v1/documentos (http §10.2).

import { newArea } from '../../http/area'
import type { AreaDeps } from '../../http/deps'
import { Exact } from '../../http/envelope'
import { createListado, type ListadoDeps } from './listado'
import { Listado, listadoDetail, listadoQuery } from './listado.schema'

export type ListaDeps = Pick<AreaDeps, 'credential'> & ListadoDeps

export const documentosRoute = ({ credential, ...deps }: ListaDeps) => {
  const answer = createListado(deps)
  return newArea(credential).get('/v1/documentos', (context) => answer(context), {
    permission: 'dte:leer',
    query: Exact(listadoQuery),
    response: Listado,
    detail: {
      tags: ['Documentos'],
      summary: 'Buscar documentos emitidos',
      'x-errores': ['NOT_FOUND', 'VALIDATION_ERROR'],
      ...listadoDetail,
    },
  })
}
