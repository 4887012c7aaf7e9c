// What people do with the queue: look at it, retry or discard what stopped (contract §6, §7).

import type { Database } from 'better-sqlite3'
import type { Ambiente, Clock } from '../domain/ambiente'
import { AppError } from '../domain/errors'
import { type JobKind, kindsByName } from './kind'
import { createJobLists, type JobLists } from './list'
import { type JobRecord, RECORD_COLUMNS, type RecordRow, toRecord } from './record'
import { RETRY } from './requeue'
import { toJob, UNDER_WAY } from './row'
import { prepareTransition } from './update'

/** One job of one kind; another company's, or another environment's, is not found. */
export interface JobKey {
  kind: string
  empresaId: string
  ambiente: Ambiente
  id: string
}

export interface Cola extends JobLists {
  get(key: JobKey): JobRecord | undefined
  /**
   * A job from `failed` or `dlq` back to `pending`, its attempts and window anew; wake the runner afterwards. Throws
   * NOT_FOUND, INVALID_STATE, and what the kind's `retried` throws: then nothing has changed.
   */
  retry(key: JobKey): JobRecord
  /**
   * A job from `failed`, `dlq` or `scheduled` to `discarded`; `opciones` reach the kind's `discarded`. Throws NOT_FOUND,
   * INVALID_STATE, and what that hook throws: then nothing has changed.
   */
  discard(key: JobKey, opciones?: Readonly<Record<string, unknown>>): JobRecord
}

/** The queue of `client` for people. */
export function createCola(client: Database, kinds: readonly JobKind[], clock: Clock): Cola {
  const byName = kindsByName(kinds)
  const find = client.prepare(
    `SELECT ${RECORD_COLUMNS} FROM job WHERE id = ? AND kind = ? AND empresa_id = ? AND ambiente = ?`,
  )
  const retry = prepareTransition(client, { ...RETRY, where: 'id = ?' })
  const discard = prepareTransition(client, {
    from: ['failed', 'dlq', 'scheduled'],
    to: 'discarded',
    set: 'run_at = NULL',
    where: 'id = ?',
  })
  const taken = client
    .prepare<[string], 1>(
      `SELECT 1 FROM job WHERE clave = (SELECT clave FROM job WHERE id = ? AND NOT ${UNDER_WAY}) AND ${UNDER_WAY}`,
    )
    .pluck()
  const findRow = ({ id, kind, empresaId, ambiente }: JobKey): RecordRow | undefined =>
    find.get(id, kind, empresaId, ambiente) as RecordRow | undefined

  /** Moves the job and lets its kind write: both or neither. */
  const act = client.transaction(
    (
      key: JobKey,
      verb: string,
      move: (at: number) => number,
      write: (kind: JobKind | undefined, row: RecordRow, now: Date) => void,
    ): JobRecord => {
      const before = findRow(key)
      if (!before) throw new AppError('NOT_FOUND', 'No existe el trabajo')
      const now = clock()
      if (move(now.getTime()) === 0)
        throw new AppError('INVALID_STATE', `Un trabajo en estado ${before.estado} no se puede ${verb}`)
      write(byName.get(key.kind), findRow(key)!, now)
      return toRecord(findRow(key)!)
    },
  )

  return {
    ...createJobLists(client),
    get(key) {
      const row = findRow(key)
      return row && toRecord(row)
    },
    retry: (key) =>
      act.immediate(
        key,
        'reintentar',
        (at) => {
          if (taken.get(key.id))
            throw new AppError(
              'INVALID_STATE',
              'Hay otro trabajo en curso para lo mismo; no hace falta reintentar este',
            )
          return retry.run(at, key.id).changes
        },
        (kind, row, now) => kind?.retried?.(toJob(row), now),
      ),
    discard: (key, opciones = {}) =>
      act.immediate(
        key,
        'descartar',
        () => discard.run(key.id).changes,
        (kind, row, now) => kind?.discarded?.(toJob(row), now, opciones),
      ),
  }
}
