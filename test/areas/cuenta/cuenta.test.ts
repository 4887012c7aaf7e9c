// GET /v1/cuenta (http §17).

import { expect, test } from 'bun:test'
import { testAppWithCompany } from '../../support/test-app'

test('tells the account of the credential, the same by key and by session', async () => {
  const app = await testAppWithCompany()
  const other = await app.registerCompany()
  const { status, body } = await app.get('/v1/cuenta')
  expect(status).toBe(200)
  expect(body).toEqual({
    ok: true,
    data: {
      id: app.tenant.cuentaId,
      nombre: 'Dueña 0',
      email: 'dueno0@example.cl',
      plan: 'Empresa',
      created_at: '2026-11-20T14:02:11.000Z',
      segundo_factor_exigido: false,
      estado: 'activa',
    },
  })
  expect((await app.get('/v1/cuenta', app.tenant.session)).body).toEqual(body)
  expect((await app.get('/v1/cuenta', other.key)).body.data.id).toBe(other.cuentaId)
})
