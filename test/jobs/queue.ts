// A queue on a real store for these tests: memory or file, a clock that moves only by hand, ids in order, timers that a
// test fires itself.

import { createCola } from '../../src/jobs/cola'
import { createInsertJob, type NewJob } from '../../src/jobs/insert'
import {
  defineJob,
  type Job,
  type JobContext,
  type JobError,
  type JobKind,
  type Outcome,
} from '../../src/jobs/kind'
import type { JobRecord } from '../../src/jobs/record'
import { createRunner, type RunnerDeps } from '../../src/jobs/runner'
import { openStore, type Store } from '../../src/store/store'
import { emptyDatabase } from '../support/empty-database'

export const START = new Date('2026-11-20T12:00:00Z')

export const FAULT: JobError = {
  code: 'SII_UNAVAILABLE',
  error: 'El SII no responde',
  etapa: 'envio',
  reintentable: true,
  sii: null,
  accion: null,
}

/** As a job shows it that waits for its next attempt. */
export const WAITING: JobError = { ...FAULT, accion: 'Se reintenta solo' }

/** The instant `ms` after START, as text. */
export const after = (ms: number): string => new Date(START.getTime() + ms).toISOString()

/** A job with its instants as text: `toMatchObject` of Bun 1.4.5 takes any two dates for equal. */
export type Shown = {
  [K in keyof JobRecord]: Date extends JobRecord[K] ? Exclude<JobRecord[K], Date> | string : JobRecord[K]
}
export const shown = (record: JobRecord): Shown => JSON.parse(JSON.stringify(record))

export interface TestTimer {
  ms: number
  fire: () => void
}

export function testStore(path: string | Buffer = emptyDatabase()): Store {
  const store = openStore({ path, masterKey: new Uint8Array(32), clock: () => START })
  store.client.exec(
    `INSERT OR IGNORE INTO cuenta (id, nombre, email, plan, created_at) VALUES ('cta_1', 'Cuenta', 'a@b.cl', 'Empresa', '2026')`,
  )
  const empresa = store.client.prepare(
    `INSERT OR IGNORE INTO empresa (id, cuenta_id, rut, razon_social, giro, direccion, comuna, ambiente, created_at)
     VALUES (?, 'cta_1', ?, 'Uno', 'Giro', 'Calle 1', 'Santiago', 'simulacion', '2026')`,
  )
  for (const n of [1, 2, 3]) empresa.run(`emp_${n}`, `7654321${n}-0`)
  return store
}

/** Everything around one database; `runner()` makes another runner on it, as a new process would. */
export function testQueue(kinds: JobKind[], { store = testStore(), at = START } = {}) {
  const { client } = store
  let now = at.getTime()
  let jumped = 0
  let lastId = 0
  const clock = () => new Date(now)
  const log: { nivel: string; mensaje: string; datos: Record<string, unknown> }[] = []
  const timers = new Set<TestTimer>()
  const insert = createInsertJob(client, clock)
  const deps: RunnerDeps = {
    client,
    kinds,
    clock,
    milliseconds: () => now - jumped,
    random: () => 0.5,
    newId: (prefix) => `${prefix}_${++lastId}`,
    log: (nivel, mensaje, datos) => log.push({ nivel, mensaje, datos }),
    timer(ms, fire) {
      const timer = { ms, fire }
      timers.add(timer)
      return () => timers.delete(timer)
    },
  }
  const runner = (more: Partial<RunnerDeps> = {}) => createRunner({ ...deps, ...more })
  return {
    store,
    client,
    clock,
    log,
    timers,
    runner,
    cola: createCola(store, kinds, clock),
    advance: (ms: number) => {
      now += ms
    },
    /** Moves the clock without any time passing. */
    jump: (ms: number) => {
      now += ms
      jumped += ms
    },
    /** Puts a job of `kind` in the queue; by default ready, of company 1. */
    add(
      id: string,
      { empresa = 'emp_1', kind = 'prueba', ...more }: Partial<NewJob> & { empresa?: string } = {},
    ): string {
      return insert({
        id,
        kind,
        empresaId: empresa,
        ambiente: 'simulacion',
        grupo: `${kind}:${empresa}`,
        args: { id },
        estado: 'pending',
        ...more,
      })
    },
    get: (id: string, kind = 'prueba', empresaId = 'emp_1'): Shown => {
      const job = createCola(store, kinds, clock).get({ kind, empresaId, ambiente: 'simulacion', id })
      if (!job) throw new Error(`no job ${id}`)
      return shown(job)
    },
    estados: () =>
      Object.fromEntries(
        (
          client.prepare('SELECT id, estado FROM job ORDER BY rowid').all() as {
            id: string
            estado: string
          }[]
        ).map(({ id, estado }) => [id, estado]),
      ),
  }
}

/** Turns of the event loop, for what was started to reach its next wait. */
export async function turns(count = 10): Promise<void> {
  for (let i = 0; i < count; i++) await new Promise((resolve) => setImmediate(resolve))
}

/** A kind that fails until `open` says so; `runs` are the batches that tried. */
export function blockedKind(more = {}) {
  const way = { open: false }
  const runs: string[][] = []
  const kind = defineJob({
    kind: 'prueba',
    loteMax: () => 10,
    async run(jobs: Job[], ctx: JobContext) {
      runs.push(jobs.map(({ id }) => id))
      await ctx.settle(
        jobs.map(
          ({ id }): Outcome =>
            way.open ? { id, outcome: 'completed' } : { id, outcome: 'retry', error: FAULT },
        ),
      )
    },
    ...more,
  })
  return { kind, way, runs }
}
