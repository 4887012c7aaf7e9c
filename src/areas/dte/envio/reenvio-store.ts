// Documents that travel again after the SII refused their file as a whole, in smaller parts until the bad one is alone. Their public
// jobs ended with the first Track ID (http §7) and stay so; here stands what becomes of them meanwhile.

import type { JobError } from '../../../jobs/kind'
import type { Store } from '../../../store/store'
import type { DocumentoRow } from '../documento/documento-store'
import { type Parte, prepareReenvios } from './statements'

export type { Parte }

export type Reenvios = ReturnType<typeof createReenvios>

/** Writers run inside the caller's transaction. */
export function createReenvios({ client }: Store) {
  const sql = prepareReenvios(client)
  return {
    /** Parts documents, in order, in groups of at most `size`, named after `name`; with an error they wait for a person. */
    part(grupo: string, name: string, ids: readonly string[], size: number, error: JobError | null): void {
      for (const [i, id] of ids.entries())
        sql.put.run(id, grupo, `${name}.${Math.floor(i / size)}`, error && JSON.stringify(error))
    },
    has: ({ id }: Pick<DocumentoRow, 'id'>): boolean => sql.of.get(id) !== undefined,
    /** Its part, and why that waits for a person; null while it need not. */
    stopped({ id }: Pick<DocumentoRow, 'id'>): { parte: string; error: JobError } | null {
      const row = sql.of.get(id)
      return row?.error ? { parte: row.parte, error: JSON.parse(row.error) } : null
    },
    /** Until when it waits by its own faults, undefined when it does not travel again by itself. */
    waitsUntil({ id }: Pick<DocumentoRow, 'id'>): Date | null | undefined {
      const row = sql.of.get(id)
      if (!row || row.error) return undefined
      return row.run_at === null ? null : new Date(row.run_at)
    },
    /** The first part of a line that does not wait, but for these. */
    next: (grupo: string, without: Iterable<string>, now: Date): Parte | undefined =>
      sql.next.get(grupo, now.getTime(), JSON.stringify([...without])),
    /** When the first part of a line may travel, be it past; null when it has none. */
    nextAt(grupo: string): Date | null {
      const at = sql.nextAt.get(grupo) ?? null
      return at === null ? null : new Date(at)
    },
    /** Has no part wait beyond `limit`, milliseconds since 1970. */
    recall: (limit: number) => void sql.recall.run(limit, limit),
    documentos: (parte: string) => sql.documentos.all(parte),
    /** It did not get through, and waits. */
    fail: (parte: string, until: Date) => void sql.fail.run(until.getTime(), parte),
    stop: (parte: string, error: JobError) => void sql.stop.run(JSON.stringify(error), parte),
    /** A person says that it may go on. */
    again: (parte: string) => void sql.again.run(parte),
    remove: ({ id }: Pick<DocumentoRow, 'id'>) => void sql.remove.run(id),
    /** Another envelope with them has arrived. */
    landed: (envioId: string) => void sql.landed.run(envioId),
  }
}
