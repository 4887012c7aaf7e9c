// The files of other companies: documents, answers in both directions, and the mailbox.

import { Type } from '@sinclair/typebox'
import { addRoutes } from '../../http/area'
import type { Cola } from '../../jobs/cola'
import { type TrabajosDeps, trabajosRoutes } from '../trabajos'
import { type BuzonDeps, buzonRoutes } from './buzon/buzon.route'
import { LeidoJson } from './buzon/buzon-json'
import { createBuzon } from './buzon/create'
import { type MensajesDeps, mensajesRoutes } from './buzon/mensajes.route'
import { READ_BOX } from './buzon/read-box.job'
import { createRecibidos } from './create'
import { BASE, type RecibidosDeps as Documentos } from './deps'
import { createIntercambio } from './intercambio/create'
import type { IntercambioDeps } from './intercambio/deps'
import { intercambioListener } from './intercambio/listener'
import { TIPO as RESPONDER } from './intercambio/respond.job'
import { respondRoute } from './intercambio/respond.route'
import { RespuestaJson } from './intercambio/respuesta-json'
import { respuestasRoutes } from './intercambio/respuestas.route'
import { listaRecibidosRoute } from './lista.route'
import { recibidoRoute } from './recibido.route'
import { takeInRoute } from './take-in.route'

type RoutesDeps = Documentos & BuzonDeps & MensajesDeps & IntercambioDeps & TrabajosDeps

type Given<F extends (...args: never[]) => unknown> = Parameters<F>[0]
type Deps = Given<typeof createIntercambio> &
  Omit<Given<typeof createRecibidos>, 'respuestasOf'> &
  Omit<Given<typeof createBuzon>, 'entrar'> &
  Omit<RoutesDeps, 'recibidos' | 'buzon' | 'intercambio' | 'cola'>

export function bindRecibidos(deps: Deps) {
  const intercambio = createIntercambio(deps)
  const recibidos = createRecibidos({ ...deps, respuestasOf: intercambio.respuestasOf })
  recibidos.listen(intercambioListener(intercambio))
  recibidos.holdBy(intercambio.holds)
  const buzon = createBuzon({ ...deps, entrar: recibidos.entrar })
  return {
    recibidos,
    intercambio,
    buzon,
    kinds: [...buzon.kinds, ...intercambio.kinds],
    tareas: [buzon.tarea],
    routes: (cola: Cola) =>
      addRoutes({ ...deps, recibidos, intercambio, buzon, cola }, [
        takeInRoute,
        listaRecibidosRoute,
        recibidoRoute,
        buzonRoutes,
        mensajesRoutes,
        respondRoute,
        respuestasRoutes,
        trabajos,
      ]),
  }
}

const trabajos = (deps: RoutesDeps) =>
  trabajosRoutes(deps, {
    base: BASE,
    tipos: [READ_BOX, RESPONDER],
    leer: 'recibidos:leer',
    actuar: 'recibidos:gestionar',
    tag: 'Recibidos',
    result: Type.Union([LeidoJson, RespuestaJson]),
    nombre: 'TrabajoRecibidos',
  })
