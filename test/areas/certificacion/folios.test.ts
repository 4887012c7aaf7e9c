// POST /v1/certificacion/:id/folios: what the next runs lack, asked of the SII by the door of folios (areas/certificacion §3).

import { describe, expect, test } from 'bun:test'
import { fail } from '../../support/emision'
import { type CompanyApp, testAppWithFolios } from '../../support/test-app'
import { end, granted } from '../folios/sii/banco'
import { emitir, leer, load, onEtapa, onSet, open, texto } from './escena'

const ask = (app: CompanyApp, id: string, body: object = {}, query = '') =>
  app.post(`/v1/certificacion/${id}/folios${query}`, body)

/** A company with a certificate and that many facturas, and a road with those sets. */
async function road(sets: readonly string[], folios: Record<number, number> = { 33: 1 }) {
  const app = await testAppWithFolios({ folios })
  const id = await open(app, sets.includes('boleta') ? 'boleta' : 'factura')
  expect(await load(app, id, await texto(app, sets))).toMatchObject({ status: 201 })
  return { app, id }
}

const row = (tipo_dte: number, necesita: number, disponibles: number) => ({
  ...{ tipo_dte, necesita, disponibles, faltan: Math.max(0, necesita - disponibles) },
})

describe('the folios of a road', () => {
  test('are asked for by type, of all its sets together, no more than lack; and nothing once they are there', async () => {
    const { app, id } = await road(['basico', 'exenta', 'libro_ventas'])
    const { status, body } = await ask(app, id)
    expect(status).toBe(202)
    const trabajo = { job_id: expect.stringMatching(/^job_/), estado: 'completed', error: null }
    expect(body.data.folios).toEqual([
      { ...row(33, 4, 4), trabajo },
      { ...row(61, 6, 6), trabajo },
      { ...row(56, 3, 3), trabajo },
      { ...row(34, 3, 3), trabajo },
    ])
    expect([33, 61].map((tipo) => granted(app, tipo))).toEqual([
      [
        [1, 1],
        [2, 4],
      ],
      [[1, 6]],
    ])
    const [{ trabajo: first }] = body.data.folios
    expect((await app.get(`/v1/dte/folios/trabajos/${first.job_id}`)).body.data).toMatchObject({
      estado: 'completed',
      objeto: '33',
    })
    const again = await ask(app, id)
    expect([again.status, again.body.data.folios[0]]).toEqual([200, { ...row(33, 4, 4), trabajo: null }])
    expect(granted(app, 61)).toHaveLength(1)
  })

  test('that are being asked for already are not asked for twice, whoever asked and for however many', async () => {
    const { app, id } = await road(['basico'])
    const elsewhere = { tipo_dte: 56, cantidad: 40 }
    const other = (await app.post('/v1/dte/folios/solicitar?esperar=0', elsewhere)).body.data.job_id
    const first = await ask(app, id, {}, '?esperar=0')
    const jobsOf = ({ body }: typeof first) =>
      body.data.folios.map(({ trabajo }: { trabajo: { job_id: string } }) => trabajo.job_id)
    expect(first).toMatchObject({
      status: 202,
      body: {
        data: { folios: [{ faltan: 3, trabajo: { estado: 'pending' } }, { faltan: 3 }, { faltan: 1 }] },
      },
    })
    expect(jobsOf(first)[2]).toBe(other)
    const second = await ask(app, id, {}, '?esperar=0')
    expect(jobsOf(second)).toEqual(jobsOf(first))
    await app.drainJobs()
    expect([33, 61, 56].map((tipo) => granted(app, tipo).length)).toEqual([2, 1, 1])
  })

  test('are asked for once by one Idempotency-Key, whatever became of the road (http §9)', async () => {
    const { app, id } = await road(['basico'])
    const key = { ...app.tenant.key, 'idempotency-key': 'folios del set' }
    const first = await app.post(`/v1/certificacion/${id}/folios`, {}, key)
    await app.post(`/v1/certificacion/${id}/abandonar`)
    const again = await app.post(`/v1/certificacion/${id}/folios`, {}, key)
    expect([again.status, again.body]).toEqual([202, first.body])
  })

  test('of a set that was refused are those of another run; of one that the SII has, none', async () => {
    const app = await testAppWithFolios({ folios: { 33: 4, 61: 3, 56: 1 } })
    const { id } = await onSet(app, 'basico')
    await emitir(app, id, 'basico')
    await app.settle()
    expect(await ask(app, id)).toMatchObject({ status: 200, body: { data: { folios: [] } } })
    await app.post(`/v1/certificacion/${id}/sets/basico/veredicto`, { estado: 'SRH' })
    expect((await ask(app, id)).body.data.folios).toMatchObject([row(33, 4, 4), row(61, 3, 3), row(56, 1, 1)])
    await emitir(app, id, 'basico')
    await app.settle()
    await app.post(`/v1/certificacion/${id}/sets/basico/veredicto`, { estado: 'SOK' })
    // The simulación of as many documents as were wanted.
    expect((await ask(app, id, { cantidad: 40 })).body.data.folios).toMatchObject([
      row(33, 20, 20),
      row(61, 15, 15),
      row(56, 5, 5),
    ])
    expect((await leer(app, id)).estado).toBe('simulacion')
    expect(await app.post(`/v1/certificacion/${id}/simulacion`, { cantidad: 40 })).toMatchObject({
      status: 202,
    })
    expect(await ask(app, id)).toMatchObject({ status: 200, body: { data: { folios: [] } } })
  })

  test('that the SII refuses are told with its words beside those that it gave', async () => {
    const { app, id } = await road(['basico'])
    await fail(app, 'folios', 'no_autoriza', 1)
    const { status, body } = await ask(app, id)
    expect(status).toBe(202)
    const stopped = body.data.folios.filter(({ faltan }: { faltan: number }) => faltan > 0)
    expect(stopped).toMatchObject([{ trabajo: { estado: 'failed', error: { code: 'SII_REFUSED' } } }])
    expect(body.data.folios).toHaveLength(3)
  })

  test('are not asked for where the plan has no unit left for all types', async () => {
    const { app, id } = await road(['basico'])
    const { client } = app.store
    client.prepare("UPDATE cuenta SET plan = 'Gratis' WHERE id = ?").run(app.tenant.cuentaId)
    const spend = client.prepare(
      `INSERT INTO cuota_consulta (cuenta_id, periodo, operacion, usadas) VALUES (?, '202611', 'rcv', ?)
       ON CONFLICT DO UPDATE SET usadas = excluded.usadas`,
    )
    // The first folios of the company were one unit of its fifty.
    spend.run(app.tenant.cuentaId, 47)
    expect(await ask(app, id)).toMatchObject({ status: 403, body: { code: 'PLAN_LIMIT' } })
    expect(client.prepare("SELECT count(*) FROM job WHERE estado = 'pending'").pluck().get()).toBe(0)
    spend.run(app.tenant.cuentaId, 46)
    expect(await ask(app, id)).toMatchObject({ status: 202 })
  })

  test('wait for a person where a range may stand at the SII that is not here, and every such type is told', async () => {
    const { app, id } = await road(['basico'])
    await fail(app, 'folios', 'corte_despues_de_otorgar', 2)
    const jobs = []
    for (const tipo_dte of [33, 61]) {
      const { body } = await app.post('/v1/dte/folios/solicitar?esperar=0', { tipo_dte, cantidad: 1 })
      await app.app.services.runner.drain()
      jobs.push(body.data.job_id)
    }
    app.store.client.prepare("UPDATE job SET estado = 'failed', run_at = NULL WHERE estado = 'pending'").run()
    expect(await ask(app, id)).toMatchObject({
      ...{ status: 409 },
      body: {
        code: 'INVALID_STATE',
        detalles: jobs.map((job) => ({ mensaje: expect.stringContaining(job) })),
      },
    })
    expect(granted(app, 56)).toEqual([])
    for (const job of jobs) {
      await app.post(`/v1/dte/folios/trabajos/${job}/reintentar`)
      await end(app, job)
    }
    expect((await ask(app, id)).body.data.folios).toMatchObject([row(33, 4, 4), row(61, 3, 3), row(56, 1, 1)])
  })
})

describe('no folios are asked for', () => {
  test('before there is a text, at a stage that takes none, and once the road ended', async () => {
    const app = await testAppWithFolios({ folios: { 33: 1 } })
    const empty = await open(app)
    expect(await ask(app, empty)).toMatchObject({ status: 409, body: { code: 'CERT_ORDER' } })
    await app.post(`/v1/certificacion/${empty}/abandonar`)
    expect(await ask(app, empty)).toMatchObject({ status: 409, body: { code: 'CERT_CLOSED' } })
    const id = await onEtapa(app, 'muestras')
    expect(await ask(app, id)).toMatchObject({ status: 200, body: { data: { folios: [] } } })
  })

  test('for a number of documents that is none, or of a road without a simulación at hand', async () => {
    const { app, id } = await road(['basico'])
    for (const body of [{ cantidad: 20 }, { cantidad: 19 }, { cantidad: 'veinte' }, { otro: 1 }])
      expect([body, (await ask(app, id, body)).body.code]).toEqual([body, 'VALIDATION_ERROR'])
    expect((await ask(app, id, {}, '?esperar=21')).body.code).toBe('INVALID_PARAMETER')
    expect(granted(app, 61)).toEqual([])
  })
})
