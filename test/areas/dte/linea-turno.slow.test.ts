// The duties of a line's run: to other companies their turn, to a stopping server its end, and to the next
// documents that another's fault is not theirs.

import { expect, test } from 'bun:test'
import { turns } from '../../jobs/queue'
import { emit, job, linea } from '../../support/emision'
import { boleta, factura } from '../../support/emisor'
import { loadFolios, type Tenant, testApp, testAppWithFolios, type Wire } from '../../support/test-app'

const isUpload = (url: string): boolean => url.endsWith('DTEUpload')
const drain = (app: Awaited<ReturnType<typeof testApp>>) => app.app.services.runner.drain()

test('a line gets its turn though twelve others never run out of documents', async () => {
  const order: string[] = []
  let left = 20
  let refill = async (): Promise<void> => {}
  const app = await testApp({
    wire: async (url, body, pass) => {
      if (!isUpload(url) && !url.endsWith('boleta.electronica.envio')) return pass()
      order.push(body.includes('LA ULTIMA') ? 'last' : 'other')
      await refill()
      return pass()
    },
  })
  const busy: Tenant[] = []
  for (let i = 0; i < 6; i++) busy.push(await app.registerCompany())
  const last = await app.registerCompany()
  for (const tenant of busy) await loadFolios(app, tenant, { 33: 70, 39: 70 })
  await loadFolios(app, last, { 33: 1 })
  const post = async (body: object, { key }: Tenant): Promise<void> =>
    expect((await app.post('/v1/dte/emitir', body, key)).status).toBe(202)
  const all = async (): Promise<void> => {
    for (const tenant of busy) {
      await post(factura(), tenant)
      await post(boleta(), tenant)
    }
  }
  refill = async () => {
    if (left-- > 0) await all()
  }
  await all()
  await post(factura({ detalle: [{ nombre: 'LA ULTIMA', precio: 7 }] }), last)
  await drain(app)
  // Each of the twelve had what it had taken before there was no room; without a turn it would come when they have run out.
  expect(order.indexOf('last')).toBeWithin(0, 25)
})

test('a server that stops sends what its lines have taken, and takes nothing more', async () => {
  let uploads = 0
  let during = async (): Promise<void> => {}
  const app = await testAppWithFolios({
    folios: { 33: 50 },
    wire: async (url, _, pass) => {
      if (!isUpload(url)) return pass()
      uploads++
      await during()
      return pass()
    },
  })
  const stopped: Promise<void>[] = []
  during = async () => {
    if (!stopped.length) stopped.push(app.app.services.runner.stop(20_000))
    if (uploads < 20) await emit(app)
  }
  const first = await emit(app)
  await drain(app)
  await Promise.all(stopped)
  expect((await job(app, first)).estado).toBe('completed')
  expect(uploads).toBeLessThan(5)
})

test('the answer to an upload is kept though what comes behind it cannot be written', async () => {
  const gate = Promise.withResolvers<void>()
  let uploads = 0
  const app = await testAppWithFolios({
    folios: { 33: 300 },
    wire: async (url, _, pass) => {
      if (!isUpload(url)) return pass()
      if (++uploads === 1) await gate.promise
      return pass()
    },
  })
  const first = await emit(app)
  for (let i = 0; i < 204; i++) await emit(app, factura(linea(1000 + i)))
  app.store.client.exec(
    `CREATE TEMP TRIGGER rota BEFORE UPDATE OF firmado_at ON documento WHEN NEW.folio = 203
     BEGIN SELECT raise(ABORT, 'broken'); END`,
  )
  const faults = (): number => app.logs.filter(({ event }) => event === 'a job kind failed').length
  const drained = drain(app)
  for (let i = 0; i < 20_000 && uploads === 0; i++) await turns()
  for (let i = 0; i < 500 && faults() === 0; i++) await turns()
  gate.resolve()
  await drained
  expect(await job(app, first)).toMatchObject({ estado: 'completed', intentos: 1, error: null })
  app.store.client.exec('DROP TRIGGER rota')
  await app.settle()
  expect(uploads).toBe(2)
})

test('what came while an upload failed waits for half a minute, not for the pause of that', async () => {
  let during = async (): Promise<void> => {}
  const poison: Wire = async (url, body, pass) => {
    if (!isUpload(url) || !body.includes('VENENO')) return pass()
    await during()
    return new Response('', { status: 503 })
  }
  const app = await testAppWithFolios({ folios: { 33: 20 }, wire: poison })
  await emit(app, factura({ detalle: [{ nombre: 'VENENO', precio: 7 }] }))
  for (let i = 0; i < 8; i++) {
    await drain(app)
    app.advance(4_400_000)
  }
  const came: string[] = []
  during = async () => void (came.length || came.push(await emit(app)))
  await drain(app)
  expect(came).toHaveLength(1)
  app.advance(30_000)
  await drain(app)
  expect((await job(app, came[0]!)).estado).toBe('completed')
})

test('what is signed behind an upload that fails waits for half a minute too when it was never tried', async () => {
  const app = await testAppWithFolios({
    folios: { 33: 300 },
    wire: async (url, body, pass) =>
      isUpload(url) && body.includes('VENENO') ? new Response('', { status: 503 }) : pass(),
  })
  await emit(app, factura({ detalle: [{ nombre: 'VENENO', precio: 7 }] }))
  for (let i = 0; i < 199; i++) await emit(app, factura(linea(1000 + i)))
  for (let i = 0; i < 8; i++) {
    await drain(app)
    app.advance(4_400_000)
  }
  const came = await emit(app)
  await drain(app)
  expect((await job(app, came)).estado).toBe('pending')
  app.advance(30_000)
  await drain(app)
  expect((await job(app, came)).estado).toBe('completed')
})

test('a line that never runs dry is not given up, though the clock is put back under it', async () => {
  let uploads = 0
  let during = async (): Promise<void> => {}
  const app = await testAppWithFolios({
    folios: { 33: 40 },
    wire: async (url, _, pass) => {
      if (!isUpload(url)) return pass()
      uploads++
      await during()
      return pass()
    },
  })
  during = async () => {
    if (uploads === 1) app.jump(-2 * 3_600_000)
    app.advance(5 * 60_000)
    await app.app.services.runner.beat()
    if (uploads < 20) await emit(app)
  }
  await emit(app)
  for (let runs = 0; uploads < 20 && runs < 20; runs++) {
    await drain(app)
    app.advance(1000)
  }
  expect(uploads).toBe(20)
  expect(app.logs.filter(({ level }) => level === 'error')).toEqual([])
})
