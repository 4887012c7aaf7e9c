// Puts the customer book together.

import type { Clock } from '../../base/clock'
import type { NewId } from '../../base/id'
import type { Store } from '../../store/store'
import { createVista } from './cliente-json'
import { createClientes } from './clientes'
import { createLista } from './lista'

export type ClientesServices = ReturnType<typeof createClientesServices>

export function createClientesServices(deps: { store: Store; clock: Clock; newId: NewId }) {
  const lista = createLista(deps.store)
  return {
    libro: createClientes(deps),
    lista,
    vista: createVista({ db: deps.store.db, clock: deps.clock, lista }),
  }
}
