// The folios area: ranges granted by the SII, what is left of them, and the gaps (http §18).

import { newArea } from '../../http/area'
import { alertaFoliosRoute } from './alerta.route'
import type { FoliosDeps } from './deps'
import { huecosRoute } from './huecos.route'
import { listFoliosRoute } from './list.route'
import { loadFoliosRoute } from './load.route'
import { gapRangesRoute } from './por-anular.route'
import { pronosticoRoute } from './pronostico.route'
import { saltarFoliosRoute } from './saltar.route'
import { solicitarFoliosRoute } from './solicitar.route'

export type { FoliosDeps } from './deps'

export const foliosArea = (deps: FoliosDeps) =>
  newArea(deps.credential)
    .use(listFoliosRoute(deps))
    .use(loadFoliosRoute(deps))
    .use(solicitarFoliosRoute(deps))
    .use(alertaFoliosRoute(deps))
    .use(saltarFoliosRoute(deps))
    .use(huecosRoute(deps))
    .use(gapRangesRoute(deps))
    .use(pronosticoRoute(deps))
