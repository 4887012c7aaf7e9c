// Leaving: the archive of an account (areas/exportaciones).

import type { AreaDeps } from '../../http/deps'
import { createExportaciones } from './exportaciones'
import { exportacionesRoutes, type ProvePassword } from './exportaciones.route'

interface Deps extends Pick<AreaDeps, 'store' | 'clock' | 'newId' | 'credential' | 'audit' | 'random'> {
  provePassword: ProvePassword
  queue: { wake(): void }
}

/** How long one that is over stays in the list. */
const DIAS = 90

export function bindExportaciones(deps: Deps) {
  const { store, clock, newId } = deps
  const exportaciones = createExportaciones({ store, clock, newId })
  return {
    trims: [{ name: 'exportacion', days: DIAS, forget: exportaciones.forget }],
    routes: () => exportacionesRoutes({ ...deps, exportaciones }),
  }
}
