// The month's books for accountants: sales, purchases and guides. No book is sent to the SII any more.

import { newArea } from '../../http/area'
import { guiasLibroRoute } from './guias.route'
import { comprasLibroRoute, type LibrosDeps, ventasLibroRoute } from './libros.route'

export type { LibrosDeps } from './libros.route'

export const librosArea = (deps: LibrosDeps) =>
  newArea(deps.credential).use(ventasLibroRoute(deps)).use(comprasLibroRoute(deps)).use(guiasLibroRoute(deps))
