// The schedule's task of boletas de terceros (jobs §7; areas/bte §3).

import { expect, test } from 'bun:test'
import { dueAfter } from '../../../src/domain/programacion'
import { BASE, company, issue, list } from './banco'

const DAY = 24 * 3_600_000

test('is due once a month, on its day', () => {
  const next = (dia: number, at: string) =>
    dueAfter('bte', { activo: true, dia }, 0, new Date(at)).toISOString()
  expect(next(2, '2026-11-20T14:00:00Z')).toBe('2026-12-02T08:00:00.000Z')
  expect(next(2, '2026-12-02T08:00:00Z')).toBe('2027-01-02T08:00:00.000Z')
  expect(next(28, '2027-02-27T08:00:00Z')).toBe('2027-02-28T08:00:00.000Z')
})

test('reads the month that closed, once, though it was due for days', async () => {
  const app = await company()
  await issue(app)
  app.store.client.prepare('DELETE FROM bte').run()
  const look = async () => {
    await app.app.services.cron.runAll()
    await app.drainJobs()
  }
  const jobs = async () => (await app.get(`${BASE}/trabajos?tipo=bte.sincronizar`)).body.data.length
  await look()
  app.advance(11 * DAY)
  await look()
  expect(await jobs()).toBe(0)
  app.advance(5 * DAY)
  await look()
  await look()
  expect([await jobs(), (await list(app)).length]).toEqual([1, 1])
  expect((await app.get(`${BASE}/resumen/202611`)).body.data.vigentes).toBe(1)
})

test('reads the month of an annulment that waits too, until the other party confirmed', async () => {
  const app = await company()
  await issue(app)
  app.advance(45 * DAY)
  await app.post(`${BASE}/1/anular`)
  expect(await list(app)).toMatchObject([{ estado: 'anulacion_solicitada' }])
  app.store.client.prepare('UPDATE sim_bte SET anulada_at = anulacion_at').run()
  const read = async (): Promise<string[]> => {
    await app.app.services.cron.runAll()
    await app.drainJobs()
    const { data } = (await app.get(`${BASE}/trabajos?tipo=bte.sincronizar`)).body
    return data.map(({ objeto }: { objeto: string }) => objeto).sort()
  }
  await read()
  app.advance(30 * DAY)
  // The month that closed is January by then; the boleta is of November.
  expect(await read()).toEqual(['202611', '202701'])
  expect(await list(app)).toMatchObject([{ estado: 'anulada' }])
  app.advance(30 * DAY)
  expect(await read()).toEqual(['202611', '202701', '202702'])
})
