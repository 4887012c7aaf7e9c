// Which emission jobs a list shows: by state, by what their document says, by when they were accepted (contract §6).

import { and, inArray, type SQL } from 'drizzle-orm'
import { SQLiteSyncDialect } from 'drizzle-orm/sqlite-core'
import type { TipoDte } from '../../domain/dte/tipos'
import type { Page } from '../../http/paging'
import type { Tenant } from '../../http/tenant'
import type { Cola } from '../../jobs/cola'
import type { Estado } from '../../jobs/estados'
import type { JobCondition } from '../../jobs/list'
import type { Store } from '../../store/store'
import { documento } from '../../store/tables/documento'
import { createBuscar, encuentra } from './busqueda'
import { EMITIR } from './linea'

export interface FiltroTrabajos {
  estados: readonly Estado[] | undefined
  tipos: readonly number[] | undefined
  q: string | undefined
  desde: Date | undefined
  hasta: Date | undefined
}

/** What is asked of a job's document. Throws INVALID_PARAMETER. */
export const sobreDocumento = ({ tipos, q }: Pick<FiltroTrabajos, 'tipos' | 'q'>): SQL | undefined =>
  and(tipos ? inArray(documento.tipoDte, tipos as TipoDte[]) : undefined, q ? encuentra(q) : undefined)

/** The list of jobs, a page of it and how many there are in all. */
export function createTrabajos({ store, cola }: { store: Store; cola: Pick<Cola, 'list'> }) {
  const { client } = store
  const buscar = createBuscar(store)
  const dialect = new SQLiteSyncDialect()
  const jobsOf = client
    .prepare('SELECT job_id FROM documento WHERE id IN (SELECT value FROM json_each(?))')
    .pluck()

  /** The jobs whose document is as asked for: by their ids where they are few. */
  async function condition(tenant: Tenant, filtro: FiltroTrabajos, asked: SQL): Promise<JobCondition> {
    const hallados = await buscar(tenant, filtro)
    const { sql, params } = dialect.sqlToQuery(asked)
    // A request that waits for its hour shows itself as a document: the same columns, and no folio.
    const waiting = `SELECT job_id FROM (SELECT *, NULL AS folio FROM emision_programada) AS documento`
    const freed = `SELECT job_id FROM documento WHERE folio_estado IN ('por_anular', 'libre') AND folio_estado = 'libre'`
    const own = 'empresa_id = ? AND ambiente = ?'
    const unlisted = client
      .prepare(`${waiting} WHERE ${own} AND ${sql} UNION ALL ${freed} AND ${own} AND ${sql}`)
      .pluck()
      .all(...[0, 1].flatMap(() => [tenant.empresaId, tenant.ambiente, ...params])) as string[]
    if (hallados.ids) return { ids: [...(jobsOf.all(JSON.stringify(hallados.ids)) as string[]), ...unlisted] }
    return {
      sql: `(EXISTS (SELECT 1 FROM documento WHERE job_id = job.id AND ${sql})
        OR EXISTS (${waiting} WHERE job_id = job.id AND ${sql}))`,
      values: [...params, ...params],
      all: hallados.total + unlisted.length,
    }
  }

  /** Throws INVALID_PARAMETER. */
  return async (tenant: Tenant, filtro: FiltroTrabajos, { pagina, limite }: Page) => {
    const asked = sobreDocumento(filtro)
    const { estados, desde, hasta } = filtro
    const { empresaId, ambiente } = tenant
    const only = asked && (await condition(tenant, filtro, asked))
    return cola.list({ kind: EMITIR, empresaId, ambiente, estados, only, desde, hasta, pagina, limite })
  }
}
