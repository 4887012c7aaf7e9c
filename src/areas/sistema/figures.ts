// What /metrics reads of the database when it is asked, each over an index; nothing in it tells of a company.

import type { Database } from 'better-sqlite3'
import type { Clock } from '../../domain/ambiente'
import { chileDate } from '../../domain/fecha'
import type { Metrics } from '../../domain/metrics'
import { createJobLists } from '../../jobs/list'

/** Adds to `metrics` the jobs, their age and the folios left of `client`. */
export function addFigures(metrics: Metrics, client: Database, clock: Clock): void {
  const { counts } = createJobLists(client)
  // Completed jobs pile up for years: they are all there ever were, kept by triggers, less those that are not done.
  const totals = client.prepare<[], { kind: string; total: number }>(
    'SELECT kind, sum(total) AS total FROM job_cuenta GROUP BY kind',
  )
  const folios = client.prepare<[{ hoy: string }], { ambiente: string; tipo_dte: number; folios: number }>(
    `SELECT ambiente, tipo_dte, sum(folios) AS folios FROM (
       SELECT ambiente, tipo_dte, hasta - siguiente + 1 AS folios FROM caf
       WHERE siguiente <= hasta AND (vence_el IS NULL OR vence_el >= @hoy)
       UNION ALL
       SELECT f.ambiente, f.tipo_dte, 1 FROM folio_libre f JOIN caf c ON c.id = f.caf_id
       WHERE c.vence_el IS NULL OR c.vence_el >= @hoy
     ) GROUP BY ambiente, tipo_dte`,
  )

  const unsettled = client.prepare<[], { ambiente: string; tipo_dte: number; empresas: number }>(
    `SELECT ambiente, tipo_dte, count(DISTINCT empresa_id) AS empresas FROM caf WHERE por_conciliar > 0
     GROUP BY ambiente, tipo_dte`,
  )

  metrics.gauge('timbre_jobs', 'Jobs by kind and state.', () => {
    const open = counts()
    const opened = (kind: string): number =>
      open.filter((row) => row.kind === kind).reduce((sum, { jobs }) => sum + jobs, 0)
    return [
      ...open.map(({ kind, estado, jobs }) => ({ labels: { kind, state: estado }, value: jobs })),
      ...totals
        .all()
        .map(({ kind, total }) => ({ labels: { kind, state: 'completed' }, value: total - opened(kind) })),
    ]
  })
  metrics.gauge('timbre_oldest_pending_age_seconds', 'Age of the oldest pending job of each kind.', () =>
    counts()
      .filter(({ estado }) => estado === 'pending')
      .map(({ kind, oldest }) => ({
        labels: { kind },
        value: Math.max(0, (clock().getTime() - oldest.getTime()) / 1000),
      })),
  )
  metrics.gauge('timbre_folios_left', 'Folios that may still be used, of all companies together.', () =>
    folios.all({ hoy: chileDate(clock()) }).map((row) => ({
      labels: { ambiente: row.ambiente, tipo_dte: String(row.tipo_dte) },
      value: row.folios,
    })),
  )
  metrics.gauge(
    'timbre_folios_unreconciled',
    'Companies whose folios of a type may be at the SII already: it is asked before they issue.',
    () =>
      unsettled.all().map((row) => ({
        labels: { ambiente: row.ambiente, tipo_dte: String(row.tipo_dte) },
        value: row.empresas,
      })),
  )
}
