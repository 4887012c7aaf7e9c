// Brings back what an outage of the SII ended and the law wants done (jobs §8): its attempts were spent on a door that did not answer.

import type { Database } from 'better-sqlite3'
import type { Clock } from '../base/clock'
import { nextTurn } from '../base/turn'
import { type JobError, type JobKind, kindsByName } from './kind'
import { JOB, type JobRow, toJob } from './row'
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

/** Those that ended so long ago, but for what another job does by now. */
const prepareDead = (client: Database) =>
  client.prepare<[kinds: string, codes: string, until: number], JobRow & { clave: string | null }>(
    // In the words of the index of what is not completed.
    `SELECT ${JOB}, clave FROM job AS dead
     WHERE kind IN (SELECT value FROM json_each(?)) AND estado = 'dlq' AND estado <> 'completed'
       AND error ->> '$.code' IN (SELECT value FROM json_each(?)) AND failed_at <= ?
       AND NOT EXISTS (SELECT 1 FROM job AS other WHERE other.clave = dead.clave
         AND (other.estado = 'pending' OR other.estado = 'processing' OR other.estado = 'scheduled'))
     ORDER BY lugar, rowid LIMIT ${CHUNK}`,
  )

/** Puts them back in line, their attempts anew, as often as it takes. */
export function createRevive({
  client,
  kinds,
  clock,
  wake,
}: {
  client: Database
  kinds: readonly JobKind[]
  clock: Clock
  wake(): void
}): () => Promise<void> {
  const byName = kindsByName(kinds)
  const names = JSON.stringify(kinds.flatMap(({ kind, revived }) => (revived ? kind : [])))
  const codes = JSON.stringify(CAIDA)
  const dead = prepareDead(client)
  const holder = prepareHolder(client)
  const retry = prepareRetry(client)
  const chunk = client.transaction((now: Date): number => {
    const rows = dead.all(names, codes, now.getTime() - PAUSA_MS)
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
