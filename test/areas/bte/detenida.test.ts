// An emission whose job stopped (areas/bte §2): what was never sent is told as not issued, what was sent stays uncertain, and a retry never
// sends the issuing page again.

import { describe, expect, test } from 'bun:test'
import type { Wire } from '../../support/test-app'
import { createReceptor, register } from '../webhooks/receptor'
import { type App, atSii, BASE, company, issue, list, trabajo } from './banco'

/** A SII that can be put out, and loses the answer of the issuing page while it is told to. */
function line() {
  const state = { dark: false, loses: false, sent: 0 }
  const cut = () => new TypeError('the line is cut')
  const wire: Wire = async (url, _, pass) => {
    if (!url.includes('/bte_indiv_')) return pass()
    if (state.dark) throw cut()
    if (!url.endsWith('/bte_indiv_ing3')) return pass()
    state.sent++
    const answer = await pass()
    if (!state.loses) return answer
    state.dark = true
    throw cut()
  }
  return { wire, state }
}

/** Runs a job until it waits no more: hours, since each attempt waits longer than the one before. */
async function stop(app: App, id: string) {
  for (let i = 0; i < 30; i++) {
    await app.drainJobs()
    const found = await trabajo(app, id)
    if (!['pending', 'processing'].includes(found.estado)) return found
    app.advance(10 * 60_000)
  }
  throw new Error('it did not stop')
}

const told = async (receptor: ReturnType<typeof createReceptor>, app: App): Promise<string[]> => {
  await app.drainJobs()
  return receptor.recibidos.map(({ body }) => {
    const { evento, data } = JSON.parse(body)
    return `${evento} ${data.estado}`
  })
}

async function scene() {
  const { wire, state } = line()
  const receptor = createReceptor()
  const app = await company({ wire, receptor: receptor.fetch })
  await register(app, { eventos: ['bte.emitida', 'bte.anulada', 'bte.fallida'] })
  return { app, state, receptor }
}
const begin = async (app: App, over: object = {}): Promise<string> =>
  (await issue(app, over, '?esperar=0')).body.data.job_id
const retry = (app: App, id: string) => app.post(`${BASE}/trabajos/${id}/reintentar`)

describe('an emission that runs out of attempts', () => {
  test('before anything was sent is told as not issued, and issued by a retry', async () => {
    const { app, state, receptor } = await scene()
    state.dark = true
    const job = await begin(app)
    expect((await stop(app, job)).estado).toBe('dlq')
    const [row] = await list(app)
    expect(row).toMatchObject({ estado: 'fallida', folio: null, fallo: expect.stringContaining('SII') })
    expect(await told(receptor, app)).toEqual(['bte.fallida fallida'])
    state.dark = false
    await retry(app, job)
    expect(await list(app)).toMatchObject([{ estado: 'borrador', fallo: null }])
    expect((await stop(app, job)).estado).toBe('completed')
    expect(await list(app)).toMatchObject([{ estado: 'vigente', folio: 1 }])
    expect([state.sent, atSii(app)]).toEqual([1, 1])
    expect(await told(receptor, app)).toEqual(['bte.fallida fallida', 'bte.emitida vigente'])
  })

  test('after it was sent stays uncertain, and a retry reads the month and sends nothing', async () => {
    const { app, state, receptor } = await scene()
    state.loses = true
    const job = await begin(app)
    expect((await stop(app, job)).estado).toBe('dlq')
    expect(await list(app)).toMatchObject([{ estado: 'incierta', folio: null, fallo: null }])
    expect(await told(receptor, app)).toEqual([])
    state.dark = false
    await retry(app, job)
    expect((await stop(app, job)).estado).toBe('completed')
    expect(await list(app)).toMatchObject([{ estado: 'vigente', folio: 1 }])
    expect([state.sent, atSii(app)]).toEqual([1, 1])
    expect(await told(receptor, app)).toEqual(['bte.emitida vigente'])
  })

  test('after it was sent keeps no like one waiting for ever: that one reads the month', async () => {
    const { app, state } = await scene()
    state.loses = true
    const [first, second] = [await begin(app), await begin(app, { referencia_externa: 'otra' })]
    expect((await stop(app, first)).estado).toBe('dlq')
    state.dark = state.loses = false
    expect((await stop(app, second)).estado).toBe('completed')
    expect((await list(app)).map(({ folio, estado }: never) => [folio, estado])).toEqual([
      [2, 'vigente'],
      [1, 'vigente'],
    ])
    expect([state.sent, atSii(app)]).toEqual([2, 2])
  })

  test('after it was sent, and was annulled on the SII’s page before a month told of it, is told as issued and as annulled', async () => {
    const { app, state, receptor } = await scene()
    state.loses = true
    await stop(app, await begin(app))
    app.store.client
      .prepare("UPDATE sim_bte SET anulacion_at = emitida_at, anulada_at = emitida_at, causa = 'Error'")
      .run()
    state.dark = false
    await app.post(`${BASE}/202611/sync`)
    const anulada_en = app.clock().toISOString()
    expect(await list(app)).toMatchObject([{ estado: 'anulada', folio: 1, anulada_en }])
    expect(await told(receptor, app)).toEqual(['bte.emitida vigente', 'bte.anulada anulada'])
  })

  test('and is discarded by a person stays uncertain if it was sent, until a month tells', async () => {
    const { app, state, receptor } = await scene()
    state.loses = true
    const job = await begin(app)
    await stop(app, job)
    expect((await app.post(`${BASE}/trabajos/${job}/descartar`)).status).toBe(200)
    expect(await list(app)).toMatchObject([{ estado: 'incierta' }])
    state.dark = false
    await app.post(`${BASE}/202611/sync`)
    expect(await list(app)).toMatchObject([{ estado: 'vigente', folio: 1, origen: 'timbre' }])
    expect([state.sent, await told(receptor, app)]).toEqual([1, ['bte.emitida vigente']])
  })
})
