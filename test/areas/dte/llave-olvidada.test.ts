// A company's key is held only as long as the company has it (src §3.8).

import { expect, test } from 'bun:test'
import type { KeyObject } from 'node:crypto'
import { createEmisores } from '../../../src/areas/dte/documento/emisor'
import { testAppWithCompany } from '../../support/test-app'

test('the key of a certificate that another took the place of, or that was removed, is told of as gone', async () => {
  const app = await testAppWithCompany()
  const { empresaId, session } = app.tenant
  const gone: KeyObject[] = []
  const emisores = createEmisores(app.store, { forgetLlave: (llave) => gone.push(llave) })
  const load = () => app.post(`/v1/empresa/${empresaId}/certificado`, { simulado: true }, session)
  expect((await load()).status).toBe(201)
  const first = emisores.firmante(empresaId).llave.privada
  emisores.firmante(empresaId)
  expect(gone).toEqual([])

  expect((await load()).status).toBe(201)
  const second = emisores.firmante(empresaId).llave.privada
  expect(second).not.toBe(first)
  expect(gone).toEqual([first])

  app.store.client.prepare('DELETE FROM certificado WHERE empresa_id = ?').run(empresaId)
  expect(() => emisores.firmante(empresaId)).toThrow('no tiene un certificado')
  expect(gone).toEqual([first, second])
})
