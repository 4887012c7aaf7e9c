// How long documents took from their 202 to their Track ID, for /metrics.

import { and, eq, notInArray } from 'drizzle-orm'
import type { Clock } from '../../../base/clock'
import type { Metrics } from '../../../base/metrics'
import type { Store } from '../../../store/store'
import { documento, reenvio } from '../../../store/tables/documento'
import { job } from '../../../store/tables/job'
import type { EnvioRow } from '../envio/envio-store'

const BOUNDS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1800, 7200, 86_400]

/** Observes every document of an envelope that the SII has just received. */
export function createLatency(metrics: Metrics, { db }: Store, clock: Clock): (envio: EnvioRow) => void {
  const observe = metrics.histogram(
    'timbre_emission_latency_seconds',
    'From the 202, or the hour a document was scheduled for, to its Track ID, less the time that the server was off.',
    BOUNDS,
  )
  // A document sent anew was counted the first time.
  const queued = (envioId: string) =>
    db
      .select({ at: job.queuedAt })
      .from(documento)
      .innerJoin(job, eq(job.id, documento.jobId))
      .where(
        and(
          eq(documento.envioId, envioId),
          notInArray(documento.id, db.select({ id: reenvio.documentoId }).from(reenvio)),
        ),
      )
      .all()
  return ({ id }) => {
    const now = clock().getTime()
    for (const { at } of queued(id)) observe(Math.max(0, now - at) / 1000)
  }
}
