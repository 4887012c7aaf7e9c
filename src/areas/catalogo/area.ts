// The catalogue of a company (areas/catalogo).

import type { Clock } from '../../base/clock'
import type { NewId } from '../../base/id'
import { addRoutes } from '../../http/area'
import type { Store } from '../../store/store'
import type { CatalogoDeps } from './deps'
import { createLista } from './lista'
import { listaRoute } from './lista.route'
import { productoRoute } from './producto.route'
import { createProductos } from './productos'

interface Deps extends Pick<CatalogoDeps, 'credential' | 'audit' | 'idempotency'> {
  store: Store
  clock: Clock
  newId: NewId
}

export const bindCatalogo = (deps: Deps) => ({ routes: () => routes(deps) })

const routes = (deps: Deps) => {
  const parts = { ...deps, productos: createProductos(deps), lista: createLista(deps.store.client) }
  addRoutes(parts, [listaRoute, productoRoute])
}
