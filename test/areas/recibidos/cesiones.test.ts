// Cessions of received documents (areas/recibidos §3).

import { beforeAll, describe, expect, test } from 'bun:test'
import { prepareBuzon } from '../../../src/areas/recibidos/buzon/statements'
import { joinCesiones } from '../../../src/areas/recibidos/cesiones'
import type { Cesion } from '../../../src/xml/recibido'
import { aec, cesion } from '../../support/aec'
import { FACTURA, latin1, testAppWithReceiver } from '../../support/recibidos'

let app: Awaited<ReturnType<typeof testAppWithReceiver>>
beforeAll(async () => {
  app = await testAppWithReceiver()
})

const PROVEEDOR = '76543210-3'
const [BANCO, FACTORING, LADRON] = ['97004000-5', '96790240-3', '76192083-9']
const UNA = [cesion({ secuencia: 1, cedente: PROVEEDOR, cesionario: FACTORING })]
const DOS = [...UNA, cesion({ secuencia: 2, cedente: FACTORING, cesionario: BANCO })]

const cesionarios = async (id: string): Promise<string[]> =>
  (await app.get(`/v1/recibidos/${id}`)).body.data.cesiones.map((one: Cesion) => one.cesionario.rut)

describe('the cessions of a document that is known', () => {
  let id: string
  test('are those of every file that tells of one: an older file undoes no newer one', async () => {
    id = (await app.entrar(latin1(FACTURA))).documentos[0]!.id
    for (const steps of [UNA, DOS, UNA]) {
      const { documentos } = await app.entrar(latin1(aec(FACTURA, steps)))
      expect(documentos).toMatchObject([{ id }])
    }
    expect(await cesionarios(id)).toEqual([FACTORING, BANCO])
  })

  test('are not taken from it by a stranger’s file, which is told beside them', async () => {
    const robo = cesion({ secuencia: 1, cedente: PROVEEDOR, cesionario: LADRON })
    await app.entrar(latin1(aec(FACTURA, [robo])))
    expect(await cesionarios(id)).toEqual([FACTORING, LADRON, BANCO])
  })

  test('are not those of another amount with the same DigestValue: that is a document in conflict', async () => {
    const otra = FACTURA.replace(/<MntTotal>\d+/, '<MntTotal>1')
    const { documentos } = await app.entrar(latin1(aec(otra, UNA)))
    expect(documentos).toMatchObject([{ repetido: false }])
    const { conflicto, firma } = (await app.get(`/v1/recibidos/${documentos[0]!.id}`)).body.data
    expect([conflicto, firma]).toEqual([true, 'invalida'])
  })
})

describe('a file of a cession that comes after its document', () => {
  const send = (bytes: Buffer) => app.post('/v1/recibidos', { archivo_base64: bytes.toString('base64') })
  const archivos = () => app.store.client.prepare('SELECT count(*) FROM recibido_archivo').pluck().get()
  const factura = FACTURA.replace('<Folio>1<', '<Folio>9<')
  let id: string

  test('is news, kept with it and given byte by byte, and stands in the log of changes', async () => {
    const before = archivos() as number
    id = (await send(latin1(factura))).body.data.id
    for (const [steps, n] of [
      [UNA, 1],
      [DOS, 2],
    ] as const) {
      const file = latin1(aec(factura, steps))
      const { status, body } = await send(file)
      expect(status).toBe(201)
      expect(body.data).toMatchObject({ id, repetido: false, archivos_cesion: n })
      const response = await app.app.handle(
        new Request(`http://localhost/v1/recibidos/${id}/xml?cesion=${n}`, { headers: app.tenant.key }),
      )
      expect(Buffer.from(await response.arrayBuffer()).equals(file)).toBe(true)
    }
    expect(archivos()).toBe(before + 3)
    const line = app.store.client
      .prepare(
        "SELECT objeto, detalle FROM auditoria WHERE accion = 'recibido.cargado' ORDER BY id DESC LIMIT 1",
      )
      .get() as { objeto: string; detalle: string }
    expect(line.objeto).toBe(id)
    expect(JSON.parse(line.detalle)).toMatchObject({ documentos: 0, cesiones: 1 })
  })

  test('again is known (200) and not kept twice, in whatever file it comes', async () => {
    const before = archivos()
    for (const steps of [UNA, DOS]) {
      const { status, body } = await send(latin1(aec(factura, steps)))
      expect([status, body.data.repetido]).toEqual([200, true])
    }
    expect(archivos()).toBe(before)
    expect((await app.get(`/v1/recibidos/${id}/xml?cesion=9`)).status).toBe(404)
  })

  test('is counted as what its mail brought (areas/recibidos/buzon §2)', async () => {
    const tres = [...DOS, cesion({ secuencia: 3, cedente: BANCO, cesionario: FACTORING })]
    const arrival = { origen: 'correo', mensajeId: 'msj_9' } as const
    await app.entrar(latin1(aec(factura, tres)), arrival)
    const { brought, documentos } = prepareBuzon(app.store.client)
    expect(brought.get('msj_9')).toBe(1)
    expect(documentos.all({ mensaje: 'msj_9', limit: 100 })).toMatchObject([{ id, folio: 9 }])
  })

  test('leaves with its document', async () => {
    const before = archivos() as number
    expect((await app.delete(`/v1/recibidos/${id}`)).status).toBe(204)
    expect(archivos()).toBe(before - 4)
  })
})

describe('what is odd about the cessions of a document (areas/recibidos §2)', () => {
  const told = async (folio: number, ...files: string[][]) => {
    const own = FACTURA.replace('<Folio>1<', `<Folio>${folio}<`)
    let id = ''
    for (const steps of files) id = (await app.entrar(latin1(aec(own, steps)))).documentos[0]!.id
    const { informe, cesiones } = (await app.get(`/v1/recibidos/${id}`)).body.data
    const found = informe.filter(({ codigo }: { codigo: string }) => /^ENV-3-92[456]$/.test(codigo))
    return [
      cesiones.map(({ monto }: Cesion) => monto),
      found.map(({ codigo, mensaje }: Record<string, string>) => `${codigo} ${mensaje}`),
    ]
  }
  const step = { secuencia: 1, cedente: PROVEEDOR, cesionario: BANCO }

  test.each<[string, number | null, string[]]>([
    ['1000', 1000, []],
    ['0', 0, []],
    ['-5', -5, ['ENV-3-924 MontoCesion es -5']],
    ['1000.5', null, ['ENV-3-924 MontoCesion falta o no es un número entero']],
    ['1e3', null, ['ENV-3-924 MontoCesion falta o no es un número entero']],
    ['', null, ['ENV-3-924 MontoCesion falta o no es un número entero']],
  ])('is told, and no amount shown that was not written: "%s"', async (monto, shown, odd) => {
    const folio = 200 + [...monto].reduce((sum, c) => sum * 31 + c.charCodeAt(0), 7)
    expect(await told(folio, [cesion({ ...step, monto })])).toEqual([[shown], odd])
  })

  test('is told of RUTs that are none', async () => {
    expect(await told(101, [cesion({ ...step, cedente: '', cesionario: '90000018-X' })])).toEqual([
      [1000],
      ['ENV-3-925 Falta el RUT', 'ENV-3-925 «90000018-X» no es un RUT'],
    ])
  })

  test('is told of a step that names several assignees, in one file or in two', async () => {
    const [uno, otro] = [cesion(step), cesion({ ...step, cesionario: FACTORING })]
    const why = `ENV-3-926 La cesión 1 dice más de un cesionario: ${BANCO}, ${FACTORING}`
    expect(await told(102, [uno, otro])).toEqual([[1000, 1000], [why]])
    expect(await told(103, [uno], [otro])).toEqual([[1000, 1000], [why]])
  })
})

test('of a step told twice the better signature counts, and of too many the good ones', () => {
  const step = (secuencia: number, firma: Cesion['firma'], monto = 1): Cesion => ({
    secuencia,
    cedente: { rut: PROVEEDOR, razon_social: null },
    cesionario: { rut: BANCO, razon_social: null },
    monto,
    ultimo_vencimiento: null,
    fecha_cesion: null,
    firma,
  })
  expect(joinCesiones([step(1, 'ausente')], [step(1, 'valida')])).toEqual([step(1, 'valida')])
  expect(joinCesiones([step(1, 'valida')], [step(1, 'ausente')])).toBeNull()
  const many = Array.from({ length: 150 }, (_, i) => step(1, 'ausente', i + 10))
  const full = joinCesiones([], many)!
  expect(full).toHaveLength(100)
  expect(joinCesiones(full, [step(1, 'invalida', 7)])).toBeNull()
  const joined = joinCesiones(full, [step(2, 'valida')])!
  expect([joined.length, joined.at(-1)]).toEqual([100, step(2, 'valida')])
})
