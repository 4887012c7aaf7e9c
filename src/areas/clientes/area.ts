// The customer book (areas/clientes §1).

import { newArea } from '../../http/area'
import { trabajosRoutes } from '../trabajos'
import { clienteRoute } from './cliente.route'
import { BASE, type ClientesDeps } from './deps'
import { documentosClienteRoute } from './documentos.route'
import { type ImportArgs, TIPO } from './importar.job'
import { Importado, importRoute, unitsOf } from './importar.route'
import { listaRoute } from './lista.route'

export type { ClientesDeps } from './deps'

export const clientesArea = (deps: ClientesDeps) =>
  newArea(deps.credential)
    .use(listaRoute(deps))
    .use(importRoute(deps))
    .use(
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
      }),
    )
    .use(clienteRoute(deps))
    .use(documentosClienteRoute(deps))
