// The one-time installer link of a first start (http §23).

import { describe, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { described } from '../../support/openapi'
import { nuevaEmpresa, PASSWORD, testApp, testAppWithCompany } from '../../support/test-app'
import { openPage } from './navegador'

const OWNER = { nombre: 'Marta Peña', email: 'marta@example.cl', password: PASSWORD }

const fieldsOf = (page: string, form: string): string[] => {
  const text = new RegExp(`<form id="${form}">([\\s\\S]*?)</form>`).exec(page)![1]!
  return [...text.matchAll(/<input name="(\w+)"/g)].map(([, name]) => name!)
}

describe('GET /instalar/:clave', () => {
  test('opens the page by the link of this run, and by no other', async () => {
    const app = await testApp()
    const link = app.app.installerPath()!
    expect(link).toMatch(/^\/instalar\/[\w-]{32}$/)
    const page = await app.get(link)
    expect(page).toMatchObject({ status: 200, body: expect.stringContaining('Crear la cuenta') })
    const other = await app.get('/instalar/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA')
    expect(other.status).toBe(404)
    expect(other.body).toContain('no sirve')
    expect(other.body).not.toContain('<form')
  })

  test('is void once a user exists, however he was made, also for a page opened before', async () => {
    const app = await testApp({ openRegistration: false })
    const link = app.app.installerPath()!
    expect((await app.get(link)).status).toBe(200)
    await app.app.ensureOwner(OWNER)
    expect(app.app.installerPath()).toBeNull()
    expect(await app.get(link)).toMatchObject({ status: 404, body: expect.not.stringContaining('<form') })
    expect(await app.post('/auth/register', { ...OWNER, email: 'otra@example.cl' }, {})).toMatchObject({
      status: 403,
      body: { code: 'FORBIDDEN' },
    })
  })

  test('gives no link on a server that has users, though anybody may register there', async () => {
    const app = await testAppWithCompany({ openRegistration: true })
    expect(app.app.installerPath()).toBeNull()
  })

  test('loads nothing from outside and runs only what it brings', async () => {
    const app = await testApp()
    const { body, headers } = await app.get(app.app.installerPath()!)
    const csp = headers.get('content-security-policy')!
    const hash = (tag: string) => {
      const text = new RegExp(`<${tag}[^>]*>([\\s\\S]*?)</${tag}>`).exec(body)![1]!
      return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
    }
    expect(csp).toContain(`default-src 'none'; style-src ${hash('style')}; script-src ${hash('script')};`)
    expect(body).not.toMatch(/https?:\/\/|\sstyle=|\son\w+=/)
    expect([headers.get('cache-control'), headers.get('referrer-policy')]).toEqual([
      'no-store',
      'no-referrer',
    ])
  })

  test('asks for what the public API requires: the account, then the company', async () => {
    const app = await testApp()
    const { body } = await app.get(app.app.installerPath()!)
    const { paths } = described(app)
    const required = (path: string) =>
      paths[path].post.requestBody.content['application/json'].schema.required
    expect(fieldsOf(body, 'form-cuenta')).toEqual([...required('/auth/register'), 'repetida'])
    expect(fieldsOf(body, 'form-empresa').sort()).toEqual([...required('/v1/empresa')].sort())
    const { access_token } = (await app.post('/auth/register', OWNER, {})).body
    const { ciudad, ...company } = nuevaEmpresa()
    const session = { authorization: `Bearer ${access_token}` }
    expect(await app.post('/v1/empresa', company, session)).toMatchObject({
      status: 201,
      body: { data: { ambiente: 'simulacion' } },
    })
  })

  test('ends in the dashboard with the session of a browser, with a company or leaving it for later', async () => {
    const { ciudad, actividades_economicas, ...company } = nuevaEmpresa()
    for (const later of [true, false]) {
      const app = await testApp()
      const page = await openPage(app, app.app.installerPath()!)
      await page.submit({ ...OWNER, repetida: PASSWORD })
      expect([page.seen().seccion, page.sent]).toEqual([['empresa'], ['/auth/register', '/auth/cookie']])
      if (later) page.omit()
      else
        await page.submit(
          { ...(company as Record<string, string>), actividades_economicas: '475201' },
          'form-empresa',
        )
      expect(page.location.pathname).toBe('/app/')
      const { usuario, empresa_activa } = (await app.get('/auth/me', { cookie: page.cookie()! })).body.data
      expect([usuario.email, empresa_activa?.rut]).toEqual([OWNER.email, later ? undefined : '76543210-3'])
    }
  })
})
