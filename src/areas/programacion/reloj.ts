// One look a minute at what is due: it queues, writes the next time, and reads how the last run ended (jobs §7). However many
// runs a server that was off has missed, they are one when it is back.

import { and, asc, eq, gt, inArray, isNotNull, isNull, lte, or, sql } from 'drizzle-orm'
import type { Clock } from '../../base/clock'
import type { Store } from '../../store/store'
import { empresa } from '../../store/tables/empresa'
import { job } from '../../store/tables/job'
import { programacion } from '../../store/tables/programacion'
import type { Eventos } from '../eventos'
import { begunWith, type Programaciones, type ProgramacionRow } from './ajustes'
import { isPlanLimit, type RunTarea } from './run'
import type { Tarea } from './tarea'
import type { Titular } from './titular'

/** What one look takes at most; the rest is there a minute later. */
const A_LOOK = 50
const NEW_A_LOOK = 500
/** A time further ahead than this was written under another clock. */
const FURTHEST_MS = 26 * 3_600_000
/** Failures in a row that are told of, once. */
const TOLD_AT = 3

interface Deps {
  store: Pick<Store, 'client' | 'db'>
  clock: Clock
  programaciones: Programaciones
  run: RunTarea
  eventos: Pick<Eventos, 'emit'>
  tareas: readonly Tarea[]
}

export function createReloj({ store: { client, db }, clock, programaciones, run, eventos, tareas }: Deps) {
  // Companies that were made since the last look, the first time all: those in `simulacion` begin with their tasks on.
  let seen = 0

  const beginNew = client.transaction((): void => {
    const rows = db
      .select({ rowid: sql<number>`${empresa}.rowid`, id: empresa.id, ambiente: empresa.ambiente })
      .from(empresa)
      .where(sql`${empresa}.rowid > ${seen}`)
      .orderBy(sql`${empresa}.rowid`)
      .limit(NEW_A_LOOK)
      .all()
    for (const { rowid, id, ambiente } of rows) {
      programaciones.begin({ empresaId: id, ambiente })
      seen = rowid
    }
  })

  const readEnds = client.transaction((of: Titular | null): void => {
    const own = of && and(eq(programacion.empresaId, of.empresaId), eq(programacion.ambiente, of.ambiente))
    const rows = db
      .select()
      .from(programacion)
      .where(and(isNotNull(programacion.trabajos), own ?? undefined))
      .limit(A_LOOK * 4)
      .all()
    for (const row of rows) readEnd(row)
  })

  function readEnd(row: ProgramacionRow): void {
    const ids: string[] = JSON.parse(row.trabajos!)
    const jobs = db
      .select({ estado: job.estado, error: job.error })
      .from(job)
      .where(inArray(job.id, ids))
      .all()
    if (jobs.some(({ estado }) => estado === 'pending' || estado === 'processing')) return
    // A job that was forgotten since had ended long before.
    const failed = jobs.find(({ estado }) => estado !== 'completed')
    const fallas = failed ? row.fallas + 1 : 0
    programaciones.update(row, row.tarea, {
      trabajos: null,
      resultado: failed ? 'fallida' : 'ok',
      fallas,
    })
    if (fallas !== TOLD_AT) return
    const { empresaId, ambiente, tarea } = row
    const error = failed!.error === null ? null : JSON.parse(failed!.error)
    const data = () => ({ empresa_id: empresaId, ambiente, tarea, error })
    eventos.emit({ empresaId, ambiente }, [{ evento: 'programacion.fallida', data }])
  }

  /** Only in the environment that the company is in, and of one that was not deleted. */
  const due = (now: number) =>
    db
      .select({ row: programacion, cuentaId: empresa.cuentaId })
      .from(programacion)
      .innerJoin(
        empresa,
        and(eq(empresa.id, programacion.empresaId), eq(empresa.ambiente, programacion.ambiente)),
      )
      .where(
        and(
          eq(programacion.activo, true),
          isNull(empresa.deletedAt),
          or(lte(programacion.proxima, now), gt(programacion.proxima, now + FURTHEST_MS)),
        ),
      )
      .orderBy(asc(programacion.proxima))
      .limit(A_LOOK)
      .all()

  /** What a look makes of one task that is due: `queue` is to be done in one transaction with writing it down. */
  async function outcomeOf(row: ProgramacionRow, cuentaId: string) {
    const { empresaId, ambiente } = row
    const now = clock()
    const tarea = tareas.find(({ nombre }) => nombre === row.tarea)
    const proxima = programaciones.nextOf(row, programaciones.ajustesOf(row, row.tarea, row))
    if (!tarea || row.proxima! > now.getTime()) return () => ({ proxima })
    const solicitante = { cuentaId, empresaId, ambiente, usuarioId: null, apiKeyId: null, ip: null }
    const omitida = run.omision(tarea, solicitante)
    if (omitida) return () => ({ proxima, omitida })
    const encargos = await run.encargos(tarea, solicitante)
    return (): Partial<ProgramacionRow> => {
      try {
        return { ...begunWith(run.queue(solicitante, encargos), now), proxima }
      } catch (fault) {
        if (!isPlanLimit(fault)) throw fault
        return { proxima, omitida: 'PLAN_LIMIT' }
      }
    }
  }

  const write = client.transaction((row: ProgramacionRow, queue: () => Partial<ProgramacionRow>): void => {
    programaciones.update(row, row.tarea, queue())
  })

  return {
    /**
     * Runs what is due, each company's task by itself: one that cannot be queued keeps no other waiting. Throws what kept the first
     * of them from it, when the others are done.
     */
    async look(): Promise<void> {
      beginNew.immediate()
      readEnds.immediate(null)
      const faults: unknown[] = []
      for (const { row, cuentaId } of due(clock().getTime()))
        try {
          write.immediate(row, await outcomeOf(row, cuentaId))
        } catch (fault) {
          // It is still due a minute later, and would be in front of all others again.
          faults.push(fault)
        }
      if (faults.length) throw faults[0]
    },
    /** How the last run of a company's tasks ended, as far as it has. */
    refresh: (of: Titular): void => readEnds.immediate(of),
  }
}
