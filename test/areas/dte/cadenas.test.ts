// Voids of voids: whatever is voided, judged or given up in whatever order, a balance tells what the notes that stand have
// left of it, and never falls below zero (http §1.3; domain/dte §7.3).

import { describe, expect, test } from 'bun:test'
import { annulAtSii, discard, document, emit, job, linea, nota, saldo } from '../../support/emision'
import { factura } from '../../support/emisor'
import { type CompanyApp, testAppWithFolios } from '../../support/test-app'

/** Total of `factura()`. */
const TOTAL = 133_876

const anular = (app: CompanyApp, tipo: number, folio: number) =>
  app.post(`/v1/dte/${tipo}/${folio}/anular`, { motivo: 'Datos del cliente equivocados' })

/** A company whose first factura was accepted, and then voided by the credit note 1. */
async function conAnulada(): Promise<CompanyApp> {
  const app = await testAppWithFolios({ folios: { 33: 9, 56: 9, 61: 9 } })
  await emit(app)
  await app.settle()
  await anular(app, 33, 1)
  await app.settle()
  return app
}

const facturaAnulada = { saldo: 0, anulado_por: { tipo_dte: 61, folio: 1 } }

describe('a debit note that voided a credit note', () => {
  test('does nothing when it was voided itself before the SII had judged it', async () => {
    const app = await conAnulada()
    expect((await anular(app, 61, 1)).status).toBe(202)
    expect((await anular(app, 56, 1)).status).toBe(202)
    await app.settle()
    expect(await document(app, 61, 2)).toMatchObject({ estado_sii: 'aceptado' })
    expect(await document(app, 56, 1)).toMatchObject({ saldo: 0, anulado_por: { tipo_dte: 61, folio: 2 } })
    expect(await document(app, 61, 1)).toMatchObject({ saldo: TOTAL, anulado_por: null })
    expect(await document(app, 33, 1)).toMatchObject(facturaAnulada)
  })

  test('does nothing when the SII rejected it, though the note that voids it is given up', async () => {
    const app = await conAnulada()
    annulAtSii(app, 56, 1)
    await anular(app, 61, 1)
    const { job_id: id } = (await anular(app, 56, 1)).body.data
    await app.settle()
    expect(await document(app, 56, 1)).toMatchObject({ estado_sii: 'rechazado' })
    expect(await job(app, id)).toMatchObject({ estado: 'failed' })
    expect((await discard(app, id, true)).status).toBe(200)
    expect(await document(app, 33, 1)).toMatchObject(facturaAnulada)
  })

  test('counts again when the SII rejects the note that voids it', async () => {
    const app = await conAnulada()
    await anular(app, 61, 1)
    await app.settle()
    annulAtSii(app, 61, 2)
    await anular(app, 56, 1)
    expect(await document(app, 33, 1)).toMatchObject(facturaAnulada)
    await app.settle()
    expect(await document(app, 61, 2)).toMatchObject({ estado_sii: 'rechazado' })
    expect(await document(app, 33, 1)).toMatchObject({ saldo: TOTAL, anulado_por: null })
  })

  test('cannot be voided once the factura that it brought back was voided anew', async () => {
    const app = await conAnulada()
    await anular(app, 61, 1)
    await app.settle()
    expect((await anular(app, 33, 1)).status).toBe(202)
    await app.settle()
    expect(await anular(app, 56, 1)).toMatchObject({
      status: 422,
      body: {
        code: 'BALANCE_EXCEEDED',
        detalles: [{ regla: 'saldo', mensaje: expect.stringContaining('tipo 33 folio 1') }],
      },
    })
    expect(await document(app, 33, 1)).toMatchObject({ saldo: 0, anulado_por: { tipo_dte: 61, folio: 2 } })
  })
})

test('nothing is voided while a debit note over it waits for its verdict, and nothing is added to what is being voided', async () => {
  const app = await conAnulada()
  const debito = (tipo: number, folio: number) =>
    factura({
      tipo_dte: 56,
      ...linea(50),
      referencias: [{ tipo_documento: tipo, folio, fecha: '2026-11-20', codigo: 3 }],
    })
  await emit(app)
  await app.settle()
  await emit(app, debito(33, 2))
  const early = await anular(app, 33, 2)
  expect([early.status, early.body.code]).toEqual([409, 'INVALID_STATE'])
  expect(early.body.error).toContain('en curso una nota de débito')
  expect((await anular(app, 61, 1)).status).toBe(202)
  expect((await app.post('/v1/dte/emitir', debito(61, 1))).body.code).toBe('INVALID_STATE')
  await app.settle()
  expect(await saldo(app, 33, 2)).toBe(TOTAL + 60)
  expect(await document(app, 61, 1)).toMatchObject({ saldo: 0, anulado_por: { tipo_dte: 56, folio: 2 } })
})

test('a debit note that added to a factura cannot be voided once that was credited; said when validating too', async () => {
  const app = await testAppWithFolios({ folios: { 33: 9, 56: 9, 61: 9 } })
  const referencias = [{ tipo_documento: 33, folio: 1, fecha: '2026-11-20', codigo: 3 }]
  await emit(app, factura(linea(100)))
  await app.settle()
  await emit(app, factura({ tipo_dte: 56, ...linea(50), referencias }))
  await app.settle()
  await emit(app, nota(3, 1, linea(120)))
  expect(await saldo(app, 33, 1)).toBe(119 + 60 - 143)
  expect((await anular(app, 56, 1)).body.code).toBe('BALANCE_EXCEEDED')
  const porMano = factura({
    tipo_dte: 61,
    ...linea(50),
    referencias: [{ tipo_documento: 56, folio: 1, fecha: '2026-11-20', codigo: 1 }],
  })
  expect((await app.post('/v1/dte/validar', porMano)).body.code).toBe('BALANCE_EXCEEDED')
  expect(await saldo(app, 33, 1)).toBe(36)
})
