// Refusals with many faults: the first hundred, and the number of the others.

import { expect, test } from 'bun:test'
import { testAppWithFolios } from '../../support/test-app'

const vacia = { tipo_dte: 39, detalle: Array.from({ length: 1000 }, () => ({})) }

interface Refused {
  ok: boolean
  detalles: object[]
  detalles_omitidos: number
}

for (const route of ['emitir', 'validar', 'previsualizar']) {
  test(`POST /v1/dte/${route} answers a thousand empty lines with a hundred faults and the number of the rest`, async () => {
    const app = await testAppWithFolios({ folios: { 39: 1 } })
    const { status, body } = await app.post(`/v1/dte/${route}`, vacia)
    expect(status).toBe(422)
    expect(body.detalles).toHaveLength(100)
    expect(body.detalles_omitidos).toBeGreaterThanOrEqual(900)
    expect(body.error).toContain('detalles tiene los primeros 100')
  })
}

test('a refusal of few faults says nothing of others', async () => {
  const app = await testAppWithFolios({ folios: { 39: 1 } })
  const { body } = await app.post('/v1/dte/emitir', { tipo_dte: 39, detalle: [{}] })
  expect(Object.keys(body)).toEqual(['ok', 'error', 'code', 'detalles'])
})

test('the answer to a batch tells a thousand faults in all, shared by its documents', async () => {
  const app = await testAppWithFolios({ folios: { 39: 1 } })
  const documentos = Array.from({ length: 100 }, () => vacia)
  const { status, body } = await app.post('/v1/dte/emitir/lote', { documentos })
  expect(status).toBe(202)
  const refused = body.data.documentos as Refused[]
  expect(refused.every(({ ok, detalles }) => !ok && detalles.length === 10)).toBe(true)
  expect(refused.every(({ detalles_omitidos }) => detalles_omitidos >= 990)).toBe(true)
})

test('a batch of all or nothing tells a thousand faults and the number of the rest', async () => {
  const app = await testAppWithFolios({ folios: { 39: 1 } })
  const documentos = Array.from({ length: 40 }, () => vacia)
  const { status, body } = await app.post('/v1/dte/emitir/lote', { documentos, todo_o_nada: true })
  expect(status).toBe(422)
  expect(body.detalles).toHaveLength(1000)
  expect(body.detalles[25].campo).toBe('documentos[1].detalle[0].nombre')
  expect(body.detalles_omitidos).toBeGreaterThanOrEqual(39_000)
})

test('a body that a schema checks is refused alike', async () => {
  const app = await testAppWithFolios({ folios: { 39: 1 } })
  const misspelt = Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`ur${i}`, 1]))
  const { status, body } = await app.post('/v1/webhooks', misspelt)
  expect(status).toBe(422)
  expect(body.detalles).toHaveLength(100)
  expect(body.detalles_omitidos).toBe(900)
})
