// The register of purchases and sales that the SII keeps: taken over from the files of its page, read, compared and linked.

import { addRoutes } from '../../http/area'
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
    routes: (cola: Cola) =>
      addRoutes({ ...deps, rcv, cola }, [
        periodosRcvRoute,
        registroRcvRoute,
        emitidosFueraRoute,
        cambiosRcvRoute,
        importarRcvRoute,
        syncRoute,
        tipoCompraRoute,
        trabajos,
        cuadraturaRoute,
        f29Route,
        vinculacionesDelPeriodoRoute,
        pendientesRoute,
        vinculacionesRoute,
        linkRoute,
        unlinkRoute,
      ]),
  }
}

const trabajos = (deps: RcvDeps) =>
  trabajosRoutes(deps, {
    base: '/v1/rcv',
    tipos: ['rcv.sincronizar'],
    leer: 'rcv:leer',
    actuar: 'rcv:sincronizar',
    tag: 'RCV',
    result: Sincronizado,
    nombre: 'TrabajoRcv',
  })
