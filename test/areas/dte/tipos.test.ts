// The types beyond factura and boleta as a client of the API sees them: totals, amounts in pesos, balances of exports, and the
// moment of departure of a guide (http §1–4, http §10).

import { describe, expect, test } from 'bun:test'
import { createDocumentos } from '../../../src/areas/dte/documento/documento-store'
import {
  compra,
  exportacion,
  guia,
  liquidacion,
  notaExportacion,
  type Solicitud,
} from '../../support/solicitudes'
import { type TestApp, testAppWithCompany, testAppWithFolios } from '../../support/test-app'

const folios = { 33: 5, 43: 5, 46: 5, 52: 5, 110: 5, 111: 5, 112: 5 }
const validar = async (body: Solicitud) => {
  const app = await testAppWithCompany()
  const reply = await app.post('/v1/dte/validar', body)
  expect(reply.status).toBe(200)
  return reply.body.data
}
const emitir = (app: TestApp, body: Solicitud) => app.post('/v1/dte/emitir', body)
const saldo = (app: TestApp) =>
  app.store.client.prepare('SELECT saldo FROM documento WHERE tipo_dte = 110').pluck().get()

describe('POST /v1/dte/validar', () => {
  test('shows the totals of an export in its currency and in pesos', async () => {
    const { totales, detalle } = await validar(exportacion())
    expect(totales).toEqual({
      moneda: 'DOLAR USA',
      monto_exento: 1015,
      monto_total: 1015,
      otra_moneda: { moneda: 'PESO CL', tipo_cambio: 945.32, monto_exento: 959500, monto_total: 959500 },
    })
    expect(detalle[0]).toMatchObject({ cantidad: 40, precio: 25.375, monto: 1015, exento: 1 })
  })

  test('shows the global lines that freight and insurance of an export make (http §2)', async () => {
    const aduana = { monto_flete: 200.5, monto_seguro: 35 }
    const { DscRcgGlobal, totales } = await validar(exportacion({ aduana }))
    expect(DscRcgGlobal).toEqual([
      { linea: 1, tipo: 'R', glosa: 'Flete', tipo_valor: '$', valor: 200.5, afecta_exento: 1 },
      { linea: 2, tipo: 'R', glosa: 'Seguro', tipo_valor: '$', valor: 35, afecta_exento: 1 },
    ])
    expect(totales.monto_total).toBe(1250.5)
    expect(await validar(exportacion())).not.toHaveProperty('DscRcgGlobal')
  })

  test('shows the equivalent of a national document and the IVA of third parties in numbers', async () => {
    const { totales } = await validar(
      compra(
        { retencion: { codigo: 33 } },
        { otra_moneda: { moneda: 'USD', tipo_cambio: 1000 }, iva_terceros: 586 },
      ),
    )
    expect(totales).toMatchObject({ iva_propio: 43_000, iva_terceros: 586, monto_total: 254_634 })
    expect(totales.otra_moneda).toEqual({
      moneda: 'DOLAR USA',
      tipo_cambio: 1000,
      monto_neto: 229.4,
      monto_iva: 43.586,
      impuestos: [{ codigo: 33, tasa: 8, monto: 18.352 }],
      iva_no_retenido: 25.234,
      monto_total: 254.634,
    })
  })

  test('shows commissions and withholdings', async () => {
    expect((await validar(liquidacion())).totales).toEqual({
      monto_neto: 100_000,
      tasa_iva: 19,
      monto_iva: 19_000,
      comisiones: { valor_neto: 1000, valor_exento: 0, iva: 190 },
      monto_total: 117_810,
    })
    expect((await validar(compra())).totales).toEqual({
      monto_neto: 229_400,
      tasa_iva: 19,
      monto_iva: 43_586,
      impuestos: [{ codigo: 15, tasa: 19, monto: 43_586 }],
      monto_total: 229_400,
    })
  })

  test('answers 422 with every fault of a block', async () => {
    const app = await testAppWithCompany()
    const { status, body } = await app.post('/v1/dte/validar', exportacion({ moneda: 'ZZZ', tipo_cambio: 0 }))
    expect(status).toBe(422)
    expect(body.code).toBe('VALIDATION_ERROR')
    expect(body.detalles.map(({ campo }: { campo: string }) => campo)).toEqual([
      'exportacion.moneda',
      'exportacion.tipo_cambio',
    ])
  })
})

describe('an export among the documents', () => {
  test('counts in pesos wherever it is listed, and shows its currency by itself', async () => {
    const app = await testAppWithFolios({ folios })
    expect((await emitir(app, exportacion())).status).toBe(202)
    const list = await app.get('/v1/documentos?monto_min=959500&monto_max=959500')
    expect(list.body.data).toMatchObject([{ tipo_dte: 110, monto_exento: 959500, monto_total: 959500 }])
    const one = await app.get('/v1/documentos/110/1')
    expect(one.body.data).toMatchObject({
      monto_total: 959500,
      totales: { moneda: 'DOLAR USA', monto_total: 1015, otra_moneda: { monto_total: 959500 } },
    })
  })

  test('is balanced by notes at its own exchange rate, whatever that of the note', async () => {
    const app = await testAppWithFolios({ folios })
    await emitir(app, exportacion())
    const nota = (precio: number, codigo: number) =>
      notaExportacion(
        112,
        { codigo },
        {
          detalle: [{ nombre: 'Return', precio }],
          exportacion: { moneda: 'USD', tipo_cambio: 1100 },
        },
      )
    expect((await emitir(app, nota(15, 3))).status).toBe(202)
    expect(saldo(app)).toBe(959500 - 14180)
    const tooMuch = await emitir(app, nota(1001, 3))
    expect([tooMuch.status, tooMuch.body.code]).toEqual([422, 'BALANCE_EXCEEDED'])
    expect((await emitir(app, nota(1000, 3))).status).toBe(202)
    expect(saldo(app)).toBe(0)
    const debit = notaExportacion(111, {}, { detalle: [{ nombre: 'More', precio: 1 }] })
    expect((await emitir(app, debit)).status).toBe(202)
    // A debit counts once the SII has accepted it.
    await app.settle()
    expect(saldo(app)).toBe(945)
  })

  test('is voided by the same amount of its currency alone', async () => {
    const app = await testAppWithFolios({ folios })
    await emitir(app, exportacion())
    const anula = (over: object) => notaExportacion(112, { codigo: 1 }, over)
    const other = await emitir(app, anula({ exportacion: { moneda: 'EUR', tipo_cambio: 945.32 } }))
    expect([other.status, other.body.code]).toEqual([422, 'AMOUNT_MISMATCH'])
    const less = await emitir(app, anula({}))
    expect([less.status, less.body.code]).toEqual([422, 'AMOUNT_MISMATCH'])
    const whole = { detalle: [{ nombre: 'All', cantidad: 40, precio: 25.375 }] }
    expect((await emitir(app, anula(whole))).status).toBe(202)
  })

  test('reaches the SII with the amount of its currency', async () => {
    const app = await testAppWithFolios({ folios })
    const { body } = await emitir(app, exportacion({}, { detalle: [{ nombre: 'Gold', precio: 10.0725 }] }))
    await app.drainJobs()
    const job = await app.get(`/v1/dte/emision/${body.data.job_id}`)
    expect(job.body.data).toMatchObject({ estado: 'completed', result: { monto_total: 9522 } })
    expect(job.body.data.result.xml_firmado).toContain('<MNT>10.0725</MNT>')
  })
})

test('a guide leaves at the moment it is issued, Chile time, unless it says another', async () => {
  const app = await testAppWithFolios({ folios })
  await emitir(app, guia())
  await emitir(app, guia({ hora_salida: '18:30' }))
  const documentos = createDocumentos(app.store)
  const salida = (folio: number) => {
    const row = documentos.byFolio({ empresaId: app.tenant.empresaId, ambiente: 'simulacion' }, 52, folio)!
    return documentos.contenido(row).dte.transporte!.horaSalida
  }
  expect([salida(1), salida(2)]).toEqual(['11:02:11', '18:30:00'])
})
