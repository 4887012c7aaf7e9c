// /v1/webhooks over HTTP: registration, secrets, log, resend, tenants (http §12, §15, §16).

import { beforeEach, describe, expect, test } from 'bun:test'
import { signBody, signStandard } from '../../../src/areas/webhooks/firma'
import { emit } from '../../support/emision'
import { factura } from '../../support/emisor'
import { type CompanyApp, loadFolios, nuevaEmpresa, testAppWithFolios } from '../../support/test-app'
import { createReceptor, entregas, register } from './receptor'

const HOUR = 3_600_000

let receptor: ReturnType<typeof createReceptor>
let app: CompanyApp
beforeEach(async () => {
  receptor = createReceptor()
  app = await testAppWithFolios({ receptor: receptor.fetch, folios: { 33: 20 } })
})

describe('POST /v1/webhooks', () => {
  test('answers 201 with the secret, shown only here and sealed on disk', async () => {
    const { secreto, ...rest } = await register(app, {
      url: 'https://erp.example.cl/hooks/dte',
      eventos: ['dte.emitido', 'dte.rechazado'],
      descripcion: 'ERP',
    })
    expect(secreto).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(rest).toEqual({
      id: expect.stringMatching(/^wh_[0-9A-Z]{26}$/),
      url: 'https://erp.example.cl/hooks/dte',
      eventos: ['dte.emitido', 'dte.rechazado'],
      descripcion: 'ERP',
      activo: true,
      ambiente: 'simulacion',
      motivo_inactivo: null,
      fallando_desde: null,
      created_at: '2026-11-20T14:02:11.000Z',
      updated_at: '2026-11-20T14:02:11.000Z',
    })
    expect((await app.get(`/v1/webhooks/${rest.id}`)).body.data).toEqual(rest)
    const { body } = await app.get('/v1/webhooks')
    expect(body.data).toEqual([rest])
    expect(body.paginacion.total).toBe(1)
    expect(JSON.stringify(app.store.client.prepare('SELECT * FROM webhook').all())).not.toContain(secreto)
  })

  test('replays the same answer, secret included, for the same Idempotency-Key', async () => {
    const headers = { ...app.tenant.key, 'idempotency-key': 'w1' }
    const first = await register(app, {}, headers)
    expect(await register(app, {}, headers)).toEqual(first)
    expect((await app.get('/v1/webhooks')).body.paginacion.total).toBe(1)
  })

  test('takes the client’s own secret and signs with it', async () => {
    const secreto = 'una clave propia de la casa, ñandú'
    expect((await register(app, { secreto, eventos: ['dte.emitido'] })).secreto).toBe(secreto)
    await emit(app)
    await app.drainJobs()
    const [{ headers, body }] = receptor.recibidos as [(typeof receptor.recibidos)[0]]
    expect(headers['x-webhook-signature']).toBe(signBody(secreto, body))
  })

  test('tells every fault at once', async () => {
    const { status, body } = await app.post('/v1/webhooks', {
      url: 'http://169.254.169.254/latest',
      secreto: 'whsec_esto no es base64 !!!!',
    })
    expect([status, body.code]).toEqual([422, 'VALIDATION_ERROR'])
    expect(body.detalles.map(({ campo, regla }: { campo: string; regla: string }) => [campo, regla])).toEqual(
      [
        ['url', 'direccion'],
        ['secreto', 'base64'],
      ],
    )
    const wrong = await app.post('/v1/webhooks', {
      url: '',
      eventos: ['dte.emitdo'],
      secreto: 'corta',
      color: 1,
    })
    expect(wrong.body.detalles.map(({ campo }: { campo: string }) => campo).sort()).toEqual([
      'color',
      'eventos[0]',
      'secreto',
      'url',
    ])
  })

  test('refuses a name that answers with a forbidden address, and takes one that does not answer yet', async () => {
    const other = await testAppWithFolios({
      folios: {},
      lookup: async (host) => {
        if (host === 'metadatos.example.cl') return ['10.0.0.1', '169.254.169.254']
        throw new Error('ENOTFOUND')
      },
    })
    const refused = await other.post('/v1/webhooks', { url: 'https://metadatos.example.cl/' })
    expect([refused.status, refused.body.detalles[0].regla]).toEqual([422, 'direccion'])
    expect((await other.post('/v1/webhooks', { url: 'https://pronto.example.cl/' })).status).toBe(201)
  })

  test('wants https where the server is hardened', async () => {
    const hard = await testAppWithFolios({ folios: {}, httpsOnly: true })
    const { status, body } = await hard.post('/v1/webhooks', { url: 'http://127.0.0.1:9000/' })
    expect([status, body.detalles[0].regla]).toEqual([422, 'https'])
  })

  test('refuses private networks where they are forbidden, and a name that has their addresses', async () => {
    const open = await testAppWithFolios({
      folios: {},
      privadas: false,
      lookup: async (host) => (host === 'interno.example.cl' ? ['10.0.0.7'] : ['200.7.1.1']),
    })
    for (const url of [
      'http://127.0.0.1:9000/',
      'http://[::ffff:10.0.0.1]/',
      'https://interno.example.cl/',
    ]) {
      const { status, body } = await open.post('/v1/webhooks', { url })
      expect([url, status, body.detalles?.[0].regla]).toEqual([url, 422, 'direccion'])
    }
    const { id } = await register(open, { url: 'https://erp.example.cl/' })
    expect((await open.put(`/v1/webhooks/${id}`, { url: 'http://192.168.0.9/' })).status).toBe(422)
  })

  test('stops at ten of a company, those of its other environments counted', async () => {
    for (let i = 0; i < 9; i++) await register(app)
    await register(app, {}, { ...app.tenant.session, 'x-ambiente': 'certificacion' })
    const { status, body } = await app.post('/v1/webhooks', { url: 'http://127.0.0.1:9000/' })
    expect([status, body.code]).toEqual([409, 'CONFLICT'])
    const [{ id }] = (await app.get('/v1/webhooks')).body.data
    await app.delete(`/v1/webhooks/${id}`)
    await register(app)
  })
})

describe('PUT, DELETE and activar', () => {
  test('change what is sent and leave the rest', async () => {
    const {
      id,
      secreto: _,
      ...before
    } = await register(app, { descripcion: 'ERP', eventos: ['dte.emitido'] })
    app.advance(1000)
    const { body } = await app.put(`/v1/webhooks/${id}`, { eventos: [] })
    expect(body.data).toEqual({ id, ...before, eventos: [], updated_at: '2026-11-20T14:02:12.000Z' })
    expect((await app.put(`/v1/webhooks/${id}`, {})).status).toBe(422)
    expect((await app.put(`/v1/webhooks/${id}`, { url: 'http://[fe80::1]/' })).status).toBe(422)
    expect((await app.put(`/v1/webhooks/${id}`, { activo: false })).body.data.activo).toBe(false)
    expect((await app.post(`/v1/webhooks/${id}/activar`)).body.data.activo).toBe(true)
  })

  test('of one that is off or gone ends what waits for it', async () => {
    const { id } = await register(app, { eventos: ['dte.emitido'] })
    await emit(app)
    await app.drainJobs()
    receptor.answer = () => new Response('', { status: 500 })
    await emit(app)
    await app.drainJobs()
    await app.put(`/v1/webhooks/${id}`, { activo: false })
    app.advance(HOUR)
    await app.drainJobs()
    expect(receptor.recibidos).toHaveLength(2)
    const [last] = await entregas(app, id, '?estado=fallida')
    expect(last.intentos).toBe(2)
    expect((await app.post(`/v1/webhooks/${id}/entregas/${last.id}/reenviar`)).body.code).toBe(
      'INVALID_STATE',
    )
    expect((await app.post(`/v1/webhooks/${id}/probar`)).body.code).toBe('INVALID_STATE')

    expect((await app.delete(`/v1/webhooks/${id}`)).status).toBe(204)
    for (const path of [
      `/v1/webhooks/${id}`,
      `/v1/webhooks/${id}/entregas`,
      `/v1/webhooks/${id}/entregas/${last.id}`,
    ])
      expect([path, (await app.get(path)).status]).toEqual([path, 404])
    await emit(app)
    await app.drainJobs()
    expect(receptor.recibidos).toHaveLength(2)
  })
})

describe('POST …/rotar-secreto', () => {
  test('gives a new secret; for 24 hours the old one signs too', async () => {
    const { id, secreto: old } = await register(app, { eventos: ['dte.emitido'] })
    const { body } = await app.post(`/v1/webhooks/${id}/rotar-secreto`)
    const { secreto } = body.data
    expect(body.data).toEqual({ id, secreto, secreto_anterior_hasta: '2026-11-21T14:02:11.000Z' })
    expect(secreto).not.toBe(old)
    await emit(app)
    await app.drainJobs()
    const sent = receptor.recibidos[0]!
    const [evento, stamp] = [sent.headers['webhook-id']!, Number(sent.headers['webhook-timestamp'])]
    expect(sent.headers['x-webhook-signature']).toBe(signBody(secreto, sent.body))
    expect(sent.headers['x-webhook-signature-old']).toBe(signBody(old, sent.body))
    expect(sent.headers['webhook-signature']).toBe(
      `${signStandard(secreto, evento, stamp, sent.body)} ${signStandard(old, evento, stamp, sent.body)}`,
    )
    app.advance(24 * HOUR)
    await emit(app)
    await app.drainJobs()
    expect(receptor.recibidos[1]!.headers['x-webhook-signature-old']).toBeUndefined()
    expect(receptor.recibidos[1]!.headers['webhook-signature']).not.toContain(' ')
  })
})

describe('the log', () => {
  test('shows each attempt: what was sent, what came back, cut, and how long it took', async () => {
    const { id } = await register(app, { eventos: ['dte.emitido'] })
    receptor.answer = () => {
      app.advance(250)
      return new Response('x'.repeat(5000), { status: 500 })
    }
    await emit(app)
    await app.drainJobs()
    receptor.answer = () => new Response('gracias')
    app.advance(5000)
    await app.drainJobs()
    const [row] = await entregas(app, id)
    expect(row).toMatchObject({
      evento: 'dte.emitido',
      estado: 'entregada',
      vez: 1,
      intentos: 2,
      status: 200,
      error: null,
    })
    const { body } = await app.get(`/v1/webhooks/${id}/entregas/${row.id}`)
    const [first, second] = body.data.detalle_intentos
    expect(first).toMatchObject({
      numero: 1,
      duracion_ms: 250,
      solicitud: { url: 'http://127.0.0.1:9000/hook', cuerpo: receptor.recibidos[0]!.body },
      respuesta: { status: 500, cuerpo: 'x'.repeat(1024), error: null },
    })
    expect(first.solicitud.encabezados['x-webhook-signature']).toBe(
      receptor.recibidos[0]!.headers['x-webhook-signature'],
    )
    expect(second.respuesta).toEqual({ status: 200, cuerpo: 'gracias', error: null })
    expect(await entregas(app, id, '?estado=pendiente')).toEqual([])
    expect((await app.get(`/v1/webhooks/${id}/entregas?estado=otra`)).status).toBe(400)
  })

  test('of thirty days: what is older is forgotten, its job too', async () => {
    const { id } = await register(app, { eventos: ['dte.emitido'] })
    for (let i = 0; i < 3; i++) await emit(app)
    await app.settle()
    app.advance(29 * 24 * HOUR)
    await emit(app)
    await app.settle()
    app.advance(2 * 24 * HOUR)
    await app.app.services.cron.runAll()
    expect(await entregas(app, id)).toHaveLength(1)
    const count = (table: string, where = 'true') =>
      app.store.client.prepare(`SELECT count(*) FROM ${table} WHERE ${where}`).pluck().get()
    expect(count('evento')).toBe(1)
    expect(count('webhook_intento')).toBe(1)
    expect(count('job', "kind = 'webhook.entregar'")).toBe(1)
    expect(count('job', "kind = 'dte.emitir'")).toBe(4)
  })
})

describe('POST …/probar and …/reenviar', () => {
  test('send a webhook.prueba, whatever the endpoint asked for, and no other endpoint gets it', async () => {
    const { id } = await register(app, { eventos: ['dte.rechazado'] })
    await register(app, { url: 'http://127.0.0.1:9001/' })
    const { status, body } = await app.post(`/v1/webhooks/${id}/probar`)
    expect([status, body.data.estado, body.data.evento]).toEqual([202, 'pendiente', 'webhook.prueba'])
    await app.drainJobs()
    expect(receptor.recibidos.map(({ url, evento }) => [url, evento])).toEqual([
      ['http://127.0.0.1:9000/hook', 'webhook.prueba'],
    ])
    expect((await entregas(app, id))[0]).toMatchObject({ id: body.data.id, estado: 'entregada' })
  })

  test('send what was delivered again as another delivery of the same event', async () => {
    const { id } = await register(app, { eventos: ['dte.emitido'] })
    await emit(app)
    await app.drainJobs()
    const [row] = await entregas(app, id)
    const { status, body } = await app.post(`/v1/webhooks/${id}/entregas/${row.id}/reenviar`)
    expect([status, body.data.vez, body.data.evento_id]).toEqual([202, 2, row.evento_id])
    await app.drainJobs()
    const [first, second] = receptor.recibidos
    expect(second!.body).toBe(first!.body)
    expect(second!.headers['webhook-id']).toBe(first!.headers['webhook-id']!)
    expect(second!.headers['x-service-delivery']).not.toBe(first!.headers['x-service-delivery']!)
  })

  test('send what waits for its next try now', async () => {
    const { id } = await register(app, { eventos: ['dte.emitido'] })
    receptor.answer = () => new Response('', { status: 500 })
    await emit(app)
    await app.drainJobs()
    receptor.answer = () => new Response('')
    const [row] = await entregas(app, id)
    expect((await app.post(`/v1/webhooks/${id}/entregas/${row.id}/reenviar`)).body.data.id).toBe(row.id)
    await app.drainJobs()
    expect(await entregas(app, id)).toMatchObject([{ id: row.id, estado: 'entregada', intentos: 2 }])
  })
})

describe('webhooks of others', () => {
  test('are not found, and none of their events arrive: accounts, sibling companies, environments', async () => {
    const { id } = await register(app, { eventos: ['dte.emitido'] })
    await emit(app)
    await app.drainJobs()
    const [row] = await entregas(app, id)

    const stranger = await app.registerCompany()
    const sibling = (await app.post('/v1/empresa', nuevaEmpresa('76192083-9'), app.tenant.session)).body.data
    await app.post('/v1/empresa/seleccionar', { empresa_id: sibling.id }, app.tenant.session)
    const certificacion = { ...app.tenant.session, 'x-ambiente': 'certificacion' }
    for (const headers of [stranger.key, stranger.session, app.tenant.session, certificacion]) {
      expect((await app.get('/v1/webhooks', headers)).body.data).toEqual([])
      for (const [method, path] of [
        ['GET', ''],
        ['PUT', ''],
        ['DELETE', ''],
        ['POST', '/activar'],
        ['POST', '/rotar-secreto'],
        ['POST', '/probar'],
        ['GET', '/entregas'],
        ['GET', `/entregas/${row.id}`],
        ['POST', `/entregas/${row.id}/reenviar`],
      ]) {
        const body = method === 'PUT' ? { body: '{"activo":false}' } : {}
        const init = { headers: { ...headers, 'content-type': 'application/json' }, ...body }
        const { status } = await app.request(method!, `/v1/webhooks/${id}${path}`, init)
        expect([method, path, status]).toEqual([method, path, 404])
      }
    }

    await loadFolios(app, stranger, { 33: 5 })
    await app.post('/v1/dte/emitir', factura(), stranger.key)
    await app.drainJobs()
    expect(receptor.recibidos).toHaveLength(1)
  })

  test('need the permission of their own', async () => {
    const { body } = await app.post(
      '/v1/apikeys',
      { nombre: 'lee', empresa_id: app.tenant.empresaId, scopes: ['dte:*'] },
      app.tenant.session,
    )
    const { status, body: refused } = await app.get('/v1/webhooks', { 'x-api-key': body.data.api_key })
    expect([status, refused.code]).toEqual([403, 'SCOPE_REQUIRED'])
  })
})
