// The check of `timbre doctor` on what does not get through to the SII: whose documents wait, since when, why, and when they go again.

import { and, eq, isNull, sql } from 'drizzle-orm'
import { EMITIR, LINEA } from '../areas/dte'
import { chileTimestamp } from '../domain/fecha'
import type { Db } from '../store/store'
import { empresa } from '../store/tables/empresa'
import { siiIncidente } from '../store/tables/envio'
import { job } from '../store/tables/job'
import type { Revision } from './doctor-revision'

const hour = (at: number): string => `${chileTimestamp(new Date(at)).replace('T', ' ')} (hora de Chile)`

/** One line a company whose documents wait for an SII that does not take them; nothing where none do. */
export function* checkUnsent(db: Db): Generator<Revision> {
  const rows = db
    .select({
      rut: empresa.rut,
      ambiente: siiIncidente.ambiente,
      desde: siiIncidente.desde,
      esperan: sql<number>`sum(${job.kind} = ${EMITIR})`,
      next: sql<number | null>`min(${job.runAt}) FILTER (WHERE ${job.kind} = ${LINEA})`,
      dicho: sql<string | null>`max(${job.error} ->> '$.error')`,
    })
    .from(siiIncidente)
    .innerJoin(empresa, eq(empresa.id, siiIncidente.empresaId))
    .innerJoin(
      job,
      and(
        eq(job.empresaId, siiIncidente.empresaId),
        eq(job.ambiente, siiIncidente.ambiente),
        sql`${job.kind} IN (${EMITIR}, ${LINEA}) AND ${job.estado} <> 'completed'`,
        sql`${job.estado} IN ('pending', 'processing', 'dlq')`,
      ),
    )
    .where(isNull(empresa.deletedAt))
    .groupBy(empresa.rut, siiIncidente.ambiente)
    .orderBy(empresa.rut)
    .all()
  for (const { rut, ambiente, desde, esperan, next, dicho } of rows) {
    if (!esperan) continue
    const cuantos = esperan === 1 ? 'espera 1 documento' : `esperan ${esperan} documentos`
    yield {
      estado: 'aviso',
      clase: 'Envíos al SII',
      que: `Envíos al SII de ${rut} (${ambiente})`,
      detalle: `no llegan desde el ${hour(desde)}: ${dicho ?? 'el SII no responde'}; ${cuantos}${next ? `, otro intento el ${hour(next)}` : ''}`,
      remedio:
        'Timbre los envía solo cuando el SII responda; si a otros les responde, revise la red del servidor',
    }
  }
}
