// Runs jobs that wait for the end of a lock (jobs §6) as soon as the way in is open again: nobody else can hurry them.

import { and, eq, gt, sql } from 'drizzle-orm'
import type { Clock } from '../../base/clock'
import { createHasten } from '../../jobs/hasten'
import type { Store } from '../../store/store'
import { job } from '../../store/tables/job'

/** Has the jobs that a lock keeps waiting try now, a company's or all: no attempt is spent. In the transaction that opens a way in. */
export type Resume = (empresaId?: string) => void

export function createResume({
  store: { db, client },
  clock,
  queue,
}: {
  store: Store
  clock: Clock
  queue: { wake(): void }
}): Resume {
  const hasten = createHasten(client)
  return (empresaId) => {
    const waiting = db
      .select({ id: job.id })
      .from(job)
      .where(
        and(
          eq(job.estado, 'pending'),
          gt(job.runAt, clock().getTime()),
          empresaId === undefined ? undefined : eq(job.empresaId, empresaId),
          sql`${job.error} ->> '$.code' = 'PORTAL_LOCKED'`,
        ),
      )
      .all()
    for (const { id } of waiting) hasten(id)
    if (waiting.length) queue.wake()
  }
}
