// The transaction in which documents are accepted: on disk when it resolves, or nothing of it anywhere (http §8).

import { ownTurn } from '../../../base/turn'
import type { GroupCommit } from '../../../store/group-commit'
import { StorageUnavailable } from '../../../store/storage-fault'
import type { Reconciliation } from './reconciliation'
import { unavailable } from './unavailable'

interface Deps {
  commits: GroupCommit
  queue: { alive(): boolean; wake(): void }
  reconciliation: Reconciliation
}

export type Commit = ReturnType<typeof createCommit>

export function createCommit({ commits, queue, reconciliation }: Deps) {
  async function finish<T>(committed: Promise<T>): Promise<T> {
    try {
      const done = await committed
      queue.wake()
      return done
    } catch (fault) {
      if (fault instanceof StorageUnavailable) throw unavailable(fault)
      throw fault
    }
  }

  return {
    /** Throws QUEUE_UNAVAILABLE when nothing would be sent. */
    checkQueue(): void {
      if (!queue.alive()) throw unavailable()
    },
    /**
     * Runs `work` in the shared commit, again once the SII has told of a type por conciliar. Throws what `work` throws,
     * SII_UNAVAILABLE when it does not tell in time, and QUEUE_UNAVAILABLE when the disk takes nothing.
     */
    together: <T>(work: () => T): Promise<T> => reconciliation.around(() => finish(commits.commit(work))),
    /** The same of long work, in a turn of the event loop and a transaction of its own. */
    alone: <T>(work: () => T): Promise<T> =>
      reconciliation.around(async () => {
        await ownTurn()
        return finish(commits.commitAlone(work))
      }),
  }
}
