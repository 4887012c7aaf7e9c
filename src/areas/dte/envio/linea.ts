// The line of a company's documents: one for each environment and class of envelope. While it has work the queue holds one row of
// it, found by its key; its run (linea.job.ts) takes along the public jobs of the documents that wait.

import type { NewId } from '../../../base/id'
import type { Titular } from '../../../domain/titular'
import { createForget } from '../../../jobs/forget'
import { createHasten } from '../../../jobs/hasten'
import type { InsertJob } from '../../../jobs/insert'
import type { Job, JobError } from '../../../jobs/kind'
import { prepareHolder } from '../../../jobs/statements'
import type { Store } from '../../../store/store'
import { prepareLineas } from './statements'

export const LINEA = 'dte.linea'
/** The kind of the public jobs. */
export const EMITIR = 'dte.emitir'
/** How long a new document waits for a line that waits for longer, after faults of its way. */
export const SOON_MS = 30_000
/** Attempts of an emission before it ends in `dlq` (http §7). */
export const MAX_INTENTOS = 30

/** Jobs of one group travel together: one company, one environment, one kind of envelope; of a set, one envelope by its id. */
export const grupoEmision = (
  { empresaId, ambiente }: Titular,
  sobre: string,
  set: string | null = null,
): string => `${EMITIR}:${empresaId}:${ambiente}:${sobre}${set === null ? '' : `:${set}`}`

/** The public jobs of one line, or one of them. */
interface DeLinea extends Titular {
  /** The group of the public jobs: `dte.emitir:…`. */
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
  const find = prepareHolder(client)
  const { ready, newest, nextAt, whyWaits } = prepareLineas(client, EMITIR)
  /**
   * There is work: the line runs now, or by then if it waits for longer after faults of its way. In the transaction that makes the
   * work; wake the runner.
   */
  function wake({ empresaId, ambiente, grupo }: DeLinea, by?: Date): void {
    const clave = claveOf(grupo)
    // Asked first: this is on the way of every acceptance, and nearly always there is nothing to do.
    const row = find.get(clave)
    if (!row) {
      const own = { id: newId('job'), kind: LINEA, grupo: clave, clave, args: {} }
      insertJob({ ...own, empresaId, ambiente, estado: 'pending' })
    } else if (row.runAt !== null) hasten(row.id, row.fallas ? by : undefined)
  }
  const wakeSoon = (linea: DeLinea, now: Date): void => wake(linea, new Date(now.getTime() + SOON_MS))

  return {
    wake,
    /** There is a new document, which waits half a minute at most for the faults of others. As `wake`. */
    wakeSoon,
    /** Whether a document that is ready came since. */
    hasNew: (grupo: string, since: Date): boolean => (newest.get(grupo) ?? 0) >= since.getTime(),
    /** Until when the line waits as a whole; null when it does not. */
    waitsUntil(grupo: string): Date | null {
      const at = find.get(claveOf(grupo))?.runAt ?? null
      return at === null ? null : new Date(at)
    },
    /** Why it waits, where that is for a fault of its way: of documents that came since too. */
    whyWaits(grupo: string): JobError | null {
      const error = whyWaits.get(claveOf(grupo)) ?? null
      return error === null ? null : JSON.parse(error)
    },
    /** The public jobs that are ready, oldest first. */
    ready: (grupo: string, most: number) => ready.all(grupo, most),
    /** When the next of those that wait will be; null when none does. */
    nextAt({ empresaId, ambiente, grupo }: DeLinea): Date | null {
      const at = nextAt.get(empresaId, ambiente, grupo) ?? null
      return at === null ? null : new Date(at)
    },
    /** Its row is worth nothing once it has no work. In the transaction that completes it. */
    forget,
  }
}
