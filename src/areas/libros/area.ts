// The month's books for accountants: sales, purchases and guides, and all of a month as one archive. No book is sent to the SII any
// more.

import { newArea } from '../../http/area'
import { guiasLibroRoute } from './guias.route'
import { comprasLibroRoute, ventasLibroRoute } from './libros.route'
import { type LibrosDeps, paqueteRoute } from './paquete.route'

export type { LibrosDeps }

export const librosArea = (deps: LibrosDeps) =>
  newArea(deps.credential)
    .use(ventasLibroRoute(deps))
    .use(comprasLibroRoute(deps))
    .use(guiasLibroRoute(deps))
    .use(paqueteRoute(deps))
