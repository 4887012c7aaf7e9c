// A repeated request gets the first answer (http §9).

import { describe, expect, test } from 'bun:test'
import { createIdempotency, hashBody } from '../../src/http/idempotency'
import { readIdempotencyKey } from '../../src/http/idempotency-key'
import {
  type Headers0,
  nuevaEmpresa,
  PASSWORD,
  type TestApp,
  testApp,
  testAppWithCompany,
} from '../support/test-app'

const DAY = 86_400_000

async function setUp() {
  const app = await testAppWithCompany()
  const idempotency = createIdempotency(app)
  const use = (clave: string, body: unknown = { a: 1 }, ruta = 'POST /x') => ({
    empresaId: app.tenant.empresaId,
    ruta,
    clave,
    cuerpo: hashBody(body),
  })
  return { app, idempotency, use }
}

const code = (run: () => unknown): string => {
  try {
    run()
    return 'none'
  } catch (error) {
    return (error as { code: string }).code
  }
}

describe('readIdempotencyKey', () => {
  test('reads the header or its alias, of 1 to 255 printable characters', () => {
    expect(readIdempotencyKey(new Headers())).toBeNull()
    expect(readIdempotencyKey(new Headers({ 'idempotency-key': 'pedido 1' }))).toBe('pedido 1')
    expect(readIdempotencyKey(new Headers({ 'x-idempotency-key': 'b' }))).toBe('b')
    expect(readIdempotencyKey(new Headers({ 'idempotency-key': 'x'.repeat(255) }))).toHaveLength(255)
    for (const bad of ['', 'x'.repeat(256), 'ñ']) {
      expect(code(() => readIdempotencyKey(new Headers({ 'idempotency-key': bad })))).toBe(
        'INVALID_PARAMETER',
      )
    }
    const both = new Headers({ 'idempotency-key': 'a', 'x-idempotency-key': 'b' })
    expect(code(() => readIdempotencyKey(both))).toBe('INVALID_PARAMETER')
  })
})

describe('hashBody', () => {
  test('does not see the order of fields, and does see everything else', () => {
    expect(hashBody({ a: 1, b: { c: [1, 2], d: null } })).toBe(hashBody({ b: { d: null, c: [1, 2] }, a: 1 }))
    const others = [{ a: 2 }, { a: '1' }, { a: 1, b: null }, { a: [1] }, [{ a: 1 }], null]
    expect(new Set([{ a: 1 }, ...others].map(hashBody)).size).toBe(others.length + 1)
    expect(hashBody([1, 2])).not.toBe(hashBody([2, 1]))
  })
})

describe('find and keep', () => {
  test('give back status and body, per company, route and key', async () => {
    const { app, idempotency, use } = await setUp()
    const other = await app.registerCompany()
    idempotency.keep(use('k'), { status: 202, body: { ok: true, data: { folio: 7 } } }, true)
    expect(idempotency.find(use('k'))).toEqual({ status: 202, body: { ok: true, data: { folio: 7 } } })
    expect(idempotency.find(use('k2'))).toBeNull()
    expect(idempotency.find(use('k', { a: 1 }, 'POST /y'))).toBeNull()
    expect(idempotency.find({ ...use('k'), empresaId: other.empresaId })).toBeNull()
  })

  test('refuse another body under the same key', async () => {
    const { idempotency, use } = await setUp()
    idempotency.keep(use('k'), { status: 201, body: {} })
    expect(code(() => idempotency.find(use('k', { a: 2 })))).toBe('IDEMPOTENCY_MISMATCH')
  })

  test('forget after 24 hours, but never on emission', async () => {
    const { app, idempotency, use } = await setUp()
    idempotency.keep(use('corta'), { status: 201, body: { n: 1 } })
    idempotency.keep(use('siempre'), { status: 202, body: { n: 2 } }, true)
    app.advance(DAY - 1)
    expect(idempotency.find(use('corta'))).not.toBeNull()
    app.advance(1)
    expect(idempotency.find(use('corta'))).toBeNull()
    expect(idempotency.find(use('corta', { otra: true }))).toBeNull()
    idempotency.keep(use('corta', { otra: true }), { status: 201, body: { n: 3 } })
    expect(idempotency.find(use('corta', { otra: true }))).toMatchObject({ body: { n: 3 } })
    app.advance(3650 * DAY)
    expect(idempotency.find(use('siempre'))).toMatchObject({ body: { n: 2 } })
  })

  test('never overwrite a living answer', async () => {
    const { idempotency, use } = await setUp()
    idempotency.keep(use('k'), { status: 202, body: { n: 1 } }, true)
    expect(() => idempotency.keep(use('k'), { status: 202, body: { n: 2 } }, true)).toThrow()
    expect(idempotency.find(use('k'))).toMatchObject({ body: { n: 1 } })
  })

  test('undo with the transaction around them', async () => {
    const { app, idempotency, use } = await setUp()
    const failing = app.store.client.transaction(() => {
      idempotency.keep(use('k'), { status: 202, body: {} }, true)
      throw new Error('no folio')
    })
    expect(() => failing()).toThrow('no folio')
    expect(idempotency.find(use('k'))).toBeNull()
  })

  test('keep no answer in clear', async () => {
    const { app, idempotency, use } = await setUp()
    idempotency.keep(use('k'), { status: 201, body: { api_key: 'muy secreta' } })
    const row = app.store.client.prepare('SELECT * FROM idempotencia').get() as { respuesta_cifrada: Buffer }
    expect(row.respuesta_cifrada.toString('latin1')).not.toContain('secreta')
  })
})

describe('once', () => {
  test('answers IDEMPOTENCY_IN_PROGRESS with Retry-After while the first still runs', async () => {
    const { idempotency, use } = await setUp()
    const { promise, resolve } = Promise.withResolvers<void>()
    const first = idempotency.once(use('k'), async () => {
      await promise
      return { status: 201, body: { n: 1 } }
    })
    const second = idempotency.once(use('k'), async () => ({ status: 201, body: { n: 2 } }))
    await expect(second).rejects.toMatchObject({
      code: 'IDEMPOTENCY_IN_PROGRESS',
      headers: { 'retry-after': '1' },
    })
    resolve()
    expect(await first).toEqual({ status: 201, body: { n: 1 }, replayed: false })
    expect(await idempotency.once(use('k'), async () => ({ status: 201, body: { n: 3 } }))).toEqual({
      status: 201,
      body: { n: 1 },
      replayed: true,
    })
  })

  test('does not burn the key of a request that failed', async () => {
    const { idempotency, use } = await setUp()
    const failing = idempotency.once(use('k'), () => Promise.reject(new Error('422')))
    await expect(failing).rejects.toThrow('422')
    expect(await idempotency.once(use('k'), async () => ({ status: 201, body: {} }))).toMatchObject({
      replayed: false,
    })
  })
})

describe('Idempotency-Key on a route', () => {
  test('replays the status and body with Idempotent-Replayed, and makes nothing anew', async () => {
    const app = await testAppWithCompany()
    const body = { nombre: 'ERP', empresa_id: app.tenant.empresaId }
    const send = (over: object = {}) =>
      app.post('/v1/apikeys', { ...body, ...over }, { ...app.tenant.session, 'idempotency-key': 'alta-1' })
    const first = await send()
    const again = await send()
    expect(first.status).toBe(201)
    expect(first.headers.get('idempotent-replayed')).toBeNull()
    expect(again).toMatchObject({ status: 201, body: first.body })
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(await send({ nombre: 'Otro' })).toMatchObject({
      status: 422,
      body: { code: 'IDEMPOTENCY_MISMATCH' },
    })
    expect((await app.get('/v1/apikeys', app.tenant.session)).body.paginacion.total).toBe(2)
  })

  test('does not hand one account the answer of another', async () => {
    const app = await testAppWithCompany()
    const other = await app.registerCompany()
    const body = { nombre: 'ERP', empresa_id: app.tenant.empresaId }
    const key = { 'idempotency-key': 'alta-1' }
    expect((await app.post('/v1/apikeys', body, { ...app.tenant.session, ...key })).status).toBe(201)
    expect(await app.post('/v1/apikeys', body, { ...other.session, ...key })).toMatchObject({
      status: 404,
      body: { code: 'NOT_FOUND' },
    })
  })
})

describe('Idempotency-Key on POST /v1/apikeys, whose answer holds a key', () => {
  test('replays it to nobody who could not make such a key', async () => {
    const app = await testAppWithCompany()
    const once = { 'idempotency-key': 'alta-1' }
    const body = { nombre: 'ERP', empresa_id: app.tenant.empresaId }
    const limited = await app.post(
      '/v1/apikeys',
      { ...body, scopes: ['apikeys:administrar', 'dte:leer'] },
      app.tenant.session,
    )
    const asking = { 'x-api-key': limited.body.data.api_key, ...once }
    const send = (scopes: string[], headers: Record<string, string>) =>
      app.post('/v1/apikeys', { ...body, scopes }, headers)

    expect((await send(['dte:emitir'], { ...app.tenant.session, ...once })).status).toBe(201)
    expect(await send(['dte:emitir'], asking)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
    const other = { 'idempotency-key': 'alta-2' }
    expect((await send([], { ...app.tenant.session, ...other })).status).toBe(201)
    expect(await send([], { ...asking, ...other })).toMatchObject({
      status: 422,
      body: { code: 'IDEMPOTENCY_MISMATCH' },
    })
  })
})

describe('Idempotency-Key on POST /v1/empresa, whose scope is the account', () => {
  const create = (app: TestApp, session: Headers0, over: object = {}, clave = 'alta-1') =>
    app.post(
      '/v1/empresa',
      { ...nuevaEmpresa('77123456-9'), ...over },
      { ...session, 'idempotency-key': clave },
    )

  let people = 0
  async function newcomer(app: TestApp): Promise<Headers0> {
    const owner = { nombre: 'Eva', email: `eva${++people}@example.cl`, password: PASSWORD }
    const { access_token } = (await app.post('/auth/register', owner, {})).body
    return { authorization: `Bearer ${access_token}` }
  }

  test('replays the company, though the session has an active one by then', async () => {
    const app = await testApp()
    const session = await newcomer(app)
    const first = await create(app, session)
    expect(first.status).toBe(201)
    const again = await create(app, session)
    expect(again).toMatchObject({ status: 201, body: first.body })
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(await create(app, session, { giro: 'Otro' })).toMatchObject({
      status: 422,
      body: { code: 'IDEMPOTENCY_MISMATCH' },
    })
    expect(await create(app, session, {}, 'alta-2')).toMatchObject({
      status: 409,
      body: { code: 'ALREADY_EXISTS' },
    })
    expect((await app.get('/v1/empresa', session)).body.paginacion.total).toBe(1)
  })

  test('makes one company of two requests that arrive at once', async () => {
    const app = await testApp()
    const session = await newcomer(app)
    const both = await Promise.all([create(app, session), create(app, session)])
    expect(both.map(({ status }) => status)).toEqual([201, 201])
    expect(both[1]!.body.data.id).toBe(both[0]!.body.data.id)
    expect((await app.get('/v1/empresa', session)).body.paginacion.total).toBe(1)
  })

  test('is not burnt by a refusal, and is no business of another account', async () => {
    const app = await testApp()
    const session = await newcomer(app)
    expect((await create(app, session, { rut: '1-1' })).status).toBe(422)
    expect((await create(app, session, { resolucion: { numero: 80, fecha: '2099-01-01' } })).status).toBe(422)
    expect((await create(app, session)).status).toBe(201)
    const other = await create(app, await newcomer(app), { giro: 'Otro' })
    expect(other).toMatchObject({ status: 201, body: { data: { giro: 'Otro' } } })
    expect(other.headers.get('idempotent-replayed')).toBeNull()
  })

  test('is free again after 24 hours, when the kept answer is gone from the database too', async () => {
    const app = await testAppWithCompany()
    expect((await create(app, app.tenant.session)).status).toBe(201)
    app.advance(DAY)
    const login = await app.post('/auth/login', { email: 'dueno0@example.cl', password: PASSWORD }, {})
    const session = { authorization: `Bearer ${login.body.access_token}` }
    expect((await create(app, session)).body.code).toBe('ALREADY_EXISTS')
    expect((await create(app, session, { rut: '76192083-9' }, 'alta-3')).status).toBe(201)
    const kept = app.store.client.prepare('SELECT clave FROM idempotencia').pluck().all()
    expect(kept).toEqual(['alta-3'])
  })
})
