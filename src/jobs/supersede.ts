// Finds jobs that stopped, and are idle since the same has completed.

import type { Database } from 'better-sqlite3'
import { JOB, type JobRow } from './row'
import { prepareTransition } from './statements'

/** Discards what stopped of the same `clave` as a job that has completed, and these beside: they wait for nobody any more. */
export const prepareSupersede = (client: Database) =>
  prepareTransition<[kind: string, empresaId: string, ambiente: string, id: string, ids: string], JobRow>(
    client,
    {
      from: ['failed', 'dlq'],
      to: 'discarded',
      set: 'run_at = NULL',
      // In the words of the index of what is not completed.
      where: `id IN (SELECT id FROM job WHERE kind = ? AND estado IN ('failed', 'dlq') AND estado <> 'completed'
        AND empresa_id = ? AND ambiente = ?
        AND (clave = (SELECT clave FROM job WHERE id = ?) OR id IN (SELECT value FROM json_each(?))))`,
      returning: JOB,
    },
  )
