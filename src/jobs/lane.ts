// The batches of one kind in flight, and whose turn is next among its groups: round robin, so that none waits while another
// is served twice.

import type { JobKind } from './kind'
import type { Leases } from './lease'

export interface Lane {
  kind: JobKind
  /** The group served last; the next round begins behind it. */
  cursor: string
  inFlight: number
  byGroup: Map<string, number>
}

/** The lane of a kind, nothing in flight. */
export const createLane = (kind: JobKind): Lane => ({
  kind,
  cursor: `${kind.kind}:`,
  inFlight: 0,
  byGroup: new Map(),
})

/** The lane's next group that has a job ready, room for a batch and a free way. */
export function nextGroup(
  { kind, cursor, byGroup }: Lane,
  leases: Pick<Leases, 'nextGroup'>,
  isHeld: (grupo: string) => boolean,
): string | undefined {
  const start = `${kind.kind}:`
  for (const [from, until] of [
    [cursor, undefined],
    [start, cursor],
  ] as const) {
    for (let after: string = from; ; ) {
      const grupo = leases.nextGroup(kind.kind, after)
      if (grupo === undefined || (until !== undefined && grupo > until)) break
      if ((byGroup.get(grupo) ?? 0) < kind.porGrupo && !isHeld(grupo)) return grupo
      after = grupo
    }
  }
  return undefined
}
