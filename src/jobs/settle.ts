// Records what became of the jobs of a batch, with the kind's own writes, in one immediate transaction.

import type { Database } from 'better-sqlite3'
import { isStorageFault, StorageUnavailable } from '../store/storage-fault'
import { pauseMs } from './backoff'
import type { Ended, Job, JobError, JobKind, Outcome, Progreso, Settled } from './kind'
import { isRevived } from './revive'
import { prepareProgress, prepareSettle } from './statements'

/** The batch no longer holds the jobs it would settle: it was aborted, or its lease expired. Nothing was written. */
export class LeaseLost extends Error {}

/** The part of a batch that settling needs: its lease, and the jobs not settled yet. */
export interface Held {
  leaseId: string
  open: ReadonlyMap<string, Job>
}

export type Settle = (held: Held, outcomes: Outcome[], write?: (settled: Settled[]) => void) => Settled[]

const toText = (value: object | undefined): string | null =>
  value === undefined ? null : JSON.stringify(value)

const VUELVE =
  'Timbre lo intenta otra vez cada seis horas, hasta que el SII responda; también puede reintentarlo usted'
const AGOTADO = 'Ya no se reintenta solo: reintente el trabajo cuando la causa haya pasado'

/** A temporary fault whose attempts are spent, as it is shown. */
export const spent = (error: JobError): JobError => faultOf(error, 'dlq', {})

/** The error of a temporary fault as it is shown: what to do depends on whether the job runs again by itself. */
const faultOf = (
  { accion, ...error }: JobError,
  estado: Settled['estado'],
  kind: Pick<JobKind, 'revived'>,
): JobError => {
  const also =
    estado === 'dlq'
      ? isRevived(kind, error)
        ? VUELVE
        : AGOTADO
      : accion === null
        ? 'Se reintenta solo'
        : null
  return { ...error, accion: [accion, also].filter((text) => text !== null).join('. ') }
}

/** Says how far a job is, together with `write`; throws as a settle does. */
export type Progress = (held: Held, id: string, progreso: Progreso, write?: () => void) => void

export function createProgress(client: Database): Progress {
  const set = prepareProgress(client)
  const transaction = client.transaction(
    ({ leaseId }: Held, id: string, progreso: Progreso, write?: () => void) => {
      if (set.run(toText(progreso), id, leaseId).changes !== 1)
        throw new LeaseLost(`the lease of ${id} is gone`)
      write?.()
    },
  )
  return (held, id, progreso, write) => stored(() => transaction.immediate(held, id, progreso, write))
}

/** Runs a write; what the storage has against it is StorageUnavailable. */
function stored<T>(work: () => T): T {
  try {
    return work()
  } catch (fault) {
    throw isStorageFault(fault) && !(fault instanceof StorageUnavailable)
      ? new StorageUnavailable(fault)
      : fault
  }
}

/**
 * The settling of `client`. `random` in [0, 1) spreads the back-off. Throws LeaseLost and StorageUnavailable.
 */
export function createSettle(
  client: Database,
  kinds: ReadonlyMap<string, JobKind>,
  now: () => number,
  random: () => number,
): Settle {
  const { complete, retry, snooze, fail, bury } = prepareSettle(client)

  function record({ leaseId, open }: Held, outcome: Outcome, at: number, jitter: number): Settled {
    const job = open.get(outcome.id)
    if (!job) throw new Error(`job ${outcome.id} is not open in this batch`)
    const { id } = outcome
    const apply = (statement: typeof complete, ...values: unknown[]): void => {
      if (statement.run(...values, id, leaseId).changes !== 1)
        throw new LeaseLost(`the lease of ${id} is gone`)
    }
    // A wait that is over already would run again within the same turn, for ever while the clock stands still.
    const later = (date: Date): number => Math.max(date.getTime(), at + 1)
    switch (outcome.outcome) {
      case 'completed':
        apply(complete, at, toText(outcome.result))
        return { id, estado: 'completed', runAt: null }
      case 'failed':
        apply(fail, at, JSON.stringify(outcome.error))
        return { id, estado: 'failed', runAt: null }
      case 'snooze': {
        const runAt = later(outcome.runAt)
        const { error } = outcome
        apply(snooze, runAt, error === undefined ? 1 : 0, error ? toText(error) : null, toText(outcome.args))
        return { id, estado: 'pending', runAt: new Date(runAt) }
      }
      case 'retry': {
        const kind = kinds.get(job.kind)!
        if (job.intentos >= kind.maxIntentos) {
          apply(bury, at, JSON.stringify(faultOf(outcome.error, 'dlq', kind)))
          return { id, estado: 'dlq', runAt: null }
        }
        const fallas = (outcome.fallas ?? job.fallas) + 1
        const runAt = outcome.runAt ? later(outcome.runAt) : at + pauseMs(fallas, jitter)
        apply(retry, runAt, toText(faultOf(outcome.error, 'pending', kind)), fallas, toText(outcome.args))
        return { id, estado: 'pending', runAt: new Date(runAt) }
      }
    }
  }

  const transaction = client.transaction(
    (held: Held, outcomes: Outcome[], write: ((settled: Settled[]) => void) | undefined, at: number) => {
      if (new Set(outcomes.map(({ id }) => id)).size < outcomes.length)
        throw new Error('a batch settles one job twice')
      // One draw for all: jobs that failed together run together again.
      const jitter = random()
      const settled = outcomes.map((outcome) => record(held, outcome, at, jitter))
      for (const { id, estado } of settled) {
        const job = held.open.get(id)!
        if (estado === 'dlq') kinds.get(job.kind)!.exhausted?.(job, new Date(at))
      }
      write?.(settled)
      notifyEnded(kinds, held, outcomes, settled, new Date(at))
      return settled
    },
  )
  return (held, outcomes, write) => stored(() => transaction.immediate(held, outcomes, write, now()))
}

function notifyEnded(
  kinds: ReadonlyMap<string, JobKind>,
  { open }: Held,
  outcomes: readonly Outcome[],
  settled: readonly Settled[],
  now: Date,
): void {
  const ended = settled.flatMap(({ id, estado }, i): Ended[] => {
    const outcome = outcomes[i]!
    const job = open.get(id)!
    const given = ('error' in outcome && outcome.error) || null
    const error = given && outcome.outcome === 'retry' ? faultOf(given, estado, kinds.get(job.kind)!) : given
    return estado === 'pending' ? [] : [{ job, estado, error }]
  })
  for (const [kind, own] of Map.groupBy(ended, ({ job }) => job.kind)) kinds.get(kind)!.ended?.(own, now)
}
