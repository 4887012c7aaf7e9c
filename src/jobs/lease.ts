// Leases: which group has jobs ready, taking a batch of them, keeping it, giving it back. One statement each.

import type { Database } from 'better-sqlite3'
import { byPlace, type JobRow } from './row'
import { prepareLeases } from './statements'

/** Long enough for a stalled disk or a suspended machine, short enough that a lost batch is not missed. */
const LEASE_MS = 60_000

export interface Leases {
  /** The first group of the kind after `after`, in order of name, that has a job ready; `kind:` is before all of them. */
  nextGroup(kind: string, after: string): string | undefined
  /**
   * Takes the group's oldest ready jobs, at most `max`, under `leaseId`; it counts an attempt of each, which one that dies does
   * not keep.
   */
  claim(grupo: string, max: number, leaseId: string, now: number): JobRow[]
  /** Takes what is ready among jobs of these ids, in the order of the line. */
  claimIds(ids: readonly string[], leaseId: string, now: number): JobRow[]
  /** Prolongs the lease; the number of jobs still under it. */
  renew(leaseId: string, now: number): number
  /** Puts the jobs still under the lease back, their attempt unspent. */
  giveBack(leaseId: string): void
}

/** The lease statements of `client`. Each throws what SQLite says when the disk does not take it. */
export function createLeases(client: Database): Leases {
  const { next, claim, claimIds, renew, giveBack } = prepareLeases(client)
  return {
    // The semicolon follows the colon in ASCII, so it bounds the names that begin with `kind:`.
    nextGroup: (kind, after) => next.get(after, `${kind};`),
    claim: (grupo, max, leaseId, now) => claim.all(leaseId, now + LEASE_MS, now, grupo, max).sort(byPlace),
    claimIds: (ids, leaseId, now) =>
      claimIds.all(leaseId, now + LEASE_MS, now, JSON.stringify(ids)).sort(byPlace),
    renew: (leaseId, now) => renew.run(now + LEASE_MS, leaseId).changes,
    giveBack: (leaseId) => void giveBack.run(leaseId),
  }
}
