// The report of used folios on the road of boletas: sent as any other, and a step until the SII has it (areas/certificacion §10).

import { expect, test } from 'bun:test'
import { fail, heal } from '../../support/emision'
import { type CompanyApp, testAppWithFolios } from '../../support/test-app'
import { createReceptor, register } from '../webhooks/receptor'
import { emitir, leer, onSet, open, unzip } from './escena'

const send = (app: CompanyApp, id: string, body: object = {}, query = '') =>
  app.post(`/v1/certificacion/${id}/rcof${query}`, body)
const steps = async (app: CompanyApp, id: string) =>
  (await leer(app, id)).pendientes.filter(({ codigo }: { codigo: string }) => codigo === 'rcof')
const atSii = async (app: CompanyApp) => (await app.get('/simulador/rcof')).body.data

/** A road whose set of boletas the SII took. */
async function taken(folios = 10) {
  const app = await testAppWithFolios({ folios: { 39: folios } })
  const { id } = await onSet(app, 'boleta')
  expect(await emitir(app, id, 'boleta')).toMatchObject({ status: 202 })
  await app.settle()
  return { app, id }
}

test('the step is there from the moment at which the SII took the envelope, until it accepted the report of that day', async () => {
  const { app, id } = await taken()
  expect(await leer(app, id)).toMatchObject({
    rcof: { fecha: '2026-11-20', estado: null, completo: false, listo: false, reintentar: false },
    pendientes: [
      { quien: 'persona', codigo: 'rcof', clase: null, enlace: null, datos: {} },
      { codigo: 'declarar_avance' },
    ],
  })
  const { status, body, headers } = await send(app, id)
  expect([status, headers.get('location')]).toEqual([202, `/v1/dte/rcof/trabajos/${body.data.job_id}`])
  expect(body.data).toMatchObject({
    ...{ fecha: '2026-11-20', secuencia: 1, estado: 'enviado', track_id: expect.stringMatching(/^\d+$/) },
    resumen: [{ tipo_dte: 39, emitidos: 5, rangos: [[1, 5]] }],
  })
  expect(await steps(app, id)).toMatchObject([{ quien: 'sii', codigo: 'rcof' }])
  await app.settle()
  expect(await steps(app, id)).toEqual([])
  expect((await leer(app, id)).rcof).toMatchObject({ estado: 'aceptado', completo: true, listo: true })
  const files = await unzip(app, 'GET', `/v1/certificacion/${id}/evidencia`)
  expect(files.get('rcof-2026-11-20.xml')!.toString('latin1')).toContain('<ConsumoFolios')
})

test('asked for twice the day is sent once; with forzar, again', async () => {
  const { app, id } = await taken()
  const first = (await send(app, id, {}, '?esperar=0')).body.data
  expect((await leer(app, id)).pendientes[0]).toMatchObject({ quien: 'timbre', codigo: 'rcof' })
  expect((await send(app, id, {}, '?esperar=0')).body.data.job_id).toBe(first.job_id)
  await app.settle()
  expect(await send(app, id)).toMatchObject({ status: 409, body: { code: 'INVALID_STATE' } })
  expect(await atSii(app)).toHaveLength(1)
  expect((await send(app, id, { forzar: true })).body.data).toMatchObject({ secuencia: 2 })
})

test('a set that is issued again wants the day reported again, with its new boletas', async () => {
  const { app, id } = await taken()
  await send(app, id)
  await app.settle()
  await app.post(`/v1/certificacion/${id}/sets/boleta/veredicto`, { estado: 'SRH' })
  expect((await leer(app, id)).rcof).toBeNull()
  await emitir(app, id, 'boleta')
  await app.settle()
  const [step] = await steps(app, id)
  expect([step.quien, step.accion]).toEqual(['persona', expect.stringContaining('no trae las boletas')])
  expect((await send(app, id)).body.data).toMatchObject({ secuencia: 2, resumen: [{ emitidos: 10 }] })
  await app.settle()
  expect((await leer(app, id)).rcof).toMatchObject({ listo: true })
})

test('one that did not reach the SII says why, and is sent again', async () => {
  const { app, id } = await taken()
  await fail(app, 'envio', 'sin_permiso')
  const { body } = await send(app, id)
  expect(body.data).toMatchObject({ estado: 'preparado', error: { code: expect.any(String) } })
  const [step] = await steps(app, id)
  expect([step.quien, step.accion]).toEqual(['persona', expect.stringContaining('se detuvo: ')])
  await heal(app)
  expect((await send(app, id)).body.data).toMatchObject({ estado: 'enviado' })
})

test('one that is tried again by itself asks nobody, and one that may have arrived is tried again, not sent anew', async () => {
  const { app, id } = await taken()
  await fail(app, 'envio', 'http_503')
  await send(app, id)
  const [waits] = await steps(app, id)
  expect([waits.quien, waits.accion]).toEqual(['timbre', expect.stringContaining('Timbre envía')])
  app.store.client.prepare("UPDATE job SET estado = 'failed', run_at = NULL WHERE kind = 'rcof.enviar'").run()
  app.store.client.prepare("UPDATE rcof SET intentado_at = '2026-11-20T14:00:00.000Z'").run()
  const [stopped] = await steps(app, id)
  expect([stopped.quien, stopped.accion]).toEqual(['persona', expect.stringContaining('no se envía otro')])
  expect((await leer(app, id)).rcof.reintentar).toBe(true)
})

test('one that the SII rejects is a step again, in its words', async () => {
  const { app, id } = await taken()
  await send(app, id)
  app.store.client.prepare("UPDATE sim_rcof SET estado = 'RFR'").run()
  await app.settle()
  expect((await leer(app, id)).rcof).toMatchObject({ estado: 'rechazado', listo: false })
  const [step] = await steps(app, id)
  expect([step.quien, step.accion]).toEqual(['persona', expect.stringContaining('rechazó el anterior')])
  // Nothing changed since, and the SII wants one all the same.
  expect((await send(app, id)).body.data).toMatchObject({ secuencia: 2, estado: 'enviado' })
})

test('of a set issued on a day that is over, that day is reported', async () => {
  const { app, id } = await taken()
  app.advance(86_400_000)
  expect((await send(app, id)).body.data).toMatchObject({ fecha: '2026-11-20', estado: 'enviado' })
})

test('is refused in words where the road has none, the SII has no boletas, or the road ended', async () => {
  const receptor = createReceptor()
  const app = await testAppWithFolios({ receptor: receptor.fetch, folios: { 39: 5 } })
  await register(app, { eventos: ['rcof.enviado'] })
  const facturas = await open(app)
  expect(await send(app, facturas)).toMatchObject({
    ...{ status: 409, body: { code: 'INVALID_STATE', error: expect.stringContaining('boletas') } },
  })
  const { id } = await onSet(app, 'boleta')
  const early = {
    status: 409,
    body: { code: 'CERT_ORDER', error: expect.stringContaining('aceptar su envío') },
  }
  expect(await send(app, id)).toMatchObject(early)
  await emitir(app, id, 'boleta')
  expect(await send(app, id)).toMatchObject(early)
  await app.settle()
  await app.post(`/v1/certificacion/${id}/sets/boleta/veredicto`, { estado: 'SRH' })
  expect(await send(app, id)).toMatchObject(early)
  await app.post(`/v1/certificacion/${id}/abandonar`)
  expect(await send(app, id)).toMatchObject({ status: 409, body: { code: 'CERT_CLOSED' } })
  expect(receptor.recibidos).toEqual([])
})

test('asked for again with its key it answers as at first, though the road ended meanwhile (http §9)', async () => {
  const { app, id } = await taken()
  const key = { ...app.tenant.key, 'idempotency-key': 'consumo del set' }
  const ask = (body: object = {}) => app.post(`/v1/certificacion/${id}/rcof`, body, key)
  const first = await ask()
  expect(first.status).toBe(202)
  await app.post(`/v1/certificacion/${id}/abandonar`)
  const again = await ask()
  expect([again.status, again.body, again.headers.get('location')]).toEqual([
    ...[202, first.body, first.headers.get('location')],
  ])
  expect(again.headers.get('idempotent-replayed')).toBe('true')
  expect((await ask({ forzar: true })).body.code).toBe('IDEMPOTENCY_MISMATCH')
  expect(await atSii(app)).toHaveLength(1)
})
