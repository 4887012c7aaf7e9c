// The jobs that stand still before the portal, and how long the last of them does (sii §11.5): for a page of the SII, for a person's pace, or for their turn.

import { and, eq, gt, inArray, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Titular } from '../../domain/titular'
import { TRABAJOS_PORTAL } from '../../domain/trabajos'
import type { Db } from '../../store/store'
import { certificado, empresa } from '../../store/tables/empresa'
import { job } from '../../store/tables/job'
import { portalClave } from '../../store/tables/portal'

export interface EnEspera {
  trabajos: number
  /** When the last of them goes on, as far as each knows its turn; null of none. */
  ultimo: Date | null
}

function waiting(db: Db, now: Date, whose: SQL | undefined): EnEspera {
  const toldLater = and(
    eq(job.estado, 'pending'),
    gt(job.runAt, now.getTime()),
    sql`${job.error} ->> '$.code' IN ('RATE_LIMIT', 'SII_UNAVAILABLE')`,
  )
  const standing = and(
    eq(job.estado, 'processing'),
    sql`${job.progreso} ->> '$.espera.hasta' > ${now.toISOString()}`,
  )
  const until = sql<number | null>`max(CASE WHEN ${job.estado} = 'pending' THEN ${job.runAt}
    ELSE unixepoch(${job.progreso} ->> '$.espera.hasta') * 1000 END)`
  const { trabajos, ultimo } = db
    .select({ trabajos: sql<number>`count(*)`, ultimo: until })
    .from(job)
    .innerJoin(empresa, eq(empresa.id, job.empresaId))
    .where(
      and(
        ne(job.estado, 'completed'),
        inArray(job.kind, [...TRABAJOS_PORTAL]),
        or(toldLater, standing),
        whose,
      ),
    )
    .get()!
  return { trabajos, ultimo: ultimo === null ? null : new Date(ultimo) }
}

export const waitingOfCompany = (db: Db, now: Date, { empresaId, ambiente }: Titular): number =>
  waiting(db, now, and(eq(job.empresaId, empresaId), eq(job.ambiente, ambiente))).trabajos

/**
 * The jobs that wait for a person, in all companies that the person enters the portal for, or in one account
 * alone; `rut` null: for every person.
 */
export function waitingOfPerson(
  db: Db,
  now: Date,
  { rut, cuentaId, ambito }: { rut: string | null; cuentaId: string | null; ambito: string },
): EnEspera {
  const goesIn =
    rut === null
      ? undefined
      : sql`(${job.empresaId} IN (SELECT ${certificado.empresaId} FROM ${certificado} WHERE ${certificado.rutTitular} = ${rut})
        OR ${job.empresaId} IN (SELECT ${portalClave.empresaId} FROM ${portalClave} WHERE ${portalClave.rut} = ${rut}))`
  const isReal = ambito === 'sii'
  const account = cuentaId ?? (isReal ? null : ambito.slice('simulacion:'.length))
  return waiting(
    db,
    now,
    and(
      isReal ? ne(job.ambiente, 'simulacion') : eq(job.ambiente, 'simulacion'),
      account === null ? undefined : eq(empresa.cuentaId, account),
      goesIn,
    ),
  )
}
