// GET /v1/libros/…: the month's books, a line a document, notes of credit below zero, totals by type.

import { beforeAll, describe, expect, test } from 'bun:test'
import type { FilaLibro } from '../../../src/areas/libros/filas'
import { emitRefused } from '../../support/emision'
import { boleta, factura } from '../../support/emisor'
import { leerZip } from '../../support/leer-zip'
import { invitePerson } from '../../support/personas'
import { compra, guia } from '../../support/solicitudes'
import { type CompanyApp, loadFolios, testAppWithCompany } from '../../support/test-app'
import { archivo, archivoDe, importar } from '../rcv/archivos'

let app: CompanyApp
beforeAll(async () => {
  app = await testAppWithCompany()
  await loadFolios(app, app.tenant, { 33: 9, 39: 9, 52: 9, 61: 9 })
  for (const body of [factura(), boleta(), guia(), guia()]) await app.post('/v1/dte/emitir', body)
  await app.settle()
  await app.post('/v1/dte/33/1/anular', { motivo: 'Error de cliente' })
  await app.post('/v1/dte/guias/facturar', { guias: [1] })
  await app.post('/v1/dte/guias/2/anular', { motivo: 'No salió' })
  await app.settle()
  for (const name of ['compra-registro', 'compra-pendiente', 'venta'])
    await importar(app, '202611', archivo(name))
})

const book = async (path: string) => (await app.get(`/v1/libros/${path}`)).body
/** The lines of a file whose mark tells a spreadsheet its charset. */
const lines = async (path: string): Promise<string[]> => {
  const request = new Request(`http://localhost/v1/libros/${path}`, { headers: app.tenant.key })
  const bytes = await (await app.app.handle(request)).bytes()
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  return new TextDecoder().decode(bytes).trimEnd().split('\r\n')
}

describe('the book of sales', () => {
  test('is the register with its notes of credit below zero, and totals of the whole month', async () => {
    const { data, paginacion } = await book('ventas/202611?limite=3')
    expect([data.base, data.aviso, data.documentos.length, paginacion.total]).toEqual([
      'rcv',
      'Registro de compras y ventas leído el 20-11-2026 11:02, completo',
      3,
      7,
    ])
    expect(data.documentos[2]).toEqual({
      tipo_dte: 61,
      folio: 77,
      fecha_emision: '2026-11-15',
      rut: '77123456-9',
      razon_social: 'Constructora Río Claro SpA',
      monto_exento: 0,
      monto_neto: -85_500,
      monto_iva: -16_245,
      iva_no_recuperable: 0,
      iva_uso_comun: 0,
      otros_impuestos: 0,
      monto_total: -101_745,
    })
    expect(data.totales.find((one: { tipo_dte: number }) => one.tipo_dte === 33)).toMatchObject({
      documentos: 2,
      monto_neto: 1_085_500,
      monto_total: 1_291_745,
    })
    expect(data.totales.find((one: { tipo_dte: number }) => one.tipo_dte === 61).monto_total).toBe(-101_745)
  })

  test('as CSV says first when the register was read, and ends with the totals', async () => {
    const all = await lines('ventas/202611?formato=csv')
    expect(all).toHaveLength(2 + 7 + 6)
    expect(all[0]).toBe('Registro de compras y ventas leído el 20-11-2026 11:02, completo')
    expect(all[1]).toBe(
      'tipo_dte;folio;fecha_emision;rut;razon_social;monto_exento;monto_neto;monto_iva;iva_no_recuperable;iva_uso_comun;otros_impuestos;monto_total',
    )
    expect(all[4]).toBe(
      '61;77;2026-11-15;77123456-9;Constructora Río Claro SpA;0;-85500;-16245;0;0;0;-101745',
    )
    expect(all).toContain('Total 61;1;;;;0;-85500;-16245;0;0;;-101745')
  })

  test('of what was issued here has boletas in its totals alone', async () => {
    const { data, paginacion } = await book('ventas/202611?base=emitidos')
    const kinds = data.documentos.map((one: { tipo_dte: number; folio: number }) => [one.tipo_dte, one.folio])
    expect(kinds).toEqual([
      [33, 1],
      [33, 2],
      [61, 1],
    ])
    expect(paginacion.total).toBe(3)
    expect(data.documentos[2].monto_total).toBe(-data.documentos[0].monto_total)
    expect(
      data.totales.map((one: { tipo_dte: number; documentos: number }) => [one.tipo_dte, one.documentos]),
    ).toEqual([
      [33, 2],
      [39, 1],
      [61, 1],
    ])
    const all = await lines('ventas/202611?base=emitidos&formato=csv')
    expect(all).toHaveLength(2 + 3 + 3)
    expect(all[0]).toContain('Documentos emitidos aquí hasta el 20-11-2026')
  })
})

describe('the book of purchases', () => {
  test('has what is declared, with its other taxes, and says how many wait', async () => {
    const { data, paginacion } = await book('compras/202611')
    expect(paginacion.total).toBe(8)
    expect(data.aviso).toContain('; 2 compras pendientes no están')
    expect(data.documentos.find((one: { folio: number }) => one.folio === 5501)).toMatchObject({
      otros_impuestos: 23_500,
      monto_total: 142_500,
    })
    const all = await lines('compras/202611?formato=csv')
    expect(all).toHaveLength(2 + 8 + 4)
  })

  test('of what was issued here has own 46 and the notes over them, which the book of sales leaves out', async () => {
    const alone = await testAppWithCompany()
    await loadFolios(alone, alone.tenant, { 33: 3, 46: 3, 61: 3 })
    await alone.post('/v1/dte/emitir', factura())
    await alone.post('/v1/dte/emitir', compra())
    await alone.settle()
    for (const path of ['33/1', '46/1']) await alone.post(`/v1/dte/${path}/anular`, { motivo: 'Error' })
    await alone.settle()
    type Libro = {
      documentos: FilaLibro[]
      totales: { tipo_dte: number; documentos: number }[]
      aviso: string
    }
    const of = async (libro: string): Promise<Libro> =>
      (await alone.get(`/v1/libros/${libro}/202611?base=emitidos`)).body.data
    const names = ({ documentos }: Libro) => documentos.map(({ tipo_dte, folio }) => `${tipo_dte} ${folio}`)
    const counts = ({ totales }: Libro) => totales.map((one) => `${one.tipo_dte}: ${one.documentos}`)
    const [ventas, compras] = [await of('ventas'), await of('compras')]
    expect([names(ventas), counts(ventas)]).toEqual([
      ['33 1', '61 1'],
      ['33: 1', '61: 1'],
    ])
    expect([names(compras), counts(compras)]).toEqual([
      ['46 1', '61 2'],
      ['46: 1', '61: 1'],
    ])
    expect(compras.documentos[1]!.monto_total).toBe(-compras.documentos[0]!.monto_total)
    expect(compras.aviso).toContain('lo que emitieron otros no está')
    const guias = (base: string) => alone.get(`/v1/libros/guias/202611?base=${base}`)
    expect((await guias('emitidos')).body).toEqual((await guias('rcv')).body)
    expect((await alone.get('/v1/libros/guias/202611?base=x')).status).toBe(400)
  })

  test('guards what a spreadsheet would take for a formula', async () => {
    const alone = await testAppWithCompany()
    const row = {
      'Tipo Doc': 30,
      'RUT Proveedor': '77123456-9',
      'Razon Social': '=1+1',
      Folio: 1,
      'Fecha Docto': '01/11/2026',
      'Monto Total': 10,
    }
    await importar(alone, '202611', archivoDe('compra', 'REGISTRO', [row]))
    const { body } = await alone.get('/v1/libros/compras/202611?formato=csv')
    expect(body).toContain(";'=1+1;")
  })
})

test('the book of guides has the state and the invoice of each', async () => {
  const { data } = await book('guias/202611')
  const told = data.map((one: Record<string, unknown>) => [one.folio, one.estado, one.factura])
  expect(told).toEqual([
    [1, 'vigente', { tipo_dte: 33, folio: 2 }],
    [2, 'anulada', null],
  ])
  const all = await lines('guias/202611?formato=csv')
  expect(all).toHaveLength(5)
  // A voided document is worth nothing.
  const { monto_neto, monto_iva, monto_total } = data[0]
  expect(all[4]).toBe(`Total 52;1;;;;0;${monto_neto};${monto_iva};${monto_total};;;`)
  expect(all[0]).toStartWith('Guías de despacho emitidas aquí hasta el 20-11-2026 11:')
  expect(all[2]).toEndWith(';33 2')
})

test('the total of the book of guides has no guide that the SII does not have', async () => {
  const alone = await testAppWithCompany()
  await loadFolios(alone, alone.tenant, { 52: 9 })
  await alone.post('/v1/dte/emitir', guia())
  await alone.settle()
  await emitRefused(alone, guia())
  const { body } = await alone.get('/v1/libros/guias/202611?formato=csv')
  const told = body.trimEnd().split('\r\n')
  expect(told.slice(2).map((line: string) => line.split(';')[0])).toEqual(['1', '2', 'Total 52'])
  expect(told.at(-1)).toStartWith('Total 52;1;')
})

describe('the month for the accountant', () => {
  const paquete = async (path: string, of = app) => {
    const request = new Request(`http://localhost/v1/libros/paquete/${path}`, { headers: of.tenant.key })
    const answer = await of.app.handle(request)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip'])
    const files = leerZip(Buffer.from(await answer.arrayBuffer()))
    return new Map(files.map(({ nombre, bytes }) => [nombre, bytes]))
  }

  test('is one archive: the books as they are given one by one, the return, the comparison, the XML issued', async () => {
    const files = await paquete('202611')
    expect([...files.keys()]).toEqual([
      'libro-ventas-202611.csv',
      'libro-compras-202611.csv',
      'libro-guias-202611.csv',
      'libro-honorarios-202611.csv',
      'f29-202611.csv',
      'cuadratura-202611.csv',
      // As they were accepted.
      ...['T33F1', 'T39F1', 'T52F1', 'T52F2', 'T61F1', 'T33F2'].map(
        (name) => `xml/DTE_76543210-3_${name}.xml`,
      ),
    ])
    const lines = (name: string) => new TextDecoder().decode(files.get(name)).trimEnd().split('\r\n')
    for (const libro of ['ventas', 'compras', 'guias'])
      expect(new TextDecoder().decode(files.get(`libro-${libro}-202611.csv`))).toBe(
        new TextDecoder().decode(
          await (
            await app.app.handle(
              new Request(`http://localhost/v1/libros/${libro}/202611?formato=csv`, {
                headers: app.tenant.key,
              }),
            )
          ).bytes(),
        ),
      )
    const f29 = lines('f29-202611.csv')
    expect(f29[0]).toMatch(/^Registro de compras y ventas leído el 20-11-2026 .*, falta leer algún libro/)
    const { totales } = (await app.get('/v1/rcv/202611/f29')).body.data
    expect(f29).toContain(`total;diferencia;;;;;${totales.diferencia};`)
    expect(f29.some((line) => line.startsWith('debito;facturas;503;502;1;'))).toBe(true)
    expect(f29).toContain(
      'credito;tabacos;;;1;0;1200;sin código: lo entera quien fabrica o importa, y a quien compra no le da crédito',
    )
    expect(f29.find((line) => line.endsWith(';PENDING_DOCUMENTS'))).toContain(';;;2;35700;5700;')
    const cuadratura = lines('cuadratura-202611.csv')
    expect(cuadratura).toContain('compras;registro_sin_xml;;;;10;;;')
    expect(
      cuadratura.some((line) => line.startsWith('ventas;registro_sin_emitir;77123456-9;33;1042;;;')),
    ).toBe(true)
    const signed = await app.app.handle(
      new Request('http://localhost/v1/dte/xml/33/1', { headers: app.tenant.key }),
    )
    expect(files.get('xml/DTE_76543210-3_T33F1.xml')).toEqual(Buffer.from(await signed.arrayBuffer()))
  })

  test('names what the register was not read for, and does without it where only what was issued is asked', async () => {
    const alone = await testAppWithCompany()
    await loadFolios(alone, alone.tenant, { 33: 3 })
    await alone.post('/v1/dte/emitir', factura())
    await alone.settle()
    expect((await alone.get('/v1/libros/paquete/202611')).body.code).toBe('PERIOD_NOT_SYNCED')
    const issued = await paquete('202611?base=emitidos', alone)
    expect([...issued.keys()]).toEqual([
      'libro-ventas-202611.csv',
      'libro-guias-202611.csv',
      'libro-honorarios-202611.csv',
      'xml/DTE_76543210-3_T33F1.xml',
      'no-incluidos.txt',
    ])
    await importar(alone, '202611', archivo('venta'))
    const files = await paquete('202611', alone)
    const lacks = new TextDecoder().decode(files.get('no-incluidos.txt')).trimEnd().split('\r\n')
    expect(lacks).toEqual([
      expect.stringMatching(/libro-compras-202611\.csv: Las compras REGISTRO del período 202611 aún no/),
    ])
    expect(files.has('f29-202611.csv')).toBe(true)
  })

  test('costs a token for each ten documents (http §16.1)', async () => {
    const alone = await testAppWithCompany({ rates: { key: { rate: 1, burst: 100 }, tenant: null } })
    await loadFolios(alone, alone.tenant, { 33: 20 })
    for (let n = 0; n < 12; n++) await alone.post('/v1/dte/emitir', factura())
    await alone.settle()
    alone.advance(100_000)
    const url = 'http://localhost/v1/libros/paquete/202611?base=emitidos'
    const answer = await alone.app.handle(new Request(url, { headers: alone.tenant.key }))
    expect(answer.headers.get('x-ratelimit-remaining')).toBe('98')
    await answer.arrayBuffer()
  })

  test('leaves out what the SII rejected', async () => {
    const alone = await testAppWithCompany()
    await loadFolios(alone, alone.tenant, { 33: 3 })
    await alone.post('/v1/dte/emitir', factura())
    await alone.settle()
    alone.store.client.prepare("UPDATE documento SET estado_sii = 'rechazado'").run()
    expect([...(await paquete('202611?base=emitidos', alone)).keys()]).toEqual([
      'libro-ventas-202611.csv',
      'libro-guias-202611.csv',
      'libro-honorarios-202611.csv',
      'no-incluidos.txt',
    ])
  })
})

test('a book of a month that was not read is 404, but for what was issued', async () => {
  const code = async (path: string) => (await app.get(`/v1/libros/${path}`)).body.code
  expect(await code('ventas/202610')).toBe('PERIOD_NOT_SYNCED')
  expect(await code('compras/202610')).toBe('PERIOD_NOT_SYNCED')
  expect((await book('ventas/202610?base=emitidos')).data.documentos).toEqual([])
  expect((await book('guias/202610')).data).toEqual([])
  expect(await code('ventas/202613')).toBe('INVALID_PARAMETER')
  expect(await code('ventas/202611?formato=csv&pagina=2')).toBe('INVALID_PARAMETER')
  expect(await code('compras/202611?base=otra')).toBe('INVALID_PARAMETER')
  await importar(app, '202609', archivo('compra-pendiente').replace('88177', '7').replace(';45;', ';8;'))
  expect(await code('compras/202609')).toBe('PERIOD_NOT_SYNCED')
})

test.each(['ventas', 'compras', 'guias', 'paquete'])('%s is for who may read the register', async (libro) => {
  expect((await app.get(`/v1/libros/${libro}/202611`, {})).status).toBe(401)
  const reader = await invitePerson(app, app.tenant.session, 'lector', { email: `${libro}@example.cl` })
  expect((await app.get(`/v1/libros/${libro}/202611`, reader.session)).status).toBe(200)
  const other = await app.registerCompany({ rut: '76543210-3' })
  const theirs = await app.get(`/v1/libros/${libro}/202611`, other.key)
  expect(libro === 'guias' ? theirs.body.data : theirs.body.code).toEqual(
    libro === 'guias' ? [] : 'PERIOD_NOT_SYNCED',
  )
})
