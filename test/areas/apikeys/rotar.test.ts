// Rotation and address lists of keys, and keys where they do not belong (http §15).

import { beforeEach, describe, expect, test } from 'bun:test'
import { type CompanyApp, type Headers0, testAppWithCompany } from '../../support/test-app'

let app: CompanyApp
beforeEach(async () => {
  app = await testAppWithCompany()
})

const create = async (over: object = {}) =>
  (
    await app.post(
      '/v1/apikeys',
      { nombre: 'ERP', empresa_id: app.tenant.empresaId, ...over },
      app.tenant.session,
    )
  ).body.data
const rotate = (id: string, headers: Headers0 = app.tenant.session) =>
  app.post(`/v1/apikeys/${id}/rotar`, undefined, headers)
const use = (api_key: string, more: Headers0 = {}) => app.get('/v1/cuenta', { 'x-api-key': api_key, ...more })

describe('POST /v1/apikeys/:id/rotar', () => {
  test('gives a key like the old one, which lives 24 hours more', async () => {
    const old = await create({
      scopes: ['empresa:leer'],
      ips: ['10.0.0.0/8'],
      expires_at: '2027-01-01T00:00:00Z',
    })
    const { status, body } = await rotate(old.id)
    expect(status).toBe(201)
    expect(body.data).toMatchObject({
      nombre: 'ERP',
      scopes: ['empresa:leer'],
      ips: ['10.0.0.0/8'],
      expires_at: '2027-01-01T00:00:00.000Z',
      revoked_at: null,
    })
    expect(body.data.id).not.toBe(old.id)
    const from = { 'x-forwarded-for': '10.1.1.1' }
    expect((await use(body.data.api_key, from)).status).toBe(200)
    app.advance(24 * 3600_000 - 1)
    expect((await use(old.api_key, from)).status).toBe(200)
    app.advance(1)
    expect((await use(old.api_key, from)).body.code).toBe('API_KEY_REVOKED')
    expect((await use(body.data.api_key, from)).status).toBe(200)
  })

  test('is refused for a key rotated before, revoked, expired, or out of reach', async () => {
    const old = await create()
    await rotate(old.id)
    expect((await rotate(old.id)).body.code).toBe('INVALID_STATE')
    const revoked = await create()
    await app.delete(`/v1/apikeys/${revoked.id}`, undefined, app.tenant.session)
    expect((await rotate(revoked.id)).body.code).toBe('INVALID_STATE')
    const expired = await create({ expires_at: '2026-11-20T14:03:00Z' })
    app.advance(60_000)
    expect((await rotate(expired.id)).body.code).toBe('INVALID_STATE')
    const other = await app.registerCompany()
    const mine = await create()
    expect((await rotate(mine.id, other.session)).status).toBe(404)
    expect((await rotate('key_x')).status).toBe(404)
  })

  test('never hands out a key that may do more than who asks', async () => {
    const wide = await create({ scopes: ['dte:*'] })
    const narrow = await create({ scopes: ['apikeys:administrar'] })
    expect((await rotate(wide.id, { 'x-api-key': narrow.api_key })).body.code).toBe('FORBIDDEN')
    expect((await rotate(narrow.id, { 'x-api-key': narrow.api_key })).status).toBe(201)
  })

  test('repeated with its Idempotency-Key gives the same key', async () => {
    const old = await create()
    const headers = { ...app.tenant.session, 'idempotency-key': 'rotar-1' }
    const [first, second] = [await rotate(old.id, headers), await rotate(old.id, headers)]
    expect(second.body).toEqual(first.body)
    expect(second.headers.get('idempotent-replayed')).toBe('true')
  })

  test('leaves a rotated key that can still be revoked at once', async () => {
    const old = await create()
    await rotate(old.id)
    await app.delete(`/v1/apikeys/${old.id}`, undefined, app.tenant.session)
    expect((await use(old.api_key)).body.code).toBe('API_KEY_REVOKED')
  })
})

describe('ips of a key', () => {
  test('are the addresses and ranges that it answers to, IPv4 and IPv6', async () => {
    const { api_key } = await create({ ips: ['203.0.113.7', '2001:db8::/32'] })
    const from = async (ip: string) => (await use(api_key, { 'x-forwarded-for': ip })).status
    expect(await from('203.0.113.7')).toBe(200)
    expect(await from('::ffff:203.0.113.7')).toBe(200)
    expect(await from('2001:db8:1::5')).toBe(200)
    expect(await from('203.0.113.8')).toBe(403)
    expect(await from('2001:db9::1')).toBe(403)
    expect(await use(api_key)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
  })

  test('that are none are refused with their place', async () => {
    const { status, body } = await app.post(
      '/v1/apikeys',
      { nombre: 'x', empresa_id: app.tenant.empresaId, ips: ['10.0.0.0/8', '10.0.0.1/8', 'casa'] },
      app.tenant.session,
    )
    expect(status).toBe(422)
    expect(body.detalles.map(({ campo, regla }: { campo: string; regla: string }) => [campo, regla])).toEqual(
      [
        ['ips[1]', 'red'],
        ['ips[2]', 'red'],
      ],
    )
  })
})

test('a key in the address of a request is no credential', async () => {
  const { api_key } = await create()
  for (const name of ['api_key', 'x-api-key', 'X-API-Key', 'access_token']) {
    const { status, body } = await app.get(`/v1/cuenta?${name}=${api_key}`, {})
    expect([name, status, body.code]).toEqual([name, 401, 'UNAUTHORIZED'])
  }
})
