// What other companies send: the documents, their answers and ours, and the mailbox.

import { Type } from '@sinclair/typebox'
import { newArea } from '../../http/area'
import { type TrabajosDeps, trabajosRoutes } from '../trabajos'
import { type BuzonDeps, buzonRoutes } from './buzon/buzon.route'
import { LeidoJson } from './buzon/buzon-json'
import { type MensajesDeps, mensajesRoutes } from './buzon/mensajes.route'
import { READ_BOX } from './buzon/read-box.job'
import { BASE, type RecibidosDeps as Documentos } from './deps'
import type { IntercambioDeps } from './intercambio/deps'
import { TIPO as RESPONDER } from './intercambio/respond.job'
import { respondRoute } from './intercambio/respond.route'
import { RespuestaJson } from './intercambio/respuesta-json'
import { respuestasRoutes } from './intercambio/respuestas.route'
import { listaRecibidosRoute } from './lista.route'
import { recibidoRoute } from './recibido.route'
import { takeInRoute } from './take-in.route'

export type RecibidosDeps = Documentos & BuzonDeps & MensajesDeps & IntercambioDeps & TrabajosDeps

export const recibidosArea = (deps: RecibidosDeps) =>
  newArea(deps.credential)
    .use(takeInRoute(deps))
    .use(listaRecibidosRoute(deps))
    .use(recibidoRoute(deps))
    .use(buzonRoutes(deps))
    .use(mensajesRoutes(deps))
    .use(respondRoute(deps))
    .use(respuestasRoutes(deps))
    .use(
      trabajosRoutes(deps, {
        base: BASE,
        tipos: [READ_BOX, RESPONDER],
        leer: 'recibidos:leer',
        actuar: 'recibidos:gestionar',
        tag: 'Recibidos',
        result: Type.Union([LeidoJson, RespuestaJson]),
        nombre: 'TrabajoRecibidos',
      }),
    )
