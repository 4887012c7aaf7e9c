// One run of a line and what travels together in it, as the steps of sending share them.

import type { Job, JobContext, Outcome } from '../../../jobs/kind'
import type { EmitidoRow } from '../documento/documento-store'
import type { FirmanteListo } from '../documento/emisor'
import type { Parte } from '../envio/reenvio-store'

/** One run of a line, as its steps share it. */
export interface Run {
  ctx: JobContext
  line: Job
  /** The public jobs taken along, by id. */
  jobs: Map<string, Job>
  /** The parts of refused files taken along, by name: each is tried once in a run. */
  partes: Set<string>
  /** Faults of its way in a row. */
  fallas: number
  /** Until when the line waits: nothing more of it travels in this run. Null while its way is free. */
  until: Date | null
  /** Whether what waits behind that has documents that were never tried. */
  nuevos: boolean
}

/** Documents that travel together: with their public jobs, or as a part of a refused file, whose jobs are done. */
export interface Trip {
  rows: readonly EmitidoRow[]
  parte: Parte | null
}

/** The way of documents that were taken for the first time to their signature. */
export interface Way {
  run: Run
  firmante: FirmanteListo
  /** Resolves when the batches before them are sealed. */
  sealed: Promise<unknown>
  /** The document that gets an envelope of its own, once a gate says so. */
  solo: string | null
}

/** Resolves to the documents that may go on; it settles the others. */
export type Gate = (rows: readonly EmitidoRow[], way: Way) => Promise<readonly EmitidoRow[]>

/** The public jobs of documents that are still to end with them. */
export const jobsOf = ({ rows, parte }: Trip): string[] => (parte ? [] : rows.map(({ job_id }) => job_id))

/** The reason that stops a line: a temporary fault, or a wait that spends no attempt. */
type Stop =
  | Omit<Extract<Outcome, { outcome: 'retry' }>, 'id'>
  | Omit<Extract<Outcome, { outcome: 'snooze' }>, 'id'>

/**
 * Settles documents together with the line, which a fault of its way stops. A `retry` has them wait as long as the line must by its
 * faults in a row, or longer by their own, which the line does not wait for. `write` is told until when the line waits.
 */
export async function settleStopped(
  run: Run,
  trip: Trip,
  stop: Stop,
  write: (until: Date) => void = () => {},
): Promise<void> {
  const { ctx, line, jobs, fallas } = run
  const outcomeOf = (id: string, faults: number): Outcome =>
    stop.outcome === 'retry' ? { ...stop, id, fallas: Math.max(fallas, faults) } : { ...stop, id }
  const ids = jobsOf(trip)
  const own = run.until ? [] : [outcomeOf(line.id, 0)]
  await ctx.settle([...ids.map((id) => outcomeOf(id, jobs.get(id)?.fallas ?? 0)), ...own], (settled) => {
    run.until ??= settled.at(-1)!.runAt!
    write(run.until)
  })
}
