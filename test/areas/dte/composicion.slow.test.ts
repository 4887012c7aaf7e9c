// Notes are held against the components of what they modify, not against its total (http §1.3; domain/dte §7.3, §6.11).

import { describe, expect, test } from 'bun:test'
import { annulAtSii, discard, document, emit, fail, linea, nota, saldo } from '../../support/emision'
import { boleta, factura, RECEPTOR } from '../../support/emisor'
import { compra, exportacion, guia, liquidacion, notaExportacion } from '../../support/solicitudes'
import { type CompanyApp, testAppWithFolios } from '../../support/test-app'

const FOLIOS = { 33: 9, 34: 9, 39: 9, 43: 9, 46: 9, 52: 9, 56: 9, 61: 30, 110: 9, 111: 9, 112: 9 }
const FECHA = '2026-11-20'
/** The simulator rejects what goes to this receiver, its folio used (http §24). */
const RECHAZADO = { ...RECEPTOR, rut: '90000002-2' }

const ref = (tipo: number, folio = 1, codigo = 3) => ({
  tipo_documento: tipo,
  folio,
  fecha: FECHA,
  codigo,
})

/** A note over the first document of a type. */
const sobre = (tipoDte: number, tipo: number, detalle: object[], over: object = {}) =>
  factura({ tipo_dte: tipoDte, referencias: [ref(tipo)], detalle, ...over })

const afecta = (precio: number, over: object = {}) => ({ nombre: 'Afecta', precio, ...over })
const exenta = (precio: number) => ({ nombre: 'Exenta', precio, exento: true })
/** Under tax 24, liquor at 31.5 %. */
const licor = (precio: number) => ({ nombre: 'Licor', precio, impuesto_adicional: 24 })

/** A company whose one document was accepted. */
async function con(body: object): Promise<CompanyApp> {
  const app = await testAppWithFolios({ folios: FOLIOS })
  await emit(app, body)
  await app.settle()
  return app
}

/** The components that a note asks too much of, as `name left asked`. */
async function excess(app: CompanyApp, body: object): Promise<string[]> {
  const before = (await app.get('/v1/documentos')).body.paginacion.total
  const { status, body: answer } = await app.post('/v1/dte/emitir', body)
  expect([status, answer.code]).toEqual([422, 'BALANCE_EXCEEDED'])
  expect((await app.get('/v1/documentos')).body.paginacion.total).toBe(before)
  return answer.detalles.map((d: { campo: string; componente: string; saldo: number; pedido: number }) => {
    expect(d.campo).toBe('referencias[0].codigo')
    return `${d.componente} ${d.saldo} ${d.pedido}`
  })
}

const warnings = async (app: CompanyApp, body: object): Promise<string[]> => {
  const { status, body: answer } = await app.post('/v1/dte/emitir', body)
  expect([status, answer.error]).toEqual([202, undefined])
  return (answer.data.advertencias ?? []).map(({ code }: { code: string }) => code)
}

describe('a credit note takes only what its document bears', () => {
  test('no VAT from an exempt invoice', async () => {
    const app = await con(factura({ tipo_dte: 34, ...linea(50_000) }))
    expect(await excess(app, sobre(61, 34, [afecta(42_000)]))).toEqual(['neto 0 42000'])
    await emit(app, sobre(61, 34, [exenta(42_000)]))
    expect(await document(app, 34, 1)).toMatchObject({
      saldo: 8000,
      saldo_componentes: { exento: 8000, total: 8000 },
    })
  })

  test.each([
    ['a folio of no range of ours', ref(34, 900_000)],
    ['a void of it', ref(41, 900_000, 1)],
    ['a text correction that carries amounts', { ...ref(34, 900_000, 2), razon: 'Giro' }],
    ['of another issuer', { ...ref(34, 7), rut_otro: '77123456-9' }],
    ['several at once', { ...ref(34, 0), global: 1, razon: 'Folios 2 a 30' }],
    ['an exempt invoice on paper', ref(32, 12)],
    ['an exempt boleta on paper', ref(38, 12)],
  ])('no VAT over an exempt document that is not ours either, for its type says it: %s', async (_, other) => {
    const app = await testAppWithFolios({ folios: FOLIOS })
    // A 56 voids credit notes alone.
    for (const tipo of other.codigo === 1 ? [61] : [61, 56]) {
      const body = (detalle: object[]) => sobre(tipo, 34, detalle, { referencias: [other] })
      expect(await excess(app, body([afecta(42_000), exenta(10)]))).toEqual(['neto 0 42000'])
      expect((await app.post('/v1/dte/emitir', body([exenta(42_000)]))).status).toBe(202)
    }
  })

  test('VAT of what is not ours where one of several documents may bear it', async () => {
    const app = await testAppWithFolios({ folios: FOLIOS })
    const body = sobre(61, 34, [afecta(10)], { referencias: [ref(34, 900_000), ref(33, 900_000)] })
    expect(await warnings(app, body)).toEqual(['REFERENCE_NOT_VERIFIED', 'REFERENCE_NOT_VERIFIED'])
  })

  test('net from net and exempt from exempt, each fault with what is left and what was asked', async () => {
    const app = await con(factura({ detalle: [afecta(100_000), exenta(30_000)] }))
    expect(await excess(app, sobre(61, 33, [exenta(30_001)]))).toEqual(['exento 30000 30001'])
    await emit(app, sobre(61, 33, [exenta(20_000)]))
    expect(await excess(app, sobre(61, 33, [afecta(100_001), exenta(10_001)]))).toEqual([
      'neto 100000 100001',
      'exento 10000 10001',
    ])
    expect(await document(app, 33, 1)).toMatchObject({
      saldo: 129_000,
      saldo_componentes: { neto: 100_000, iva: 19_000, exento: 10_000, total: 129_000 },
    })
    await emit(app, sobre(61, 33, [afecta(100_000), exenta(10_000)]))
    expect(await document(app, 33, 1)).toMatchObject({ saldo: 0, saldo_componentes: { total: 0 } })
  })

  test('no additional tax from an invoice without it, nor plain net from one that bears it all', async () => {
    const app = await con(factura(linea(100_000)))
    expect(await excess(app, sobre(61, 33, [licor(1000)]))).toEqual(['impuesto_24 0 1000'])
    const taxed = await con(factura({ detalle: [licor(100_000), afecta(5000)] }))
    expect(await excess(taxed, sobre(61, 33, [afecta(5001)]))).toEqual(['neto_sin_impuestos 5000 5001'])
    await emit(taxed, sobre(61, 33, [licor(60_000), afecta(5000)]))
    expect(await document(taxed, 33, 1)).toMatchObject({
      saldo_componentes: {
        neto: 40_000,
        iva: 7600,
        impuestos: [{ codigo: 24, base: 40_000, monto: 12_600 }],
        total: 60_200,
      },
    })
    expect(await excess(taxed, sobre(61, 33, [licor(40_001)]))).toContain('impuesto_24 40000 40001')
  })

  test('with the withholding of a purchase invoice, never without', async () => {
    const app = await con(compra())
    const body = (detalle: object[]) => sobre(61, 46, detalle)
    expect(await excess(app, body([afecta(1000)]))).toEqual(['neto_sin_impuestos 0 1000'])
    await emit(app, body([afecta(100_000, { impuesto_adicional: 15 })]))
    expect(await saldo(app, 46, 1)).toBe(740 * 310 - 100_000)
  })

  test('and no more commission than a purchase invoice subtracts (domain/dte §1.2)', async () => {
    const con_ = (valor_neto: number) => ({
      comisiones: [{ glosa: 'Corretaje', valor_neto, valor_exento: 0 }],
    })
    const app = await con(compra(con_(1000)))
    const body = (comision: number, precio = 100_000) =>
      sobre(61, 46, [afecta(precio, { impuesto_adicional: 15 })], { compra: con_(comision) })
    expect(await excess(app, body(1001))).toEqual(['comision_neta 1000 1001'])
    await emit(app, body(400))
    expect(await document(app, 46, 1)).toMatchObject({
      saldo: 740 * 310 - 100_000 - 714,
      saldo_componentes: { comisiones: { valor_neto: 600, valor_exento: 0, iva: 114 } },
    })
    const other = await con(compra(con_(1000)))
    expect((await other.post('/v1/dte/46/1/anular', { motivo: 'Error' })).status).toBe(202)
    await other.settle()
    expect(await saldo(other, 46, 1)).toBe(0)
  })

  test('in parts, however the IVA of each is rounded, and the balance ends at 0', async () => {
    const app = await con(factura(linea(100)))
    for (const part of [50, 50]) await emit(app, sobre(61, 33, [afecta(part)]))
    expect(await saldo(app, 33, 1)).toBe(0)
    expect(await excess(app, sobre(61, 33, [afecta(1)]))).toEqual(['neto 0 1'])
  })

  test('in parts of a gross price, each net rounded by itself (domain/dte §6.8)', async () => {
    const app = await con(boleta({ detalle: [{ nombre: 'Café', precio: 1000 }] }))
    const part = (precio: number) => sobre(61, 39, [afecta(precio)], { precio_incluye_iva: true })
    for (const precio of [333, 333, 334]) await emit(app, part(precio))
    expect(await saldo(app, 39, 1)).toBe(0)
    expect((await app.post('/v1/dte/emitir', part(10))).body.code).toBe('BALANCE_EXCEEDED')
  })

  test('of several documents together, each giving what it has', async () => {
    const app = await con(factura({ tipo_dte: 34, ...linea(50_000) }))
    await emit(app, factura(linea(100_000)))
    const both = (detalle: object[]) => factura({ tipo_dte: 61, referencias: [ref(34), ref(33)], detalle })
    expect(await excess(app, both([afecta(100_001), exenta(50_001)]))).toEqual([
      'neto 100000 100001',
      'exento 50000 50001',
    ])
    await emit(app, both([afecta(10_000), exenta(50_000)]))
    expect([await saldo(app, 34, 1), await saldo(app, 33, 1)]).toEqual([0, 107_100])
  })

  test('counts no note that was rejected, discarded or voided', async () => {
    const app = await con(factura(linea(100_000)))
    await emit(app, sobre(61, 33, [afecta(100_000)], { receptor: RECHAZADO }))
    await app.settle()
    await fail(app, 'envio', 'sin_permiso', 1)
    const id = await emit(app, sobre(61, 33, [afecta(100_000)]))
    await app.drainJobs()
    await discard(app, id, true)
    await emit(app, sobre(61, 33, [afecta(100_000)]))
    expect(await saldo(app, 33, 1)).toBe(0)
    await app.settle()
    await app.post('/v1/dte/61/2/anular', { motivo: 'Estaba bien' })
    await app.settle()
    expect(await saldo(app, 33, 1)).toBe(119_000)
    await emit(app, sobre(61, 33, [afecta(100_000)]))
  })

  test('a document issued elsewhere may bear what ours do not, and a global reference is not looked into', async () => {
    const app = await con(factura(linea(1000)))
    const with_ = (other: object) =>
      warnings(app, factura({ tipo_dte: 61, referencias: [ref(33), other], ...linea(50_000) }))
    expect(await with_(ref(33, 900_000))).toContain('REFERENCE_NOT_VERIFIED')
    const global = {
      tipo_documento: 33,
      folio: 0,
      fecha: FECHA,
      codigo: 3,
      global: 1,
      razon: 'Folios 2 a 30',
    }
    expect(await with_(global)).toContain('REFERENCE_NOT_VERIFIED')
    expect(await saldo(app, 33, 1)).toBe(0)
  })
})

describe('the credit of a building company', () => {
  const TASA = { tasa_credito_empresa_constructora: 0.65 }
  const parte = (precio: number, over: object = {}) => sobre(61, 33, [afecta(precio)], over)

  /** The refusal of a note for its credit. */
  async function refused(app: CompanyApp, body: object): Promise<string> {
    const { status, body: answer } = await app.post('/v1/dte/emitir', body)
    const [{ campo, regla, mensaje }] = answer.detalles
    expect([status, answer.code, answer.detalles.length]).toEqual([422, 'AMOUNT_MISMATCH', 1])
    expect([campo, regla]).toEqual(['tasa_credito_empresa_constructora', 'credito'])
    return mensaje
  }

  test('is in no credit note over a document without it, and in a debit note it is warned', async () => {
    const app = await con(factura(linea(10_000)))
    expect(await refused(app, parte(10_000, TASA))).toContain('no lleva crédito de empresas constructoras')
    expect(await saldo(app, 33, 1)).toBe(11_900)
    expect(await warnings(app, sobre(56, 33, [afecta(100)], TASA))).toEqual(['COMPONENT_NOT_IN_DOCUMENT'])
    const bearing = await con(factura({ ...linea(10_000), ...TASA }))
    expect(await warnings(bearing, sobre(56, 33, [afecta(100)], TASA))).toEqual([])
  })

  test('is given up by every credit note over a document that bears it, at its rate, to the end', async () => {
    const app = await con(factura({ ...linea(1_000_001), ...TASA }))
    expect(await saldo(app, 33, 1)).toBe(1_066_501)
    for (const over of [{}, { tasa_credito_empresa_constructora: 0.5 }]) {
      expect(await refused(app, parte(500_000, over))).toContain('con la misma tasa')
    }
    await emit(app, parte(500_000, TASA))
    await emit(app, parte(500_001, TASA))
    expect(await saldo(app, 33, 1)).toBe(0)
  })

  test('is no matter of a note without IVA, nor of a document that is not ours', async () => {
    const app = await con(factura({ detalle: [afecta(10_000), exenta(500)], ...TASA }))
    await emit(app, sobre(61, 33, [exenta(500)]))
    const elsewhere = parte(1000, { referencias: [ref(33, 900_000)], ...TASA })
    expect(await warnings(app, elsewhere)).toEqual(['REFERENCE_NOT_VERIFIED'])
  })
})

test('a liquidación is credited to its end, though its commissions lower its total (domain/dte §6.12)', async () => {
  const comisiones = [{ glosa: 'Corretaje', valor_neto: 20, valor_exento: 5 }]
  const settled = (nombre: string, monto: number, over: object = {}) => ({
    tipo_doc_liq: '33',
    nombre,
    monto,
    ...over,
  })
  const detalle = [settled('Afectas', 867), settled('Exentas', 17, { exento: true })]
  const app = await con(liquidacion({ detalle, liquidacion: { comisiones } }))
  expect(await saldo(app, 43, 1)).toBe(1020)
  for (const precio of [64, 785]) await emit(app, sobre(61, 43, [afecta(precio)]))
  expect(await excess(app, sobre(61, 43, [exenta(18), afecta(19)]))).toEqual(['neto 18 19', 'exento 17 18'])
  await emit(app, sobre(61, 43, [exenta(17)]))
  await emit(app, sobre(61, 43, [afecta(18)]))
  expect(await saldo(app, 43, 1)).toBe(0)
  expect(await excess(app, sobre(61, 43, [exenta(1)]))).toEqual(['exento 0 1'])
})

describe('a void equals its document in every tax', () => {
  test('also in the additional ones, though the total is the same', async () => {
    // 31.5 % of 20,000 and of 20.5 % (tax 25) of 20,000 differ, so the exempt line makes up for it.
    const app = await con(factura({ detalle: [licor(20_000), exenta(5000)] }))
    const vino = { nombre: 'Vino', precio: 20_000, impuesto_adicional: 25 }
    const { body } = await app.post(
      '/v1/dte/emitir',
      sobre(61, 33, [vino, exenta(7200)], { referencias: [ref(33, 1, 1)] }),
    )
    expect([body.code, body.detalles[0].regla]).toEqual(['AMOUNT_MISMATCH', 'impuestos'])
  })
})

describe('a debit note', () => {
  test('is warned of a component that its document lacks, but VAT over an exempt one is refused', async () => {
    const app = await con(factura(linea(100_000)))
    expect(await warnings(app, sobre(56, 33, [exenta(1000)]))).toEqual(['COMPONENT_NOT_IN_DOCUMENT'])
    expect(await warnings(app, sobre(56, 33, [licor(1000)]))).toContain('COMPONENT_NOT_IN_DOCUMENT')
    expect(await warnings(app, sobre(56, 33, [afecta(900_000)]))).toEqual([])
    await emit(app, factura({ tipo_dte: 34, ...linea(50_000) }))
    expect(await excess(app, sobre(56, 34, [afecta(10)]))).toEqual(['neto 0 10'])
    expect(await warnings(app, sobre(56, 34, [exenta(10)]))).toEqual([])
  })

  test('adds to the component that it charges, once accepted', async () => {
    const app = await con(factura(linea(100_000)))
    await emit(app, sobre(56, 33, [exenta(1000)]))
    expect(await excess(app, sobre(61, 33, [exenta(1000)]))).toEqual(['exento 0 1000'])
    await app.settle()
    await emit(app, sobre(61, 33, [exenta(1000)]))
    expect(await saldo(app, 33, 1)).toBe(119_000)
  })

  test('over a credit note gives back a part of what it took, and no more than it took', async () => {
    const app = await con(factura(linea(100_000)))
    await emit(app, sobre(61, 33, [afecta(30_000)]))
    await app.settle()
    expect(await excess(app, sobre(56, 61, [afecta(30_001)]))).toEqual(['neto 30000 30001'])
    await emit(app, sobre(56, 61, [afecta(20_000)]))
    // It waits for its verdict, and another one may not count on the same part meanwhile.
    expect(await excess(app, sobre(56, 61, [afecta(10_001)]))).toEqual(['neto 10000 10001'])
    expect([await saldo(app, 61, 1), await saldo(app, 33, 1)]).toEqual([35_700, 83_300])
    expect(await excess(app, sobre(61, 33, [afecta(70_001)]))).toEqual(['neto 70000 70001'])
    await app.settle()
    expect([await saldo(app, 61, 1), await saldo(app, 33, 1)]).toEqual([11_900, 107_100])
    expect(await excess(app, sobre(61, 33, [afecta(90_001)]))).toEqual(['neto 90000 90001'])
  })

  test('over a credit note is itself credited in part: each of the four has what the others leave it', async () => {
    const app = await con(factura(linea(100_000)))
    await emit(app, sobre(61, 33, [afecta(30_000)]))
    await app.settle()
    await emit(app, sobre(56, 61, [afecta(20_000)]))
    await app.settle()
    await emit(app, sobre(61, 56, [afecta(5000)]))
    const net = async (tipo: number, folio: number) =>
      (await document(app, tipo, folio)).saldo_componentes.neto
    expect([await net(33, 1), await net(61, 1), await net(56, 1), await net(61, 2)]).toEqual([
      85_000, 15_000, 15_000, 5000,
    ])
    await app.settle()
    annulAtSii(app, 56, 2)
    await emit(app, sobre(56, 61, [afecta(5000)], { referencias: [ref(61, 2)] }))
    await app.settle()
    expect(await document(app, 56, 2)).toMatchObject({ estado_sii: 'rechazado', saldo: 0 })
    expect(await net(33, 1)).toBe(85_000)
    await app.post('/v1/dte/61/2/anular', { motivo: 'Estaba bien' })
    await app.settle()
    expect([await net(33, 1), await net(61, 1), await net(56, 1)]).toEqual([90_000, 10_000, 20_000])
  })

  test('is itself credited in part, as far as its document still owes it', async () => {
    const app = await con(factura(linea(100_000)))
    await emit(app, sobre(56, 33, [afecta(10_000)]))
    await app.settle()
    await emit(app, sobre(61, 56, [afecta(4000)]))
    expect([await saldo(app, 56, 1), await saldo(app, 33, 1)]).toEqual([7140, 126_140])
    await emit(app, sobre(61, 33, [afecta(105_000)]))
    const { status, body } = await app.post('/v1/dte/emitir', sobre(61, 56, [afecta(6000)]))
    expect([status, body.code]).toEqual([422, 'BALANCE_EXCEEDED'])
    expect(body.error).toContain('tipo 33 folio 1')
  })
})

describe('a note never stands over the amounts of one of its kind', () => {
  test.each([
    [61, 1, 'anulacion', 'nota de débito (56)'],
    [61, 3, 'misma_nota', 'nota de débito (56)'],
    [56, 1, 'anulacion', 'nota de crédito (61)'],
    [56, 3, 'misma_nota', 'nota de crédito (61)'],
  ])('%i with codigo %i: it says what to do instead', async (tipo, codigo, regla, remedio) => {
    const app = await testAppWithFolios({ folios: FOLIOS })
    const body = sobre(tipo, tipo, [afecta(1000)], { referencias: [ref(tipo, 900_000, codigo)] })
    expect(await app.post('/v1/dte/emitir', body)).toMatchObject({
      status: 422,
      body: {
        detalles: [{ campo: 'referencias[0].codigo', regla, mensaje: expect.stringContaining(remedio) }],
      },
    })
  })

  test.each([
    [61, 52, 'use POST /v1/dte/guias/:folio/anular'],
    [56, 33, 'Lo anula un documento tipo 61'],
    [111, 110, 'Lo anula un documento tipo 112'],
    [56, 43, 'en negativo y una referencia a ella'],
    [61, 50, 'no anula un documento tipo 50'],
  ])('nor does a %i void a %i: it says what does', async (tipo, referido, salida) => {
    const app = await testAppWithFolios({ folios: FOLIOS })
    const referencias = [ref(referido, 900_000, 1)]
    const { body } = await app.post('/v1/dte/validar', sobre(tipo, referido, [afecta(1000)], { referencias }))
    const fault = body.detalles.find(({ regla }: { regla: string }) => regla === 'anulacion')
    expect(fault.mensaje).toEndWith(salida)
  })

  test('only its text may be corrected, without amounts', async () => {
    const app = await con(factura())
    await emit(app, nota(3, 1, linea(1000)))
    const text = (detalle: object) =>
      app.post(
        '/v1/dte/emitir',
        sobre(61, 61, [detalle], { referencias: [{ ...ref(61, 1, 2), razon: 'Giro' }] }),
      )
    expect((await text(afecta(10))).body.detalles).toMatchObject([{ regla: 'misma_nota' }])
    expect((await text({ nombre: 'Dice A, debe decir B' })).status).toBe(202)
  })
})

describe('an export that is never paid (domain/dte §6.11)', () => {
  const GRATIS = { forma_pago_exp: 21 }
  const libre = () => exportacion(GRATIS)
  const parte = (tipo: 111 | 112, precio: number, over: object = {}) =>
    notaExportacion(
      tipo,
      {},
      {
        detalle: [{ nombre: 'Parte', precio }],
        exportacion: { moneda: 'USD', tipo_cambio: 945.32, ...GRATIS },
        ...over,
      },
    )

  test('has a balance on MntExe: its partial 112 and then a 111 pass', async () => {
    const app = await con(libre())
    expect(await document(app, 110, 1)).toMatchObject({
      monto_total: 0,
      saldo: 959_500,
      saldo_componentes: { moneda: 'DOLAR USA', exento: 1015 },
    })
    expect(await warnings(app, parte(112, 500.1234))).toEqual([])
    expect(await document(app, 110, 1)).toMatchObject({ saldo_componentes: { exento: 514.8766 } })
    expect(await excess(app, parte(112, 514.8767))).toEqual(['exento 514.8766 514.8767'])
    await app.settle()
    expect(await warnings(app, parte(111, 100))).toEqual([])
    await app.settle()
    expect(await document(app, 111, 1)).toMatchObject({ estado_sii: 'aceptado' })
    expect(await document(app, 110, 1)).toMatchObject({ saldo_componentes: { exento: 614.8766 } })
    await emit(app, parte(112, 614.8766))
    expect(await saldo(app, 110, 1)).toBe(0)
    await app.settle()
    expect((await app.post('/v1/dte/112/2/anular', { motivo: 'Estaba bien' })).body.data.tipo_dte).toBe(111)
    await app.settle()
    expect(await document(app, 110, 1)).toMatchObject({ saldo_componentes: { exento: 614.8766 } })
  })

  test('can be voided whole, until a note took a part', async () => {
    const app = await con(libre())
    await emit(app, parte(112, 15))
    expect((await app.post('/v1/dte/110/1/anular', { motivo: 'No salió' })).body.code).toBe(
      'BALANCE_EXCEEDED',
    )
    const other = await con(libre())
    expect((await other.post('/v1/dte/110/1/anular', { motivo: 'No salió' })).status).toBe(202)
    expect(await saldo(other, 110, 1)).toBe(0)
  })

  test('warns a note that would pay', async () => {
    const app = await con(libre())
    const paid = { exportacion: { moneda: 'USD', tipo_cambio: 945.32 } }
    expect(await warnings(app, parte(112, 10, paid))).toEqual(['UNPAID_EXPORT'])
  })
})

describe('what came to nothing has no balance, in lists too', () => {
  const list = async (app: CompanyApp, query: string): Promise<number[]> =>
    (await app.get(`/v1/documentos?tipo_dte=33&${query}`)).body.data.map((d: { saldo: number }) => d.saldo)

  test('rejected, discarded and voided', async () => {
    const app = await testAppWithFolios({ folios: FOLIOS })
    await emit(app, factura({ receptor: RECHAZADO }))
    await app.settle()
    await fail(app, 'envio', 'sin_permiso', 1)
    const id = await emit(app)
    await app.drainJobs()
    await discard(app, id, false)
    await emit(app)
    await app.settle()
    await app.post('/v1/dte/33/3/anular', { motivo: 'Error' })
    expect(await list(app, '')).toEqual([0, 0, 0])
    expect(await list(app, 'con_saldo=true')).toEqual([])
    expect(await document(app, 33, 1)).toMatchObject({ saldo: 0, saldo_componentes: { total: 0 } })
    await app.settle()
    await app.post('/v1/dte/61/1/anular', { motivo: 'Estaba bien' })
    await app.settle()
    expect(await list(app, 'con_saldo=true')).toEqual([133_876])
  })

  test('a guide that was voided', async () => {
    const app = await con(guia())
    await app.post('/v1/dte/guias/1/anular', { motivo: 'No salió' })
    expect(await saldo(app, 52, 1)).toBe(0)
  })
})

describe('the date of an own document in a reference', () => {
  const dated = (fecha?: string, over: object = {}) => {
    const { fecha: _, ...rest } = ref(33)
    return factura({
      tipo_dte: 61,
      ...linea(10),
      referencias: [{ ...rest, ...(fecha && { fecha }), ...over }],
    })
  }

  test('is filled in when it is left out', async () => {
    const app = await con(factura())
    app.advance(3 * 86_400_000)
    await emit(app, dated())
    expect((await document(app, 61, 1)).referencias).toMatchObject([{ folio: '1', fecha: FECHA }])
    await app.settle()
    expect(await document(app, 61, 1)).toMatchObject({ estado_sii: 'aceptado' })
    const paper = await app.post('/v1/dte/validar', dated())
    expect(paper.status).toBe(200)
  })

  test('is refused when it is another, with the true one', async () => {
    const app = await con(factura())
    expect(await app.post('/v1/dte/emitir', dated('2026-11-19'))).toMatchObject({
      status: 422,
      body: { detalles: [{ campo: 'referencias[0].fecha', mensaje: expect.stringContaining(FECHA) }] },
    })
    const order = { tipo_documento: 801, folio: 'OC-1' }
    const body = factura({ referencias: [{ tipo_documento: 33, folio: 1, fecha: '2026-11-01' }, order] })
    const { detalles } = (await app.post('/v1/dte/emitir', body)).body
    expect(detalles.map(({ campo, regla }: { campo: string; regla: string }) => `${campo} ${regla}`)).toEqual(
      ['referencias[0].fecha referencia', 'referencias[1].fecha requerido'],
    )
  })

  test('must come for a document that is not of this system, and one that does not exist is told alone', async () => {
    const app = await con(factura())
    const told = async (over: object) =>
      (await app.post('/v1/dte/emitir', dated(undefined, over))).body.detalles.map(
        ({ campo, regla }: { campo: string; regla: string }) => `${campo} ${regla}`,
      )
    expect(await told({ folio: 900_000 })).toEqual(['referencias[0].fecha requerido'])
    expect(await told({ rut_otro: '11111111-1' })).toEqual(['referencias[0].fecha requerido'])
    expect(await told({ folio: 8 })).toEqual(['referencias[0].folio referencia'])
  })
})
