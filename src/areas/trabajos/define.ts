// A kind of operation at the SII that runs as a job (jobs §6): what it is run with, what its faults make of it, and how its end
// is told.

import type { AppError } from '../../domain/errors'
import type { Operacion } from '../../domain/plan/cuota'
import { type TipoTrabajo, TRABAJOS_PORTAL } from '../../domain/trabajos'
import type { Actor } from '../../http/audit'
import type { Pagador } from '../../http/cuota'
import {
  defineJob,
  type Job,
  type JobContext,
  type JobError,
  type JobKind,
  jobError,
  type Progreso,
} from '../../jobs/kind'
import { toJob } from '../../jobs/row'
import type { Charge } from '../../sii/metered'
import type { Como } from '../../sii/portal'
import type { Eventos } from '../eventos'
import { faultOf } from './fault'
import type { prepareTrabajos, TrabajoRow } from './statements'

/** Attempts before a job waits for a person. */
export const MAX_INTENTOS = 8
/**
 * How many portal jobs run at once: one person's wait for one another there, and hold up nobody else's
 * meanwhile.
 */
const CONCURRENCIA_PORTAL = 500

/** The context of a run, beside its job. */
export interface TrabajoContext extends Pick<JobContext, 'signal' | 'now' | 'shouldYield'> {
  /** In whose name it runs, for the log of changes. */
  actor: Actor
  /** How it goes to the portal: behind people, what a request asked for before schedules; why it waits there is its progress. */
  como: Como
  /** The account, where each part of the job is charged by itself. */
  pagador: Pagador
  /** Asks the SII; the unit of the job is taken at the first answer of all its runs. Throws PLAN_LIMIT when there is none left. */
  charge<T>(ask: () => Promise<T>): Promise<T>
  /** Says how far it is, with the writes that its next run need not do again. */
  progress(progreso: Progreso, write?: () => void): void
}

/** How a run ended, and the writes that belong to it: with what came of it; with a `refusal`, as if it had been thrown, beside which
 * something was done all the same; or to go on in a run of its own, at once or at `runAt`, with other `args` where some are given,
 * `otherUnit` where what it asks from then on is an operation of its own. */
export type Fin = { write?: () => void } & (
  | { result: object }
  | { refusal: AppError }
  | { again: true; runAt?: Date; args?: object; otherUnit?: boolean }
)

export interface TrabajoSpec<Args> {
  tipo: TipoTrabajo
  /** The cost of one; null when free or charged by parts. */
  operacion: Operacion | null
  /** Every run may be a repeat of one that died anywhere. It throws AppError and SiiFault for what kept it from its end. */
  run(job: Job<Args>, ctx: TrabajoContext): Promise<Fin>
  /** Business writes when a person discards one, same transaction. */
  discarded?(job: Job<Args>): void
  /** The same when one stops and waits for a person, and when a person has it run again. */
  stopped?(job: Job<Args>, error: JobError | null): void
  retried?(job: Job<Args>): void
  /** The law wants it: an outage of the SII ends none for good (jobs §8). */
  outlives?: boolean
  /** Ids of stopped jobs of the kind, in its company, that its completion makes idle beside those of the same `clave`. */
  supersedes?(job: Job<Args>): readonly string[]
}

/** In nobody's name: a schedule queued it. */
const isScheduled = ({ usuario_id, apikey_id }: TrabajoRow): boolean =>
  usuario_id === null && apikey_id === null

export interface DefineDeps {
  sql: ReturnType<typeof prepareTrabajos>
  eventos: Pick<Eventos, 'emit'>
  charge: Charge<Pagador>
}

/** The kind of job of a `spec`. */
export function defineTrabajo<Args>(
  { sql, eventos, charge }: DefineDeps,
  { tipo, operacion, run, discarded, stopped, retried, outlives, supersedes }: TrabajoSpec<Args>,
): JobKind<Args> {
  function contextOf(
    { id, empresaId }: Job<Args>,
    row: TrabajoRow,
    cuentaId: string,
    ctx: JobContext,
  ): TrabajoContext {
    const pagador: Pagador = { cuentaId, empresaId, set: null }
    let charged = operacion === null || row.cobrada === 1
    let last: Progreso = { paso: 'pregunta en el portal del SII', hechos: 0, total: null }
    const progress: TrabajoContext['progress'] = (progreso, write) => {
      ctx.progress(id, progreso, write)
      last = progreso
    }
    const onCharged = () => {
      sql.charged.run(id)
      charged = true
    }
    return {
      signal: ctx.signal,
      now: ctx.now,
      shouldYield: ctx.shouldYield,
      actor: { cuentaId, empresaId, usuarioId: row.usuario_id, apiKeyId: row.apikey_id, ip: row.ip },
      como: {
        prioridad: isScheduled(row) ? 'programada' : 'pedida',
        signal: ctx.signal,
        onEspera(espera) {
          if (!espera) return ctx.progress(id, last)
          const { motivo: paso, reservado, hasta } = espera
          ctx.progress(id, { ...last, paso, espera: { hasta: hasta.toISOString(), reservado } })
        },
      },
      pagador,
      charge: (ask) => (charged ? ask() : charge({ ...pagador, onCharged }, operacion!, ask)),
      progress,
    }
  }

  /** A stopped job whose work is done by now is discarded, as a person would. */
  function clear(job: Job<Args>): void {
    const { id, empresaId, ambiente } = job
    const others = JSON.stringify(supersedes?.(job) ?? [])
    for (const row of sql.supersede.all(tipo, empresaId, ambiente, id, others))
      discarded?.(toJob(row) as Job<Args>)
  }

  return defineJob<Args>({
    kind: tipo,
    maxIntentos: MAX_INTENTOS,
    isFreeWhileWaiting: true,
    ...(TRABAJOS_PORTAL.includes(tipo) && { concurrencia: CONCURRENCIA_PORTAL }),
    async run([job], ctx) {
      const { id } = job!
      const cuentaId = sql.cuentaOf.get(job!.empresaId)
      if (cuentaId === undefined) {
        const error = jobError('INVALID_STATE', 'La empresa fue eliminada', null)
        await ctx.settle([{ id, outcome: 'failed', error }])
        return
      }
      let fin: Fin
      const row = sql.get.get(id)!
      try {
        fin = await run(job!, contextOf(job!, row, cuentaId, ctx))
      } catch (fault) {
        const found = faultOf(fault, job!.fallas, ctx.now())
        if (!found || ctx.signal.aborted) throw fault
        const { outcome, detalles } = found
        await ctx.settle([{ id, ...outcome }], () => void sql.refused.run(detalles, id))
        return
      }
      if ('refusal' in fin) {
        const { outcome, detalles } = faultOf(fin.refusal, job!.fallas, ctx.now())!
        const { write } = fin
        await ctx.settle([{ id, ...outcome }], () => {
          write?.()
          sql.refused.run(detalles, id)
        })
      } else if ('again' in fin) {
        const { runAt = ctx.now(), args, otherUnit = false, write } = fin
        await ctx.settle([{ id, outcome: 'snooze', runAt, error: null, ...(args && { args }) }], () => {
          write?.()
          if (otherUnit) sql.uncharged.run(id)
        })
      } else await ctx.settle([{ id, outcome: 'completed', result: fin.result }], fin.write)
    },
    ended(ended) {
      for (const { job, estado, error } of ended) {
        const { id: job_id, empresaId, ambiente } = job
        if (estado !== 'completed') stopped?.(job, error)
        else clear(job)
        eventos.emit({ empresaId, ambiente }, [
          {
            evento: 'trabajo.terminado',
            data: () => ({
              empresa_id: empresaId,
              ambiente,
              job_id,
              tipo,
              estado,
              objeto: sql.get.get(job_id)!.objeto,
              error,
            }),
          },
        ])
      }
    },
    retried(job) {
      sql.reopen.run(job.id)
      retried?.(job)
    },
    // Still the operation that it was: its unit, if one was taken, stays taken.
    ...(outlives && { revived: (job) => retried?.(job) }),
    ...(discarded && { discarded: (job) => discarded(job) }),
  })
}
