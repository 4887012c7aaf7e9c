// The kind of a job: how its jobs are gathered and run, and what it may answer of each.
import type { Etapa } from '../domain/dte/etapas'
import type { ErrorCode } from '../domain/errors'
import type { Titular } from '../domain/titular'
import type { Estado } from './estados'

/** The fault of a job, as its `error` is shown (http §6). Texts are Spanish. */
export interface JobError {
  code: ErrorCode
  error: string
  etapa: Etapa | null
  reintentable: boolean
  sii: { codigo: string | null; glosa: string | null; causa: string | null; solucion: string | null } | null
  accion: string | null
}

/**
 * A job as its kind sees it. `args` holds ids, not data; `intentos` counts the present attempt, `fallas` the earlier ones that
 * ended in a temporary fault.
 */
export interface Job<Args = unknown> extends Titular {
  id: string
  kind: string
  grupo: string
  args: Args
  intentos: number
  fallas: number
  createdAt: Date
}

/** How far a job is: the step that it is at, in Spanish, and how many of how many are done; `total` null while nobody knows. */
export interface Progreso {
  paso: string
  hechos: number
  total: number | null
  /** While it stands still: until when, ISO 8601, and `paso` for whoever may not see the account's other companies. */
  espera?: { hasta: string; reservado: string }
}

/**
 * The outcome of one job of a batch. `retry` is a temporary fault: it waits for `runAt`, else for the
 * back-off, and turns into `dlq` when its attempts are spent, and its `accion` is what to do beside that,
 * null for nothing; `fallas` has it wait as if it had failed so often before. `args` are those of its next
 * run, for what goes on where it stopped. `snooze` waits without spending an attempt; an error says why,
 * null that nothing is wrong, and without either stands what was said before.
 */
export type Outcome =
  | { id: string; outcome: 'completed'; result?: object }
  | { id: string; outcome: 'retry'; error: JobError; runAt?: Date; fallas?: number; args?: object }
  | { id: string; outcome: 'failed'; error: JobError }
  | {
      id: string
      outcome: 'snooze'
      runAt: Date
      error?: JobError | null
      args?: object
    }

/** Where a settled job stands; a `retry` may have become `dlq`. */
export interface Settled {
  id: string
  estado: Extract<Estado, 'pending' | 'completed' | 'failed' | 'dlq'>
  /** When it runs again, if it does. */
  runAt: Date | null
}

/** A job that has just ended; `error` is null when it completed. */
export interface Ended<Args = unknown> {
  job: Job<Args>
  estado: Extract<Estado, 'completed' | 'failed' | 'dlq'>
  error: JobError | null
}

/** The context of a run, beside its jobs. */
export interface JobContext {
  /** Aborts when the server stops, the lease is lost, or `timeoutMs` has passed. Give it to every wait. */
  signal: AbortSignal
  now(): Date
  /** Whether a run that could go on should end: the server is stopping, or another group of its kind is ready and finds no room. */
  shouldYield(): boolean
  /**
   * Leases what is ready among these jobs of a kind without a run, so that this run settles them as well; an attempt of each. Throws
   * as `settle` rejects.
   */
  claim(ids: readonly string[]): Job[]
  /**
   * Records outcomes, each job's once, together with `write` in one immediate transaction; `write` sees where each job
   * stands, and when it throws nothing of either is kept. Rejects with LeaseLost when another batch may hold the jobs by
   * now, and with StorageUnavailable when the disk does not take it: the lease then expires and the jobs run again.
   */
  settle(outcomes: Outcome[], write?: (settled: Settled[]) => void): Promise<Settled[]>
  /** Says how far a job of the batch is, and `write`s with it what the next run need not do again. Throws as `settle` rejects. */
  progress(id: string, progreso: Progreso, write?: () => void): void
}

/** One kind of job. Every run may be a repeat of one that died anywhere. */
export interface JobKind<Args = unknown> {
  /** Its name, also the first part of every `grupo` of it: `dte.emitir` → `dte.emitir:emp_1:simulacion:EnvioDTE`. */
  kind: string
  /** Attempts after which a retry becomes `dlq`. */
  maxIntentos: number
  /** Batches of one group in flight at once. */
  porGrupo: number
  /** Batches of this kind in flight at once, over all groups; kinds do not share it, so none waits for another's network. */
  concurrencia: number
  /** A run that takes longer is aborted and its jobs retried. */
  timeoutMs: number
  /** Jobs of one batch, at most; one when omitted. */
  loteMax(grupo: string): number
  /** Whether its waits end soon after a start, when somebody has mended something. Omitted, they do not. */
  hurriesAtStart?: boolean
  /** Whether one that waits for its next attempt is in nobody's hands: a person may have it try now, or discard it. */
  isFreeWhileWaiting?: boolean
  /**
   * Ends by `limit`, milliseconds since 1970, the waits that it keeps beside its jobs, whenever the queue does so with those of
   * jobs.
   */
  endWaits?(limit: number): void
  /**
   * Settles every job of the batch. What it throws, and what it leaves unsettled, is retried. Omitted, another kind's run takes
   * them.
   */
  run?(jobs: Job<Args>[], ctx: JobContext): Promise<void>
  /**
   * Business writes when a scheduled job's time has come, in the transaction that makes it `pending`. An error returned
   * makes it `failed`, with the hook's writes; one thrown also does, without them. A date returned leaves it scheduled for then,
   * and storage faults for as it was. `due` is the time that has come.
   */
  release?(job: Job<Args>, now: Date, due: Date): JobError | Date | undefined
  /** Business writes whenever a job ends in `dlq`; same transaction. */
  exhausted?(job: Job<Args>, now: Date): void
  /**
   * Business writes about jobs that end in one transaction, after all others of it: those of one batch together, of one company and
   * environment.
   */
  ended?(ended: readonly Ended<Args>[], now: Date): void
  /** Business writes when a person has one that is `pending` try now; omitted, only one that is free while it waits may. */
  hurried?(job: Job<Args>): void
  /** Business writes of an operator's retry, same transaction; an AppError thrown refuses it. */
  retried?(job: Job<Args>, now: Date): void
  /** The same of its coming back by itself after an outage of the SII that ended it; omitted, it waits for a person (jobs §8). */
  revived?(job: Job<Args>, now: Date): void
  /** Business writes of an operator's discard, same transaction; an AppError thrown refuses it. */
  discarded?(job: Job<Args>, now: Date, opciones: Readonly<Record<string, unknown>>): void
}

type Optional = 'maxIntentos' | 'porGrupo' | 'concurrencia' | 'timeoutMs' | 'loteMax'

/** A kind, with the queue's defaults (http §7.1: 30 attempts) for what `spec` leaves out. */
export function defineJob<Args>(
  spec: Omit<JobKind<Args>, Optional> & Partial<Pick<JobKind<Args>, Optional>>,
): JobKind<Args> {
  if (!/^[a-z][a-z0-9._-]*$/.test(spec.kind)) throw new Error(`bad job kind ${spec.kind}`)
  return {
    maxIntentos: 30,
    porGrupo: 1,
    concurrencia: 8,
    timeoutMs: 10 * 60_000,
    loteMax: () => 1,
    ...spec,
  }
}

/** The kinds by name. Throws when two share one. */
export function kindsByName(kinds: readonly JobKind[]): ReadonlyMap<string, JobKind> {
  const byName = new Map<string, JobKind>()
  for (const kind of kinds) {
    if (byName.has(kind.kind)) throw new Error(`two job kinds are named ${kind.kind}`)
    byName.set(kind.kind, kind)
  }
  return byName
}

/** Where the queue reports what no caller is told; `datos` never holds secrets or documents. */
export type JobLog = (
  nivel: 'info' | 'warn' | 'error',
  mensaje: string,
  datos: Record<string, unknown>,
) => void

/** One fault of a job; what is left out is not so, or nothing. */
export const jobError = (
  code: ErrorCode,
  error: string,
  etapa: Etapa | null,
  { reintentable = false, sii = null, accion = null }: Partial<JobError> = {},
): JobError => ({ code, error, etapa, reintentable, sii, accion })

/** The error of a job whose kind broke, or never answered for it: the cause is in the log alone. */
export const internalError = (error: string): JobError =>
  jobError('INTERNAL_ERROR', error, null, { reintentable: true })
