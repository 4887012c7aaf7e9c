// The batches of one kind in flight, and which of its groups is served next: round robin, so that none waits while another is
// served twice.

import type { JobKind } from './kind'
import type { Leases } from './lease'

export interface Round {
  kind: JobKind
  /** The group served last; the next round begins behind it. */
  cursor: string
  inFlight: number
  byGroup: Map<string, number>
}

/** The round of a kind, nothing in flight. */
export const createRound = (kind: JobKind): Round => ({
  kind,
  cursor: `${kind.kind}:`,
  inFlight: 0,
  byGroup: new Map(),
})

/** The next group that has a job ready and room for a batch. */
export function nextGroup(
  { kind, cursor, byGroup }: Round,
  leases: Pick<Leases, 'nextGroup'>,
): string | undefined {
  const start = `${kind.kind}:`
  for (const [from, until] of [
    [cursor, undefined],
    [start, cursor],
  ] as const) {
    for (let after: string = from; ; ) {
      const grupo = leases.nextGroup(kind.kind, after)
      if (grupo === undefined || (until !== undefined && grupo > until)) break
      if ((byGroup.get(grupo) ?? 0) < kind.porGrupo) return grupo
      after = grupo
    }
  }
  return undefined
}
