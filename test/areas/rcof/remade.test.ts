// A company that was deleted and made anew is one taxpayer to the SII (areas/rcof §1): its days go on where the former row left them.

import { expect, test } from 'bun:test'
import { emit } from '../../support/emision'
import { boleta } from '../../support/emisor'
import { type CompanyApp, loadFolios, nuevaEmpresa, testAppWithFolios } from '../../support/test-app'

const DAY = 86_400_000
const HOY = '2026-11-20'

/** Deletes the company and makes it anew; requests speak for the new one from then on. */
async function renew(app: CompanyApp): Promise<void> {
  const { session, empresaId } = app.tenant
  await app.delete(`/v1/empresa/${empresaId}`, undefined, session)
  const id = (await app.post('/v1/empresa', nuevaEmpresa(), session)).body.data.id
  await app.post('/v1/empresa/seleccionar', { empresa_id: id }, session)
  const scopes = ['dte:*', 'folios:*', 'empresa:*', 'rcof:*']
  const key = await app.post('/v1/apikeys', { nombre: 'nueva', empresa_id: id, scopes }, session)
  Object.assign(app.tenant, { empresaId: id, key: { 'x-api-key': key.body.data.api_key } })
  await app.post(`/v1/empresa/${id}/certificado`, { simulado: true })
}

const report = async (app: CompanyApp) => (await app.get(`/v1/dte/rcof/${HOY}`)).body

test('a day has what either of its rows issued, and the SII accepts it', async () => {
  const app = await testAppWithFolios({ folios: { 39: 5 } })
  await emit(app, boleta())
  await app.settle()
  await renew(app)
  await loadFolios(app, app.tenant, { 39: 5 })
  await emit(app, boleta())
  await app.settle()
  app.setNow('2026-11-20T20:00:00Z')
  const { body } = await app.post('/v1/dte/rcof', { fecha: HOY, forzar: true })
  expect(body.data).toMatchObject({ secuencia: 1, resumen: [{ tipo_dte: 39, emitidos: 2 }] })
  await app.settle()
  expect((await report(app)).data.estado).toBe('aceptado')
})

test('a report takes the number after the former row’s', async () => {
  const app = await testAppWithFolios({ folios: { 39: 5 } })
  await emit(app, boleta())
  await app.settle()
  await app.post('/v1/dte/rcof', { fecha: HOY, forzar: true })
  await app.settle()
  await renew(app)
  expect((await app.get(`/v1/dte/rcof/${HOY}/previa`)).body.data).toMatchObject({
    secuencia: 2,
    cambio: true,
  })
  const { body } = await app.post('/v1/dte/rcof', { fecha: HOY, forzar: true })
  expect(body.data).toMatchObject({ secuencia: 2, resumen: [{ tipo_dte: 39, emitidos: 1 }] })
  await app.settle()
  expect((await report(app)).data.estado).toBe('aceptado')
})

test('the schedule does not send anew, with less in it, a day that the former row reported', async () => {
  const app = await testAppWithFolios({ folios: { 39: 5 } })
  await emit(app, boleta())
  await app.settle()
  await app.post('/v1/dte/rcof', { fecha: HOY, forzar: true })
  await app.settle()
  await renew(app)
  await app.app.services.cron.runAll()
  app.advance(DAY)
  await app.app.services.cron.runAll()
  await app.settle()
  const days = (await app.get('/v1/dte/rcof')).body.data.map(({ fecha }: { fecha: string }) => fecha)
  expect(days).toHaveLength(6)
  expect(days).not.toContain(HOY)
})
