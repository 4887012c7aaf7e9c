// The paper of a company: versions of its template, logo, previews (http §22.2).

import { addRoutes } from '../../http/area'
import type { AreaDeps } from '../../http/deps'
import { logoRoutes } from './logo.route'
import type { Plantillas } from './plantillas'
import { previsualizarRoute } from './previsualizar.route'
import { versionRoutes } from './version.route'
import { createVistaPrevia, type EmisorDe } from './vista-previa'

interface Deps extends Pick<AreaDeps, 'credential' | 'idempotency' | 'audit' | 'clock'> {
  plantillas: Plantillas
  /** The issuer, for the example documents. */
  emisores: { get: EmisorDe }
}

export const bindPlantilla = (deps: Deps) => ({ routes: () => routes(deps) })

const routes = (deps: Deps) => {
  const vistaPrevia = createVistaPrevia({ emisorDe: deps.emisores.get, clock: deps.clock })
  const parts = { ...deps, vistaPrevia }
  addRoutes(parts, [versionRoutes, logoRoutes, previsualizarRoute])
}
