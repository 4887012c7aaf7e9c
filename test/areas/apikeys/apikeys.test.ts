// API keys over HTTP (http §15).

import { beforeEach, describe, expect, test } from 'bun:test'
import { type CompanyApp, nuevaEmpresa, testAppWithCompany } from '../../support/test-app'

let app: CompanyApp
beforeEach(async () => {
  app = await testAppWithCompany()
})

type Bag = Record<string, string>
const create = (over: object = {}, headers: Bag = app.tenant.session) =>
  app.post('/v1/apikeys', { nombre: 'ERP', empresa_id: app.tenant.empresaId, ...over }, headers)
const keyOf = (reply: { body: { data: { api_key: string } } }) => ({ 'x-api-key': reply.body.data.api_key })

describe('POST /v1/apikeys', () => {
  test('answers 201 with the key, shown only here, and its description', async () => {
    const { status, body } = await create({ expires_at: '2027-12-31T20:59:59-03:00' })
    expect(status).toBe(201)
    const { api_key, ...rest } = body.data
    expect(api_key).toMatch(/^dte_sim_[0-9A-Za-z]{38}$/)
    expect(rest).toEqual({
      id: expect.stringMatching(/^key_[0-9A-Z]{26}$/),
      nombre: 'ERP',
      prefijo: 'dte_sim_',
      ultimos4: api_key.slice(-4),
      empresa_id: app.tenant.empresaId,
      scopes: expect.any(Array),
      tipos_dte: [],
      ips: [],
      ambiente: 'simulacion',
      expires_at: '2027-12-31T23:59:59.000Z',
      last_used_at: null,
      created_at: '2026-11-20T14:02:11.000Z',
      revoked_at: null,
    })
    const listed = (await app.get('/v1/apikeys', app.tenant.session)).body
    expect(listed.data.find(({ id }: { id: string }) => id === rest.id)).toEqual(rest)
    expect(JSON.stringify(listed)).not.toContain(api_key)
    expect(JSON.stringify(app.store.client.prepare('SELECT * FROM api_key').all())).not.toContain(api_key)
  })

  test('gives documents, reads and look-ups when no scopes are named; never users, keys, billing', async () => {
    const wanted = [
      'dte:emitir',
      'dte:leer',
      'dte:anular',
      'folios:leer',
      'rcv:leer',
      'bte:leer',
      'clientes:leer',
      'catalogo:leer',
      'contabilidad:leer',
      'empresa:leer',
      'consultas:ejecutar',
      'recibidos:leer',
      'compras_int:leer',
    ]
    expect((await create()).body.data.scopes).toEqual(wanted)
    expect((await create({ scopes: [] })).body.data.scopes).toEqual(wanted)
  })

  test('writes dte:* out, and refuses scopes that are none', async () => {
    expect((await create({ scopes: ['dte:*', 'folios:leer'] })).body.data.scopes).toEqual([
      'dte:emitir',
      'dte:leer',
      'dte:anular',
      'folios:leer',
    ])
    for (const scopes of [['dte:borrar'], ['*'], ['dte:leer', 'dte:leer'], 'dte:leer']) {
      expect((await create({ scopes })).status).toBe(422)
    }
  })

  test('has the company’s environment unless another is named; the prefix tells which', async () => {
    expect((await create({ ambiente: 'produccion' })).body.data).toMatchObject({
      ambiente: 'produccion',
      prefijo: 'dte_live_',
    })
    const reply = await create({ ambiente: 'certificacion' })
    expect(reply.body.data.prefijo).toBe('dte_cert_')
    expect(
      (await app.get('/v1/empresa/actual', { ...keyOf(reply), 'x-ambiente': 'certificacion' })).status,
    ).toBe(200)
    expect(
      (await app.get('/v1/empresa/actual', { ...keyOf(reply), 'x-ambiente': 'simulacion' })).status,
    ).toBe(403)
  })

  test('never gives more than its creator has', async () => {
    const limited = await create({ scopes: ['apikeys:administrar', 'dte:leer', 'empresa:leer'] })
    expect(await create({ scopes: ['dte:leer', 'dte:emitir'] }, keyOf(limited))).toMatchObject({
      status: 403,
      body: { code: 'FORBIDDEN', detalles: [{ scope: 'dte:emitir' }] },
    })
    expect((await create({}, keyOf(limited))).body.data.scopes).toEqual(['dte:leer', 'empresa:leer'])
    app.store.client.prepare("UPDATE usuario SET rol = 'administrador'").run()
    expect((await create({ scopes: ['billing:*'] })).status).toBe(403)
  })

  test('is bound to a company within reach: another account’s, a sibling’s for a key, and none are 404', async () => {
    const other = await app.registerCompany()
    const sibling = (await app.post('/v1/empresa', nuevaEmpresa('96790240-3'), app.tenant.session)).body.data
      .id
    expect((await create({ empresa_id: sibling })).status).toBe(201)
    for (const reply of [
      await create({ empresa_id: other.empresaId }),
      await create({ empresa_id: 'emp_x' }),
      await create({ empresa_id: sibling }, app.tenant.key),
    ]) {
      expect(reply).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
    }
  })

  test('names every fault at once', async () => {
    const { status, body } = await app.post(
      '/v1/apikeys',
      { nombre: '', scopes: [7], expires_at: '2027-12-31', ips: ['10.0.0.1/8'], tipo: 1 },
      app.tenant.session,
    )
    expect(status).toBe(422)
    expect(body.detalles.map(({ campo }: { campo: string }) => campo).sort()).toEqual([
      'empresa_id',
      'expires_at',
      'ips[0]',
      'nombre',
      'scopes[0]',
      'tipo',
    ])
    expect((await create({ expires_at: '2026-11-20T14:02:11Z' })).body.detalles[0].regla).toBe('pasado')
    expect((await create({ expires_at: null })).body.data.expires_at).toBeNull()
  })

  test('stops at fifty living keys a company (http §16.4)', async () => {
    // The owner's test key is the first.
    for (let i = 0; i < 49; i++) expect((await create()).status).toBe(201)
    expect(await create()).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
    const { data } = (await app.get('/v1/apikeys?limite=1', app.tenant.session)).body
    await app.delete(`/v1/apikeys/${data[0].id}`, undefined, app.tenant.session)
    expect((await create()).status).toBe(201)
  })
})

describe('GET /v1/apikeys', () => {
  test('lists the newest first; a session those of its account, a key those of its company', async () => {
    const sibling = (await app.post('/v1/empresa', nuevaEmpresa('96790240-3'), app.tenant.session)).body.data
      .id
    await create({ nombre: 'hermana', empresa_id: sibling })
    await app.registerCompany()
    const names = async (headers: Bag) =>
      (await app.get('/v1/apikeys', headers)).body.data.map(({ nombre }: { nombre: string }) => nombre)
    expect(await names(app.tenant.session)).toEqual(['hermana', 'todo'])
    expect(await names(app.tenant.key)).toEqual(['todo'])
  })
})

describe('DELETE /v1/apikeys/:id', () => {
  test('answers 204, and the key is API_KEY_REVOKED from the next request on', async () => {
    const reply = await create({ scopes: ['empresa:leer'] })
    expect((await app.get('/v1/cuenta', keyOf(reply))).status).toBe(200)
    const path = `/v1/apikeys/${reply.body.data.id}`
    expect((await app.delete(path, undefined, app.tenant.session)).status).toBe(204)
    expect(await app.get('/v1/cuenta', keyOf(reply))).toMatchObject({
      status: 401,
      body: { code: 'API_KEY_REVOKED' },
    })
    const revokedAt = async () => (await app.get('/v1/apikeys', app.tenant.session)).body.data[0].revoked_at
    expect(await revokedAt()).toBe('2026-11-20T14:02:11.000Z')
    app.advance(1000)
    expect((await app.delete(path, undefined, app.tenant.session)).status).toBe(204)
    expect(await revokedAt()).toBe('2026-11-20T14:02:11.000Z')
  })

  test('finds neither another account’s key, nor a sibling’s when a key asks, nor none', async () => {
    const other = await app.registerCompany()
    const sibling = (await app.post('/v1/empresa', nuevaEmpresa('96790240-3'), app.tenant.session)).body.data
      .id
    const { id } = (await create({ empresa_id: sibling })).body.data
    for (const [target, headers] of [
      [id, other.session],
      [id, app.tenant.key],
      ['key_x', app.tenant.session],
    ] as const) {
      expect(await app.delete(`/v1/apikeys/${target}`, undefined, headers)).toMatchObject({ status: 404 })
    }
    expect((await app.delete(`/v1/apikeys/${id}`, undefined, app.tenant.session)).status).toBe(204)
  })
})
