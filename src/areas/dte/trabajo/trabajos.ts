// Which emission jobs a list shows: by state, by what their document says, by when they were accepted (http §6).

import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { TipoDte } from '../../../domain/dte/tipos'
import type { Source } from '../../../http/listing'
import type { Tenant } from '../../../http/tenant'
import type { Cola } from '../../../jobs/cola'
import type { Estado } from '../../../jobs/estados'
import type { JobCondition } from '../../../jobs/list'
import type { JobRecord } from '../../../jobs/record'
import type { Store } from '../../../store/store'
import { documento } from '../../../store/tables/documento'
import { job } from '../../../store/tables/job'
import { emisionProgramada } from '../../../store/tables/programada'
import { createSearch, matching } from '../documento/search'
import { EMITIR } from '../envio/linea'

// Both conditions: the index of what is not listed serves only a query that says so in the same words.
const LIBRE = sql`${documento.folioEstado} IN ('por_anular', 'libre') AND ${documento.folioEstado} = 'libre'`

interface FiltroTrabajos {
  estados: readonly Estado[] | undefined
  tipos: readonly number[] | undefined
  q: string | undefined
  /** The receiver's. */
  rut?: string | undefined
  desde: Date | undefined
  hasta: Date | undefined
}

/** The queries about a job's document. Throws INVALID_PARAMETER. */
export const onDocumento = ({
  tipos,
  q,
  rut,
}: Pick<FiltroTrabajos, 'tipos' | 'q' | 'rut'>): SQL | undefined =>
  and(
    tipos ? inArray(documento.tipoDte, tipos as TipoDte[]) : undefined,
    q ? matching(q) : undefined,
    rut ? eq(documento.rutReceptor, rut) : undefined,
  )

/** The list of jobs, a page of it and how many there are in all. */
export function createTrabajos({ store, cola }: { store: Store; cola: Pick<Cola, 'list'> }) {
  const { db } = store
  const search = createSearch(store)

  /** The jobs whose document is as asked for: by their ids where they are few. */
  async function condition(tenant: Tenant, filtro: FiltroTrabajos, asked: SQL): Promise<JobCondition> {
    const hits = await search(tenant, filtro)
    // A request that waits for its hour shows itself as a document: the same columns, and no folio.
    const waiting = sql`(SELECT *, NULL AS folio FROM ${emisionProgramada}) AS ${documento}`
    const own = and(eq(documento.empresaId, tenant.empresaId), eq(documento.ambiente, tenant.ambiente), asked)
    const unlisted = db
      .all<{ job_id: string }>(
        sql`SELECT job_id FROM ${waiting} WHERE ${own}
          UNION ALL SELECT job_id FROM ${documento} WHERE ${LIBRE} AND ${own}`,
      )
      .map((row) => row.job_id)
    if (hits.ids) {
      const listed = db
        .select({ id: documento.jobId })
        .from(documento)
        .where(sql`${documento.id} IN (SELECT value FROM json_each(${JSON.stringify(hits.ids)}))`)
        .all()
      return { ids: [...listed.flatMap(({ id }) => id ?? []), ...unlisted] }
    }
    const ofJob = and(eq(documento.jobId, job.id), asked)
    return {
      where: sql`(EXISTS (SELECT 1 FROM ${documento} WHERE ${ofJob})
        OR EXISTS (SELECT 1 FROM ${waiting} WHERE ${ofJob}))`,
      all: hits.total + unlisted.length,
    }
  }

  /** Throws INVALID_PARAMETER. */
  return async (tenant: Tenant, filtro: FiltroTrabajos): Promise<Source<JobRecord>> => {
    const asked = onDocumento(filtro)
    const { estados, desde, hasta } = filtro
    const { empresaId, ambiente } = tenant
    const only = asked && (await condition(tenant, filtro, asked))
    return cola.list({ kind: EMITIR, empresaId, ambiente, estados, only, desde, hasta })
  }
}
