// An older copy of the database issues again: never under a folio that the SII has by now (http §18). The
// simulator apart from the copy plays the SII that went on.

import { describe, expect, test } from 'bun:test'
import { inTempDir } from '../../cli/spawn'
import { copyOf } from '../../support/copia'
import { annulAtSii, discard, document, emit, fail, heal, job, retry } from '../../support/emision'
import { boleta, factura } from '../../support/emisor'
import { loadFolios, type TestApp, testAppWithFolios, type Wire } from '../../support/test-app'

const HOUR = 3_600_000
const pass: Wire = (_url, _body, go) => go()
/** A server whose simulator stands apart, so that a copy of its database does not take the SII back with it. */
const served = (folios: Record<number, number> = { 33: 100 }) => testAppWithFolios({ folios, wire: pass })

const times = async (n: number, work: () => Promise<unknown>): Promise<void> => {
  for (let i = 0; i < n; i++) await work()
}
const stock = async (app: TestApp, tipo = 33) =>
  (await app.get('/v1/dte/folios')).body.data.find((s: { tipo_dte: number }) => s.tipo_dte === tipo)
const huecos = async (app: TestApp): Promise<{ tipo_dte: number; folio: number; estado: string }[]> =>
  (await app.get('/v1/dte/folios/huecos?limite=100')).body.data
const fuera = async (app: TestApp, tipo = 33) =>
  (await huecos(app)).filter((h) => h.tipo_dte === tipo && h.estado === 'emitido_fuera').map((h) => h.folio)
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i)
/** The folios of a type that came to the SII of the first server, each as often as it came. */
const arrivals = ({ store }: TestApp, tipo = 33): number[] =>
  store.client
    .prepare<[number], number>('SELECT folio FROM sim_documento WHERE tipo_dte = ? ORDER BY folio')
    .pluck()
    .all(tipo)
const queries =
  (asked: string[]): Wire =>
  (url, _body, go) => {
    if (/QueryEstDte|\/estado\?/.test(url)) asked.push(url)
    return go()
  }

describe('an older copy that was noticed at its start', () => {
  for (const [tipo, body] of [
    [33, factura],
    [39, boleta],
  ] as const) {
    test(`issues type ${tipo} behind what the SII has, each folio once, and sets the rest aside`, () =>
      inTempDir(async (dir) => {
        const app = await served({ [tipo]: 60 })
        await times(3, () => emit(app, body()))
        await app.settle()
        const open = copyOf(app, dir)
        await times(10, () => emit(app, body()))
        await app.settle()

        const copy = await open()
        expect(await stock(copy, tipo)).toMatchObject({ siguiente: 4, por_conciliar: true })
        expect((await copy.post('/v1/dte/emitir', body())).body.data.folio).toBe(14)
        await times(2, () => emit(copy, body()))
        await copy.settle()
        expect(arrivals(app, tipo)).toEqual(range(1, 16))
        for (const folio of [14, 15, 16])
          expect((await document(copy, tipo, folio)).estado_sii).toBe('aceptado')
        expect(await fuera(copy, tipo)).toEqual(range(4, 13))
        expect(await stock(copy, tipo)).toMatchObject({
          siguiente: 17,
          por_conciliar: false,
          disponibles: 44,
        })
      }))
  }

  test('asks nothing that costs a unit, and asks nothing once it is settled', () =>
    inTempDir(async (dir) => {
      const app = await served()
      await emit(app)
      await app.settle()
      const asked: string[] = []
      const copy = await copyOf(app, dir)({ wire: queries(asked) })
      const used = async () =>
        (await copy.get('/v1/cuenta/uso', app.tenant.session)).body.data.consultas.usadas
      const before = await used()
      await emit(copy)
      // Five in a row, 10, 25, 50 further on, and the last: 100 and more are beyond the range.
      expect(asked).toHaveLength(9)
      await emit(copy)
      expect(asked).toHaveLength(9)
      expect(await used()).toBe(before)
    }))

  test('looks past holes: what the SII knows further on moves everything up to it out of the way', () =>
    inTempDir(async (dir) => {
      const app = await served({ 33: 400 })
      await emit(app)
      await app.settle()
      const copy = await copyOf(app, dir)({ wire: knowing([2 + 25]) })
      expect((await copy.post('/v1/dte/emitir', factura())).body.data.folio).toBe(28)
      const found = await huecos(copy)
      expect(found.map(({ folio }) => folio)).toEqual(range(2, 27))
      expect(found.at(-1)).toMatchObject({ estado: 'emitido_fuera', job_id: null })
      expect(found[0]).toMatchObject({ estado: 'por_anular' })
    }))

  for (const more of [4, 10, 25, 50, 100, 200]) {
    test(`finds a folio that is known only at +${more}`, () =>
      inTempDir(async (dir) => {
        const app = await served({ 33: 500 })
        const copy = await copyOf(app, dir)({ wire: knowing([1 + more]) })
        expect((await copy.post('/v1/dte/emitir', factura())).body.data.folio).toBe(2 + more)
      }))
  }

  test('goes on in the next range when the SII has the whole of one, and answers NO_FOLIOS when it has all', () =>
    inTempDir(async (dir) => {
      const app = await served({ 33: 4 })
      await loadFolios(app, app.tenant, { 33: 4 })
      const open = copyOf(app, dir)
      await times(5, () => emit(app))
      await app.settle()
      const copy = await open()
      expect((await copy.post('/v1/dte/emitir', factura())).body.data.folio).toBe(6)
      await copy.settle()

      await times(2, () => emit(copy))
      await copy.settle()
      const last = await open()
      expect(await last.post('/v1/dte/emitir', factura())).toMatchObject({
        status: 409,
        body: { code: 'NO_FOLIOS' },
      })
      expect((await stock(last)).disponibles).toBe(0)
    }))

  test('does not give a freed folio that was taken anew since', () =>
    inTempDir(async (dir) => {
      const app = await served()
      await fail(app, 'envio', 'sin_permiso', 1)
      const id = await emit(app)
      await app.drainJobs()
      await discard(app, id, true)
      expect(await stock(app)).toMatchObject({ siguiente: 1 })
      const open = copyOf(app, dir)
      await emit(app)
      await app.settle()
      const copy = await open()
      expect((await copy.post('/v1/dte/emitir', factura())).body.data.folio).toBe(2)
      expect(await fuera(copy)).toEqual([1])
    }))

  test('sets aside as annulled what was annulled at the SII', () =>
    inTempDir(async (dir) => {
      const app = await served()
      const open = copyOf(app, dir)
      annulAtSii(app, 33, 1)
      const copy = await open()
      expect((await copy.post('/v1/dte/emitir', factura())).body.data.folio).toBe(2)
      expect(await huecos(copy)).toMatchObject([{ folio: 1, estado: 'anulado', job_id: null }])
    }))

  test('is told by /metrics until it is settled', () =>
    inTempDir(async (dir) => {
      const app = await served()
      const copy = await copyOf(app, dir)({ metricsToken: 'una-ficha-de-prueba' })
      const figure = (await copyFigures(copy)).join()
      expect(figure).toBe('timbre_folios_unreconciled{ambiente="simulacion",tipo_dte="33"} 1')
      await emit(copy)
      expect(await copyFigures(copy)).toEqual([])
    }))

  test('asks about a range loaded later that was granted before, and not about a younger one', () =>
    inTempDir(async (dir) => {
      const app = await served()
      const open = copyOf(app, dir)
      const copy = await open()
      await loadFolios(copy, app.tenant, { 34: 10 })
      expect((await stock(copy, 34)).por_conciliar).toBe(true)
      copy.advance(24 * HOUR)
      await copy.post('/v1/dte/folios/solicitar', { tipo_dte: 41, cantidad: 10 }, app.tenant.key)
      expect((await stock(copy, 41)).por_conciliar).toBe(false)
    }))
})

/** As a process that died between signing and freezing leaves them: signed, in no envelope. */
function loosen({ store }: TestApp): void {
  store.client.exec("UPDATE documento SET envio_id = NULL, visto = 0; UPDATE envio SET estado = 'rehusado'")
}

const copyFigures = async (app: TestApp): Promise<string[]> =>
  (await app.get('/metrics', { authorization: 'Bearer una-ficha-de-prueba' })).body
    .split('\n')
    .filter((line: string) => line.startsWith('timbre_folios_unreconciled{'))

/** An SII that knows these folios, with other data, and nothing else. */
function knowing(folios: number[], silent: () => boolean = () => false): Wire {
  return async (url, _body, go, body = '') => {
    if (!url.includes('QueryEstDte')) return go()
    if (silent()) throw new TypeError('no network')
    const answer = await go()
    const folio = Number(/FolioDte[^>]*>(\d+)</.exec(body)?.[1])
    const text = await answer.text()
    const estado = folios.includes(folio) ? 'DNK' : 'FAU'
    return new Response(text.replace(/ESTADO&gt;[A-Z]+&lt;/, `ESTADO&gt;${estado}&lt;`), answer)
  }
}

describe('while the SII cannot be asked', () => {
  test('an emission is answered 503 with nothing taken, its key unburnt, and goes through once the SII is back', () =>
    inTempDir(async (dir) => {
      const app = await served()
      const open = copyOf(app, dir)
      await times(2, () => emit(app))
      await app.settle()
      const copy = await open()
      await fail(copy, 'estado_dte', 'http_503')
      const rows = () =>
        copy.store.client
          .prepare('SELECT (SELECT count(*) FROM job), (SELECT count(*) FROM documento)')
          .raw()
          .get()
      const before = rows()
      const key = { ...app.tenant.key, 'idempotency-key': 'pedido-1' }
      const refused = await copy.post('/v1/dte/emitir', factura(), key)
      expect(refused).toMatchObject({ status: 503, body: { code: 'SII_UNAVAILABLE' } })
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(refused.body.error).toContain('por conciliar')
      const lote = await copy.post('/v1/dte/emitir/lote', { documentos: [factura(), factura()] })
      expect(lote).toMatchObject({ status: 503, body: { code: 'SII_UNAVAILABLE' } })
      expect(rows()).toEqual(before)
      expect(await stock(copy)).toMatchObject({ siguiente: 1, por_conciliar: true })
      await heal(copy)
      const accepted = await copy.post('/v1/dte/emitir', factura(), key)
      expect(accepted).toMatchObject({ status: 202, body: { data: { folio: 3 } } })
      expect(accepted.headers.get('idempotent-replayed')).toBeNull()
    }))

  test('an annulment and a batch wait for it as well, and all types of the batch are asked for', () =>
    inTempDir(async (dir) => {
      const app = await served({ 33: 20, 39: 20, 61: 20 })
      await emit(app)
      await app.settle()
      const open = copyOf(app, dir)
      await emit(app)
      await emit(app, boleta())
      await app.settle()
      const copy = await open()
      await fail(copy, 'estado_dte', 'http_503')
      const annul = () => copy.post('/v1/dte/33/1/anular', { motivo: 'Se devolvió' })
      expect(await annul()).toMatchObject({ status: 503, body: { code: 'SII_UNAVAILABLE' } })
      await heal(copy)
      expect(await annul()).toMatchObject({ status: 202, body: { data: { folio: 1 } } })
      const lote = await copy.post('/v1/dte/emitir/lote', { documentos: [factura(), boleta()] })
      const folios = lote.body.data.documentos.map(({ data }: { data: { folio: number } }) => data.folio)
      expect(folios).toEqual([3, 2])
    }))

  test('what is already answered is told again without asking', () =>
    inTempDir(async (dir) => {
      const app = await served()
      const key = { ...app.tenant.key, 'idempotency-key': 'pedido-1' }
      await app.post('/v1/dte/emitir', factura(), key)
      const copy = await copyOf(app, dir)()
      await fail(copy, 'estado_dte', 'http_503')
      const again = await copy.post('/v1/dte/emitir', factura(), key)
      expect(again).toMatchObject({ status: 202, body: { data: { folio: 1 } } })
    }))

  test('a request waits 20 s and no longer; the SII goes on being asked, and the next one finds it done', () =>
    inTempDir(async (dir) => {
      const app = await served()
      const open = copyOf(app, dir)
      await times(2, () => emit(app))
      await app.settle()
      const gate = Promise.withResolvers<void>()
      const asked = Promise.withResolvers<void>()
      const copy = await open({
        wire: async (url, _body, go) => {
          if (!url.includes('QueryEstDte')) return go()
          asked.resolve()
          await gate.promise
          return go()
        },
      })
      const waiting = copy.post('/v1/dte/emitir', factura())
      await asked.promise
      copy.fireTimers(20_000)
      expect(await waiting).toMatchObject({ status: 503, body: { code: 'SII_UNAVAILABLE' } })
      const [next, lote] = [
        copy.post('/v1/dte/emitir', factura()),
        copy.post('/v1/dte/emitir/lote', { documentos: [factura(), factura()] }),
      ]
      gate.resolve()
      expect((await next).status).toBe(202)
      expect((await lote).status).toBe(202)
      expect(await fuera(copy)).toEqual([1, 2])
      await copy.settle()
      expect(arrivals(app)).toEqual(range(1, 5))
    }))

  test('what was set aside before it stopped answering stays so', () =>
    inTempDir(async (dir) => {
      const app = await served({ 33: 500 })
      let left = 60
      const copy = await copyOf(app, dir)({ wire: knowing(range(1, 200), () => left-- <= 0) })
      expect((await copy.post('/v1/dte/emitir', factura())).status).toBe(503)
      expect((await fuera(copy)).length).toBe(50)
      expect(await stock(copy)).toMatchObject({ siguiente: 51, por_conciliar: true })
    }))
})

describe('what the copy holds as taken and not sent', () => {
  test('is never signed anew when the SII has its folio: a person sees why, and its folio is nobody’s', () =>
    inTempDir(async (dir) => {
      const app = await served()
      const id = await emit(app)
      const open = copyOf(app, dir)
      await app.settle()
      const copy = await open()
      await copy.settle()
      const stopped = await job(copy, id)
      expect(stopped).toMatchObject({
        estado: 'failed',
        folio_estado: 'retenido',
        error: { code: 'CONFLICT', reintentable: false, sii: { codigo: 'DOK' } },
      })
      expect(stopped.error.accion).toContain('No lo emita de nuevo')
      await retry(copy, id)
      await copy.drainJobs()
      expect((await job(copy, id)).estado).toBe('failed')
      expect((await discard(copy, id, true)).status).toBe(200)
      expect(await fuera(copy)).toEqual([1])
      expect((await copy.post('/v1/dte/emitir', factura())).body.data.folio).toBe(2)
      await copy.settle()
      expect(arrivals(app)).toEqual([1, 2])
    }))

  test('stops also when the SII has another document under its folio (DNK)', () =>
    inTempDir(async (dir) => {
      const app = await served()
      const id = await emit(app)
      const copy = await copyOf(app, dir)({ wire: knowing([1]) })
      await copy.drainJobs()
      const { estado, error } = await job(copy, id)
      expect({ estado, codigo: error.sii.codigo }).toEqual({ estado: 'failed', codigo: 'DNK' })
      expect(error.accion).toContain('emítalo de nuevo')
      expect(arrivals(app)).toEqual([])
    }))

  test('goes out when the SII does not know its folio, and waits while it cannot be asked', () =>
    inTempDir(async (dir) => {
      const app = await served()
      const id = await emit(app)
      const copy = await copyOf(app, dir)()
      await fail(copy, 'estado_dte', 'http_503')
      await copy.drainJobs()
      expect(await job(copy, id)).toMatchObject({ estado: 'pending', error: { code: 'SII_UNAVAILABLE' } })
      await heal(copy)
      copy.advance(HOUR)
      await copy.settle()
      expect((await document(copy, 33, 1)).estado_sii).toBe('aceptado')
    }))

  for (const [tipo, body] of [
    [33, factura],
    [39, boleta],
  ] as const) {
    for (const how of ['in its envelope', 'in no envelope yet'] as const) {
      test(`type ${tipo}, signed and ${how}, ends as sent when the SII has these very bytes: it never travels again`, () =>
        inTempDir(async (dir) => {
          const app = await served({ [tipo]: 60 })
          await fail(app, 'token', 'http_503')
          const ids = [await emit(app, body()), await emit(app, body())]
          await app.drainJobs()
          const signed = app.store.client.prepare('SELECT count(firmado_at) FROM documento').pluck()
          expect(signed.get()).toBe(2)
          if (how === 'in no envelope yet') loosen(app)
          const unsigned = await emit(app, body())
          const open = copyOf(app, dir)
          await heal(app)
          app.advance(HOUR)
          await app.settle()
          expect(arrivals(app, tipo)).toEqual([1, 2, 3])

          const uploads: string[] = []
          const copy = await open({
            wire: (url, _body, go) => {
              if (/DTEUpload|boleta\.electronica\.envio$/.test(url)) uploads.push(url)
              return go()
            },
          })
          copy.advance(HOUR)
          await copy.settle()
          for (const [i, id] of ids.entries()) {
            const { estado, track_id } = await job(copy, id)
            expect({ estado, track_id }).toEqual({
              estado: 'completed',
              track_id: (await job(app, id)).track_id,
            })
            expect((await document(copy, tipo, i + 1)).estado_sii).toBe('aceptado')
          }
          expect(await job(copy, unsigned)).toMatchObject({ estado: 'failed', error: { code: 'CONFLICT' } })
          expect(uploads).toEqual([])
          expect(arrivals(app, tipo)).toEqual([1, 2, 3])
        }))
    }
  }

  test('does not travel unasked in the envelope of one that the SII was asked for: that one goes before', () =>
    inTempDir(async (dir) => {
      const app = await served()
      await fail(app, 'token', 'http_503')
      const ids = [await emit(app), await emit(app)]
      await app.drainJobs()
      const open = copyOf(app, dir)
      await heal(app)

      let deaf = true
      const copy = await open({
        wire: (url, _body, go, question = '') => {
          const asked = url.includes('QueryEstDteAv') && /<FolioDte[^>]*>2</.test(question)
          return asked && deaf ? Promise.resolve(new Response('', { status: 503 })) : go()
        },
      })
      copy.advance(HOUR)
      await copy.drainJobs()
      expect(arrivals(app)).toEqual([1])
      expect((await job(copy, ids[1]!)).estado).toBe('pending')
      deaf = false
      copy.advance(HOUR)
      await copy.settle()
      expect(arrivals(app)).toEqual([1, 2])
      for (const folio of [1, 2]) expect((await document(copy, 33, folio)).estado_sii).toBe('aceptado')
    }))

  test('ends as sent without a Track ID too when the SII tells none, and is judged by itself', () =>
    inTempDir(async (dir) => {
      const app = await served()
      await fail(app, 'token', 'http_503')
      const id = await emit(app)
      await app.drainJobs()
      loosen(app)
      const open = copyOf(app, dir)
      await heal(app)
      app.advance(HOUR)
      await app.settle()
      const copy = await open({
        wire: async (url, _body, go) => {
          const answer = await go()
          if (!url.includes('QueryEstDteAv')) return answer
          return new Response((await answer.text()).replace(/TRACKID&gt;\d+/, 'TRACKID&gt;'), answer)
        },
      })
      copy.advance(HOUR)
      await copy.settle()
      const { estado, track_id = null } = await job(copy, id)
      expect({ estado, track_id }).toEqual({ estado: 'completed', track_id: null })
      expect((await document(copy, 33, 1)).estado_sii).toBe('aceptado')
      expect(arrivals(app)).toEqual([1])
    }))

  test('keeps its folio from others when it is discarded before the SII was asked', () =>
    inTempDir(async (dir) => {
      const app = await served()
      await fail(app, 'envio', 'sin_permiso', 1)
      const id = await emit(app)
      await app.drainJobs()
      const open = copyOf(app, dir)
      await retry(app, id)
      await app.settle()
      const copy = await open()
      await discard(copy, id, true)
      expect(await huecos(copy)).toMatchObject([{ folio: 1, estado: 'por_anular' }])
      expect((await copy.post('/v1/dte/emitir', factura())).body.data.folio).toBe(2)
    }))
})

describe('what was scheduled', () => {
  const EN_UNA_HORA = '2026-11-20T15:02:11.000Z'
  const programada = () => factura({ programar_para: EN_UNA_HORA })

  test('for an hour that passed before the copy came back waits for a person', () =>
    inTempDir(async (dir) => {
      const app = await served()
      const id = await emit(app, programada())
      const open = copyOf(app, dir)
      app.advance(2 * HOUR)
      await app.settle()
      const copy = await open()
      await copy.drainJobs()
      const { estado, folio, error } = await job(copy, id)
      expect({ estado, folio }).toEqual({ estado: 'failed', folio: null })
      expect(error.error).toContain('puede haberse emitido ya')
      expect((await retry(copy, id)).status).toBe(202)
      await copy.settle()
      expect(await job(copy, id)).toMatchObject({ estado: 'completed', folio: 2 })
    }))

  test('for later is released by itself, once the SII has told which folios it has', () =>
    inTempDir(async (dir) => {
      const app = await served()
      const id = await emit(app, programada())
      const open = copyOf(app, dir)
      await emit(app)
      await app.settle()
      const copy = await open()
      await fail(copy, 'estado_dte', 'http_503')
      copy.advance(HOUR)
      await copy.drainJobs()
      expect(await job(copy, id)).toMatchObject({ estado: 'scheduled', folio: null })
      await heal(copy)
      for (let i = 0; i < 3; i++) {
        copy.advance(20_000)
        await copy.drainJobs()
      }
      await copy.settle()
      expect(await job(copy, id)).toMatchObject({ estado: 'completed', folio: 2 })
    }))
})

describe('a copy that nothing told of', () => {
  for (const [tipo, body] of [
    [33, factura],
    [39, boleta],
  ] as const) {
    test(`is found out by what the SII says of a fresh folio of type ${tipo}`, () =>
      inTempDir(async (dir) => {
        const app = await served({ [tipo]: 60, 61: 60 })
        const open = copyOf(app, dir)
        const other = (price: number) => body({ detalle: [{ nombre: 'Otro', precio: price }] })
        await times(3, () => emit(app, other(1000)))
        await app.settle()
        const copy = await open({}, false)
        expect((await stock(copy, tipo)).por_conciliar).toBe(false)
        await emit(copy, other(2000))
        await copy.settle()
        expect((await document(copy, tipo, 1)).estado_sii).toBe('rechazado')
        expect(await stock(copy, tipo)).toMatchObject({ por_conciliar: true })
        expect(await stock(copy, 61)).toMatchObject({ por_conciliar: true })
        expect((await copy.post('/v1/dte/emitir', other(2000))).body.data.folio).toBe(4)
        await copy.settle()
        expect((await document(copy, tipo, 4)).estado_sii).toBe('aceptado')
        expect(await fuera(copy, tipo)).toEqual([2, 3])
      }))
  }

  test('is found out by STATUS 99 for an envelope that it never sent', () =>
    inTempDir(async (dir) => {
      const app = await served()
      await fail(app, 'token', 'http_503')
      await emit(app)
      await app.drainJobs()
      const open = copyOf(app, dir)
      await heal(app)
      app.advance(HOUR)
      await app.settle()
      const copy = await open({}, false)
      copy.advance(HOUR)
      await copy.settle()
      expect((await document(copy, 33, 1)).estado_sii).toBe('aceptado')
      expect((await stock(copy)).por_conciliar).toBe(true)
    }))

  for (const [tipo, body, mixed] of [
    [33, factura, false],
    [33, factura, true],
    [39, boleta, false],
  ] as const) {
    const among = mixed ? ', beside a new one' : ''
    test(`does not call type ${tipo} rejected that came before in another envelope${among}: DTE-3-100 is of the repeat`, () =>
      inTempDir(async (dir) => {
        const app = await served({ [tipo]: 60 })
        await fail(app, 'token', 'http_503')
        const ids = [await emit(app, body()), await emit(app, body())]
        await app.drainJobs()
        loosen(app)
        const open = copyOf(app, dir)
        await heal(app)
        app.advance(HOUR)
        await app.settle()
        const copy = await open({}, false)
        copy.advance(HOUR)
        if (mixed) await emit(copy, body())
        await copy.settle()
        expect(arrivals(app, tipo).filter((folio) => folio === 1)).toHaveLength(2)
        for (const [i, id] of ids.entries()) {
          expect((await job(copy, id)).estado).toBe('completed')
          expect((await document(copy, tipo, i + 1)).estado_sii).toBe('aceptado')
        }
      }))
  }

  test('does not take a document signed anew for the one that the SII has', () =>
    inTempDir(async (dir) => {
      const app = await served()
      await emit(app)
      const open = copyOf(app, dir)
      await app.settle()
      const copy = await open({}, false)
      await copy.settle()
      const { estado_sii, codigo_sii } = await document(copy, 33, 1)
      expect({ estado_sii, codigo_sii }).toEqual({ estado_sii: 'rechazado', codigo_sii: 'DNK' })
      expect((await stock(copy)).por_conciliar).toBe(true)
    }))
})

describe('in certification and production', () => {
  for (const ambiente of ['certificacion', 'produccion'] as const) {
    for (const [tipo, body] of [
      [33, factura],
      [39, boleta],
    ] as const) {
      test(`type ${tipo} in ${ambiente} asks the SII’s own hosts`, () =>
        inTempDir(async (dir) => {
          const app = await served({ [tipo]: 60 })
          // Nobody but the SII signs ranges for these environments.
          app.store.client.exec(`UPDATE caf SET ambiente = '${ambiente}'`)
          app.store.client.exec("UPDATE empresa SET resolucion_numero = 80, resolucion_fecha = '2014-08-22'")
          const hosts: string[] = []
          const copy = await copyOf(app, dir)({ wire: theirs(ambiente, range(1, 7), hosts) })
          const session = { ...app.tenant.session, 'x-ambiente': ambiente }
          const reply = await copy.post('/v1/dte/emitir', body(), session)
          expect(reply).toMatchObject({ status: 202, body: { data: { folio: 8 } } })
          const gaps = (await copy.get('/v1/dte/folios/huecos', session)).body.data
          expect(gaps).toHaveLength(7)
          expect(new Set(hosts).size).toBe(1)
        }))
    }
  }
})

/** A stub of the SII of an environment that knows these folios: DNK, as its answers are described (sii §2, §5, §6). */
function theirs(ambiente: 'certificacion' | 'produccion', folios: number[], hosts: string[]): Wire {
  const [soap, rest] =
    ambiente === 'certificacion'
      ? ['https://maullin.sii.cl/', 'https://apicert.sii.cl/']
      : ['https://palena.sii.cl/', 'https://api.sii.cl/']
  const escaped = (text: string) => text.replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  const respuesta = (header: string, body = '') =>
    `<?xml version="1.0" encoding="UTF-8"?><SII:RESPUESTA xmlns:SII="http://www.sii.cl/XMLSchema">` +
    `<SII:RESP_BODY>${body}</SII:RESP_BODY><SII:RESP_HDR>${header}</SII:RESP_HDR></SII:RESPUESTA>`
  const envelope = (operation: string, inner: string) =>
    new Response(
      `<soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/"><soapenv:Body><${operation}Response>` +
        `<${operation}Return>${escaped(inner)}</${operation}Return></${operation}Response></soapenv:Body></soapenv:Envelope>`,
    )
  const ok = (body: string) => respuesta('<ESTADO>00</ESTADO>', body)
  const known = (folio: number) => (folios.includes(folio) ? 'DNK' : 'FAU')
  return async (url, _body, _go, body = '') => {
    if (url.startsWith(soap)) {
      if (url.includes('CrSeed')) return envelope('getSeed', ok('<SEMILLA>1</SEMILLA>'))
      if (url.includes('GetToken')) return envelope('getToken', ok('<TOKEN>T</TOKEN>'))
      if (!url.includes('QueryEstDte.jws')) throw new Error(`not asked for: ${url}`)
      hosts.push(new URL(url).host)
      const folio = Number(/FolioDte[^>]*>(\d+)</.exec(body)?.[1])
      return envelope(
        'getEstDte',
        respuesta(`<ESTADO>${known(folio)}</ESTADO><GLOSA_ESTADO>x</GLOSA_ESTADO><ERR_CODE>1</ERR_CODE>`),
      )
    }
    if (!url.startsWith(rest)) throw new Error(`not asked for: ${url}`)
    if (url.endsWith('.semilla')) return new Response(ok('<SEMILLA>1</SEMILLA>'))
    if (url.endsWith('.token')) return new Response(ok('<TOKEN>T</TOKEN>'))
    hosts.push(new URL(url).host)
    const folio = Number(/-39-(\d+)\/estado/.exec(url)?.[1])
    return Response.json({ codigo: known(folio), descripcion: 'x' })
  }
}
