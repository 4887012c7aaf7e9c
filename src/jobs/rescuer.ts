// Gives back the jobs of batches that died: those of an earlier process at start, those whose lease ran out later on. A death is no
// attempt (contract §7): nothing came back that would say anything of the job. It waits the longer for each, so that one that
// kills the process itself does not keep it from all others.

import type { Database } from 'better-sqlite3'
import { IN_LINE, interruptedMs } from './backoff'
import type { Holds } from './holds'
import { internalError, type JobLog } from './kind'
import { JOB_COLUMNS, type JobRow } from './row'
import { prepareTransition } from './update'

export interface Rescuer {
  /** Every leased job, whatever its lease: for the start, when no other process can hold one. Returns how many. */
  rescueAll(now: number): number
  /** The jobs whose lease has run out. Returns how many. */
  rescueExpired(now: number): number
}

interface Deps {
  client: Database
  holds: Pick<Holds, 'hold'>
  /** In [0, 1). */
  random: () => number
  log: JobLog
}

/**
 * The rescuer of `client`. Up to IN_LINE deaths in a row a job keeps its place, and its group waits with it; beyond, the others go by,
 * and its error says why it waits.
 */
export function createRescuer({ client, holds, random, log }: Deps): Rescuer {
  // The partial index on leases holds only what is in flight, so a walk over it is short.
  const dead = client.prepare<[number], JobRow>(
    `SELECT ${JOB_COLUMNS} FROM job WHERE lease_id IS NOT NULL AND lease_until < ?`,
  )
  const giveBack = prepareTransition(client, {
    from: 'processing',
    to: 'pending',
    set: `lease_id = NULL, lease_until = NULL, intentos = intentos - 1, interrupciones = ?, run_at = ?,
      error = coalesce(error, ?)`,
    where: 'id = ?',
  })

  function giveBackRow({ id, kind, grupo, ...row }: JobRow, now: number): void {
    const interrupciones = row.interrupciones + 1
    const runAt = now + interruptedMs(interrupciones, random())
    const again = interrupciones > IN_LINE
    if (again) log('warn', 'a job dies with its process again and again', { job: id, kind, interrupciones })
    else holds.hold(grupo, runAt)
    giveBack.run(interrupciones, runAt, again ? JSON.stringify(died(interrupciones)) : null, id)
  }

  const rescue = client.transaction((until: number, now: number): number => {
    const rows = dead.all(until)
    for (const row of rows) giveBackRow(row, now)
    return rows.length
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

const died = (times: number) => ({
  ...internalError(`El servidor se detuvo ${times} veces seguidas mientras hacía este trabajo`),
  accion: 'Se reintenta solo, con pausas cada vez más largas; revise el registro del servidor',
})
