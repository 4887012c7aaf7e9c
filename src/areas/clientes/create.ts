// Puts the customer book together.

import type { JobKind } from '../../jobs/kind'
import type { Store } from '../../store/store'
import { createVista } from './cliente-json'
import { createClientes } from './clientes'
import { createImport, type ImportDeps } from './importar.job'
import { createLista } from './lista'

export type ClientesServices = ReturnType<typeof createClientesServices>

export function createClientesServices(deps: Omit<ImportDeps, 'store'> & { store: Store }) {
  const lista = createLista(deps.store)
  const importar = createImport(deps)
  return {
    libro: createClientes(deps),
    lista,
    vista: createVista({ db: deps.store.db, clock: deps.clock, lista }),
    importar,
    importarEmitidos: importar.queueEmitidos,
    kinds: [importar.kind] as JobKind[],
  }
}
