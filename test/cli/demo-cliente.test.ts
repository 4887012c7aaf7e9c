import { expect, test } from 'bun:test'
import { createCliente } from '../../src/cli/demo-cliente'
import { testAppWithCompany } from '../support/test-app'

test('what takes longer than an answer waits is waited for, to what came of it', async () => {
  const app = await testAppWithCompany()
  await app.post(`/v1/empresa/${app.tenant.empresaId}/certificado`, { simulado: true }, app.tenant.session)
  const cliente = createCliente(app.app, app.tenant.session.authorization?.replace('Bearer ', ''))
  let documentos: number | null = null
  // Nothing is done yet when it is answered, as where a machine is slow.
  const done = cliente
    .callToEnd<{ compras: { documentos: number } }>('POST', '/v1/rcv/202611/sync?esperar=0', {})
    .then(({ compras }) => {
      documentos = compras.documentos
    })
  while (documentos === null) {
    await app.settle()
    await Promise.race([done, Bun.sleep(10)])
  }
  expect(documentos as number).toBe(0)
})

test('what stops is told with the reason', async () => {
  const handle = async ({ method }: Request) =>
    method === 'POST'
      ? Response.json({ data: {} }, { status: 202, headers: { location: '/v1/rcv/trabajos/job_1' } })
      : Response.json({ data: { estado: 'failed', result: null, error: { error: 'El SII no atiende' } } })
  await expect(createCliente({ handle }).callToEnd('POST', '/v1/rcv/202611/sync', {})).rejects.toThrow(
    'POST /v1/rcv/202611/sync no terminó: El SII no atiende',
  )
})
