// The simulator's own interface on the server itself (http §24): for owners and administrators of companies in
// simulation. One simulator serves every tenant, and a RUT proves nothing: each company sees its own envelopes, and what
// changes the simulator for all is open only while there is one account.

import { Type } from '@sinclair/typebox'
import { count } from 'drizzle-orm'
import { REQUEST_ID } from '../../base/id'
import { AppError } from '../../domain/errors'
import { newArea } from '../../http/area'
import { Exact, Leido } from '../../http/envelope'
import { cuenta } from '../../store/tables/cuenta'
import { createAcuse } from './acuse'
import { ACUSE } from './acuse.schema'
import { certificacion } from './certificacion.schema'
import { correo } from './correo.schema'
import type { Context, SimuladorDeps } from './deps'
import { HISTORIA } from './historia.schema'
import { createLedger } from './libro'
import { respuestas } from './respuestas.schema'
import { cuerpos, FILTROS_LIBRO, type Filtro, type Json, RUT_PROPIO } from './rutas.schema'
import { VALORES } from './valores.schema'
import { vecindad } from './vecinos.schema'

/** Routes that are about one company. */
const OF_COMPANY =
  /^\/simulador\/(libro|libros|rcof|bte|correo|registro|historia|vecindario|vecinos|certificacion)(\/|$)/

const queryOf = (parameters: readonly Filtro[]) =>
  Exact(Object.fromEntries(parameters.map(([name, schema]) => [name, Type.Optional(Leido(schema))])))

export const bindSimulador = (deps: SimuladorDeps) => ({ routes: () => routes(deps) })

const routes = ({
  credential,
  store,
  simulatorFetch,
  emisores,
  documentos,
  fallasPosibles,
}: SimuladorDeps) => {
  const narrow = createLedger(store.db)

  /** The same request to the simulator, for the RUT of the credential's company where it is about one. */
  function forward({ request, tenant, body }: Context): Promise<Response> {
    const url = new URL(request.url)
    if (OF_COMPANY.test(url.pathname)) {
      url.searchParams.set('rut', emisores.get(tenant).emisor.rut)
    }
    const { method } = request
    const plain = method === 'GET' || method === 'DELETE'
    const archivo = (body as { archivo_base64?: Uint8Array<ArrayBuffer> } | null)?.archivo_base64
    const mail = url.pathname === '/simulador/correo' && archivo !== undefined
    const headers = {
      'content-type': mail ? 'message/rfc822' : 'application/json',
      'x-simulador-dueno': tenant.cuentaId,
      [REQUEST_ID]: request.headers.get(REQUEST_ID) ?? '',
    }
    return simulatorFetch(
      new Request(url.href, {
        method,
        headers,
        ...(!plain && { body: mail ? archivo : JSON.stringify(body) }),
      }),
    )
  }

  function shared(context: Context): Promise<Response> {
    const { sesionId, empresas } = context.tenant
    if (sesionId !== null && empresas !== null)
      throw new AppError(
        'FORBIDDEN',
        'Vale para todas las empresas de la cuenta y su usuario está limitado a algunas',
      )
    if (store.db.select({ n: count() }).from(cuenta).get()!.n > 1) {
      throw new AppError(
        'FORBIDDEN',
        'El reloj, las fallas, los ajustes y los contribuyentes valen para todas las cuentas de este servidor; use «timbre simulador» para los suyos',
      )
    }
    return forward(context)
  }

  async function libro(context: Context): Promise<Response> {
    const response = await forward(context)
    return response.ok ? Response.json(narrow(await response.json(), context.tenant.empresaId)) : response
  }

  function xml(context: Context): Promise<Response> {
    const { tenant, params } = context
    const own = documentos.byFolio(tenant, Number(params.tipo), Number(params.folio))
    if (!own) throw new AppError('NOT_FOUND', 'El simulador no recibió ese documento de la empresa')
    return forward(context)
  }

  /** Neighbours and other programs write of the company by the name that it has here. */
  function settle(context: Context): Promise<Response> {
    const { empresaId, ambiente } = context.tenant
    const {
      razonSocial: razon_social,
      giro,
      direccion,
      comuna,
    } = emisores.get({ empresaId, ambiente }).emisor
    const own = Object.entries({ razon_social, giro, direccion, comuna }).filter(([, text]) => text)
    return forward({ ...context, body: { ...Object.fromEntries(own), ...(context.body as object) } })
  }

  const acuse = createAcuse({ narrow, forward, simulatorFetch, emisores })

  const documented = cuerpos(fallasPosibles)
  const routes = newArea(credential)
  const add = (
    method: string,
    path: string,
    summary: string,
    handler: (context: Context) => Promise<Response>,
    { parameters = [], ...detail }: Json & { parameters?: readonly Filtro[] } = {},
  ): void => {
    const guarded = (context: Context): Promise<Response> => {
      if (context.tenant.ambiente === 'simulacion') return handler(context)
      throw new AppError('FORBIDDEN', 'El simulador es sólo para empresas en el ambiente simulacion')
    }
    const options = {
      ...('x-archivos' in detail && { upload: detail['x-archivos'] }),
      permission: 'empresa:administrar',
      ...('requestBody' in detail && { body: Leido({}) }),
      query: queryOf(OF_COMPANY.test(path) ? [RUT_PROPIO, ...parameters] : parameters),
      detail: { tags: ['Simulador'], summary, ...detail },
    }
    routes.route(method, path, guarded as never, options as never)
  }
  add('POST', '/simulador/certificados', 'Pedir un certificado de prueba', forward, documented.certificados)
  add('POST', '/simulador/caf', 'Pedir folios de prueba', forward, documented.caf)
  add('POST', '/simulador/acuse', 'Actuar como receptor de un documento', acuse, ACUSE)
  add('GET', '/simulador/libro', 'Ver lo que el simulador recibió de la empresa', libro, FILTROS_LIBRO)
  add('GET', '/simulador/libro/:tipo/:folio/xml', 'Ver un documento tal como llegó', xml, {
    'x-contenido': 'application/xml',
  })
  add(
    'GET',
    '/simulador/rcof',
    'Ver los consumos de folios que el simulador recibió de la empresa',
    forward,
    {
      responses: respuestas.rcof,
    },
  )
  add(
    'GET',
    '/simulador/libros',
    'Ver los libros de compras, ventas y guías que el simulador recibió de la empresa',
    forward,
    { responses: respuestas.libros },
  )
  add('GET', '/simulador/correo', 'Ver los correos de la empresa', forward, correo.lista)
  add('GET', '/simulador/correo/:id', 'Ver un correo tal como llegó', forward, correo.mensaje)
  add('POST', '/simulador/correo', 'Dejar un correo', forward, correo.dejar)
  add(
    'GET',
    '/simulador/bte',
    'Ver las boletas de terceros que la empresa emitió en el SII simulado',
    forward,
    {
      responses: respuestas.bte,
    },
  )
  add('GET', '/simulador/registro/:periodo', 'Ver el registro de la empresa en el SII simulado', forward, {
    'x-errores': ['INVALID_PARAMETER'],
    responses: vecindad.registro,
  })
  add('GET', '/simulador/reloj', 'Ver el reloj del simulador', forward, { responses: respuestas.reloj })
  add('POST', '/simulador/reloj', 'Mover el reloj del simulador', shared, documented.reloj)
  add('GET', '/simulador/fallas', 'Ver las fallas pedidas', forward, { responses: respuestas.fallas })
  add('POST', '/simulador/fallas', 'Pedir una falla', shared, documented.fallas)
  add('DELETE', '/simulador/fallas', 'Quitar las fallas', shared, { responses: respuestas.eliminadas })
  add('GET', '/simulador/contribuyentes', 'Ver quién puede emitir y qué', shared, {
    responses: respuestas.contribuyentes,
  })
  add(
    'PUT',
    '/simulador/contribuyentes/:rut',
    'Decir qué puede emitir un contribuyente y quién actúa por él',
    shared,
    documented.contribuyente,
  )
  add('DELETE', '/simulador/contribuyentes/:rut', 'Permitirle todo otra vez', shared, {
    'x-errores': ['NOT_FOUND', 'INVALID_PARAMETER'],
    responses: respuestas.olvidados,
  })
  add('GET', '/simulador/vecindario', 'Ver el vecindario de la empresa', forward, {
    responses: vecindad.vecindario,
  })
  add('POST', '/simulador/vecindario', 'Dar proveedores y clientes a la empresa', settle, vecindad.poblar)
  add('DELETE', '/simulador/vecindario', 'Despedir a los vecinos', forward, {
    responses: vecindad.despedidos,
  })
  add('GET', '/simulador/vecinos', 'Ver los vecinos', forward, { responses: vecindad.vecinos })
  add('PUT', '/simulador/vecinos/:rut', 'Cambiar el temple de un vecino', forward, vecindad.vecino)
  add('POST', '/simulador/vecinos/:rut/emitir', 'Recibir un documento de un vecino', forward, vecindad.emitir)
  add('GET', '/simulador/vecinos/:rut/bandeja', 'Ver lo que un vecino recibió por correo', forward, {
    'x-errores': ['NOT_FOUND', 'INVALID_PARAMETER'],
    responses: vecindad.bandeja,
  })
  add('GET', '/simulador/vecinos/:rut/registro/:periodo', 'Ver el registro de un vecino', forward, {
    'x-errores': ['NOT_FOUND', 'INVALID_PARAMETER'],
    responses: vecindad.registro,
  })
  for (const [method, path, summary, detail] of certificacion)
    add(method, `/simulador/certificacion/${path}`, summary, forward, detail)
  add('POST', '/simulador/historia', 'Pedir lo que la empresa emitió con otro programa', settle, HISTORIA)
  add('GET', '/simulador/valores', 'Ver los valores por día del Banco Central simulado', forward, VALORES)
  add('GET', '/simulador/ajustes', 'Ver los ajustes del simulador', forward, {
    responses: respuestas.ajustes,
  })
  add('PUT', '/simulador/ajustes', 'Cambiar los ajustes del simulador', shared, documented.ajustes)
  add('POST', '/simulador/claves', 'Pedir una clave tributaria de prueba', forward, documented.claves)
  add('DELETE', '/simulador/claves/:rut/bloqueo', 'Levantar el bloqueo de una clave', forward, {
    'x-errores': ['NOT_FOUND', 'INVALID_PARAMETER'],
    responses: respuestas.bloqueo,
  })
  add('GET', '/simulador/sesiones', 'Ver quién ingresó al portal del SII simulado', forward, {
    responses: respuestas.sesiones,
  })
  add('DELETE', '/simulador/sesiones', 'Terminar las sesiones del portal del SII simulado', forward, {
    responses: respuestas.terminadas,
  })
  add('GET', '/simulador/receptores', 'Ver los receptores mágicos', forward, {
    responses: respuestas.receptores,
  })
  return routes
}
