// Series that are due at one minute (areas/recurrentes §4): how late the event loop comes while the look does them, and how much processor time
// one takes beside the same document by a request.

import { factura } from '../support/emisor'
import { testAppWithFolios } from '../support/test-app'
import { median, percentile, spread } from './measure'
import type { Report } from './report'

const SERIES = 200
const ROUNDS = 5
/** Milliseconds. */
const LAG = 15
/** Times what the same document takes by a request. */
const RATIO = 2.5

const cpu = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** Turns of the event loop while `work` goes on, sorted: the processor time of each, for a busy machine's is nobody's fault. */
async function turnsDuring(work: Promise<unknown>): Promise<Float64Array> {
  const turns: number[] = []
  let over = false
  const ended = work.finally(() => {
    over = true
  })
  for (let before = cpu(); !over; ) {
    await new Promise((resolve) => setImmediate(resolve))
    const now = cpu()
    turns.push(now - before)
    before = now
  }
  await ended
  return Float64Array.from(turns).sort()
}

export async function measureSeries(report: Report): Promise<void> {
  const app = await testAppWithFolios({
    now: '2026-12-01T12:00:00.000Z',
    folios: { 33: 2 * SERIES * ROUNDS },
  })
  const solicitud = factura()
  const regla = { cada: 'dia', desde: '2026-12-02', veces: ROUNDS }
  for (let i = 0; i < SERIES; i++) {
    const body = { nombre: `Contrato ${i}`, modo: 'automatico', regla, solicitud }
    const { status } = await app.post('/v1/recurrentes', body)
    if (status !== 201) throw new Error(`a series was answered ${status}`)
  }
  const lags: number[] = []
  const longest: number[] = []
  const ratios: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    app.setNow(`2026-12-0${round + 2}T12:00:00.000Z`)
    const before = cpu()
    const turns = await turnsDuring(app.app.services.recurrentes.look())
    const looked = cpu() - before
    lags.push(percentile(turns, 0.99))
    longest.push(turns.at(-1)!)
    const asking = cpu()
    for (let i = 0; i < SERIES; i++) await app.post('/v1/dte/emitir', solicitud)
    ratios.push(looked / (cpu() - asking))
  }
  report.target(
    'series_lag_p99_ms',
    `a turn of the loop while ${SERIES} series are done, p99, ms`,
    median(lags),
    '<',
    LAG,
  )
  report.figure('series_lag_max_ms', 'its longest, ms', median(longest))
  report.target('series_ratio', 'processor time of one beside a request’s', spread(ratios), '<', RATIO)
  app.close()
}
