// Deliveries from the event to the receiver (http §12).

import { describe, expect, test } from 'bun:test'
import { signBody, signStandard } from '../../../src/areas/webhooks/firma'
import { discard, emit, fail, heal, retry } from '../../support/emision'
import { factura } from '../../support/emisor'
import { testApp, testAppWithFolios } from '../../support/test-app'
import { createReceptor, entregas, register } from './receptor'

const HOUR = 3_600_000

async function scene(answer?: Parameters<typeof createReceptor>[0]) {
  const receptor = createReceptor(answer)
  const app = await testAppWithFolios({ receptor: receptor.fetch, folios: { 33: 20 } })
  return { app, receptor }
}

describe('where private networks are forbidden', () => {
  test('the addresses of a name are checked at each delivery, and what was checked is what is connected to', async () => {
    const receptor = createReceptor()
    let addresses = ['200.7.1.1']
    const app = await testAppWithFolios({
      receptor: receptor.fetch,
      folios: { 33: 20 },
      privadas: false,
      lookup: async () => addresses,
    })
    const { id } = await register(app, { url: 'http://erp.example.cl:9000/hook', eventos: ['dte.emitido'] })
    await emit(app)
    await app.drainJobs()
    expect(receptor.recibidos.map(({ url }) => url)).toEqual(['http://200.7.1.1:9000/hook'])
    addresses = ['10.0.0.7']
    await emit(app)
    await app.drainJobs()
    expect(receptor.recibidos).toHaveLength(1)
    const { data } = (await app.get(`/v1/webhooks/${id}/entregas`)).body
    expect(data[0].error ?? JSON.stringify(data[0])).toContain('redes privadas')
  })
})

describe('dte.emitido', () => {
  test('carries exactly the fields of http §12.5, signed as sent', async () => {
    const { app, receptor } = await scene()
    const webhook = await register(app, { eventos: ['dte.emitido'] })
    const jobId = await emit(app)
    await app.drainJobs()
    expect(receptor.eventos()).toEqual(['dte.emitido'])
    const [{ body, headers, url }] = receptor.recibidos as [(typeof receptor.recibidos)[0]]
    expect(url).toBe('http://127.0.0.1:9000/hook')
    expect(JSON.parse(body)).toEqual({
      evento: 'dte.emitido',
      data: {
        job_id: jobId,
        tipo_dte: 33,
        folio: 1,
        track_id: '1',
        rut_emisor: '76543210-3',
        rut_receptor: '77123456-9',
        monto_total: expect.any(Number),
        fecha_emision: '2026-11-20',
      },
    })
    const [id, timestamp] = [headers['webhook-id']!, Number(headers['webhook-timestamp'])]
    expect(headers).toMatchObject({
      host: '127.0.0.1:9000',
      'content-type': 'application/json',
      'x-service-event': 'dte.emitido',
      'x-service-attempt': '1',
      'x-webhook-signature': signBody(webhook.secreto, body),
      'x-service-signature': signBody(webhook.secreto, body),
      'webhook-signature': signStandard(webhook.secreto, id, timestamp, body),
    })
    expect(id).toMatch(/^evt_/)
    expect(headers['x-service-delivery']).toMatch(/^dlv_/)
    expect(headers['x-webhook-signature-old']).toBeUndefined()
  })

  test('reaches each endpoint that asked for it, once for each document of a batch', async () => {
    const { app, receptor } = await scene()
    await register(app, { url: 'http://127.0.0.1:9001/', eventos: ['dte.emitido'] })
    await register(app, { url: 'http://127.0.0.1:9002/' })
    await register(app, { url: 'http://127.0.0.1:9003/', eventos: ['dte.rechazado'] })
    await register(app, { url: 'http://127.0.0.1:9004/', activo: false })
    for (let i = 0; i < 3; i++) await emit(app)
    await app.drainJobs()
    const urls = receptor.recibidos.map(({ url, evento }) => `${url} ${evento}`).sort()
    expect(urls).toEqual([
      ...Array(3).fill('http://127.0.0.1:9001/ dte.emitido'),
      ...Array(3).fill('http://127.0.0.1:9002/ dte.emitido'),
    ])
  })

  test('costs no row where nobody listens', async () => {
    const { app } = await scene()
    await emit(app)
    await app.drainJobs()
    expect(app.store.client.prepare('SELECT count(*) FROM evento').pluck().get()).toBe(0)
    expect(app.store.client.prepare('SELECT ultimo FROM evento_numero').pluck().get()).toBeGreaterThan(0)
  })
})

describe('the other events of documents', () => {
  test('tell the verdict with the words of the SII', async () => {
    const { app, receptor } = await scene()
    await register(app, { eventos: ['dte.aceptado', 'dte.rechazado', 'dte.con_reparos'] })
    await emit(app)
    await app.settle()
    expect(receptor.recibidos.map(({ body }) => JSON.parse(body))).toMatchObject([
      {
        evento: 'dte.aceptado',
        data: {
          folio: 1,
          track_id: '1',
          estado_sii: 'aceptado',
          codigo_sii: expect.any(String),
          glosa: expect.any(String),
        },
      },
    ])
  })

  test('tell a rejection', async () => {
    const { app, receptor } = await scene()
    const rechazado = { rut: '90000002-2' }
    await register(app, { eventos: ['dte.rechazado'] })
    await emit(app, factura({ receptor: { ...(factura().receptor as object), rut: rechazado.rut } }))
    await app.settle()
    expect(receptor.eventos()).toEqual(['dte.rechazado'])
    expect(JSON.parse(receptor.recibidos[0]!.body).data.estado_sii).toBe('rechazado')
  })

  test('tell a failure with the error of the job, the retry that mended it, and a discard', async () => {
    const { app, receptor } = await scene()
    await register(app, { eventos: ['dte.fallido', 'dte.emitido', 'dte.descartado'] })
    const first = await emit(app)
    const second = await emit(app)
    await app.delete(`/v1/empresa/${app.tenant.empresaId}/certificado`, undefined, app.tenant.session)
    await app.drainJobs()
    expect(receptor.eventos()).toEqual(['dte.fallido', 'dte.fallido'])
    expect(JSON.parse(receptor.recibidos[0]!.body).data).toMatchObject({
      job_id: first,
      folio: 1,
      track_id: null,
      error: { code: 'CERTIFICATE_MISSING', etapa: 'firma' },
    })
    await app.post(`/v1/empresa/${app.tenant.empresaId}/certificado`, { simulado: true }, app.tenant.session)
    await retry(app, first)
    await discard(app, second, true)
    await app.drainJobs()
    expect(receptor.eventos().slice(2).sort()).toEqual(['dte.descartado', 'dte.emitido'])
  })

  test('of one that waits for its hour tell its discard, before it has a folio', async () => {
    const { app, receptor } = await scene()
    await register(app, { eventos: ['dte.descartado', 'dte.fallido'] })
    const jobId = await emit(app, factura({ programar_para: '2026-11-20T15:00:00Z' }))
    await discard(app, jobId, false)
    await app.drainJobs()
    expect(receptor.recibidos.map(({ body }) => JSON.parse(body))).toMatchObject([
      { evento: 'dte.descartado', data: { job_id: jobId, tipo_dte: 33, folio: null, track_id: null } },
    ])
  })

  test('of one whose hour comes without folios tell its failure', async () => {
    const receptor = createReceptor()
    const app = await testAppWithFolios({ receptor: receptor.fetch, folios: { 33: 1 } })
    await register(app, { eventos: ['dte.fallido'] })
    const jobId = await emit(app, factura({ programar_para: '2026-11-20T15:00:00Z' }))
    await emit(app)
    app.advance(HOUR)
    await app.drainJobs()
    await app.drainJobs()
    expect(receptor.recibidos.map(({ body }) => JSON.parse(body))).toMatchObject([
      { evento: 'dte.fallido', data: { job_id: jobId, folio: null, error: { code: 'NO_FOLIOS' } } },
    ])
  })

  test('are not told of what was undone: the event is of the same transaction', async () => {
    const { app, receptor } = await scene()
    await register(app)
    const { eventos } = app.app.services
    const { empresaId } = app.tenant
    const undone = app.store.client.transaction(() => {
      eventos.emit({ empresaId, ambiente: 'simulacion' }, [{ evento: 'dte.emitido', data: () => ({}) }])
      throw new Error('undo')
    })
    expect(() => undone.immediate()).toThrow('undo')
    await app.drainJobs()
    expect(receptor.recibidos).toEqual([])
  })
})

describe('events of a company', () => {
  test('tell folios that come, run low and run out', async () => {
    const receptor = createReceptor()
    const app = await testAppWithFolios({ receptor: receptor.fetch, folios: { 33: 2 } })
    await register(app, { eventos: ['folios.recibidos', 'folios.bajos', 'folios.agotados'] })
    await app.post('/v1/dte/folios/solicitar', { tipo_dte: 34, cantidad: 5 })
    await emit(app)
    await emit(app)
    await app.drainJobs()
    const told = receptor.recibidos.map(({ body }) => JSON.parse(body))
    expect(
      told.map(({ evento, data }) => [evento, data.tipo_dte, data.cantidad ?? data.disponibles]),
    ).toEqual([
      ['folios.recibidos', 34, 5],
      ['folios.bajos', 33, 1],
      ['folios.agotados', 33, 0],
    ])
  })

  test('tell an incident of the SII once, after a minute of it, and its end once', async () => {
    const { app, receptor } = await scene()
    await register(app, { eventos: ['sii.incidente', 'sii.recuperado'] })
    await fail(app, 'todos', 'http_503')
    await emit(app)
    for (let i = 0; i < 30; i++) {
      await app.drainJobs()
      app.advance(60_000)
    }
    expect(receptor.eventos()).toEqual(['sii.incidente'])
    await heal(app)
    app.advance(HOUR)
    await app.drainJobs()
    await app.drainJobs()
    expect(receptor.eventos()).toEqual(['sii.incidente', 'sii.recuperado'])
  })

  test('tell a certificate about to expire at 30, 15, 7 and 1 days, then that it did, each once', async () => {
    const { app, receptor } = await scene()
    await register(app, { eventos: ['certificado.por_vencer', 'certificado.vencido'] })
    const hasta = new Date(
      (await app.get(`/v1/empresa/${app.tenant.empresaId}/certificado`)).body.data.valido_hasta,
    ).getTime()
    for (const days of [31, 29.5, 29, 14, 6, 0.5, -1, -2]) {
      app.setNow(new Date(hasta - days * 24 * HOUR).toISOString())
      await app.app.services.cron.runAll()
      await app.drainJobs()
    }
    const told = receptor.recibidos.map(({ body }) => JSON.parse(body))
    expect(told.map(({ evento, data }) => [evento, data.dias_restantes])).toEqual([
      ['certificado.por_vencer', 30],
      ['certificado.por_vencer', 14],
      ['certificado.por_vencer', 6],
      ['certificado.por_vencer', 1],
      ['certificado.vencido', 0],
    ])
  })

  test('tell folios about to expire', async () => {
    const { app, receptor } = await scene()
    await register(app, { eventos: ['folios.por_vencer'] })
    const [{ vence_el }] = (await app.get('/v1/dte/folios')).body.data
    app.setNow(`${vence_el}T15:00:00.000Z`)
    app.advance(-10 * 24 * HOUR)
    await app.app.services.cron.runAll()
    await app.app.services.cron.runAll()
    await app.drainJobs()
    expect(receptor.recibidos.map(({ body }) => JSON.parse(body).data)).toMatchObject([
      { tipo_dte: 33, desde: 1, hasta: 20, restantes: 20, vence_el, dias_restantes: 10 },
    ])
  })
})

describe('a process that dies', () => {
  test('between the commit and the delivery loses no event: the next one delivers it under the same id', async () => {
    const reached = Promise.withResolvers<void>()
    const { app } = await scene(() => {
      reached.resolve()
      return new Promise<Response>(() => {})
    })
    const webhook = await register(app, { eventos: ['dte.emitido'] })
    await emit(app)
    void app.drainJobs()
    await reached.promise
    // The dying process has nothing more to lease: the next one finds what it held.
    for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate)
    const id = app.store.client.prepare('SELECT id FROM evento').pluck().get()

    const receptor = createReceptor()
    const next = await testApp({
      store: app.store,
      receptor: receptor.fetch,
      now: '2026-11-20T14:05:00.000Z',
    })
    next.speakAs(app.tenant)
    next.app.services.runner.rescue()
    next.advance(1000)
    await next.drainJobs()
    expect(receptor.recibidos.map(({ headers }) => headers['webhook-id'])).toEqual([id as string])
    expect(await entregas(next, webhook.id)).toMatchObject([{ estado: 'entregada', status: 200 }])
  })

  test('after the delivery and before its record delivers it again, with the same ids', async () => {
    const { app, receptor } = await scene()
    await register(app, { eventos: ['dte.emitido'] })
    await emit(app)
    receptor.answer = () => {
      // A leased job is no longer the process's own once it is dead.
      app.store.client.exec("UPDATE job SET lease_id = 'other' WHERE kind = 'webhook.entregar'")
      return new Response('')
    }
    await app.drainJobs()
    receptor.answer = () => new Response('')
    app.app.services.runner.rescue()
    app.advance(1000)
    await app.drainJobs()
    const ids = receptor.recibidos.map(({ headers }) => [
      headers['webhook-id'],
      headers['x-service-delivery'],
    ])
    expect(ids).toHaveLength(2)
    expect(ids[0]).toEqual(ids[1]!)
  })

  test('thirty times in a minute spends none of the nine tries of a delivery', async () => {
    const { app, receptor } = await scene()
    const webhook = await register(app, { eventos: ['dte.emitido'] })
    await emit(app)
    receptor.answer = () => {
      // As above: every life dies before it can write down what the delivery came to.
      app.store.client.exec("UPDATE job SET lease_id = 'dead' WHERE lease_id IS NOT NULL")
      return new Response('')
    }
    for (let life = 0; life < 30; life++) {
      await app.drainJobs()
      app.app.services.runner.rescue()
      app.advance(2000)
    }
    expect(await entregas(app, webhook.id)).toMatchObject([{ estado: 'pendiente', intentos: 0 }])
    receptor.answer = () => new Response('')
    app.advance(HOUR)
    await app.drainJobs()
    expect(await entregas(app, webhook.id)).toMatchObject([{ estado: 'entregada', intentos: 1 }])
  })
})
