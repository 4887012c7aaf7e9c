// One look a minute at what is due: it queues, writes the next time, and reads how the last run ended (jobs §7). However many
// runs a server that was off has missed, they are one when it is back.

import { and, asc, eq, gt, isNull, lte, or, sql } from 'drizzle-orm'
import type { Clock } from '../../base/clock'
import { nextTurn } from '../../base/turn'
import type { Store } from '../../store/store'
import { empresa } from '../../store/tables/empresa'
import { programacion } from '../../store/tables/programacion'
import type { Eventos } from '../eventos'
import { begunWith, type Programaciones, type ProgramacionRow } from './ajustes'
import { createEnds } from './ends'
import { isPlanLimit, type RunTarea } from './run'
import type { Tarea } from './tarea'

/** The limit of one look, each task in a turn of the event loop; the rest waits a minute. */
const A_LOOK = 500
/** Companies that are begun with in one turn of the event loop. */
const NEW_A_TURN = 20
/** A time further ahead than this was written under another clock; of what runs once a month, than a month and a bit. */
const FURTHEST_MS = 26 * 3_600_000
const FURTHEST_MONTHLY_MS = 32 * 24 * 3_600_000

/** After what kept a task waiting. */
const TRAS_MS = 60_000

interface Deps {
  store: Pick<Store, 'client' | 'db'>
  clock: Clock
  programaciones: Programaciones
  run: RunTarea
  eventos: Pick<Eventos, 'emit'>
  tareas: readonly Tarea[]
}

export function createReloj(deps: Deps) {
  const { store, clock, programaciones, run, tareas } = deps
  const { client, db } = store
  const ends = createEnds(deps)
  // Companies that were made since the last look, the first time all: a release may have brought a task that begins on.
  let seen = 0

  const beginSome = client.transaction((): number => {
    const rows = db
      .select({ rowid: sql<number>`${empresa}.rowid`, id: empresa.id, ambiente: empresa.ambiente })
      .from(empresa)
      .where(sql`${empresa}.rowid > ${seen}`)
      .orderBy(sql`${empresa}.rowid`)
      .limit(NEW_A_TURN)
      .all()
    for (const { id, ambiente } of rows) programaciones.begin({ empresaId: id, ambiente })
    seen = rows.at(-1)?.rowid ?? seen
    return rows.length
  })

  async function beginNew(): Promise<void> {
    while (client.open && beginSome.immediate() === NEW_A_TURN) await nextTurn()
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
          sql`${programacion.activo} = 1`,
          isNull(empresa.deletedAt),
          eq(empresa.mudada, false),
          or(
            lte(programacion.proxima, now),
            gt(
              programacion.proxima,
              sql`${now} + iif(${programacion.tarea} = 'bte', ${FURTHEST_MONTHLY_MS}, ${FURTHEST_MS})`,
            ),
          ),
        ),
      )
      .orderBy(asc(programacion.proxima))
      .limit(A_LOOK)
      .all()

  const nextOf = (row: ProgramacionRow): number | null =>
    programaciones.nextOf(row, row.tarea, programaciones.ajustesOf(row, row.tarea, row))

  /** The outcome of one due task: `queue` belongs in one transaction with its record. */
  async function outcomeOf(row: ProgramacionRow, cuentaId: string) {
    const { empresaId, ambiente } = row
    const now = clock()
    const tarea = tareas.find(({ nombre }) => nombre === row.tarea)
    const proxima = nextOf(row)
    const set = (values: Partial<ProgramacionRow>) => () => programaciones.update(row, row.tarea, values)
    if (!tarea || row.proxima! > now.getTime()) return set({ proxima })
    const solicitante = { cuentaId, empresaId, ambiente, usuarioId: null, apiKeyId: null, ip: null }
    const omitida = run.omision(tarea, solicitante)
    // A cause that ends before the next time keeps it waiting until then.
    if (omitida?.hasta && (proxima === null || omitida.hasta.getTime() < proxima))
      return set({ proxima: omitida.hasta.getTime() + TRAS_MS })
    if (omitida) return set({ proxima, omitida: omitida.motivo })
    const encargos = await run.encargos(tarea, solicitante)
    return (): void => {
      try {
        const ids = run.queueScheduled(tarea, solicitante, encargos)
        set({ ...begunWith(row, ids, now), proxima })()
      } catch (fault) {
        if (!isPlanLimit(fault)) throw fault
        set({ proxima, omitida: 'PLAN_LIMIT' })()
      }
    }
  }

  /** Unless somebody has set it otherwise while it was looked at. */
  const write = client.transaction((row: ProgramacionRow, queue: () => void): void => {
    const now = programaciones.row(row, row.tarea)
    if (now?.activo && now.proxima === row.proxima) queue()
  })

  return {
    /**
     * Runs what is due, each company's task by itself: one that cannot be queued keeps no other waiting. Throws what kept the first
     * of them from it, when the others are done.
     */
    async look(): Promise<void> {
      await beginNew()
      await ends.readAll()
      const faults: unknown[] = []
      for (const { row, cuentaId } of due(clock().getTime())) {
        if (!client.open) return
        try {
          write.immediate(row, await outcomeOf(row, cuentaId))
        } catch (fault) {
          // Still due a minute later it would be in front of all others again, and many of them would keep those out.
          write.immediate(row, () => ends.refused(row, fault, nextOf(row)))
          faults.push(fault)
        } finally {
          await nextTurn()
        }
      }
      if (faults.length) throw faults[0]
    },
    /** How the last run of a company's tasks ended, as far as it has. */
    refresh: ends.readOf,
  }
}
