// Brings back what an outage of the SII ended and the law wants done (jobs §8): its attempts were spent on a door that did not answer.

import { and, eq, inArray, lte, notExists, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { Clock } from '../base/clock'
import { nextTurn } from '../base/turn'
import type { Store } from '../store/store'
import { job } from '../store/tables/job'
import { type JobError, type JobKind, kindsByName } from './kind'
import { toJob } from './row'
import { prepareHolder, prepareRetry } from './statements'

/** So long it stands still, for a person to see it, before it is tried anew. */
const PAUSA_MS = 6 * 3_600_000
/** Jobs in one transaction. */
const CHUNK = 200

/** No word of the SII, but its absence. */
const CAIDA: readonly string[] = ['SII_UNAVAILABLE', 'SII_TIMEOUT'] satisfies JobError['code'][]

/** Whether a job that spends its attempts on a fault comes back by itself. */
export const isRevived = ({ revived }: Pick<JobKind, 'revived'>, { code }: Pick<JobError, 'code'>): boolean =>
  revived !== undefined && CAIDA.includes(code)

/** Puts them back in line, their attempts anew, as often as it takes. */
export function createRevive({
  store: { client, db },
  kinds,
  clock,
  wake,
}: {
  store: Pick<Store, 'client' | 'db'>
  kinds: readonly JobKind[]
  clock: Clock
  wake(): void
}): () => Promise<void> {
  const byName = kindsByName(kinds)
  const names = kinds.flatMap(({ kind, revived }) => (revived ? kind : []))
  const other = alias(job, 'other')
  const sameUnderWay = db
    .select({ id: other.id })
    .from(other)
    .where(
      and(
        eq(other.clave, job.clave), // In the words of the index of claves.
        sql`(${other.estado} = 'pending' OR ${other.estado} = 'processing' OR ${other.estado} = 'scheduled')`,
      ),
    )
  /** Those that ended so long ago, but for what another job does by now. */
  const dead = (until: number) =>
    db
      .select()
      .from(job)
      .where(
        and(
          inArray(job.kind, names),
          eq(job.estado, 'dlq'),
          eq(job.mudado, 0),
          // In the words of the index of what is not completed.
          sql`${job.estado} <> 'completed'`,
          inArray(sql`${job.error} ->> '$.code'`, [...CAIDA]),
          lte(job.failedAt, until),
          notExists(sameUnderWay),
        ),
      )
      .orderBy(job.lugar, job.createdAt)
      .limit(CHUNK)
      .all()
  const holder = prepareHolder(client)
  const retry = prepareRetry(client)
  const chunk = client.transaction((now: Date): number => {
    const rows = dead(now.getTime() - PAUSA_MS)
    for (const row of rows) {
      // Two of one thing may have ended: one of them comes back.
      if (row.clave !== null && holder.get(row.clave)) continue
      retry.run(now.getTime(), row.id)
      byName.get(row.kind)!.revived!(toJob(row), now)
    }
    return rows.length
  })
  return async () => {
    for (let found = CHUNK; found === CHUNK; await nextTurn()) {
      found = chunk.immediate(clock())
      if (found) wake()
    }
  }
}
