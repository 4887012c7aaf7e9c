// The issued documents of a company (http §10.2).

import type { Clock } from '../../base/clock'
import { addRoutes } from '../../http/area'
import type { Store } from '../../store/store'
import type { Guias } from '../dte'
import { type DocumentoDeps, documentoRoute } from './documento.route'
import { documentosRoute, type ListaDeps } from './documentos.route'
import { type SeenToDeps, seenToRoute } from './seen-to.route'
import { type SolicitudDeps, solicitudRoute } from './solicitud.route'
import { createSolicitudOf } from './solicitud-of'

type Routes = DocumentoDeps & ListaDeps & SolicitudDeps & SeenToDeps
type Deps = Omit<Routes, 'solicitudOf'> & { store: Store; clock: Clock; dte: { guias: Guias } }

export const bindDocumentos = (deps: Deps) => ({
  routes: () => {
    const parts = { ...deps, solicitudOf: createSolicitudOf({ ...deps, guias: deps.dte.guias }) }
    return addRoutes(parts, [documentosRoute, documentoRoute, solicitudRoute, seenToRoute])
  },
})
