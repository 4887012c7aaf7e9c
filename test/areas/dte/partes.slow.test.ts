// The waits of documents that travel again after their file was refused as a whole: each part by its own faults, without the line.

import { describe, expect, test } from 'bun:test'
import { document, emit, fail, heal, job, linea, retry } from '../../support/emision'
import { factura, RECEPTOR } from '../../support/emisor'
import { type CompanyApp, testApp, testAppWithFolios, type Wire } from '../../support/test-app'

const MINUTE = 60_000
const drain = (app: CompanyApp) => app.app.services.runner.drain()
const intentos = (app: CompanyApp): number[] =>
  app.store.client.prepare<[], number>('SELECT intentos FROM reenvio ORDER BY rowid').pluck().all()
const waits = async (app: CompanyApp, id: string): Promise<number | null> => {
  const { proximo_intento } = await job(app, id)
  return proximo_intento === null ? null : Date.parse(proximo_intento) - app.clock().getTime()
}
const bad = factura({ receptor: { ...RECEPTOR, rut: '90000001-4' } })

/**
 * A file of two that the SII refused for one, so that the other is to travel again; from then on it answers 503 to that, or to
 * all.
 */
async function parted(
  what: 'VENENO' | 'DTE',
): Promise<{ app: CompanyApp; id: string; way: { open: boolean } }> {
  const way = { open: true }
  const wire: Wire = async (url, body, pass) =>
    url.endsWith('DTEUpload') && body.includes(what) && !way.open ? new Response('', { status: 503 }) : pass()
  const app = await testAppWithFolios({ folios: { 33: 90 }, wire })
  const id = await emit(app, factura({ detalle: [{ nombre: 'VENENO', precio: 7 }] }))
  await emit(app, bad)
  await drain(app)
  await app.simulator.drain()
  app.advance(1000)
  await app.simulator.drain()
  way.open = false
  await drain(app)
  expect(await document(app, 33, 1)).toMatchObject({ estado: 'completed', estado_sii: 'no_enviado' })
  return { app, id, way }
}

describe('a part that never gets through', () => {
  test('spends its attempts by its own waits, however many documents come meanwhile, and keeps none of them', async () => {
    const { app, id, way } = await parted('VENENO')
    const came: string[] = []
    for (let i = 0; i < 50; i++) {
      came.push(await emit(app, factura(linea(1000 + i))))
      await drain(app)
      // The SII's words come meanwhile: follow-ups that found none would wait for longer than the end of this test.
      await app.simulator.drain()
      app.advance(31_000)
    }
    await drain(app)
    // 5 s, 15 s, 45 s, 2, 6 and 15 minutes.
    expect(intentos(app)[0]).toBe(7)
    expect(new Set(await Promise.all(came.map(async (one) => (await job(app, one)).estado)))).toEqual(
      new Set(['completed']),
    )
    way.open = true
    app.advance(30 * MINUTE)
    await app.settle()
    expect(await job(app, id)).toMatchObject({ proximo_intento: null, folio_estado: 'usado' })
    expect(await document(app, 33, 1)).toMatchObject({ estado_sii: 'aceptado' })
  })

  test('lets a new document go at once while it waits, once others got through', async () => {
    const { app } = await parted('VENENO')
    for (let i = 0; i < 6; i++) {
      app.advance(20 * MINUTE)
      await drain(app)
    }
    await emit(app)
    // It goes first; then the part, whose fault the line has waited for a few seconds later.
    for (const ms of [30_000, 40 * MINUTE, 7000]) {
      app.advance(ms)
      await drain(app)
    }
    const before = intentos(app)
    const good = await emit(app)
    await drain(app)
    expect(await job(app, good)).toMatchObject({ estado: 'completed', intentos: 1 })
    expect(intentos(app)).toEqual(before)
  })

  test('shows when it travels next, its job completed, and no more once it was given up', async () => {
    const { app, id } = await parted('VENENO')
    expect(await waits(app, id)).toBeWithin(4000, 6001)
    app.advance(6000)
    await drain(app)
    expect(await waits(app, id)).toBeWithin(12_000, 18_001)
    const { body } = await app.get('/v1/dte/emision')
    expect(body.data.at(-1)).toMatchObject({ id, estado: 'completed', proximo_intento: expect.any(String) })
    for (let hour = 0; hour < 40; hour++) {
      app.advance(75 * MINUTE)
      await drain(app)
    }
    expect(await job(app, id)).toMatchObject({ proximo_intento: null, error: { code: 'SII_UNAVAILABLE' } })
  })

  test('is sent at once when a person retries it, whatever the clock said that it waits for', async () => {
    const { app, id, way } = await parted('VENENO')
    for (let hour = 0; hour < 40; hour++) {
      app.advance(75 * MINUTE)
      await drain(app)
    }
    expect(await job(app, id)).toMatchObject({ folio_estado: 'retenido' })
    way.open = true
    app.jump(-20 * 60 * MINUTE)
    expect((await retry(app, id)).status).toBe(202)
    await drain(app)
    expect(await job(app, id)).toMatchObject({ folio_estado: 'usado', error: null })
  })
})

describe('a part that waits', () => {
  test('with its line for a way that is blocked stops the line with it', async () => {
    const { app, id } = await parted('DTE')
    const good = await emit(app)
    expect((await job(app, good)).proximo_intento).toBe((await job(app, id)).proximo_intento)
    app.advance(2000)
    await drain(app)
    expect(await job(app, good)).toMatchObject({ estado: 'pending', intentos: 0 })
  })

  test('tries again at the next beat when the clock is put back', async () => {
    const { app, id, way } = await parted('VENENO')
    for (let i = 0; i < 8; i++) {
      app.advance(75 * MINUTE)
      await drain(app)
    }
    await app.app.services.runner.beat()
    way.open = true
    app.jump(-20 * MINUTE)
    await app.app.services.runner.beat()
    await drain(app)
    expect(await job(app, id)).toMatchObject({ folio_estado: 'usado' })
  })

  test('for an hour tries again half a minute after a start', async () => {
    const { app, id, way } = await parted('VENENO')
    for (let i = 0; i < 8; i++) {
      app.advance(75 * MINUTE)
      await drain(app)
    }
    way.open = true
    const next = await testApp({ store: app.store, now: app.clock().toISOString() })
    next.speakAs(app.tenant)
    next.app.services.runner.rescue()
    next.advance(30_000)
    await next.app.services.runner.drain()
    expect(await job(next, id)).toMatchObject({ folio_estado: 'usado' })
  })
})

test('a document whose line waits for longer than itself shows the time of the line', async () => {
  const app = await testAppWithFolios({ folios: { 33: 9 } })
  await fail(app, 'envio', 'http_503')
  const first = await emit(app)
  for (let i = 0; i < 5; i++) {
    app.advance(400_000)
    await drain(app)
  }
  const own = await waits(app, first)
  // A new one finds the way still blocked: the line waits from then on, and for longer.
  const second = await emit(app)
  app.advance(30_000)
  await drain(app)
  expect(await waits(app, second)).toBeGreaterThan(own!)
  expect(await waits(app, first)).toBe(await waits(app, second))
  await heal(app)
  app.advance(20 * MINUTE)
  await app.settle()
  expect(await document(app, 33, 1)).toMatchObject({ estado_sii: 'aceptado' })
})
