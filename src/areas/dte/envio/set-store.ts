// Sets: documents that travel in one envelope of their own, in their order, and in no other (jobs §10). Each is a line by
// itself, so that nothing else joins it and no other's rule parts it.

import type { Job } from '../../../jobs/kind'
import type { Store } from '../../../store/store'
import { type MiembroRow, prepareSets } from './statements-set'

export type { MiembroRow }

/** The envelope of the set that a line, or a public job, is of; null of any other. */
export const setOf = ({ grupo }: Pick<Job, 'grupo'>): string | null => grupo.split(':')[4] ?? null

export type Sets = ReturnType<typeof createSets>

export function createSets({ client }: Pick<Store, 'client'>) {
  const sql = prepareSets(client)
  return {
    /** Ties documents to the envelope that they will travel in, in order. In the transaction that accepts them. */
    insert(envioId: string, miembros: readonly { caso: number; id: string }[]): void {
      for (const [orden, { caso, id }] of miembros.entries()) sql.insert.run(envioId, orden, caso, id)
    },
    /** Whether an envelope is a set's. */
    has: (envioId: string): boolean => sql.has.get(envioId) !== undefined,
    /** The envelope of the set that a document is of. */
    of: ({ id }: { id: string }): string | null => sql.of.get(id) ?? null,
    /** Its documents, in their order. */
    members: (envioId: string): MiembroRow[] => sql.members.all(envioId),
  }
}
