// GET /v1/libros/paquete/:periodo: the month for the accountant as one archive, sent as it is made.

import { readPeriodo } from '../../domain/rcv/periodo'
import { newArea } from '../../http/area'
import { Exact } from '../../http/envelope'
import { ARCHIVO } from '../../http/openapi-responses'
import { Periodo } from '../../http/periodo'
import type { RateLimits } from '../../http/rate-limit'
import { zipResponse } from '../../http/zip'
import { createContenidos } from './contenido'
import { createGuias } from './guias'
import { createHonorarios } from './honorarios'
import { baseQuery, type LibroDeps } from './libros.route'
import { countEmitidos, type PaqueteDeps, paqueteFiles } from './paquete'

export interface LibrosDeps extends LibroDeps, Pick<PaqueteDeps, 'documentos'> {
  rateLimits: Pick<RateLimits, 'request'>
}

/** Documents that one token pays (http §16.1). */
const POR_TOKEN = 10

export const paqueteRoute = (deps: LibrosDeps) => {
  const made = {
    ...deps,
    contenidos: createContenidos(deps),
    guias: createGuias(deps.store),
    honorarios: createHonorarios(deps.store),
  }
  return newArea(deps.credential).get(
    '/v1/libros/paquete/:periodo',
    ({ tenant, params, query, set }) => {
      const periodo = readPeriodo(params.periodo, deps.clock())
      const { base = 'rcv' } = query
      if (base === 'rcv') deps.rcv.periodos.getRead(tenant, periodo)
      const tokens = Math.ceil(countEmitidos(deps.store, tenant, periodo) / POR_TOKEN)
      // One is paid already.
      if (tokens > 1) deps.rateLimits.request(set, tenant, false, tokens, 1)
      const files = paqueteFiles(made, tenant, periodo, { base, now: deps.clock() })
      return zipResponse(`libros_${periodo}.zip`, files)
    },
    {
      permission: 'rcv:leer',
      params: Exact({ periodo: Periodo(deps.clock) }),
      query: Exact({ base: baseQuery }),
      detail: {
        tags: ['Libros'],
        summary: 'El mes para el contador, en un archivo',
        description:
          'Los libros de ventas, compras, guías y honorarios, el F29 y la cuadratura, en CSV, y en `xml/` los documentos emitidos que el SII tiene y no rechazó. Lo que falte, porque su registro no se ha leído, lo dice `no-incluidos.txt`; `base=emitidos` arma el libro de ventas sin el registro.',
        'x-contenido': ['application/zip'],
        'x-errores': ['PERIOD_NOT_SYNCED'],
        responses: ARCHIVO,
      },
    },
  )
}
