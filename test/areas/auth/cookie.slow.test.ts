// POST and DELETE /auth/cookie: a browser's session (http §20, §13, §14).

import { beforeEach, describe, expect, test } from 'bun:test'
import { openStore } from '../../../src/store/store'
import { emptyDatabase } from '../../support/empty-database'
import { browserOf, cookieIn } from '../../support/navegador'
import { described } from '../../support/openapi'
import { invitePerson } from '../../support/personas'
import { type CompanyApp, nuevaEmpresa, PASSWORD, testApp, testAppWithCompany } from '../../support/test-app'
import { openStream } from '../eventos/lector'

const DAY = 86_400_000
const HTTPS = { 'x-forwarded-proto': 'https', origin: 'https://localhost' }

let app: CompanyApp
beforeEach(async () => {
  app = await testAppWithCompany()
})

const me = (headers: Record<string, string>) => app.get('/auth/me', headers)
const codeOf = async (headers: Record<string, string>) => (await me(headers)).body.code
const give = (headers = app.tenant.session) => app.post('/auth/cookie', undefined, headers)

describe('the cookie', () => {
  test('is given to a session’s bearer, without Secure over plain http, and only its hash is kept', async () => {
    const { status, headers, body } = await give()
    expect([status, body]).toEqual([204, ''])
    expect(headers.get('set-cookie')).toMatch(
      /^timbre_[0-9a-f]{6}=ck_[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=604800$/,
    )
    const secret = cookieIn(headers).split('=')[1]!
    const rows = JSON.stringify(app.store.client.prepare('SELECT * FROM sesion').all())
    expect(rows).not.toContain(secret)
    expect(rows).toContain(new Bun.CryptoHasher('sha256').update(secret).digest('hex'))
  })

  test('is Secure and __Host- behind a proxy that says https', async () => {
    const { headers } = await give({ ...app.tenant.session, 'x-forwarded-proto': 'https' })
    expect(headers.get('set-cookie')).toMatch(
      /^__Host-timbre_[0-9a-f]{6}=ck_[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Strict; Max-Age=604800$/,
    )
  })

  test('is called after the server, so that two on one host do not take each other’s', async () => {
    const named = async (key: number) => {
      const store = openStore({
        path: emptyDatabase(),
        masterKey: new Uint8Array(32).fill(key),
        clock: app.clock,
      })
      const one = await testAppWithCompany({ store })
      return cookieIn((await one.post('/auth/cookie', undefined, one.tenant.session)).headers).split('=')[0]!
    }
    expect(await named(7)).toBe(await named(7))
    expect(await named(8)).not.toBe(await named(7))
  })

  test('stands in the OpenAPI document under its name, and every route of a session takes it', async () => {
    const http = described(app)
    const name = cookieIn((await give()).headers).split('=')[0]!
    const { securitySchemes } = (await app.get('/openapi.json')).body.components
    expect(securitySchemes.cookie).toMatchObject({ type: 'apiKey', in: 'cookie', name })
    expect(http.paths['/v1/cuenta'].get.security).toEqual([{ sesion: [] }, { cookie: [] }, { llave: [] }])
    expect(http.paths['/auth/me'].get.security).toEqual([{ sesion: [] }, { cookie: [] }])
    expect(http.paths['/auth/cookie'].post.security).toEqual([{ sesion: [] }])
    const https = await testApp({ publicUrl: 'https://timbre.example.cl' })
    expect((await https.get('/openapi.json')).body.components.securitySchemes.cookie.name).toBe(
      `__Host-${name}`,
    )
  })

  test('takes the place of the refresh tokens: using one again ends the session', async () => {
    const { headers, refreshToken } = await browserOf(app)
    expect((await me(headers)).status).toBe(200)
    const refreshed = await app.post('/auth/refresh', { refresh_token: refreshToken }, {})
    expect(refreshed.body.code).toBe('REFRESH_REUSED')
    expect(await codeOf(headers)).toBe('TOKEN_INVALID')
  })

  test('is one for each session: neither its token nor itself makes another', async () => {
    const { headers, bearer } = await browserOf(app)
    for (const credential of [bearer, headers])
      expect(await give(credential)).toMatchObject({ status: 409, body: { code: 'INVALID_STATE' } })
    expect((await me(headers)).status).toBe(200)
  })

  test('is not for API keys', async () => {
    expect(await give(app.tenant.key)).toMatchObject({ status: 403, body: { code: 'SESSION_REQUIRED' } })
    expect(await give({})).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED' } })
  })
})

describe('a session by cookie', () => {
  test('is the person’s as by token: who, what, which company, and the one marked in the list of sessions', async () => {
    const { headers, bearer } = await browserOf(app)
    expect((await me(headers)).body.data).toEqual((await me(bearer)).body.data)
    const elsewhere = await app.get('/v1/cuenta', { ...headers, 'x-ambiente': 'prueba' })
    expect(elsewhere.body.code).toBe('INVALID_PARAMETER')
    const list = (await app.get('/auth/sesiones', headers)).body
    expect(list.paginacion.total).toBe(2)
    expect(list.data.filter(({ actual }: { actual: boolean }) => actual)).toEqual(
      (await app.get('/auth/sesiones', bearer)).body.data.filter(({ actual }: { actual: boolean }) => actual),
    )
    const second = await app.post('/v1/empresa', nuevaEmpresa('77123456-9'), headers)
    expect(second.status).toBe(201)
    const selected = await app.post('/v1/empresa/seleccionar', { empresa_id: second.body.data.id }, headers)
    expect(selected.body.data.empresa.id).toBe(second.body.data.id)
    expect((await app.get('/v1/empresa/actual', headers)).body.data.id).toBe(second.body.data.id)
    expect((await app.get('/v1/empresa/actual', app.tenant.session)).body.data.id).toBe(app.tenant.empresaId)
  })

  test('is handed no token that a script could carry away', async () => {
    const { headers, bearer } = await browserOf(app)
    const select = { empresa_id: app.tenant.empresaId }
    expect((await app.post('/v1/empresa/seleccionar', select, headers)).body.data).not.toHaveProperty(
      'access_token',
    )
    expect((await app.post('/v1/empresa/seleccionar', select, bearer)).body.data).toHaveProperty(
      'access_token',
    )
  })

  test('has the permissions of the person, no more', async () => {
    const lector = await invitePerson(app, app.tenant.session, 'lector', { email: 'lectora@example.cl' })
    const { headers } = await browserOf(app, lector.email)
    expect((await app.get('/v1/documentos', headers)).status).toBe(200)
    expect(await app.post('/v1/dte/emitir', {}, headers)).toMatchObject({
      status: 403,
      body: { code: 'FORBIDDEN' },
    })
  })

  test('follows the events without an Origin, as EventSource asks', async () => {
    const { cookie } = await browserOf(app)
    const stream = await openStream(app, { cookie })
    expect((await stream.take(2))[1]).toMatchObject({ event: 'conectado' })
    await stream.close()
  })

  test('shares the rate of its session and account', async () => {
    const limited = await testAppWithCompany({ rates: { key: { rate: 1, burst: 4 } } })
    const { cookie, bearer } = await browserOf(limited)
    const left = async (headers: Record<string, string>) =>
      (await limited.get('/v1/cuenta', headers)).headers.get('x-ratelimit-remaining')
    expect([await left({ cookie }), await left(bearer)]).toEqual(['2', '1'])
  })

  test('is told in the log of changes when it is closed, by its person', async () => {
    const { headers } = await browserOf(app)
    await app.delete('/auth/cookie', undefined, headers)
    const [line] = (await app.get('/v1/auditoria', app.tenant.session)).body.data
    expect(line).toMatchObject({ accion: 'auth.sesion_cerrada', actor: 'dueno0@example.cl' })
  })
})

describe('a session by cookie ends at once', () => {
  test('when it is logged out: the cookie goes, and a copy of it is no good', async () => {
    const { headers, bearer, cookie } = await browserOf(app)
    const out = await app.delete('/auth/cookie', undefined, headers)
    expect([out.status, out.body]).toEqual([204, ''])
    expect(out.headers.get('set-cookie')).toBe(
      `${cookie.split('=')[0]}=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0`,
    )
    expect(await me({ cookie })).toMatchObject({ status: 401, body: { code: 'TOKEN_INVALID' } })
    expect(await codeOf(bearer)).toBe('TOKEN_INVALID')
    expect((await app.get('/v1/events/stream', { cookie })).status).toBe(401)
  })

  test('over https too, where the cookie that goes is the one with its prefix', async () => {
    const { headers, cookie } = await browserOf(app, undefined, HTTPS)
    const out = await app.delete('/auth/cookie', undefined, headers)
    expect(out.headers.get('set-cookie')).toBe(
      `${cookie.split('=')[0]}=; Path=/; HttpOnly; Secure; SameSite=Strict; Max-Age=0`,
    )
  })

  test('when it is closed from another session, and its open stream with the next heartbeat', async () => {
    const { cookie } = await browserOf(app)
    const stream = await openStream(app, { cookie })
    await stream.take(2)
    const { data } = (await app.get('/auth/sesiones', { cookie })).body
    const own = data.find(({ actual }: { actual: boolean }) => actual).id
    expect((await app.delete(`/auth/sesiones/${own}`, undefined, app.tenant.session)).status).toBe(204)
    expect(await codeOf({ cookie })).toBe('TOKEN_INVALID')
    app.fireTimers(15_000)
    expect(app.app.services.streams.count()).toBe(0)
  })

  test('when the password is changed in another session; the one that changes it stays', async () => {
    const [one, two] = [await browserOf(app), await browserOf(app)]
    const change = { actual: PASSWORD, nueva: 'otra clave de prueba' }
    expect((await app.put('/auth/password', change, one.headers)).status).toBe(204)
    expect((await me(one.headers)).status).toBe(200)
    expect(await codeOf(two.headers)).toBe('TOKEN_INVALID')
  })

  test('when the person is removed', async () => {
    const persona = await invitePerson(app, app.tenant.session, 'emisor', { email: 'fugaz@example.cl' })
    const { headers } = await browserOf(app, persona.email)
    expect((await app.delete(`/v1/usuarios/${persona.id}`, undefined, app.tenant.session)).status).toBe(204)
    expect(await codeOf(headers)).toBe('TOKEN_INVALID')
  })
})

describe('the life of a cookie', () => {
  test('is seven days without use, to the millisecond, for its token and its stream too', async () => {
    const { cookie, bearer } = await browserOf(app)
    const stream = await openStream(app, { cookie })
    await stream.take(2)
    app.advance(7 * DAY - 1)
    app.fireTimers(15_000)
    expect(app.app.services.streams.count()).toBe(1)
    const before = app.store.client.prepare('SELECT cookie_hasta FROM sesion').pluck().all()
    app.advance(1)
    expect(await me({ cookie })).toMatchObject({ status: 401, body: { code: 'TOKEN_EXPIRED' } })
    expect(await codeOf(bearer)).toBe('TOKEN_EXPIRED')
    app.fireTimers(15_000)
    expect(app.app.services.streams.count()).toBe(0)
    expect(app.store.client.prepare('SELECT cookie_hasta FROM sesion').pluck().all()).toEqual(before)
    const { data } = (await app.get('/auth/sesiones', (await browserOf(app)).headers)).body
    expect(data).toHaveLength(1)
  })

  test('is renewed with any answer, here and in the browser, at most once a day', async () => {
    const { cookie } = await browserOf(app)
    const renewal = async (path = '/auth/me') => (await app.get(path, { cookie })).headers.get('set-cookie')
    const changes = () => app.store.client.prepare('SELECT total_changes()').pluck().get() as number
    app.advance(DAY - 1)
    expect(await renewal()).toBeNull()
    const before = changes()
    for (let i = 0; i < 5; i++) expect(await renewal()).toBeNull()
    expect(changes()).toBe(before)
    app.advance(1)
    expect(await renewal('/v1/documentos/33/999')).toBe(
      `${cookie}; Path=/; HttpOnly; SameSite=Strict; Max-Age=604800`,
    )
    expect(await renewal()).toBeNull()
    app.advance(6 * DAY)
    expect(await renewal()).toContain('Max-Age=604800')
    app.advance(7 * DAY - 1)
    expect((await me({ cookie })).status).toBe(200)
  })

  test('is thirty days from the login, however much it is used: the browser is told no more than remains', async () => {
    const { cookie } = await browserOf(app)
    for (let day = 1; day <= 29; day++) {
      app.advance(DAY)
      const { status, headers } = await me({ cookie })
      const seconds = Math.min(7, 30 - day) * 86_400
      const told = day <= 23 ? `${cookie}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${seconds}` : null
      expect([day, status, headers.get('set-cookie')]).toEqual([day, 200, told])
    }
    app.advance(DAY - 1)
    expect((await me({ cookie })).status).toBe(200)
    app.advance(1)
    expect(await codeOf({ cookie })).toBe('TOKEN_EXPIRED')
  })

  test('is that of the session’s tokens too: one that is renewed every hour does not outlive it', async () => {
    let { bearer } = await browserOf(app)
    const select = { empresa_id: app.tenant.empresaId }
    const renew = async () => (await app.post('/v1/empresa/seleccionar', select, bearer)).body
    const step = (7 * DAY) / 200
    for (let i = 1; i < 200; i++) {
      app.advance(step)
      bearer = { authorization: `Bearer ${(await renew()).data.access_token}` }
    }
    app.advance(step - 1)
    expect((await me(bearer)).status).toBe(200)
    app.advance(1)
    expect((await renew()).code).toBe('TOKEN_EXPIRED')
    expect((await me(bearer)).body.error).toBe('La sesión venció; inicie sesión de nuevo')
  })

  test('counts from the login also when tokens kept the session before', async () => {
    let { refreshToken, session } = app.tenant
    for (let day = 5; day <= 30; day += 5) {
      app.advance(5 * DAY)
      const { body } = await app.post('/auth/refresh', { refresh_token: refreshToken }, {})
      refreshToken = body.refresh_token
      session = { authorization: `Bearer ${body.access_token}` }
      if (day === 30) break
    }
    expect(await give(session)).toMatchObject({ status: 401, body: { code: 'TOKEN_EXPIRED' } })
    // Its tokens go on as they were.
    expect((await app.post('/auth/refresh', { refresh_token: refreshToken }, {})).status).toBe(200)
  })
})
