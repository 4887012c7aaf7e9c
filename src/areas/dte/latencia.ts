// How long documents took from their 202 to their Track ID, for /metrics.

import type { Clock } from '../../domain/ambiente'
import type { Metrics } from '../../domain/metrics'
import type { Store } from '../../store/store'
import type { EnvioRow } from './envio-store'

const BOUNDS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1800, 7200, 86_400]

/** Observes every document of an envelope that the SII has just received. */
export function createLatencia(metrics: Metrics, { client }: Store, clock: Clock): (envio: EnvioRow) => void {
  const observe = metrics.histogram(
    'timbre_emission_latency_seconds',
    'From the 202, or the hour a document was scheduled for, to its Track ID, less the time that the server was off.',
    BOUNDS,
  )
  const queued = client
    .prepare<[string], number>(
      // What comes anew was counted the first time.
      'SELECT j.queued_at FROM documento d JOIN job j ON j.id = d.job_id WHERE d.envio_id = ? AND d.id NOT IN (SELECT documento_id FROM reenvio)',
    )
    .pluck()
  return ({ id }) => {
    const now = clock().getTime()
    for (const at of queued.all(id)) observe(Math.max(0, now - at) / 1000)
  }
}
