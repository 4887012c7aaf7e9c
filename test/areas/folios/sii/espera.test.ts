// Requests wait for the pages of folios while a job walks through them (sii §11.5, jobs §6).

import { describe, expect, test } from 'bun:test'
import { nextTurn } from '../../../../src/base/turn'
import type { Reply, TestApp } from '../../../support/test-app'
import { BASE, company, end, granted, request, trabajo, used } from './banco'

const MINUTE = 60_000
const DIEZ_SEGUNDOS = 10_000

/** A job that stands before a page of the SII until `go`. */
async function walking() {
  const reached = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  const asked: string[] = []
  let armed = false
  const app = await company({
    async wire(url, _, pass) {
      asked.push(url)
      if (armed && url.endsWith('/of_confirma_folio')) {
        reached.resolve()
        await held.promise
      }
      return pass()
    },
  })
  armed = true
  const id: string = (await request(app, {}, '?esperar=0')).body.data.job_id
  const drained = app.app.services.runner.drain()
  await reached.promise
  return { app, id, asked, drained, go: held.resolve }
}

/** The answer, `step` after step. */
async function eventually(reply: Promise<Reply>, step: () => void): Promise<Reply> {
  let over = false
  const ended = () => {
    over = true
  }
  void reply.then(ended, ended)
  for (let i = 0; i < 1000 && !over; i++) {
    step()
    await nextTurn()
  }
  if (!over) throw new Error('it still waits')
  return reply
}

const list = (app: TestApp, signal?: AbortSignal) => {
  const { key } = (app as unknown as Awaited<ReturnType<typeof company>>).tenant
  return app.request('GET', `${BASE}/sii?tipo_dte=33`, { headers: key, ...(signal && { signal }) })
}

/** Asks until the five minutes are used up. */
async function exhaust(app: TestApp): Promise<Reply> {
  for (let i = 0; i < 151; i++) {
    const reply = await list(app)
    if (reply.status !== 200) return reply
  }
  throw new Error('the portal takes more than 150 requests in five minutes')
}

describe('while a job walks through the pages of folios', () => {
  test('a person is told to come again after ten seconds, no page asked and no unit used; the job goes on', async () => {
    const { app, id, asked, drained, go } = await walking()
    const before = asked.length
    const { status, body, headers } = await eventually(list(app), () => app.fireTimers(DIEZ_SEGUNDOS))
    expect([status, body.code, headers.get('retry-after')]).toEqual([429, 'RATE_LIMIT', '10'])
    expect(asked.length).toBe(before)
    go()
    await drained
    expect((await trabajo(app, id)).estado).toBe('completed')
    expect((await used(app)).consulta_folios ?? 0).toBe(0)
    expect((await list(app)).status).toBe(200)
  })

  test('a person is answered as soon as it is through', async () => {
    const { app, drained, go } = await walking()
    const reply = list(app)
    for (let i = 0; i < 20; i++) await nextTurn()
    go()
    expect((await reply).status).toBe(200)
    await drained
  })

  test('who hangs up waits no more, and nothing is asked for him', async () => {
    const { app, asked, drained, go } = await walking()
    const client = new AbortController()
    const reply = list(app, client.signal)
    for (let i = 0; i < 20; i++) await nextTurn()
    const before = asked.length
    client.abort()
    expect((await eventually(reply, () => {})).status).toBe(429)
    expect(asked.length).toBe(before)
    go()
    await drained
  })

  test('a stop lets go of who waits before the database is closed, and the job is there at the next start', async () => {
    const { app, id } = await walking()
    const reply = list(app)
    for (let i = 0; i < 20; i++) await nextTurn()
    await app.app.stop(0)
    expect((await reply).status).toBe(429)
    const left = app.store.client.prepare('SELECT estado FROM job WHERE id = ?').pluck().get(id)
    expect(left).toBe('pending')
    app.close()
    for (let i = 0; i < 20; i++) await nextTurn()
    expect(app.logs.filter(({ level }) => level === 'error')).toEqual([])
  })
})

describe('with the 150 requests of five minutes used up', () => {
  test('a job waits with its reason and its time and spends no attempt; then it ends, with one range', async () => {
    const app = await company()
    const refused = await exhaust(app)
    expect([refused.body.code, refused.headers.get('retry-after')]).toEqual(['RATE_LIMIT', '300'])
    const id: string = (await request(app, {}, '?esperar=0')).body.data.job_id
    await app.drainJobs()
    expect(await trabajo(app, id)).toMatchObject({
      ...{ estado: 'pending', intentos: 0, error: { code: 'RATE_LIMIT' } },
      proximo_intento: new Date(app.clock().getTime() + 5 * MINUTE).toISOString(),
    })
    // It holds nothing meanwhile: a person is told at once.
    expect((await list(app)).status).toBe(429)
    app.advance(5 * MINUTE)
    expect(await end(app, id)).toMatchObject({ estado: 'completed', error: null, intentos: 1 })
    expect(granted(app)).toHaveLength(2)
  })
})
