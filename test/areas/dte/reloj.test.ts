// A machine's clock that jumps while documents are under way: nothing is lost, nothing is doubled, nothing stands still.

import { describe, expect, test } from 'bun:test'
import { SIMULADOR_URL } from '../../../src/sii'
import { emit, job, jumpWhen, nota } from '../../support/emision'
import { boleta, factura } from '../../support/emisor'
import { type CompanyApp, testAppWithFolios } from '../../support/test-app'

const HOUR = 3_600_000
const DAY = 24 * HOUR

const libro = async (app: CompanyApp) => (await app.get('/simulador/libro')).body.data
const fail = (app: CompanyApp, servicio: string, falla: string, veces: number) =>
  app.post('/simulador/fallas', { servicio, falla, veces }, app.tenant.session)

/** Issues two documents, one of which waits for its next attempt when the clock jumps. */
async function underWay(): Promise<CompanyApp> {
  const app = await testAppWithFolios({ folios: { 33: 5, 39: 5 } })
  await fail(app, 'envio', 'corte_despues_de_guardar', 1)
  await app.post('/v1/dte/emitir', factura())
  await app.post('/v1/dte/emitir', boleta())
  await app.drainJobs()
  return app
}

/** Lets time pass as it does on a running server, whose queue has its heart beating. */
async function settle(app: CompanyApp): Promise<void> {
  await app.app.services.runner.beat()
  await app.settle()
}

async function expectAllAccepted(app: CompanyApp): Promise<void> {
  const { documentos } = await libro(app)
  expect(
    documentos.map((d: { tipo_dte: number; folio: number }) => `${d.tipo_dte}/${d.folio}`).sort(),
  ).toEqual(['33/1', '39/1'])
  const { data } = (await app.get('/v1/documentos')).body
  expect(data.map(({ estado, estado_sii }: Record<string, string>) => `${estado} ${estado_sii}`)).toEqual([
    'completed aceptado',
    'completed aceptado',
  ])
}

const verdicts = async (app: Pick<CompanyApp, 'get'>): Promise<string[]> =>
  (await app.get('/v1/documentos')).body.data.map((d: { estado_sii: string }) => d.estado_sii)

/** Puts our clock elsewhere; the SII's stays where it was. Without a session, which may be over by the new time. */
async function jumpAlone(app: CompanyApp, ms: number): Promise<void> {
  const sii = (init?: RequestInit) =>
    app.simulator.fetch(new Request(`${SIMULADOR_URL}/simulador/reloj`, init))
  const { ahora } = ((await (await sii()).json()) as { data: { ahora: string } }).data
  app.jump(ms)
  const headers = { 'content-type': 'application/json' }
  const { status } = await sii({ method: 'POST', headers, body: JSON.stringify({ fijar: ahora }) })
  expect(status).toBe(200)
}

describe('a clock that jumps while a document waits for its next attempt', () => {
  test.each([
    ['an hour ahead', HOUR],
    ['two days ahead', 2 * DAY],
    ['an hour back', -HOUR],
    ['a day back', -DAY],
  ])('%s: every document is at the SII once and has its verdict', async (_, jump) => {
    const app = await underWay()
    await app.app.services.runner.beat()
    await jumpAlone(app, jump)
    await settle(app)
    await expectAllAccepted(app)
  })

  test.each([
    ['ahead', 3 * DAY],
    ['back', -3 * DAY],
  ])('%s, and the SII fails once more right after: nobody has to retry anything', async (_, jump) => {
    const app = await underWay()
    await app.app.services.runner.beat()
    await jumpAlone(app, jump)
    await fail(app, 'todos', 'http_503', 12)
    await app.app.services.runner.beat()
    // Ten minutes of attempts, a quarter of an hour at most.
    for (let minute = 0; minute < 15; minute++) {
      await app.drainJobs()
      app.advance(60_000)
    }
    await app.settle()
    await expectAllAccepted(app)
  })

  test('back, with a boleta that never arrived: it goes out again after its minute, not after days', async () => {
    const app = await testAppWithFolios({ folios: { 39: 5 } })
    await fail(app, 'boleta_envio', 'corte_antes', 1)
    await app.post('/v1/dte/emitir', boleta())
    await app.drainJobs()
    await app.app.services.runner.beat()
    await jumpAlone(app, -3 * DAY)
    await app.app.services.runner.beat()
    for (let s = 0; s < 80; s++) {
      await app.drainJobs()
      app.advance(1000)
    }
    await app.settle()
    const { documentos, envios } = await libro(app)
    expect([documentos.length, envios[0].veces]).toEqual([1, 1])
    expect((await app.get('/v1/documentos/39/1')).body.data).toMatchObject({ estado_sii: 'aceptado' })
  })

  test('ahead by a month before the verdict, and put right later: the verdict is asked for until it comes', async () => {
    const app = await testAppWithFolios({ folios: { 33: 5 } })
    await fail(app, 'envio', 'atascado', 1)
    await app.post('/v1/dte/emitir', factura())
    await app.drainJobs()
    await jumpAlone(app, 30 * DAY)
    for (let s = 0; s < 20; s++) {
      await app.drainJobs()
      app.advance(1000)
    }
    await jumpAlone(app, -30 * DAY)
    await app.app.services.runner.beat()
    await app.delete('/simulador/fallas', app.tenant.session)
    app.advance(2 * HOUR)
    await app.settle()
    expect((await app.get('/v1/documentos/33/1')).body.data).toMatchObject({ estado_sii: 'aceptado' })
  })

  /** Looks once a second, as often as the clock of the queue does. */
  async function seconds(app: CompanyApp, count: number): Promise<void> {
    for (let s = 0; s < count; s++) {
      await app.drainJobs()
      app.advance(1000)
    }
  }

  test.each([
    ['back from days ahead', [-3 * DAY]],
    ['back from days ahead, a little too far, and then right', [-3 * DAY - 100_000, 100_000]],
  ])('%s: verdicts are asked for in their rhythm, no more and no less', async (_, [back, ...more]) => {
    let asked = 0
    const app = await testAppWithFolios({
      folios: { 33: 5 },
      wire: (url, _body, pass) => {
        if (url.includes('QueryEstUp')) asked++
        return pass()
      },
    })
    await app.post('/simulador/fallas', { servicio: 'envio', falla: 'atascado' }, app.tenant.session)
    await jumpAlone(app, 3 * DAY)
    await app.app.services.runner.beat()
    await app.post('/v1/dte/emitir', factura())
    await app.drainJobs()
    for (const [i, jump] of [back!, ...more].entries()) {
      await jumpAlone(app, jump)
      await app.app.services.runner.beat()
      if (i === 0) await app.post('/v1/dte/emitir', factura())
      await app.drainJobs()
    }
    asked = 0
    await seconds(app, 240)
    // After 1, 5, 15 and 60 seconds, and at once after a jump that takes them by surprise.
    expect(asked).toBeGreaterThanOrEqual(2 * 3)
    expect(asked).toBeLessThanOrEqual(2 * 4)
    await app.delete('/simulador/fallas', app.tenant.session)
    await seconds(app, 80)
    expect(await verdicts(app)).toEqual(['aceptado', 'aceptado'])
  })

  test('back by days, a little too far, and then right: a verdict that is late by a second is not late by minutes', async () => {
    const app = await testAppWithFolios({ folios: { 33: 5 } })
    await jumpAlone(app, 9 * DAY)
    await app.post('/v1/dte/emitir', factura())
    await settle(app)
    await jumpAlone(app, -9 * DAY - 100_000)
    await app.app.services.runner.beat()
    await app.post('/v1/dte/emitir', factura())
    await app.app.services.runner.drain()
    await jumpAlone(app, 100_000)
    // The looks of the first second find it under way; at five seconds it is there.
    await app.app.services.runner.drain()
    app.advance(1000)
    await app.app.services.runner.drain()
    await seconds(app, 10)
    expect(await verdicts(app)).toEqual(['aceptado', 'aceptado'])
  })

  test('back by hours while a verdict is asked for: the next question does not wait for those hours', async () => {
    const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const app = await testAppWithFolios({
      folios: { 33: 5 },
      async wire(url, _body, pass) {
        if (url.includes('QueryEstUp')) {
          asked.resolve()
          await answered.promise
        }
        return pass()
      },
    })
    const { runner } = app.app.services
    await fail(app, 'envio', 'atascado', 1)
    await app.post('/v1/dte/emitir', factura())
    await runner.beat()
    await runner.drain()
    app.advance(1000)
    const asking = runner.drain()
    await asked.promise
    await jumpAlone(app, -20 * HOUR)
    await runner.beat()
    answered.resolve()
    await asking
    await app.delete('/simulador/fallas', app.tenant.key)
    await runner.beat()
    await seconds(app, 80)
    expect(await verdicts(app)).toEqual(['aceptado'])
  })

  const processing = (app: CompanyApp, kind: string): boolean =>
    app.store.client.prepare("SELECT 1 FROM job WHERE kind = ? AND estado = 'processing'").get(kind) !==
    undefined

  test('ahead by a month as a verdict is about to be asked for: it is followed none the less', async () => {
    const app = await testAppWithFolios({ folios: { 33: 5 } })
    const { runner } = app.app.services
    await fail(app, 'envio', 'atascado', 1)
    await app.post('/v1/dte/emitir', factura())
    await runner.drain()
    app.advance(1000)
    jumpWhen(app, 30 * DAY, () => processing(app, 'dte.veredicto'))
    await runner.drain()
    await app.delete('/simulador/fallas', app.tenant.key)
    await seconds(app, 80)
    expect(await verdicts(app)).toEqual(['aceptado'])
  })

  test('ahead by a month as a note is about to look at what it refers to: it has not waited for that long', async () => {
    const app = await testAppWithFolios({ folios: { 33: 5, 61: 5 } })
    await fail(app, 'envio', 'atascado', 1)
    await emit(app)
    await app.drainJobs()
    const id = await emit(app, nota(1))
    jumpWhen(app, 30 * DAY, () => processing(app, 'dte.emitir'))
    await app.app.services.runner.drain()
    expect(await job(app, id)).toMatchObject({ estado: 'pending', intentos: 0, error: null })
  })

  test('with the server off for days: a note still waits for the verdict that it needs', async () => {
    const app = await testAppWithFolios({ folios: { 33: 5, 61: 5 } })
    const { runner } = app.app.services
    runner.rescue()
    await fail(app, 'envio', 'atascado', 1)
    await app.post('/v1/dte/emitir', factura())
    await app.drainJobs()
    await app.post('/v1/dte/33/1/anular', { motivo: 'Datos del cliente equivocados' })
    await app.drainJobs()
    await runner.beat()
    app.advance(3 * DAY)
    await app.delete('/simulador/fallas', app.tenant.session)
    runner.rescue()
    await app.settle()
    expect(await verdicts(app)).toEqual(['aceptado', 'aceptado'])
  })

  test('back: the server goes on accepting, and /listo looks anew', async () => {
    const app = await underWay()
    await app.get('/listo')
    app.advance(-HOUR)
    app.store.client.pragma('query_only = ON')
    expect((await app.get('/listo')).status).toBe(503)
    app.store.client.pragma('query_only = OFF')
    app.advance(-HOUR)
    expect((await app.get('/listo')).status).toBe(200)
    expect((await app.post('/v1/dte/emitir', factura())).status).toBe(202)
  })
})
