// Jobs whose time has come: a waiting one becomes ready, a scheduled one is released by its kind.

import type { Database } from 'better-sqlite3'
import { AppError } from '../domain/errors'
import { isStorageFault } from '../store/storage-fault'
import { TOGETHER } from './backoff'
import { internalError, type JobError, type JobKind, type JobLog } from './kind'
import { type JobRow, toJob } from './row'
import { prepareDue, prepareNewest } from './statements'

// The size of one statement, or of one transaction of hooks, before the event loop has its turn. A hook may
// read a document of sixty lines and write it, half a millisecond.
const READY_CHUNK = 2000
const RELEASE_CHUNK = 20

/** Whether the clock stands before the newest job: it was put back since. */
export function createIsPutBack(client: Database): (now: number) => boolean {
  const newest = prepareNewest(client)
  return (now) => (newest.get() ?? 0) > now
}

/** A scheduled job with the time that has come. */
type DueRow = JobRow & { runAt: number }

interface Due {
  /** Moves at most one chunk of what is due at `now`; whether there was any. */
  step(now: number): boolean
  /** When the next job will be due, milliseconds since 1970. */
  next(): number | undefined
  /** Makes ready what waits beyond `limit`, scheduled jobs excepted. */
  endWaits(limit: number): void
  /**
   * Ends by `limit` the waits of kinds that hurry at a start. Never later than it was, so that a server that starts over and over
   * spends no more attempts than one that stays up. What may be why it starts over waits its time all the same.
   */
  endWaitsAtStart(limit: number): void
}

interface Deps {
  client: Database
  kinds: ReadonlyMap<string, JobKind>
  log: JobLog
}

/** The due jobs of `client`. Both functions throw what SQLite says when the storage fails. */
export function createDue({ client, kinds, log }: Deps): Due {
  const hurried = [...kinds.values()].filter(({ hurriesAtStart }) => hurriesAtStart)
  const { next, makeReady, recall, hurry, scheduled, release, postpone, fail } = prepareDue(client, {
    ready: READY_CHUNK,
    release: RELEASE_CHUNK,
    hurried: hurried.map(({ kind }) => kind),
    deaths: TOGETHER,
  })

  // Inside the chunk's transaction this is a savepoint: a hook that breaks undoes its own job alone.
  const hook = client.transaction((kind: JobKind, row: DueRow, now: number) =>
    kind.release?.(toJob(row), new Date(now), new Date(row.runAt)),
  )

  function runHook(row: DueRow, now: number): JobError | Date | undefined {
    const kind = kinds.get(row.kind)
    try {
      if (!kind) throw new Error(`no job kind is named ${row.kind}`)
      return hook(kind, row, now)
    } catch (fault) {
      if (isStorageFault(fault) || !client.inTransaction) throw fault
      if (fault instanceof AppError) return { ...internalError(fault.message), code: fault.code }
      log('error', 'a scheduled job could not be released', { job: row.id, kind: row.kind, fault })
      return internalError('No se pudo iniciar el trabajo programado')
    }
  }

  const failedHook = client.transaction((kind: JobKind, row: JobRow, error: JobError, now: number) =>
    kind.ended?.([{ job: toJob(row), estado: 'failed', error }], new Date(now)),
  )

  function notifyFailed(row: JobRow, error: JobError, now: number): void {
    const kind = kinds.get(row.kind)
    try {
      if (kind) failedHook(kind, row, error, now)
    } catch (fault) {
      if (isStorageFault(fault) || !client.inTransaction) throw fault
      log('error', 'a scheduled job failed without the writes of its kind', {
        job: row.id,
        kind: row.kind,
        fault,
      })
    }
  }

  const releaseChunk = client.transaction((now: number): boolean => {
    const rows = scheduled.all(now)
    for (const row of rows) {
      const error = runHook(row, now)
      // Later than now, or it would be due again within this turn.
      if (error instanceof Date) postpone.run(Math.max(error.getTime(), now + 1), row.id)
      else if (error) {
        fail.run(now, JSON.stringify(error), row.id)
        notifyFailed(row, error, now)
      } else release.run(now, row.id)
    }
    return rows.length > 0
  })

  const nextAt = (): number | undefined => next.get() ?? undefined
  return {
    next: nextAt,
    endWaits(limit) {
      recall.run(limit)
      for (const kind of kinds.values()) kind.endWaits?.(limit)
    },
    endWaitsAtStart(limit) {
      hurry.run(limit, limit)
      for (const kind of hurried) kind.endWaits?.(limit)
    },
    step(now) {
      const at = nextAt()
      if (at === undefined || at > now) return false
      const ready = makeReady.run(now).changes > 0
      return releaseChunk.immediate(now) || ready
    },
  }
}
