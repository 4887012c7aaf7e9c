// Reports of used folios (areas/rcof): sent, followed and read.

import { addRoutes } from '../../http/area'
import type { Cola } from '../../jobs/cola'
import { trabajosRoutes } from '../trabajos'
import { createRcof } from './create'
import type { RcofDeps } from './deps'
import { BASE, sendRcofRoute } from './enviar.route'
import { estadoRcofRoute } from './estado.route'
import { rcofRoutes } from './rcof.route'
import { RcofJson } from './rcof-json'

type Deps = Parameters<typeof createRcof>[0] & Omit<RcofDeps, 'rcof' | 'cola'>

export function bindRcof(deps: Deps) {
  const rcof = createRcof(deps)
  return {
    rcof,
    kinds: rcof.kinds,
    tareas: [rcof.tarea],
    routes: (cola: Cola) =>
      addRoutes({ ...deps, rcof, cola }, [sendRcofRoute, rcofRoutes, estadoRcofRoute, trabajos]),
  }
}

const trabajos = (deps: RcofDeps) =>
  trabajosRoutes(deps, {
    base: BASE,
    tipos: ['rcof.enviar', 'rcof.veredicto'],
    leer: 'dte:leer',
    actuar: 'rcof:enviar',
    tag: 'RCOF',
    result: RcofJson,
    nombre: 'TrabajoRcof',
  })
