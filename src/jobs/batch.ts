// One batch in flight: what its kind sees of it, and what happens to its jobs however the run ends.

import { isStorageFault } from '../store/storage-fault'
import type { Ends } from './ends'
import { internalError, type Job, type JobContext, type JobKind, type JobLog, type Outcome } from './kind'
import { LeaseLost, type Progress, type Settle } from './settle'

export interface Batch {
  readonly leaseId: string
  readonly grupo: string
  /** When the run is given up, on the clock that nobody sets. */
  readonly deadline: number
  /** Resolves when the batch holds nothing any more; its run may still be returning. */
  readonly done: Promise<void>
  /** Jobs not settled yet. */
  open(): number
  /** Gives up a run that takes too long: its open jobs are retried. */
  expire(): void
  /** Lets go without touching the jobs: their lease is gone, or will run out. */
  abandon(fault: unknown): void
  /** Stops the run, the server being about to end, after `giveBack` has returned its jobs. */
  release(giveBack: (leaseId: string) => void): void
}

interface Deps {
  kind: JobKind
  grupo: string
  leaseId: string
  deadline: number
  jobs: Job[]
  /** Leases more jobs for the batch. */
  claim: (ids: readonly string[], leaseId: string) => Job[]
  shouldYield: () => boolean
  settle: Settle
  progress: Progress
  ends: Pick<Ends, 'notify' | 'notifyWait'>
  now: () => Date
  log: JobLog
}

/** Starts the run of a leased batch, in a later turn of the event loop. */
export function startBatch(deps: Deps): Batch {
  const { kind, grupo, leaseId, deadline, jobs, claim, shouldYield, settle, progress, ends, now, log } = deps
  const open = new Map(jobs.map((job) => [job.id, job]))
  const controller = new AbortController()
  const done = Promise.withResolvers<void>()
  const facts = { kind: kind.kind, grupo, lease: leaseId }
  let closed = false

  function close(reason?: unknown): void {
    if (closed) return
    closed = true
    if (reason !== undefined) controller.abort(reason)
    done.resolve()
  }

  function abandon(fault: unknown): void {
    if (closed) return
    log('error', 'a batch was lost; its jobs run again when the lease is over', {
      ...facts,
      open: open.size,
      fault,
    })
    close(fault)
  }

  /**
   * Lets go of the batch for a fault that says so: retrying now would need the disk that just failed; the expiry of the lease
   * does not.
   */
  function abandonFor(fault: unknown): unknown {
    if (fault instanceof LeaseLost || isStorageFault(fault)) abandon(fault)
    return fault
  }

  const record: Settle = (held, outcomes, write) => {
    if (closed) throw new LeaseLost(`the batch ${leaseId} of ${grupo} is over`)
    try {
      const settled = settle(held, outcomes, write)
      for (const { id, estado, runAt } of settled) {
        open.delete(id)
        if (estado !== 'pending') ends.notify(id)
        else if (runAt) ends.notifyWait(id, runAt)
        if (estado === 'dlq') log('warn', 'a job spent its attempts', { ...facts, job: id })
      }
      return settled
    } catch (fault) {
      throw abandonFor(fault)
    }
  }
  const held = { leaseId, open }

  function retryOpen(text: string): void {
    if (closed || open.size === 0) return
    const error = internalError(text)
    try {
      record(
        held,
        [...open.keys()].map((id): Outcome => ({ id, outcome: 'retry', error })),
      )
    } catch (fault) {
      if (!closed) abandon(fault)
    }
  }

  const ctx: JobContext = {
    signal: controller.signal,
    now,
    shouldYield,
    claim(ids) {
      if (closed) throw new LeaseLost(`the batch ${leaseId} of ${grupo} is over`)
      try {
        const taken = claim(ids, leaseId)
        for (const job of taken) open.set(job.id, job)
        return taken
      } catch (fault) {
        throw abandonFor(fault)
      }
    },
    settle: async (outcomes, write) => record(held, outcomes, write),
    progress(id, progreso, write) {
      if (closed) throw new LeaseLost(`the batch ${leaseId} of ${grupo} is over`)
      try {
        progress(held, id, progreso, write)
        if (progreso.espera) ends.notifyWait(id, new Date(progreso.espera.hasta))
      } catch (fault) {
        throw abandonFor(fault)
      }
    },
  }

  async function run(): Promise<void> {
    try {
      await new Promise(setImmediate)
      if (closed) return
      await kind.run!(jobs, ctx)
      if (open.size && !closed) {
        log('error', 'a job kind returned without settling its jobs', { ...facts, open: open.size })
        retryOpen('El trabajo terminó sin resultado')
      }
    } catch (fault) {
      // After the batch was closed its reason is known and logged; the run only tells it back.
      if (closed) return
      log('error', 'a job kind failed', { ...facts, open: open.size, fault })
      retryOpen('Error interno al procesar el trabajo')
    } finally {
      close()
    }
  }
  void run()

  return {
    leaseId,
    grupo,
    deadline,
    done: done.promise,
    open: () => open.size,
    expire() {
      log('error', 'a run took too long', { ...facts, open: open.size })
      retryOpen('El trabajo no terminó a tiempo')
      close(new Error(`the run of ${grupo} took too long`))
    },
    abandon,
    release(giveBack) {
      if (closed) return
      try {
        giveBack(leaseId)
      } catch (fault) {
        abandon(fault)
      }
      close(new Error('the server is stopping'))
    },
  }
}
