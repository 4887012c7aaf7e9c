// POST /v1/dte/emitir as its client sees it: the promise of the 202, the folio, and every way in which it is refused with
// nothing spent (http §1, §6, §8, §9).

import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { linea, nota, refuse } from '../../support/emision'
import { boleta, factura, RECEPTOR } from '../../support/emisor'
import {
  type CompanyApp,
  loadFolios,
  type TestApp,
  testApp,
  testAppWithCompany,
  testAppWithFolios,
} from '../../support/test-app'

const rows = (app: Pick<TestApp, 'store'>, sql: string) =>
  app.store.client.prepare(sql).all() as Record<string, unknown>[]
const siguiente = (app: Pick<TestApp, 'store'>, tipo = 33) =>
  app.store.client.prepare('SELECT siguiente FROM caf WHERE tipo_dte = ?').pluck().get(tipo)

describe('POST /v1/dte/emitir', () => {
  test('answers 202 with job and folio, and where to ask', async () => {
    const app = await testAppWithFolios()
    const reply = await app.post('/v1/dte/emitir', factura())
    expect(reply.status).toBe(202)
    expect(reply.body).toEqual({
      ok: true,
      data: {
        job_id: expect.stringMatching(/^job_[0-9A-Z]{26}$/),
        folio: 1,
        tipo_dte: 33,
        estado: 'pending',
        mensaje: expect.stringContaining('folio 1'),
      },
    })
    expect(reply.headers.get('location')).toBe(`/v1/dte/emision/${reply.body.data.job_id}`)
  })

  test('what it promised is in the store before it answers: folio, job and document, and nothing readable in the file', async () => {
    const app = await testAppWithFolios()
    await app.post('/v1/dte/emitir', factura())
    expect(rows(app, 'SELECT kind, estado FROM job ORDER BY kind')).toEqual([
      { kind: 'dte.emitir', estado: 'pending' },
      { kind: 'dte.linea', estado: 'pending' },
    ])
    expect(rows(app, 'SELECT folio, folio_estado, monto_total FROM documento')).toEqual([
      { folio: 1, folio_estado: 'tomado', monto_total: 133876 },
    ])
    const sealed = app.store.client
      .prepare('SELECT contenido_cifrado FROM documento_contenido')
      .pluck()
      .get() as Uint8Array
    expect(Buffer.from(sealed).includes('Arriendo')).toBe(false)
  })

  test('brings the document to the SII, which accepts it, byte for byte as the API gives it back', async () => {
    const app = await testAppWithFolios()
    const { body } = await app.post('/v1/dte/emitir', factura())
    await app.settle()
    const job = (await app.get(`/v1/dte/emision/${body.data.job_id}`)).body.data
    expect(job).toMatchObject({
      estado: 'completed',
      folio_estado: 'usado',
      error: null,
      result: {
        folio: 1,
        rut_receptor: RECEPTOR.rut,
        monto_total: 133876,
        track_id: expect.stringMatching(/^\d+$/),
      },
    })
    expect(job.result.xml_firmado).toStartWith('<?xml version="1.0" encoding="ISO-8859-1"?>\n<DTE ')
    const document = (await app.get('/v1/documentos/33/1')).body.data
    expect(document).toMatchObject({
      estado: 'completed',
      estado_sii: 'aceptado',
      track_id: job.result.track_id,
    })
    expect(job.result.xml_firmado).toContain('Ferretería Ñuble Limitada')
    const bytes = async (path: string): Promise<Buffer> => {
      const response = await app.app.handle(
        new Request(`http://localhost${path}`, { headers: app.tenant.key }),
      )
      expect(response.status).toBe(200)
      return Buffer.from(await response.arrayBuffer())
    }
    const own = await bytes('/v1/dte/xml/33/1')
    expect(own.toString('latin1')).toBe(job.result.xml_firmado)
    const received = await bytes('/simulador/libro/33/1/xml')
    expect(received.includes(Buffer.from('Ferretería Ñuble', 'latin1'))).toBe(true)
    const element = (file: Buffer): string => file.subarray(file.indexOf('<DTE ')).toString('latin1')
    expect(element(received)).toBe(element(own))
  })

  test('500 parallel requests over 3 types take each folio once, without a gap', async () => {
    const app = await testAppWithFolios({ folios: { 33: 200, 34: 200, 39: 200 } })
    const bodies = [factura(), factura({ tipo_dte: 34 }), boleta()]
    const replies = await Promise.all(
      Array.from({ length: 500 }, (_, i) => app.post('/v1/dte/emitir', bodies[i % 3])),
    )
    expect(replies.every(({ status }) => status === 202)).toBe(true)
    for (const [tipo, count] of [
      [33, 167],
      [34, 167],
      [39, 166],
    ]) {
      const folios = replies
        .filter(({ body }) => body.data.tipo_dte === tipo)
        .map(({ body }) => body.data.folio)
      expect(folios.sort((a, b) => a - b)).toEqual(Array.from({ length: count! }, (_, i) => i + 1))
    }
  })

  test('documents that wait together travel in one envelope with one Track ID (jobs §3)', async () => {
    const app = await testAppWithFolios()
    for (let i = 0; i < 7; i++)
      await app.post('/v1/dte/emitir', i % 2 ? factura() : factura({ tipo_dte: 34 }))
    await app.post('/v1/dte/emitir', boleta())
    await app.settle()
    const { envios, documentos } = (await app.get('/simulador/libro')).body.data
    expect(envios.map(({ sobre, veces }: { sobre: string; veces: number }) => [sobre, veces]).sort()).toEqual(
      [
        ['EnvioBOLETA', 1],
        ['EnvioDTE', 1],
      ],
    )
    expect(documentos).toHaveLength(8)
    expect(rows(app, 'SELECT DISTINCT estado_sii FROM documento')).toEqual([{ estado_sii: 'aceptado' }])
  })
})

describe('the request is refused and no folio moves', () => {
  const refused: [string, string | object, number, string][] = [
    ['broken JSON', '{"tipo_dte":', 400, 'INVALID_JSON'],
    ['a list', [], 422, 'VALIDATION_ERROR'],
    ['a body of 2 MB', factura({ observaciones: 'x'.repeat(2_000_000) }), 413, 'PAYLOAD_TOO_LARGE'],
    ['a type that is not issued', factura({ tipo_dte: 999 }), 422, 'DOCUMENT_TYPE_NOT_ALLOWED'],
    ['"33" for 33', factura({ tipo_dte: '33' }), 422, 'VALIDATION_ERROR'],
    ['a wrong RUT', factura({ receptor: { ...RECEPTOR, rut: '1-1' } }), 422, 'INVALID_RUT'],
    [
      'a date before the folios were authorised',
      factura({ fecha_emision: '2026-11-19' }),
      422,
      'VALIDATION_ERROR',
    ],
  ]
  test.each(refused)('%s', async (_, body, status, code) => {
    const app = await testAppWithFolios({ folios: { 33: 5 } })
    const reply = await app.post('/v1/dte/emitir', body)
    expect(reply).toMatchObject({ status, body: { ok: false, code } })
    expect(reply.body.error).toBeString()
    expect(siguiente(app)).toBe(1)
    expect(rows(app, 'SELECT id FROM job')).toEqual([])
  })

  test('without a credential, with a wrong content type, with a key that may not issue', async () => {
    const app = await testAppWithFolios({ folios: { 33: 5 } })
    expect(await app.post('/v1/dte/emitir', factura(), {})).toMatchObject({
      status: 401,
      body: { code: 'UNAUTHORIZED' },
    })
    const text = { ...app.tenant.key, 'content-type': 'text/plain' }
    expect((await app.request('POST', '/v1/dte/emitir', { body: '{}', headers: text })).status).toBe(415)
    const created = await app.post(
      '/v1/apikeys',
      { nombre: 'lee', empresa_id: app.tenant.empresaId, scopes: ['dte:leer'] },
      app.tenant.session,
    )
    const reply = await app.post('/v1/dte/emitir', factura(), { 'x-api-key': created.body.data.api_key })
    expect(reply).toMatchObject({
      status: 403,
      body: { code: 'SCOPE_REQUIRED', detalles: [{ scope: 'dte:emitir' }] },
    })
    expect(siguiente(app)).toBe(1)
  })

  test('without a certificate, and with one that has expired', async () => {
    const app = await testAppWithCompany()
    expect(await app.post('/v1/dte/emitir', factura())).toMatchObject({
      status: 422,
      body: { code: 'CERTIFICATE_MISSING' },
    })
    await loadFolios(app, app.tenant, { 33: 5 })
    app.store.client.prepare("UPDATE certificado SET valido_hasta = '2026-11-18T12:00:00.000Z'").run()
    const reply = await app.post('/v1/dte/emitir', factura())
    expect(reply).toMatchObject({ status: 422, body: { code: 'CERTIFICATE_EXPIRED' } })
    expect(reply.body.error).toContain('2026-11-18')
    expect(siguiente(app)).toBe(1)
  })

  test('when the folios of the type are spent, and the document before took the last one', async () => {
    const app = await testAppWithFolios({ folios: { 33: 2 } })
    const replies = await Promise.all([1, 2, 3].map(() => app.post('/v1/dte/emitir', factura())))
    expect(replies.map(({ status }) => status).sort()).toEqual([202, 202, 409])
    expect(replies.find(({ status }) => status === 409)!.body).toMatchObject({
      code: 'NO_FOLIOS',
      detalles: [{ tipo_dte: 33, disponibles: 0 }],
    })
  })

  test('before the SII itself with a certificate of the simulator', async () => {
    const app = await testAppWithFolios({ folios: { 33: 5 } })
    const { empresaId, session } = app.tenant
    const change = { ambiente: 'produccion', resolucion: { numero: 80, fecha: '2025-01-01' } }
    expect((await app.put(`/v1/empresa/${empresaId}`, change, session)).status).toBe(200)
    for (const ambiente of ['certificacion', 'produccion']) {
      const reply = await app.post('/v1/dte/emitir', factura(), { ...session, 'x-ambiente': ambiente })
      expect(reply).toMatchObject({ status: 422, body: { code: 'CERTIFICATE_INVALID' } })
      expect(reply.body.error).toContain('del simulador')
    }
    const lote = await app.post('/v1/dte/emitir/lote', { documentos: [factura()] }, session)
    expect(lote).toMatchObject({ status: 422, body: { code: 'CERTIFICATE_INVALID' } })
    // Where it is good it goes on working.
    expect(
      (await app.post('/v1/dte/emitir', factura(), { ...session, 'x-ambiente': 'simulacion' })).status,
    ).toBe(202)
  })

  test('in production under resolution 0, which is certification’s (CRT-3-19)', async () => {
    const app = await testAppWithFolios({ folios: { 33: 5 } })
    const pfx_base64 = readFileSync(
      join(import.meta.dir, '../../fixtures/pfx/moderno-aes256.b64'),
      'utf8',
    ).replace(/\s/g, '')
    await app.post(`/v1/empresa/${app.tenant.empresaId}/certificado`, { pfx_base64, clave: 'clave123' })
    const company = (ambiente: string, numero: number) =>
      app.put(
        `/v1/empresa/${app.tenant.empresaId}`,
        { ambiente, resolucion: { numero, fecha: '2025-01-01' } },
        app.tenant.session,
      )
    const production = { ...app.tenant.session, 'x-ambiente': 'produccion' }
    expect((await company('certificacion', 0)).status).toBe(200)
    const reply = await app.post('/v1/dte/emitir', factura(), production)
    expect(reply).toMatchObject({ status: 409, body: { code: 'INVALID_STATE' } })
    expect(reply.body.error).toContain('produccion')
    expect((await company('produccion', 80)).status).toBe(200)
    // Now only folios are missing.
    expect((await app.post('/v1/dte/emitir', factura(), production)).body.code).toBe('NO_FOLIOS')
    expect(siguiente(app)).toBe(1)
  })

  test('a key works in its own environment alone, a session where the body says', async () => {
    const app = await testAppWithFolios({ folios: { 33: 5 } })
    const other = factura({ ambiente: 'certificacion' })
    expect(await app.post('/v1/dte/emitir', other)).toMatchObject({
      status: 403,
      body: { code: 'FORBIDDEN' },
    })
    const session = await app.post('/v1/dte/emitir', other, app.tenant.session)
    // The company has no resolution for certification: said before a folio is looked for.
    expect(session).toMatchObject({ status: 409, body: { code: 'INVALID_STATE' } })
    expect((await app.post('/v1/dte/emitir', factura(), app.tenant.session)).status).toBe(202)
  })

  test('when its body and X-Ambiente name two environments: one of them may be the real one', async () => {
    const app = await testAppWithFolios({ folios: { 33: 5 } })
    const named = (ambiente: string) => ({ ...app.tenant.session, 'x-ambiente': ambiente })
    const body = factura({ ambiente: 'simulacion' })
    const fault = { body: { code: 'VALIDATION_ERROR', detalles: [{ campo: 'ambiente', regla: 'alias' }] } }
    for (const path of ['emitir', 'validar', 'previsualizar'])
      expect(await app.post(`/v1/dte/${path}`, body, named('produccion'))).toMatchObject({
        status: 422,
        ...fault,
      })
    const lote = await app.post('/v1/dte/emitir/lote', { documentos: [body] }, named('certificacion'))
    expect(lote.body.data.documentos).toMatchObject([fault.body])
    expect(siguiente(app)).toBe(1)
    expect((await app.post('/v1/dte/emitir', body, named('simulacion'))).status).toBe(202)
  })
})

describe('503 QUEUE_UNAVAILABLE, nothing created (http §8)', () => {
  test('beyond the backlog limit', async () => {
    const app = await testAppWithFolios({ folios: { 33: 9 }, maxBacklog: 2 })
    const statuses = []
    for (let i = 0; i < 4; i++) statuses.push((await app.post('/v1/dte/emitir', factura())).status)
    expect(statuses).toEqual([202, 202, 503, 503])
    expect(siguiente(app)).toBe(3)
    await app.settle()
    app.advance(2000)
    expect((await app.post('/v1/dte/emitir', factura())).status).toBe(202)
  })

  test('on a full disk, and it accepts again when there is room', async () => {
    const app = await testAppWithFolios({ folios: { 33: 9 } })
    const pages = app.store.client.pragma('page_count', { simple: true }) as number
    app.store.client.pragma(`max_page_count = ${pages}`)
    const replies = []
    for (let i = 0; i < 9; i++) replies.push(await app.post('/v1/dte/emitir', factura()))
    const full = replies.filter(({ status }) => status === 503)
    expect(full.length).toBeGreaterThan(0)
    expect(full[0]!.body.code).toBe('QUEUE_UNAVAILABLE')
    expect(full[0]!.body.error).toBe(
      'El disco del servidor está lleno; libere espacio en él: nada se creó, reintente en unos segundos',
    )
    expect(full[0]!.headers.get('retry-after')).toBe('5')
    const accepted = replies.filter(({ status }) => status === 202).length
    expect(siguiente(app)).toBe(accepted + 1)
    expect(rows(app, 'SELECT count(*) AS n FROM documento')).toEqual([{ n: accepted }])
    app.store.client.pragma('max_page_count = 1000000')
    const next = await app.post('/v1/dte/emitir', factura())
    expect(next).toMatchObject({ status: 202, body: { data: { folio: accepted + 1 } } })
  })

  test('on a read-only database', async () => {
    const app = await testAppWithFolios({ folios: { 33: 9 } })
    app.store.client.pragma('query_only = 1')
    expect(await app.post('/v1/dte/emitir', factura())).toMatchObject({
      status: 503,
      body: { code: 'QUEUE_UNAVAILABLE' },
    })
    app.store.client.pragma('query_only = 0')
    expect((await app.post('/v1/dte/emitir', factura())).body.data.folio).toBe(1)
  })

  test('while the queue does not run, by single emission and batch, and it accepts again once it does', async () => {
    const app = await testAppWithFolios({ folios: { 33: 9 }, jobs: 'runner' })
    const { runner } = app.app.services
    const refused = async () => {
      const queue = { body: { code: 'QUEUE_UNAVAILABLE' } }
      const reply = await app.post('/v1/dte/emitir', factura())
      expect(reply).toMatchObject({ status: 503, ...queue })
      expect(reply.headers.get('retry-after')).toBe('5')
      const lote = { documentos: [factura(), factura()] }
      expect(await app.post('/v1/dte/emitir/lote', lote)).toMatchObject({ status: 503, ...queue })
      expect(await app.get('/listo')).toMatchObject({
        status: 503,
        body: { detalles: [{ base_de_datos: true, trabajos: false }] },
      })
    }
    await refused()
    expect(siguiente(app)).toBe(1)
    expect(rows(app, 'SELECT count(*) AS n FROM job')).toEqual([{ n: 0 }])
    runner.start()
    try {
      expect(await app.post('/v1/dte/emitir', factura())).toMatchObject({
        status: 202,
        body: { data: { folio: 1 } },
      })
      expect((await app.get('/listo')).status).toBe(200)
      // Its heart stands still.
      app.advance(600_000)
      await refused()
      expect(siguiente(app)).toBe(2)
    } finally {
      await runner.stop(0)
    }
  })
})

describe('Idempotency-Key (http §9)', () => {
  const withKey = (app: { tenant: { key: Record<string, string> } }, clave: string) => ({
    ...app.tenant.key,
    'idempotency-key': clave,
  })

  test('a repeated request gets the first answer, for ever, whatever the order of its fields', async () => {
    const app = await testAppWithFolios()
    const first = await app.post('/v1/dte/emitir', factura(), withKey(app, 'pedido-1'))
    app.advance(400 * 86_400_000)
    const again = await app.post(
      '/v1/dte/emitir',
      Object.fromEntries(Object.entries(factura()).reverse()),
      withKey(app, 'pedido-1'),
    )
    expect(again.status).toBe(202)
    expect(again.body).toEqual(first.body)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(again.headers.get('location')).toBe(first.headers.get('location'))
    expect(first.headers.get('idempotent-replayed')).toBeNull()
    expect(siguiente(app)).toBe(2)
  })

  test('the same key with another body is refused', async () => {
    const app = await testAppWithFolios()
    await app.post('/v1/dte/emitir', factura(), withKey(app, 'k'))
    const other = await app.post('/v1/dte/emitir', boleta(), withKey(app, 'k'))
    expect(other).toMatchObject({ status: 422, body: { code: 'IDEMPOTENCY_MISMATCH' } })
  })

  test('a session that repeats a key for another environment is not given that of the first', async () => {
    const app = await testAppWithFolios()
    const session = { ...app.tenant.session, 'idempotency-key': 'k' }
    expect((await app.post('/v1/dte/emitir', factura(), session)).status).toBe(202)
    const other = await app.post('/v1/dte/emitir', factura(), { ...session, 'x-ambiente': 'certificacion' })
    expect(other).toMatchObject({ status: 422, body: { code: 'IDEMPOTENCY_MISMATCH' } })
  })

  test('twins in flight at once make one document', async () => {
    const app = await testAppWithFolios()
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => app.post('/v1/dte/emitir', factura(), withKey(app, 'k'))),
    )
    expect(new Set(replies.map(({ body }) => body.data.job_id)).size).toBe(1)
    expect(siguiente(app)).toBe(2)
  })

  test('a refused request does not burn its key', async () => {
    const app = await testAppWithFolios()
    expect((await app.post('/v1/dte/emitir', factura({ detalle: [] }), withKey(app, 'k'))).status).toBe(422)
    expect((await app.post('/v1/dte/emitir', factura(), withKey(app, 'k'))).status).toBe(202)
  })

  test('two companies may use the same key', async () => {
    const app = await testAppWithFolios()
    const other = await app.registerCompany()
    await loadFolios(app, other, { 33: 5 })
    const mine = await app.post('/v1/dte/emitir', factura(), withKey(app, 'k'))
    const theirs = await app.post('/v1/dte/emitir', factura(), { ...other.key, 'idempotency-key': 'k' })
    expect(theirs.status).toBe(202)
    expect(theirs.body.data.job_id).not.toBe(mine.body.data.job_id)
  })
})

describe('warnings (http §0, §9)', () => {
  test('the same sale within ten minutes is accepted and pointed at', async () => {
    const app = await testAppWithFolios()
    const first = await app.post('/v1/dte/emitir', factura({ referencia_externa: 'pedido-9' }))
    const second = await app.post('/v1/dte/emitir', factura({ referencia_externa: 'pedido-9' }))
    expect(second.body.data.advertencias).toEqual([
      { code: 'POSSIBLE_DUPLICATE', campo: '', mensaje: expect.any(String), job_id: first.body.data.job_id },
    ])
    expect(
      (await app.post('/v1/dte/emitir', factura({ referencia_externa: 'pedido-10' }))).body.data.advertencias,
    ).toBeUndefined()
    // The warning is for the same day, as long as it lasts.
    app.advance(60 * 60_000)
    const later = () => app.post('/v1/dte/emitir', factura({ referencia_externa: 'pedido-9' }))
    expect((await later()).body.data.advertencias).toMatchObject([{ code: 'POSSIBLE_DUPLICATE' }])
    app.advance(24 * 60 * 60_000)
    expect((await later()).body.data.advertencias).toBeUndefined()
  })

  test('the sale of before midnight is not of today', async () => {
    const app = await testAppWithFolios()
    // 11:02 in Chile; then 23:59, then 00:03.
    app.advance((12 * 60 + 57) * 60_000)
    await app.post('/v1/dte/emitir', factura())
    app.advance(4 * 60_000)
    const { body } = await app.post('/v1/dte/emitir', factura())
    expect(body.data.advertencias).toMatchObject([
      { mensaje: 'Hace menos de 10 minutos ya se aceptó un documento igual, línea por línea' },
    ])
  })

  test('says of which lines the two are before it calls them equal, and points at the equal one', async () => {
    const app = await testAppWithFolios()
    const sale = (nombre: string, precio: number, cantidad = 1) =>
      app.post('/v1/dte/emitir', factura({ detalle: [{ nombre, precio, cantidad }] }))
    const first = await sale('Andamio', 50_000, 2)
    const other = await sale('Montaje', 100_000)
    expect(other.body.data.advertencias).toMatchObject([
      { code: 'POSSIBLE_DUPLICATE', mensaje: expect.stringContaining('con otras líneas') },
    ])
    const again = await sale('Andamio', 50_000, 2)
    expect(again.body.data.advertencias).toMatchObject([
      {
        code: 'POSSIBLE_DUPLICATE',
        mensaje: expect.stringContaining('un documento igual'),
        job_id: first.body.data.job_id,
      },
    ])
  })

  test('are said by `validar` before anything is issued: what was just sold, and a line that counts nothing', async () => {
    const app = await testAppWithFolios()
    const judge = async (detalle: object[], more = {}) => {
      const { body } = await app.post('/v1/dte/validar', factura({ detalle, ...more }))
      return body.data.advertencias
    }
    const sale = [{ nombre: 'Andamio', precio: 50_000, cantidad: 2 }]
    expect(await judge(sale)).toEqual([])
    const { job_id } = (await app.post('/v1/dte/emitir', factura({ detalle: sale }))).body.data
    const alike = { code: 'POSSIBLE_DUPLICATE', job_id }
    expect(await judge(sale)).toMatchObject([
      { ...alike, mensaje: expect.stringContaining('un documento igual') },
    ])
    expect(await judge([{ nombre: 'Montaje', precio: 100_000, cantidad: 1 }])).toMatchObject([alike])
    expect(await judge(sale, { referencia_externa: 'otro pedido' })).toEqual([])
    expect(await judge([{ nombre: 'Grúa', precio: 9000 }, { nombre: 'Flete' }])).toEqual([
      {
        code: 'LINE_WITHOUT_AMOUNT',
        campo: 'detalle[1].precio',
        mensaje: 'La línea 2 no trae precio ni monto: cuenta $0',
      },
    ])
    expect(
      await judge([
        { nombre: 'Grúa', precio: 9000 },
        { nombre: 'Regalo', precio: 0 },
      ]),
    ).toEqual([])
    app.advance(11 * 60_000)
    expect(await judge(sale)).toMatchObject([alike])
    // With other lines it is another sale by then.
    expect(await judge([{ nombre: 'Montaje', precio: 100_000, cantidad: 1 }])).toEqual([])
    app.advance(24 * 60 * 60_000)
    expect(await judge(sale)).toEqual([])
  })

  test('two coffees to nobody in particular are no duplicate', async () => {
    const app = await testAppWithFolios()
    await app.post('/v1/dte/emitir', boleta())
    expect((await app.post('/v1/dte/emitir', boleta())).body.data.advertencias).toBeUndefined()
  })
})

describe('references to own documents (http §1)', () => {
  const emit = async (app: CompanyApp, body: object) => app.post('/v1/dte/emitir', body)

  test('a folio of our ranges that was not issued is refused; one of nobody we know is accepted with a warning', async () => {
    const app = await testAppWithFolios()
    expect(await emit(app, nota(3, 50, linea(1)))).toMatchObject({
      status: 422,
      body: { code: 'REFERENCE_NOT_FOUND', detalles: [{ campo: 'referencias[0].folio' }] },
    })
    const elsewhere = await emit(app, nota(3, 5000, linea(1)))
    expect(elsewhere.body.data.advertencias[0].code).toBe('REFERENCE_NOT_VERIFIED')
  })

  test('a void must equal the document and is possible once', async () => {
    const app = await testAppWithFolios()
    await emit(app, factura())
    expect(await emit(app, nota(1, 1, linea(10)))).toMatchObject({
      status: 422,
      body: { code: 'AMOUNT_MISMATCH' },
    })
    expect((await emit(app, nota(1))).status).toBe(202)
    expect(await emit(app, nota(1))).toMatchObject({ status: 409, body: { code: 'INVALID_STATE' } })
    expect((await app.get('/v1/documentos/33/1')).body.data.saldo).toBe(0)
  })

  test('credit notes fit the balance together, also when they arrive together', async () => {
    const app = await testAppWithFolios()
    await emit(app, factura())
    const half = nota(3, 1, linea(60_000))
    const replies = await Promise.all([emit(app, half), emit(app, half), emit(app, half)])
    expect(replies.map(({ status }) => status).sort()).toEqual([202, 422, 422])
    expect(replies.find(({ status }) => status === 422)!.body.code).toBe('BALANCE_EXCEEDED')
    expect((await app.get('/v1/documentos/33/1')).body.data.saldo).toBe(133_876 - 71_400)
  })

  test('a discarded note gives its balance back', async () => {
    const app = await testAppWithFolios()
    await emit(app, factura())
    await app.settle()
    const { body } = await emit(app, nota(1))
    await refuse(app)
    expect((await app.post(`/v1/dte/emision/${body.data.job_id}/descartar`, {})).status).toBe(200)
    expect((await app.get('/v1/documentos/33/1')).body.data.saldo).toBe(133_876)
    expect((await emit(app, nota(1))).status).toBe(202)
  })

  test('a document of another tenant is nobody we know', async () => {
    const app = await testAppWithFolios()
    await emit(app, factura())
    const other = await app.registerCompany()
    await loadFolios(app, other, { 61: 5 })
    const reply = await app.post('/v1/dte/emitir', nota(1), other.key)
    expect(reply.body.data.advertencias[0].code).toBe('REFERENCE_NOT_VERIFIED')
  })
})

describe('POST /v1/dte/validar', () => {
  test('shows the document as it would be, and needs no folio, CAF or certificate', async () => {
    const app = await testAppWithCompany()
    const reply = await app.post(
      '/v1/dte/validar',
      factura({
        detalle: [{ nombre: 'Arriendo de andamio', cantidad: 2, precio: 50000, descuento_pct: 10 }],
        DscRcgGlobal: [{ TpoMov: 'D', TpoValor: '%', ValorDR: 5 }],
      }),
    )
    expect(reply).toMatchObject({
      status: 200,
      body: {
        data: {
          tipo_dte: 33,
          totales: { monto_neto: 85500, tasa_iva: 19, monto_iva: 16245, monto_total: 101745 },
          detalle: [
            {
              linea: 1,
              nombre: 'Arriendo de andamio',
              cantidad: 2,
              precio: 50000,
              descuento_monto: 10000,
              monto: 90000,
            },
          ],
          advertencias: [],
        },
      },
    })
    expect(rows(app, 'SELECT id FROM documento')).toEqual([])
  })

  test('tells every fault, and those of references', async () => {
    const app = await testAppWithFolios({ folios: { 33: 5 } })
    const reply = await app.post('/v1/dte/validar', {
      ...factura(),
      detalle: [{}],
      fecha_emision: '2027-01-01',
    })
    expect(reply.status).toBe(422)
    expect(reply.body.detalles.map(({ campo }: { campo: string }) => campo)).toEqual([
      'detalle[0].nombre',
      'fecha_emision',
    ])
    expect((await app.post('/v1/dte/validar', nota(3, 2, linea(1)))).body.code).toBe('REFERENCE_NOT_FOUND')
  })
})

test.each([
  ['a line that is not billed', { exento: 2 }],
  ['a line that is', {}],
])('an amount beyond the schema is a fault of the request: %s (domain/dte §6.1)', async (_, over) => {
  const app = await testAppWithCompany()
  const big = { nombre: 'Enorme', cantidad: 999_999_999_999, precio: 999_999_999_999, ...over }
  const body = factura({ detalle: [{ nombre: 'Normal', precio: 1 }, big] })
  const reply = await app.post('/v1/dte/validar', body)
  expect(reply).toMatchObject({ status: 422, body: { code: 'VALIDATION_ERROR' } })
})

test('a server without an account answers 401, not 500', async () => {
  const app = await testApp()
  expect((await app.post('/v1/dte/emitir', factura(), {})).status).toBe(401)
})
