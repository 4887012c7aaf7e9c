// `programar_para` (http §1, §6, §7): a promise on disk without a folio; at its hour every rule is asked again, and what
// breaks one ends `failed` where a person can mend it.

import { describe, expect, test } from 'bun:test'
import { discard, document, emit, job, linea, nota, retry, saldo } from '../../support/emision'
import { factura } from '../../support/emisor'
import { guia } from '../../support/solicitudes'
import { loadFolios, type TestApp, testAppWithCompany, testAppWithFolios } from '../../support/test-app'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** The tests' clock begins at 2026-11-20T14:02:11Z, 11:02 in Chile. */
const EN_UNA_HORA = '2026-11-20T15:02:11.000Z'
const programada = (over: object = {}) => factura({ programar_para: EN_UNA_HORA, ...over })
const siguiente = (app: Pick<TestApp, 'store'>, tipo = 33) =>
  app.store.client.prepare('SELECT siguiente FROM caf WHERE tipo_dte = ?').pluck().get(tipo)
const count = (app: Pick<TestApp, 'store'>, table: string) =>
  app.store.client.prepare(`SELECT count(*) FROM ${table}`).pluck().get()

async function atItsHour(app: TestApp): Promise<void> {
  app.advance(HOUR)
  await app.settle()
}

describe('a request with programar_para', () => {
  test('answers 202 with a scheduled job and no folio, on disk and not readable there', async () => {
    const app = await testAppWithFolios({ folios: { 33: 5 } })
    const reply = await app.post('/v1/dte/emitir', programada({ referencia_externa: 'pedido-7' }))
    const data = { folio: null, tipo_dte: 33, estado: 'scheduled' }
    expect(reply).toMatchObject({ status: 202, body: { data } })
    expect(reply.body.data.mensaje).toContain(EN_UNA_HORA)
    expect(reply.headers.get('location')).toBe(`/v1/dte/emision/${reply.body.data.job_id}`)
    expect(await job(app, reply.body.data.job_id)).toMatchObject({
      estado: 'scheduled',
      tipo_dte: 33,
      folio: null,
      folio_estado: null,
      referencia_externa: 'pedido-7',
      proximo_intento: EN_UNA_HORA,
      result: null,
      error: null,
    })
    expect(siguiente(app)).toBe(1)
    const sealed = app.store.client.prepare('SELECT solicitud_cifrada FROM emision_programada').pluck().get()
    expect(Buffer.from(sealed as Uint8Array).includes('andamio')).toBe(false)
  })

  test('takes its folio at its hour and not before, and goes the way of any other', async () => {
    const app = await testAppWithFolios({ folios: { 33: 5 } })
    const id = await emit(app, programada())
    app.advance(HOUR - 1)
    await app.drainJobs()
    expect(await job(app, id)).toMatchObject({ estado: 'scheduled', folio: null })
    expect((await app.get('/v1/documentos')).body.data).toEqual([])
    // A document issued meanwhile comes first.
    await emit(app)
    app.advance(1)
    await app.settle()
    expect(await job(app, id)).toMatchObject({ estado: 'completed', folio: 2, result: { folio: 2 } })
    expect((await app.get('/v1/documentos')).body.data).toHaveLength(2)
    expect((await document(app, 33, 2)).estado_sii).toBe('aceptado')
    expect(count(app, 'emision_programada')).toBe(0)
  })

  test('is listed and filtered by its state', async () => {
    const app = await testAppWithFolios({ folios: { 33: 5 } })
    const id = await emit(app, programada())
    await emit(app)
    const ids = async (query: string) =>
      (await app.get(`/v1/dte/emision${query}`)).body.data.map((j: { id: string }) => j.id)
    expect(await ids('?estado=scheduled')).toEqual([id])
    expect(await ids('')).toHaveLength(2)
    expect(await ids('?estado=pending')).not.toContain(id)
  })

  test('is dated the day of its release in Chile when it names none, and the one it names otherwise', async () => {
    const app = await testAppWithFolios({ folios: { 33: 5 } })
    // 02:30 UTC is still the 22nd in Chile.
    const para = '2026-11-23T02:30:00Z'
    await emit(app, factura({ programar_para: para }))
    await emit(app, factura({ programar_para: para, fecha_emision: '2026-11-21' }))
    app.setNow(para)
    await app.settle()
    expect((await document(app, 33, 1)).fecha_emision).toBe('2026-11-22')
    expect((await document(app, 33, 2)).fecha_emision).toBe('2026-11-21')
  })

  test('may be dated no later than its release, and leaves on it: a guide departs then', async () => {
    const app = await testAppWithFolios({ folios: { 33: 5, 52: 5 } })
    const para = '2026-11-25T15:00:00-03:00'
    const late = await app.post(
      '/v1/dte/emitir',
      factura({ programar_para: para, fecha_emision: '2026-11-26' }),
    )
    expect(late).toMatchObject({
      status: 422,
      body: { detalles: [{ campo: 'fecha_emision', regla: 'futura' }] },
    })
    await emit(app, factura({ programar_para: para, fecha_emision: '2026-11-25' }))
    await emit(app, guia({}, { programar_para: para }))
    app.setNow(para)
    await app.settle()
    expect((await document(app, 52, 1)).fecha_emision).toBe('2026-11-25')
    expect((await document(app, 33, 1)).estado_sii).toBe('aceptado')
  })

  test('survives a stop: a server that was down at its hour releases it when it is back', async () => {
    const app = await testAppWithFolios({ folios: { 33: 5 } })
    const id = await emit(app, programada())
    app.advance(3 * DAY)
    app.app.services.runner.rescue()
    await app.settle()
    expect(await job(app, id)).toMatchObject({ estado: 'completed', folio: 1 })
    expect((await document(app, 33, 1)).fecha_emision).toBe('2026-11-23')
  })

  test('many of one hour are all released, each with a folio of its own', async () => {
    const app = await testAppWithFolios({ folios: { 33: 60 } })
    await Promise.all(Array.from({ length: 50 }, () => emit(app, programada())))
    await atItsHour(app)
    const folios = app.store.client.prepare('SELECT folio FROM documento ORDER BY folio').pluck().all()
    expect(folios).toEqual(Array.from({ length: 50 }, (_, i) => i + 1))
  })

  test('gets its first answer again under its Idempotency-Key, before and after its hour', async () => {
    const app = await testAppWithFolios({ folios: { 33: 5 } })
    const headers = { ...app.tenant.key, 'idempotency-key': 'k' }
    const first = await app.post('/v1/dte/emitir', programada(), headers)
    expect((await app.post('/v1/dte/emitir', programada(), headers)).body).toEqual(first.body)
    await atItsHour(app)
    const late = await app.post('/v1/dte/emitir', programada(), headers)
    expect([late.status, late.body]).toEqual([202, first.body])
    expect(late.headers.get('idempotent-replayed')).toBe('true')
    expect(siguiente(app)).toBe(2)
  })

  test('calls what is scheduled equal by its lines alone', async () => {
    const app = await testAppWithFolios({ folios: { 33: 5 } })
    const other = { detalle: [{ nombre: 'Otra cosa', precio: 112_501 }] }
    await emit(app, programada())
    const said = async (over: object) =>
      (await app.post('/v1/dte/emitir', programada(over))).body.data.advertencias[0].mensaje
    expect(await said(other)).toContain('con otras líneas')
    expect(await said({})).toContain('un documento igual')
  })

  test('warns of its equal scheduled just before, and of a certificate that will be over by then', async () => {
    const app = await testAppWithFolios({ folios: { 33: 5 } })
    const first = await emit(app, programada({ referencia_externa: 'p' }))
    app.store.client.prepare("UPDATE certificado SET valido_hasta = '2026-11-20T15:00:00.000Z'").run()
    const { body } = await app.post('/v1/dte/emitir', programada({ referencia_externa: 'p' }))
    expect(body.data.advertencias).toEqual([
      { code: 'POSSIBLE_DUPLICATE', campo: '', mensaje: expect.any(String), job_id: first },
      {
        code: 'CERTIFICATE_EXPIRES',
        campo: 'programar_para',
        mensaje: expect.stringContaining('2026-11-20'),
      },
    ])
  })

  test('counts among the waiting jobs of the backlog limit', async () => {
    const app = await testAppWithFolios({ folios: { 33: 5 }, maxBacklog: 1 })
    await emit(app, programada())
    expect((await app.post('/v1/dte/emitir', programada())).body.code).toBe('QUEUE_UNAVAILABLE')
  })
})

describe('programar_para is refused, nothing created', () => {
  const cases: [string, unknown, string][] = [
    ['the past', '2026-11-20T14:02:10Z', 'pasado'],
    ['this very moment', '2026-11-20T14:02:11Z', 'pasado'],
    ['more than 366 days ahead', '2027-11-22T14:02:11Z', 'lejano'],
    ['no zone', '2026-11-20T18:00:00', 'instante'],
    ['a date alone', '2026-11-21', 'instante'],
    ['a day that does not exist', '2026-11-31T10:00:00Z', 'instante'],
    ['an hour that does not exist', '2026-11-21T25:00:00Z', 'instante'],
    ['a number', 1_795_000_000, 'tipo'],
  ]
  test.each(cases)('%s', async (_, para, regla) => {
    const app = await testAppWithFolios({ folios: { 33: 5 } })
    const reply = await app.post('/v1/dte/emitir', factura({ programar_para: para }))
    expect(reply).toMatchObject({
      status: 422,
      body: { code: 'VALIDATION_ERROR', detalles: [{ campo: 'programar_para', regla }] },
    })
    expect(count(app, "job WHERE kind = 'dte.emitir'")).toBe(0)
  })

  test('together with every other fault of the request, by validar too', async () => {
    const app = await testAppWithFolios({ folios: { 33: 5 } })
    const body = factura({ programar_para: '2020-01-01T00:00:00Z', detalle: [{ precio: 1 }] })
    for (const path of ['/v1/dte/emitir', '/v1/dte/validar']) {
      const { detalles } = (await app.post(path, body)).body
      expect(detalles.map(({ campo }: { campo: string }) => campo)).toEqual([
        'detalle[0].nombre',
        'programar_para',
      ])
    }
    expect((await app.post('/v1/dte/validar', programada())).status).toBe(200)
  })

  test('without a certificate, or as a note on what is not there: known today, told today', async () => {
    const bare = await testAppWithCompany()
    expect((await bare.post('/v1/dte/emitir', programada())).body.code).toBe('CERTIFICATE_MISSING')
    const app = await testAppWithFolios({ folios: { 33: 5, 61: 5 } })
    const note = nota(3, 1, { ...linea(1), programar_para: EN_UNA_HORA })
    expect((await app.post('/v1/dte/emitir', note)).body.code).toBe('REFERENCE_NOT_FOUND')
  })
})

describe('at its hour a rule is broken', () => {
  test('no folio is left: failed without folio; with folios a retry takes one', async () => {
    const app = await testAppWithFolios({ folios: { 34: 5 } })
    const id = await emit(app, programada())
    await atItsHour(app)
    expect(await job(app, id)).toMatchObject({
      estado: 'failed',
      folio: null,
      folio_estado: null,
      tipo_dte: 33,
      failed_at: EN_UNA_HORA,
      error: { code: 'NO_FOLIOS', etapa: 'construccion', accion: expect.stringContaining('folios') },
    })
    expect(await retry(app, id)).toMatchObject({ status: 409, body: { code: 'NO_FOLIOS' } })
    expect(await job(app, id)).toMatchObject({ estado: 'failed', error: { code: 'NO_FOLIOS' } })
    await app.post('/v1/dte/folios/solicitar', { tipo_dte: 33, cantidad: 5 })
    expect(await retry(app, id)).toMatchObject({
      status: 202,
      body: { data: { estado: 'pending', folio: 1 } },
    })
    await app.settle()
    expect(await job(app, id)).toMatchObject({ estado: 'completed', folio: 1, error: null })
  })

  test('tried again after the clock was put right, it is a document of that day, not of one to come', async () => {
    const app = await testAppWithCompany()
    await loadFolios(app, app.tenant, { 34: 1 })
    const id = await emit(app, programada({ programar_para: '2026-11-22T15:00:00Z' }))
    app.advance(3 * DAY)
    await app.drainJobs()
    expect(await job(app, id)).toMatchObject({ estado: 'failed', error: { code: 'NO_FOLIOS' } })
    app.advance(-3 * DAY)
    await loadFolios(app, app.tenant, { 33: 5 })
    expect((await retry(app, id)).status).toBe(202)
    expect(await document(app, 33, 1)).toMatchObject({ fecha_emision: '2026-11-20' })
  })

  test('the certificate was withdrawn: no folio moves', async () => {
    const app = await testAppWithFolios({ folios: { 33: 5 } })
    const id = await emit(app, programada())
    await app.delete(`/v1/empresa/${app.tenant.empresaId}/certificado`, undefined, app.tenant.session)
    await atItsHour(app)
    expect(await job(app, id)).toMatchObject({ estado: 'failed', error: { code: 'CERTIFICATE_MISSING' } })
    expect(siguiente(app)).toBe(1)
  })

  test('its CAF is of a later day than its date: the folio that was tried is not taken', async () => {
    const app = await testAppWithFolios({ folios: { 34: 1 } })
    const id = await emit(app, programada({ fecha_emision: '2026-11-20' }))
    app.advance(3 * DAY)
    // Not by a request to the SII, which would run what is due before its folios are there.
    const caf = { rut: '76543210-3', tipo_dte: 33, cantidad: 5 }
    const { caf_base64 } = (await app.post('/simulador/caf', caf)).body.data
    await app.post('/v1/dte/folios', { caf_base64, siguiente: 1 })
    await app.settle()
    expect(await job(app, id)).toMatchObject({
      estado: 'failed',
      folio: null,
      error: { code: 'VALIDATION_ERROR' },
    })
    expect(siguiente(app)).toBe(1)
    expect(count(app, 'documento')).toBe(0)
  })

  test('what it credits was credited meanwhile: the balance is taken at release, by whoever comes first', async () => {
    const app = await testAppWithFolios({ folios: { 33: 5, 61: 5 } })
    await emit(app)
    const id = await emit(app, nota(1, 1, { programar_para: EN_UNA_HORA }))
    expect(await saldo(app, 33, 1)).toBe(133_876)
    await emit(app, nota(3, 1, linea(1000)))
    await atItsHour(app)
    expect(await job(app, id)).toMatchObject({
      estado: 'failed',
      folio: null,
      error: { code: 'BALANCE_EXCEEDED' },
    })
    expect(siguiente(app, 61)).toBe(2)
    expect(await saldo(app, 33, 1)).toBe(133_876 - 1190)
  })

  test('two of one balance: one is released, the other fails alone', async () => {
    const app = await testAppWithFolios({ folios: { 33: 5, 61: 5 } })
    await emit(app)
    const ids = [await emit(app, nota(1, 1, { programar_para: EN_UNA_HORA }))]
    ids.push(await emit(app, nota(1, 1, { programar_para: EN_UNA_HORA })))
    await atItsHour(app)
    const jobs = await Promise.all(ids.map((id) => job(app, id)))
    expect(jobs.map(({ estado }) => estado)).toEqual(['completed', 'failed'])
    expect(siguiente(app, 61)).toBe(2)
    expect(await saldo(app, 33, 1)).toBe(0)
  })

  test('the company was emptied of what a document states: the job says what is missing', async () => {
    const app = await testAppWithFolios({ folios: { 33: 5 } })
    const id = await emit(app, programada())
    app.store.client.prepare('UPDATE empresa SET giro = NULL').run()
    await atItsHour(app)
    const { estado, error } = await job(app, id)
    expect([estado, error.code]).toEqual(['failed', 'INVALID_STATE'])
    expect(error.error).toContain('giro')
  })
})

describe('a scheduled emission can be given up', () => {
  test('before its hour: nothing is issued, no folio moves, its list shows it discarded', async () => {
    const app = await testAppWithFolios({ folios: { 33: 5 } })
    const id = await emit(app, programada())
    expect(await discard(app, id, true)).toMatchObject({
      status: 200,
      body: { data: { estado: 'discarded', folio: null, folio_estado: null } },
    })
    await atItsHour(app)
    expect(await job(app, id)).toMatchObject({ estado: 'discarded', tipo_dte: 33 })
    expect(siguiente(app)).toBe(1)
    expect((await app.get('/v1/dte/folios/huecos')).body.data).toEqual([])
  })

  test('after it failed; and a job that still waits cannot be retried', async () => {
    const app = await testAppWithFolios({ folios: { 34: 5 } })
    const id = await emit(app, programada())
    expect(await retry(app, id)).toMatchObject({ status: 409, body: { code: 'INVALID_STATE' } })
    await atItsHour(app)
    expect((await discard(app, id, false)).body.data.estado).toBe('discarded')
  })

  test('another tenant neither sees nor discards it', async () => {
    const app = await testAppWithFolios({ folios: { 33: 5 } })
    const id = await emit(app, programada())
    const other = await app.registerCompany()
    expect((await app.get(`/v1/dte/emision/${id}`, other.key)).status).toBe(404)
    expect((await app.post(`/v1/dte/emision/${id}/descartar`, {}, other.key)).status).toBe(404)
    expect((await app.get('/v1/dte/emision', other.key)).body.data).toEqual([])
  })

  test('while it waits its company cannot be deleted', async () => {
    const app = await testAppWithFolios({ folios: { 33: 5 } })
    const id = await emit(app, programada())
    const path = `/v1/empresa/${app.tenant.empresaId}`
    expect(await app.delete(path, undefined, app.tenant.session)).toMatchObject({
      status: 409,
      body: { code: 'INVALID_STATE' },
    })
    await discard(app, id, true)
    expect((await app.delete(path, undefined, app.tenant.session)).status).toBe(204)
  })
})
