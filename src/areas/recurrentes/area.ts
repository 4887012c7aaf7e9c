// Series that issue on the dates of a rule (areas/recurrentes).

import { addRoutes } from '../../http/area'
import { createAvance } from './avance'
import type { RouteDeps, SeriesDeps } from './deps'
import { estadoRoute } from './estado.route'
import { createEstados } from './estados'
import { createMirada } from './mirada'
import { ocurrenciaRoute } from './ocurrencia.route'
import { createOcurrencias } from './ocurrencias'
import { createPerform } from './perform'
import { createProximas } from './proximas'
import { serieRoute } from './serie.route'
import { createSeries } from './series'
import { createWriting } from './writing'

export function bindRecurrentes(deps: SeriesDeps & RouteDeps) {
  const avance = createAvance(deps)
  const writing = createWriting(deps)
  const series = createSeries({ ...deps, avance, writing })
  const estados = createEstados({ ...deps, avance, series })
  const ocurrencias = createOcurrencias({ ...deps, avance, series })
  const proximas = createProximas({ ...deps, avance, writing, series, ocurrencias })
  const perform = createPerform({ ...deps, avance, writing, series, estados, ocurrencias })
  const mirada = createMirada({ ...deps, avance, estados, perform })
  const parts = { ...deps, series, estados, ocurrencias, proximas, perform, mirada }
  return {
    mirada,
    crons: [{ name: 'recurrentes', pattern: '* * * * *', atOnce: true, run: mirada.look }],
    routes: () => addRoutes(parts, [serieRoute, estadoRoute, ocurrenciaRoute]),
  }
}
