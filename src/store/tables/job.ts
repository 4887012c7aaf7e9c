// The queue (jobs §1). Times in milliseconds since 1970, UTC.

import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { Ambiente } from '../../domain/ambiente'
import { empresa } from './empresa'

/**
 * A job. Jobs of one `grupo` (`kind:…`) are leased together, by `lugar` and then by `queued_at`: when the job was accepted,
 * released at its time, or retried by a person. `run_at` is set only while the job waits for it; null means ready. `lease_id` names
 * the batch that holds the job.
 */
export const job = sqliteTable(
  'job',
  {
    id: text('id').primaryKey(),
    kind: text('kind').notNull(),
    empresaId: text('empresa_id')
      .notNull()
      .references(() => empresa.id),
    ambiente: text('ambiente').notNull().$type<Ambiente>(),
    grupo: text('grupo').notNull(),
    args: text('args').notNull().default('{}'),
    estado: text('estado', {
      enum: ['reserved', 'pending', 'scheduled', 'processing', 'completed', 'failed', 'dlq', 'discarded'],
    }).notNull(),
    runAt: integer('run_at'),
    leaseId: text('lease_id'),
    leaseUntil: integer('lease_until'),
    /**
     * Attempts: leases taken, without those that died with their process or were given back (jobs §4). `fallas` are the
     * temporary faults in a row, which the back-off follows.
     */
    intentos: integer('intentos').notNull().default(0),
    fallas: integer('fallas').notNull().default(0),
    createdAt: integer('created_at').notNull(),
    queuedAt: integer('queued_at').notNull(),
    startedAt: integer('started_at'),
    completedAt: integer('completed_at'),
    failedAt: integer('failed_at'),
    error: text('error'),
    /**
     * Its place in the line of its group, given when it is made, released or retried by a person. No clock has a
     * part in it.
     */
    lugar: integer('lugar').notNull().default(0),
    /** Runs that ended with their process or their lease, since the last that came back. */
    interrupciones: integer('interrupciones').notNull().default(0),
    /** The key of its work, where no second one may do it at the same time. */
    clave: text('clave'),
    /** JSON: what came of it, and how far it is. */
    result: text('result'),
    progreso: text('progreso'),
    /** 1: its company moved into another server, and it is not taken here (areas/exportaciones §5). */
    mudado: integer('mudado').notNull().default(0),
  },
  (j) => [
    index('job_espera').on(j.estado, j.runAt).where(sql`${j.runAt} IS NOT NULL AND ${j.mudado} = 0`),
    index('job_arriendos').on(j.leaseId, j.leaseUntil).where(sql`${j.leaseId} IS NOT NULL`),
    index('job_empresa').on(j.empresaId, j.ambiente, j.kind, j.createdAt),
    index('job_inconclusos')
      .on(j.kind, j.estado, j.empresaId, j.ambiente, j.createdAt)
      .where(sql`${j.estado} <> 'completed'`),
    uniqueIndex('job_clave')
      .on(j.clave)
      .where(
        sql`${j.clave} IS NOT NULL AND (${j.estado} = 'pending' OR ${j.estado} = 'processing' OR ${j.estado} = 'scheduled')`,
      ),
    index('job_listos')
      .on(j.grupo, j.lugar, j.queuedAt)
      .where(sql`${j.estado} = 'pending' AND ${j.runAt} IS NULL AND ${j.mudado} = 0`),
  ],
)

/** How many jobs there are, in whatever state, so that a list need not count them: kept by triggers. */
export const jobCuenta = sqliteTable(
  'job_cuenta',
  {
    kind: text('kind').notNull(),
    empresaId: text('empresa_id').notNull(),
    ambiente: text('ambiente').notNull().$type<Ambiente>(),
    total: integer('total').notNull(),
  },
  (j) => [primaryKey({ columns: [j.kind, j.empresaId, j.ambiente] })],
)
