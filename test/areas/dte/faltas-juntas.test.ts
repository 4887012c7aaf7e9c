// Every fault of a request at once, those that only the database can tell too (http §8).

import { describe, expect, test } from 'bun:test'
import { emit, linea, nota } from '../../support/emision'
import { factura, RECEPTOR } from '../../support/emisor'
import { type Reply, type TestApp, testAppWithFolios } from '../../support/test-app'

const told = ({ body }: Reply): string[] =>
  body.detalles.map(({ campo, regla }: { campo: string; regla: string }) => `${campo} ${regla}`)

const CORREO_MALO = { receptor: { ...RECEPTOR, email: 7 } }
const LONG = 'x'.repeat(101)

/** A company with one factura of 133,876 issued. */
async function conFactura(folios: Record<number, number> = { 33: 9, 61: 9 }): Promise<TestApp> {
  const app = await testAppWithFolios({ folios })
  await emit(app)
  await app.settle()
  return app
}

const emitir = (app: TestApp, body: object) => app.post('/v1/dte/emitir', body)

describe('a note with faults of its own', () => {
  test('is also told that what it refers to was never issued', async () => {
    const app = await conFactura()
    for (const path of ['/v1/dte/emitir', '/v1/dte/validar']) {
      const reply = await app.post(
        path,
        nota(3, 5, { ...CORREO_MALO, detalle: [{ nombre: 'Ajuste', precio: -1 }] }),
      )
      expect(reply).toMatchObject({ status: 422, body: { code: 'VALIDATION_ERROR' } })
      expect(told(reply).sort()).toEqual([
        'detalle[0].precio minimo',
        'receptor.email tipo',
        'referencias[0].folio referencia',
      ])
    }
  })

  test('is also told that what it refers to is void', async () => {
    const app = await conFactura()
    await emit(app, nota(1))
    await app.settle()
    expect(told(await emitir(app, nota(3, 1, { ...CORREO_MALO, ...linea(100) })))).toEqual([
      'receptor.email tipo',
      'referencias[0].folio vigente',
    ])
  })

  test('is also told that its amounts do not fit, where no fault touches them', async () => {
    const app = await conFactura()
    const long = { referencia_externa: LONG }
    expect(told(await emitir(app, nota(3, 1, { ...long, ...linea(900_000) })))).toEqual([
      'referencia_externa largo_max',
      'referencias[0].codigo saldo',
    ])
    expect(told(await emitir(app, nota(1, 1, { ...long, ...linea(100) })))).toEqual([
      'referencia_externa largo_max',
      'referencias[0].codigo monto',
    ])
  })

  test('hears nothing of amounts that a fault may touch, nor of a reference that cannot be read', async () => {
    const app = await conFactura()
    const misspelt = { DscRcgGlobl: [], ...linea(900_000) }
    expect(told(await emitir(app, nota(3, 1, misspelt)))).toEqual(['DscRcgGlobl desconocido'])
    const body = nota(3, 1, {
      ...linea(900_000),
      referencias: [
        { tipo_documento: 33, folio: 1, fecha: '2026-11-20', codigo: 3 },
        { tipo_documento: 33, folio: 5, fecha: 'ayer', codigo: 3 },
      ],
    })
    expect(told(await emitir(app, body))).toEqual(['referencias[1].fecha fecha'])
  })

  test('learns nothing of documents of another company', async () => {
    const app = await conFactura()
    const other = await app.registerCompany()
    const reply = await app.post('/v1/dte/validar', nota(3, 1, CORREO_MALO), other.key)
    expect(told(reply)).toEqual(['receptor.email tipo'])
  })
})

describe('the stock of folios', () => {
  test('is told of with the other faults when it is empty, but alone it is NO_FOLIOS', async () => {
    const app = await conFactura({ 33: 1 })
    expect(told(await emitir(app, factura(CORREO_MALO)))).toEqual(['receptor.email tipo', 'tipo_dte folios'])
    expect(told(await emitir(app, nota(1, 1, linea(100))))).toEqual([
      'referencias[0].codigo monto',
      'tipo_dte folios',
    ])
    expect(await emitir(app, factura())).toMatchObject({
      status: 409,
      body: { code: 'NO_FOLIOS', detalles: [{ tipo_dte: 33, disponibles: 0 }] },
    })
  })

  test('is no fault of a document that is only looked at', async () => {
    const app = await testAppWithFolios({ folios: {} })
    expect(told(await app.post('/v1/dte/validar', factura(CORREO_MALO)))).toEqual(['receptor.email tipo'])
  })

  test('refuses a date from before its CAF with the other faults, and no folio moves', async () => {
    const app = await testAppWithFolios({ folios: { 33: 5 } })
    const early = { fecha_emision: '2026-11-18' }
    expect(told(await emitir(app, factura({ ...CORREO_MALO, ...early })))).toEqual([
      'receptor.email tipo',
      'fecha_emision antes_del_caf',
    ])
    expect(told(await emitir(app, factura(early)))).toEqual(['fecha_emision antes_del_caf'])
    expect((await emitir(app, factura())).body.data.folio).toBe(1)
  })
})
