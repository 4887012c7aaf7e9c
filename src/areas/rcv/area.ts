// The register of purchases and sales that the SII keeps: taken over from the files of its page, read, compared and linked.

import { newArea } from '../../http/area'
import type { Cola } from '../../jobs/cola'
import { trabajosRoutes } from '../trabajos'
import { cambiosRcvRoute } from './cambios.route'
import { createRcv } from './create'
import { cuadraturaRoute } from './cuadratura.route'
import type { RcvDeps } from './deps'
import { emitidosFueraRoute } from './emitidos-fuera.route'
import { f29Route } from './f29.route'
import { importarRcvRoute } from './importar.route'
import { periodosRcvRoute, registroRcvRoute } from './registro.route'
import { Sincronizado, syncRoute } from './sync/sync.route'
import { rcvTarea } from './sync/tarea'
import { tipoCompraRoute } from './sync/tipo-compra.route'
import {
  linkRoute,
  pendientesRoute,
  unlinkRoute,
  vinculacionesDelPeriodoRoute,
  vinculacionesRoute,
} from './vinculaciones.route'

type Deps = Parameters<typeof createRcv>[0] &
  Omit<Parameters<typeof rcvTarea>[0], 'sync'> &
  Omit<RcvDeps, 'rcv' | 'cola'>

export function bindRcv(deps: Deps) {
  const rcv = createRcv(deps)
  return {
    rcv,
    kinds: rcv.kinds,
    tareas: [rcvTarea({ ...deps, sync: rcv.sync })],
    routes: (cola: Cola) => routes({ ...deps, rcv, cola }),
  }
}

const routes = (deps: RcvDeps) =>
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
