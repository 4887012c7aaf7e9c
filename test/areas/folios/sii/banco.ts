// Folios at the simulated SII, for tests: a company with its certificate, what the SII granted to it, and a process that dies.

import {
  type CompanyApp,
  type TestApp,
  type TestAppOptions,
  testApp,
  testAppWithFolios,
  type Wire,
} from '../../../support/test-app'

export const BASE = '/v1/dte/folios'
const MINUTE = 60_000

/** With folios of 33, 1 to 10, and of 39. */
export const company = (options: TestAppOptions = {}) =>
  testAppWithFolios({ folios: { 33: 10, 39: 10 }, ...options })

export const request = (app: TestApp, body: object = {}, query = '') =>
  app.post(`${BASE}/solicitar${query}`, { tipo_dte: 33, cantidad: 20, ...body })

/** Ranges that the simulated SII has granted, whoever asked. */
export const granted = ({ store }: TestApp, tipo = 33): number[][] =>
  store.client
    .prepare<[number], { desde: number; hasta: number }>(
      'SELECT desde, hasta FROM sim_caf WHERE tipo_dte = ? ORDER BY desde',
    )
    .all(tipo)
    .map(({ desde, hasta }) => [desde, hasta])

/** Ranges that are loaded here. */
export async function loaded(app: TestApp, tipo = 33): Promise<number[][]> {
  const stocks = (await app.get(BASE)).body.data as {
    tipo_dte: number
    rangos: { desde: number; hasta: number }[]
  }[]
  const found = stocks.find(({ tipo_dte }) => tipo_dte === tipo)
  return found?.rangos.map(({ desde, hasta }) => [desde, hasta]) ?? []
}

export const trabajo = async (app: TestApp, id: string) => (await app.get(`${BASE}/trabajos/${id}`)).body.data

/** Runs what is ready, minute after minute, until the job has ended. */
export async function end(app: TestApp, id: string) {
  for (let i = 0; i < 200; i++) {
    await app.drainJobs()
    const found = await trabajo(app, id)
    if (!['pending', 'processing'].includes(found.estado)) return found
    app.advance(MINUTE)
  }
  throw new Error('it did not end')
}

/** Units used this month, by operation. */
export const used = async (app: CompanyApp) =>
  (await app.get('/v1/cuenta/uso', app.tenant.session)).body.data.consultas.por_operacion

/**
 * Queues a job in a process that dies at a page, `skip` such pages later: before the request left, or after the SII did it and before its
 * answer came. Gives the process that goes on.
 */
export async function dieAt(
  program: string,
  moment: 'before' | 'after',
  queue: (app: TestApp) => Promise<{ body: { data: { job_id: string } } }>,
  skip = 0,
) {
  const reached = Promise.withResolvers<void>()
  let armed = false
  let left = skip
  const wire: Wire = async (url, _, pass) => {
    if (!armed || !url.endsWith(`/cvc_cgi/dte/${program}`) || left-- > 0) return pass()
    if (moment === 'after') await pass()
    reached.resolve()
    return new Promise(() => {})
  }
  const app = await company({ wire })
  armed = true
  const { job_id } = (await queue(app)).body.data
  void app.app.services.runner.drain()
  await reached.promise
  const { store, tenant } = app
  const next = Object.assign(await testApp({ store, beside: app }), { tenant })
  next.speakAs(tenant)
  next.app.services.runner.rescue()
  return { app: next, id: job_id }
}
