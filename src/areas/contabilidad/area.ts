// Vouchers for accounting programs (areas/contabilidad).

import { addRoutes } from '../../http/area'
import { createContabilidad } from './ajustes'
import { ajustesRoute } from './ajustes.route'
import { createApuntes } from './apuntes'
import { asientosRoute } from './asientos.route'
import { createCompose } from './compose'
import type { ContabilidadDeps, RouteDeps } from './deps'
import { exportacionRoute } from './exportacion.route'
import { createExportaciones } from './exportaciones'
import { plantillaRoute } from './plantilla.route'
import { createPlantillas } from './plantillas'
import { reglaRoute } from './regla.route'

export function bindContabilidad(deps: ContabilidadDeps & RouteDeps) {
  const contabilidad = createContabilidad(deps)
  const plantillas = createPlantillas(deps)
  const compose = createCompose({ ...deps, contabilidad, apuntes: createApuntes(deps) })
  const exportaciones = createExportaciones({ ...deps, contabilidad, plantillas, compose })
  const parts = { ...deps, contabilidad, plantillas, compose, exportaciones }
  return {
    routes: () =>
      addRoutes(parts, [ajustesRoute, reglaRoute, plantillaRoute, exportacionRoute, asientosRoute]),
  }
}
