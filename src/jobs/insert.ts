// Puts a job in the queue, inside the transaction of whoever makes it: the job is as durable as what it is about.

import type { Database } from 'better-sqlite3'
import type { Clock } from '../base/clock'
import type { Titular } from '../domain/titular'
import { prepareHolder, prepareInsert } from './statements'

export interface NewJob extends Titular {
  id: string
  kind: string
  /** Begins with `kind:`. Jobs of one group are leased together, in the order they were inserted. */
  grupo: string
  /** Ids, not data: it is stored as plain JSON. */
  args: object
  /** When it may run first; omitted or past, at once. A `scheduled` job needs it. */
  runAt?: Date | undefined
  estado: 'pending' | 'scheduled'
  /**
   * The name of its work, where no second one may do it at the same time: whoever asks for that again joins
   * the one under way.
   */
  clave?: string
}

/** Returns the job's id: that of the one under way where `clave` is taken, and nothing is inserted then. */
export type InsertJob = (job: NewJob) => string

/**
 * The prepared insertion of `client`. Call it inside a transaction and `wake()` the runner after the commit. No job is
 * ever written as `reserved`: that is the published interface's name for the time inside the transaction (http §7.1).
 */
export function createInsertJob(client: Database, clock: Clock): InsertJob {
  const insert = prepareInsert(client)
  const holder = prepareHolder(client)
  return ({ id, kind, empresaId, ambiente, grupo, args, runAt, estado, clave }) => {
    if (!grupo.startsWith(`${kind}:`) || grupo.length === kind.length + 1)
      throw new Error(`the group of a ${kind} must begin with its kind: ${grupo}`)
    const joined = clave === undefined ? undefined : holder.get(clave)
    if (joined) return joined.id
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
