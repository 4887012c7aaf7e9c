// The month's books for accountants: sales, purchases, guides and fees, and all of a month as one archive. No book is sent to the SII any
// more.

import { newArea } from '../../http/area'
import { guiasLibroRoute } from './guias.route'
import { honorariosLibroRoute } from './honorarios.route'
import { comprasLibroRoute, ventasLibroRoute } from './libros.route'
import { type LibrosDeps, paqueteRoute } from './paquete.route'

export const bindLibros = (deps: LibrosDeps) => ({ routes: () => routes(deps) })

const routes = (deps: LibrosDeps) =>
  newArea(deps.credential)
    .use(ventasLibroRoute(deps))
    .use(comprasLibroRoute(deps))
    .use(guiasLibroRoute(deps))
    .use(honorariosLibroRoute(deps))
    .use(paqueteRoute(deps))
