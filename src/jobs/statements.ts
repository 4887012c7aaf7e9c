// The hot statements of the queue. Every UPDATE of a job is made here, so that none can move one along a way that the table of
// states lacks (src §3.15; store §4).

import type { Database, Statement } from 'better-sqlite3'
import { canTransition, type Estado } from './estados'
import type { JobSelect } from './record'
import { JOB, type JobRow } from './row'

/** The `lugar` behind all jobs there are, of which the next one made will be the first behind. */
const LAST_PLACE = '(SELECT coalesce(max(rowid), 0) + 1 FROM job)'

/** The jobs that have not ended, in the words of the index over `clave`. */
const UNDER_WAY = "(estado = 'pending' OR estado = 'processing' OR estado = 'scheduled')"

interface Change {
  /** More columns to set, e.g. `lease_id = NULL`. */
  set: string
  /** Which rows, beside their state. */
  where: string
  returning?: string
}

/** A statement that moves jobs between states. Throws, when prepared, for a way that is not in the table. */
export function prepareTransition<Parameters extends unknown[] = unknown[], Result = unknown>(
  client: Database,
  { from, to, set, ...change }: Change & { from: Estado | readonly Estado[]; to: Estado },
): Statement<Parameters, Result> {
  const origins = typeof from === 'string' ? [from] : from
  for (const origin of origins) {
    if (!canTransition(origin, to)) throw new Error(`a job cannot go from ${origin} to ${to}`)
  }
  return prepareTouch(client, origins, { set: `estado = '${to}', ${set}`, ...change })
}

/** A statement that changes jobs of some states without moving them. */
function prepareTouch<Parameters extends unknown[], Result = unknown>(
  client: Database,
  origins: readonly Estado[],
  { set, where, returning }: Change,
): Statement<Parameters, Result> {
  const within = origins.map((origin) => `'${origin}'`).join(', ')
  // The plus sign keeps the planner on the index that `where` names, not on one by state.
  const sql = `UPDATE job SET ${set} WHERE +estado IN (${within}) AND ${where}`
  return client.prepare<Parameters, Result>(returning ? `${sql} RETURNING ${returning}` : sql)
}

export const prepareInsert = (client: Database) =>
  client.prepare(
    `INSERT INTO job (id, kind, empresa_id, ambiente, grupo, args, estado, run_at, created_at, queued_at, clave, lugar)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ${LAST_PLACE})`,
  )

/** The job that has not ended of a `clave`. */
export const prepareHolder = (client: Database) =>
  client.prepare<[clave: string], Pick<JobSelect, 'id' | 'runAt' | 'fallas'>>(
    `SELECT id, run_at AS runAt, fallas FROM job WHERE clave = ? AND ${UNDER_WAY}`,
  )

export const prepareBacklog = (client: Database) =>
  client
    .prepare<[kind: string], number>(
      `SELECT count(*) FROM job WHERE kind = ? AND estado IN ('pending', 'scheduled') AND estado <> 'completed'`,
    )
    .pluck()

type Lease = [leaseId: string, until: number, now: number]

export function prepareLeases(client: Database) {
  const lease = {
    from: 'pending',
    to: 'processing',
    set: 'lease_id = ?, lease_until = ?, intentos = intentos + 1, started_at = coalesce(started_at, ?)',
    returning: JOB,
  } as const
  return {
    next: client
      .prepare<[after: string, before: string], string>(
        `SELECT grupo FROM job WHERE estado = 'pending' AND run_at IS NULL AND mudado = 0 AND grupo > ? AND grupo < ?
         ORDER BY grupo LIMIT 1`,
      )
      .pluck(),
    claimIds: prepareTransition<[...Lease, ids: string], JobRow>(client, {
      ...lease,
      where: 'id IN (SELECT value FROM json_each(?)) AND run_at IS NULL AND mudado = 0',
    }),
    claim: prepareTransition<[...Lease, grupo: string, max: number], JobRow>(client, {
      ...lease,
      where: `rowid IN (SELECT rowid FROM job WHERE grupo = ? AND estado = 'pending' AND run_at IS NULL AND mudado = 0
        ORDER BY lugar, queued_at, rowid LIMIT ?)`,
    }),
    renew: prepareTouch<[until: number, leaseId: string]>(client, ['processing'], {
      set: 'lease_until = ?',
      where: 'lease_id = ?',
    }),
    giveBack: prepareTransition<[leaseId: string]>(client, {
      from: 'processing',
      to: 'pending',
      set: 'lease_id = NULL, lease_until = NULL, intentos = intentos - 1',
      where: 'lease_id = ?',
    }),
  }
}

export function prepareSettle(client: Database) {
  // A run that comes back did not die.
  const free = 'lease_id = NULL, lease_until = NULL, interrupciones = 0'
  const where = 'id = ? AND lease_id = ?'
  const end = { from: 'processing', set: `${free}, failed_at = ?, error = ?`, where } as const
  const wait = { from: 'processing', to: 'pending', where } as const
  return {
    complete: prepareTransition(client, {
      from: 'processing',
      to: 'completed',
      set: `${free}, error = NULL, completed_at = ?, result = ?`,
      where,
    }),
    retry: prepareTransition(client, {
      ...wait,
      set: `${free}, run_at = ?, error = ?, fallas = ?, args = coalesce(?, args)`,
    }),
    snooze: prepareTransition(client, {
      ...wait,
      set: `${free}, run_at = ?, error = iif(?, error, ?), intentos = intentos - 1, fallas = 0, args = coalesce(?, args)`,
    }),
    fail: prepareTransition(client, { ...end, to: 'failed' }),
    bury: prepareTransition(client, { ...end, to: 'dlq' }),
  }
}

export const prepareProgress = (client: Database) =>
  prepareTouch<[progreso: string | null, id: string, leaseId: string]>(client, ['processing'], {
    set: 'progreso = ?',
    where: 'id = ? AND lease_id = ?',
  })

interface DueOptions {
  /** How many waiting jobs are made ready at a time, and how many scheduled ones released. */
  ready: number
  release: number
  /** Kinds whose waits end early at a start, but for jobs that died more often than `deaths`. */
  hurried: readonly string[]
  deaths: number
}

export const prepareDue = (client: Database, { ready, release, hurried, deaths }: DueOptions) => ({
  next: client
    .prepare<[], number | null>(
      `SELECT min(run_at) FROM (
         SELECT min(run_at) AS run_at FROM job WHERE estado = 'pending' AND run_at IS NOT NULL AND mudado = 0
         UNION ALL SELECT min(run_at) FROM job WHERE estado = 'scheduled' AND run_at IS NOT NULL AND mudado = 0)`,
    )
    .pluck(),
  makeReady: prepareTouch<[now: number]>(client, ['pending'], {
    set: 'run_at = NULL',
    where: `rowid IN (SELECT rowid FROM job WHERE estado = 'pending' AND mudado = 0 AND run_at <= ? ORDER BY run_at LIMIT ${ready})`,
  }),
  recall: prepareTouch<[limit: number]>(client, ['pending'], {
    set: 'run_at = NULL',
    where: "estado = 'pending' AND mudado = 0 AND run_at > ?",
  }),
  hurry: prepareTouch<[at: number, limit: number]>(client, ['pending'], {
    set: 'run_at = ?',
    where: `estado = 'pending' AND mudado = 0 AND run_at > ? AND interrupciones <= ${deaths}
      AND kind IN (SELECT value FROM json_each('${JSON.stringify(hurried)}'))`,
  }),
  scheduled: client.prepare<[now: number], JobRow & { runAt: number }>(
    `SELECT ${JOB}, run_at AS runAt FROM job WHERE estado = 'scheduled' AND mudado = 0 AND run_at <= ?
     ORDER BY run_at, rowid LIMIT ${release}`,
  ),
  release: prepareTransition<[now: number, id: string]>(client, {
    from: 'scheduled',
    to: 'pending',
    set: `run_at = NULL, queued_at = ?, lugar = ${LAST_PLACE}`,
    where: 'id = ?',
  }),
  postpone: prepareTouch<[at: number, id: string]>(client, ['scheduled'], {
    set: 'run_at = ?',
    where: 'id = ?',
  }),
  fail: prepareTransition<[now: number, error: string, id: string]>(client, {
    from: 'scheduled',
    to: 'failed',
    set: 'run_at = NULL, failed_at = ?, error = ?',
    where: 'id = ?',
  }),
})

export const prepareNewest = (client: Database) =>
  client.prepare<[], number>('SELECT created_at FROM job WHERE rowid = (SELECT max(rowid) FROM job)').pluck()

export const prepareRescue = (client: Database) => ({
  // The partial index on leases holds only what is in flight, so a walk over it is short.
  dead: client.prepare<[until: number], JobRow & { leaseId: string }>(
    `SELECT ${JOB}, lease_id AS leaseId FROM job WHERE lease_id IS NOT NULL AND lease_until < ?`,
  ),
  giveBack: prepareTransition<[interrupciones: number, at: number, error: string | null, id: string]>(
    client,
    {
      from: 'processing',
      to: 'pending',
      set: `lease_id = NULL, lease_until = NULL, intentos = intentos - 1, interrupciones = ?, run_at = ?,
      error = coalesce(error, ?)`,
      where: 'id = ?',
    },
  ),
})

/** A stopped job back in line, its attempts anew, whoever asks for it. */
export const prepareRetry = (client: Database) =>
  prepareTransition<[now: number, id: string]>(client, {
    from: ['failed', 'dlq'],
    to: 'pending',
    set: `intentos = 0, fallas = 0, interrupciones = 0, queued_at = ?, lugar = ${LAST_PLACE}, started_at = NULL,
      failed_at = NULL, error = NULL`,
    where: 'id = ?',
  })

export const prepareDiscard = (client: Database) =>
  prepareTransition<[id: string]>(client, {
    from: ['failed', 'dlq', 'scheduled'],
    to: 'discarded',
    set: 'run_at = NULL',
    where: 'id = ?',
  })

/** One that waits for its next attempt ends without it; `error` where it had none. */
export function prepareGiveUp(client: Database) {
  const set = 'run_at = NULL, failed_at = ?, error = coalesce(error, ?)'
  return prepareTransition<unknown[]>(client, { from: 'pending', to: 'failed', set, where: 'id = ?' })
}

export const prepareHasten = (client: Database) =>
  prepareTouch<[at: number | null, id: string, after: number]>(client, ['pending'], {
    set: 'run_at = ?',
    where: 'id = ? AND run_at > ?',
  })

export const prepareForget = (client: Database) =>
  client.prepare<[id: string]>(
    "DELETE FROM job WHERE id = ? AND +estado IN ('completed', 'failed', 'dlq', 'discarded')",
  )

/** A job that has not ended, and until when it stands still. */
export const prepareUnderWay = (client: Database) =>
  client.prepare<[id: string], { runAt: number | null; espera: string | null }>(
    `SELECT run_at AS runAt, iif(estado = 'processing', progreso ->> '$.espera.hasta', NULL) AS espera
     FROM job WHERE id = ? AND ${UNDER_WAY}`,
  )
