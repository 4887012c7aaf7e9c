// The issued documents of a company (http §10.2).

import { newArea } from '../../http/area'
import { type DocumentoDeps, documentoRoute } from './documento.route'
import { documentosRoute, type ListaDeps } from './documentos.route'
import { type SeenToDeps, seenToRoute } from './seen-to.route'
import { type SolicitudDeps, solicitudRoute } from './solicitud.route'

type Deps = DocumentoDeps & ListaDeps & SolicitudDeps & SeenToDeps

export const bindDocumentos = (deps: Deps) => ({ routes: () => routes(deps) })

const routes = (deps: Deps) =>
  newArea(deps.credential)
    .use(documentosRoute(deps))
    .use(documentoRoute(deps))
    .use(solicitudRoute(deps))
    .use(seenToRoute(deps))
