// The simulated SII's nightly trims, and its lasting knowledge (http §24).

import { beforeEach, expect, test } from 'bun:test'
import { verifySecretos } from '../../../src/cli/verificar-datos'
import { createSecrets } from '../../../src/store/secrets'
import { resealAll } from '../../../src/store/sellados'
import { document, emit, fail, libro } from '../../support/emision'
import { type CompanyApp, testAppWithFolios } from '../../support/test-app'

const DAY = 86_400_000

let app: CompanyApp
beforeEach(async () => {
  app = await testAppWithFolios({ folios: { 33: 20, 61: 5 } })
})

const trim = async (): Promise<number> => (await app.app.services.trimmer.run()).sim_envio!
const kept = (): number[] =>
  app.store.client.prepare('SELECT track_id FROM sim_envio_xml').pluck().all() as number[]

test('the bytes of an envelope leave thirty days after its verdict; ours and all that the ledger tells stay', async () => {
  await emit(app)
  await app.settle()
  const own = (await app.get('/v1/dte/xml/33/1')).body
  app.advance(29 * DAY)
  expect([await trim(), (await app.get('/simulador/libro/33/1/xml')).status]).toEqual([0, 200])
  const before = await libro(app)
  app.advance(2 * DAY)
  expect([await trim(), kept()]).toEqual([1, []])
  expect(await trim()).toBe(0)
  expect(await libro(app)).toEqual(before)
  expect(await app.get('/simulador/libro/33/1/xml')).toMatchObject({
    status: 404,
    body: { code: 'NOT_FOUND' },
  })
  expect((await app.get('/v1/dte/xml/33/1')).body).toBe(own)
})

test('a note on a document whose bytes are gone is judged as ever, and the document’s state asked for', async () => {
  await emit(app)
  await app.settle()
  app.advance(40 * DAY)
  expect(await trim()).toBe(1)
  const { monto_total } = await document(app, 33, 1)
  await app.post('/v1/dte/33/1/anular', { motivo: 'Error' })
  await app.settle()
  expect(await document(app, 61, 1)).toMatchObject({ estado_sii: 'aceptado', monto_total })
  const asked = (await app.get('/v1/dte/consulta/33/1')).body.data
  expect(asked.glosa).toContain('Nota de Credito')
  const track = (await document(app, 33, 1)).track_id
  expect((await app.get(`/v1/dte/estado/${track}`)).body.data).toMatchObject({
    aceptados: 1,
    estado: 'procesado',
  })
})

test('an envelope under way keeps its bytes, however old', async () => {
  await fail(app, 'envio', 'atascado')
  await emit(app)
  await app.drainJobs()
  app.advance(40 * DAY)
  expect([await trim(), kept()]).toEqual([0, [1]])
})

test('what was given up is no broken secret: the check passes, and a new master key is taken', async () => {
  await emit(app)
  await app.settle()
  app.advance(40 * DAY)
  await trim()
  await emit(app)
  await app.drainJobs()
  const { client, secrets } = app.store
  expect([...verifySecretos(client, secrets)].filter(({ estado }) => estado !== 'bien')).toEqual([])
  const other = createSecrets(new Uint8Array(32).fill(9))
  client.transaction(() => resealAll(client, secrets, other)).immediate()
  expect([...verifySecretos(client, other)].filter(({ estado }) => estado !== 'bien')).toEqual([])
})
