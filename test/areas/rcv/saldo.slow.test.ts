// The balance of a document of the register: the same wherever it is asked for (http §1.3).

import { beforeEach, describe, expect, test } from 'bun:test'
import { annulAtSii, document, linea, nota } from '../../support/emision'
import { boleta, factura, RECEPTOR } from '../../support/emisor'
import { exportacion } from '../../support/solicitudes'
import { type CompanyApp, testAppWithFolios } from '../../support/test-app'
import { archivoDe, compraDe, importar, type Linea, ventaDe } from './archivos'

let app: CompanyApp
beforeEach(async () => {
  app = await testAppWithFolios({ folios: { 33: 5, 39: 5, 56: 5, 61: 5, 110: 5, 112: 5 } })
})

const fila = (tipo: number, folio: number, neto: number, over: Linea = {}): Linea =>
  ventaDe(folio, neto, { 'Tipo Doc': tipo, ...over })
const sobre = (folio: number): Linea => ({ 'Tipo Docto. Referencia': 33, 'Folio Docto. Referencia': folio })
const ventas = async (...rows: Linea[]) =>
  expect((await importar(app, '202611', archivoDe('venta', 'REGISTRO', rows))).status).toBe(201)

const deFila = async (folio: number, tipo = 'venta') =>
  (await app.get(`/v1/rcv/202611?tipo=${tipo}&tipo_dte=33&q=${folio}`)).body.data.documentos[0].saldo
const deVinculo = async (folio: number) =>
  (await app.get(`/v1/rcv/vinculaciones?rut=${RECEPTOR.rut}&tipo_dte=33&folio=${folio}`)).body.data[0]
    ?.factura.saldo
const deFuera = async (folio: number) =>
  (await app.get(`/v1/rcv/emitidos-fuera?q=${folio}&tipo_dte=33`)).body.data.documentos[0].saldo

const sobreRegistrada = (codigo: number, neto: number, over: object = {}) => ({
  tipo_dte: 61,
  receptor: RECEPTOR,
  referencias: [{ tipo_documento: '33', folio: 900, fecha: '2026-11-12', codigo }],
  detalle: [{ nombre: 'Rebaja', precio: neto }],
  ...over,
})
/** The warning about a note tells the balance that it was held against. */
async function deValidar(): Promise<number> {
  const { body } = await app.post('/v1/dte/validar', sobreRegistrada(3, 1))
  const [, pesos] = /su saldo \(\$?([\d.]+)\)/.exec(body.data.advertencias[0].mensaje)!
  return Number(pesos!.replaceAll('.', ''))
}
const emitir = async (body: object) => expect((await app.post('/v1/dte/emitir', body)).status).toBe(202)

describe('of an invoice that was not issued here', () => {
  /** Each place, one figure. */
  async function saldos(): Promise<number[]> {
    return [await deFila(900), await deFuera(900), await deVinculo(900), await deValidar()]
  }
  const todos = (pesos: number) => [pesos, pesos, pesos, pesos]

  test('counts the credit and debit notes of the register', async () => {
    await ventas(
      fila(33, 900, 100_000),
      fila(61, 70, 50_000, sobre(900)),
      fila(56, 71, 10_000, sobre(900)),
      // About another invoice.
      fila(56, 72, 10_000, sobre(901)),
    )
    expect(await saldos()).toEqual(todos(71_400))
  })

  test('may be credited by as much as debit notes of the register add to it, by itself and by hand', async () => {
    const debito = fila(56, 71, 10_000, sobre(900))
    await ventas(fila(33, 900, 100_000), debito, fila(61, 70, 110_000, sobre(900)))
    expect([await deFila(900), await deFuera(900), await deVinculo(900)]).toEqual([0, 0, 0])
    const [{ id, monto }] = (await app.get(`/v1/rcv/vinculaciones?rut=${RECEPTOR.rut}&tipo_dte=33&folio=900`))
      .body.data
    expect(monto).toBe(130_900)
    await app.delete(`/v1/rcv/vinculacion/${id}`)
    const llave = (tipo_dte: number, folio: number) => ({ rut: RECEPTOR.rut, tipo_dte, folio })
    const link = (monto?: number) =>
      app.post('/v1/rcv/vinculacion', { nc: llave(61, 70), factura: llave(33, 900), monto })
    expect((await link(130_901)).body.code).toBe('BALANCE_EXCEEDED')
    expect((await link()).body.data).toMatchObject({ monto: 130_900, factura: { saldo: 0 } })
  })

  test('counts a note of here before the register has it, and once afterwards', async () => {
    const rows = [fila(33, 900, 100_000), fila(61, 70, 50_000, sobre(900))]
    await ventas(...rows)
    await emitir(sobreRegistrada(3, 20_000))
    expect(await saldos()).toEqual(todos(35_700))
    await ventas(...rows, fila(61, 1, 20_000, sobre(900)))
    expect(await saldos()).toEqual(todos(35_700))
  })

  test('counts no note that the SII rejected', async () => {
    await ventas(fila(33, 900, 100_000), fila(61, 70, 50_000, sobre(900)))
    await emitir(sobreRegistrada(3, 20_000))
    await app.settle()
    expect((await document(app, 61, 1)).estado_sii).toBe('rechazado')
    expect(await saldos()).toEqual(todos(59_500))
  })

  test('is what nothing took from where nothing did', async () => {
    await ventas(fila(33, 900, 100_000))
    expect([await deFila(900), await deFuera(900), await deValidar()]).toEqual([119_000, 119_000, 119_000])
  })
})

test('of an invoice issued here is its own, in the register and in its links', async () => {
  await emitir(factura())
  await app.settle()
  await emitir(nota(3, 1, linea(1000)))
  await emitir(nota(3, 1, { ...linea(5000), tipo_dte: 56 }))
  await app.settle()
  const { monto_total, saldo } = (await app.get('/v1/documentos/33/1')).body.data
  expect(saldo).toBe(monto_total - 1190 + 5950)
  await ventas(
    fila(33, 1, Math.round(monto_total / 1.19), { 'Fecha Docto': '20/11/2026' }),
    fila(61, 1, 1000, { ...sobre(1), 'Fecha Docto': '20/11/2026' }),
  )
  expect([await deFila(1), await deVinculo(1)]).toEqual([saldo, saldo])
})

describe('of an invoice issued here that notes of elsewhere are about', () => {
  const NETO = 100_000
  const alCliente = (folio: number, neto: number, over: Linea = {}) =>
    fila(61, folio, neto, { ...sobre(1), 'Fecha Docto': '20/11/2026', ...over })
  const propia = fila(33, 1, NETO, { 'Fecha Docto': '20/11/2026' })
  const deDocumento = async (): Promise<number> => (await document(app, 33, 1)).saldo
  const todas = async () => [await deDocumento(), await deFila(1), await deVinculo(1)]
  const validar = async (body: object) => (await app.post('/v1/dte/validar', body)).body

  beforeEach(async () => {
    await emitir(factura(linea(NETO)))
    await app.settle()
  })

  test('is what they leave, wherever it is asked', async () => {
    await ventas(propia, alCliente(70, 50_000), { ...alCliente(71, 10_000), 'Tipo Doc': 56 })
    expect(await todas()).toEqual([71_400, 71_400, 71_400])
    const { saldo_componentes, notas_del_registro } = await document(app, 33, 1)
    expect(saldo_componentes).toEqual({ neto: 60_000, iva: 11_400, total: 71_400 })
    expect(notas_del_registro).toEqual([
      { tipo_dte: 56, folio: 71, fecha_emision: '2026-11-20', monto: -11_900 },
      { tipo_dte: 61, folio: 70, fecha_emision: '2026-11-20', monto: 59_500 },
    ])
  })

  test('is not credited again: neither by a note nor by a void', async () => {
    await ventas(propia, alCliente(70, NETO - 10_000))
    const { code, error } = await validar(nota(3, 1, linea(10_001)))
    expect([code, error]).toEqual(['BALANCE_EXCEEDED', expect.stringContaining('tipo 61 folio 70')])
    expect((await validar(nota(3, 1, linea(10_000)))).ok).toBe(true)
    const anulada = await app.post('/v1/dte/33/1/anular', { motivo: 'Datos equivocados' })
    expect([anulada.body.code, anulada.body.error]).toEqual([
      'BALANCE_EXCEEDED',
      expect.stringContaining('tipo 61 folio 70'),
    ])
  })

  test('comes back when a person takes the link away, and goes when he makes it', async () => {
    await ventas(propia, alCliente(70, 50_000))
    const [{ id }] = (await app.get(`/v1/rcv/vinculaciones?rut=${RECEPTOR.rut}&tipo_dte=33&folio=1`)).body
      .data
    expect((await app.delete(`/v1/rcv/vinculacion/${id}`)).status).toBe(204)
    expect(await deDocumento()).toBe(119_000)
    const llave = (tipo_dte: number, folio: number) => ({ rut: RECEPTOR.rut, tipo_dte, folio })
    await app.post('/v1/rcv/vinculacion', { nc: llave(61, 70), factura: llave(33, 1), monto: 11_900 })
    expect((await document(app, 33, 1)).saldo_componentes).toEqual({
      neto: 90_000,
      iva: 17_100,
      total: 107_100,
    })
  })

  test('loses what the SII has under the folio of a note of here that it rejected', async () => {
    annulAtSii(app, 61, 1)
    await emitir(nota(3, 1, linea(1000)))
    await app.settle()
    expect((await document(app, 61, 1)).estado_sii).toBe('rechazado')
    await ventas(propia, alCliente(1, 50_000))
    expect(await deFila(1)).toBe(59_500)
  })

  const debito = (folio: number, neto: number, over: Linea = {}) => ({
    ...alCliente(folio, neto, over),
    'Tipo Doc': 56,
  })
  const sobreNota = (tipo: number, folio: number): Linea => ({
    'Tipo Docto. Referencia': tipo,
    'Folio Docto. Referencia': folio,
  })

  test('counts what notes over those notes leave of them, whoever issued either', async () => {
    // A debit of elsewhere that a credit of elsewhere takes back: nothing remains of both.
    await ventas(propia, debito(501, 10_000), alCliente(901, 10_000, sobreNota(56, 501)))
    expect(await deDocumento()).toBe(119_000)
    expect((await validar(nota(3, 1, linea(100_001)))).code).toBe('BALANCE_EXCEEDED')
    // A credit of here that a debit of elsewhere takes back.
    await emitir(nota(3, 1, linea(40_000)))
    await app.settle()
    expect(await deDocumento()).toBe(71_400)
    await ventas(propia, alCliente(1, 40_000), debito(502, 40_000, sobreNota(61, 1)))
    expect(await deDocumento()).toBe(119_000)
    // A debit of here that a credit of elsewhere takes back.
    await emitir(nota(3, 1, { ...linea(20_000), tipo_dte: 56 }))
    await app.settle()
    expect(await deDocumento()).toBe(142_800)
    await ventas(
      propia,
      alCliente(1, 40_000),
      debito(502, 40_000, sobreNota(61, 1)),
      alCliente(902, 20_000, sobreNota(56, 1)),
    )
    expect(await deDocumento()).toBe(119_000)
  })

  test('counts a note that names it though the register lacks it, and looks for no other invoice of that note', async () => {
    await emitir(factura(linea(30_000)))
    await app.settle()
    await ventas(propia, alCliente(70, 30_000, sobre(2)))
    expect((await document(app, 33, 2)).saldo).toBe(0)
    expect((await app.get('/v1/rcv/202611/nc-pendientes')).body.data).toEqual([])
    expect((await app.post('/v1/dte/33/2/anular', { motivo: 'Datos' })).body.code).toBe('BALANCE_EXCEEDED')
    // Its month comes later: linked as any other.
    await ventas(
      propia,
      alCliente(70, 30_000, sobre(2)),
      fila(33, 2, 30_000, { 'Fecha Docto': '20/11/2026' }),
    )
    expect([(await document(app, 33, 2)).saldo, await deVinculo(2)]).toEqual([0, 0])
    await ventas(propia)
    expect((await document(app, 33, 2)).saldo).toBe(35_700)
  })

  test('takes the whole of a note whose parts are not those of the document', async () => {
    await ventas(propia, alCliente(70, 0, { 'Monto Exento': 70_000, 'Monto total': 70_000 }))
    const { saldo, saldo_componentes } = await document(app, 33, 1)
    expect(saldo).toBe(49_000)
    expect(saldo_componentes.neto + saldo_componentes.iva).toBe(49_000)
  })

  test('ends where notes name each other in a circle', async () => {
    await ventas(propia, debito(501, 10_000, sobreNota(61, 901)), alCliente(901, 10_000, sobreNota(56, 501)))
    expect(await deDocumento()).toBe(119_000)
  })

  test('ends where a note of elsewhere and one of here name each other', async () => {
    await emitir(nota(3, 1, linea(40_000)))
    await app.settle()
    await ventas(propia, debito(501, 10_000, sobreNota(61, 2)))
    await emitir({
      ...sobreRegistrada(3, 10_000),
      referencias: [{ tipo_documento: '56', folio: 501, fecha: '2026-11-20', codigo: 3 }],
    })
    await ventas(propia, alCliente(1, 40_000), debito(501, 10_000, sobreNota(61, 2)))
    expect(await deDocumento()).toBe(71_400)
  })

  test('adds a debit note that names several to the first of them alone', async () => {
    await emitir(factura(linea(30_000)))
    await app.settle()
    await ventas(
      propia,
      fila(33, 2, 30_000, { 'Fecha Docto': '20/11/2026' }),
      debito(71, 10_000, { 'Folio Docto. Referencia': '1-2' }),
    )
    expect([await deDocumento(), (await document(app, 33, 2)).saldo]).toEqual([130_900, 35_700])
  })

  test('loses a debit note over several of its credit notes once, in the order in which it names them', async () => {
    await ventas(
      propia,
      alCliente(70, 20_000),
      alCliente(71, 30_000),
      debito(501, 25_000, { 'Tipo Docto. Referencia': 61, 'Folio Docto. Referencia': '70-71' }),
    )
    expect(await deDocumento()).toBe(89_250)
    const { notas_del_registro } = await document(app, 33, 1)
    expect(notas_del_registro.map(({ monto }: { monto: number }) => monto)).toEqual([29_750])
  })

  test('gets back once what a debit note takes of a credit note over several', async () => {
    await emitir(factura(linea(30_000)))
    await app.settle()
    await ventas(
      propia,
      fila(33, 2, 30_000, { 'Fecha Docto': '20/11/2026' }),
      alCliente(70, 130_000, { 'Folio Docto. Referencia': '1-2' }),
      debito(501, 20_000, sobreNota(61, 70)),
    )
    expect((await deDocumento()) + (await document(app, 33, 2)).saldo).toBe(23_800)
  })

  test('ignores a note to another party, and one that went away', async () => {
    await ventas(propia, alCliente(70, 50_000, { 'Rut cliente': '90000012-K' }))
    expect(await deDocumento()).toBe(119_000)
    await ventas(propia, alCliente(71, 50_000))
    await ventas(propia)
    expect(await deDocumento()).toBe(119_000)
  })
})

test('of a boleta counts the note of elsewhere that names it: the register has none of its kind', async () => {
  await emitir(boleta())
  await app.settle()
  const { saldo } = await document(app, 39, 1)
  const nota = fila(61, 2004, 0, {
    'Rut cliente': '66666666-6',
    'Tipo Docto. Referencia': 39,
    'Folio Docto. Referencia': 1,
    'Monto Neto': Math.round(saldo / 1.19),
    'Monto IVA': saldo - Math.round(saldo / 1.19),
    'Monto total': saldo,
  })
  await ventas(nota)
  expect((await document(app, 39, 1)).saldo).toBe(0)
  expect((await app.post('/v1/dte/39/1/anular', { motivo: 'Datos' })).body.code).toBe('BALANCE_EXCEEDED')
})

test('of what a note names without a link changes when a person links the note with another, and changes back', async () => {
  await emitir(factura(linea(30_000)))
  await app.settle()
  const deOtra = { 'Fecha Docto': '20/11/2026' }
  await ventas(fila(33, 900, 100_000, deOtra), fila(61, 70, 30_000, { ...sobre(1), ...deOtra }))
  expect((await document(app, 33, 1)).saldo).toBe(0)
  const llave = (tipo_dte: number, folio: number) => ({ rut: RECEPTOR.rut, tipo_dte, folio })
  const { data } = (
    await app.post('/v1/rcv/vinculacion', { nc: llave(61, 70), factura: llave(33, 900), monto: 35_700 })
  ).body
  expect([await deFila(900), (await document(app, 33, 1)).saldo]).toEqual([83_300, 35_700])
  expect((await app.delete(`/v1/rcv/vinculacion/${data.id}`)).status).toBe(204)
  expect([await deFila(900), (await document(app, 33, 1)).saldo]).toEqual([119_000, 0])
})

test('of an export takes the same share in its currency as a linked note takes of its pesos', async () => {
  await emitir(exportacion())
  await app.settle()
  const { saldo: pesos, receptor } = await document(app, 110, 1)
  const venta = (tipo: number, folio: number, monto: number, over: Linea = {}) =>
    fila(tipo, folio, 0, {
      'Rut cliente': receptor.rut,
      'Fecha Docto': '20/11/2026',
      'Monto Exento': monto,
      'Monto total': monto,
      ...over,
    })
  const over = { 'Tipo Docto. Referencia': 110, 'Folio Docto. Referencia': 1 }
  await ventas(venta(110, 1, pesos), venta(112, 900, pesos, over))
  expect([pesos > 0, (await document(app, 110, 1)).saldo]).toEqual([true, 0])
  expect((await app.post('/v1/dte/110/1/anular', { motivo: 'Datos' })).body.code).toBe('BALANCE_EXCEEDED')
})

test('of what a buyer issued counts his note, though one of ours has its folio', async () => {
  await emitir(factura(linea(100_000)))
  await app.settle()
  await emitir(nota(3, 1, linea(1000)))
  const deComprador = { 'Rut cliente': '90000012-K' }
  await ventas(
    fila(46, 7, 100_000, deComprador),
    fila(61, 1, 40_000, {
      ...deComprador,
      'NCE o NDE sobre Fact. de Compra': 1,
      'Tipo Docto. Referencia': 46,
      'Folio Docto. Referencia': 7,
    }),
  )
  const { documentos } = (await app.get('/v1/rcv/202611?tipo=venta&tipo_dte=46&q=7')).body.data
  expect(documentos[0].saldo).toBe(71_400)
})

describe('of a purchase', () => {
  const PROVEEDOR = '90000012-K'
  const compra = (tipo: number, folio: number, neto: number, over: Linea = {}): Linea =>
    compraDe(folio, neto, { 'Tipo Doc': tipo, ...over })
  const compras = async (...rows: Linea[]) =>
    expect((await importar(app, '202611', archivoDe('compra', 'REGISTRO', rows))).status).toBe(201)

  test('counts its own notes, and not those of ours with the same numbers', async () => {
    // A note of here over our own 33 900 is none over a supplier's, nor is our 61 1 the supplier's.
    await ventas(fila(33, 900, 100_000))
    await emitir(sobreRegistrada(3, 20_000))
    await compras(compra(33, 900, 100_000), compra(61, 1, 50_000))
    const llave = (tipo_dte: number, folio: number) => ({ rut: PROVEEDOR, tipo_dte, folio })
    const linked = await app.post('/v1/rcv/vinculacion', { nc: llave(61, 1), factura: llave(33, 900) })
    expect([linked.status, linked.body.data.factura.saldo]).toEqual([201, 59_500])
    expect(await deFila(900, 'compra')).toBe(59_500)
    expect(await deFila(900)).toBe(95_200)
  })

  test("counts no note of here over one of ours with the number of the supplier's", async () => {
    await ventas(fila(61, 7, 50_000, sobre(901)))
    await emitir({
      ...sobreRegistrada(3, 50_000),
      tipo_dte: 56,
      referencias: [{ tipo_documento: '61', folio: 7, fecha: '2026-11-12', codigo: 3 }],
    })
    app.store.client.exec("UPDATE documento SET estado_sii = 'aceptado' WHERE tipo_dte = 56")
    await compras(compra(33, 900, 100_000), compra(61, 7, 50_000))
    const llave = (tipo_dte: number, folio: number) => ({ rut: PROVEEDOR, tipo_dte, folio })
    await app.post('/v1/rcv/vinculacion', { nc: llave(61, 7), factura: llave(33, 900) })
    expect(await deFila(900, 'compra')).toBe(59_500)
  })
})
