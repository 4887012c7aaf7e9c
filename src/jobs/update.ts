// Every UPDATE of a job row is made here, so that no statement can move a job along a way that the table lacks.

import type { Database, Statement } from 'better-sqlite3'
import { canTransition, type Estado } from './estados'

interface Change {
  /** More columns to set, e.g. `lease_id = NULL`. */
  set: string
  /** Which rows, beside their state. */
  where: string
  returning?: string
}

/** A statement that moves jobs between states. Throws, when prepared, for a way that is not in the table. */
export function prepareTransition(
  client: Database,
  { from, to, set, where, returning }: Change & { from: Estado | readonly Estado[]; to: Estado },
): Statement {
  const origins = typeof from === 'string' ? [from] : from
  for (const origin of origins) {
    if (!canTransition(origin, to)) throw new Error(`a job cannot go from ${origin} to ${to}`)
  }
  return prepareUpdate(client, origins, { set: `estado = '${to}', ${set}`, where, returning })
}

/** A statement that changes jobs of one state without moving them. */
export const prepareTouch = (
  client: Database,
  { estado, ...change }: Change & { estado: Estado },
): Statement => prepareUpdate(client, [estado], change)

function prepareUpdate(
  client: Database,
  origins: readonly Estado[],
  { set, where, returning }: Change,
): Statement {
  const within = origins.map((origin) => `'${origin}'`).join(', ')
  // The plus sign keeps the planner on the index that `where` names, not on one by state.
  const sql = `UPDATE job SET ${set} WHERE +estado IN (${within}) AND ${where}`
  return client.prepare(returning ? `${sql} RETURNING ${returning}` : sql)
}
