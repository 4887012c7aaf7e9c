// The customer book (areas/clientes §1).

import { newArea } from '../../http/area'
import { clienteRoute } from './cliente.route'
import type { ClientesDeps } from './deps'
import { documentosClienteRoute } from './documentos.route'
import { listaRoute } from './lista.route'

export type { ClientesDeps } from './deps'

export const clientesArea = (deps: ClientesDeps) =>
  newArea(deps.credential).use(listaRoute(deps)).use(clienteRoute(deps)).use(documentosClienteRoute(deps))
