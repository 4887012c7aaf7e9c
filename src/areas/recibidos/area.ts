// What other companies send: the documents, their answers and ours, and the mailbox.

import { newArea } from '../../http/area'
import type { RecibidosDeps } from './deps'
import { listaRecibidosRoute } from './lista.route'
import { recibidoRoute } from './recibido.route'
import { takeInRoute } from './take-in.route'

export type { RecibidosDeps } from './deps'

export const recibidosArea = (deps: RecibidosDeps) =>
  newArea(deps.credential).use(takeInRoute(deps)).use(listaRecibidosRoute(deps)).use(recibidoRoute(deps))
