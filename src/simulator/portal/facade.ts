// The common shape of the JSON applications of the simulated portal (simulator §11.5): what every method of one checks before its own
// work, and the envelope of its answer.

import type { Servicio } from '../fallas'
import type { Sim } from '../sim'
import { strangePage } from './paginas'
import type { Pedido, ServicioPortal } from './servicio'
import type { Sesion } from './sesiones'

/** The answer of a method: its own properties, and the state, whose codes differ in every application. */
export interface Resultado {
  codRespuesta: number
  msgeRespuesta?: string | null
  codError?: string | null
  /** `data` and whatever stands beside it. */
  propiedades?: Readonly<Record<string, unknown>>
}

/** A method: the properties that its `data` may have, and its work. */
export interface MetodoFacade {
  campos: readonly string[]
  /** The class that a refusal of another property names. */
  clase?: string
  answer(
    sim: Sim,
    pedido: Pedido & { data: Readonly<Record<string, unknown>>; page: unknown },
    sesion: Sesion,
  ): Promise<Resultado | Response> | Resultado | Response
}

/** An application. */
export interface Aplicacion {
  /** First segment of its path: `consdcvinternetui`. */
  app: string
  /** The path before the method; that of most by default. */
  ruta?: string
  /** Pattern of its methods' names, where one path is served by two rows. */
  nombres?: string
  /** The interface that its namespace names, before the method. */
  namespace: string
  /** The service whose faults hit it. */
  servicio: Servicio
  metodos: Readonly<Record<string, MetodoFacade>>
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The row of an application in the table of services. */
export function facade(aplicacion: Aplicacion): ServicioPortal {
  const { app, ruta = 'services/data/facadeService', nombres = '\\w+' } = aplicacion
  return {
    hosts: ['www4', 'www4c'],
    path: new RegExp(`^/${app}/${ruta}/(${nombres})$`),
    servicio: aplicacion.servicio,
    tipo: 'facade',
    answer: (sim, pedido, sesion) => answerFacade(aplicacion, sim, pedido, sesion),
  }
}

async function answerFacade(
  { namespace, metodos }: Aplicacion,
  sim: Sim,
  pedido: Pedido,
  sesion: Sesion,
): Promise<Response> {
  const { request } = pedido
  const [nombre = ''] = pedido.parts
  const metodo = metodos[nombre]
  if (!metodo) return new Response('Not Found', { status: 404 })
  if (request.method !== 'POST') return new Response('RESTEASY003650', { status: 405 })
  if ((request.headers.get('accept') ?? '').trim() === 'application/json')
    return new Response('RESTEASY001530: Unable to find acceptable response', { status: 500 })
  const body: unknown = await request.json().catch(() => null)
  const meta = isObject(body) ? body.metaData : null
  const data = isObject(body) ? (body.data ?? {}) : null
  if (!isObject(meta) || !isObject(data) || meta.namespace !== `${namespace}/${nombre}`)
    return Response.json({ errorMsg: 'Acceso no autorizado!' })
  const unknown = Object.keys(data).find((campo) => !metodo.campos.includes(campo))
  if (unknown !== undefined)
    return new Response(
      `Unrecognized field "${unknown}" (Class ${metodo.clase ?? `${namespace}.${nombre}To`}), not marked as ignorable`,
      { status: 400 },
    )
  const { conversationId = '', transactionId = null } = meta
  const reply = ({ codRespuesta, msgeRespuesta = null, codError = null, propiedades }: Resultado): Response =>
    Response.json({
      ...propiedades,
      metaData: { conversationId, transactionId, namespace: null, info: null, errors: null, page: null },
      respEstado: { codRespuesta, msgeRespuesta, codError },
    })
  // An empty one is taken; whose it is, nobody can tell then.
  if (conversationId !== '' && conversationId !== null && conversationId !== sesion.token)
    return reply({
      codRespuesta: 2,
      msgeRespuesta: 'El token no es valido',
      propiedades: { data: null },
    })
  const falla = pedido.falla?.falla
  if (falla === 'json_html') return strangePage(sim)
  if (falla === 'cod')
    return reply({ codRespuesta: Number(pedido.falla!.codigo), propiedades: { data: null } })
  const result = await metodo.answer(sim, { ...pedido, data, page: meta.page }, sesion)
  const answer = result instanceof Response ? result : reply(result)
  if (falla !== 'json_truncado') return answer
  const bytes = new Uint8Array(await answer.arrayBuffer())
  return new Response(bytes.slice(0, bytes.length >> 1), { headers: answer.headers })
}
