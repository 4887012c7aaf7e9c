// The log, from the id of a request to its jobs and on to the SII (http §0 X-Request-Id, http §23).

import { expect, test } from 'bun:test'
import { factura } from '../../support/emisor'
import { type CompanyApp, testAppWithFolios } from '../../support/test-app'

const queued = ({ logs }: CompanyApp) =>
  logs.filter(({ event }) => event === 'dte.encolado').map(({ request_id, job_ids }) => [request_id, job_ids])

test('who knows the X-Request-Id of an emission finds its job in the log, and with the job its Track ID', async () => {
  const app = await testAppWithFolios({ folios: { 33: 5 }, logLevel: 'info' })
  const key = app.tenant.key
  const { body } = await app.post('/v1/dte/emitir', factura(), { ...key, 'x-request-id': 'pedido-1' })
  expect(queued(app)).toEqual([['pedido-1', [body.data.job_id]]])
  await app.settle()
  expect(app.logs.filter(({ event }) => event === 'dte.enviado')).toMatchObject([
    { track_id: '1', job_ids: [body.data.job_id] },
  ])
})

test('a batch is one line with all its jobs, and what was refused of it is in none', async () => {
  const app = await testAppWithFolios({ folios: { 33: 5 }, logLevel: 'info' })
  const documentos = [factura(), factura({ receptor: {} }), factura()]
  const headers = { ...app.tenant.key, 'x-request-id': 'lote-1' }
  const { body } = await app.post('/v1/dte/emitir/lote', { documentos }, headers)
  const [first, , third] = body.data.documentos
  expect(queued(app)).toEqual([['lote-1', [first.data.job_id, third.data.job_id]]])
})

test('neither a refused request nor the answer given again under an Idempotency-Key queues anything', async () => {
  const app = await testAppWithFolios({ folios: { 33: 5 }, logLevel: 'info' })
  await app.post('/v1/dte/emitir', factura({ receptor: {} }))
  expect(queued(app)).toEqual([])
  const headers = { ...app.tenant.key, 'idempotency-key': 'una-vez' }
  for (let i = 0; i < 2; i++) await app.post('/v1/dte/emitir', factura(), headers)
  expect(queued(app)).toHaveLength(1)
})
