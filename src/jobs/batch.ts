// One batch in flight: what its kind sees of it, and what happens to its jobs however the run ends.

import { isStorageFault } from '../store/storage-fault'
import { IN_LINE } from './backoff'
import type { Ends } from './ends'
import type { Holds } from './holds'
import {
  internalError,
  type Job,
  type JobContext,
  type JobKind,
  type JobLog,
  type Outcome,
  type Settled,
} from './kind'
import { LeaseLost, type Progress, type Settle } from './settle'
import type { Ticket } from './turns'

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
  lose(fault: unknown): void
  /** Stops the run, the server being about to end, after `giveBack` has returned its jobs. */
  release(giveBack: (leaseId: string) => void): void
}

interface Deps {
  kind: JobKind
  grupo: string
  leaseId: string
  deadline: number
  jobs: Job[]
  ticket: Ticket
  holds: Holds
  settle: Settle
  progress: Progress
  ends: Pick<Ends, 'tell'>
  now: () => Date
  log: JobLog
}

/** Starts the run of a leased batch, in a later turn of the event loop. */
export function startBatch(deps: Deps): Batch {
  const { kind, grupo, leaseId, deadline, jobs, ticket, holds, settle, progress, ends, now, log } = deps
  const open = new Map(jobs.map((job) => [job.id, job]))
  const controller = new AbortController()
  const done = Promise.withResolvers<void>()
  const facts = { kind: kind.kind, grupo, lease: leaseId }
  let closed = false

  function close(reason?: unknown): void {
    if (closed) return
    closed = true
    if (reason !== undefined) controller.abort(reason)
    ticket.pass()
    done.resolve()
  }

  function lose(fault: unknown): void {
    if (closed) return
    log('error', 'a batch was lost; its jobs run again when the lease is over', {
      ...facts,
      open: open.size,
      fault,
    })
    close(fault)
  }

  /** Holds the group behind jobs that wait for its way, or lets it go when one got through. Returns what to say to its tickets. */
  function keepLine(outcomes: readonly Outcome[], settled: readonly Settled[]): () => void {
    if (outcomes.some(({ outcome }) => outcome === 'completed')) {
      holds.free(grupo)
      return () => ticket.hold(undefined)
    }
    let until = 0
    for (const [i, outcome] of outcomes.entries()) {
      const { estado, runAt } = settled[i]!
      if (!('holdsGroup' in outcome && outcome.holdsGroup) || estado !== 'pending') continue
      if (open.get(outcome.id)!.fallas < IN_LINE) until = Math.max(until, runAt!.getTime())
    }
    if (!until) return () => {}
    holds.hold(grupo, until)
    return () => ticket.hold(until)
  }

  /** Lets go of the batch for a fault that says so: retrying now would need the disk that just failed; the expiry of the lease does not. */
  function loseTo(fault: unknown): unknown {
    if (fault instanceof LeaseLost || isStorageFault(fault)) lose(fault)
    return fault
  }

  const record: Settle = (held, outcomes, write) => {
    if (closed) throw new LeaseLost(`the batch ${leaseId} of ${grupo} is over`)
    let tellTickets = (): void => {}
    try {
      const settled = settle(held, outcomes, (settled) => {
        tellTickets = keepLine(outcomes, settled)
        write?.(settled)
      })
      tellTickets()
      for (const { id, estado } of settled) {
        open.delete(id)
        if (estado !== 'pending') ends.tell(id)
        if (estado === 'dlq') log('warn', 'a job spent its attempts', { ...facts, job: id })
      }
      if (open.size === 0) ticket.pass()
      return settled
    } catch (fault) {
      throw loseTo(fault)
    }
  }
  const held = { kind, leaseId, open }

  function retryOpen(text: string): void {
    if (closed || open.size === 0) return
    const error = internalError(text)
    try {
      record(
        held,
        [...open.keys()].map((id): Outcome => ({ id, outcome: 'retry', error })),
      )
    } catch (fault) {
      if (!closed) lose(fault)
    }
  }

  const ctx: JobContext = {
    signal: controller.signal,
    now,
    async turn() {
      await abortable(ticket.reached, controller.signal)
      return ticket.pass
    },
    heldUntil() {
      const until = holds.until(grupo, now().getTime()) ?? ticket.heldUntil()
      return until === undefined ? null : new Date(until)
    },
    settle: async (outcomes, write) => record(held, outcomes, write),
    progress(id, progreso, write) {
      if (closed) throw new LeaseLost(`the batch ${leaseId} of ${grupo} is over`)
      try {
        progress(held, id, progreso, write)
      } catch (fault) {
        throw loseTo(fault)
      }
    },
  }

  async function run(): Promise<void> {
    try {
      await new Promise(setImmediate)
      if (closed) return
      await kind.run(jobs, ctx)
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
    lose,
    release(giveBack) {
      if (closed) return
      try {
        giveBack(leaseId)
      } catch (fault) {
        lose(fault)
      }
      close(new Error('the server is stopping'))
    },
  }
}

/** `promise`, or the signal's reason as soon as it aborts. */
async function abortable(promise: Promise<void>, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  const aborted = Promise.withResolvers<never>()
  const onAbort = (): void => aborted.reject(signal.reason)
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    await Promise.race([promise, aborted.promise])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}
