// The possible answers of a receiver, and their effect on the delivery and the endpoint (http §12.3).

import { describe, expect, test } from 'bun:test'
import { nextTry, retryAfter } from '../../../src/areas/webhooks/schedule'
import { emit } from '../../support/emision'
import { testAppWithFolios } from '../../support/test-app'
import { type Answer, createReceptor, entregas, OK, register } from './receptor'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

async function scene(answer: Answer = OK, over: object = {}) {
  const receptor = createReceptor(answer)
  const app = await testAppWithFolios({ receptor: receptor.fetch, folios: { 33: 100 } })
  const webhook = await register(app, { eventos: ['dte.emitido', 'webhook.desactivado'], ...over })
  const show = async () => (await app.get(`/v1/webhooks/${webhook.id}`)).body.data
  return { app, receptor, webhook, show }
}

const status =
  (code: number, headers: Record<string, string> = {}) =>
  () =>
    new Response('no', { status: code, headers })

describe('the schedule', () => {
  test('is nine tries over about 28 hours, and the delivery then counts as failed', async () => {
    const { app, receptor, webhook } = await scene(status(500))
    await emit(app)
    const waits: number[] = []
    for (let i = 0; i < 12; i++) {
      await app.drainJobs()
      const [{ proximo_intento }] = await entregas(app, webhook.id)
      if (!proximo_intento) break
      waits.push((Date.parse(proximo_intento) - app.time.now.getTime()) / 1000)
      app.setNow(proximo_intento)
    }
    expect(waits).toEqual([5, 60, 300, 1800, 7200, 18_000, 36_000, 36_000])
    expect(receptor.recibidos.map(({ headers }) => headers['x-service-attempt'])).toEqual([...'123456789'])
    expect(new Set(receptor.recibidos.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    const stamps = receptor.recibidos.map(({ headers }) => Number(headers['webhook-timestamp']))
    expect(new Set(stamps).size).toBe(9)
    expect(await entregas(app, webhook.id, '?estado=fallida')).toMatchObject([
      { estado: 'fallida', intentos: 9, status: 500, proximo_intento: null },
    ])
  })

  test('spreads each pause by a fifth', () => {
    const now = new Date(0)
    expect(nextTry(1, now, 0).getTime()).toBe(4000)
    expect(nextTry(1, now, 0.5).getTime()).toBe(5000)
    expect(nextTry(8, now, 1).getTime()).toBe(12 * HOUR)
  })

  test('yields to Retry-After of 429 and 503, seconds or a date, up to a day', async () => {
    const now = new Date('2026-11-20T14:00:00Z')
    const after = (header: string | null) => {
      const at = retryAfter(header, now)
      return at && (at.getTime() - now.getTime()) / 1000
    }
    expect(after('120')).toBe(120)
    expect(after('Fri, 20 Nov 2026 15:00:00 GMT')).toBe(3600)
    expect(after('999999')).toBe(86_400)
    expect(after('0')).toBe(1)
    expect(after('Fri, 20 Nov 2020 15:00:00 GMT')).toBe(1)
    expect(after('pronto')).toBe(null)
    expect(after(null)).toBe(null)

    for (const [code, wait] of [
      [429, 7200],
      [503, 7200],
      [500, 5],
    ] as const) {
      const { app, webhook } = await scene(status(code, { 'retry-after': '7200' }))
      await emit(app)
      await app.drainJobs()
      const [{ proximo_intento }] = await entregas(app, webhook.id)
      expect([code, (Date.parse(proximo_intento) - app.time.now.getTime()) / 1000]).toEqual([code, wait])
    }
  })
})

describe('a receiver', () => {
  test('that redirects has not received: it is not followed', async () => {
    const { app, receptor, webhook } = await scene(status(302, { location: 'http://127.0.0.1:9000/otra' }))
    await emit(app)
    await app.drainJobs()
    expect(receptor.recibidos).toHaveLength(1)
    const [entrega] = await entregas(app, webhook.id)
    expect(entrega).toMatchObject({ estado: 'pendiente', status: 302 })
    expect(entrega.error).toContain('redirección')
  })

  test('that answers 410 is switched off at once, and the stream and other endpoints are told', async () => {
    const { app, receptor, webhook, show } = await scene(({ url }) =>
      url.includes(':9000') ? new Response('', { status: 410 }) : new Response(''),
    )
    await register(app, { url: 'http://127.0.0.1:9009/', eventos: ['webhook.desactivado'] })
    for (let i = 0; i < 3; i++) await emit(app)
    await app.drainJobs()
    app.advance(HOUR)
    await app.drainJobs()
    const toDead = receptor.recibidos.filter(({ url }) => url.includes(':9000'))
    expect(toDead.length).toBeLessThanOrEqual(2)
    expect(await show()).toMatchObject({ activo: false, motivo_inactivo: expect.stringContaining('410') })
    expect((await entregas(app, webhook.id)).map(({ estado }: { estado: string }) => estado)).toEqual([
      'fallida',
      'fallida',
      'fallida',
    ])
    const told = receptor.recibidos.filter(({ evento }) => evento === 'webhook.desactivado')
    expect(told.map(({ url, body }) => [url, JSON.parse(body).data.webhook_id])).toEqual([
      ['http://127.0.0.1:9009/', webhook.id],
    ])
  })

  test('that only fails for five days is switched off; one success in between forgives all', async () => {
    const { app, receptor, show } = await scene(status(500))
    const tryFor = async (ms: number) => {
      const until = app.time.now.getTime() + ms
      while (app.time.now.getTime() < until) {
        await emit(app)
        await app.drainJobs()
        app.advance(12 * HOUR)
      }
    }
    await tryFor(4 * DAY)
    expect(await show()).toMatchObject({ activo: true, fallando_desde: '2026-11-20T14:02:11.000Z' })
    receptor.answer = OK
    await tryFor(DAY)
    expect(await show()).toMatchObject({ activo: true, fallando_desde: null })
    receptor.answer = status(500)
    await tryFor(4.5 * DAY)
    expect((await show()).activo).toBe(true)
    await tryFor(1.5 * DAY)
    expect(await show()).toMatchObject({ activo: false, motivo_inactivo: expect.stringContaining('5 días') })
  })

  test('that hangs is given up after 15 seconds, its other deliveries untried meanwhile', async () => {
    const reached = Promise.withResolvers<void>()
    const receptor = createReceptor(() => new Response(''))
    const app = await testAppWithFolios({
      folios: { 33: 10 },
      receptor: (url, init) => {
        if (url.includes(':9000')) {
          reached.resolve()
          return new Promise((_, reject) =>
            init.signal!.addEventListener('abort', () => reject(init.signal!.reason)),
          )
        }
        return receptor.fetch(url, init)
      },
    })
    const dead = await register(app, { eventos: ['dte.emitido'] })
    await register(app, { url: 'http://127.0.0.1:9001/', eventos: ['dte.emitido'] })
    for (let i = 0; i < 5; i++) await emit(app)
    const drained = app.drainJobs()
    await reached.promise
    while (receptor.recibidos.length < 5) await new Promise(setImmediate)
    for (let i = 0; i < 5; i++) {
      app.fireTimers(15_000)
      for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate)
    }
    await drained
    expect(receptor.eventos()).toEqual(Array(5).fill('dte.emitido'))
    const [entrega] = await entregas(app, dead.id)
    expect(entrega).toMatchObject({ estado: 'pendiente', intentos: 1, status: null })
    expect(entrega.error).toContain('15 segundos')
  })
})

describe('a refused way', () => {
  test('counts as a failed try: names are asked anew at every delivery', async () => {
    const answers = [['10.0.0.1'], ['169.254.169.254'], ['10.0.0.1']]
    const receptor = createReceptor()
    const app = await testAppWithFolios({
      folios: { 33: 10 },
      receptor: receptor.fetch,
      lookup: async () => answers.shift()!,
    })
    const webhook = await register(app, { url: 'https://erp.example.cl:8443/hook', eventos: ['dte.emitido'] })
    await emit(app)
    await app.drainJobs()
    expect(receptor.recibidos).toEqual([])
    expect((await entregas(app, webhook.id))[0].error).toContain('enlace local')
    app.advance(MINUTE)
    await app.drainJobs()
    expect(receptor.recibidos.map(({ url, headers }) => [url, headers.host])).toEqual([
      ['https://10.0.0.1:8443/hook', 'erp.example.cl:8443'],
    ])
  })
})
