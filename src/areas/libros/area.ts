// The month's books for accountants: sales, purchases and guides, and all of a month as one archive. No book is sent to the SII any
// more.

import { newArea } from '../../http/area'
import { guiasLibroRoute } from './guias.route'
import { comprasLibroRoute, type LibrosDeps as DeUnLibro, ventasLibroRoute } from './libros.route'
import type { PaqueteDeps } from './paquete'
import { paqueteRoute } from './paquete.route'

export type LibrosDeps = DeUnLibro & Pick<PaqueteDeps, 'documentos'>

export const librosArea = (deps: LibrosDeps) =>
  newArea(deps.credential)
    .use(ventasLibroRoute(deps))
    .use(comprasLibroRoute(deps))
    .use(guiasLibroRoute(deps))
    .use(paqueteRoute(deps))
