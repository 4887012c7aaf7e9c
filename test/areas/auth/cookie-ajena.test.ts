// Pages and hosts that may try to use a browser's session: other sites, other ports, other hosts of a
// domain, a proxy that nobody trusts (dashboard §4; http §20).

import { afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { parseRed } from '../../../src/base/ip'
import { factura } from '../../support/emisor'
import { browserOf, cookieIn } from '../../support/navegador'
import {
  type CompanyApp,
  type Headers0,
  type TestAppOptions,
  testAppWithCompany,
  testAppWithFolios,
} from '../../support/test-app'

let app: CompanyApp
beforeAll(async () => {
  app = await testAppWithCompany({ publicUrl: 'https://timbre.example.cl/' })
})

/** The least of all changes: which company one looks at. */
const change = (headers: Headers0, one: CompanyApp = app) =>
  one.post('/v1/empresa/seleccionar', { empresa_id: one.tenant.empresaId }, headers)
const me = (headers: Headers0) => app.get('/auth/me', headers)

describe('a change by cookie', () => {
  const PAGES: [own: boolean, origin: string | null, host: string | null, proto?: string][] = [
    [true, 'http://localhost:3000', 'localhost:3000'],
    [true, 'http://[::1]:3000', '[::1]:3000'],
    [true, 'http://dte.local', 'dte.local'],
    // A host that names the port its scheme implies, and letters as somebody typed them.
    [true, 'http://dte.local', 'dte.local:80'],
    [true, 'https://dte.local', 'DTE.Local:443'],
    [true, 'HTTP://DTE.LOCAL', 'dte.local'],
    // Nobody says how the client came: a proxy may have ended TLS.
    [true, 'https://dte.local', 'dte.local'],
    [true, 'https://dte.local', 'dte.local', 'https'],
    [true, 'http://dte.local', 'dte.local', 'http'],
    [true, 'https://dte.local', 'dte.local', 'HTTPS'],
    // TIMBRE_PUBLIC_URL, whatever the proxy made of Host.
    [true, 'https://timbre.example.cl', '127.0.0.1:3000'],
    [true, 'https://timbre.example.cl', null, 'http'],
    [false, null, 'localhost:3000'],
    [false, '', 'localhost:3000'],
    // A sandboxed frame, a file, a redirect from elsewhere.
    [false, 'null', 'localhost:3000'],
    [false, 'file://', 'localhost:3000'],
    [false, 'http://evil.example', 'localhost:3000'],
    // The same site for SameSite, and not our page.
    [false, 'http://localhost:3001', 'localhost:3000'],
    [false, 'http://localhost', 'localhost:3000'],
    [false, 'http://localhost:3000', 'localhost'],
    [false, 'https://otra.example.cl', 'timbre.example.cl'],
    [false, 'https://timbre.example.cl:8443', 'localhost'],
    [false, 'http://timbre.example.cl', 'localhost'],
    // The scheme is known and is the other.
    [false, 'http://dte.local', 'dte.local', 'https'],
    [false, 'https://dte.local', 'dte.local', 'http'],
    [false, 'https://dte.local', 'dte.local:80'],
    // An origin like ours, or with more to it.
    [false, 'http://localhost:3000.evil.example', 'localhost:3000'],
    [false, 'http://evil.example/http://localhost:3000', 'localhost:3000'],
    [false, 'http://localhost:3000/', 'localhost:3000'],
    [false, 'http://localhost:3000@evil.example', 'localhost:3000'],
    [false, 'http://x@localhost:3000', 'localhost:3000'],
    [false, 'http://localhost:3000, http://evil.example', 'localhost:3000'],
    [false, 'http://evil.example http://localhost:3000', 'localhost:3000'],
    [false, 'ftp://localhost:3000', 'localhost:3000'],
    [false, 'chrome-extension://localhost:3000', 'localhost:3000'],
    [false, 'http://localhost:3000', null],
    [false, 'http://localhost:3000', ''],
    [false, 'http://localhost:3000', ':3000'],
  ]
  const pages = PAGES.map(([own, origin, host, proto = null]) => [own, origin, host, proto] as const)
  test.each(pages)('own page %p: Origin %p, Host %p, scheme %p', async (own, origin, host, proto) => {
    const how: Headers0 = proto ? { 'x-forwarded-proto': proto } : {}
    const { cookie } = await browserOf(app, undefined, how)
    const from = { cookie, ...how, ...(origin !== null && { origin }), ...(host !== null && { host }) }
    const { status, body } = await change(from)
    expect([status, body.code]).toEqual(own ? [200, undefined] : [403, 'FORBIDDEN'])
    // To look, no page needs to be ours: it could not read the answer.
    expect((await me(from)).status).toBe(200)
  })

  test('from elsewhere says what was missing or wrong, and what to set', async () => {
    const { cookie } = await browserOf(app)
    const { error } = (await change({ cookie })).body
    expect(error).toContain('falta el encabezado Origin')
    expect(error).toContain('TIMBRE_PUBLIC_URL')
    expect((await change({ cookie, origin: 'http://evil.example' })).body.error).toContain(
      'Origin dice http://evil.example',
    )
  })

  test('from elsewhere does nothing, by any method, before the body is read', async () => {
    const issuing = await testAppWithFolios({ folios: { 33: 5 } })
    const { cookie, headers } = await browserOf(issuing)
    const strange = { ...headers, origin: 'http://localhost:3001' }
    for (const body of [factura(), '{', ''])
      expect(await issuing.post('/v1/dte/emitir', body, strange)).toMatchObject({
        status: 403,
        body: { code: 'FORBIDDEN' },
      })
    const { id } = (await issuing.get('/v1/empresa/actual', { cookie })).body.data
    expect((await issuing.put(`/v1/empresa/${id}`, { giro: 'Otro' }, strange)).status).toBe(403)
    expect((await issuing.delete(`/v1/empresa/${id}`, undefined, strange)).status).toBe(403)
    expect((await issuing.delete('/auth/cookie', undefined, { cookie })).status).toBe(403)
    expect((await issuing.get('/v1/documentos', { cookie })).body.paginacion.total).toBe(0)
    expect((await issuing.post('/v1/dte/emitir', factura(), headers)).status).toBe(202)
  })

  test('needs no Origin beside a token or a key: no page can be made to send those', async () => {
    const { cookie } = await browserOf(app)
    for (const credential of [app.tenant.session, app.tenant.key]) {
      const { status } = await app.post('/v1/dte/validar', {}, { cookie, ...credential })
      expect(status).toBe(422)
    }
  })
})

describe('a cookie beside another credential', () => {
  test('is not looked at: it is the other that asks, good or bad', async () => {
    const other = await app.registerCompany()
    const { cookie } = await browserOf(app)
    const accountOf = async (headers: Headers0) => {
      const { status, body } = await app.get('/v1/cuenta', headers)
      return status === 200 ? body.data.id : body.code
    }
    expect(await accountOf({ cookie })).toBe(app.tenant.cuentaId)
    expect(await accountOf({ cookie, ...other.session })).toBe(other.cuentaId)
    expect(await accountOf({ cookie, ...other.key })).toBe(other.cuentaId)
    expect(await accountOf({ cookie, authorization: 'Bearer abc' })).toBe('TOKEN_INVALID')
    expect(await accountOf({ cookie, authorization: 'Basic YTpi' })).toBe('UNAUTHORIZED')
    expect(await accountOf({ cookie, 'x-api-key': 'abc' })).toBe('API_KEY_INVALID')
    const spent = await app.get('/v1/events/stream?ticket=tk_abc', { cookie })
    expect(spent.body.code).toBe('TOKEN_INVALID')
    // And a cookie that is no good spoils nothing.
    expect(await accountOf({ cookie: `${cookie}x`, ...other.session })).toBe(other.cuentaId)
  })

  test('of the same name is refused with it: one of the two was planted by a neighbour', async () => {
    const [mine, planted] = [await browserOf(app), await browserOf(app)]
    for (const cookie of [`${mine.cookie}; ${planted.cookie}`, `${planted.cookie}; a=b; ${mine.cookie}`])
      expect(await me({ cookie })).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED' } })
  })

  test('of another server, or of nobody, is as good as none', async () => {
    const { cookie } = await browserOf(app)
    const [name, secret] = cookie.split('=') as [string, string]
    const others = [
      'a=b',
      'session',
      '=',
      ';;;',
      `timbre_ffffff=${secret}`,
      `x${cookie}`,
      `${name.toUpperCase()}=${secret}`,
    ]
    for (const other of others) {
      expect([other, (await me({ cookie: other })).body.code]).toEqual([other, 'UNAUTHORIZED'])
      expect([other, (await me({ cookie: `${other}; ${cookie}` })).status]).toEqual([other, 200])
    }
  })

  test('that was never given is TOKEN_INVALID: empty, cut, longer, a hash, another secret of ours', async () => {
    const { cookie, refreshToken } = await browserOf(app)
    const [name, secret] = cookie.split('=') as [string, string]
    const hash = new Bun.CryptoHasher('sha256').update(secret).digest('hex')
    const { accessToken, apiKey } = app.tenant
    for (const value of [
      '',
      secret.slice(0, -1),
      `${secret}a`,
      `"${secret}"`,
      hash,
      refreshToken,
      accessToken,
      apiKey,
    ])
      expect([value, (await me({ cookie: `${name}=${value}` })).body.code]).toEqual([value, 'TOKEN_INVALID'])
    for (const authorization of [`Bearer ${secret}`])
      expect((await me({ authorization })).body.code).toBe('TOKEN_INVALID')
  })

  test('over https is none without its prefix, which a page over plain http could plant', async () => {
    const https = { 'x-forwarded-proto': 'https' }
    const { cookie } = await browserOf(app)
    expect((await me({ cookie, ...https })).body.code).toBe('UNAUTHORIZED')
    const secure = await browserOf(app, undefined, https)
    expect((await me({ cookie: `${cookie}; ${secure.cookie}`, ...https })).status).toBe(200)
    expect((await me({ cookie: secure.cookie })).body.code).toBe('UNAUTHORIZED')
  })
})

describe('through a port', () => {
  let listening: CompanyApp | undefined
  afterEach(() => listening?.app.stop())

  async function listen(options: TestAppOptions) {
    listening = await testAppWithCompany(options)
    const { url } = listening.app.start({ hostname: '127.0.0.1', port: 0 })
    const give = (headers: Headers0) =>
      fetch(`${url}/auth/cookie`, { method: 'POST', headers: { ...listening!.tenant.session, ...headers } })
    return { one: listening, url, give }
  }

  test('X-Forwarded-Proto is believed of a proxy that is trusted, when it says one scheme', async () => {
    for (const [proto, secure] of [
      ['https', true],
      ['http', false],
      ['https, http', false],
      ['wss', false],
    ] as const) {
      const { give } = await listen({})
      const given = cookieIn((await give({ 'x-forwarded-proto': proto })).headers)
      expect([proto, given.startsWith('__Host-')]).toEqual([proto, secure])
      await listening!.app.stop()
    }
  })

  test('X-Forwarded-Proto of anybody else changes nothing: neither name nor scheme', async () => {
    const { give, url } = await listen({ trustedProxies: [parseRed('10.0.0.0/8')!] })
    const cookie = cookieIn((await give({ 'x-forwarded-proto': 'https' })).headers)
    expect(cookie).toStartWith('timbre_')
    const headers = { cookie, 'x-forwarded-proto': 'https', origin: url }
    expect((await fetch(`${url}/auth/cookie`, { method: 'DELETE', headers })).status).toBe(204)
  })

  test('a page of the port’s own address changes things, one of another port does not; X-Forwarded-Host is nobody’s', async () => {
    const { give, url } = await listen({})
    const cookie = cookieIn((await give({})).headers)
    const out = (headers: Headers0) =>
      fetch(`${url}/auth/cookie`, { method: 'DELETE', headers: { cookie, ...headers } })
    const strange = 'http://127.0.0.1:1'
    expect(
      (await out({ origin: strange, 'x-forwarded-host': '127.0.0.1:1', forwarded: 'host=127.0.0.1:1' }))
        .status,
    ).toBe(403)
    expect((await out({ origin: url })).status).toBe(204)
  })
})
