// How fast requests may come (http §16.1).

import { describe, expect, test } from 'bun:test'
import { RATES_POR_DEFECTO, SIN_RATES } from '../../src/base/rate'
import { createRateLimits } from '../../src/http/rate-limit'
import type { AccountTenant } from '../../src/http/tenant'
import { factura } from '../support/emisor'
import { described } from '../support/openapi'
import { type TestApp, testAppWithCompany, testAppWithFolios } from '../support/test-app'

const limitsOf = ({ headers }: { headers: Headers }) =>
  ['limit', 'remaining', 'reset'].map((name) => headers.get(`x-ratelimit-${name}`))

describe('the rate limits of http §16.1', () => {
  test('let a key make its burst at once, then its rate a second, with the headers on every answer', async () => {
    const app = await testAppWithCompany({ rates: { key: { rate: 2, burst: 3 } } })
    const seconds = Math.floor(app.clock().getTime() / 1000)
    const first = await app.get('/v1/cuenta')
    expect([first.status, ...limitsOf(first)]).toEqual([200, '3', '2', String(seconds + 1)])
    expect(limitsOf(await app.get('/v1/documentos/33/1'))[1]).toBe('1')
    expect(limitsOf(await app.get('/v1/documentos'))[1]).toBe('0')
    const refused = await app.get('/v1/cuenta')
    expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([
      429,
      'RATE_LIMIT',
      '1',
    ])
    expect(limitsOf(refused)).toEqual(['3', '0', String(seconds + 2)])
    app.advance(500)
    expect((await app.get('/v1/cuenta')).status).toBe(200)
    expect((await app.get('/v1/cuenta')).status).toBe(429)
  })

  test('count an account over all its credentials, and nobody else’s', async () => {
    const app = await testAppWithCompany({ rates: { tenant: { rate: 1, burst: 3 } } })
    // Registering makes two requests of its own: the company and the key.
    const other = await app.registerCompany()
    for (const headers of [app.tenant.key, app.tenant.session, app.tenant.key])
      expect((await app.get('/v1/cuenta', headers)).status).toBe(200)
    expect((await app.get('/v1/cuenta')).status).toBe(429)
    expect((await app.get('/v1/cuenta', other.key)).status).toBe(200)
  })

  test('tell of an address that shows no good credential, and stop it too', async () => {
    const app = await testAppWithCompany({ rates: { key: { rate: 1, burst: 2 } } })
    const bad = { 'x-api-key': 'dte_sim_mala' }
    expect([
      (await app.get('/v1/cuenta', bad)).status,
      limitsOf(await app.get('/v1/no-existe', {}))[1],
    ]).toEqual([401, '0'])
    expect((await app.get('/v1/cuenta', {})).body.code).toBe('RATE_LIMIT')
    expect((await app.get('/salud', {})).headers.get('x-ratelimit-limit')).toBeNull()
    expect((await app.get('/v1/cuenta')).status).toBe(200)
  })

  test('count a person’s requests beside /v1 too, and say so', async () => {
    const app = await testAppWithCompany({ rates: { key: { rate: 1, burst: 2 } } })
    expect(limitsOf(await app.get('/auth/me', app.tenant.session))[1]).toBe('1')
    expect((await app.get('/auth/sesiones', app.tenant.session)).status).toBe(200)
    expect((await app.get('/auth/me', app.tenant.session)).body.code).toBe('RATE_LIMIT')
  })

  test('hold emission to its own when it has one', async () => {
    const app = await testAppWithFolios({ rates: { emission: { rate: 1, burst: 1 } } })
    expect((await app.post('/v1/dte/emitir', factura())).status).toBe(202)
    expect((await app.post('/v1/dte/emitir', factura())).body.code).toBe('RATE_LIMIT')
    expect((await app.get('/v1/cuenta')).status).toBe(200)
  })

  test('say nothing when they are off', async () => {
    const app = await testAppWithCompany()
    expect(limitsOf(await app.get('/v1/cuenta'))).toEqual([null, null, null])
  })
})

describe('every operation of the OpenAPI document', () => {
  const operations = async (app: TestApp) => {
    const { paths } = described(app)
    return Object.entries(paths as Record<string, Record<string, Record<string, unknown>>>).flatMap(
      ([path, methods]) =>
        Object.entries(methods).map(([method, operation]) => ({
          method: method.toUpperCase(),
          path: path.replace(/\{\w+\}/g, 'x'),
          operation,
        })),
    )
  }

  test('of /v1 tells of the limits on its answers, with a credential and without', async () => {
    const app = await testAppWithCompany({ rates: { key: { rate: 1, burst: 10_000 } } })
    const own = (await operations(app)).filter(({ path }) => path.startsWith('/v1/'))
    expect(own.length).toBeGreaterThan(70)
    for (const { method, path } of own) {
      for (const headers of [app.tenant.key, { 'x-api-key': 'dte_sim_mala' }, {}]) {
        const reply = await app.request(method, path, { headers })
        expect([method, path, reply.status, limitsOf(reply).includes(null)]).toEqual([
          method,
          path,
          reply.status,
          false,
        ])
      }
    }
  })

  test('that costs a query tells of the quota, whatever it answers its own account', async () => {
    const app = await testAppWithCompany({ planInicial: 'Profesional' })
    const consuming = (await operations(app)).filter(({ operation }) => operation['x-consume-cuota'])
    expect(consuming.length).toBeGreaterThanOrEqual(3)
    for (const { method, path, operation } of consuming) {
      const { status, headers } = await app.request(method, path, {
        // A route for persons is refused to a key before anything is counted.
        headers: {
          ...(operation['x-solo-sesion'] ? app.tenant.session : app.tenant.key),
          'content-type': 'application/json',
        },
        ...(method === 'POST' && { body: '{}' }),
      })
      const quota = ['period', 'limit', 'remaining'].map((name) => headers.get(`x-quota-${name}`))
      expect([path, status, ...quota]).toEqual([path, status, '202611', '5000', '5000'])
    }
  })
})

describe('a bucket', () => {
  const tenant = (id: string) => ({ apiKeyId: id, cuentaId: 'cta_1', empresaId: 'emp_1' }) as AccountTenant
  const remaining = (limits: ReturnType<typeof createRateLimits>, id = 'key_1') => {
    const set = { headers: {} as Record<string, string> }
    limits.request(set, tenant(id), false)
    return Number(set.headers['x-ratelimit-remaining'])
  }

  test('of the default (http §16.1) holds 200 of a key and 400 of an account', () => {
    const limits = createRateLimits(RATES_POR_DEFECTO, () => new Date(0))
    for (let i = 199; i >= 0; i--) expect(remaining(limits)).toBe(i)
    expect(() => remaining(limits)).toThrow('Demasiadas')
    for (let i = 0; i < 200; i++) remaining(limits, `key_${i + 2}`)
    // Each of those keys has nearly all of its own left.
    expect(() => remaining(limits, 'key_new')).toThrow('Demasiadas')
  })

  test('neither gives nor takes when the clock is set back, and fills again from there', () => {
    let now = 10_000
    const limits = createRateLimits({ ...SIN_RATES, key: { rate: 1, burst: 2 } }, () => new Date(now))
    expect(remaining(limits)).toBe(1)
    now = 1000
    expect(remaining(limits)).toBe(0)
    now = 2000
    expect(remaining(limits)).toBe(0)
  })

  test('in use is kept while tens of thousands of others come and go', () => {
    const limits = createRateLimits({ ...SIN_RATES, key: { rate: 1, burst: 50 } }, () => new Date(0))
    for (let i = 0; i < 45_000; i++) {
      if (i % 1000 === 0) remaining(limits)
      remaining(limits, `key_${i}_other`)
    }
    expect(remaining(limits)).toBe(4)
  })
})

describe('what a request costs', () => {
  const left = async (body: unknown, path = '/v1/dte/validar') => {
    const app = await testAppWithFolios({ folios: { 33: 5 }, rates: { key: { rate: 10, burst: 40 } } })
    const before = Number(limitsOf(await app.get('/v1/cuenta'))[1])
    const reply = await app.post(path, body)
    return before - Number(limitsOf(reply)[1])
  }

  test.each([
    [1000, 1],
    [65_536, 1],
    [65_537, 2],
    [1_000_000, 16],
  ])('a body of %d bytes is %d tokens: one for each 64 KiB begun', async (bytes, tokens) => {
    const empty = JSON.stringify({ tipo_dte: 33, observaciones: '' }).length
    expect(await left({ tipo_dte: 33, observaciones: 'x'.repeat(bytes - empty) })).toBe(tokens)
  })

  test.each([
    [10, 1],
    [11, 2],
    [100, 10],
  ])('a batch of %d documents is %d tokens: one for each ten begun', async (documents, tokens) => {
    const documentos = Array.from({ length: documents }, () => ({}))
    expect(await left({ documentos }, '/v1/dte/emitir/lote')).toBe(tokens)
  })

  test('a batch of many short lines is a token for each thousand begun, as its documents are one by one', async () => {
    const documentos = Array.from({ length: 20 }, () => ({ detalle: Array(501).fill({}) }))
    expect(await left({ documentos }, '/v1/dte/emitir/lote')).toBe(11)
  })

  test('of bytes and documents the dearer counts, not both', async () => {
    const documentos = Array.from({ length: 20 }, () => ({ observaciones: 'x'.repeat(10_000) }))
    expect(await left({ documentos }, '/v1/dte/emitir/lote')).toBe(4)
  })

  test('without enough tokens it is refused, with the seconds until there are, and nothing is done', async () => {
    const app = await testAppWithFolios({ folios: { 33: 50 }, rates: { key: { rate: 1, burst: 12 } } })
    for (let i = 0; i < 6; i++) await app.get('/v1/cuenta')
    const documentos = Array.from({ length: 100 }, () => factura())
    const { status, body, headers } = await app.post('/v1/dte/emitir/lote', { documentos })
    expect([status, body.code]).toEqual([429, 'RATE_LIMIT'])
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(1)
    const taken = app.store.client.prepare("SELECT count(*) FROM job WHERE kind = 'dte.emitir'").pluck().get()
    expect(taken).toBe(0)
  })

  test('that is paid in two parts takes no more than a full bucket in all', async () => {
    const app = await testAppWithFolios({ folios: { 33: 50 }, rates: { key: { rate: 1, burst: 5 } } })
    app.advance(60_000)
    // Its bytes cost three tokens, and its documents ten: together more than ever fit.
    const documentos = Array.from({ length: 100 }, () => ({ ...factura(), observaciones: 'x'.repeat(1000) }))
    const { status, headers } = await app.post('/v1/dte/emitir/lote', { documentos })
    expect([status, headers.get('x-ratelimit-remaining')]).toEqual([202, '0'])
  })

  test('that is paid in two parts and refused at the second goes in after the seconds that it was told', async () => {
    const app = await testAppWithFolios({ folios: { 33: 50 }, rates: { key: { rate: 1, burst: 20 } } })
    app.advance(60_000)
    for (let i = 0; i < 15; i++) await app.get('/v1/cuenta')
    const documentos = Array.from({ length: 100 }, () => ({ ...factura(), observaciones: 'x'.repeat(1000) }))
    const refused = await app.post('/v1/dte/emitir/lote', { documentos })
    expect(refused.status).toBe(429)
    app.advance(Number(refused.headers.get('retry-after')) * 1000)
    expect((await app.post('/v1/dte/emitir/lote', { documentos })).status).toBe(202)
  })

  test('that is more than a bucket holds takes a full one: no body is refused for ever', () => {
    const limits = createRateLimits({ ...SIN_RATES, key: { rate: 1, burst: 3 } }, () => new Date(0))
    const tenant = { apiKeyId: 'key_1', cuentaId: 'cta_1', empresaId: 'emp_1' } as AccountTenant
    const set = { headers: {} }
    limits.request(set, tenant, false, 160)
    expect(set.headers).toMatchObject({ 'x-ratelimit-remaining': '0' })
    expect(() => limits.request(set, tenant, false)).toThrow('Demasiadas solicitudes')
  })
})
