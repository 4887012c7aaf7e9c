// A firm's board: what needs a person today across all companies of an account (areas/firma §1).

import type { Log } from '../../base/log'
import type { Metrics } from '../../base/metrics'
import { addRoutes } from '../../http/area'
import type { AreaDeps } from '../../http/deps'
import { calendarioRoutes } from './calendario.route'
import { carteraRoutes } from './cartera.route'
import { estadoFirmaRoute } from './estado.route'
import { createKeep } from './keep'
import { createReadFacetas, type ReadDeps } from './read-facetas'
import { createTablero } from './tablero'
import { createVencimientos } from './vencimientos'

type Deps = ReadDeps &
  Pick<AreaDeps, 'store' | 'clock' | 'credential' | 'audit' | 'random'> & {
    publicUrl: string | null
    log: Log
    metrics: Metrics
    milliseconds?: () => number
  }

export function bindFirma(deps: Deps) {
  const keep = createKeep({ ...deps, read: createReadFacetas(deps) })
  const found = () => [{ value: keep.desvios() }]
  deps.metrics.gauge(
    'timbre_firma_desvios',
    'Rows of boards that were found wrong at night.',
    found,
    'counter',
  )
  return {
    keep,
    crons: [
      { name: 'firma', pattern: '*/3 * * * * *', run: keep.look },
      { name: 'firma.todo', pattern: '27 4 * * *', run: keep.checkAll },
    ],
    routes: () => routes(deps),
  }
}

const routes = (deps: Deps) => {
  const parts = { ...deps, tablero: createTablero(deps), vencimientos: createVencimientos(deps) }
  addRoutes(parts, [estadoFirmaRoute, carteraRoutes, calendarioRoutes])
}
