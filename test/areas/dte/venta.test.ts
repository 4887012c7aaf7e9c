// A credit note repeats the kind of sale of its factura (domain/dte §2.4; http §1), and the newer fields as
// a client of the API sees them once they were issued.

import { describe, expect, test } from 'bun:test'
import { emit, linea, nota } from '../../support/emision'
import { boleta, factura } from '../../support/emisor'
import { type TestApp, testAppWithFolios } from '../../support/test-app'

const folios = { 33: 9, 39: 9, 61: 9 }
const xml = async (app: TestApp, tipo: number, folio: number): Promise<string> => {
  // A note goes once its document was judged.
  for (let i = 0; i < 3; i++) {
    await app.drainJobs()
    app.advance(60_000)
  }
  return (await app.get(`/v1/dte/xml/${tipo}/${folio}`)).body
}

describe('a credit note', () => {
  test('repeats the kind of sale of what it is over, told or voided with', async () => {
    const app = await testAppWithFolios({ folios })
    await emit(app, factura({ tipo_transaccion_venta: 2 }))
    await emit(app, nota(3, 1, linea(1000)))
    expect(await xml(app, 61, 1)).toContain('<TpoTranVenta>2</TpoTranVenta>')
    await emit(app, factura({ tipo_transaccion_venta: 3 }))
    await app.drainJobs()
    expect((await app.post('/v1/dte/33/2/anular', { motivo: 'Error' })).status).toBe(202)
    expect(await xml(app, 61, 2)).toContain('<TpoTranVenta>3</TpoTranVenta>')
  })

  test('that tells another is refused with the true one', async () => {
    const app = await testAppWithFolios({ folios })
    await emit(app, factura({ tipo_transaccion_venta: 2 }))
    const con = (tipo_transaccion_venta: number) =>
      app.post('/v1/dte/validar', nota(3, 1, { ...linea(1000), tipo_transaccion_venta }))
    expect(await con(1)).toMatchObject({
      status: 422,
      body: {
        detalles: [
          {
            campo: 'tipo_transaccion_venta',
            regla: 'referencia',
            mensaje: expect.stringContaining('el documento que la nota modifica dice 2'),
          },
        ],
      },
    })
    expect((await con(2)).status).toBe(200)
  })

  test('of a factura issued elsewhere says what it is told', async () => {
    const app = await testAppWithFolios({ folios })
    await emit(app, nota(3, 9000, { ...linea(1000), tipo_transaccion_venta: 3 }))
    expect(await xml(app, 61, 1)).toContain('<TpoTranVenta>3</TpoTranVenta>')
  })
})

describe('a boleta above the threshold', () => {
  const grande = { detalle: [{ nombre: 'Cabaña', precio: 6_000_000 }] }

  test('goes by the rows that the operator adds (TIMBRE_UMBRAL_BOLETA)', async () => {
    const app = await testAppWithFolios({ folios, umbrales: [{ desde: '2026-11-01', umbral: '7000000' }] })
    expect((await app.post('/v1/dte/emitir', boleta(grande))).status).toBe(202)
    const normal = await testAppWithFolios({ folios })
    const { status, body } = await normal.post('/v1/dte/emitir', boleta(grande))
    expect([status, body.detalles.map(({ campo }: { campo: string }) => campo)]).toEqual([
      422,
      ['receptor.rut', 'receptor.razon_social', 'medio_pago'],
    ])
  })

  test('leaves means of payment, mail and telephone out of the XML under the brake, and keeps them', async () => {
    const body = boleta({
      ...grande,
      medio_pago: 2,
      receptor: { rut: '12345678-5', razon_social: 'Ana', email: 'ana@example.cl', telefono: '+5691' },
    })
    for (const [formatoDte, written] of [
      ['2.5', true],
      ['2.2', false],
    ] as const) {
      const app = await testAppWithFolios({ folios, formatoDte })
      await emit(app, body)
      const text = await xml(app, 39, 1)
      for (const tag of ['MedioPago', 'CorreoRecep', 'TelefonoRecep'])
        expect([formatoDte, tag, text.includes(`<${tag}>`)]).toEqual([formatoDte, tag, written])
    }
  })
})
