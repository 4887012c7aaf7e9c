// How far our clock stands from the SII's, as its answers show it: said in seconds, seen at once, told once.

import { expect, test } from 'bun:test'
import { createLog } from '../../src/base/log'
import { createMetrics } from '../../src/base/metrics'
import { avisoDesfase, desfaseOf, watchDesfase } from '../../src/sii'

const SII = Date.parse('2026-11-20T14:00:00Z')
const DATE = new Date(SII).toUTCString()
const DAY = 86_400_000

test.each([
  ['the same second', 0, 0, 0],
  ['the last millisecond of that second', 999, 999, 0],
  ['an answer that took half a minute', -1000, 29_000, 0],
  ['two minutes ahead', 121_000, 121_500, 120],
  ['two minutes behind', -120_500, -120_000, -120],
  ['a day ahead', DAY, DAY, 86_399],
])('%s', (_, from, to, seconds) => {
  expect(desfaseOf(DATE, SII + from, SII + to)).toBe(seconds)
})

test.each([null, '', 'mañana'])('a date that is none (%p) says nothing', (date) => {
  expect(desfaseOf(date, SII, SII)).toBeNull()
})

test('a minute is no news; beyond it a person is told which way and what to do', () => {
  for (const fine of [null, 0, 60, -60]) expect(avisoDesfase(fine)).toBeNull()
  expect(avisoDesfase(7200)).toContain('adelantado 7200 s')
  expect(avisoDesfase(-61)).toContain('atrasado 61 s')
  expect(avisoDesfase(-61)).toContain('NTP')
})

function watched() {
  const lines: Record<string, unknown>[] = []
  const time = { ours: SII, passed: 0, date: DATE as string | null }
  const clock = () => new Date(time.ours)
  const metrics = createMetrics()
  const desfase = watchDesfase({
    fetch: async () => new Response('', { headers: time.date ? { date: time.date } : {} }),
    clock,
    uptime: () => time.passed,
    metrics,
    log: createLog({ level: 'info', clock, write: (line) => void lines.push(JSON.parse(line)) }),
  })
  const ask = () => desfase.fetch('https://palena.sii.cl/DTEWS/CrSeed.jws', {})
  return { time, lines, metrics, desfase, ask }
}

test('nothing is known before the SII has answered, nor from an answer without a date', async () => {
  const { time, desfase, metrics, ask } = watched()
  expect(desfase.segundos()).toBeNull()
  time.date = null
  await ask()
  expect(desfase.segundos()).toBeNull()
  expect(metrics.text()).not.toContain('\ntimbre_clock_skew_seconds ')
})

test('a jump shows at once, and so does its mending, without another answer', async () => {
  const { time, desfase, metrics, ask } = watched()
  await ask()
  time.ours += 10_000
  time.passed += 10_000
  expect(desfase.segundos()).toBe(0)
  time.ours += 2 * DAY
  expect(desfase.segundos()).toBe(172_800)
  expect(metrics.text()).toContain('\ntimbre_clock_skew_seconds 172800\n')
  time.ours -= 2 * DAY
  expect(desfase.segundos()).toBe(0)
})

test('the log is told when an answer shows it, when it changes and when it is over, and not again', async () => {
  const { time, lines, ask } = watched()
  for (const ours of [SII, SII + DAY, SII + DAY + 5000, SII - DAY, SII, SII]) {
    time.ours = ours
    await ask()
  }
  expect(lines.map(({ level, event, desfase_s, host }) => [level, event, desfase_s, host])).toEqual([
    ['warn', 'sii.reloj', 86_399, 'palena.sii.cl'],
    ['warn', 'sii.reloj', -86_400, 'palena.sii.cl'],
    ['info', 'sii.reloj', 0, 'palena.sii.cl'],
  ])
})
