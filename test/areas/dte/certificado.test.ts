// A clock put back to before the certificate's first day: what it would sign the SII refuses for good, so nothing is signed,
// nothing new is taken, and all goes on by itself once the clock is right (sii §4.2 RFR, xml §6.1).

import { describe, expect, test } from 'bun:test'
import { turns } from '../../jobs/queue'
import { document, emit, fail, heal, job, jumpWhen, libro, nota } from '../../support/emision'
import { factura, RECEPTOR } from '../../support/emisor'
import { openBuzon } from '../../support/smtp'
import {
  type CompanyApp,
  DIAS_ANTES,
  loadFolios,
  testAppWithCompany,
  testAppWithFolios,
} from '../../support/test-app'

interface Arrival {
  track_id: string
  orden: number
  folio: number
  veredicto: string
}

const BACK = -(DIAS_ANTES + 1) * 86_400_000

/** Moves our clock, and the embedded SII's with it. */
async function jump(app: CompanyApp, ms: number): Promise<void> {
  app.jump(ms)
  await app.app.services.runner.beat()
}

const frozen = (app: CompanyApp): number =>
  app.store.client.prepare<[], number>('SELECT count(*) FROM documento_xml').pluck().get()!

const NO_RIGE = {
  code: 'CERTIFICATE_INVALID',
  etapa: 'firma',
  reintentable: true,
  sii: null,
  accion: expect.stringContaining('reloj'),
}

describe('a clock before the first day of the certificate', () => {
  test('is told to who issues, and no folio is taken', async () => {
    const app = await testAppWithFolios({ folios: { 33: 5 } })
    await jump(app, BACK)
    const { status, body } = await app.post('/v1/dte/emitir', factura())
    expect([status, body.code]).toEqual([422, 'CERTIFICATE_INVALID'])
    expect(body.error).toMatch(
      /^El certificado digital rige desde el 2026-10-20 20:00:00 y el reloj de este servidor marca el 2026-10-20 11:.*: póngalo en hora$/,
    )
    await jump(app, -BACK)
    await emit(app)
    expect((await libro(app)).documentos).toEqual([])
    await app.settle()
    expect(await document(app, 33, 1)).toMatchObject({ estado_sii: 'aceptado' })
  })

  test('signs nothing of what was accepted before; right again, all goes out, in the order of folios', async () => {
    const app = await testAppWithFolios({ folios: { 33: 5 } })
    const ids = [await emit(app), await emit(app), await emit(app)]
    await app.app.services.runner.beat()
    await jump(app, BACK)
    for (let minute = 0; minute < 20; minute++) {
      await app.drainJobs()
      app.advance(60_000)
    }
    expect(frozen(app)).toBe(0)
    for (const id of ids)
      expect(await job(app, id)).toMatchObject({
        estado: 'pending',
        intentos: 0,
        folio_estado: 'tomado',
        error: { ...NO_RIGE, error: expect.stringContaining('rige desde el 2026-10-20') },
      })
    await app.app.services.runner.beat()
    await jump(app, -BACK)
    await app.settle()
    const { documentos } = await libro(app)
    const arrived = documentos.sort((a: Arrival, b: Arrival) => a.orden - b.orden)
    expect(arrived.map(({ folio, veredicto }: Arrival) => [folio, veredicto])).toEqual([
      [1, 'aceptado'],
      [2, 'aceptado'],
      [3, 'aceptado'],
    ])
  })

  test('in the middle of a batch: what is not signed by then waits', async () => {
    const app = await testAppWithFolios({ folios: { 33: 100 } })
    const ids: string[] = []
    for (let i = 0; i < 100; i++) ids.push(await emit(app))
    jumpWhen(app, BACK, () => frozen(app) > 0)
    await app.app.services.runner.drain()
    const signed = frozen(app)
    expect(signed).toBeGreaterThan(0)
    expect(signed).toBeLessThan(100)
    expect((await libro(app)).documentos).toEqual([])
    // A signed one waits behind an unsigned one: folios keep their order.
    for (const id of ids)
      expect(await job(app, id)).toMatchObject({ estado: 'pending', folio_estado: 'tomado' })
    expect(await job(app, ids.at(-1)!)).toMatchObject({ error: NO_RIGE })
    await jump(app, -BACK)
    await app.settle()
    for (let folio = 1; folio <= 100; folio++)
      expect(await document(app, 33, folio)).toMatchObject({ estado_sii: 'aceptado' })
  })

  test('between signing and sending: the envelope waits, and its job does not end', async () => {
    const app = await testAppWithFolios({ folios: { 33: 5 } })
    const id = await emit(app)
    jumpWhen(app, BACK, () => frozen(app) > 0)
    await app.app.services.runner.drain()
    expect(await job(app, id)).toMatchObject({ estado: 'pending', error: NO_RIGE })
    await jump(app, -BACK)
    await app.settle()
    expect(await document(app, 33, 1)).toMatchObject({ estado_sii: 'aceptado' })
  })

  test('is no longer told of a note that waits for a verdict once the clock is right', async () => {
    const app = await testAppWithFolios({ folios: { 33: 5, 61: 5 } })
    await fail(app, 'envio', 'atascado', 1)
    await emit(app)
    await app.drainJobs()
    const id = await emit(app, nota(1))
    await jump(app, BACK)
    await app.drainJobs()
    expect(await job(app, id)).toMatchObject({ estado: 'pending', error: NO_RIGE })
    await jump(app, -BACK)
    await app.drainJobs()
    expect(await job(app, id)).toMatchObject({ estado: 'pending', intentos: 0, error: null })
  })

  test('behind a batch that gets through meanwhile: what comes later does not overtake what waits', async () => {
    const [arrived, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const app = await testAppWithFolios({
      folios: { 33: 5 },
      async wire(_url, upload, pass) {
        if (upload) {
          arrived.resolve()
          await answered.promise
        }
        return pass()
      },
    })
    // It holds from an hour ago.
    const { status } = await app.post(`/v1/empresa/${app.tenant.empresaId}/certificado`, { simulado: true })
    expect(status).toBe(201)
    const { runner } = app.app.services
    const ids = [await emit(app)]
    const first = runner.drain()
    await arrived.promise
    ids.push(await emit(app))
    app.jump(-3_600_000 - 5000)
    const second = runner.drain()
    await turns(50)
    answered.resolve()
    await Promise.all([first, second])
    const estados = () => Promise.all(ids.map(async (id) => (await job(app, id)).estado))
    expect(await estados()).toEqual(['completed', 'pending'])
    app.advance(6000)
    // It holds again.
    ids.push(await emit(app))
    await runner.drain()
    app.advance(9000)
    await runner.drain()
    expect(await estados()).toEqual(['completed', 'completed', 'completed'])
    const { documentos } = await libro(app)
    const sent = documentos.sort((a: Arrival, b: Arrival) => +a.track_id - +b.track_id || a.orden - b.orden)
    expect(sent.map(({ folio }: Arrival) => folio)).toEqual([1, 2, 3])
  })

  describe('with the good documents of a refused file on their way anew', () => {
    const partes = ({ store }: CompanyApp): number =>
      store.client.prepare<[], number>('SELECT count(DISTINCT parte) FROM reenvio').pluck().get()!
    /** The reason why the line waits. */
    const said = ({ store }: CompanyApp): object =>
      JSON.parse(
        store.client.prepare("SELECT error FROM job WHERE kind = 'dte.linea'").pluck().get() as string,
      )
    const envelopes = ({ store }: CompanyApp): number =>
      store.client.prepare<[], number>('SELECT count(*) FROM envio').pluck().get()!

    /** Two documents in a file that the SII refuses; the next drain learns of it and brings each anew. */
    async function refusedFile(): Promise<CompanyApp> {
      const app = await testAppWithFolios({ folios: { 33: 5 } })
      await emit(app)
      // The simulator refuses by schema what goes to this one.
      await emit(app, factura({ receptor: { ...RECEPTOR, rut: '90000001-4' } }))
      await app.app.services.runner.drain()
      app.advance(500)
      await app.simulator.drain()
      app.advance(500)
      return app
    }

    /** Nothing is given up while the clock is wrong, and all has its verdict once it is right. */
    async function expectToWait(app: CompanyApp): Promise<void> {
      for (let minute = 0; minute < 5; minute++) {
        await app.app.services.runner.drain()
        app.advance(60_000)
      }
      expect(partes(app)).toBe(2)
      expect(said(app)).toMatchObject(NO_RIGE)
      await jump(app, -BACK)
      await app.settle()
      expect((await document(app, 33, 1)).estado_sii).toBe('aceptado')
      expect((await document(app, 33, 2)).estado_sii).toBe('rechazado')
    }

    test.each([
      ['before their job looks', () => true],
      ['after it looked', () => new Error().stack!.includes('sealing.ts')],
    ])('signs no new envelope, when it is put back %s', async (_, now) => {
      const app = await refusedFile()
      jumpWhen(app, BACK, () => partes(app) > 0 && now())
      await app.app.services.runner.drain()
      expect(envelopes(app)).toBe(1)
      expect(said(app)).toMatchObject(NO_RIGE)
      await expectToWait(app)
    })

    test('lets the new envelope wait that is signed already', async () => {
      const app = await refusedFile()
      await fail(app, 'envio', 'http_503')
      await app.app.services.runner.drain()
      expect(envelopes(app)).toBeGreaterThan(1)
      await heal(app)
      await jump(app, BACK)
      await expectToWait(app)
    })
  })

  test('holds the copy for the receiver, whose envelope is signed anew', async () => {
    const buzon = await openBuzon()
    try {
      const app = await testAppWithFolios({ folios: { 33: 5 }, correo: buzon.correo })
      await emit(app)
      await app.settle()
      expect(
        (await app.post('/v1/documentos/33/1/enviar', { email: 'compras@nuble.example.cl' })).status,
      ).toBe(202)
      await jump(app, BACK)
      await app.drainJobs()
      expect(buzon.recibidos).toHaveLength(0)
      await jump(app, -BACK)
      await app.settle()
      expect(buzon.recibidos).toHaveLength(1)
    } finally {
      await buzon.close()
    }
  })
})

describe('a clock that is wrong is named', () => {
  const issue = async (days: number, over: object = {}): Promise<string> => {
    const app = await testAppWithFolios({ folios: { 33: 5 } })
    await jump(app, days * 86_400_000)
    const { status, body } = await app.post('/v1/dte/emitir', factura(over))
    expect(status).toBe(422)
    return body.error
  }

  test('to who sends the right date', async () => {
    expect(await issue(-5, { fecha_emision: '2026-11-20' })).toBe(
      'fecha_emision no puede ser posterior a hoy (2026-11-15 en Chile, según el reloj de este servidor)',
    )
  })

  test('to who sends none, for folios that were authorised after its today', async () => {
    expect(await issue(-5)).toEndWith('; el reloj de este servidor marca el 15-11-2026: póngalo en hora')
    expect(await issue(5, { fecha_emision: '2026-11-18' })).not.toContain('reloj')
  })

  test('beside the last day of the certificate', async () => {
    expect(await issue(9000)).toMatch(
      /^El certificado digital venció el .* y el reloj de este servidor marca el 2051-/,
    )
  })
})

test('a company made by a clock of 1970 issues once the clock is right', async () => {
  const app = await testAppWithCompany({ now: '1970-01-01T00:20:00.000Z' })
  app.setNow('2026-11-20T14:02:11.000Z')
  await loadFolios(app, { ...app.tenant, session: app.tenant.key }, { 33: 5 })
  await emit(app)
  await app.settle()
  expect((await document(app, 33, 1)).estado_sii).toBe('aceptado')
})
