// The figures of /metrics about copies: alerts are made of them elsewhere.

import type { Metrics } from '../../base/metrics'
import type { Programa, RespaldoProgramado } from './programa'
import type { RespaldoStore } from './respaldo-store'
import { MOTIVOS, problemasOf } from './situacion'

/** Adds what is known of a server's copies; null where it makes none. */
export function addFigures(
  metrics: Metrics,
  rows: RespaldoStore,
  programado: RespaldoProgramado | null,
  programa: Programa | null,
): void {
  if (!programado || !programa) return
  const { destino } = programado
  const seconds = (iso: string | null | undefined) => (iso ? [{ value: Date.parse(iso) / 1000 }] : [])
  metrics.gauge('timbre_backup_last_success_timestamp_seconds', 'When the newest copy was begun.', () =>
    seconds(rows.kept(destino)[0]?.inicio),
  )
  metrics.gauge('timbre_backup_last_bytes', 'Size of the newest copy at its destination.', () =>
    rows
      .kept(destino)
      .slice(0, 1)
      .map(({ bytes }) => ({ value: bytes ?? 0 })),
  )
  metrics.gauge(
    'timbre_backup_last_trial_timestamp_seconds',
    'When a copy was last fetched back and tried.',
    () => seconds(rows.tried(destino)?.ensayoAt),
  )
  metrics.gauge('timbre_backup_problem', 'Whether a person must look at the copies, by reason.', () => {
    const found = programa.isRunning() ? [] : problemasOf(programa.hechos())
    return Object.keys(MOTIVOS).map((reason) => ({
      labels: { reason },
      value: found.some(({ motivo }) => motivo === reason) ? 1 : 0,
    }))
  })
}
