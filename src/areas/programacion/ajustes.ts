// The companies' settings of their tasks, and the state of each.

import { and, eq } from 'drizzle-orm'
import type { Clock } from '../../base/clock'
import {
  type Ajustes,
  ajustesIniciales,
  dueAfter,
  type NombreTarea,
  shiftOf,
  TAREAS,
} from '../../domain/programacion'
import type { Titular } from '../../domain/titular'
import type { Db } from '../../store/store'
import { programacion } from '../../store/tables/programacion'

export type ProgramacionRow = typeof programacion.$inferSelect
type Cambios = { [N in NombreTarea]?: Partial<Ajustes[N]> }

export const NOMBRES = Object.keys(TAREAS) as NombreTarea[]

/**
 * The row of a run that queued these jobs. Those that the last left under way are its own too, or nobody
 * would tell how they end.
 */
export function begunWith(
  before: Pick<ProgramacionRow, 'trabajos'> | undefined,
  ids: readonly string[],
  now: Date,
): Partial<ProgramacionRow> {
  const left: string[] = before?.trabajos ? JSON.parse(before.trabajos) : []
  const all = [...new Set([...left, ...ids])]
  return {
    omitida: null,
    ultima: now.getTime(),
    trabajos: all.length ? JSON.stringify(all) : null,
    resultado: all.length ? 'en_curso' : 'ok',
  }
}

export type Programaciones = ReturnType<typeof createProgramaciones>

export function createProgramaciones(db: Db, clock: Clock) {
  const where = ({ empresaId, ambiente }: Titular, tarea: NombreTarea) =>
    and(
      eq(programacion.empresaId, empresaId),
      eq(programacion.ambiente, ambiente),
      eq(programacion.tarea, tarea),
    )

  const row = (titular: Titular, tarea: NombreTarea): ProgramacionRow | undefined =>
    db.select().from(programacion).where(where(titular, tarea)).get()

  /** As it was set, or as a company begins. */
  function ajustesOf<N extends NombreTarea>(
    titular: Titular,
    tarea: N,
    found = row(titular, tarea),
  ): Ajustes[N] {
    const initial = ajustesIniciales(titular.ambiente === 'simulacion')[tarea]
    return found ? { ...initial, ...JSON.parse(found.ajustes), activo: found.activo } : initial
  }

  const nextOf = <N extends NombreTarea>(
    { empresaId }: Titular,
    tarea: N,
    ajustes: Ajustes[N],
  ): number | null =>
    ajustes.activo ? dueAfter(tarea, ajustes, shiftOf(empresaId), clock()).getTime() : null

  /** Writes the settings, and from them when the task is due next. */
  function put<N extends NombreTarea>(titular: Titular, tarea: N, ajustes: Ajustes[N]): void {
    const { activo, ...rest } = ajustes
    const set = { ajustes: JSON.stringify(rest), activo, proxima: nextOf(titular, tarea, ajustes) }
    const { empresaId, ambiente } = titular
    db.insert(programacion)
      .values({ empresaId, ambiente, tarea, ...set })
      .onConflictDoUpdate({
        target: [programacion.empresaId, programacion.ambiente, programacion.tarea],
        set,
      })
      .run()
  }

  return {
    row,
    ajustesOf,
    nextOf,
    /** Has a company's tasks run as it begins, where they would; what it has set stays. In the caller's transaction. */
    begin(titular: Titular): void {
      const initial = ajustesIniciales(titular.ambiente === 'simulacion')
      for (const tarea of NOMBRES)
        if (initial[tarea].activo && !row(titular, tarea)) put(titular, tarea, initial[tarea])
    },
    /** Changes what `cambios` names. In the caller's transaction. */
    change(titular: Titular, cambios: Cambios): void {
      for (const tarea of NOMBRES) {
        const own = cambios[tarea]
        if (own) put(titular, tarea, { ...ajustesOf(titular, tarea), ...own })
      }
    },
    /** Writes down a run that was queued: its jobs, or that there was nothing to do. In the caller's transaction. */
    begun(titular: Titular, tarea: NombreTarea, ids: readonly string[]): void {
      const before = row(titular, tarea)
      if (!before) put(titular, tarea, ajustesOf(titular, tarea))
      db.update(programacion)
        .set(begunWith(before, ids, clock()))
        .where(where(titular, tarea))
        .run()
    },
    update(titular: Titular, tarea: NombreTarea, set: Partial<ProgramacionRow>): void {
      db.update(programacion).set(set).where(where(titular, tarea)).run()
    },
  }
}
