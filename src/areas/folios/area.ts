// The folios area: ranges granted by the SII, what is left of them, the gaps (http §18), and what is done about them at the SII
// (areas/folios §1).

import { Type } from '@sinclair/typebox'
import { addRoutes } from '../../http/area'
import type { Cola } from '../../jobs/cola'
import { trabajosRoutes } from '../trabajos'
import { alertaFoliosRoute } from './alerta.route'
import type { FoliosDeps } from './deps'
import { RangoCargadoSchema } from './folios-json'
import { huecosRoute } from './huecos.route'
import { listFoliosRoute } from './list.route'
import { loadFoliosRoute } from './load.route'
import { gapRangesRoute } from './por-anular.route'
import { pronosticoRoute } from './pronostico.route'
import { retomarFoliosRoute } from './retomar.route'
import { saltarFoliosRoute } from './saltar.route'
import { Anulacion, anularFoliosRoute } from './sii/anular.route'
import { createFoliosSii } from './sii/create'
import { otorgadosRoute } from './sii/otorgados.route'
import { reobtenerRoute } from './sii/reobtener.route'
import { BASE, SolicitudTerminada, solicitarFoliosRoute } from './sii/solicitar.route'
import { foliosTarea } from './tarea'

type Deps = Parameters<typeof createFoliosSii>[0] &
  Parameters<typeof foliosTarea>[0] &
  Omit<FoliosDeps, 'foliosSii' | 'cola'>

/** The questions to the SII about folios, over the ledger, which documents need first. */
export function bindFolios(deps: Deps) {
  const foliosSii = createFoliosSii(deps)
  return {
    kinds: foliosSii.kinds,
    tareas: [foliosTarea(deps)],
    routes: (cola: Cola) =>
      addRoutes({ ...deps, foliosSii, cola }, [
        listFoliosRoute,
        loadFoliosRoute,
        solicitarFoliosRoute,
        otorgadosRoute,
        reobtenerRoute,
        anularFoliosRoute,
        alertaFoliosRoute,
        saltarFoliosRoute,
        retomarFoliosRoute,
        huecosRoute,
        gapRangesRoute,
        pronosticoRoute,
        trabajos,
      ]),
  }
}

const trabajos = (deps: FoliosDeps) =>
  trabajosRoutes(deps, {
    base: BASE,
    tipos: ['folios.solicitar', 'folios.reobtener', 'folios.anular'],
    leer: 'folios:leer',
    actuar: 'folios:administrar',
    tag: 'Folios',
    result: Type.Union([SolicitudTerminada, RangoCargadoSchema, Anulacion]),
    nombre: 'TrabajoFolios',
  })
