// Nobody sees what is another's (http §0.4): every route with the ids of one account, asked by another account and by a key
// of a sibling company. A route whose path has a parameter needs a row in `support/resources` or `support/jobs`,
// or a line in `ids` here.

import { beforeAll, describe, expect, test } from 'bun:test'
import { ACCESS, type Access } from '../../src/http/credential'
import { detailOf, pathOf } from '../../src/http/openapi'
import { furnishAll, type Ids, pathWithIds } from '../support/amoblada'
import { described } from '../support/openapi'
import { keyOf, siblingOf } from '../support/personas'
import {
  type CompanyApp,
  type Headers0,
  loadFolios,
  nuevaEmpresa,
  testAppWithCompany,
} from '../support/test-app'

/** In what the victim wrote and nobody else did. */
const MARK = 'Marca Que Nadie Más Lleva'

let app: CompanyApp
let other: { session: Headers0; key: Headers0 }
let sibling: { id: string; key: Headers0 }
let ids: Ids
/** Texts that no answer to a stranger may hold. */
let secrets: string[]
// biome-ignore lint/suspicious/noExplicitAny: a document of many shapes
let document: Record<string, any>

beforeAll(async () => {
  app = await testAppWithCompany()
  const made = await furnishAll(app, MARK)
  ids = made.ids
  secrets = made.secrets
  document = described(app)
  const stranger = await app.registerCompany()
  await loadFolios(app, stranger, { 33: 5 })
  other = { session: stranger.session, key: await keyOf(app, stranger.session, stranger.empresaId) }
  sibling = await siblingOf(app, app.tenant, nuevaEmpresa('96790240-3'))
  await loadFolios(app, { ...app.tenant, empresaId: sibling.id, key: sibling.key }, { 33: 5 })
})

const routes = () =>
  app.app.elysia.routes
    .map((route) => ({
      ...{ method: route.method, path: route.path, documented: pathOf(route) },
      access: detailOf(route)[ACCESS] as Access,
    }))
    // The simulator is the SII itself: it knows documents by RUT, and no account.
    .filter(({ access, path }) => !access.publico && !path.startsWith('/simulador'))
/** Their parameter names a kind of thing that everybody has, and whoever asks is answered of his own. */
const OWN = [
  '/v1/dte/folios/:tipo/alerta',
  '/v1/dte/folios/:tipo/saltar',
  '/v1/dte/folios/:tipo/retomar',
  '/v1/rcv/:periodo/importar',
  '/v1/dte/rcof/:fecha/previa',
  '/v1/rcv/:periodo/sync',
  '/v1/bte/:folio/sync',
  '/v1/bte/resumen/:periodo',
  '/v1/dte/emitidos/:periodo',
  '/v1/dte/recibidos/:periodo',
  '/v1/libros/guias/:periodo',
  '/v1/libros/honorarios/:periodo',
  '/v1/dte/acuse/recibidos/:rut/:tipo/:folio',
  '/v1/contribuyente/:rut',
  '/v1/sii/situacion/:rut',
]
const withParameters = () => routes().filter(({ path }) => path.includes(':') && !OWN.includes(path))
const ofTheAsker = () => routes().filter(({ path }) => OWN.includes(path))

/** Sends the example body of the documentation, so that the route is reached behind its schema. */
async function ask(
  { method, path, documented }: { method: string; path: string; documented: string },
  headers: Headers0,
) {
  const operation = document.paths[documented][method.toLowerCase()]
  const example = operation.requestBody?.content['application/json'].example
  const init =
    example === undefined ? { headers } : { headers: { ...headers, 'content-type': 'application/json' } }
  return app.request(method, pathWithIds(ids, path)!, {
    ...init,
    ...(example !== undefined && { body: JSON.stringify(example) }),
  })
}

test('every path with a parameter has the victim’s ids to be asked with', () => {
  expect(withParameters().filter(({ path }) => pathWithIds(ids, path) === null)).toEqual([])
})

test('routes that answer everybody of his own are there', () => {
  expect(ofTheAsker().filter(({ path }) => pathWithIds(ids, path) === null)).toEqual([])
  expect([...new Set(ofTheAsker().map(({ path }) => path))].sort()).toEqual([...OWN].sort())
})

test('their owner is answered with those ids: the strangers’ 404 below says something', async () => {
  for (const route of withParameters().filter(({ method }) => method === 'GET')) {
    const { status } = await ask(route, app.tenant.session)
    expect([route.path, status]).toEqual([route.path, 200])
  }
})

test('their owner is told his own where everybody is: the strangers’ answers below say something', async () => {
  const { body } = await ask(
    routes().find(({ path }) => path === '/v1/libros/guias/:periodo')!,
    app.tenant.key,
  )
  expect(JSON.stringify(body)).toContain(MARK)
})

const DE_OTRA_PARTE = ['/v1/dte/acuse/:tipo/:folio', '/v1/dte/consulta/:tipo/:folio']

const STRANGERS = [
  ['another account’s owner', () => other.session, () => [] as string[]],
  ['another account’s key', () => other.key, () => [] as string[]],
  // People and what the account pays are shared by its companies.
  ['a sibling company’s key', () => sibling.key, () => ['/v1/usuarios', '/v1/billing/']],
] as const

describe.each(STRANGERS)('to %s', (_, headersOf, shared) => {
  test('no object of the victim exists', async () => {
    const wrong: string[] = []
    for (const route of withParameters()) {
      const headers = headersOf()
      if (route.access.soloSesion && 'x-api-key' in headers) continue
      if (shared().some((start) => route.path.startsWith(start))) continue
      // A stranger with a document of the same type and folio would be shown his own: he has issued none.
      const { status, body } = await ask(route, headers)
      // These two ask the SII what the stranger's own RUT has under that folio, and it has received nothing.
      if (DE_OTRA_PARTE.includes(route.path)) {
        if (!/no ha recibido|No Recibido/.test(JSON.stringify(body)))
          wrong.push(`${route.path}: ${JSON.stringify(body)}`)
        continue
      }
      if (status !== 404) wrong.push(`${route.method} ${route.path}: ${status} ${JSON.stringify(body)}`)
    }
    expect(wrong).toEqual([])
  })

  test('no list tells of the victim', async () => {
    const told: string[] = []
    for (const route of routes().filter(({ method, path }) => method === 'GET' && !path.includes(':'))) {
      const headers = headersOf()
      if (shared().some((start) => route.path.startsWith(start))) continue
      const { body } = await app.request('GET', route.path, { headers })
      const text = typeof body === 'string' ? body : JSON.stringify(body)
      for (const secret of secrets) if (text.includes(secret)) told.push(`${route.path}: ${secret}`)
    }
    expect(told).toEqual([])
  })

  test('a body that names the victim’s documents is answered as if there were none', async () => {
    const documentos = [{ tipo_dte: 33, folio: Number(ids['/v1/dte/']!.folio) }]
    const { status, body } = await app.post('/v1/dte/pdf/lote', { documentos }, headersOf())
    expect([status, body.code]).toEqual([404, 'NOT_FOUND'])
    expect((await app.post('/v1/dte/pdf/lote', { documentos }, app.tenant.key)).status).toBe(200)
  })

  test('a body that names the victim’s company is answered as one that does not exist', async () => {
    const headers = headersOf()
    const key = await app.post('/v1/apikeys', { nombre: 'x', empresa_id: app.tenant.empresaId }, headers)
    expect(key.status).toBe(404)
    if ('x-api-key' in headers) return
    const select = await app.post('/v1/empresa/seleccionar', { empresa_id: app.tenant.empresaId }, headers)
    expect(select.status).toBe(404)
  })
})

// After the others: some of these routes write, and what they wrote would be found.
describe.each(STRANGERS)('to %s', (_, headersOf, _shared) => {
  test('who asks of his own is told nothing of the victim', async () => {
    const told: string[] = []
    for (const route of ofTheAsker()) {
      const headers = headersOf()
      if (route.access.soloSesion && 'x-api-key' in headers) continue
      const { status, body } = await ask(route, headers)
      const text = typeof body === 'string' ? body : JSON.stringify(body)
      if (status === 403) told.push(`${route.path}: ${text}`)
      for (const secret of secrets) if (text.includes(secret)) told.push(`${route.path}: ${secret}`)
    }
    expect(told).toEqual([])
  })
})

test('after all of this the victim has everything still', async () => {
  expect(
    (await app.get(`/v1/empresa/${app.tenant.empresaId}`, app.tenant.session)).body.data.razon_social,
  ).toBe(MARK)
  expect((await app.get('/v1/usuarios', app.tenant.session)).body.paginacion.total).toBe(2)
  expect((await app.get('/v1/documentos')).body.paginacion.total).toBe(3)
})
