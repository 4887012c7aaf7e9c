// The caller's credentials: tokens, keys, companies and environments (http §14, §15).

import { beforeAll, describe, expect, test } from 'bun:test'
import { generateKeyPairSync } from 'node:crypto'
import { SignJWT, UnsecuredJWT } from 'jose'
import { browserOf } from '../support/navegador'
import { type CompanyApp, nuevaEmpresa, testApp, testAppWithCompany } from '../support/test-app'

let app: CompanyApp
beforeAll(async () => {
  app = await testAppWithCompany()
})

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString())

describe('access tokens', () => {
  test('open the routes of their session for one hour, then say TOKEN_EXPIRED', async () => {
    const fresh = await testAppWithCompany()
    expect((await fresh.get('/v1/cuenta', fresh.tenant.session)).status).toBe(200)
    fresh.advance(3599_000)
    expect((await fresh.get('/v1/cuenta', fresh.tenant.session)).status).toBe(200)
    fresh.advance(1000)
    expect(await fresh.get('/v1/cuenta', fresh.tenant.session)).toMatchObject({
      status: 401,
      body: { code: 'TOKEN_EXPIRED' },
    })
  })

  test('are refused when tampered with, signed by another, or not tokens', async () => {
    const [head, payload, signature] = app.tenant.accessToken.split('.') as [string, string, string]
    const claims = claimsOf(app.tenant.accessToken)
    const other = Buffer.from(JSON.stringify({ ...claims, exp: claims.exp + 9999 })).toString('base64url')
    const foreign = await new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(new Uint8Array(32))
    for (const token of [`${head}.${other}.${signature}`, `${head}.${payload}.`, foreign, 'abc', 'a.b.c']) {
      expect(await app.get('/v1/cuenta', bearer(token))).toMatchObject({
        status: 401,
        body: { code: 'TOKEN_INVALID' },
      })
    }
  })

  test('are refused under any other algorithm, even with our own key', async () => {
    const claims = claimsOf(app.tenant.accessToken)
    const key = app.store.secrets.deriveKey('jwt')
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const sign = (alg: string, with_: Parameters<SignJWT['sign']>[0]) =>
      new SignJWT(claims).setProtectedHeader({ alg }).sign(with_)
    const none = new UnsecuredJWT(claims).encode()
    const wide = Buffer.concat([key, key])
    for (const token of [none, await sign('HS512', wide), await sign('RS256', privateKey)]) {
      expect((await app.get('/v1/cuenta', bearer(token))).body.code).toBe('TOKEN_INVALID')
    }
  })

  test('bring no key of their own, name no algorithm of theirs, and ask for nothing we do not know', async () => {
    const [head, payload] = app.tenant.accessToken.split('.') as [string, string]
    const claims = claimsOf(app.tenant.accessToken)
    const own = new Uint8Array(32).fill(1)
    const jwk = { kty: 'oct', k: Buffer.from(own).toString('base64url') }
    const with_ = (header: object) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'HS256', ...header }).sign(own)
    const encode = (header: object) => Buffer.from(JSON.stringify(header)).toString('base64url')
    const tokens = [
      await with_({ jwk }),
      await with_({ kid: '../../../dev/null' }),
      await with_({ jku: 'http://127.0.0.1:9/llaves' }),
      ...['none', 'None', 'NONE', '', 'hs256'].map((alg) => `${encode({ alg, typ: 'JWT' })}.${payload}.`),
      `${encode({ alg: 'HS256', crit: ['x'], x: 1 })}.${payload}.x`,
      `${head}.${payload}`,
      `${head}..`,
      `${head}.${payload}.${'A'.repeat(5000)}`,
    ]
    for (const token of tokens) {
      const { status, body } = await app.get('/v1/cuenta', bearer(token))
      expect([token.slice(0, 60), status, body.code]).toEqual([token.slice(0, 60), 401, 'TOKEN_INVALID'])
    }
  })

  test('and refresh tokens, keys and tickets do not stand in for each other', async () => {
    const { accessToken, refreshToken, apiKey, session } = app.tenant
    const { ticket } = (await app.post('/v1/events/ticket', undefined, session)).body.data
    for (const token of [refreshToken, apiKey, ticket])
      expect((await app.get('/v1/cuenta', bearer(token))).body.code).toBe('TOKEN_INVALID')
    for (const key of [accessToken, refreshToken, ticket, ''])
      expect((await app.get('/v1/cuenta', { 'x-api-key': key })).body.code).toBe('API_KEY_INVALID')
    for (const refresh_token of [accessToken, apiKey, ticket])
      expect((await app.post('/auth/refresh', { refresh_token }, {})).body.code).toBe('TOKEN_INVALID')
    for (const other of [accessToken, refreshToken, apiKey])
      expect((await app.get(`/v1/events/stream?ticket=${other}`, {})).body.code).toBe('TOKEN_INVALID')
  })

  test('signed rightly but for a session that is not, or of another person, are refused', async () => {
    const claims = claimsOf(app.tenant.accessToken)
    const key = app.store.secrets.deriveKey('jwt')
    for (const change of [{ sid: 'ses_x' }, { sub: 'usr_x' }, { iss: 'otro' }, { sid: undefined }]) {
      const token = await new SignJWT({ ...claims, ...change }).setProtectedHeader({ alg: 'HS256' }).sign(key)
      expect((await app.get('/v1/cuenta', bearer(token))).body.code).toBe('TOKEN_INVALID')
    }
  })

  test('a malformed Authorization header is UNAUTHORIZED', async () => {
    for (const authorization of ['Basic abc', 'Bearer', 'Bearer a b']) {
      expect((await app.get('/v1/cuenta', { authorization })).body.code).toBe('UNAUTHORIZED')
    }
  })
})

describe('API keys', () => {
  test('with one character changed are refused without a read of the database', async () => {
    const last = app.tenant.apiKey.slice(-1)
    const typo = app.tenant.apiKey.slice(0, -1) + (last === 'a' ? 'b' : 'a')
    const broken = await testAppWithCompany()
    broken.store.close()
    // The store is shut, so any read would be a 500.
    expect(await broken.get('/v1/cuenta', { 'x-api-key': typo })).toMatchObject({
      status: 401,
      body: { code: 'API_KEY_INVALID' },
    })
  })

  test('that never existed are API_KEY_INVALID', async () => {
    const other = await testApp()
    expect((await other.get('/v1/cuenta', app.tenant.key)).body.code).toBe('API_KEY_INVALID')
  })

  test('work until their end and are API_KEY_EXPIRED from then on', async () => {
    const fresh = await testAppWithCompany()
    const created = await fresh.post(
      '/v1/apikeys',
      { nombre: 'corta', empresa_id: fresh.tenant.empresaId, expires_at: '2026-11-20T15:00:00Z' },
      fresh.tenant.session,
    )
    const key = { 'x-api-key': created.body.data.api_key }
    fresh.setNow('2026-11-20T14:59:59.999Z')
    expect((await fresh.get('/v1/cuenta', key)).status).toBe(200)
    fresh.setNow('2026-11-20T15:00:00.000Z')
    expect(await fresh.get('/v1/cuenta', key)).toMatchObject({
      status: 401,
      body: { code: 'API_KEY_EXPIRED' },
    })
  })

  test('note their last use at most once a minute', async () => {
    const fresh = await testAppWithCompany()
    const lastUsed = () =>
      fresh.store.client.prepare('SELECT last_used_at FROM api_key').pluck().get() as string | null
    expect(lastUsed()).toBeNull()
    await fresh.get('/v1/cuenta')
    expect(lastUsed()).toBe('2026-11-20T14:02:11.000Z')
    fresh.advance(59_000)
    await fresh.get('/v1/cuenta')
    expect(lastUsed()).toBe('2026-11-20T14:02:11.000Z')
    fresh.advance(1000)
    await fresh.get('/v1/cuenta')
    expect(lastUsed()).toBe('2026-11-20T14:03:11.000Z')
  })

  test('lacking a scope are told which one', async () => {
    const created = await app.post(
      '/v1/apikeys',
      { nombre: 'lectora', empresa_id: app.tenant.empresaId, scopes: ['dte:leer'] },
      app.tenant.session,
    )
    const key = { 'x-api-key': created.body.data.api_key }
    const refused = await app.get('/v1/cuenta', key)
    expect(refused).toMatchObject({
      status: 403,
      body: { code: 'SCOPE_REQUIRED', detalles: [{ scope: 'empresa:leer' }] },
    })
    // Every key made without scopes has it by now.
    expect(refused.body.error).toContain('empresa:leer. Una llave que se crea sin scopes hoy lo recibe: ésta')
    expect(refused.body.error).toContain('cree otra con POST /v1/apikeys')
    const { error } = (await app.post('/v1/bte/202611/sync', {}, key)).body
    expect(error).toContain('bte:emitir. Una llave que se crea sin scopes no lo recibe.')
  })

  test('never reach the routes of sessions', async () => {
    expect(await app.post('/v1/empresa/seleccionar', { empresa_id: app.tenant.empresaId })).toMatchObject({
      status: 403,
      body: { code: 'SESSION_REQUIRED' },
    })
    expect((await app.get('/auth/me')).body.code).toBe('SESSION_REQUIRED')
  })
})

describe('two credentials at once', () => {
  test('are taken when they name the same company, and refused when not', async () => {
    const other = await app.registerCompany()
    const agreeing = { ...app.tenant.key, ...app.tenant.session }
    // The session's active company is the key's own.
    expect((await app.get('/v1/cuenta', agreeing)).status).toBe(200)
    expect(await app.get('/v1/cuenta', { ...app.tenant.key, ...other.session })).toMatchObject({
      status: 401,
      body: { code: 'UNAUTHORIZED' },
    })
  })

  test('are refused when either is no good', async () => {
    const both = { ...app.tenant.key, ...bearer('abc') }
    expect((await app.get('/v1/cuenta', both)).body.code).toBe('TOKEN_INVALID')
  })
})

describe('the active company', () => {
  test('is needed where a company acts, and not where the account does', async () => {
    const fresh = await testApp()
    const { body } = await fresh.post(
      '/auth/register',
      { nombre: 'Ana', email: 'ana@example.cl', password: 'una clave de prueba' },
      {},
    )
    const session = bearer(body.access_token)
    expect((await fresh.get('/v1/empresa', session)).status).toBe(200)
    expect(await fresh.get('/v1/empresa/actual', session)).toMatchObject({
      status: 403,
      body: { code: 'NO_ACTIVE_COMPANY', error: expect.stringContaining('cree una con POST /v1/empresa') },
    })
  })

  test('is read from the session, so that a token given before a change follows it', async () => {
    const fresh = await testAppWithCompany()
    const { session } = fresh.tenant
    const second = await fresh.post('/v1/empresa', nuevaEmpresa('77123456-9'), session)
    expect((await fresh.get('/v1/empresa/actual', session)).body.data.id).toBe(fresh.tenant.empresaId)
    await fresh.post('/v1/empresa/seleccionar', { empresa_id: second.body.data.id }, session)
    expect((await fresh.get('/v1/empresa/actual', session)).body.data.id).toBe(second.body.data.id)
  })
})

describe('X-Ambiente', () => {
  test('that is none is INVALID_PARAMETER; a key’s own is taken, another is FORBIDDEN', async () => {
    const asked = (ambiente: string, credential = app.tenant.key as Record<string, string>) =>
      app.get('/v1/cuenta', { ...credential, 'x-ambiente': ambiente })
    expect((await asked('simulacion')).status).toBe(200)
    expect(await asked('produccion')).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
    expect(await asked('prueba')).toMatchObject({ status: 400, body: { code: 'INVALID_PARAMETER' } })
    expect((await asked('produccion', app.tenant.session)).status).toBe(200)
  })
})

test('what a credential is answered is for no cache, by key, token or cookie, also as CSV and as a fault', async () => {
  const app = await testAppWithCompany()
  const { headers: cookie } = await browserOf(app)
  for (const credential of [app.tenant.key, app.tenant.session, cookie])
    for (const path of [
      '/v1/documentos',
      '/v1/documentos?formato=csv',
      '/v1/documentos/33/1',
      '/v1/documentos?x=1',
    ]) {
      const { headers } = await app.get(path, credential)
      expect([path, headers.get('cache-control')]).toEqual([path, 'no-store'])
    }
})
