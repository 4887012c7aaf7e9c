// What other companies send: the documents, their answers and ours, and the mailbox.

import { newArea } from '../../http/area'
import { type TrabajosDeps, trabajosRoutes } from '../trabajos'
import { type BuzonDeps, buzonRoutes } from './buzon/buzon.route'
import { LeidoJson } from './buzon/buzon-json'
import { type MensajesDeps, mensajesRoutes } from './buzon/mensajes.route'
import { READ_BOX } from './buzon/read-box.job'
import type { RecibidosDeps as Documentos } from './deps'
import { listaRecibidosRoute } from './lista.route'
import { recibidoRoute } from './recibido.route'
import { takeInRoute } from './take-in.route'

export type RecibidosDeps = Documentos & BuzonDeps & MensajesDeps & TrabajosDeps

export const recibidosArea = (deps: RecibidosDeps) =>
  newArea(deps.credential)
    .use(takeInRoute(deps))
    .use(listaRecibidosRoute(deps))
    .use(recibidoRoute(deps))
    .use(buzonRoutes(deps))
    .use(mensajesRoutes(deps))
    .use(
      trabajosRoutes(deps, {
        base: '/v1/recibidos',
        tipos: [READ_BOX],
        leer: 'recibidos:leer',
        actuar: 'recibidos:gestionar',
        tag: 'Recibidos',
        result: LeidoJson,
        nombre: 'TrabajoRecibidos',
      }),
    )
