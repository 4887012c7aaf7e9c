// GET /metrics (http §23): who may read it, that a Prometheus can, and that the figures are the server's.

import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createMetrics } from '../../../src/base/metrics'
import { factura } from '../../support/emisor'
import { type TestApp, testApp, testAppWithFolios } from '../../support/test-app'

const TOKEN = 'un-token-de-veinte-letras'
const BEARER = { authorization: `Bearer ${TOKEN}` }

/** Reads the text format by its grammar; throws at the first line that breaks it. */
function parse(text: string): Map<string, number> {
  const NAME = '[a-zA-Z_:][a-zA-Z0-9_:]*'
  const LABELS =
    '\\{[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\\\\n]|\\\\["\\\\n])*"(?:,[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\\\\n]|\\\\["\\\\n])*")*\\}'
  const HEAD = new RegExp(
    `^# (?:HELP (${NAME}) (?:[^\\\\\\n]|\\\\[\\\\n])*|TYPE (${NAME}) (?:counter|gauge|histogram))$`,
  )
  const SAMPLE = new RegExp(`^((${NAME})(?:${LABELS})?) (-?\\d+(?:\\.\\d+)?(?:e[+-]\\d+)?)$`)
  expect(text.endsWith('\n')).toBe(true)
  const samples = new Map<string, number>()
  let family = ''
  for (const line of text.slice(0, -1).split('\n')) {
    const head = HEAD.exec(line)
    if (head) {
      family = (head[1] ?? head[2])!
      continue
    }
    const sample = SAMPLE.exec(line)
    if (!sample) throw new Error(`not of the grammar: ${line}`)
    expect([family, family + sample[2]!.slice(family.length)]).toEqual([family, sample[2]!])
    expect(samples.has(sample[1]!)).toBe(false)
    samples.set(sample[1]!, Number(sample[3]))
  }
  return samples
}

describe('the text format', () => {
  test('escapes labels and help, and its histograms are cumulative with a sum and a count', () => {
    const metrics = createMetrics()
    metrics.gauge('a', 'uno\n\\dos', () => [{ labels: { x: 'di"jo\\\n' }, value: -1.5 }])
    const observe = metrics.histogram('h', 'h', [0.1, 1])
    for (const seconds of [0.1, 0.2, 5]) observe(seconds)
    const count = metrics.counter('c_total', 'c', 'code', ['x'])
    count('y')
    expect(metrics.text()).toBe(
      '# HELP a uno\\n\\\\dos\n# TYPE a gauge\na{x="di\\"jo\\\\\\n"} -1.5\n' +
        '# HELP h h\n# TYPE h histogram\nh_bucket{le="0.1"} 1\nh_bucket{le="1"} 2\nh_bucket{le="+Inf"} 3\nh_sum 5.3\nh_count 3\n' +
        '# HELP c_total c\n# TYPE c_total counter\nc_total{code="x"} 0\nc_total{code="y"} 1\n',
    )
    expect(() => metrics.histogram('a', '', [])).toThrow('there already')
    parse(metrics.text())
  })
})

describe('GET /metrics', () => {
  test('tells of jobs, folios, latency, faults and answers, and names no company', async () => {
    let down = false
    const app = await testAppWithFolios({
      folios: { 33: 10, 39: 5 },
      metricsToken: TOKEN,
      wire: async (_url, _body, pass) => (down ? new Response('x', { status: 503 }) : pass()),
    })
    await app.post('/v1/dte/emitir', factura())
    app.advance(2000)
    await app.settle()
    down = true
    await app.post('/v1/dte/emitir', factura({ referencia_externa: 'otra' }))
    app.advance(7000)
    const before = parse((await app.get('/metrics', BEARER)).body)
    expect(before.get('timbre_oldest_pending_age_seconds{kind="dte.emitir"}')).toBe(7)
    await app.drainJobs()
    const { status, body, headers } = await app.get('/metrics', BEARER)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
    const now = parse(body)
    expect(now.get('timbre_jobs{kind="dte.emitir",state="completed"}')).toBe(1)
    expect(now.get('timbre_jobs{kind="dte.emitir",state="pending"}')).toBe(1)
    expect(now.get('timbre_folios_left{ambiente="simulacion",tipo_dte="33"}')).toBe(8)
    expect(now.get('timbre_folios_left{ambiente="simulacion",tipo_dte="39"}')).toBe(5)
    expect(now.get('timbre_emission_latency_seconds_count')).toBe(1)
    expect(now.get('timbre_emission_latency_seconds_sum')).toBeGreaterThanOrEqual(2)
    expect(now.get('timbre_sii_errors_total{code="SII_UNAVAILABLE"}')).toBe(1)
    expect(now.get('timbre_sii_errors_total{code="SII_TIMEOUT"}')).toBe(0)
    expect(now.get('timbre_webhook_latency_seconds_count')).toBe(0)
    expect(now.get('timbre_http_responses_total{class="2xx"}')).toBeGreaterThanOrEqual(3)
    expect(now.get('timbre_memory_bytes{kind="rss"}')).toBeGreaterThan(1e6)
    expect(now.get('timbre_event_loop_lag_seconds_count')).toBe(0)
    expect(body).not.toContain('76543210')
    expect(body).not.toContain('emp_')
  })

  test('counts an expired range as none, and a folio given back as one', async () => {
    const app = await testAppWithFolios({ folios: { 33: 10 }, metricsToken: TOKEN })
    const left = async () =>
      parse((await app.get('/metrics', BEARER)).body).get(
        'timbre_folios_left{ambiente="simulacion",tipo_dte="33"}',
      )
    const { caf_id: caf } = app.store.client.prepare('SELECT id AS caf_id FROM caf').get() as {
      caf_id: string
    }
    app.store.client
      .prepare(
        'INSERT INTO folio_libre (empresa_id, ambiente, tipo_dte, folio, caf_id) SELECT empresa_id, ambiente, tipo_dte, 1, id FROM caf WHERE id = ?',
      )
      .run(caf)
    expect(await left()).toBe(11)
    app.store.client.prepare("UPDATE caf SET vence_el = '2020-01-01'").run()
    expect(await left()).toBeUndefined()
  })
})

describe('who may read /metrics', () => {
  let app: TestApp
  let url: string
  beforeAll(async () => {
    app = await testApp()
    url = `${app.app.start({ hostname: '127.0.0.1', port: 0 }).url}/metrics`
  })
  afterAll(() => app.app.stop(0))

  test('without a token the machine itself, and nobody through a proxy on it', async () => {
    expect((await fetch(url)).status).toBe(200)
    for (const name of ['X-Forwarded-For', 'Forwarded', 'X-Real-IP', 'Via']) {
      const reply = await fetch(url, { headers: { [name]: '127.0.0.1' } })
      expect([name, reply.status]).toEqual([name, 403])
      expect(await reply.json()).toMatchObject({ ok: false, code: 'FORBIDDEN' })
    }
  })

  test('an unknown address is not this machine', async () => {
    expect((await app.get('/metrics', {})).status).toBe(403)
  })

  test('with a token whoever has it, from wherever, and nobody else', async () => {
    const closed = await testApp({ metricsToken: TOKEN })
    const local = `${closed.app.start({ hostname: '127.0.0.1', port: 0 }).url}/metrics`
    expect((await fetch(local)).status).toBe(401)
    expect((await fetch(local, { headers: { ...BEARER, 'x-forwarded-for': '8.8.8.8' } })).status).toBe(200)
    await closed.app.stop(0)
    expect(await closed.get('/metrics', { authorization: `Bearer ${TOKEN}x` })).toMatchObject({
      status: 401,
      body: { code: 'UNAUTHORIZED' },
    })
  })
})
