// The simulator's own interface, under /simulador (simulator §8.1): the table of its routes.

import { postAcuse } from './api-acuse'
import { deleteContribuyente, getContribuyentes, putContribuyente } from './api-contribuyentes'
import { deleteFallas, getFallas, getReloj, postFalla, postReloj } from './api-control'
import { postCaf, postCertificado } from './api-emitir'
import { getCorreo, getLibro, getXml } from './api-libro'
import { type ApiCall, type ApiDeps, ApiFault, ok, refuse } from './api-pedido'
import { getBte } from './bte/api-bte'
import { getAvance, getRevision, postAvance, postSiguiente } from './certificacion/api-avance'
import { postDeclaracion, postIntercambio, postMuestras, postRespuestas } from './certificacion/api-etapas'
import { postSets } from './certificacion/api-sets'
import { getBuzon, getCarta, postCarta } from './correo/api-correo'
import { postHistoria } from './historia/api-historia'
import { getLibros } from './libros/api-libros'
import { deleteBloqueo, deleteSesiones, getSesiones, postClave } from './portal/api-portal'
import { getRcof } from './rcof/api-rcof'
import { RECEPTORES } from './receptores'
import { getAjustes, putAjustes } from './registro/ajustes'
import { getRegistro } from './registro/api-registro'
import { getValores } from './valores'
import { getBandeja } from './vecinos/api-bandeja'
import { postEmision } from './vecinos/api-emitir'
import {
  deleteVecindario,
  getRegistroVecino,
  getVecindario,
  getVecinos,
  postVecindario,
  putVecino,
} from './vecinos/api-vecinos'

type Handler = (deps: ApiDeps, call: ApiCall) => Promise<Response> | Response

const ROUTES: [method: string, path: RegExp, handler: Handler][] = [
  ['POST', /^acuse$/, postAcuse],
  ['POST', /^certificados$/, postCertificado],
  ['POST', /^caf$/, postCaf],
  ['GET', /^libro$/, getLibro],
  ['GET', /^libro\/(\d+)\/(\d+)\/xml$/, getXml],
  ['GET', /^rcof$/, getRcof],
  ['GET', /^libros$/, getLibros],
  ['GET', /^bte$/, getBte],
  ['GET', /^correos\/(\d+)$/, getCorreo],
  ['GET', /^correo$/, getBuzon],
  ['POST', /^correo$/, postCarta],
  ['GET', /^correo\/(\d{1,15})$/, getCarta],
  ['GET', /^reloj$/, getReloj],
  ['POST', /^reloj$/, postReloj],
  ['GET', /^fallas$/, getFallas],
  ['POST', /^fallas$/, postFalla],
  ['DELETE', /^fallas(?:\/(falla_\w+))?$/, deleteFallas],
  ['GET', /^contribuyentes$/, getContribuyentes],
  ['PUT', /^contribuyentes\/([^/]+)$/, putContribuyente],
  ['DELETE', /^contribuyentes\/([^/]+)$/, deleteContribuyente],
  ['POST', /^claves$/, postClave],
  ['DELETE', /^claves\/([^/]+)\/bloqueo$/, deleteBloqueo],
  ['GET', /^sesiones$/, getSesiones],
  ['DELETE', /^sesiones$/, deleteSesiones],
  ['GET', /^registro\/(\d{6})$/, getRegistro],
  ['GET', /^vecindario$/, getVecindario],
  ['POST', /^vecindario$/, postVecindario],
  ['DELETE', /^vecindario$/, deleteVecindario],
  ['GET', /^vecinos$/, getVecinos],
  ['PUT', /^vecinos\/([^/]+)$/, putVecino],
  ['POST', /^vecinos\/([^/]+)\/emitir$/, postEmision],
  ['GET', /^vecinos\/([^/]+)\/bandeja$/, getBandeja],
  ['GET', /^vecinos\/([^/]+)\/registro\/(\d{6})$/, getRegistroVecino],
  ['POST', /^certificacion\/sets$/, postSets],
  ['GET', /^certificacion\/avance$/, getAvance],
  ['POST', /^certificacion\/avance$/, postAvance],
  ['GET', /^certificacion\/revision\/(\d{1,15})$/, getRevision],
  ['POST', /^certificacion\/siguiente$/, postSiguiente],
  ['POST', /^certificacion\/intercambio$/, postIntercambio],
  ['POST', /^certificacion\/intercambio\/respuestas$/, postRespuestas],
  ['POST', /^certificacion\/muestras$/, postMuestras],
  ['POST', /^certificacion\/declaracion$/, postDeclaracion],
  ['POST', /^historia$/, postHistoria],
  ['GET', /^valores$/, getValores],
  ['GET', /^ajustes$/, getAjustes],
  ['PUT', /^ajustes$/, putAjustes],
  [
    'GET',
    /^receptores$/,
    () => ok(RECEPTORES.map(({ rut, efecto, descripcion }) => ({ rut, efecto, descripcion }))),
  ],
]

/** Answers a request under /simulador; `path` has that prefix already removed. */
export async function answerApi(
  deps: ApiDeps,
  request: Request,
  path: string,
  query: URLSearchParams,
): Promise<Response> {
  const known = ROUTES.filter(([, pattern]) => pattern.test(path))
  if (!known.length) return refuse(new ApiFault(404, 'ROUTE_NOT_FOUND', 'El simulador no tiene esa ruta'))
  const route = known.find(([method]) => method === request.method)
  if (!route) {
    const response = refuse(new ApiFault(405, 'METHOD_NOT_ALLOWED', `La ruta no admite ${request.method}`))
    response.headers.set('allow', known.map(([method]) => method).join(', '))
    return response
  }
  const [, pattern, handler] = route
  try {
    return await handler(deps, { request, parts: pattern.exec(path)!.slice(1), query })
  } catch (fault) {
    if (fault instanceof ApiFault) return refuse(fault)
    throw fault
  }
}
