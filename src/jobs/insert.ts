// Puts a job in the queue, inside the transaction of whoever makes it: the job is as durable as what it is about.

import type { Database } from 'better-sqlite3'
import type { Ambiente, Clock } from '../domain/ambiente'
import { LAST_PLACE } from './row'

export interface NewJob {
  id: string
  kind: string
  empresaId: string
  ambiente: Ambiente
  /** Begins with `kind:`. Jobs of one group are leased together, in the order they were inserted. */
  grupo: string
  /** Ids, not data: it is stored as plain JSON. */
  args: object
  /** When it may run first; omitted or past, at once. A `scheduled` job needs it. */
  runAt?: Date
  estado: 'pending' | 'scheduled'
}

export type InsertJob = (job: NewJob) => void

/**
 * The prepared insertion of `client`. Call it inside a transaction and `wake()` the runner after the commit. A `pending` job
 * passes `reserved` inside that transaction, where nobody sees it (contract §7).
 */
export function createInsertJob(client: Database, clock: Clock): InsertJob {
  const insert = client.prepare(
    `INSERT INTO job (id, kind, empresa_id, ambiente, grupo, args, estado, run_at, created_at, queued_at, lugar)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ${LAST_PLACE})`,
  )
  return ({ id, kind, empresaId, ambiente, grupo, args, runAt, estado }) => {
    if (!grupo.startsWith(`${kind}:`) || grupo.length === kind.length + 1)
      throw new Error(`the group of a ${kind} must begin with its kind: ${grupo}`)
    const now = clock().getTime()
    const waits = estado === 'scheduled' || (runAt !== undefined && runAt.getTime() > now)
    const at = waits ? (runAt?.getTime() ?? null) : null
    insert.run(id, kind, empresaId, ambiente, grupo, JSON.stringify(args), estado, at, now, now)
  }
}
