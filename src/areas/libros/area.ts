// The month's books for accountants: sales, purchases, guides and fees, and all of a month as one archive. No book is sent to the SII any
// more.

import { addRoutes } from '../../http/area'
import { guiasLibroRoute } from './guias.route'
import { honorariosLibroRoute } from './honorarios.route'
import { comprasLibroRoute, ventasLibroRoute } from './libros.route'
import { type LibrosDeps, paqueteRoute } from './paquete.route'

export const bindLibros = (deps: LibrosDeps) => ({
  routes: () =>
    addRoutes(deps, [
      ventasLibroRoute,
      comprasLibroRoute,
      guiasLibroRoute,
      honorariosLibroRoute,
      paqueteRoute,
    ]),
})
