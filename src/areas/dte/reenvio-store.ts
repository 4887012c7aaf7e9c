// Documents that travel again after the SII refused their file as a whole, in smaller parts until the bad one is alone. Their public
// jobs ended with the first Track ID (contract §7) and stay so; here stands what becomes of them meanwhile.

import type { JobError } from '../../jobs/kind'
import type { Store } from '../../store/store'
import type { DocumentoRow } from './documento-store'

/** Faults up to which a part goes before the documents that wait; beyond, the fault may be its own, and it goes behind them. */
const PACIENCIA = 5

/** Documents that travel together again; `intentos` are the temporary faults on their way. */
export interface Parte {
  parte: string
  intentos: number
}

interface ReenvioRow extends Parte {
  error: string | null
}

export type Reenvios = ReturnType<typeof createReenvios>

/** The statements over `reenvio`. Writers run inside the caller's transaction. */
export function createReenvios({ client }: Store) {
  const put = client.prepare(
    'INSERT OR REPLACE INTO reenvio (documento_id, grupo, parte, error) VALUES (?, ?, ?, ?)',
  )
  const of = client.prepare<[string], ReenvioRow>(
    'SELECT parte, intentos, error FROM reenvio WHERE documento_id = ?',
  )
  const next = client.prepare<[string, number, string], Parte>(
    `SELECT parte, intentos FROM reenvio WHERE grupo = ? AND error IS NULL AND intentos <= ?
       AND parte NOT IN (SELECT value FROM json_each(?)) ORDER BY max(intentos, ${PACIENCIA}), rowid LIMIT 1`,
  )
  const documentos = client.prepare(
    'SELECT d.* FROM reenvio r JOIN documento d ON d.id = r.documento_id WHERE r.parte = ? ORDER BY d.rowid',
  )
  const fail = client.prepare('UPDATE reenvio SET intentos = intentos + 1 WHERE parte = ?')
  const stop = client.prepare('UPDATE reenvio SET error = ? WHERE parte = ?')
  const again = client.prepare('UPDATE reenvio SET error = NULL, intentos = 0 WHERE parte = ?')
  const remove = client.prepare('DELETE FROM reenvio WHERE documento_id = ?')
  const landed = client.prepare(
    'DELETE FROM reenvio WHERE documento_id IN (SELECT id FROM documento WHERE envio_id = ?)',
  )
  return {
    /** Parts documents, in order, in groups of at most `size`, named after `name`; with an error they wait for a person. */
    part(grupo: string, name: string, ids: readonly string[], size: number, error: JobError | null): void {
      for (const [i, id] of ids.entries())
        put.run(id, grupo, `${name}.${Math.floor(i / size)}`, error && JSON.stringify(error))
    },
    has: ({ id }: Pick<DocumentoRow, 'id'>): boolean => of.get(id) !== undefined,
    /** Its part, and why that waits for a person; null while it need not. */
    stopped({ id }: Pick<DocumentoRow, 'id'>): { parte: string; error: JobError } | null {
      const row = of.get(id)
      return row?.error ? { parte: row.parte, error: JSON.parse(row.error) } : null
    },
    /** The next part of a line, but for these; with `late` also one that has failed so often that others go first. */
    next: (grupo: string, without: Iterable<string>, late: boolean): Parte | undefined =>
      next.get(grupo, late ? Number.MAX_SAFE_INTEGER : PACIENCIA, JSON.stringify([...without])),
    documentos: (parte: string) => documentos.all(parte) as DocumentoRow[],
    fail: (parte: string) => void fail.run(parte),
    stop: (parte: string, error: JobError) => void stop.run(JSON.stringify(error), parte),
    /** A person says that it may go on. */
    again: (parte: string) => void again.run(parte),
    remove: ({ id }: Pick<DocumentoRow, 'id'>) => void remove.run(id),
    /** Another envelope with them has arrived. */
    landed: (envioId: string) => void landed.run(envioId),
  }
}
