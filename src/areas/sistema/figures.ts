// The figures of /metrics, read from the database on request, each over an index; none tells of a company.

import { and, count, countDistinct, eq, gte, isNull, lte, or, sql } from 'drizzle-orm'
import type { Clock } from '../../base/clock'
import type { Metrics } from '../../base/metrics'
import { chileDate } from '../../domain/fecha'
import { createJobLists } from '../../jobs/list'
import type { Store } from '../../store/store'
import { caf, folioLibre } from '../../store/tables/folios'
import { jobCuenta } from '../../store/tables/job'

/** Adds to `metrics` the jobs, their age and the folios left of a store. */
export function addFigures(metrics: Metrics, { db }: Pick<Store, 'db'>, clock: Clock): void {
  const { counts } = createJobLists(db)
  // Completed jobs pile up for years: they are all there ever were, kept by triggers, less those that are not done.
  const totals = () =>
    db
      .select({ kind: jobCuenta.kind, total: sql<number>`sum(${jobCuenta.total})` })
      .from(jobCuenta)
      .groupBy(jobCuenta.kind)
      .all()

  function folios() {
    const usable = or(isNull(caf.venceEl), gte(caf.venceEl, chileDate(clock())))
    const labels = { ambiente: caf.ambiente, tipoDte: caf.tipoDte }
    const inRanges = db
      .select({ ...labels, folios: sql<number>`sum(${caf.hasta} - ${caf.siguiente} + 1)` })
      .from(caf)
      .where(and(lte(caf.siguiente, caf.hasta), usable))
      .groupBy(caf.ambiente, caf.tipoDte)
      .all()
    const givenBack = db
      .select({ ...labels, folios: count() })
      .from(folioLibre)
      .innerJoin(caf, eq(caf.id, folioLibre.cafId))
      .where(usable)
      .groupBy(caf.ambiente, caf.tipoDte)
      .all()
    const byLabels = Map.groupBy([...inRanges, ...givenBack], (row) => `${row.ambiente} ${row.tipoDte}`)
    return [...byLabels.values()].map((rows) => ({
      ...rows[0]!,
      folios: rows.reduce((sum, row) => sum + row.folios, 0),
    }))
  }

  const unsettled = () =>
    db
      .select({
        ambiente: caf.ambiente,
        tipoDte: caf.tipoDte,
        empresas: countDistinct(caf.empresaId),
      })
      .from(caf)
      .where(sql`${caf.porConciliar} > 0`)
      .groupBy(caf.ambiente, caf.tipoDte)
      .all()

  metrics.gauge('timbre_jobs', 'Jobs by kind and state.', () => {
    const open = counts()
    const opened = (kind: string): number =>
      open.filter((row) => row.kind === kind).reduce((sum, { jobs }) => sum + jobs, 0)
    return [
      ...open.map(({ kind, estado, jobs }) => ({ labels: { kind, state: estado }, value: jobs })),
      ...totals().map(({ kind, total }) => ({
        labels: { kind, state: 'completed' },
        value: total - opened(kind),
      })),
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
    folios().map((row) => ({
      labels: { ambiente: row.ambiente, tipo_dte: String(row.tipoDte) },
      value: row.folios,
    })),
  )
  metrics.gauge(
    'timbre_folios_unreconciled',
    'Companies whose folios of a type may be at the SII already: it is asked before they issue.',
    () =>
      unsettled().map((row) => ({
        labels: { ambiente: row.ambiente, tipo_dte: String(row.tipoDte) },
        value: row.empresas,
      })),
  )
}
