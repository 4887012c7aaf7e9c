// The quota of issuing (http §16.3): counted in the transaction that accepts, told on every answer.

import { expect, test } from 'bun:test'
import { factura } from '../../support/emisor'
import { type Reply, testAppWithFolios } from '../../support/test-app'

/** Ready to issue on the plan Gratis, with `usadas` of its 100 documents issued this month. */
async function gratis(usadas: number) {
  const app = await testAppWithFolios({ folios: { 33: 20 } })
  app.store.client.prepare("UPDATE cuenta SET plan = 'Gratis'").run()
  app.store.client
    .prepare('INSERT INTO cuota_emision (cuenta_id, periodo, usadas) VALUES (?, ?, ?)')
    .run(app.tenant.cuentaId, '202611', usadas)
  return app
}

const quota = ({ headers }: Reply) => ['limit', 'remaining'].map((name) => headers.get(`x-emission-${name}`))

test('every accepted document counts once, a replay and a refusal do not, and all answers tell', async () => {
  const app = await gratis(10)
  const headers = { ...app.tenant.key, 'idempotency-key': 'pedido-1' }
  const first = await app.post('/v1/dte/emitir', factura(), headers)
  expect([first.status, ...quota(first)]).toEqual([202, '100', '89'])
  expect(quota(await app.post('/v1/dte/emitir', factura(), headers))).toEqual(['100', '89'])
  const bad = await app.post('/v1/dte/emitir', { tipo_dte: 33 })
  expect([bad.status, ...quota(bad)]).toEqual([422, '100', '89'])
  const without = await app.post('/v1/dte/emitir', factura({ tipo_dte: 34 }))
  expect([without.status, ...quota(without)]).toEqual([409, '100', '89'])
  expect((await app.get('/v1/cuenta/uso')).body.data.emisiones).toEqual({
    usadas: 11,
    limite: 100,
    restantes: 89,
  })
})

test('EMISSION_LIMIT takes no folio, and of documents that arrive together as many pass as fit', async () => {
  const app = await gratis(98)
  const replies = await Promise.all([1, 2, 3, 4].map(() => app.post('/v1/dte/emitir', factura())))
  expect(replies.map(({ status }) => status).sort()).toEqual([202, 202, 403, 403])
  const refused = replies.find(({ status }) => status === 403)!
  expect([refused.body.code, ...quota(refused)]).toEqual(['EMISSION_LIMIT', '100', '0'])
  expect(refused.body.error).toContain('cambie de plan')
  expect((await app.get('/v1/dte/folios')).body.data[0].siguiente).toBe(3)
  // Chile's first hour of December.
  app.setNow('2026-12-01T03:00:00.000Z')
  expect(quota(await app.post('/v1/dte/emitir', factura()))).toEqual(['100', '99'])
})

test('a plan without limit is counted and reads unlimited', async () => {
  const app = await testAppWithFolios({ folios: { 33: 20 } })
  expect(quota(await app.post('/v1/dte/emitir', factura()))).toEqual(['unlimited', 'unlimited'])
  expect((await app.get('/v1/cuenta/uso')).body.data.emisiones).toEqual({
    usadas: 1,
    limite: null,
    restantes: null,
  })
})
