// Passwords changed and forgotten, and one's own sessions (http §14).

import { describe, expect, spyOn, test } from 'bun:test'
import type { Mensaje } from '../../../src/areas/auth'
import { PASSWORD, type TestApp, testAppWithCompany } from '../../support/test-app'

const EMAIL = 'dueno0@example.cl'
const NUEVA = 'otra clave distinta'
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const login = (app: TestApp, password = PASSWORD) =>
  app.post(
    '/auth/login',
    { email: EMAIL, password },
    { 'user-agent': 'Prueba/1.0', 'x-forwarded-for': '203.0.113.7' },
  )
/** Work put off until after the answer has run. */
const afterwards = () => new Promise((done) => setImmediate(done))

async function withMail(publicUrl?: string) {
  const sent: Mensaje[] = []
  const correo = { send: async (mensaje: Mensaje) => void sent.push(mensaje), verify: async () => {} }
  const app = await testAppWithCompany({ correo, ...(publicUrl && { publicUrl }) })
  return { app, sent }
}
const forget = async (app: TestApp, email = EMAIL) => {
  const reply = await app.post('/auth/password/olvidada', { email }, {})
  await afterwards()
  return reply
}
const tokenIn = ({ texto }: Mensaje) => /clave_[\w-]+/.exec(texto)![0]
const reset = (app: TestApp, token: string, nueva = NUEVA) =>
  app.post('/auth/password/restablecer', { token, nueva }, {})

describe('PUT /auth/password', () => {
  test('changes it and closes the other sessions; this one goes on', async () => {
    const app = await testAppWithCompany()
    const other = (await login(app)).body
    const change = (actual: string, nueva = NUEVA) =>
      app.put('/auth/password', { actual, nueva }, app.tenant.session)
    expect((await change(PASSWORD)).status).toBe(204)
    expect((await app.get('/auth/me', app.tenant.session)).status).toBe(200)
    expect((await app.get('/auth/me', bearer(other.access_token))).body.code).toBe('TOKEN_INVALID')
    const renewal = await app.post('/auth/refresh', { refresh_token: other.refresh_token }, {})
    expect(renewal.body.code).toBe('TOKEN_INVALID')
    expect((await login(app)).status).toBe(401)
    expect((await login(app, NUEVA)).status).toBe(200)
  })

  test('refuses a wrong present password, the same one, a short one, and any key', async () => {
    const app = await testAppWithCompany()
    const change = (body: object, headers = app.tenant.session) => app.put('/auth/password', body, headers)
    expect((await change({ actual: 'otra cualquiera', nueva: NUEVA })).body.detalles[0]).toMatchObject({
      campo: 'actual',
      regla: 'incorrecta',
    })
    expect((await change({ actual: PASSWORD, nueva: PASSWORD })).body.detalles[0].regla).toBe('igual')
    expect((await change({ actual: PASSWORD, nueva: 'corta' })).status).toBe(422)
    expect((await change({ actual: PASSWORD, nueva: NUEVA }, app.tenant.key)).body.code).toBe(
      'SESSION_REQUIRED',
    )
    expect((await login(app)).status).toBe(200)
  })
})

describe('a forgotten password', () => {
  test('is answered alike for any e-mail, and mails a token to those that exist', async () => {
    const { app, sent } = await withMail('https://dte.example.cl')
    const [known, unknown] = [await forget(app), await forget(app, 'nadie@example.cl')]
    expect(known.status).toBe(202)
    expect(unknown).toMatchObject({ status: 202, body: known.body })
    expect(sent).toHaveLength(1)
    expect(sent[0]).toMatchObject({ para: EMAIL })
    expect(sent[0]!.texto).toContain(`(${EMAIL})`)
    expect(sent[0]!.texto).toContain('https://dte.example.cl/restablecer#token=clave_')
  })

  test('never puts the request’s own Host in the mail: who asks chooses that', async () => {
    const { app, sent } = await withMail()
    await forget(app)
    expect(sent[0]!.texto).not.toContain('http')
    expect(sent[0]!.texto).toContain('clave_')
  })

  test('is set anew by the token, once, and every session ends', async () => {
    const { app, sent } = await withMail()
    await forget(app)
    const token = tokenIn(sent[0]!)
    const replies = await Promise.all([reset(app, token), reset(app, token, 'y una tercera clave')])
    expect(replies.map(({ status }) => status).sort()).toEqual([202, 401])
    expect((await app.get('/auth/me', app.tenant.session)).body.code).toBe('TOKEN_INVALID')
    expect((await login(app)).status).toBe(401)
    expect((await reset(app, token)).body.code).toBe('TOKEN_INVALID')
  })

  test('once set anew lets its owner in where strangers had closed the e-mail', async () => {
    const { app, sent } = await withMail()
    for (let i = 0; i < 10; i++) {
      const from = { 'x-forwarded-for': `198.51.100.${i}` }
      await app.post('/auth/login', { email: EMAIL, password: 'de un extraño' }, from)
    }
    expect((await login(app)).status).toBe(429)
    await forget(app)
    await reset(app, tokenIn(sent[0]!))
    expect((await login(app, NUEVA)).status).toBe(200)
  })

  test('that changes while a login compares the old one leaves that login no session', async () => {
    const app = await testAppWithCompany()
    const compare = spyOn(Bun.password, 'verify').mockImplementation(async () => {
      app.store.client.prepare("UPDATE usuario SET password_hash = '$argon2id$otro'").run()
      return true
    })
    const reply = await login(app)
    compare.mockRestore()
    expect(reply.status).toBe(401)
    expect((await app.get('/auth/sesiones', app.tenant.session)).body.paginacion.total).toBe(1)
  })

  test('has a token for an hour, stored as a hash, and three within it at most', async () => {
    const { app, sent } = await withMail()
    for (let i = 0; i < 5; i++) await forget(app)
    expect(sent).toHaveLength(3)
    const rows = JSON.stringify(app.store.client.prepare('SELECT * FROM restablecimiento').all())
    expect(rows).not.toContain(tokenIn(sent[0]!))
    app.advance(60 * 60_000)
    expect((await reset(app, tokenIn(sent[0]!))).body.code).toBe('TOKEN_EXPIRED')
    expect((await reset(app, 'clave_inventada')).body.code).toBe('TOKEN_INVALID')
    await forget(app)
    expect((await reset(app, tokenIn(sent[3]!))).status).toBe(202)
    expect((await login(app, NUEVA)).status).toBe(200)
  })

  test('without a mail server tells the operator in the log, and not the token', async () => {
    const app = await testAppWithCompany()
    const [known, unknown] = [await forget(app), await forget(app, 'nadie@example.cl')]
    expect(known).toMatchObject({
      status: 202,
      body: { data: { mensaje: expect.stringContaining('no envía correos') } },
    })
    expect(unknown.body).toEqual(known.body)
    expect(app.logs.find(({ event }) => event === 'auth.clave_olvidada')).toBeDefined()
    expect(JSON.stringify(app.logs)).not.toContain('clave_"')
    expect(app.store.client.prepare('SELECT count(*) FROM restablecimiento').pluck().get()).toBe(0)
  })

  test('loses its tokens when the password changes otherwise', async () => {
    const { app, sent } = await withMail()
    await forget(app)
    await app.put('/auth/password', { actual: PASSWORD, nueva: NUEVA }, app.tenant.session)
    expect((await reset(app, tokenIn(sent[0]!), 'la de un ladrón')).body.code).toBe('TOKEN_INVALID')
  })
})

describe('/auth/sesiones', () => {
  test('lists one’s living sessions with where they came from, and closes one at once', async () => {
    const app = await testAppWithCompany()
    app.advance(1000)
    const other = (await login(app)).body
    const { data, paginacion } = (await app.get('/auth/sesiones', app.tenant.session)).body
    expect(paginacion.total).toBe(2)
    expect(data[0]).toMatchObject({ ip: '203.0.113.7', agente: 'Prueba/1.0', actual: false })
    expect(data[1]).toMatchObject({ actual: true })
    const close = (id: string, headers = app.tenant.session) =>
      app.delete(`/auth/sesiones/${id}`, undefined, headers)
    const stranger = await app.registerCompany()
    expect((await close(data[0].id, stranger.session)).status).toBe(404)
    expect((await app.get('/auth/me', bearer(other.access_token))).status).toBe(200)
    expect((await close(data[0].id)).status).toBe(204)
    expect((await app.get('/auth/me', bearer(other.access_token))).body.code).toBe('TOKEN_INVALID')
    expect((await app.get('/auth/sesiones', app.tenant.session)).body.paginacion.total).toBe(1)
    expect((await close('ses_x')).status).toBe(404)
  })

  test('leaves out those that can no more be renewed', async () => {
    const app = await testAppWithCompany()
    app.advance(7 * 86_400_000)
    const { access_token } = (await login(app)).body
    expect((await app.get('/auth/sesiones', bearer(access_token))).body.paginacion.total).toBe(1)
  })
})
