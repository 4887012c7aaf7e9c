// Files of megabytes (areas/recibidos §3; store §4.1): written and read a piece a turn, whole or not at all.

import { beforeAll, expect, test } from 'bun:test'
import { nextTurn } from '../../../src/base/turn'
import { sweepTrozos } from '../../../src/store/trozos'
import { FACTURA, latin1, testAppWithReceiver } from '../../support/recibidos'

let app: Awaited<ReturnType<typeof testAppWithReceiver>>
beforeAll(async () => {
  app = await testAppWithReceiver()
})

const MB = 1024 * 1024
const long = (folio: number, bytes = 3.5 * MB) =>
  latin1(FACTURA.replaceAll('<Folio>1<', `<Folio>${folio}<`) + '\n'.repeat(bytes))
const count = (table: string) =>
  app.store.client.prepare(`SELECT count(*) FROM ${table}`).pluck().get() as unknown as number
const upload = (bytes: Uint8Array) => {
  const form = new FormData()
  form.set('archivo', new File([new Uint8Array(bytes)], 'envio.xml'))
  return app.request('POST', '/v1/recibidos', { headers: app.tenant.key, body: form })
}
const fileOf = async (id: string) => {
  const { lista, detalle } = app.app.services.recibidos
  return (await detalle.archivo(lista.byId(app.titular as never, id)!))!.bytes
}

test('one is written a piece a turn, and comes back byte for byte', async () => {
  const sent = long(1)
  const taking = app.entrar(sent)
  const perTurn: number[] = []
  for (let last = 0; count('recibido') === 0; ) {
    await nextTurn()
    perTurn.push(count('trozo') - last)
    last = count('trozo')
  }
  const { documentos } = await taking
  expect([Math.max(...perTurn), count('trozo')]).toEqual([1, 3])
  expect((await fileOf(documentos[0]!.id)).equals(sent)).toBe(true)
})

test('one whose writing fails brings nothing and leaves nothing, and comes again', async () => {
  const before = count('trozo')
  const { client } = app.store
  client.exec(
    "CREATE TRIGGER muere BEFORE INSERT ON trozo WHEN NEW.parte = 2 BEGIN SELECT RAISE(ABORT, 'died'); END",
  )
  await expect(app.entrar(long(2))).rejects.toThrow('died')
  client.exec('DROP TRIGGER muere')
  expect([count('trozo'), (await app.get('/v1/recibidos?folio=2')).body.data]).toEqual([before, []])
  const again = await upload(long(2))
  expect([again.status, (await fileOf(again.body.data.id)).equals(long(2))]).toEqual([201, true])
})

test('one that is deleted while it is read is not there, rather than a part of it', async () => {
  const { body } = await upload(long(4))
  const { lista, detalle } = app.app.services.recibidos
  const reading = detalle.archivo(lista.byId(app.titular as never, body.data.id)!)
  await app.request('DELETE', `/v1/recibidos/${body.data.id}`, { headers: app.tenant.key })
  expect(await reading).toBeNull()
})

test('two of the same at once are kept once, and with the document its pieces go', async () => {
  const before = count('trozo')
  const [one, other] = await Promise.all([upload(long(3)), upload(long(3))])
  expect([one.status, other.status].sort()).toEqual([200, 201])
  expect(count('trozo')).toBe(before + 3)
  const { status } = await app.request('DELETE', `/v1/recibidos/${one.body.data.id}`, {
    headers: app.tenant.key,
  })
  expect([status, count('trozo')]).toEqual([204, before])
})

test('what a process that died left without a row is forgotten by the next, and nothing else', () => {
  const { client } = app.store
  const before = count('trozo')
  const insert = client.prepare("INSERT INTO trozo VALUES (?, 'nadie', 0, x'00')")
  for (const tabla of [
    'cliente_archivo',
    'recibido_archivo',
    'compra_int_archivo',
    'estado_cuenta',
    'respuesta_archivo',
  ])
    insert.run(tabla)
  sweepTrozos(client)
  expect([before > 0, count('trozo')]).toEqual([true, before])
})
