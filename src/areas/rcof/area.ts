// Reports of used folios (areas/rcof): sent, followed and read.

import { newArea } from '../../http/area'
import { trabajosRoutes } from '../trabajos'
import type { RcofDeps } from './deps'
import { BASE, sendRcofRoute } from './enviar.route'
import { estadoRcofRoute } from './estado.route'
import { rcofRoutes } from './rcof.route'
import { RcofJson } from './rcof-json'

export type { RcofDeps } from './deps'

export const rcofArea = (deps: RcofDeps) =>
  newArea(deps.credential)
    .use(sendRcofRoute(deps))
    .use(rcofRoutes(deps))
    .use(estadoRcofRoute(deps))
    .use(
      trabajosRoutes(deps, {
        base: BASE,
        tipos: ['rcof.enviar', 'rcof.veredicto'],
        leer: 'dte:leer',
        actuar: 'rcof:enviar',
        tag: 'RCOF',
        result: RcofJson,
        nombre: 'TrabajoRcof',
      }),
    )
