// PDFs of megabytes that came with a document (areas/recibidos §3): written a piece a turn, whole or not at all.

import { beforeAll, expect, test } from 'bun:test'
import { nextTurn } from '../../../src/base/turn'
import { FACTURA, latin1, mail, testAppWithReceiver } from '../../support/recibidos'

let app: Awaited<ReturnType<typeof testAppWithReceiver>>
beforeAll(async () => {
  app = await testAppWithReceiver()
})

const MB = 1024 * 1024
const pdf = (fill: string, bytes: number) =>
  Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(bytes, fill)])
const conPdf = (folio: number, bytes: Buffer) =>
  mail([
    { nombre: 'f.xml', bytes: latin1(FACTURA.replaceAll('<Folio>1<', `<Folio>${folio}<`)) },
    { nombre: 'f.pdf', tipo: 'application/pdf', bytes },
  ])
const bring = (file: Buffer) => app.entrar(file, { origen: 'correo' })
const count = (table: string) =>
  app.store.client.prepare(`SELECT count(*) FROM ${table}`).pluck().get() as unknown as number
const original = async (id: string) => {
  const answer = await app.request('GET', `/v1/recibidos/${id}/pdf?original=true`, {
    headers: app.tenant.key,
  })
  return answer.body as unknown as string
}

test('a long one is written a piece a turn, and comes back byte for byte', async () => {
  const sent = pdf('áé', 3.5 * MB)
  const bringing = bring(conPdf(1, sent))
  const perTurn: number[] = []
  for (let last = 0; count('recibido_pdf') === 0; ) {
    await nextTurn()
    perTurn.push(count('recibido_pdf_parte') - last)
    last = count('recibido_pdf_parte')
  }
  const [documento] = (await bringing).documentos
  expect(Math.max(...perTurn)).toBe(1)
  expect(count('recibido_pdf_parte')).toBe(3)
  expect((await app.get(`/v1/recibidos/${documento!.id}`)).body.data.pdf_original).toBe(true)
  expect(Buffer.from(await original(documento!.id)).length).toBeGreaterThan(0)
  const row = app.app.services.recibidos.lista.byId(app.titular as never, documento!.id)!
  const { bytes } = (await app.app.services.recibidos.detalle.pdf(row))!
  expect(bytes.equals(sent)).toBe(true)
})

test('one whose writing was cut off is none, and the same mail brings it whole', async () => {
  const { client } = app.store
  client.exec(
    "CREATE TRIGGER muere BEFORE INSERT ON recibido_pdf_parte WHEN NEW.parte = 2 BEGIN SELECT RAISE(ABORT, 'died'); END",
  )
  const long = conPdf(2, pdf('x', 4.5 * MB))
  await expect(bring(long)).rejects.toThrow('died')
  client.exec('DROP TRIGGER muere')
  const find = async () => (await app.get('/v1/recibidos?folio=2')).body.data[0]
  expect((await find()).pdf_original).toBe(false)
  // A shorter one leaves nothing of the first behind it.
  const [documento] = (await bring(conPdf(2, pdf('y', 1.5 * MB)))).documentos
  expect(documento!.repetido).toBe(true)
  const row = app.app.services.recibidos.lista.byId(app.titular as never, (await find()).id)!
  expect((await app.app.services.recibidos.detalle.pdf(row))!.bytes.equals(pdf('y', 1.5 * MB))).toBe(true)
})
