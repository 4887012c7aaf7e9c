// What the process itself tells /metrics: answers by class of status, memory, and how late the event loop is.

import type { Metrics } from '../domain/metrics'

const CLASSES = ['1xx', '2xx', '3xx', '4xx', '5xx']
const SAMPLE_MS = 500
const LAG_BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]

export interface ServerMetrics {
  /** Counts an answer; costs a lookup. */
  answered(status: number): void
  /** Begins to look how late the loop is, until `stop`. */
  start(): void
  stop(): void
}

/** `memory` in bytes; `milliseconds` of a clock that never goes back. */
export function createServerMetrics(
  metrics: Metrics,
  { memory, milliseconds }: { memory: () => { rss: number; heapUsed: number }; milliseconds: () => number },
): ServerMetrics {
  const count = metrics.counter(
    'timbre_http_responses_total',
    'HTTP answers by class of status.',
    'class',
    CLASSES,
  )
  const lag = metrics.histogram(
    'timbre_event_loop_lag_seconds',
    'How late a timer fired, looked at twice a second.',
    LAG_BOUNDS,
  )
  metrics.gauge('timbre_memory_bytes', 'Memory of the process.', () => {
    const { rss, heapUsed } = memory()
    return [
      { labels: { kind: 'rss' }, value: rss },
      { labels: { kind: 'heap_used' }, value: heapUsed },
    ]
  })
  let timer: ReturnType<typeof setInterval> | undefined
  return {
    answered: (status) => count(CLASSES[Math.floor(status / 100) - 1] ?? '5xx'),
    start() {
      let last = milliseconds()
      timer = setInterval(() => {
        const now = milliseconds()
        lag(Math.max(0, now - last - SAMPLE_MS) / 1000)
        last = now
      }, SAMPLE_MS)
      timer.unref()
    },
    stop: () => clearInterval(timer),
  }
}
