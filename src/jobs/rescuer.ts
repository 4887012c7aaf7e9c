// Gives back the jobs of batches that died: those of an earlier process at start, those whose lease ran out later on.

import type { Database } from 'better-sqlite3'
import { isStorageFault } from '../store/storage-fault'
import type { JobError, JobKind, JobLog } from './kind'
import { JOB_COLUMNS, type JobRow, toJob } from './row'
import { prepareTransition } from './update'

export interface Rescuer {
  /** Every leased job, whatever its lease: for the start, when no other process can hold one. Returns how many. */
  rescueAll(now: number): number
  /** The jobs whose lease has run out. Returns how many. */
  rescueExpired(now: number): number
}

interface Deps {
  client: Database
  kinds: ReadonlyMap<string, JobKind>
  log: JobLog
}

const DIED: JobError = {
  code: 'INTERNAL_ERROR',
  error: 'El proceso se detuvo en todos los intentos de este trabajo',
  etapa: null,
  reintentable: true,
  sii: null,
  accion: 'Revise el registro del servidor antes de reintentar',
}

/**
 * The rescuer of `client`. The claim has counted the attempt that died, so none is counted here; a job that died in its
 * last one goes to `dlq`, or it would bring the process down for ever. The window alone buries nothing: after a long
 * outage every job has its chance.
 */
export function createRescuer({ client, kinds, log }: Deps): Rescuer {
  // The partial index on leases holds only what is in flight, so a walk over it is short.
  const expired = 'lease_id IS NOT NULL AND lease_until < ?'
  const exhausted = client.prepare(
    `SELECT ${JOB_COLUMNS} FROM job WHERE ${expired} AND kind = ? AND intentos >= ?`,
  )
  const bury = prepareTransition(client, {
    from: 'processing',
    to: 'dlq',
    set: 'lease_id = NULL, lease_until = NULL, failed_at = ?, error = coalesce(error, ?)',
    where: 'id = ?',
  })
  const giveBack = prepareTransition(client, {
    from: 'processing',
    to: 'pending',
    set: 'lease_id = NULL, lease_until = NULL',
    where: expired,
  })

  // Nested, so a savepoint: a hook that breaks must not keep the job, and all others, leased for ever.
  const hook = client.transaction((kind: JobKind, row: JobRow, now: number) => {
    const job = toJob(row)
    kind.buried?.(job, new Date(now))
    kind.ended?.([{ job, estado: 'dlq', error: DIED }], new Date(now))
  })

  function buryRow(kind: JobKind, row: JobRow, now: number): void {
    bury.run(now, JSON.stringify(DIED), row.id)
    try {
      hook(kind, row, now)
    } catch (fault) {
      if (isStorageFault(fault) || !client.inTransaction) throw fault
      log('error', 'a job went to dlq without the writes of its kind', { job: row.id, kind: row.kind, fault })
    }
  }

  const rescue = client.transaction((until: number, now: number): number => {
    let buried = 0
    for (const kind of kinds.values()) {
      for (const row of exhausted.all(until, kind.kind, kind.maxIntentos) as JobRow[]) {
        buryRow(kind, row, now)
        buried++
      }
    }
    return buried + giveBack.run(until).changes
  })

  const report = (rescued: number): number => {
    if (rescued) log('warn', 'jobs of a dead batch were rescued', { rescued })
    return rescued
  }
  return {
    rescueAll: (now) => report(rescue.immediate(Number.MAX_SAFE_INTEGER, now)),
    rescueExpired: (now) => report(rescue.immediate(now, now)),
  }
}
