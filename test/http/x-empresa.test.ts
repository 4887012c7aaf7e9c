// X-Empresa asserts the company that a request acts for and never chooses it (dashboard §4; http §20): every route that acts on a
// company, asked as if for another one.

import { beforeAll, describe, expect, test } from 'bun:test'
import { ACCESS, type Access } from '../../src/http/credential'
import { detailOf, pathOf } from '../../src/http/openapi'
import { factura } from '../support/emisor'
import { browserOf } from '../support/navegador'
import { described } from '../support/openapi'
import { siblingOf } from '../support/personas'
import {
  type CompanyApp,
  type Headers0,
  nuevaEmpresa,
  type Tenant,
  testApp,
  testAppWithFolios,
} from '../support/test-app'

let app: CompanyApp
let other: Tenant
let sibling: { id: string; key: Headers0 }
let browser: Headers0
beforeAll(async () => {
  app = await testAppWithFolios({ folios: { 33: 10 } })
  other = await app.registerCompany()
  sibling = await siblingOf(app, app.tenant, nuevaEmpresa('96790240-3'))
  browser = (await browserOf(app)).headers
})

const routes = () =>
  app.app.elysia.routes.map((route) => ({
    ...{ method: route.method, path: route.path, documented: pathOf(route) },
    access: detailOf(route)[ACCESS] as Access,
  }))
const ofCompany = () => routes().filter(({ access }) => access.empresa)
/** The path with something in the place of each parameter; no such thing need exist. */
const filled = (path: string) => path.replace(/:(tipo|folio)/g, '33').replace(/:\w+/g, 'x')
const table = (name: string) => app.store.client.prepare(`SELECT count(*) FROM ${name}`).pluck().get()

describe('X-Empresa of another company', () => {
  test('is 409 CONFLICT on every route that acts on one, before its body is read, for session, cookie and key', async () => {
    expect(ofCompany().length).toBeGreaterThan(40)
    const wrong: string[] = []
    for (const { method, path, access } of ofCompany()) {
      const credentials = [app.tenant.session, browser, ...(access.soloSesion ? [] : [app.tenant.key])]
      for (const credential of credentials) {
        const headers = { ...credential, 'x-empresa': sibling.id, 'content-type': 'application/json' }
        const body = method === 'GET' ? null : '{'
        const answer = await app.request(method, filled(path), { headers, body })
        if (answer.status !== 409 || answer.body.code !== 'CONFLICT')
          wrong.push(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
      }
    }
    expect(wrong).toEqual([])
  })

  test('is answered alike whether that company is one’s own, another’s or none at all', async () => {
    const asked = [
      sibling.id,
      other.empresaId,
      'emp_01JD3Q8Z5V7K2M4N6P8R0S2T4V',
      '',
      '*',
      `${app.tenant.empresaId}, x`,
    ]
    for (const credential of [app.tenant.session, app.tenant.key, browser]) {
      const answers = await Promise.all(
        asked.map((empresa) => app.get('/v1/documentos', { ...credential, 'x-empresa': empresa })),
      )
      expect(answers.map(({ status }) => status)).toEqual(asked.map(() => 409))
      expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
      expect(answers[0]!.body.detalles).toMatchObject([{ campo: 'X-Empresa', regla: 'empresa' }])
    }
  })

  test('issues nothing, takes no folio and leaves its Idempotency-Key free', async () => {
    const before = [table('documento'), table('job'), table('idempotencia')]
    const keyed = { ...app.tenant.key, 'idempotency-key': 'una' }
    const refused = await app.post('/v1/dte/emitir', factura(), { ...keyed, 'x-empresa': sibling.id })
    expect(refused.status).toBe(409)
    expect([table('documento'), table('job'), table('idempotencia')]).toEqual(before)
    const issued = await app.post('/v1/dte/emitir', factura(), {
      ...keyed,
      'x-empresa': app.tenant.empresaId,
    })
    expect([issued.status, issued.headers.get('idempotent-replayed')]).toEqual([202, null])
    // An act under the right name is not repeated under another.
    expect((await app.post('/v1/dte/emitir', factura(), { ...keyed, 'x-empresa': sibling.id })).status).toBe(
      409,
    )
  })

  test('counts against the rate like any request', async () => {
    const limited = await testAppWithFolios({ rates: { key: { rate: 1, burst: 20 } }, folios: { 33: 1 } })
    const left = async (more: Headers0) =>
      Number(
        (await limited.get('/v1/documentos', { ...limited.tenant.key, ...more })).headers.get(
          'x-ratelimit-remaining',
        ),
      )
    const before = await left({})
    expect(await left({ 'x-empresa': 'emp_x' })).toBe(before - 1)
  })

  test('refuses the tab whose company was changed in another one, and it goes on once it is chosen again', async () => {
    const [tab, select] = [{ ...browser, 'x-empresa': app.tenant.empresaId }, '/v1/empresa/seleccionar']
    expect((await app.get('/v1/empresa/actual', tab)).status).toBe(200)
    // Choosing is what the header must not stand in the way of.
    expect((await app.post(select, { empresa_id: sibling.id }, tab)).status).toBe(200)
    const stale = await app.get('/v1/empresa/actual', tab)
    expect([stale.status, stale.body.error]).toEqual([
      409,
      expect.stringContaining('/v1/empresa/seleccionar'),
    ])
    expect((await app.get('/v1/empresa/actual', browser)).body.data.id).toBe(sibling.id)
    expect((await app.post(select, { empresa_id: app.tenant.empresaId }, tab)).status).toBe(200)
    expect((await app.get('/v1/empresa/actual', tab)).body.data.id).toBe(app.tenant.empresaId)
  })
})

describe('X-Empresa', () => {
  test('of the active company changes nothing', async () => {
    const own = { 'x-empresa': app.tenant.empresaId }
    for (const credential of [app.tenant.session, app.tenant.key, browser])
      expect((await app.get('/v1/documentos', { ...credential, ...own })).status).toBe(200)
    const ticket = await app.post('/v1/events/ticket', undefined, { ...app.tenant.session, ...own })
    expect(ticket.status).toBe(201)
  })

  test('does not choose for a session that has no company', async () => {
    const fresh = await testApp()
    const { body } = await fresh.post(
      '/auth/register',
      { nombre: 'Ana', email: 'ana@example.cl', password: 'una clave de prueba' },
      {},
    )
    const headers = { authorization: `Bearer ${body.access_token}`, 'x-empresa': 'emp_x' }
    for (const answer of [
      await fresh.get('/v1/empresa/actual', headers),
      await fresh.post('/v1/events/ticket', undefined, headers),
    ])
      expect(answer).toMatchObject({ status: 403, body: { code: 'NO_ACTIVE_COMPANY' } })
  })

  test('is nothing to routes that act on the account or on the company they name', async () => {
    const headers = { ...app.tenant.session, 'x-empresa': sibling.id }
    for (const path of ['/auth/me', '/v1/cuenta', '/v1/empresa', `/v1/empresa/${app.tenant.empresaId}`])
      expect([path, (await app.get(path, headers)).status]).toEqual([path, 200])
  })

  test('is documented where it counts, with its 409, and nowhere else', async () => {
    const document = described(app)
    for (const { method, path, documented, access } of routes()) {
      const operation = document.paths[documented][method.toLowerCase()]
      const named = operation.parameters.some(({ name }: { name: string }) => name === 'X-Empresa')
      expect([method, path, named]).toEqual([method, path, access.empresa])
      if (named)
        expect(operation.responses['409'].content['application/json'].examples).toHaveProperty('CONFLICT')
    }
  })
})
