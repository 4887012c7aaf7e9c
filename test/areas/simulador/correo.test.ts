// The post office on the server (simulator §22): what companies in simulation write to its addresses stays there, and each sees
// its own letters.

import { afterEach, expect, test } from 'bun:test'
import PostalMime from 'postal-mime'
import { document, emit, fail } from '../../support/emision'
import { factura, RECEPTOR } from '../../support/emisor'
import { type Buzon, openBuzon } from '../../support/smtp'
import { type TestApp, testAppWithFolios } from '../../support/test-app'

const PARA = '77123456-9@simulador.invalid'
const OWN = '76543210-3@simulador.invalid'
const conCorreo = (email = PARA) => factura({ receptor: { ...RECEPTOR, email } })

const open: Buzon[] = []
afterEach(async () => {
  for (const one of open.splice(0)) await one.close()
})

async function office(smtp: boolean) {
  const buzon = await openBuzon()
  open.push(buzon)
  const app = await testAppWithFolios(smtp ? { correo: buzon.correo } : {})
  const put = await app.put(`/v1/empresa/${app.tenant.empresaId}`, {
    envio_receptor: 'al_emitir',
    email_intercambio: 'dte@example.cl',
  })
  expect(put.status).toBe(200)
  return { app, buzon }
}
const raw = (app: TestApp, bytes: string, headers: Record<string, string>, query = '') =>
  app.request('POST', `/simulador/correo${query}`, {
    headers: { ...headers, 'content-type': 'message/rfc822' },
    body: bytes,
  })

test('a copy for an address of the simulator goes there without a mail server, whole, and is answered there', async () => {
  const { app, buzon } = await office(false)
  await emit(app, conCorreo())
  await app.settle()
  expect((await document(app, 33, 1)).historial).toContainEqual(
    expect.objectContaining({ detalle: `Copia enviada a ${PARA}` }),
  )
  expect(buzon.intentos()).toBe(0)
  const { data } = (await app.get(`/simulador/correo?para=${PARA}`)).body
  expect(data).toMatchObject([{ de: OWN, para: PARA, asunto: expect.stringContaining('Factura') }])
  const answer = await app.app.handle(
    new Request(`http://localhost/simulador/correo/${data[0].id}`, { headers: app.tenant.key }),
  )
  const mail = await PostalMime.parse(await answer.arrayBuffer())
  expect(mail.replyTo).toMatchObject([{ address: OWN }])
  expect(mail.attachments.map(({ mimeType }) => mimeType)).toEqual(['application/xml', 'application/pdf'])
  expect(Buffer.from(mail.attachments[0]!.content as ArrayBuffer).toString('latin1')).toContain('<EnvioDTE')
})

/** Letters of the post office but for the SII's own, which tell what became of an envelope. */
const written = async ({ get }: Pick<TestApp, 'get'>) =>
  (await get('/simulador/correo')).body.data.filter(
    ({ de }: { de: string }) => de !== 'siidte@simulador.invalid',
  )

test('any other address goes by the mail server as ever', async () => {
  const { app, buzon } = await office(true)
  await emit(app, conCorreo())
  await emit(app, conCorreo('compras@example.cl'))
  await emit(app, conCorreo('compras@simulador.invalid.example.cl'))
  await app.settle()
  expect(buzon.recibidos.map(({ para }) => para[0]).sort()).toEqual([
    'compras@example.cl',
    'compras@simulador.invalid.example.cl',
  ])
  expect(await written(app)).toHaveLength(1)
})

test('a lost letter was sent, for all that its sender knows', async () => {
  const { app } = await office(false)
  await fail(app, 'correo', 'correo_perdido', 1)
  await emit(app, conCorreo())
  await app.settle()
  expect((await document(app, 33, 1)).historial).toContainEqual(
    expect.objectContaining({ estado: 'copia_enviada' }),
  )
  expect(await written(app)).toEqual([])
})

test('a person leaves a letter for the company, as it is or as a file; two accounts with one RUT never see each other’s', async () => {
  const { app } = await office(false)
  const twin = await app.registerCompany({ rut: '76543210-3' })
  const letter = `From: a@otra.simulador.invalid\r\nTo: ${OWN}\r\nSubject: Hola\r\n\r\nñ`
  expect((await raw(app, letter, app.tenant.key)).status).toBe(201)
  const form = new FormData()
  form.set('archivo', new File([letter], 'hola.eml'))
  const upload = await app.request('POST', '/simulador/correo', { headers: twin.key, body: form })
  expect(upload.status).toBe(201)
  const own = (await app.get('/simulador/correo')).body.data
  const theirs = (await app.get('/simulador/correo', twin.key)).body.data
  expect([own.length, theirs.length]).toEqual([1, 1])
  expect((await app.get(`/simulador/correo/${theirs[0].id}`)).status).toBe(404)
  const other = await raw(app, letter, app.tenant.key, '?para=90000012-k@simulador.invalid')
  expect(other.status).toBe(400)
  expect((await app.post('/simulador/correo', {})).status).toBeOneOf([400, 422])
})
