// The work behind the routes: the areas' jobs, their hours, and their trims.

import { bindAreas } from './api'
import { createCola } from './jobs/cola'
import { createCron } from './jobs/cron'
import { createRevive } from './jobs/revive'
import { createRunner } from './jobs/runner'
import { BASE_TRIMS, createTrimmer, rowTrims } from './jobs/trim'
import type { Shared } from './shared'

export type Services = ReturnType<typeof createServices>

export function createServices(shared: Shared) {
  const { store, clock, log, jobLog, queue, simulator } = shared
  const { areas, ...services } = bindAreas(shared)
  const kinds = areas.flatMap((area) => area.kinds ?? [])
  const runner = createRunner({
    client: store.client,
    kinds,
    clock,
    random: shared.jitter,
    milliseconds: shared.milliseconds,
    newId: shared.newId,
    log: jobLog,
  })
  // A test's drain takes documents whether or not the loop runs; a waiter for a job there runs the ready
  // ones.
  queue.bindTransaction(
    shared.jobs === 'manual' ? { wake: runner.wake, alive: () => true, ended: () => runner.drain() } : runner,
  )
  const trims = [
    ...rowTrims(store.db, BASE_TRIMS),
    ...areas.flatMap((area) => area.trims ?? []),
    ...(simulator?.trims ?? []),
  ]
  const trimmer = createTrimmer({ trims, clock, log: jobLog })
  const revive = createRevive({ store, kinds, clock, wake: runner.wake })
  const cron = createCron(
    [
      ...areas.flatMap((area) => area.crons ?? []),
      { name: 'regreso', pattern: '53 * * * *', run: revive },
      { name: 'recorte', pattern: '41 4 * * *', run: async () => void (await trimmer.run()) },
    ],
    (nivel, mensaje, datos) => log[nivel]('cron', { message: mensaje, ...datos }),
  )
  const cola = createCola(store, kinds, clock)
  return {
    ...shared,
    ...services,
    cola,
    runner,
    trimmer,
    cron,
    /** Adds the routes of every area to the server. */
    addRoutes(): void {
      for (const area of areas) area.routes(cola)
    },
  }
}
