// The routes of the operations at the SII beyond issuing, as they were agreed upon: address, permission, unit of the quota, success, and
// whether a job is underneath. The facts stand here by themselves, beside what the program declares (http §16.3, §26 to §28; jobs §6).

import { beforeAll, describe, expect, test } from 'bun:test'
import { ACCESS, type Access, CONSUME } from '../../src/http/credential'
import { detailOf } from '../../src/http/openapi'
import { type Tenant, type TestApp, testAppWithCompany } from '../support/test-app'

/** L: nothing leaves; Q: one question now; J: a job, waited for by `?esperar=`; J!: a job that is answered for at once. */
type Modo = 'L' | 'Q' | 'J' | 'J!'
type Ruta = [ruta: string, permiso: string, unidad: string | null, modo: Modo, exito: number[]]

const PORTAL = '/v1/empresa/:id/portal'
const ACUSE = '/v1/dte/acuse'
const RCOF = '/v1/dte/rcof'
const FOLIOS = '/v1/dte/folios'
/** For the session of a person, never a key. */
const SESION = 'sesión empresa:administrar'

/** What people do with the jobs of one base. */
const trabajos = (base: string, leer: string, actuar: string): Ruta[] => [
  [`GET ${base}/trabajos`, leer, null, 'L', [200]],
  [`GET ${base}/trabajos/:jobId`, leer, null, 'L', [200]],
  [`POST ${base}/trabajos/:jobId/reintentar`, actuar, null, 'L', [200]],
  [`POST ${base}/trabajos/:jobId/descartar`, actuar, null, 'L', [200]],
]

const RUTAS: Ruta[] = [
  [`GET ${PORTAL}`, 'empresa:leer', null, 'L', [200]],
  [`PUT ${PORTAL}/clave`, SESION, null, 'L', [200]],
  [`DELETE ${PORTAL}/clave`, SESION, null, 'L', [204]],
  [`POST ${PORTAL}/probar`, SESION, 'portal', 'Q', [200]],
  [`POST ${PORTAL}/desbloquear`, SESION, null, 'L', [200]],
  [`POST ${PORTAL}/cerrar`, SESION, null, 'Q', [204]],

  ['POST /v1/rcv/:periodo/sync', 'rcv:sincronizar', 'rcv', 'J', [200, 202]],
  ['GET /v1/rcv', 'rcv:leer', null, 'L', [200]],
  ['GET /v1/rcv/:periodo', 'rcv:leer', null, 'L', [200]],
  ['GET /v1/rcv/:periodo/cambios', 'rcv:leer', null, 'L', [200]],
  ['POST /v1/rcv/:periodo/importar', 'rcv:sincronizar', null, 'L', [201]],
  ['GET /v1/rcv/:periodo/vinculaciones', 'rcv:leer', null, 'L', [200]],
  ['GET /v1/rcv/:periodo/nc-pendientes', 'rcv:leer', null, 'L', [200]],
  ['GET /v1/rcv/vinculaciones', 'rcv:leer', null, 'L', [200]],
  ['POST /v1/rcv/vinculacion', 'rcv:sincronizar', null, 'L', [201]],
  ['DELETE /v1/rcv/vinculacion/:id', 'rcv:sincronizar', null, 'L', [204]],
  ['GET /v1/rcv/:periodo/cuadratura', 'rcv:leer', null, 'L', [200]],
  ['GET /v1/rcv/:periodo/f29', 'rcv:leer', null, 'L', [200]],
  ['PUT /v1/rcv/:periodo/compras/:rut/:tipo/:folio/tipo-compra', 'rcv:sincronizar', 'rcv', 'Q', [200]],
  ...trabajos('/v1/rcv', 'rcv:leer', 'rcv:sincronizar'),

  [`POST ${ACUSE}`, 'acuse:registrar', 'acuse', 'J', [200, 201, 202]],
  [`POST ${ACUSE}/lote`, 'acuse:registrar', 'acuse', 'J!', [202]],
  [`GET ${ACUSE}/:tipo/:folio`, 'consultas:ejecutar', 'consulta_acuse', 'Q', [200]],
  [`GET ${ACUSE}/recibidos/:rut/:tipo/:folio`, 'consultas:ejecutar', 'consulta_acuse', 'Q', [200]],
  [`GET ${ACUSE}/pendientes`, 'rcv:leer', null, 'L', [200]],
  [`GET ${ACUSE}`, 'rcv:leer', null, 'L', [200]],
  ...trabajos(ACUSE, 'rcv:leer', 'acuse:registrar'),

  [`POST ${RCOF}`, 'rcof:enviar', 'rcof', 'J', [202]],
  [`GET ${RCOF}`, 'dte:leer', null, 'L', [200]],
  [`GET ${RCOF}/:fecha`, 'dte:leer', null, 'L', [200]],
  [`GET ${RCOF}/:fecha/previa`, 'dte:leer', null, 'L', [200]],
  [`GET ${RCOF}/:fecha/xml`, 'dte:leer', null, 'L', [200]],
  [`GET ${RCOF}/:fecha/estado`, 'consultas:ejecutar', 'rcof', 'Q', [200]],
  ...trabajos(RCOF, 'dte:leer', 'rcof:enviar'),

  [`GET ${FOLIOS}/sii`, 'folios:administrar', 'consulta_folios', 'Q', [200]],
  [`POST ${FOLIOS}/solicitar`, 'folios:administrar', 'solicitud_folios', 'J', [201, 202]],
  [`POST ${FOLIOS}/reobtener`, 'folios:administrar', 'reobtencion_folios', 'J', [201, 202]],
  [`POST ${FOLIOS}/anular`, 'folios:administrar', 'anulacion_folios', 'J', [201, 202]],
  ...trabajos(FOLIOS, 'folios:leer', 'folios:administrar'),
  [`GET ${FOLIOS}/por-anular`, 'folios:leer', null, 'L', [200]],
  [`GET ${FOLIOS}/pronostico`, 'folios:leer', null, 'L', [200]],

  ['GET /v1/contribuyente/:rut', 'consultas:ejecutar', 'contribuyente', 'Q', [200]],
  ['GET /v1/sii/situacion/:rut', 'consultas:ejecutar', 'situacion', 'Q', [200]],
  ['POST /v1/empresa/autocompletar', 'consultas:ejecutar', 'autocompletar', 'Q', [200]],
  ['GET /v1/dte/consulta/:tipo/:folio', 'consultas:ejecutar', 'consulta_dte', 'Q', [200]],
  ['GET /v1/dte/estado/:trackId', 'consultas:ejecutar', 'estado_envio', 'Q', [200]],
  ['GET /v1/dte/emitidos/:periodo', 'consultas:ejecutar', 'emitidos', 'Q', [200]],
  ['GET /v1/dte/recibidos/:periodo', 'consultas:ejecutar', 'recibidos', 'Q', [200]],

  ['GET /v1/libros/ventas/:periodo', 'rcv:leer', null, 'L', [200]],
  ['GET /v1/libros/compras/:periodo', 'rcv:leer', null, 'L', [200]],
  ['GET /v1/libros/guias/:periodo', 'rcv:leer', null, 'L', [200]],
  ['GET /v1/libros/paquete/:periodo', 'rcv:leer', null, 'L', [200]],

  ['GET /v1/empresa/:id/programacion', 'empresa:leer', null, 'L', [200]],
  ['PUT /v1/empresa/:id/programacion', 'empresa:administrar', null, 'L', [200]],
  // And the permission of the task, which its own test asks for.
  ['POST /v1/empresa/:id/programacion/:tarea/ejecutar', 'empresa:leer', null, 'J!', [202]],
]

/** Agreed upon and not there yet: it counts from the moment that its route is. */
const POR_VENIR: Ruta[] = [['GET /v1/libros/honorarios/:periodo', 'rcv:leer', null, 'L', [200]]]

let app: TestApp & { tenant: Tenant }
// biome-ignore lint/suspicious/noExplicitAny: a document of many shapes
let document: Record<string, any>
beforeAll(async () => {
  app = await testAppWithCompany()
  document = (await app.get('/openapi.json')).body
})

const declared = () => new Map(app.app.elysia.routes.map((route) => [`${route.method} ${route.path}`, route]))

/** What the program and its document say of a route, in the words of the table. */
function said(ruta: string): Ruta | null {
  const route = declared().get(ruta)
  if (!route) return null
  const detail = detailOf(route)
  const { permiso, soloSesion } = detail[ACCESS] as Access
  const operation = document.paths[route.path.replace(/:(\w+)/g, '{$1}')][route.method.toLowerCase()]
  expect([ruta, operation['x-permiso'], operation['x-consume-cuota'] ?? null]).toEqual([
    ruta,
    permiso,
    detail[CONSUME] ?? null,
  ])
  const exito = Object.keys(operation.responses)
    .map(Number)
    .filter((status) => status < 300)
  const waits = operation.parameters.some(({ name }: { name: string }) => name === 'esperar')
  const modo = waits ? 'J' : exito.includes(202) ? 'J!' : 'L'
  return [ruta, `${soloSesion ? 'sesión ' : ''}${permiso}`, detail[CONSUME] ?? null, modo, exito]
}

/** What is asked now looks like what is answered from here, but for its unit. */
const plain = ([ruta, permiso, unidad, modo, exito]: Ruta): Ruta => [
  ruta,
  permiso,
  unidad,
  modo === 'Q' ? 'L' : modo,
  exito,
]

describe('each route that was agreed upon', () => {
  test.each(RUTAS.map((ruta) => [ruta[0], ruta] as const))('%s', (_, ruta) => {
    expect(said(ruta[0])).toEqual(plain(ruta))
  })

  test.each(POR_VENIR.map((ruta) => [ruta[0], ruta] as const))('once it is there: %s', (_, ruta) => {
    const now = said(ruta[0])
    if (now) expect(now).toEqual(plain(ruta))
  })

  test('that may ask the SII is for nobody who may only read', () => {
    const asking = [...RUTAS, ...POR_VENIR].filter(([, , unidad, modo]) => unidad !== null || modo === 'Q')
    expect(asking.filter(([, permiso]) => permiso.endsWith(':leer'))).toEqual([])
  })

  test('that queues a job says where it is looked for, and takes a key', () => {
    for (const [ruta, , , modo] of RUTAS) {
      const [method, path] = ruta.split(' ') as [string, string]
      const operation = document.paths[path.replace(/:(\w+)/g, '{$1}')][method.toLowerCase()]
      const names = operation.parameters.map(({ name }: { name: string }) => name)
      if (method === 'POST') expect([ruta, names.includes('Idempotency-Key')]).toEqual([ruta, true])
      if (modo === 'J') expect([ruta, 'Location' in operation.responses[202].headers]).toEqual([ruta, true])
    }
  })
})

test('no other route is under these addresses', () => {
  const ours =
    /^\/v1\/(rcv|dte\/acuse|dte\/rcof|libros|contribuyente|sii)(\/|$)|\/(portal|programacion)(\/|$)/
  const known = new Set([...RUTAS, ...POR_VENIR].map(([ruta]) => ruta))
  expect([...declared().keys()].filter((ruta) => ours.test(ruta.split(' ')[1]!) && !known.has(ruta))).toEqual(
    [],
  )
})
