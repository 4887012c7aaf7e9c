// Puts a job in the queue, inside the transaction of whoever makes it: the job is as durable as what it is about.

import type { Database } from 'better-sqlite3'
import type { Ambiente, Clock } from '../domain/ambiente'
import { LAST_PLACE, UNDER_WAY } from './row'

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
  /** What it does, where no second one may do it at the same time: whoever asks for that again joins the one under way. */
  clave?: string
}

/** Returns the job's id: that of the one under way where `clave` is taken, and nothing is inserted then. */
export type InsertJob = (job: NewJob) => string

/**
 * The prepared insertion of `client`. Call it inside a transaction and `wake()` the runner after the commit. A `pending` job
 * passes `reserved` inside that transaction, where nobody sees it (contract §7).
 */
export function createInsertJob(client: Database, clock: Clock): InsertJob {
  const insert = client.prepare(
    `INSERT INTO job (id, kind, empresa_id, ambiente, grupo, args, estado, run_at, created_at, queued_at, clave, lugar)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ${LAST_PLACE})`,
  )
  const underWay = client
    .prepare<[string], string>(`SELECT id FROM job WHERE clave = ? AND ${UNDER_WAY}`)
    .pluck()
  return ({ id, kind, empresaId, ambiente, grupo, args, runAt, estado, clave }) => {
    if (!grupo.startsWith(`${kind}:`) || grupo.length === kind.length + 1)
      throw new Error(`the group of a ${kind} must begin with its kind: ${grupo}`)
    const joined = clave === undefined ? undefined : underWay.get(clave)
    if (joined !== undefined) return joined
    const now = clock().getTime()
    const waits = estado === 'scheduled' || (runAt !== undefined && runAt.getTime() > now)
    const at = waits ? (runAt?.getTime() ?? null) : null
    insert.run(
      id,
      kind,
      empresaId,
      ambiente,
      grupo,
      JSON.stringify(args),
      estado,
      at,
      now,
      now,
      clave ?? null,
    )
    return id
  }
}
