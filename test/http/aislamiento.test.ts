// Nobody sees what is another's (http §0.4): every route with the ids of one account, asked by another account and by a key
// of a sibling company. A route whose path has a parameter needs a row in `support/resources` or `support/jobs`,
// or a line in `ids` here.

import { beforeAll, describe, expect, test } from 'bun:test'
import { ACCESS, type Access } from '../../src/http/credential'
import { detailOf, pathOf } from '../../src/http/openapi'
import { SET_DE_UNO } from '../areas/certificacion/set-de-uno'
import { leerEstado } from '../areas/compras-internacionales/escena'
import { archivo, importar } from '../areas/rcv/archivos'
import { recibidoPor } from '../support/archivos-recibidos'
import { factura, RECEPTOR } from '../support/emisor'
import { JOB_BASES, loadClave, queuedJob } from '../support/jobs'
import { described } from '../support/openapi'
import { withPasskey } from '../support/passkey'
import { invitePerson, keyOf, siblingOf } from '../support/personas'
import { makeOne, RESOURCES } from '../support/resources'
import { guia } from '../support/solicitudes'
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
/** By the beginning of a path: what stands in the place of its parameters. The longest that fits counts. */
let ids: Record<string, Record<string, string>>
/** Texts that no answer to a stranger may hold. */
let secrets: string[]
// biome-ignore lint/suspicious/noExplicitAny: a document of many shapes
let document: Record<string, any>

beforeAll(async () => {
  app = await testAppWithCompany()
  const { session, empresaId } = app.tenant
  await app.put(`/v1/empresa/${empresaId}`, { razon_social: MARK }, session)
  await loadFolios(app, app.tenant, { 33: 5, 52: 5 })
  const receptor = { ...RECEPTOR, razon_social: MARK }
  const guide = (await app.post('/v1/dte/emitir', guia({}, { receptor }))).body.data
  const { job_id, folio } = (await app.post('/v1/dte/emitir', factura({ receptor }))).body.data
  await app.settle()
  const trackId = (await app.get(`/v1/dte/emision/${job_id}`)).body.data.result.track_id
  const rcof = (await app.post('/v1/dte/rcof', { fecha: '2026-11-19' })).body.data
  const persona = await invitePerson(app, session, 'emisor', { email: 'victima@example.cl' })
  const llave = await withPasskey(app, persona.session)
  document = described(app)
  const ses = (await app.get('/auth/sesiones', session)).body.data[0].id
  const order = await app.post('/v1/billing/checkout', { plan: 'Profesional', ciclo: 'mensual' }, session)
  const compras = archivo('compra-registro').replaceAll('Aceros del Maule S.A.', MARK)
  await importar(app, '202611', compras)
  await importar(app, '202611', archivo('venta'))
  const rut = '90000012-K'
  const pair = { nc: { rut, tipo_dte: 61, folio: 410 }, factura: { rut, tipo_dte: 33, folio: 88123 } }
  await loadClave(app)
  const boleta = await app.post('/v1/bte/emitir', {
    fecha: '2026-11-20',
    beneficiario: { rut: '9876543-3', nombre: MARK, direccion: 'Parcela 12', comuna: 'Talca' },
    servicios: [{ descripcion: 'Riego', monto: 100_000 }],
  })
  const link = await app.post('/v1/rcv/vinculacion', pair)
  const resources: Record<string, { id: string }> = {}
  for (const [path, { at }] of Object.entries(RESOURCES))
    resources[`${at}/`] = { id: await makeOne(app, path, { mark: MARK }) }
  const hook = resources['/v1/webhooks/']!.id
  await app.post(`/v1/webhooks/${hook}/probar`, undefined, session)
  const entregaId = (await app.get(`/v1/webhooks/${hook}/entregas`, session)).body.data[0].id
  const jobs: Record<string, { jobId: string }> = {}
  for (const base of JOB_BASES) jobs[`${base}/trabajos/`] = { jobId: await queuedJob(app, base) }
  await app.drainJobs()
  const compra = (await app.get('/v1/compras-internacionales', session)).body.data[0]
  await app.put(`/v1/compras-internacionales/${compra.id}`, { descripcion: MARK }, session)
  const cartola = leerEstado(app, app.tenant)
  const received = recibidoPor('76543210-3')
    .toString('latin1')
    .replace(/<RznSoc>[^<]*/, `<RznSoc>${MARK}`)
  const archivo_base64 = Buffer.from(received, 'latin1').toString('base64')
  const recibido = (await app.post('/v1/recibidos', { archivo_base64 })).body.data.id
  const nada = { archivo_base64: btoa('<nada/>'), nombre: `${MARK}.xml` }
  const historia = (await app.post('/v1/historia', nada)).body.data.id
  const respuesta = (await app.post(`/v1/recibidos/${recibido}/respuestas`, { tipo: 'recepcion' })).body.data
  const camino = (await app.post('/v1/certificacion', { alcance: 'factura' })).body.data.id
  await app.post(`/v1/certificacion/${camino}/sets`, { texto_base64: SET_DE_UNO })
  const bulk = { tipo: 'buzon.leer', empresas: [empresaId] }
  const operacion = (await app.post('/v1/firma/operaciones', bulk, session)).body.data.id
  const stranger = await app.registerCompany()
  await loadFolios(app, stranger, { 33: 5 })
  other = { session: stranger.session, key: await keyOf(app, stranger.session, stranger.empresaId) }
  sibling = await siblingOf(app, app.tenant, nuevaEmpresa('96790240-3'))
  await loadFolios(app, { ...app.tenant, empresaId: sibling.id, key: sibling.key }, { 33: 5 })
  ids = {
    ...resources,
    ...jobs,
    '/v1/recurrentes/': { ...resources['/v1/recurrentes/'], fecha: '2026-12-31' },
    '/v1/empresa/': { id: empresaId, tarea: 'rcof' },
    '/v1/firma/empresas/': { id: empresaId },
    '/v1/firma/operaciones/': { id: operacion },
    '/v1/firma/f29/': { empresa_id: empresaId, periodo: '202610' },
    '/v1/usuarios/': { id: persona.id },
    '/auth/sesiones/': { id: ses },
    '/auth/llaves-acceso/': { id: llave.id },
    '/v1/dte/emision/': { jobId: job_id },
    '/v1/dte/estado/': { trackId },
    '/v1/dte/guias/': { folio: String(guide.folio) },
    '/v1/dte/': { tipo: '33', folio: String(folio) },
    '/v1/documentos/': { tipo: '33', folio: String(folio) },
    '/v1/billing/checkout/': { id: order.body.data.id },
    '/v1/dte/rcof/': { fecha: '2026-11-19' },
    '/v1/bte/': { folio: '1' },
    '/v1/bte/resumen/': { periodo: '202611' },
    '/v1/rcv/': { periodo: '202611' },
    '/v1/libros/': { periodo: '202611' },
    '/v1/dte/folios/': { tipo: '33' },
    '/v1/dte/emitidos/': { periodo: '202611' },
    '/v1/dte/recibidos/': { periodo: '202611' },
    '/v1/dte/acuse/recibidos/': { rut, tipo: '33', folio: '88123' },
    '/v1/recibidos/': { id: recibido },
    '/v1/recibidos/respuestas/': { id: respuesta.id },
    '/v1/contribuyente/': { rut },
    '/v1/sii/situacion/': { rut },
    '/v1/rcv/:periodo/compras/': { periodo: '202611', rut, tipo: '33', folio: '88123' },
    '/v1/rcv/vinculacion/': { id: link.body.data.id },
    '/v1/compras-internacionales/': { id: compra.id },
    '/v1/compras-internacionales/estados-cuenta/': { id: cartola, n: '1' },
    '/v1/historia/': { id: historia, n: '1' },
    '/v1/certificacion/': { id: camino, clase: 'basico', caso: '1', cual: 'procedimientos' },
    '/v1/webhooks/': { id: hook, entregaId },
  }
  secrets = [
    MARK,
    empresaId,
    job_id,
    rcof.id,
    boleta.body.data.id,
    persona.id,
    ses,
    llave.id,
    entregaId,
    recibido,
    respuesta.id,
    persona.email,
    ...Object.values(resources).map(({ id }) => id),
  ]
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

function pathWithIds(path: string): string | null {
  const key = Object.keys(ids)
    .filter((start) => path.startsWith(start))
    .sort((a, b) => b.length - a.length)[0]
  const values = key && ids[key]
  if (!values || [...path.matchAll(/:(\w+)/g)].some(([, name]) => values[name!] === undefined)) return null
  return path.replace(/:(\w+)/g, (_, name) => values[name]!)
}

/** Sends the example body of the documentation, so that the route is reached behind its schema. */
async function ask(
  { method, path, documented }: { method: string; path: string; documented: string },
  headers: Headers0,
) {
  const operation = document.paths[documented][method.toLowerCase()]
  const example = operation.requestBody?.content['application/json'].example
  const init =
    example === undefined ? { headers } : { headers: { ...headers, 'content-type': 'application/json' } }
  return app.request(method, pathWithIds(path)!, {
    ...init,
    ...(example !== undefined && { body: JSON.stringify(example) }),
  })
}

test('every path with a parameter has the victim’s ids to be asked with', () => {
  expect(withParameters().filter(({ path }) => pathWithIds(path) === null)).toEqual([])
})

test('routes that answer everybody of his own are there', () => {
  expect(ofTheAsker().filter(({ path }) => pathWithIds(path) === null)).toEqual([])
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
  expect((await app.get('/v1/documentos')).body.paginacion.total).toBe(2)
})
