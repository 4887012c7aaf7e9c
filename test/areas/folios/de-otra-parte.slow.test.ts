// Folios and documents of another program of the same company: a file that is half used, notes over what was issued there, and what
// the SII says of it (http §18, §1; areas/folios §2).

import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { annulAtSii, document, emit, fail, heal, linea, nota } from '../../support/emision'
import { boleta, factura, RECEPTOR } from '../../support/emisor'
import { type CompanyApp, successor, type TestApp, testAppWithFolios } from '../../support/test-app'

const RUT = '76543210-3'
const stock = async (app: TestApp, tipo = 33) =>
  (await app.get('/v1/dte/folios')).body.data.find((one: { tipo_dte: number }) => one.tipo_dte === tipo)
const huecos = async (app: TestApp): Promise<[number, string][]> =>
  (await app.get('/v1/dte/folios/huecos?limite=100')).body.data.map(
    ({ folio, estado }: { folio: number; estado: string }) => [folio, estado],
  )
const caf = async (app: TestApp, tipo_dte: number, cantidad: number): Promise<string> =>
  (await app.post('/simulador/caf', { rut: RUT, tipo_dte, cantidad })).body.data.caf_base64
const load = (app: TestApp, caf_base64: string, siguiente?: number | string) =>
  app.post('/v1/dte/folios', { caf_base64, ...(siguiente !== undefined && { siguiente }) })
const folioOf = async (app: TestApp, body: object) => (await app.post('/v1/dte/emitir', body)).body.data.folio

/** Two programs of one company and one SII; the first used some of a file that the second loads. */
async function half(
  tipo: number,
  body: (over?: object) => object,
  used: number,
): Promise<[CompanyApp, CompanyApp, string]> {
  const shared = { folios: {}, simuladorCompartido: true }
  const other = await testAppWithFolios(shared)
  const file = await caf(other, tipo, 60)
  await load(other, file, 1)
  for (let i = 0; i < used; i++) await emit(other, body())
  await other.settle()
  return [other, await testAppWithFolios({ ...shared, beside: other }), file]
}

describe('a half-used CAF loaded by file', () => {
  for (const [tipo, body] of [
    [39, boleta],
    [33, factura],
  ] as const)
    test(`of type ${tipo} begins behind what the SII has: nothing is rejected`, async () => {
      const [, app, file] = await half(tipo, body, 7)
      expect((await load(app, file)).body.data).toMatchObject({ desde: 1, por_conciliar: true })
      const folios: number[] = []
      for (let i = 0; i < 4; i++) folios.push(await folioOf(app, body(linea(100 + i))))
      expect(folios).toEqual([8, 9, 10, 11])
      await app.settle()
      for (const folio of folios) expect((await document(app, tipo, folio)).estado_sii).toBe('aceptado')
      expect(await huecos(app)).toEqual([1, 2, 3, 4, 5, 6, 7].map((folio) => [folio, 'emitido_fuera']))
    })

  test('is asked about right after it was loaded, and opens by itself', async () => {
    const [, app, file] = await half(33, factura, 3)
    await load(app, file)
    const asked = app.app.services.dte.reconciliation.reconcile(
      { empresaId: app.tenant.empresaId, ambiente: 'simulacion' },
      33,
    )
    // Joins the question that is under way.
    await asked
    expect(await stock(app)).toMatchObject({ siguiente: 4, por_conciliar: false, disponibles: 57 })
  })

  test('gives no folio while the SII cannot be asked, also after a death, and none twice', async () => {
    const [, app, file] = await half(33, factura, 2)
    await fail(app, 'estado_dte', 'http_503')
    await load(app, file)
    const { status, body } = await app.post('/v1/dte/emitir', factura(linea(5)))
    expect([status, body.code]).toEqual([503, 'SII_UNAVAILABLE'])
    expect(body.error).toContain('/v1/dte/folios/33/saltar')
    await heal(app)
    expect(await stock(app)).toMatchObject({ siguiente: 1, por_conciliar: true })
    expect(await folioOf(app, factura(linea(5)))).toBe(3)
    await app.settle()
    expect((await document(app, 33, 3)).estado_sii).toBe('aceptado')
  })

  test('goes on behind what the SII has though a person names a folio that is used', async () => {
    const [other, app, file] = await half(33, factura, 10)
    const { body } = await load(app, file, 4)
    expect(body.data).toMatchObject({
      usados: 10,
      por_conciliar: false,
      advertencias: [
        { code: 'FOLIOS_USED_ELSEWHERE', campo: 'siguiente', mensaje: expect.stringContaining('el 11') },
      ],
    })
    expect(await stock(app)).toMatchObject({ siguiente: 11, disponibles: 50, por_conciliar: false })
    const { data } = (await app.get('/v1/dte/folios/huecos?limite=100')).body
    expect(data.map(({ dicho_por }: { dicho_por: string }) => dicho_por)).toEqual([
      ...Array(3).fill('persona'),
      ...Array(7).fill('sii'),
    ])
    expect(await folioOf(app, factura())).toBe(11)
    await app.settle()
    expect((await document(app, 33, 11)).estado_sii).toBe('aceptado')
    // The other program takes a folio of this one: the SII refuses it, and its words agree with each other.
    expect(await folioOf(other, factura(linea(77)))).toBe(11)
    await other.settle()
    const consulta = (await other.get('/v1/dte/consulta/33/11')).body.data
    expect(consulta).toMatchObject({ estado: 'rechazado', codigo_sii: 'DNK', recibido: true })
    expect(consulta.explicacion.causa).toContain('otro documento, que no es éste')
    expect(consulta.explicacion.solucion).not.toContain('no es un rechazo')
  })

  test('keeps annulled folios further on for the SII to be asked about, though a person names one', async () => {
    const app = await testAppWithFolios({ folios: {} })
    const file = await caf(app, 33, 12)
    for (const folio of [11, 12]) annulAtSii(app, 33, folio)
    const { advertencias, por_conciliar } = (await load(app, file, 3)).body.data
    expect([por_conciliar, advertencias[0].code]).toEqual([true, 'FOLIOS_USED_ELSEWHERE'])
    expect(await folioOf(app, factura())).toBe(3)
    expect(await stock(app)).toMatchObject({ disponibles: 7, por_conciliar: false })
  })

  test('loses the folio that the SII says it has when a person asks about it, and what lies in front is asked about again', async () => {
    const [other, app, file] = await half(33, factura, 2)
    await load(app, file)
    expect(await folioOf(app, factura(linea(1)))).toBe(3)
    await app.settle()
    // The other program goes on from further up the same file.
    await other.post('/v1/dte/folios/33/saltar', { hasta: 16, motivo: 'Otra caja' })
    expect(await folioOf(other, factura(linea(2)))).toBe(17)
    await other.settle()
    const about = nota(3, 17, linea(1))
    const refused = (await app.post('/v1/dte/validar', about)).body
    expect([refused.code, refused.error]).toEqual([
      'REFERENCE_NOT_FOUND',
      expect.stringContaining('GET /v1/dte/consulta/33/17'),
    ])
    expect((await app.get('/v1/dte/consulta/33/17')).body.data).toMatchObject({ recibido: true })
    expect(await huecos(app)).toContainEqual([17, 'emitido_fuera'])
    expect(await stock(app)).toMatchObject({ por_conciliar: true })
    const taken = (await app.post('/v1/dte/validar', about)).body
    expect(taken.data.advertencias).toContainEqual(
      expect.objectContaining({ code: 'REFERENCE_NOT_VERIFIED' }),
    )
    const folios: number[] = []
    for (let i = 0; i < 15; i++) folios.push(await folioOf(app, factura(linea(100 + i))))
    expect(folios).toEqual([4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 18, 19])
    expect(await stock(app)).toMatchObject({ por_conciliar: false })
  })

  test('gives back what a person skipped though the SII knew none of it', async () => {
    const [, app, file] = await half(33, factura, 2)
    await load(app, file)
    await app.post('/v1/dte/folios/33/saltar', { hasta: 9 })
    expect(await huecos(app)).toContainEqual([9, 'por_anular'])
    const { body } = await app.post('/v1/dte/folios/33/retomar', { desde: 1, hasta: 9 })
    expect(body.data).toMatchObject({ retomados: 7, por_anular: 0 })
    expect(await folioOf(app, factura(linea(5)))).toBe(3)
  })

  test('gives folios back that a person said are used, where the SII never received them', async () => {
    const [other, app, file] = await half(33, factura, 3)
    await load(app, file, 41)
    const retake = (desde: number, hasta: number) => app.post('/v1/dte/folios/33/retomar', { desde, hasta })
    expect((await retake(42, 50)).body.detalles).toMatchObject([{ campo: 'desde', regla: 'fuera_de_rango' }])
    await fail(app, 'estado_dte', 'http_503')
    expect((await retake(1, 20)).body).toMatchObject({
      code: 'SII_UNAVAILABLE',
      error: expect.stringContaining('quedan como estaban'),
    })
    await heal(app)
    annulAtSii(other, 33, 20)
    expect((await retake(1, 20)).body.data).toMatchObject({
      ...{ retomados: 16, emitidos_fuera: 3, anulados: 1, disponibles: 36 },
    })
    expect(await stock(app)).toMatchObject({ siguiente: 4, disponibles: 36 })
    const gone = (await huecos(app)).filter(([folio]) => folio <= 20)
    expect(gone).toEqual([
      [1, 'emitido_fuera'],
      [2, 'emitido_fuera'],
      [3, 'emitido_fuera'],
      [20, 'anulado'],
    ])
    expect(await folioOf(app, factura())).toBe(4)
    const done = (await app.get('/v1/auditoria?accion=folios.retomados', app.tenant.session)).body.data
    expect(done[0].detalle).toMatchObject({ tipo_dte: 33, desde: 1, hasta: 20, retomados: 16 })
  })

  test('gives none back that the SII may have used up in rejecting a document: those in front of one that it has', async () => {
    const [other, app, file] = await half(33, factura, 1)
    await emit(other, factura({ receptor: { ...RECEPTOR, rut: '90000002-2' } }))
    await emit(other, factura(linea(77)))
    await other.settle()
    expect((await document(other, 33, 2)).estado_sii).toBe('rechazado')
    await load(app, file, 41)
    // A document issued behind the person's word says nothing of the folios in front.
    expect(await folioOf(app, factura(linea(41)))).toBe(41)
    await app.settle()
    const retake = async (desde: number, hasta: number) =>
      (await app.post('/v1/dte/folios/33/retomar', { desde, hasta })).body.data
    // The third is not in the run, and is asked about all the same.
    expect(await retake(2, 2)).toMatchObject({ retomados: 0, emitidos_fuera: 0, por_anular: 1 })
    expect(await retake(1, 40)).toMatchObject({ retomados: 37, emitidos_fuera: 2, por_anular: 0 })
    const { data } = (await app.get('/v1/dte/folios/huecos?limite=100')).body
    expect(data.filter(({ folio }: { folio: number }) => folio <= 3)).toMatchObject([
      { folio: 1, estado: 'emitido_fuera', dicho_por: 'sii' },
      { folio: 2, estado: 'por_anular', motivo: 'El SII ya tenía documentos con folios posteriores' },
      { folio: 3, estado: 'emitido_fuera', dicho_por: 'sii' },
    ])
    expect(await folioOf(app, factura())).toBe(4)
    await app.settle()
    expect((await document(app, 33, 4)).estado_sii).toBe('aceptado')
  })

  test('holds what it gives back against what the SII is known to have, too', async () => {
    const [other, app, file] = await half(33, factura, 1)
    await emit(other, factura({ receptor: { ...RECEPTOR, rut: '90000002-2' } }))
    await emit(other, factura(linea(77)))
    await other.settle()
    // The third was seen when the file was loaded.
    await load(app, file, 3)
    expect((await app.post('/v1/dte/folios/33/retomar', { desde: 1, hasta: 2 })).body.data).toMatchObject({
      ...{ retomados: 0, emitidos_fuera: 1, por_anular: 1, disponibles: 57 },
    })
    expect(await folioOf(app, factura())).toBe(4)
  })

  test('may be annulled where only a person said that it is used: the SII decides', async () => {
    const app = await testAppWithFolios({ folios: {} })
    await load(app, await caf(app, 33, 9), 9)
    const pedido = { tipo_dte: 33, desde: 1, hasta: 5, motivo: 'No se usaron' }
    expect((await app.post('/v1/dte/folios/anular?esperar=0', pedido)).body).toMatchObject({ ok: true })
    await app.settle()
    expect((await huecos(app)).map(([, estado]) => estado)).toEqual([
      ...Array(5).fill('anulado'),
      ...Array(3).fill('emitido_fuera'),
    ])
  })

  test('is not taken back while its annulment waits, nor what the SII then says that it has', async () => {
    let meanwhile = async (): Promise<void> => {}
    const app = await testAppWithFolios({
      folios: {},
      wire: async (url, _, pass) => {
        if (url.includes('QueryEstDte')) await meanwhile()
        return pass()
      },
    })
    await load(app, await caf(app, 33, 9), 9)
    await emit(app, factura())
    await app.settle()
    const pedido = { tipo_dte: 33, desde: 2, hasta: 6, motivo: 'No se usaron' }
    const retake = () => app.post('/v1/dte/folios/33/retomar', { desde: 1, hasta: 6 })
    let queued = 0
    meanwhile = async () => {
      meanwhile = async () => {}
      queued = (await app.post('/v1/dte/folios/anular?esperar=0', pedido)).status
    }
    // Queued while the SII is being asked; queued before.
    expect((await retake()).body.data).toMatchObject({ retomados: 1, emitidos_fuera: 0, disponibles: 1 })
    expect(queued).toBe(202)
    expect((await retake()).body.detalles).toMatchObject([{ regla: 'fuera_de_rango' }])
    expect((await huecos(app)).map(([, estado]) => estado)).toEqual([
      ...Array(5).fill('por_anular'),
      ...Array(2).fill('emitido_fuera'),
    ])
    // Another program's document with folio 2 arrives before the annulment.
    app.store.client.exec('UPDATE sim_folio SET folio = 2 WHERE tipo_dte = 33 AND folio = 9')
    await app.settle()
    const { data } = (await app.get('/v1/dte/folios/huecos?limite=100')).body
    type Hueco = { folio: number; estado: string; dicho_por: string | null }
    expect(data.map(({ folio, estado, dicho_por }: Hueco) => [folio, estado, dicho_por])).toEqual([
      [2, 'emitido_fuera', 'sii'],
      ...[3, 4, 5, 6].map((folio) => [folio, 'anulado', null]),
      [7, 'emitido_fuera', 'persona'],
      [8, 'emitido_fuera', 'persona'],
    ])
    expect(await folioOf(app, factura(linea(5)))).toBe(1)
    await app.settle()
    expect((await document(app, 33, 1)).estado_sii).toBe('aceptado')
  })

  test('goes on from the folio that a person names where the SII cannot be asked, and says so', async () => {
    const [, app, file] = await half(33, factura, 0)
    await fail(app, 'estado_dte', 'http_503')
    for (const [siguiente, said] of [
      [61, '1 a 60'],
      [0, ''],
      ['x', ''],
    ] as const) {
      const { status, body } = await load(app, file, siguiente)
      expect([status, body.detalles[0].campo]).toEqual([422, 'siguiente'])
      expect(body.error).toContain(said)
    }
    const form = new FormData()
    form.set('archivo', new File([Buffer.from(file, 'base64')], 'caf.xml'))
    form.set('siguiente', '41')
    const loaded = await app.request('POST', '/v1/dte/folios', { headers: app.tenant.key, body: form })
    expect(loaded.status).toBe(201)
    expect(loaded.body.data).toMatchObject({
      ...{ usados: 40, por_conciliar: false },
      advertencias: [{ code: 'FOLIOS_NOT_VERIFIED', campo: 'siguiente' }],
    })
    expect(await stock(app)).toMatchObject({ siguiente: 41, disponibles: 20, por_conciliar: false })
    expect((await huecos(app)).length).toBe(40)
    expect(await folioOf(app, factura())).toBe(41)
  })

  test('leaves annulled folios out and uses those in front of them', async () => {
    const app = await testAppWithFolios({ folios: {} })
    const file = await caf(app, 33, 12)
    for (const folio of [11, 12]) annulAtSii(app, 33, folio)
    await load(app, file)
    expect(await folioOf(app, factura())).toBe(1)
    expect(await stock(app)).toMatchObject({ siguiente: 2, disponibles: 9 })
    expect(await huecos(app)).toEqual([
      [11, 'anulado'],
      [12, 'anulado'],
    ])
  })

  test('is still asked about by the server that goes on after a death', async () => {
    const app = await testAppWithFolios({ folios: {} })
    await fail(app, 'estado_dte', 'http_503')
    await load(app, await caf(app, 33, 5))
    const next = await successor(app)
    expect(await stock(next)).toMatchObject({ por_conciliar: true })
    await heal(next)
    expect(await folioOf(next, factura())).toBe(1)
    expect(await stock(next)).toMatchObject({ por_conciliar: false })
  })
})

test('`siguiente` is the folio that the next document takes, also where a newer range has annulled folios at its end', async () => {
  const app = await testAppWithFolios({ folios: { 33: 60 } })
  await load(app, await caf(app, 33, 5), 61)
  const { status } = await app.post('/v1/dte/folios/anular?esperar=0', {
    ...{ tipo_dte: 33, desde: 64, hasta: 65, motivo: 'Sobran' },
  })
  expect(status).toBe(202)
  for (let i = 0; i < 63; i++) {
    const { siguiente } = await stock(app)
    expect(await folioOf(app, factura())).toBe(siguiente)
  }
  expect((await stock(app)).siguiente).toBeNull()
})

describe('what another program issued', () => {
  let app: CompanyApp
  let other: CompanyApp
  beforeAll(async () => {
    const [first, second, file] = await half(33, factura, 3)
    ;[other, app] = [first, second]
    await load(app, file)
    await load(app, await caf(app, 61, 9))
    await load(app, await caf(app, 52, 9))
    await emit(app, factura(linea(900)))
    await app.settle()
  })
  afterAll(() => app.close())

  test('may be referred to by a note: it is warned of, never said not to exist', async () => {
    const { status, body } = await app.post('/v1/dte/emitir', nota(3, 2, linea(10)))
    expect(status).toBe(202)
    expect(body.data.advertencias).toMatchObject([{ code: 'REFERENCE_NOT_VERIFIED' }])
  })

  test('needs its date in the reference, since nobody here knows it', async () => {
    const referencias = [{ tipo_documento: 33, folio: 2, codigo: 3 }]
    const { body } = await app.post('/v1/dte/emitir', nota(3, 2, { ...linea(10), referencias }))
    expect(body.detalles).toMatchObject([{ campo: 'referencias[0].fecha', regla: 'requerido' }])
  })

  test('is told from a folio that surely nobody issued', async () => {
    const { body } = await app.post('/v1/dte/emitir', nota(3, 40, linea(10)))
    expect(body).toMatchObject({ code: 'REFERENCE_NOT_FOUND' })
  })

  test('is asked for at the SII by its folio, and compared where its data are given; a unit each', async () => {
    const ask = async (query = '') => (await app.get(`/v1/dte/consulta/33/2${query}`)).body
    expect((await ask()).data).toMatchObject({
      ...{ estado: null, codigo_sii: 'DNK', recibido: true },
      explicacion: { causa: expect.stringContaining('tiene un documento con ese folio') },
    })
    const { receptor, monto_total, fecha_emision } = await document(other, 33, 2)
    const datos = { rut_receptor: receptor.rut, fecha_emision, monto_total: String(monto_total) }
    expect((await ask(`?${new URLSearchParams(datos)}`)).data).toMatchObject({
      ...{ codigo_sii: 'DOK', recibido: true },
    })
    expect((await ask('?rut_receptor=1-9')).code).toBe('INVALID_PARAMETER')
    expect((await app.get('/v1/dte/consulta/33/50')).body.data).toMatchObject({ recibido: false })
    expect((await app.get('/v1/cuenta/uso')).body.data.consultas.por_operacion.consulta_dte).toBe(3)
  })

  test('is asked for in the registry of acceptances as the issuer’s own', async () => {
    const { status, body } = await app.get('/v1/dte/acuse/33/2')
    expect([status, body.data?.acciones_posibles]).toEqual([200, []])
    expect((await app.get('/v1/dte/acuse/33/3?fuente=local')).status).toBe(404)
  })

  test('is followed by its Track ID; one that the SII does not know is 404', async () => {
    const { track_id } = await document(other, 33, 2)
    expect((await app.get(`/v1/dte/estado/${track_id}`)).body.data).toMatchObject({
      ...{ estado: 'procesado', aceptados: 3 },
    })
    expect((await app.get('/v1/dte/estado/987654321')).body.code).toBe('NOT_FOUND')
    expect((await app.get('/v1/dte/estado/x')).body.code).toBe('NOT_FOUND')
  })
})
