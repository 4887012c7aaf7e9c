// POST /v1/rcv/:periodo/importar with the page's summary of the sales: its boletas come in no other file (domain/rcv §2).

import { beforeEach, describe, expect, test } from 'bun:test'
import { type CompanyApp, testAppWithCompany } from '../../support/test-app'
import { archivo, archivoDe, importar, rutOf, ventaDe } from './archivos'

let app: CompanyApp
beforeEach(async () => {
  app = await testAppWithCompany()
})

const CABECERA = 'Tipo Documento;Total Documentos;Monto Exento;Monto Neto;Monto IVA;Monto Total\r\n'
const BOLETAS = 'Total Oper. del mes Boleta Electr.(39);17;0;141598;26902;168500\r\n'
const VOUCHERS = 'Total mes Comprobantes Pago Electrónico(48);3;0;10000;1900;11900\r\n'
const MES = '/v1/rcv/202611'

const post = async (rows: string, query = '') =>
  (await importar(app, '202611', Buffer.from(CABECERA + rows, 'latin1'), query)).body.data
const boletas = async () =>
  (await app.get(MES)).body.data.resumen
    .filter((one: { detalle: string }) => one.detalle === 'resumen')
    .map((one: Record<string, unknown>) => [one.tipo_dte, one.documentos, one.monto_iva, one.monto_total])
const codigo = async (code: number) =>
  (await app.get(`${MES}/f29`)).body.data.formulario.find((one: { codigo: number }) => one.codigo === code)
    ?.valor

describe('the summary of the sales', () => {
  test('brings the sums of boletas and vouchers, told one by one, to the month and its return', async () => {
    expect(await post(BOLETAS + VOUCHERS)).toEqual({
      tipo: 'venta',
      estado: 'REGISTRO',
      documentos: 0,
      nuevos: 0,
      modificados: 0,
      ausentes: 0,
      movidos: 0,
      totales: [
        {
          tipo_dte: 39,
          documentos: 17,
          monto_exento: 0,
          monto_neto: 141598,
          monto_iva: 26902,
          monto_total: 168500,
        },
        {
          tipo_dte: 48,
          documentos: 3,
          monto_exento: 0,
          monto_neto: 10000,
          monto_iva: 1900,
          monto_total: 11900,
        },
      ],
      advertencias: [],
    })
    expect(await boletas()).toEqual([
      [39, 17, 26902, 168500],
      [48, 3, 1900, 11900],
    ])
    expect([await codigo(110), await codigo(111), await codigo(759)]).toEqual([17, 26902, 1900])
    const { sincronizacion } = (await app.get(MES)).body.data
    expect(sincronizacion.estado).toBe('parcial')
  })

  test('changes nothing when it comes again, and replaces what it said before', async () => {
    await post(BOLETAS + VOUCHERS)
    await post(BOLETAS + VOUCHERS)
    expect(await boletas()).toHaveLength(2)
    await post(BOLETAS.replace('17;0;141598;26902;168500', '18;0;142598;27092;169690'))
    expect(await boletas()).toEqual([[39, 18, 27092, 169690]])
  })

  test('outlives an import of the details, in either order', async () => {
    await post(BOLETAS)
    await importar(app, '202611', archivo('venta'))
    expect(await boletas()).toEqual([[39, 17, 26902, 168500]])
    await importar(app, '202611', archivo('venta'))
    await post(BOLETAS)
    expect(await boletas()).toEqual([[39, 17, 26902, 168500]])
  })

  test('stores nothing with simular, and leaves what is known with modo=agregar', async () => {
    expect((await post(BOLETAS, '?simular=true')).totales).toHaveLength(1)
    expect((await app.get(MES)).status).toBe(404)
    await post(BOLETAS)
    const more = await post(BOLETAS.replace(';17;', ';16;') + VOUCHERS, '?modo=agregar')
    expect(more.totales.map((one: { tipo_dte: number }) => one.tipo_dte)).toEqual([48])
    expect(more.advertencias[0].code).toBe('ALREADY_KNOWN')
    expect((await boletas())[0]).toEqual([39, 17, 26902, 168500])
  })

  test('tells what sums it drops, and a name of another company or month', async () => {
    await post(BOLETAS + VOUCHERS)
    const archivo_base64 = Buffer.from(CABECERA + BOLETAS).toString('base64')
    const nombre = 'RCV_RESUMEN_VENTA_99999999_202404.csv'
    const { advertencias } = (await app.post(`${MES}/importar`, { archivo_base64, nombre })).body.data
    expect(advertencias).toMatchObject([
      { code: 'DOCUMENTS_ABSENT', documentos: expect.any(Number), iva: 1900 },
      { code: 'FILE_NAME_DIFFERS', mensaje: expect.stringContaining('RUT 99999999') },
      { code: 'FILE_NAME_DIFFERS', mensaje: expect.stringContaining('mes 202404') },
    ])
  })

  test('compares the types that have details with the documents, and tells the difference', async () => {
    await importar(
      app,
      '202611',
      archivoDe('venta', 'REGISTRO', [
        ventaDe(1, 1000, { 'Rut cliente': rutOf(77654321), 'Razon Social': 'Uno' }),
      ]),
    )
    const same = 'Factura Electrónica(33);1;0;1000;190;1190\r\n'
    expect((await post(same + BOLETAS)).advertencias).toEqual([])
    const { advertencias } = await post(same.replace(';1;', ';2;') + BOLETAS)
    expect(advertencias.map((one: Record<string, unknown>) => [one.code, one.lineas])).toEqual([
      ['SUMMARY_DIFFERS', '2'],
    ])
    expect((await app.get(MES)).body.data.resumen).toHaveLength(2)
  })

  test.each([
    [
      BOLETAS.replace('168500', '168501'),
      ['2'],
      'línea 2 por $1; puede ser que cada documento redondee un peso',
    ],
    [BOLETAS.replace('168500', '168600') + VOUCHERS, ['2'], 'línea 2 por $100'],
    [
      VOUCHERS.replace('11900', '11901') + BOLETAS.replace('168500', '168499'),
      ['2-3'],
      'línea 2 por $1, línea 3 por $1; ',
    ],
    [BOLETAS + VOUCHERS, [], ''],
  ])('tells totals that are not their amounts: %p', async (rows, lineas, words) => {
    const told = (await post(rows)).advertencias.filter(
      ({ code }: { code: string }) => code === 'TOTAL_MISMATCH',
    )
    expect(told.map((one: { lineas: string }) => one.lineas)).toEqual(lineas)
    expect(told.map(({ mensaje }: { mensaje: string }) => mensaje).join()).toContain(words)
  })

  test.each([
    ['without the code of a type', BOLETAS.replace('(39)', ''), 'linea[2].Tipo Documento'],
    ['with a type twice', BOLETAS + BOLETAS, 'linea[3].Tipo Documento'],
    ['with an amount that lacks', BOLETAS.replace('26902', ''), 'linea[2].Monto IVA'],
    ['with boletas below zero', BOLETAS.replace(';26902', ';-26902'), 'linea[2].Monto IVA'],
  ])('is refused %s', async (_, rows, campo) => {
    const { status, body } = await importar(app, '202611', CABECERA + rows)
    expect([status, body.code, body.detalles[0].campo]).toEqual([422, 'VALIDATION_ERROR', campo])
    expect((await app.get(MES)).status).toBe(404)
  })

  test('tells all that is wrong at once', async () => {
    const { body } = await importar(
      app,
      '202611',
      CABECERA + BOLETAS.replace('26902', '') + VOUCHERS.replace('(48)', ''),
    )
    expect(body.error).toBe('El archivo tiene 2 errores, en las líneas 2-3; no se guardó nada')
  })

  test('of the purchases says that the details bring all of it', async () => {
    const text = 'Tipo Documento;Total Documentos;Monto Exento;Monto Neto;IVA Recuperable;Monto Total\r\n'
    const { body } = await importar(app, '202611', text)
    expect(body.error).toContain('El archivo es el resumen de las compras')
  })
})
