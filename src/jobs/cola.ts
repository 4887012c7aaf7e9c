// People's acts on the queue: look at it, retry or discard what stopped (http §6, §7).

import { and, eq, sql } from 'drizzle-orm'
import type { Clock } from '../base/clock'
import { AppError } from '../domain/errors'
import type { Titular } from '../domain/titular'
import type { Store } from '../store/store'
import { job } from '../store/tables/job'
import { createHasten } from './hasten'
import { type JobKind, jobError, kindsByName } from './kind'
import { createJobLists, type JobLists } from './list'
import { type JobRecord, type JobSelect, toRecord } from './record'
import { toJob } from './row'
import { prepareDiscard, prepareGiveUp, prepareHolder, prepareRetry } from './statements'

/** One job of one kind; another company's, or another environment's, is not found. */
export interface JobKey extends Titular {
  kind: string
  id: string
}

export interface Cola extends JobLists {
  get(key: JobKey): JobRecord | undefined
  /**
   * A job from `failed` or `dlq` back to `pending`, its attempts anew; one that waits, of a kind that is free
   * meanwhile or is `hurried`, tries now, and `retried` is not called. Wake the runner afterwards. Throws NOT_FOUND, INVALID_STATE, and what the kind's `retried`
   * throws: then nothing has changed.
   */
  retry(key: JobKey): JobRecord
  /**
   * A job from `failed`, `dlq` or `scheduled` to `discarded`, and one that waits, of a kind that is free meanwhile, which ends as
   * failed first; `opciones` reach the kind's `discarded`. Throws NOT_FOUND, INVALID_STATE, and what that hook throws: then
   * nothing has changed.
   */
  discard(key: JobKey, opciones?: Readonly<Record<string, unknown>>): JobRecord
}

/** The end of one that a person would not wait for. */
const DESCARTADO = jobError('INVALID_STATE', 'Una persona lo descartó mientras esperaba otro intento', null)

/** The queue for people. */
export function createCola(
  { client, db }: Pick<Store, 'client' | 'db'>,
  kinds: readonly JobKind[],
  clock: Clock,
): Cola {
  const byName = kindsByName(kinds)
  const retry = prepareRetry(client)
  const discard = prepareDiscard(client)
  const giveUp = prepareGiveUp(client)
  const hasten = createHasten(client)
  const holder = prepareHolder(client)
  // Pollers ask for it over and over, so it is built once.
  const find = db
    .select()
    .from(job)
    .where(
      and(
        eq(job.id, sql.placeholder('id')),
        eq(job.kind, sql.placeholder('kind')),
        eq(job.empresaId, sql.placeholder('empresaId')),
        eq(job.ambiente, sql.placeholder('ambiente')),
      ),
    )
    .prepare()
  const findRow = (key: JobKey): JobSelect | undefined => find.get({ ...key })

  /** Moves the job and lets its kind write: both or neither. */
  const act = client.transaction(
    (
      key: JobKey,
      verb: string,
      move: (before: JobSelect, at: number) => number,
      write: (kind: JobKind | undefined, row: JobSelect, now: Date) => void,
    ): JobRecord => {
      const before = findRow(key)
      if (!before) throw new AppError('NOT_FOUND', 'No existe el trabajo')
      const now = clock()
      if (move(before, now.getTime()) === 0)
        throw new AppError('INVALID_STATE', `Un trabajo en estado ${before.estado} no se puede ${verb}`)
      write(byName.get(key.kind), findRow(key)!, now)
      return toRecord(findRow(key)!)
    },
  )

  /** Whether the job waits for its next attempt, and a person may end that. */
  const waits = (key: JobKey): boolean => {
    const row = findRow(key)
    const isFree = byName.get(key.kind)?.isFreeWhileWaiting === true
    return isFree && row?.estado === 'pending' && row.runAt !== null && row.runAt > clock().getTime()
  }

  /** Ends one that waits, as its run would have. */
  function end(row: JobSelect, at: number): void {
    giveUp.run(at, JSON.stringify(DESCARTADO), row.id)
    const { error } = toRecord(row)
    byName
      .get(row.kind)
      ?.ended?.([{ job: toJob(row), estado: 'failed', error: error ?? DESCARTADO }], new Date(at))
  }

  const mayHurry = (key: JobKey): boolean =>
    waits(key) || (byName.get(key.kind)?.hurried !== undefined && findRow(key)?.estado === 'pending')

  const hurry = client.transaction((key: JobKey): JobRecord => {
    hasten(key.id)
    byName.get(key.kind)?.hurried?.(toJob(findRow(key)!))
    return toRecord(findRow(key)!)
  })

  return {
    ...createJobLists(db),
    get(key) {
      const row = findRow(key)
      return row && toRecord(row)
    },
    retry: (key) =>
      mayHurry(key)
        ? hurry.immediate(key)
        : act.immediate(
            key,
            'reintentar',
            ({ clave }, at) => {
              const taken = clave === null ? undefined : holder.get(clave)
              if (taken && taken.id !== key.id)
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
        (before, at) => {
          if (waits(key)) end(before, at)
          return discard.run(key.id).changes
        },
        (kind, row, now) => kind?.discarded?.(toJob(row), now, opciones),
      ),
  }
}
