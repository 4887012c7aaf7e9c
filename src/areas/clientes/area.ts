// The customer book (areas/clientes §1).

import { addRoutes } from '../../http/area'
import type { Cola } from '../../jobs/cola'
import { trabajosRoutes } from '../trabajos'
import { clienteRoute } from './cliente.route'
import { createClientesServices } from './create'
import { BASE, type ClientesDeps } from './deps'
import { documentosClienteRoute } from './documentos.route'
import { type ImportArgs, TIPO } from './importar.job'
import { Importado, importRoute, unitsOf } from './importar.route'
import { listaRoute } from './lista.route'

type Deps = Parameters<typeof createClientesServices>[0] & Omit<ClientesDeps, 'clientes' | 'cola'>

export function bindClientes(deps: Deps) {
  const clientes = createClientesServices(deps)
  return {
    clientes,
    kinds: clientes.kinds,
    routes: (cola: Cola) =>
      addRoutes({ ...deps, clientes, cola }, [
        listaRoute,
        importRoute,
        trabajos,
        clienteRoute,
        documentosClienteRoute,
      ]),
  }
}

const trabajos = (deps: ClientesDeps) =>
  trabajosRoutes(deps, {
    base: BASE,
    tipos: [TIPO],
    leer: 'clientes:leer',
    actuar: 'clientes:escribir',
    tag: 'Clientes',
    result: Importado,
    nombre: 'TrabajoClientes',
    soFar: ({ id }) => deps.clientes.importar.soFar(id),
    units: ({ args }) => unitsOf(args as ImportArgs),
  })
