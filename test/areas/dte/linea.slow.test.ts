// The line of a company's documents (jobs §3): one row in the queue while it has work, oldest documents first, and
// nothing of it stands still for another's fault.

import { describe, expect, test } from 'bun:test'
import { turns } from '../../jobs/queue'
import { document, emit, fail, heal, job, libro, linea, nota, retry } from '../../support/emision'
import { boleta, factura } from '../../support/emisor'
import { type CompanyApp, loadFolios, successor, testAppWithFolios, type Wire } from '../../support/test-app'

const rows = ({ store }: Pick<CompanyApp, 'store'>): string[] =>
  store.client
    .prepare("SELECT clave FROM job WHERE kind = 'dte.linea' ORDER BY clave")
    .pluck()
    .all() as string[]
const drain = (app: CompanyApp) => app.app.services.runner.drain()
const isUpload = (url: string): boolean => url.endsWith('DTEUpload')
const estados = (app: CompanyApp, ids: readonly string[]) =>
  Promise.all(ids.map(async (id) => (await job(app, id)).estado))

describe('the row of a line', () => {
  test('is one, however many documents wait, for each company, environment and class of envelope', async () => {
    const app = await testAppWithFolios({ folios: { 33: 9, 39: 9 } })
    const other = await app.registerCompany()
    await loadFolios(app, other, { 33: 5 })
    for (let i = 0; i < 3; i++) {
      await emit(app)
      await emit(app, boleta())
    }
    expect((await app.post('/v1/dte/emitir', factura(), other.key)).status).toBe(202)
    const names = [app.tenant.empresaId, app.tenant.empresaId, other.empresaId]
    expect(rows(app)).toEqual(
      ['EnvioBOLETA', 'EnvioDTE', 'EnvioDTE']
        .map((sobre, i) => `dte.linea:${names[i]}:simulacion:${sobre}`)
        .sort(),
    )
  })

  test('is gone once nothing waits, and there again with the next document', async () => {
    const app = await testAppWithFolios({ folios: { 33: 9 } })
    await emit(app)
    await app.settle()
    expect(rows(app)).toEqual([])
    await emit(app)
    expect(rows(app)).toHaveLength(1)
    await app.settle()
    expect(await document(app, 33, 2)).toMatchObject({ estado_sii: 'aceptado' })
  })

  test('stays while a document waits, be it for another attempt or for the verdict on what it refers to', async () => {
    const app = await testAppWithFolios({ folios: { 33: 9, 61: 9 } })
    await emit(app)
    await fail(app, 'envio', 'http_503', 1)
    await drain(app)
    expect(rows(app)).toHaveLength(1)
    app.advance(10_000)
    await emit(app, nota(1))
    await drain(app)
    expect(await document(app, 61, 1)).toMatchObject({ estado: 'pending' })
    expect(rows(app)).toHaveLength(1)
  })

  test('is made for a scheduled document when its hour has come, not before', async () => {
    const app = await testAppWithFolios({ folios: { 33: 9 } })
    await emit(app, factura({ programar_para: new Date(app.clock().getTime() + 3_600_000).toISOString() }))
    expect(rows(app)).toEqual([])
    app.advance(3_600_000)
    await app.settle()
    expect(await document(app, 33, 1)).toMatchObject({ estado_sii: 'aceptado' })
  })

  test('that another process left leased is taken up by the next, documents and all', async () => {
    const arrived = Promise.withResolvers<void>()
    const never: Wire = async (url, _, pass) => {
      if (!isUpload(url)) return pass()
      arrived.resolve()
      return new Promise(() => {})
    }
    const app = await testAppWithFolios({ folios: { 33: 9 }, wire: never })
    const ids = [await emit(app), await emit(app)]
    void drain(app)
    await arrived.promise
    expect(await estados(app, ids)).toEqual(['processing', 'processing'])
    const later = await successor(app)
    later.app.services.runner.rescue()
    await later.settle()
    expect(await estados(later, ids)).toEqual(['completed', 'completed'])
    expect((await libro(later)).documentos).toHaveLength(2)
  })
})

describe('a line whose way is blocked', () => {
  test('shows its documents pending with the time of its next attempt, also those that came meanwhile', async () => {
    const app = await testAppWithFolios({ folios: { 33: 9 } })
    const first = await emit(app)
    await fail(app, 'envio', 'http_503')
    await drain(app)
    app.advance(1000)
    const second = await emit(app)
    await drain(app)
    const [tried, waiting] = [await job(app, first), await job(app, second)]
    expect(tried).toMatchObject({ estado: 'pending', intentos: 1, proximo_intento: expect.any(String) })
    expect(waiting).toMatchObject({ estado: 'pending', intentos: 0, proximo_intento: tried.proximo_intento })
    // Why is said of those that came meanwhile too: they wait for the same.
    expect([tried.error.code, waiting.error]).toEqual(['SII_UNAVAILABLE', tried.error])
    await heal(app)
    await app.settle()
    const { documentos } = await libro(app)
    expect(documentos.map(({ folio }: { folio: number }) => folio).sort()).toEqual([1, 2])
  })

  /** A document that the SII answers with 503 whatever comes with it. */
  const poison = factura({ detalle: [{ nombre: 'VENENO', precio: 7 }] })
  const poisoned: Wire = async (url, body, pass) =>
    isUpload(url) && body.includes('VENENO') ? new Response('', { status: 503 }) : pass()

  test('tries what is new after half a minute at the latest: the fault may be of the old alone', async () => {
    const app = await testAppWithFolios({ folios: { 33: 20 }, wire: poisoned })
    const bad = await emit(app, poison)
    for (let i = 0; i < 8; i++) {
      await drain(app)
      app.advance(400_000)
    }
    await drain(app)
    const before = await job(app, bad)
    const good = await emit(app)
    app.advance(30_000)
    await drain(app)
    expect(await estados(app, [bad, good])).toEqual(['pending', 'completed'])
    // A new one spends no attempt of the old ones.
    expect((await job(app, bad)).intentos).toBe(before.intentos)
  })

  test('ends by its own attempts what never gets through; what comes goes on', async () => {
    const app = await testAppWithFolios({ folios: { 33: 90 }, wire: poisoned })
    const bad = await emit(app, poison)
    const good: string[] = []
    for (let hour = 0; hour < 200 && (await job(app, bad)).estado === 'pending'; hour++) {
      await drain(app)
      app.advance(3_700_000)
      if (hour < 20) good.push(await emit(app))
    }
    await app.settle()
    expect(await job(app, bad)).toMatchObject({ estado: 'dlq', intentos: 30, folio_estado: 'retenido' })
    expect(new Set(await estados(app, good))).toEqual(new Set(['completed']))
  })

  test('runs at once when a person retries one of its documents', async () => {
    const app = await testAppWithFolios({ folios: { 33: 9 } })
    await fail(app, 'envio', 'sin_permiso', 1)
    const stopped = await emit(app)
    await drain(app)
    await fail(app, 'envio', 'http_503')
    const waiting = await emit(app)
    for (let i = 0; i < 6; i++) {
      await drain(app)
      app.advance(400_000)
    }
    expect(await estados(app, [stopped, waiting])).toEqual(['failed', 'pending'])
    await drain(app)
    await heal(app)
    await retry(app, stopped)
    await drain(app)
    expect(await estados(app, [stopped])).toEqual(['completed'])
  })

  test('begins anew with short waits once something got through', async () => {
    const app = await testAppWithFolios({ folios: { 33: 9 } })
    await fail(app, 'envio', 'http_503', 6)
    await emit(app)
    for (let i = 0; i < 8; i++) {
      await drain(app)
      app.advance(1_200_000)
    }
    expect(await document(app, 33, 1)).toMatchObject({ estado: 'completed' })
    await fail(app, 'envio', 'http_503', 1)
    const id = await emit(app)
    await drain(app)
    const { proximo_intento } = await job(app, id)
    expect(Date.parse(proximo_intento) - app.clock().getTime()).toBeLessThan(7000)
  })
})

test('the next envelope is signed and sealed while one travels, and uploads keep the order of folios', async () => {
  const order: string[] = []
  const [arrived, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let uploads = 0
  const app = await testAppWithFolios({
    folios: { 33: 400 },
    wire: async (url, body, pass) => {
      if (!isUpload(url)) return pass()
      const nth = ++uploads
      order.push(`upload ${nth} ${/<Folio>(\d+)</.exec(body)![1]}`)
      arrived.resolve()
      if (nth === 1) await gate.promise
      return pass()
    },
  })
  for (let i = 0; i < 210; i++) await emit(app, factura(linea(1000 + i)))
  const drained = drain(app)
  const envelopes = (): number =>
    app.store.client.prepare('SELECT count(*) FROM envio').pluck().get() as number
  await arrived.promise
  while (envelopes() < 2) await turns()
  expect([order, envelopes()]).toEqual([['upload 1 1'], 2])
  gate.resolve()
  await drained
  expect(order).toEqual(['upload 1 1', 'upload 2 201'])
})
