// How runs end: with their jobs, or with what kept them from having any; and when that is told (jobs §7).

import { and, asc, eq, gt, inArray, isNotNull, sql } from 'drizzle-orm'
import type { Clock } from '../../base/clock'
import { nextTurn } from '../../base/turn'
import { AppError } from '../../domain/errors'
import type { Titular } from '../../domain/titular'
import { type JobError, jobError } from '../../jobs/kind'
import type { Store } from '../../store/store'
import { job } from '../../store/tables/job'
import { programacion } from '../../store/tables/programacion'
import type { Eventos } from '../eventos'
import type { Programaciones, ProgramacionRow } from './ajustes'

/** Rows looked at in one turn of the event loop. */
const STEP = 100
/** Failures in a row that are told of, once. */
const TOLD_AT = 3

export function createEnds({
  store: { client, db },
  clock,
  programaciones,
  eventos,
}: {
  store: Pick<Store, 'client' | 'db'>
  clock: Clock
  programaciones: Programaciones
  eventos: Pick<Eventos, 'emit'>
}) {
  /** The row of a failed run; the third in a row is notified. In the caller's transaction. */
  function failed({ empresaId, ambiente, tarea, ...row }: ProgramacionRow, error: JobError | null) {
    const fallas = row.fallas + 1
    const data = () => ({ empresa_id: empresaId, ambiente, tarea, error })
    if (fallas === TOLD_AT) eventos.emit({ empresaId, ambiente }, [{ evento: 'programacion.fallida', data }])
    return { trabajos: null, resultado: 'fallida', fallas } as const
  }

  function readEnd(row: ProgramacionRow): void {
    const jobs = db
      .select({ estado: job.estado, error: job.error })
      .from(job)
      .where(inArray(job.id, JSON.parse(row.trabajos!)))
      .all()
    if (jobs.some(({ estado }) => estado === 'pending' || estado === 'processing')) return
    // A job that was forgotten since had ended long before.
    const stopped = jobs.find(({ estado }) => estado !== 'completed')
    const set = stopped
      ? failed(row, stopped.error === null ? null : JSON.parse(stopped.error))
      : ({ trabajos: null, resultado: 'ok', fallas: 0 } as const)
    programaciones.update(row, row.tarea, set)
  }

  const underWay = isNotNull(programacion.trabajos)
  const { empresaId, ambiente, tarea } = programacion

  const readSome = client.transaction((behind: Pick<ProgramacionRow, keyof Titular | 'tarea'> | null) => {
    const rows = db
      .select()
      .from(programacion)
      .where(
        and(
          underWay,
          behind
            ? sql`(${empresaId}, ${ambiente}, ${tarea}) > (${behind.empresaId}, ${behind.ambiente}, ${behind.tarea})`
            : gt(empresaId, ''),
        ),
      )
      .orderBy(asc(empresaId), asc(ambiente), asc(tarea))
      .limit(STEP)
      .all()
    for (const row of rows) readEnd(row)
    return rows
  })

  const readOwn = client.transaction((of: Titular): void => {
    const own = and(eq(empresaId, of.empresaId), eq(ambiente, of.ambiente))
    for (const row of db.select().from(programacion).where(and(own, underWay)).all()) readEnd(row)
  })

  return {
    /** How the last runs ended, as far as they have. */
    async readAll(): Promise<void> {
      for (let rows = readSome.immediate(null); rows.length === STEP; ) {
        await nextTurn()
        if (!client.open) return
        rows = readSome.immediate(rows.at(-1)!)
      }
    },
    /** The same of one company. */
    readOf: (of: Titular): void => readOwn.immediate(of),
    /** Writes down a run that could not even be queued. In the caller's transaction. */
    refused(row: ProgramacionRow, fault: unknown, proxima: number | null): void {
      const error = fault instanceof AppError ? jobError(fault.code, fault.message, null) : null
      const set = { proxima, ultima: clock().getTime(), omitida: null, ...failed(row, error) }
      programaciones.update(row, row.tarea, set)
    },
  }
}
