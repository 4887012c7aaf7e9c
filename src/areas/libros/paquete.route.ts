// GET /v1/libros/paquete/:periodo: the month for the accountant as one archive, sent as it is made.

import { readPeriodo } from '../../domain/rcv/periodo'
import { newArea } from '../../http/area'
import { Exact } from '../../http/envelope'
import { ARCHIVO } from '../../http/openapi-responses'
import { zipResponse } from '../../http/zip'
import { createContenidos } from './contenido'
import { createGuias } from './guias'
import { baseQuery, type LibrosDeps, PERIODO } from './libros.route'
import { type PaqueteDeps, paqueteFiles } from './paquete'

export const paqueteRoute = (deps: LibrosDeps & Pick<PaqueteDeps, 'documentos'>) => {
  const made = { ...deps, contenidos: createContenidos(deps), guias: createGuias(deps.store) }
  return newArea(deps.credential).get(
    '/v1/libros/paquete/:periodo',
    ({ tenant, params, query }) => {
      const periodo = readPeriodo(params.periodo, deps.clock())
      const { base = 'rcv' } = query
      if (base === 'rcv') deps.rcv.periodos.get(tenant, periodo)
      const files = paqueteFiles(made, tenant, periodo, { base, now: deps.clock() })
      return zipResponse(`libros_${periodo}.zip`, files)
    },
    {
      permission: 'rcv:leer',
      params: Exact({ periodo: PERIODO }),
      query: Exact({ base: baseQuery }),
      detail: {
        tags: ['Libros'],
        summary: 'El mes para el contador, en un archivo',
        description:
          'Los libros de ventas, compras y guías, el F29 y la cuadratura, en CSV, y en `xml/` los documentos emitidos que el SII tiene y no rechazó. Lo que falte, porque su registro no se ha leído, lo dice `no-incluidos.txt`; `base=emitidos` arma el libro de ventas sin el registro.',
        'x-contenido': ['application/zip'],
        'x-errores': ['PERIOD_NOT_SYNCED'],
        responses: ARCHIVO,
      },
    },
  )
}
