// A file that the SII refuses as a whole (RSC, RFR, RCT; sii §4.2): one bad document sinks no good one, and what
// lies outside of the documents waits for a person. The simulator judges; every arrival is in its ledger.

import { describe, expect, test } from 'bun:test'
import {
  discard,
  document,
  emit,
  fail,
  heal,
  job,
  libro,
  linea,
  nota,
  retry,
  saldo,
} from '../../support/emision'
import { boleta, factura, RECEPTOR } from '../../support/emisor'
import { type CompanyApp, testApp, testAppWithFolios } from '../../support/test-app'
import { createReceptor, register } from '../webhooks/receptor'

const DAY = 86_400_000
const MALO = '90000001-4'
const malo = (over: object = {}) => factura({ receptor: { ...RECEPTOR, rut: MALO }, ...over })
const folios = (n: number): number[] => Array.from({ length: n }, (_, i) => i + 1)
const verdicts = (app: CompanyApp, tipo: number, n: number) =>
  Promise.all(folios(n).map(async (folio) => (await document(app, tipo, folio)).estado_sii))
const xml = async (app: CompanyApp, tipo: number, folio: number): Promise<string> =>
  (await app.get(`/v1/dte/xml/${tipo}/${folio}`)).body
const huecos = async (app: CompanyApp) => (await app.get('/v1/dte/folios/huecos')).body.data
/** Kinds of events told so far of one document, to whom `listened` made listen. */
const events = (app: CompanyApp, folio: number): string[] =>
  app.store.client
    .prepare<[number], string>(
      "SELECT evento FROM evento WHERE json_extract(cuerpo, '$.data.folio') = ? ORDER BY numero",
    )
    .pluck()
    .all(folio)
/** An app with somebody who listens to every event. */
async function listened(): Promise<CompanyApp> {
  const app = await testAppWithFolios({ folios: { 33: 60 }, receptor: createReceptor().fetch })
  await register(app, {})
  return app
}
/** The parts in which documents travel again, and whether each waits for a person. */
const parts = (app: CompanyApp) =>
  app.store.client
    .prepare<[], { parte: string; detenida: 0 | 1; documentos: number }>(
      'SELECT parte, max(error IS NOT NULL) AS detenida, count(*) AS documentos FROM reenvio GROUP BY parte ORDER BY min(rowid)',
    )
    .all()
const queue = (app: CompanyApp): Promise<void> => app.app.services.runner.drain()

interface Arrival {
  track_id: string
  orden: number
}

/** Arrivals at the SII in files that it did not refuse as a whole, and how many files there were in all. */
async function arrivals(app: CompanyApp) {
  const { envios, documentos } = await libro(app)
  const refused = new Set(
    envios
      .filter(({ estado }: { estado: string }) => ['RSC', 'RFR', 'RCT'].includes(estado))
      .map(({ track_id }: { track_id: string }) => track_id),
  )
  const good = documentos
    .filter(({ track_id }: Arrival) => !refused.has(track_id))
    .sort((a: Arrival, b: Arrival) => Number(a.track_id) - Number(b.track_id) || a.orden - b.orden)
  return { files: envios.length, refused: refused.size, good }
}

/** The resolution that goes into the carátula; in certification, and in the simulator, only number 0 is right. */
async function setResolucion(app: CompanyApp, numero: number): Promise<void> {
  const { empresaId, session } = app.tenant
  const body = { resolucion: { numero, fecha: '2014-08-22' } }
  expect((await app.put(`/v1/empresa/${empresaId}`, body, session)).status).toBe(200)
}

/** Issues `n` facturas, the one of folio `bad` refused by schema, and lets the SII refuse the file. */
async function withOneBad(n: number, bad: number, given?: CompanyApp): Promise<CompanyApp> {
  const app = given ?? (await testAppWithFolios({ folios: { 33: 60 } }))
  for (const folio of folios(n)) await emit(app, folio === bad ? malo() : factura(linea(1000 + folio)))
  await queue(app)
  return app
}

describe('a file that one document makes unreadable (RSC)', () => {
  test('sinks no other: all good ones are accepted with the bytes they had, and only the bad one is rejected', async () => {
    const app = await withOneBad(20, 7, await listened())
    const before = await Promise.all(folios(20).map((folio) => xml(app, 33, folio)))
    await app.settle()
    expect(await verdicts(app, 33, 20)).toEqual(folios(20).map((f) => (f === 7 ? 'rechazado' : 'aceptado')))
    expect(await Promise.all(folios(20).map((folio) => xml(app, 33, folio)))).toEqual(before)
    const { good } = await arrivals(app)
    expect(good.map(({ folio }: { folio: number }) => folio).sort((a: number, b: number) => a - b)).toEqual(
      folios(20).filter((f) => f !== 7),
    )
    // Issue 11: nobody gave it up.
    expect(await huecos(app)).toMatchObject([
      {
        tipo_dte: 33,
        folio: 7,
        estado: 'por_anular',
        motivo: expect.stringMatching(/^Documento rechazado por el SII: ./),
      },
    ])
    const bad = await document(app, 33, 7)
    expect(bad).toMatchObject({ codigo_sii: 'RSC', estado: 'completed' })
    expect(bad.historial.map(({ estado }: { estado: string }) => estado)).toContain('no_enviado')
    expect(events(app, 7)).toEqual(['dte.emitido', 'dte.rechazado'])
    expect(events(app, 8)).toEqual(['dte.emitido', 'dte.aceptado'])
  })

  test('is found in a few files, not in one for each document', async () => {
    const app = await withOneBad(49, 30)
    await app.settle()
    // One of 49, seven of 7, then of the bad seven four of 2 or 1, and two of 1.
    expect(await arrivals(app)).toMatchObject({ files: 1 + 7 + 4 + 2, refused: 4 })
    expect((await verdicts(app, 33, 49)).filter((v) => v === 'rechazado')).toHaveLength(1)
  })

  test('is told apart from a second bad one', async () => {
    const app = await testAppWithFolios({ folios: { 33: 60 } })
    for (const folio of folios(9)) await emit(app, folio === 2 || folio === 9 ? malo() : factura())
    await app.settle()
    expect(await verdicts(app, 33, 9)).toEqual(
      folios(9).map((f) => (f === 2 || f === 9 ? 'rechazado' : 'aceptado')),
    )
  })

  test('holds for boletas as well', async () => {
    const app = await testAppWithFolios({ folios: { 39: 60 } })
    const receptor = { rut: MALO, razon_social: 'Mágico' }
    for (const folio of folios(6)) await emit(app, folio === 4 ? boleta({ receptor }) : boleta())
    await app.settle()
    expect(await verdicts(app, 39, 6)).toEqual(folios(6).map((f) => (f === 4 ? 'rechazado' : 'aceptado')))
    expect((await arrivals(app)).good).toHaveLength(5)
  })

  test('keeps the order of folios among its parts, also when one has to wait', async () => {
    const app = await withOneBad(9, 9)
    // Judged and asked for; then the first part does not get through at its first attempt.
    await app.simulator.drain()
    app.advance(1000)
    await app.simulator.drain()
    await fail(app, 'envio', 'http_503', 1)
    await app.settle()
    const { good } = await arrivals(app)
    const order = good.map(({ folio }: { folio: number }) => folio)
    expect(order).toEqual(folios(8))
    expect((await verdicts(app, 33, 8)).every((v) => v === 'aceptado')).toBe(true)
  })

  test('leaves what a note did to its factura as it was while the note goes out again', async () => {
    const app = await testAppWithFolios({ folios: { 33: 20, 61: 5 } })
    await emit(app)
    await app.settle()
    const full = await saldo(app, 33, 1)
    await emit(app, nota(3, 1, linea(10_000)))
    await emit(app, malo())
    const seen = new Set<number>()
    for (let i = 0; i < 6; i++) {
      await app.drainJobs()
      seen.add(await saldo(app, 33, 1))
      app.advance(1000)
    }
    await app.settle()
    expect([...seen]).toEqual([full - 11_900])
    expect(await document(app, 61, 1)).toMatchObject({ estado_sii: 'aceptado' })
  })

  test('shows its documents as not sent meanwhile, their jobs completed, and takes no retry or discard of them', async () => {
    const app = await withOneBad(4, 1)
    await fail(app, 'envio', 'http_503')
    for (let i = 0; i < 3; i++) {
      await app.drainJobs()
      app.advance(1000)
    }
    const waiting = await document(app, 33, 2)
    expect(waiting).toMatchObject({ estado: 'completed', estado_sii: 'no_enviado', codigo_sii: 'RSC' })
    expect(await job(app, waiting.job_id)).toMatchObject({
      estado: 'completed',
      folio_estado: 'tomado',
      error: null,
    })
    for (const answer of [await retry(app, waiting.job_id), await discard(app, waiting.job_id, true)])
      expect(answer).toMatchObject({ status: 409, body: { code: 'INVALID_STATE' } })
    await heal(app)
    await app.settle()
    expect(await verdicts(app, 33, 4)).toEqual(['rechazado', 'aceptado', 'aceptado', 'aceptado'])
  })
})

describe('a server that dies between the parts of a refused file', () => {
  /** Another process on the same database. */
  async function restart(app: CompanyApp): Promise<CompanyApp> {
    const next = await testApp({ store: app.store, now: app.clock().toISOString() })
    next.speakAs(app.tenant)
    next.app.services.runner.rescue()
    return Object.assign(next, { tenant: app.tenant })
  }

  test.each([
    ['before any left', async () => {}],
    [
      'with an upload stored by the SII and its answer lost',
      (app: CompanyApp) => fail(app, 'envio', 'corte_despues_de_guardar', 1),
    ],
    ['with an upload that never left', (app: CompanyApp) => fail(app, 'envio', 'corte_antes', 1)],
  ] as const)('%s: the next one ends the work, each document at the SII once', async (_, fault) => {
    let app: CompanyApp = await withOneBad(9, 5)
    for (let i = 0; i < 2; i++) {
      await app.simulator.drain()
      app.advance(1000)
    }
    await fault(app)
    // The follow-up parts the file; the first part's way breaks off.
    await queue(app)
    expect(app.store.client.prepare('SELECT count(*) FROM envio').pluck().get()).toBeGreaterThan(1)
    for (let life = 0; life < 4; life++) {
      app = await restart(app)
      app.advance(60_000)
      await queue(app)
      await app.simulator.drain()
      app.advance(1000)
    }
    await app.settle()
    expect(await verdicts(app, 33, 9)).toEqual(folios(9).map((f) => (f === 5 ? 'rechazado' : 'aceptado')))
    const { good } = await arrivals(app)
    expect(good.map(({ folio }: { folio: number }) => folio).sort()).toEqual([1, 2, 3, 4, 6, 7, 8, 9])
    expect(parts(app)).toEqual([])
  })
})

describe('a file with a bad carátula (RCT)', () => {
  async function refused(): Promise<{ app: CompanyApp; ids: string[] }> {
    const app = await listened()
    await setResolucion(app, 99)
    const ids = [await emit(app), await emit(app), await emit(app)]
    await app.settle()
    return { app, ids }
  }

  test('is sent once and not parted: its documents wait, with the remedy where their job is read', async () => {
    const { app, ids } = await refused()
    for (const id of ids)
      expect(await job(app, id)).toMatchObject({
        estado: 'completed',
        folio_estado: 'retenido',
        error: {
          code: 'SII_ERROR',
          reintentable: false,
          sii: { codigo: 'RCT', solucion: expect.stringContaining('resolución') },
          accion: expect.stringContaining('reintente'),
        },
      })
    expect(await document(app, 33, 1)).toMatchObject({ estado_sii: 'no_enviado', codigo_sii: 'RCT' })
    expect(events(app, 1)).toEqual(['dte.emitido', 'dte.fallido'])
    expect(await huecos(app)).toEqual([])
    app.advance(2 * DAY)
    await app.settle()
    expect(await arrivals(app)).toMatchObject({ files: 1, refused: 1, good: [] })
  })

  test('goes out again with a new frame once the company is mended and one of its jobs is retried', async () => {
    const { app, ids } = await refused()
    const before = await Promise.all(folios(3).map((folio) => xml(app, 33, folio)))
    await setResolucion(app, 0)
    expect((await retry(app, ids[1]!)).status).toBe(202)
    await app.settle()
    expect(await verdicts(app, 33, 3)).toEqual(['aceptado', 'aceptado', 'aceptado'])
    expect(await Promise.all(folios(3).map((folio) => xml(app, 33, folio)))).toEqual(before)
    const { files, good } = await arrivals(app)
    expect([files, good.length, new Set(good.map((d: { track_id: string }) => d.track_id)).size]).toEqual([
      2, 3, 1,
    ])
    for (const id of ids) expect(await job(app, id)).toMatchObject({ error: null, folio_estado: 'usado' })
    expect((await job(app, ids[0]!)).result.track_id).toBe(good[0].track_id)
    expect((await retry(app, ids[1]!)).status).toBe(409)
  })

  test('waits again when it is retried without being mended', async () => {
    const { app, ids } = await refused()
    await retry(app, ids[0]!)
    await app.settle()
    expect(await job(app, ids[0]!)).toMatchObject({
      folio_estado: 'retenido',
      error: { sii: { codigo: 'RCT' } },
    })
    expect(await arrivals(app)).toMatchObject({ files: 2, refused: 2 })
  })

  test('is retried through the queue of the command line as well', async () => {
    const { app, ids } = await refused()
    await setResolucion(app, 0)
    const { empresaId } = app.tenant
    const key = { kind: 'dte.emitir', empresaId, ambiente: 'simulacion', id: ids[0]! } as const
    expect(app.app.services.dte.refusedFiles.retry(key)).toBe(true)
    await app.settle()
    expect(await verdicts(app, 33, 3)).toEqual(['aceptado', 'aceptado', 'aceptado'])
  })

  test('can be given up, document by document: rejected, its folio to annul', async () => {
    const { app, ids } = await refused()
    const given = await discard(app, ids[0]!, true)
    expect(given.body.data).toMatchObject({ estado: 'completed', folio_estado: 'por_anular', error: null })
    expect(await document(app, 33, 1)).toMatchObject({ estado_sii: 'rechazado', codigo_sii: 'RCT' })
    expect(events(app, 1)).toEqual(['dte.emitido', 'dte.fallido', 'dte.rechazado'])
    await setResolucion(app, 0)
    await retry(app, ids[1]!)
    await app.settle()
    expect(await verdicts(app, 33, 3)).toEqual(['rechazado', 'aceptado', 'aceptado'])
    expect((await arrivals(app)).good.map(({ folio }: { folio: number }) => folio)).toEqual([2, 3])
  })

  test('given up entirely leaves nothing that waits', async () => {
    const { app, ids } = await refused()
    for (const id of ids) await discard(app, id, true)
    expect(parts(app)).toEqual([])
    expect(await huecos(app)).toHaveLength(3)
  })

  test('is nobody else’s to retry or discard', async () => {
    const { app, ids } = await refused()
    const other = await app.registerCompany()
    for (const verb of ['reintentar', 'descartar'])
      expect(await app.post(`/v1/dte/emision/${ids[0]}/${verb}`, {}, other.key)).toMatchObject({
        status: 404,
      })
    expect(parts(app)).toMatchObject([{ detenida: 1, documentos: 3 }])
    expect(await document(app, 33, 1)).toMatchObject({ estado_sii: 'no_enviado' })
  })
})

describe('a refusal for the signature (RFR)', () => {
  const veto = (app: CompanyApp) =>
    app.put('/simulador/contribuyentes/76543210-3', { personas: [] }, app.tenant.session)
  const allow = (app: CompanyApp) => app.delete('/simulador/contribuyentes/76543210-3', app.tenant.session)

  test('for want of permission ends with the document alone and waiting, and goes on once that is granted', async () => {
    const app = await testAppWithFolios({ folios: { 33: 20 } })
    const ids = [await emit(app), await emit(app)]
    await queue(app)
    await veto(app)
    app.advance(500)
    await app.simulator.drain()
    await allow(app)
    await queue(app)
    // Parted in two; both are stored, and then refused for the same reason.
    app.advance(1000)
    await queue(app)
    await veto(app)
    app.advance(500)
    await app.simulator.drain()
    await allow(app)
    await app.settle()
    for (const id of ids)
      expect(await job(app, id)).toMatchObject({
        folio_estado: 'retenido',
        error: { sii: { codigo: 'RFR' } },
      })
    for (const id of ids) await retry(app, id)
    await app.settle()
    expect(await verdicts(app, 33, 2)).toEqual(['aceptado', 'aceptado'])
    expect((await arrivals(app)).good).toHaveLength(2)
  })
})

describe('a part that does not get through', () => {
  test('stops with its fault where its document’s job is read, and a retry brings it there', async () => {
    const app = await withOneBad(2, 1)
    await app.simulator.drain()
    app.advance(1000)
    await app.simulator.drain()
    await fail(app, 'envio', 'corte_despues_de_guardar')
    for (let hour = 0; hour < 90; hour++) {
      await queue(app)
      app.advance(3_700_000)
      await fail(app, 'estado_dte', 'http_503')
    }
    const { job_id: id } = await document(app, 33, 2)
    expect(await job(app, id)).toMatchObject({
      estado: 'completed',
      folio_estado: 'retenido',
      error: { code: 'SII_UNAVAILABLE' },
    })
    // The SII may have it: it cannot be given up.
    expect(await discard(app, id, true)).toMatchObject({ status: 409, body: { code: 'INVALID_STATE' } })
    await heal(app)
    await retry(app, id)
    await app.settle()
    expect(await document(app, 33, 2)).toMatchObject({ estado_sii: 'aceptado' })
    expect((await arrivals(app)).good).toHaveLength(1)
  })
})

describe('a document given up while its file was lost from sight, which then turns out to be refused', () => {
  /** Two documents stored by the SII with the answer lost; both jobs stop, and the first is given up. */
  async function oneGivenUp(): Promise<{ app: CompanyApp; ids: string[] }> {
    const app = await testAppWithFolios({ folios: { 33: 60 } })
    await fail(app, 'envio', 'corte_despues_de_guardar', 1)
    await fail(app, 'estado_dte', 'http_503')
    const ids = [
      await emit(app, factura(linea(1001))),
      await emit(app, malo()),
      await emit(app, factura(linea(1003))),
    ]
    for (let hour = 0; hour < 30; hour++) {
      await queue(app)
      app.advance(3_700_000)
    }
    expect((await discard(app, ids[0]!, true)).status).toBe(200)
    await heal(app)
    return { app, ids }
  }

  test('is not sent again: the refusal is its verdict, and the others go on', async () => {
    const { app, ids } = await oneGivenUp()
    await retry(app, ids[1]!)
    await app.settle()
    expect(await verdicts(app, 33, 3)).toEqual(['rechazado', 'rechazado', 'aceptado'])
    expect((await arrivals(app)).good.map(({ folio }: { folio: number }) => folio)).toEqual([3])
    expect((await huecos(app)).map(({ folio }: { folio: number }) => folio)).toEqual([1, 2])
  })
})

test('a refused file that two follow-ups look at is given back once, and none of its good documents is rejected', async () => {
  const app = await withOneBad(3, 3)
  // Giving up a document of a file that then arrives leaves two: here the second looks while the parts are under way.
  app.store.client.exec(
    `INSERT INTO job (id, kind, empresa_id, ambiente, grupo, args, estado, run_at, created_at, queued_at)
     SELECT 'job_otro', kind, empresa_id, ambiente, grupo, args, estado, run_at + 1000, created_at, queued_at
     FROM job WHERE kind = 'dte.veredicto'`,
  )
  for (let i = 0; i < 2; i++) {
    await app.simulator.drain()
    app.advance(1000)
  }
  // The parts wait behind the first, which does not get through.
  await fail(app, 'envio', 'http_503', 1)
  await queue(app)
  app.advance(1000)
  await queue(app)
  await app.settle()
  expect(await verdicts(app, 33, 3)).toEqual(['aceptado', 'aceptado', 'rechazado'])
  expect(parts(app)).toEqual([])
  expect((await arrivals(app)).good).toHaveLength(2)
})

test('a document whose own job had not heard of the arrival yet is left to the one that brings it anew', async () => {
  const app = await withOneBad(4, 4)
  for (let i = 0; i < 2; i++) {
    await app.simulator.drain()
    app.advance(1000)
  }
  // As the server that noted the arrival left it when it died: one of the jobs still waits for its turn.
  const { job_id: id } = await document(app, 33, 1)
  app.store.client
    .prepare("UPDATE job SET estado = 'pending', completed_at = NULL, run_at = ? WHERE id = ?")
    .run(app.clock().getTime() + 500, id)
  await fail(app, 'envio', 'http_503', 1)
  await queue(app)
  expect(await document(app, 33, 1)).toMatchObject({ estado_sii: 'no_enviado' })
  app.advance(7000)
  await queue(app)
  expect(await job(app, id)).toMatchObject({ estado: 'completed' })
  await app.settle()
  expect(await verdicts(app, 33, 4)).toEqual(['aceptado', 'aceptado', 'aceptado', 'rechazado'])
  expect((await arrivals(app)).good).toHaveLength(3)
})

test('a document whose bytes cannot be read keeps its job from leaving it behind', async () => {
  const app = await withOneBad(9, 9)
  for (let i = 0; i < 2; i++) {
    await app.simulator.drain()
    app.advance(1000)
  }
  const { id } = app.store.client
    .prepare<[], { id: string }>('SELECT id FROM documento WHERE folio = 2')
    .get()!
  const bytes = app.store.client
    .prepare<[string], Uint8Array>('SELECT xml_cifrado FROM documento_xml WHERE documento_id = ?')
    .pluck()
    .get(id)!
  const put = (xml: Uint8Array) =>
    app.store.client.prepare('UPDATE documento_xml SET xml_cifrado = ? WHERE documento_id = ?').run(xml, id)
  put(new Uint8Array(64))
  await app.settle()
  put(bytes)
  const { job_id } = await document(app, 33, 2)
  expect(await job(app, job_id)).toMatchObject({ folio_estado: 'retenido', error: { etapa: 'firma' } })
  await retry(app, job_id)
  await app.settle()
  expect((await verdicts(app, 33, 8)).every((v) => v === 'aceptado')).toBe(true)
})
