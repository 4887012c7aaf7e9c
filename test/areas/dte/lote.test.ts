// POST /v1/dte/emitir/lote (http §1, §9): each document by itself, or all or none; in both cases on disk with its answer.

import { describe, expect, test } from 'bun:test'
import { emit, job, linea, nota } from '../../support/emision'
import { boleta, factura, RECEPTOR } from '../../support/emisor'
import { loadFolios, type TestApp, testAppWithCompany, testAppWithFolios } from '../../support/test-app'

const siguiente = (app: Pick<TestApp, 'store'>, tipo = 33) =>
  app.store.client.prepare('SELECT siguiente FROM caf WHERE tipo_dte = ?').pluck().get(tipo)
const jobs = (app: Pick<TestApp, 'store'>) =>
  app.store.client.prepare('SELECT count(*) FROM job').pluck().get()
const lote = (
  app: Pick<TestApp, 'post'>,
  documentos: unknown[],
  over: object = {},
  headers?: Record<string, string>,
) => app.post('/v1/dte/emitir/lote', { documentos, ...over }, headers)
const sinNombre = factura({ detalle: [{ precio: 1 }, { nombre: 'b', precio: 1.5e-9 }] })
const TODO = { todo_o_nada: true }

describe('POST /v1/dte/emitir/lote', () => {
  test('answers 202 with what became of each, in order; the SII gets what was accepted', async () => {
    const app = await testAppWithFolios({ folios: { 33: 5, 39: 5 } })
    const reply = await lote(app, [factura(), sinNombre, boleta(), factura({ tipo_dte: 34 }), factura()])
    expect(reply.status).toBe(202)
    const { documentos } = reply.body.data
    expect(documentos).toMatchObject([
      { indice: 0, ok: true, data: { folio: 1, tipo_dte: 33, estado: 'pending' } },
      { indice: 1, ok: false, code: 'VALIDATION_ERROR' },
      { indice: 2, ok: true, data: { folio: 1, tipo_dte: 39 } },
      { indice: 3, ok: false, code: 'NO_FOLIOS', detalles: [{ tipo_dte: 34, disponibles: 0 }] },
      { indice: 4, ok: true, data: { folio: 2 } },
    ])
    // Paths of a document that stands by itself are its own.
    expect(documentos[1].detalles.map(({ campo }: { campo: string }) => campo)).toEqual([
      'detalle[0].nombre',
      'detalle[1].precio',
    ])
    await app.settle()
    expect(await job(app, documentos[4].data.job_id)).toMatchObject({ estado: 'completed', folio: 2 })
    expect((await app.get('/v1/documentos')).body.data).toHaveLength(3)
  })

  test('with todo_o_nada takes every document, or answers 422 with every fault and its path and takes nothing', async () => {
    const app = await testAppWithFolios({ folios: { 33: 5, 61: 5 } })
    await emit(app)
    const before = [siguiente(app), jobs(app)]
    const documentos = [
      factura(),
      sinNombre,
      nota(3, 4, linea(1)),
      { ...factura(), receptor: RECEPTOR, tipo_dte: 34 },
      7,
    ]
    const reply = await lote(app, documentos, TODO)
    expect(reply).toMatchObject({ status: 422, body: { ok: false, code: 'VALIDATION_ERROR' } })
    // The message alone tells which document it is about.
    for (const { campo, mensaje } of reply.body.detalles)
      expect(mensaje).toStartWith(campo.slice(0, 'documentos[0]'.length))
    expect(reply.body.detalles).toMatchObject([
      { campo: 'documentos[1].detalle[0].nombre', regla: 'requerido' },
      { campo: 'documentos[1].detalle[1].precio', regla: 'decimales' },
      { campo: 'documentos[2].referencias[0].folio', regla: 'referencia' },
      { campo: 'documentos[3]', regla: 'documento', mensaje: expect.stringContaining('34') },
      { campo: 'documentos[4]', regla: 'tipo' },
    ])
    expect([siguiente(app), jobs(app)]).toEqual(before)
    const whole = await lote(app, [factura(), factura()], TODO)
    expect(whole.body.data.documentos.map((d: { data: { folio: number } }) => d.data.folio)).toEqual([2, 3])
  })

  test('a fault that all documents share is the code of the refusal, but 422 it is always', async () => {
    const app = await testAppWithFolios({ folios: { 33: 1 } })
    const wrong = factura({ receptor: { ...RECEPTOR, rut: '1-1' } })
    expect(await lote(app, [wrong, wrong], TODO)).toMatchObject({
      status: 422,
      body: { code: 'INVALID_RUT' },
    })
    const short = await lote(app, [factura(), factura()], TODO)
    expect(short).toMatchObject({
      status: 422,
      body: { detalles: [{ campo: 'documentos[1]', regla: 'documento' }] },
    })
    expect(siguiente(app)).toBe(1)
  })

  test('a document that is refused after its folio was taken gives it back, and the next one takes it', async () => {
    const app = await testAppWithFolios({ folios: { 33: 5 } })
    const { body } = await lote(app, [factura({ fecha_emision: '2026-11-19' }), factura()])
    expect(body.data.documentos).toMatchObject([
      { ok: false, detalles: [{ campo: 'fecha_emision', regla: 'antes_del_caf' }] },
      { ok: true, data: { folio: 1 } },
    ])
  })

  test('a note cannot refer to a document of its own batch, whose folio it can only guess', async () => {
    const app = await testAppWithFolios({ folios: { 33: 5, 61: 5 } })
    const { body } = await lote(app, [factura(), nota(1, 1), nota(1, 2), factura()])
    expect(body.data.documentos).toMatchObject([
      { ok: true, data: { folio: 1 } },
      {
        ok: false,
        code: 'REFERENCE_NOT_FOUND',
        detalles: [{ campo: 'referencias[0].folio', regla: 'mismo_lote' }],
      },
      {
        ok: false,
        code: 'REFERENCE_NOT_FOUND',
        detalles: [{ campo: 'referencias[0].folio', regla: 'referencia' }],
      },
      { ok: true, data: { folio: 2 } },
    ])
    expect(body.data.documentos[1].error).toContain('mismo lote')
    expect(siguiente(app, 61)).toBe(1)
    // Known folios are another matter.
    expect((await lote(app, [nota(1, 1)])).body.data.documentos[0].ok).toBe(true)
  })

  test('notes of one batch share a balance: the second that does not fit is refused alone', async () => {
    const app = await testAppWithFolios({ folios: { 33: 5, 61: 5 } })
    await emit(app)
    const half = nota(3, 1, linea(60_000))
    const { documentos } = (await lote(app, [half, half])).body.data
    expect(documentos).toMatchObject([{ ok: true }, { ok: false, code: 'BALANCE_EXCEEDED' }])
    expect(siguiente(app, 61)).toBe(2)
  })

  test('takes documents that wait for their hour beside those that do not', async () => {
    const app = await testAppWithFolios({ folios: { 33: 5 } })
    const later = factura({ programar_para: '2026-11-20T15:00:00Z' })
    const past = factura({ programar_para: '2026-11-20T14:00:00Z' })
    expect((await lote(app, [later, past, factura()])).body.data.documentos).toMatchObject([
      { ok: true, data: { folio: null, estado: 'scheduled' } },
      { ok: false, detalles: [{ campo: 'programar_para', regla: 'pasado' }] },
      { ok: true, data: { folio: 1, estado: 'pending' } },
    ])
  })

  test('takes 100 documents of 60 lines within the 1 MiB of a body, and lets others through meanwhile', async () => {
    const app = await testAppWithFolios({ folios: { 33: 200 } })
    const lines = Array.from({ length: 60 }, (_, i) => ({
      nombre: `Artículo de ferretería número ${i}`,
      codigo: `SKU-${i}`,
      cantidad: i + 1,
      unidad: 'UN',
      precio: 1000 + i,
      descuento_pct: 5,
    }))
    const order: string[] = []
    const [batch] = await Promise.all([
      lote(app, Array(100).fill(factura({ detalle: lines }))).then((reply) => {
        order.push('lote')
        return reply
      }),
      app.get('/salud').then(() => order.push('salud')),
      emit(app).then(() => order.push('one')),
    ])
    expect(batch.body.data.documentos.filter((d: { ok: boolean }) => d.ok)).toHaveLength(100)
    expect(order).toEqual(['salud', 'one', 'lote'])
    const folios = app.store.client.prepare('SELECT folio FROM documento ORDER BY folio').pluck().all()
    expect(folios).toEqual(Array.from({ length: 101 }, (_, i) => i + 1))
  })

  test('many batches at once take each folio once', async () => {
    const app = await testAppWithFolios({ folios: { 33: 100 } })
    const replies = await Promise.all(Array.from({ length: 10 }, () => lote(app, Array(10).fill(factura()))))
    const folios = replies.flatMap(({ body }) =>
      body.data.documentos.map((d: { data: { folio: number } }) => d.data.folio),
    )
    expect(folios.sort((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, i) => i + 1))
  })
})

describe('a batch is refused as a whole, nothing taken', () => {
  const cases: [string, unknown, number, string, string][] = [
    ['101 documents', { documentos: Array(101).fill({}) }, 422, 'VALIDATION_ERROR', 'documentos'],
    ['no document', { documentos: [] }, 422, 'VALIDATION_ERROR', 'documentos'],
    ['no list', {}, 422, 'VALIDATION_ERROR', 'documentos'],
    ['an unknown field', { documentos: [factura()], todo: true }, 422, 'VALIDATION_ERROR', 'todo'],
    [
      'todo_o_nada as text',
      { documentos: [factura()], todo_o_nada: 'si' },
      422,
      'VALIDATION_ERROR',
      'todo_o_nada',
    ],
    [
      'a body of 2 MB',
      { documentos: [factura({ observaciones: 'x'.repeat(2_000_000) })] },
      413,
      'PAYLOAD_TOO_LARGE',
      '',
    ],
  ]
  test.each(cases)('%s', async (_, body, status, code, campo) => {
    const app = await testAppWithFolios({ folios: { 33: 5 } })
    const reply = await app.post('/v1/dte/emitir/lote', body)
    expect(reply).toMatchObject({ status, body: { ok: false, code } })
    if (campo) expect(reply.body.detalles[0].campo).toBe(campo)
    expect([siguiente(app), jobs(app)]).toEqual([1, 0])
  })

  test('by a company that cannot issue, and without a credential', async () => {
    const app = await testAppWithCompany()
    expect(await lote(app, [factura()])).toMatchObject({ status: 422, body: { code: 'CERTIFICATE_MISSING' } })
    expect((await lote(app, [factura()], {}, {})).status).toBe(401)
  })

  test('when the queue has no place for all of it', async () => {
    const app = await testAppWithFolios({ folios: { 33: 9 }, maxBacklog: 2 })
    const reply = await lote(app, [factura(), factura(), factura()])
    expect(reply).toMatchObject({ status: 503, body: { code: 'QUEUE_UNAVAILABLE' } })
    expect([siguiente(app), jobs(app)]).toEqual([1, 0])
  })

  test('on a disk that takes no writes', async () => {
    const app = await testAppWithFolios({ folios: { 33: 9 } })
    app.store.client.pragma('query_only = 1')
    expect((await lote(app, [factura()])).body.code).toBe('QUEUE_UNAVAILABLE')
    app.store.client.pragma('query_only = 0')
    expect(jobs(app)).toBe(0)
  })

  test('a document for an environment that is not the key’s is refused alone', async () => {
    const app = await testAppWithFolios({ folios: { 33: 9 } })
    const { documentos } = (await lote(app, [factura({ ambiente: 'produccion' }), factura()])).body.data
    expect(documentos).toMatchObject([{ ok: false, code: 'FORBIDDEN' }, { ok: true }])
  })
})

describe('Idempotency-Key of a batch (http §9)', () => {
  const withKey = (app: { tenant: { key: Record<string, string> } }, clave: string) => ({
    ...app.tenant.key,
    'idempotency-key': clave,
  })

  test('a repeated batch gets the first answer whole, its refusals too, and twins in flight make one', async () => {
    const app = await testAppWithFolios({ folios: { 33: 9 } })
    const documentos = [factura(), sinNombre]
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => lote(app, documentos, {}, withKey(app, 'k'))),
    )
    app.advance(400 * 86_400_000)
    replies.push(await lote(app, documentos, {}, withKey(app, 'k')))
    for (const { status, body } of replies) expect([status, body]).toEqual([202, replies[0]!.body])
    expect(replies.filter(({ headers }) => headers.get('idempotent-replayed') === 'true')).toHaveLength(5)
    expect(siguiente(app)).toBe(2)
    const other = await lote(app, [factura()], {}, withKey(app, 'k'))
    expect(other).toMatchObject({ status: 422, body: { code: 'IDEMPOTENCY_MISMATCH' } })
  })

  test('is not burnt by a batch of which nothing was accepted, and is none of the single emission’s', async () => {
    const app = await testAppWithFolios({ folios: { 34: 9 } })
    expect((await lote(app, [factura()], {}, withKey(app, 'k'))).body.data.documentos[0].code).toBe(
      'NO_FOLIOS',
    )
    expect((await lote(app, [factura()], TODO, withKey(app, 'k'))).status).toBe(422)
    await loadFolios(app, app.tenant, { 33: 9 })
    expect((await lote(app, [factura()], {}, withKey(app, 'k'))).body.data.documentos[0].ok).toBe(true)
    expect((await app.post('/v1/dte/emitir', factura(), withKey(app, 'k'))).status).toBe(202)
  })
})
