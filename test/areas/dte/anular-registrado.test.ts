// Voiding a document that another program issued, from what the register says of it (http §1.4).

import { describe, expect, test } from 'bun:test'
import { document } from '../../support/emision'
import { RECEPTOR } from '../../support/emisor'
import { type CompanyApp, testAppWithFolios } from '../../support/test-app'
import { archivoDe, importar, type Linea, ventaDe } from '../rcv/archivos'

const venta = (folio: number, over: Linea = {}): Linea => ventaDe(folio, 100_000, over)

const half = { 'Monto Neto': 50_000, 'Monto IVA': 9500, 'Monto total': 59_500 }

async function conRegistro(...rows: Linea[]): Promise<CompanyApp> {
  const app = await testAppWithFolios({ folios: { 33: 5, 56: 9, 61: 20 } })
  await importar(app, '202611', archivoDe('venta', 'REGISTRO', rows))
  return app
}
const anular = (app: CompanyApp, tipo: number, folio: number) =>
  app.post(`/v1/dte/${tipo}/${folio}/anular`, { motivo: 'Datos del cliente equivocados' })

describe('POST /v1/dte/:tipo/:folio/anular of a document issued elsewhere', () => {
  test('that the register knows issues its note, equal to it, and warns', async () => {
    const app = await conRegistro(venta(900), venta(901, { 'Monto Exento': 5000, 'Monto total': 124_000 }))
    expect(await anular(app, 33, 900)).toMatchObject({
      status: 202,
      body: {
        data: {
          tipo_dte: 61,
          folio: 1,
          advertencias: [{ code: 'REFERENCE_NOT_VERIFIED', campo: 'referencias[0].folio' }],
        },
      },
    })
    expect(await anular(app, 33, 901)).toMatchObject({ status: 202, body: { data: { folio: 2 } } })
    await app.settle()
    expect(await document(app, 61, 1)).toMatchObject({
      monto_neto: 100_000,
      monto_iva: 19_000,
      monto_total: 119_000,
      rut_receptor: RECEPTOR.rut,
      referencias: [
        {
          tipo_documento: '33',
          folio: '900',
          fecha: '2026-11-12',
          codigo: 1,
          razon: 'Datos del cliente equivocados',
        },
      ],
    })
    expect(await document(app, 61, 2)).toMatchObject({ monto_exento: 5000, monto_total: 124_000 })
  })

  test('repeats its answer under the same Idempotency-Key, though the register no longer has the document', async () => {
    const app = await conRegistro(venta(900), venta(901))
    const headers = { ...app.tenant.key, 'idempotency-key': 'anula-900' }
    const ask = () => app.post('/v1/dte/33/900/anular', { motivo: 'Otro cliente' }, headers)
    const first = await ask()
    expect(first.status).toBe(202)
    await importar(app, '202611', archivoDe('venta', 'REGISTRO', [venta(901)]))
    expect((await anular(app, 33, 900)).status).toBe(404)
    expect(await ask()).toMatchObject({ status: 202, body: first.body })
  })

  test('is refused once a note of here took a part of it, and where who bought issued it', async () => {
    const app = await conRegistro(venta(900), venta(7, { 'Tipo Doc': 46 }))
    const referencias = [{ tipo_documento: '33', folio: 900, fecha: '2026-11-12', codigo: 3 }]
    const parte = {
      tipo_dte: 61,
      receptor: RECEPTOR,
      referencias,
      detalle: [{ nombre: 'Baja', precio: 40_000 }],
    }
    expect((await app.post('/v1/dte/emitir', parte)).status).toBe(202)
    expect((await anular(app, 33, 900)).body).toMatchObject({
      code: 'BALANCE_EXCEEDED',
      detalles: [{ saldo: 119_000 - 47_600, monto_total: 119_000 }],
    })
    const { status, body } = await anular(app, 46, 7)
    expect([status, body.error]).toEqual([404, expect.stringContaining('la emitió quien compró')])
  })

  test('rounds as the document did, whose prices may have borne the VAT', async () => {
    // 2,490 gross: a net of 2,092 and a VAT of 398, where 19 % of the net is 397.
    const gross = { 'Monto Neto': 2092, 'Monto IVA': 398, 'Monto total': 2490 }
    const app = await conRegistro(
      venta(900, gross),
      venta(901, { 'Monto IVA': 18_000, 'Monto total': 118_000 }),
    )
    expect((await anular(app, 33, 900)).status).toBe(202)
    expect(await document(app, 61, 1)).toMatchObject({ monto_neto: 2092, monto_iva: 398, monto_total: 2490 })
    const refused = await anular(app, 33, 901)
    expect([refused.status, refused.body.code]).toEqual([422, 'REFERENCE_NOT_VERIFIED'])
  })

  test('takes the receiver from the customer of that RUT', async () => {
    const app = await conRegistro(venta(900))
    expect((await app.post('/v1/clientes', { ...RECEPTOR, razon_social: 'Ferretería Ñuble' })).status).toBe(
      201,
    )
    const codes = (await anular(app, 33, 900)).body.data.advertencias.map(
      ({ code }: { code: string }) => code,
    )
    expect(codes).toContain('RECEIVER_FROM_CUSTOMER')
  })

  test('voids once, and notes of the register count', async () => {
    const app = await conRegistro(
      venta(900),
      venta(901),
      venta(70, { 'Tipo Doc': 61, 'Tipo Docto. Referencia': 33, 'Folio Docto. Referencia': 901, ...half }),
    )
    expect((await anular(app, 33, 900)).status).toBe(202)
    const again = await anular(app, 33, 900)
    expect([again.status, again.body.code]).toEqual([409, 'INVALID_STATE'])
    const part = await anular(app, 33, 901)
    expect([part.status, part.body.code]).toEqual([422, 'BALANCE_EXCEEDED'])
    expect(part.body.detalles).toEqual([{ saldo: 59_500, monto_total: 119_000 }])
    // The note itself is voided by one of debit.
    expect(await anular(app, 61, 70)).toMatchObject({ status: 202, body: { data: { tipo_dte: 56 } } })
  })

  test('that the register does not tell whole is refused with the reference to issue it by', async () => {
    const app = await conRegistro(
      venta(900, {
        'Codigo Otro Imp.': 24,
        'Valor Otro Imp.': 31_500,
        'Tasa Otro Imp.': 31.5,
        'Monto total': 150_500,
      }),
    )
    const { status, body } = await anular(app, 33, 900)
    expect([status, body.code]).toEqual([422, 'REFERENCE_NOT_VERIFIED'])
    expect(body.error).toContain('POST /v1/dte/emitir')
    expect(body.detalles).toMatchObject([
      { tipo_dte: 61, referencias: [{ tipo_documento: '33', folio: '900', fecha: '2026-11-12', codigo: 1 }] },
    ])
  })

  test('that has a further tax of nothing is voided as one without', async () => {
    const app = await conRegistro(
      venta(900, { 'Codigo Otro Imp.': 24, 'Valor Otro Imp.': 0, 'Tasa Otro Imp.': 0 }),
      venta(901, { 'Valor Otro Imp.': 0 }),
    )
    for (const folio of [900, 901]) expect((await anular(app, 33, folio)).status).toBe(202)
  })

  test('that nobody knows is not found, with what to do; a folio that was never taken, without', async () => {
    const app = await conRegistro(venta(900))
    const unknown = await anular(app, 33, 77_777)
    expect([unknown.status, unknown.body.code]).toEqual([404, 'NOT_FOUND'])
    expect(unknown.body.error).toContain('POST /v1/rcv/:periodo/importar')
    expect(unknown.body.detalles).toMatchObject([
      { tipo_dte: 61, referencias: [{ folio: '77777', codigo: 1 }] },
    ])
    const never = await anular(app, 33, 3)
    expect([never.status, never.body.detalles]).toEqual([404, undefined])
    expect(never.body.error).toContain('su folio no se ha usado')
  })

  test('of another company is not found', async () => {
    const app = await conRegistro(venta(900))
    const other = await app.registerCompany()
    const { status } = await app.post('/v1/dte/33/900/anular', { motivo: 'No' }, other.key)
    expect(status).toBe(404)
  })
})
