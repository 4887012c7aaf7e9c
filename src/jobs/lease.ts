// Leases: which group has jobs ready, taking a batch of them, keeping it, giving it back. One statement each.

import type { Database } from 'better-sqlite3'
import { byPlace, JOB_COLUMNS, type JobRow } from './row'
import { prepareTouch, prepareTransition } from './update'

/** Long enough for a stalled disk or a suspended machine, short enough that a lost batch is not missed. */
export const LEASE_MS = 60_000

export interface Leases {
  /** The first group of the kind after `after`, in order of name, that has a job ready; `kind:` is before all of them. */
  nextGroup(kind: string, after: string): string | undefined
  /** Takes the group's oldest ready jobs, at most `max`, under `leaseId`; it counts an attempt of each, which one that dies does not keep. */
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
  const next = client
    .prepare(
      `SELECT grupo FROM job WHERE estado = 'pending' AND run_at IS NULL AND grupo > ? AND grupo < ?
       ORDER BY grupo LIMIT 1`,
    )
    .pluck()
  const lease = {
    from: 'pending',
    to: 'processing',
    set: 'lease_id = ?, lease_until = ?, intentos = intentos + 1, started_at = coalesce(started_at, ?)',
    returning: JOB_COLUMNS,
  } as const
  const claimIds = prepareTransition(client, {
    ...lease,
    where: 'id IN (SELECT value FROM json_each(?)) AND run_at IS NULL',
  })
  const claim = prepareTransition(client, {
    ...lease,
    where: `rowid IN (SELECT rowid FROM job WHERE grupo = ? AND estado = 'pending' AND run_at IS NULL
      ORDER BY lugar, queued_at, rowid LIMIT ?)`,
  })
  const renew = prepareTouch(client, {
    estado: 'processing',
    set: 'lease_until = ?',
    where: 'lease_id = ?',
  })
  const giveBack = prepareTransition(client, {
    from: 'processing',
    to: 'pending',
    set: 'lease_id = NULL, lease_until = NULL, intentos = intentos - 1',
    where: 'lease_id = ?',
  })
  return {
    // The semicolon follows the colon in ASCII, so it bounds the names that begin with `kind:`.
    nextGroup: (kind, after) => next.get(after, `${kind};`) as string | undefined,
    claim: (grupo, max, leaseId, now) =>
      (claim.all(leaseId, now + LEASE_MS, now, grupo, max) as JobRow[]).sort(byPlace),
    claimIds: (ids, leaseId, now) =>
      (claimIds.all(leaseId, now + LEASE_MS, now, JSON.stringify(ids)) as JobRow[]).sort(byPlace),
    renew: (leaseId, now) => renew.run(now + LEASE_MS, leaseId).changes,
    giveBack: (leaseId) => void giveBack.run(leaseId),
  }
}
