// Gives back the jobs of batches that died: those of an earlier process at start, those whose lease ran out later on. A death is no
// attempt (jobs §4): nothing came back that would say anything of the job. It waits the longer for each, so that one that
// kills the process itself does not keep it from all others.

import type { Database } from 'better-sqlite3'
import { interruptedMs, TOGETHER } from './backoff'
import { internalError, type JobKind, type JobLog } from './kind'
import type { JobRow } from './row'
import { prepareRescue } from './statements'

interface Rescuer {
  /** Every leased job, whatever its lease: for the start, when no other process can hold one. Returns how many. */
  rescueAll(now: number): number
  /** The jobs whose lease has run out. Returns how many. */
  rescueExpired(now: number): number
}

interface Deps {
  client: Database
  kinds: ReadonlyMap<string, JobKind>
  /** In [0, 1). */
  random: () => number
  log: JobLog
}

/**
 * The rescuer of `client`. Beyond TOGETHER deaths in a row each job waits by itself, and its error says why. What had taken
 * others along waits no longer than the first of them.
 */
export function createRescuer({ client, kinds, random, log }: Deps): Rescuer {
  const { dead, giveBack } = prepareRescue(client)

  function giveBackRow({ id, kind, interrupciones: before }: JobRow, waitMs: number, now: number): void {
    const interrupciones = before + 1
    const again = interrupciones > TOGETHER
    if (again) log('warn', 'a job dies with its process again and again', { job: id, kind, interrupciones })
    const error = again ? JSON.stringify(died(interrupciones)) : null
    giveBack.run(interrupciones, now + waitMs, error, id)
  }

  const rescue = client.transaction((until: number, now: number): number => {
    const rows = dead.all(until)
    for (const batch of Map.groupBy(rows, (row) => row.leaseId).values()) {
      const waits = batch.map(({ interrupciones }) => interruptedMs(interrupciones + 1, random()))
      const taken = waits.filter((_, i) => !kinds.get(batch[i]!.kind)?.run)
      for (const [i, row] of batch.entries())
        giveBackRow(row, kinds.get(row.kind)?.run ? Math.min(waits[i]!, ...taken) : waits[i]!, now)
    }
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
