// The line of a company's documents: one for each environment and class of envelope. While it has work the queue holds one row of
// it, found by its key; its run (linea.job.ts) takes along the public jobs of the documents that wait.

import type { Ambiente } from '../../domain/ambiente'
import type { NewId } from '../../domain/id'
import { createForget } from '../../jobs/forget'
import { createHasten } from '../../jobs/hasten'
import type { InsertJob } from '../../jobs/insert'
import type { Job, JobContext, Outcome, Settled } from '../../jobs/kind'
import { UNDER_WAY } from '../../jobs/row'
import type { Store } from '../../store/store'
import type { DocumentoRow } from './documento-store'
import type { Parte } from './reenvio-store'

export const LINEA = 'dte.linea'
/** The kind of the public jobs. */
export const EMITIR = 'dte.emitir'
/** How long a new document waits for a line that waits for longer, after faults of its way. */
export const PRONTO_MS = 30_000
/** Attempts of an emission before it ends in `dlq` (contract §7). */
export const MAX_INTENTOS = 30

/** Jobs of one group travel together: one company, one environment, one kind of envelope. */
export const grupoEmision = (empresaId: string, ambiente: Ambiente, sobre: string): string =>
  `${EMITIR}:${empresaId}:${ambiente}:${sobre}`

/** The public jobs of one line, or one of them. */
export interface DeLinea {
  empresaId: string
  ambiente: Ambiente
  /** Of the public jobs: `dte.emitir:…`. */
  grupo: string
}

const claveOf = (grupo: string): string => LINEA + grupo.slice(EMITIR.length)

/** The group of the public jobs of a line, by its own row. */
export const grupoOf = ({ grupo }: Pick<Job, 'grupo'>): string => EMITIR + grupo.slice(LINEA.length)

export type Lineas = ReturnType<typeof createLineas>

export function createLineas({
  store: { client },
  newId,
  insertJob,
}: {
  store: Store
  newId: NewId
  insertJob: InsertJob
}) {
  const hasten = createHasten(client)
  const forget = createForget(client)
  const find = client.prepare<[string], { id: string; run_at: number | null }>(
    `SELECT id, run_at FROM job WHERE clave = ? AND ${UNDER_WAY}`,
  )
  const ready = client
    .prepare<[string, number], string>(
      `SELECT id FROM job WHERE grupo = ? AND estado = 'pending' AND run_at IS NULL
       ORDER BY lugar, queued_at, rowid LIMIT ?`,
    )
    .pluck()
  const newest = client
    .prepare<[string], number>(
      `SELECT queued_at FROM job WHERE grupo = ? AND estado = 'pending' AND run_at IS NULL
       ORDER BY lugar DESC, queued_at DESC LIMIT 1`,
    )
    .pluck()
  const next = client
    .prepare<[string, string, string], number | null>(
      `SELECT min(run_at) FROM job WHERE kind = '${EMITIR}' AND estado = 'pending' AND estado <> 'completed'
       AND empresa_id = ? AND ambiente = ? AND grupo = ?`,
    )
    .pluck()
  /** There is work: the line runs now, or by then if it waits for longer. In the transaction that makes the work; wake the runner. */
  function wake({ empresaId, ambiente, grupo }: DeLinea, by?: Date): void {
    const clave = claveOf(grupo)
    // Asked first: this is on the way of every acceptance, and nearly always there is nothing to do.
    const row = find.get(clave)
    if (!row) {
      const own = { id: newId('job'), kind: LINEA, grupo: clave, clave, args: {} }
      insertJob({ ...own, empresaId, ambiente, estado: 'pending' })
    } else if (row.run_at !== null) hasten(row.id, by)
  }
  const wakeSoon = (linea: DeLinea, now: Date): void => wake(linea, new Date(now.getTime() + PRONTO_MS))

  return {
    wake,
    /** There is a new document, which waits half a minute at most for the faults of others. As `wake`. */
    wakeSoon,
    /** Whether a document that is ready came since. */
    hasNew: (grupo: string, since: Date): boolean => (newest.get(grupo) ?? 0) >= since.getTime(),
    /** Until when the line waits as a whole; null when it does not. */
    waitsUntil(grupo: string): Date | null {
      const at = find.get(claveOf(grupo))?.run_at ?? null
      return at === null ? null : new Date(at)
    },
    /** The public jobs that are ready, oldest first. */
    ready: (grupo: string, most: number) => ready.all(grupo, most) as string[],
    /** When the next of those that wait will be; null when none does. */
    nextAt({ empresaId, ambiente, grupo }: DeLinea): Date | null {
      const at = next.get(empresaId, ambiente, grupo) ?? null
      return at === null ? null : new Date(at)
    },
    /** Its row is worth nothing once it has no work. In the transaction that completes it. */
    forget,
  }
}

/** One run of a line, as its steps share it. */
export interface Corrida {
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
export interface Viaje {
  rows: readonly DocumentoRow[]
  parte: Parte | null
}

/** The public jobs of documents that are still to end with them. */
export const jobsOf = ({ rows, parte }: Viaje): string[] => (parte ? [] : rows.map(({ job_id }) => job_id))

/** What stops a line: a temporary fault, or a wait that spends no attempt. */
type Stop =
  | Omit<Extract<Outcome, { outcome: 'retry' }>, 'id'>
  | Omit<Extract<Outcome, { outcome: 'snooze' }>, 'id'>

/**
 * Settles documents together with the line, which a fault of its way stops. A `retry` has them wait as long as the line must by its
 * faults in a row, or longer by their own. `write` is told of the documents.
 */
export async function settleStopped(
  corrida: Corrida,
  viaje: Viaje,
  stop: Stop,
  write: (settled: readonly Settled[]) => void = () => {},
): Promise<void> {
  const { ctx, line, jobs, fallas } = corrida
  const outcomeOf = (id: string, faults: number): Outcome =>
    stop.outcome === 'retry' ? { ...stop, id, fallas: Math.max(fallas, faults) } : { ...stop, id }
  const ids = jobsOf(viaje)
  const own = corrida.until ? [] : [outcomeOf(line.id, viaje.parte?.intentos ?? 0)]
  const settled = await ctx.settle(
    [...ids.map((id) => outcomeOf(id, jobs.get(id)?.fallas ?? 0)), ...own],
    (all) => write(all.slice(0, ids.length)),
  )
  corrida.until ??= settled.at(-1)!.runAt
}
