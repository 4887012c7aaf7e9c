// The SII's pages show the boletas of the person who goes in, and not those of the company with a clave of
// its own (areas/bte, sii §16.1).

import { expect, test } from 'bun:test'
import { type App, atSii, BASE, company, issue, list } from './banco'

const PERSONA = '15432198-5'

/** The clave of a person who may act for these companies, at the SII and here. */
async function enter(app: App, ...ruts: string[]): Promise<void> {
  const { session, empresaId } = app.tenant
  for (const rut of ruts) await app.put(`/simulador/contribuyentes/${rut}`, { personas: [PERSONA] }, session)
  const { clave } = (await app.post('/simulador/claves', { rut: PERSONA }, session)).body.data
  const { status } = await app.put(`/v1/empresa/${empresaId}/portal/clave`, { rut: PERSONA, clave }, session)
  expect(status).toBe(200)
}

const payers = (app: App): string[] =>
  app.store.client.prepare<[], string>('SELECT rut FROM sim_bte').pluck().all()

test('a person who acts for the company alone issues, reads and annuls in its name', async () => {
  const app = await company()
  await enter(app, '76543210-3')
  expect((await issue(app)).status).toBe(201)
  expect(payers(app)).toEqual(['76543210-3'])
  expect((await app.post(`${BASE}/202611/sync`)).body.data).toMatchObject({ boletas: 1, nuevas: 0 })
  expect((await app.post(`${BASE}/1/anular`)).body.data.estado).toBe('anulada')
})

test('a person whom the pages take for another issues nothing, and no month of another is read as the company’s', async () => {
  const app = await company()
  await enter(app, '76543210-3', '77888999-4')
  const { status, body } = await issue(app)
  expect([status, body.code]).toEqual([422, 'PORTAL_FORBIDDEN'])
  expect(body.error).toContain(PERSONA)
  expect([atSii(app), (await list(app)).map(({ estado }: { estado: string }) => estado)]).toEqual([
    0,
    ['fallida'],
  ])
  expect((await app.post(`${BASE}/202611/sync`)).body.code).toBe('PORTAL_FORBIDDEN')
  expect((await app.get(`${BASE}/resumen/202611`)).body.data.leido_en).toBeNull()
})
