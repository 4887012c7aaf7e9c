// The register of purchases and sales that the SII keeps: taken over from the files of its page, read, compared and linked.

import { newArea } from '../../http/area'
import { trabajosRoutes } from '../trabajos'
import { cambiosRcvRoute } from './cambios.route'
import { cuadraturaRoute } from './cuadratura.route'
import type { RcvDeps } from './deps'
import { emitidosFueraRoute } from './emitidos-fuera.route'
import { f29Route } from './f29.route'
import { importarRcvRoute } from './importar.route'
import { periodosRcvRoute, registroRcvRoute } from './registro.route'
import { Sincronizado, syncRoute } from './sync/sync.route'
import { tipoCompraRoute } from './sync/tipo-compra.route'
import {
  linkRoute,
  pendientesRoute,
  unlinkRoute,
  vinculacionesDelPeriodoRoute,
  vinculacionesRoute,
} from './vinculaciones.route'

export type { RcvDeps } from './deps'

export const rcvArea = (deps: RcvDeps) =>
  newArea(deps.credential)
    .use(periodosRcvRoute(deps))
    .use(registroRcvRoute(deps))
    .use(emitidosFueraRoute(deps))
    .use(cambiosRcvRoute(deps))
    .use(importarRcvRoute(deps))
    .use(syncRoute(deps))
    .use(tipoCompraRoute(deps))
    .use(
      trabajosRoutes(deps, {
        base: '/v1/rcv',
        tipos: ['rcv.sincronizar'],
        leer: 'rcv:leer',
        actuar: 'rcv:sincronizar',
        tag: 'RCV',
        result: Sincronizado,
        nombre: 'TrabajoRcv',
      }),
    )
    .use(cuadraturaRoute(deps))
    .use(f29Route(deps))
    .use(vinculacionesDelPeriodoRoute(deps))
    .use(pendientesRoute(deps))
    .use(vinculacionesRoute(deps))
    .use(linkRoute(deps))
    .use(unlinkRoute(deps))
