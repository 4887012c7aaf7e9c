// The process's own figures for /metrics: answers by class of status, memory, lost lines of the log, and the
// lag of the event loop.

import type { Metrics } from '../base/metrics'

const CLASSES = ['1xx', '2xx', '3xx', '4xx', '5xx']
const SAMPLE_MS = 500
const LAG_BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]

interface ServerMetrics {
  /** Counts an answer; costs a lookup. */
  answered(status: number): void
  /** Begins to look how late the loop is, until `stop`. */
  start(): void
  stop(): void
}

interface Watched {
  /** In bytes. */
  memory: () => { rss: number; heapUsed: number }
  /** The milliseconds of a clock that never goes back. */
  milliseconds: () => number
  /** Lines of the log that could not be written so far; omitted, none. */
  logDropped?: () => number
  /** The RSA that signs; omitted, the runtime's. */
  signing?: { library(): string }
}

/** The figures of a process; nothing is looked at before `start`. */
export function createServerMetrics(
  metrics: Metrics,
  { memory, milliseconds, logDropped, signing }: Watched,
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
  metrics.gauge(
    'timbre_log_lines_dropped_total',
    'Lines of the log that could not be written: a full disk or a closed pipe behind standard output.',
    () => [{ value: logDropped?.() ?? 0 }],
    'counter',
  )
  metrics.gauge('timbre_signing', 'Whose RSA signs documents now.', () => [
    { labels: { library: signing?.library() ?? 'runtime' }, value: 1 },
  ])
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
