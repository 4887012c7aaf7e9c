// Shares one durable commit among the callers of one turn of the event loop, so that durability does not cost one fsync a
// request (src §3.1; store §7).

import type { Database } from 'better-sqlite3'
import { isStorageFault, StorageUnavailable } from './storage-fault'

// Bounds how long the works of one transaction hold the loop, and so the p99 of whoever waits behind them.
const MAX_WORKS = 256

export interface GroupCommit {
  /**
   * Runs `work` inside a shared immediate transaction and resolves with its result once that is on disk. What `work` throws
   * undoes only its own writes and rejects only its promise. Rejects with StorageUnavailable, nothing written, when the
   * transaction cannot be begun or committed. `work` is synchronous and may run twice, its first writes undone.
   */
  commit<T>(work: () => T): Promise<T>
  /** The same in a transaction of its own and in the caller's turn of the event loop: for what is long enough to fill one. */
  commitAlone<T>(work: () => T): Promise<T>
}

interface Waiting {
  work(): unknown
  resolve(value: unknown): void
  reject(fault: unknown): void
}

/** A group commit over `client`; nobody else may leave a transaction open on that connection across turns. */
export function createGroupCommit(client: Database): GroupCommit {
  const begin = client.prepare('BEGIN IMMEDIATE')
  const commit = client.prepare('COMMIT')
  const rollback = client.prepare('ROLLBACK')
  const savepoint = client.prepare('SAVEPOINT work')
  const release = client.prepare('RELEASE work')
  const rollbackTo = client.prepare('ROLLBACK TO work')
  const queue: Waiting[] = []

  function run({ work }: Waiting): unknown {
    const value = work()
    if (value instanceof Promise) throw new TypeError('a work of a group commit must be synchronous')
    return value
  }

  /** Runs every work and commits; the answers, still to be given, in order. */
  function runTogether(works: Waiting[]): (() => void)[] {
    begin.run()
    try {
      const answers = works.map((waiting) => {
        const value = run(waiting)
        return () => waiting.resolve(value)
      })
      commit.run()
      return answers
    } catch (fault) {
      // A full disk may already have rolled the whole transaction back; going on would commit a part of it.
      if (isStorageFault(fault) || !client.inTransaction) throw fault
      rollback.run()
      return works.length === 1 ? [() => works[0]!.reject(fault)] : runApart(works)
    }
  }

  /**
   * The same with a savepoint for each, after one of them threw: SQLite copies every page that is first written inside a
   * savepoint, which costs more than the rest of a document's writes, so it is not done before it is needed.
   */
  function runApart(works: Waiting[]): (() => void)[] {
    begin.run()
    const answers = works.map((waiting) => {
      const { resolve, reject } = waiting
      savepoint.run()
      try {
        const value = run(waiting)
        release.run()
        return () => resolve(value)
      } catch (fault) {
        if (isStorageFault(fault) || !client.inTransaction) throw fault
        rollbackTo.run()
        release.run()
        return () => reject(fault)
      }
    })
    commit.run()
    return answers
  }

  function flush(): void {
    const works = queue.splice(0, MAX_WORKS)
    // The rest waits for a turn of its own, so that sockets and timers are served in between.
    if (queue.length) setImmediate(flush)
    commitAll(works)
  }

  function commitAll(works: Waiting[]): void {
    let answers: (() => void)[]
    try {
      answers = runTogether(works)
    } catch (fault) {
      try {
        if (client.inTransaction) rollback.run()
      } catch {
        // The first fault is the one to tell; SQLite drops an open transaction when the connection ends.
      }
      const unavailable = fault instanceof StorageUnavailable ? fault : new StorageUnavailable(fault)
      for (const { reject } of works) reject(unavailable)
      return
    }
    // Rejections wait for the commit too: one may rest on another work's writes (a folio just taken) that had to hold.
    for (const answer of answers) answer()
  }

  return {
    commit: <T>(work: () => T) =>
      new Promise<T>((resolve, reject) => {
        queue.push({ work, resolve: resolve as (value: unknown) => void, reject })
        // setImmediate runs after the sockets ready in this turn were read: their requests share the transaction, and an
        // idle server still commits at once.
        if (queue.length === 1) setImmediate(flush)
      }),
    commitAlone: <T>(work: () => T) =>
      new Promise<T>((resolve, reject) => {
        commitAll([{ work, resolve: resolve as (value: unknown) => void, reject }])
      }),
  }
}
