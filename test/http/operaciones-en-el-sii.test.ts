// The routes of the operations at the SII beyond issuing, held against what was agreed upon (http §16.3, §26 to §28; jobs §6).

import { beforeAll, describe, expect, test } from 'bun:test'
import { ACCESS, type Access, CONSUME } from '../../src/http/credential'
import { detailOf, pathOf } from '../../src/http/openapi'
import { described } from '../support/openapi'
import { type CompanyApp, testAppWithCompany } from '../support/test-app'
import { RUTAS, type Ruta } from './rutas-en-el-sii'

let app: CompanyApp
// biome-ignore lint/suspicious/noExplicitAny: a document of many shapes
let document: Record<string, any>
beforeAll(async () => {
  app = await testAppWithCompany()
  document = described(app)
})

const declared = () => new Map(app.app.elysia.routes.map((route) => [`${route.method} ${route.path}`, route]))

/** The row of a route, by the program and its document, in the words of the table. */
function said(ruta: string): Ruta | null {
  const route = declared().get(ruta)
  if (!route) return null
  const detail = detailOf(route)
  const { permiso, soloSesion } = detail[ACCESS] as Access
  const operation = document.paths[pathOf(route)][route.method.toLowerCase()]
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

/** A live route looks like a local one, but for its unit. */
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

  test('that may ask the SII is for nobody who may only read', () => {
    const asking = RUTAS.filter(([, , unidad, modo]) => unidad !== null || modo === 'Q')
    expect(asking.filter(([, permiso]) => permiso.endsWith(':leer'))).toEqual([])
  })

  test('that queues a job says where it is looked for, and takes a key', () => {
    for (const [ruta, , , modo] of RUTAS) {
      const [method = ''] = ruta.split(' ')
      const operation = document.paths[pathOf(declared().get(ruta)!)][method.toLowerCase()]
      const names = operation.parameters.map(({ name }: { name: string }) => name)
      if (method === 'POST') expect([ruta, names.includes('Idempotency-Key')]).toEqual([ruta, true])
      if (modo === 'J') expect([ruta, 'Location' in operation.responses[202].headers]).toEqual([ruta, true])
    }
  })
})

test('no other route is under these addresses', () => {
  const ours =
    /^\/v1\/(rcv|dte\/acuse|dte\/rcof|libros(?!\/asientos)|contribuyente|sii|bte|recibidos|clientes|compras-internacionales|tipos-cambio)(\/|$)|\/(portal|programacion|buzon)(\/|$)/
  const known = new Set(RUTAS.map(([ruta]) => ruta))
  expect([...declared().keys()].filter((ruta) => ours.test(ruta.split(' ')[1]!) && !known.has(ruta))).toEqual(
    [],
  )
})
