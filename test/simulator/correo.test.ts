// The post office of the simulator (simulator §22), through its own wire.

import { expect, test } from 'bun:test'
import { BASE, type Escena, escena, memoryDb, NOW } from './escena'

const EMPRESA = '76543210-3@simulador.invalid'
const VECINO = '90000011-1@simulador.invalid'

const eml = (over: { para?: string; asunto?: string; cuerpo?: string } = {}): Buffer =>
  Buffer.from(
    [
      `From: "Ferretera Andes S.A." <${VECINO}>`,
      `To: ${over.para ?? EMPRESA}`,
      `Subject: ${over.asunto ?? 'Factura'}`,
      'Message-ID: <1@andes>',
      '',
      over.cuerpo ?? 'Adjunta.',
    ].join('\r\n'),
  )

const call = (e: Escena, method: string, path: string, body?: Uint8Array, dueno = 'cta_1') =>
  e.sim.fetch(
    new Request(`${BASE}/simulador/correo${path}`, {
      method,
      headers: { 'x-simulador-dueno': dueno, 'content-type': 'message/rfc822' },
      ...(body && { body: new Uint8Array(body) }),
    }),
  )
// biome-ignore lint/suspicious/noExplicitAny: asserted field by field
const json = async (answer: Promise<Response>): Promise<any> => (await answer).json()

test('keeps what comes, byte by byte, in the box of each receiver that it serves', async () => {
  const e = escena()
  const bytes = Buffer.concat([
    eml({ para: `${EMPRESA}, Otra <ñandu@example.cl>, ${VECINO}` }),
    Buffer.from([0, 255, 13]),
  ])
  const { data } = await json(call(e, 'POST', '', bytes))
  expect(data).toMatchObject([
    { id: '1', de: VECINO, para: EMPRESA, asunto: 'Factura', message_id: '<1@andes>', bytes: bytes.length },
    { id: '2', para: VECINO },
  ])
  expect(data[0].recibido_at).toBe(new Date(NOW).toISOString())
  const back = await call(e, 'GET', '/1')
  expect(back.headers.get('content-type')).toBe('message/rfc822')
  expect(Buffer.from(await back.arrayBuffer())).toEqual(bytes)
})

test('goes by the envelope where one is told, and reads coded subjects', async () => {
  const e = escena()
  const asunto = '=?utf-8?B?TsKwIDEg?=\r\n =?iso-8859-1?Q?=D1and=FA_y_c=EDa?='
  await call(
    e,
    'POST',
    `?para=${EMPRESA.toUpperCase()}&de=otro@x.simulador.invalid`,
    eml({ para: 'a@b.cl', asunto }),
  )
  expect((await json(call(e, 'GET', ''))).data).toMatchObject([
    { de: 'otro@x.simulador.invalid', para: EMPRESA, asunto: 'N° 1 Ñandú y cía' },
  ])
})

test('shows a box from a letter on, oldest first, and no owner the letters of another', async () => {
  const e = escena()
  for (const n of [1, 2, 3]) await call(e, 'POST', '', eml({ asunto: `${n}` }))
  await call(e, 'POST', '', eml(), 'cta_2')
  const box = async (query: string, dueno?: string) =>
    (await json(call(e, 'GET', query, undefined, dueno))).data.map(({ id }: { id: string }) => id)
  expect(await box(`?para=${EMPRESA}&desde=1&limite=1`)).toEqual(['2'])
  expect(await box('')).toEqual(['1', '2', '3'])
  expect(await box('?rut=90000012-K')).toEqual([])
  expect(await box('?rut=90000011-1')).toEqual(['1', '2', '3'])
  expect(await box('', 'cta_2')).toEqual(['4'])
  expect(await box('', '')).toEqual([])
  expect((await call(e, 'GET', '/4')).status).toBe(404)
  expect((await call(e, 'GET', '/1?rut=90000012-K')).status).toBe(404)
})

test('refuses, all at once, what it does not serve', async () => {
  const e = escena()
  const none = await call(e, 'POST', '', eml({ para: 'a@example.cl' }))
  expect(none.status).toBe(400)
  const { detalles } = await json(call(e, 'GET', '?para=a@example.cl&desde=x&hasta=1&rut=1'))
  expect(detalles.map(({ campo }: { campo: string }) => campo).sort()).toEqual([
    'desde',
    'hasta',
    'para',
    'rut',
  ])
  const foreign = await json(call(e, 'POST', '?rut=90000012-K', eml()))
  expect(foreign.detalles[0].mensaje).toContain('90000012-k@simulador.invalid')
})

test('loses a letter or brings it twice on demand, and tells its sender of neither (simulator §7.1)', async () => {
  const e = escena()
  const fail = (falla: string) => e.api('POST', 'fallas', { servicio: 'correo', falla, veces: 1 })
  await fail('correo_perdido')
  expect(await call(e, 'POST', '', eml())).toMatchObject({ status: 201 })
  await fail('correo_doble')
  await call(e, 'POST', '', eml())
  expect((await json(call(e, 'GET', ''))).data).toMatchObject([
    { bytes: eml().length },
    { bytes: eml().length },
  ])
  expect((await fail('http_503')).status).toBe(422)
  expect((await e.api('POST', 'fallas', { servicio: 'envio', falla: 'correo_doble' })).status).toBe(422)
  // A failure of every SII service does not hit the post.
  await e.api('POST', 'fallas', { servicio: 'todos', falla: 'http_503', veces: 1 })
  await call(e, 'POST', '', eml())
  expect((await e.api('GET', 'fallas')).json.data).toMatchObject([{ quedan: 1 }])
})

test('outlives its process, gives no number twice, and forgets after half a year of its own clock', async () => {
  const db = memoryDb()
  const e = escena({ db })
  await call(e, 'POST', '', eml())
  await e.api('POST', 'reloj', { avanzar: 'P7M' })
  const [, letters] = e.sim.trims
  expect([letters!.forget(new Date(0), 5), letters!.forget(new Date(0), 5)]).toEqual([1, 0])
  await e.sim.stop()
  const next = escena({ db })
  await call(next, 'POST', '', eml())
  expect((await json(call(next, 'GET', ''))).data).toMatchObject([{ id: '2' }])
})
