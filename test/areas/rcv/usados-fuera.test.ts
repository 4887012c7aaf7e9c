// A register, read at the SII or brought by a person, tells of folios that are still free here (areas/folios §2).

import { describe, expect, test } from 'bun:test'
import { document, emit, fail, heal, linea, nota } from '../../support/emision'
import { factura, RECEPTOR } from '../../support/emisor'
import { type CompanyApp, type TestApp, testAppWithFolios } from '../../support/test-app'
import { archivoDe, importar, ventaDe } from './archivos'
import { createRegistrados } from './registrados'

const venta = { operacion: 'VENTA', contraparte: '77123456-9' } as const
const ofFile = (folio: number) =>
  ventaDe(folio, 1000, { 'Fecha Docto': '02/10/2026', 'Fecha Recepcion': '02/10/2026 12:00:00' })

const stock = async (app: TestApp, tipo: number) =>
  (await app.get('/v1/dte/folios')).body.data.find((one: { tipo_dte: number }) => one.tipo_dte === tipo)
const huecos = async (app: TestApp) =>
  (await app.get('/v1/dte/folios/huecos?limite=100')).body.data.map(
    ({ tipo_dte, folio, estado, dicho_por }: Record<string, unknown>) => [tipo_dte, folio, estado, dicho_por],
  )

test('takes out of use the free folios of invoices that the SII has of another program, not those of notes, which may be of who bought', async () => {
  const app = await testAppWithFolios()
  const before = [await stock(app, 33), await stock(app, 61)]
  createRegistrados(app.store.client, app.tenant.cuentaId).put([
    { folio: 2, ...venta },
    { folio: 5, ...venta },
    { folio: 99_999, ...venta },
    { folio: 3, tipo: 61, ...venta },
  ])
  expect((await app.post('/v1/rcv/202611/sync', {})).status).toBe(200)
  expect(await huecos(app)).toEqual([
    [33, 2, 'emitido_fuera', 'sii'],
    [33, 5, 'emitido_fuera', 'sii'],
  ])
  expect(await stock(app, 33)).toMatchObject({
    por_conciliar: true,
    disponibles: before[0].disponibles - 2,
  })
  // The SII is asked about the note before another is issued.
  expect(await stock(app, 61)).toMatchObject({ por_conciliar: true, disponibles: before[1].disponibles })
})

describe('a file that a person brings, with documents whose folios are free here', () => {
  const cargar = (app: TestApp, ...rows: ReturnType<typeof ofFile>[]) =>
    importar(app, '202610', archivoDe('venta', 'REGISTRO', rows))

  /** Two programs of one company and one SII: the first issued three folios of a file, from one on, that the second loads too. */
  async function beside(desde: number): Promise<CompanyApp> {
    const shared = { folios: {}, simuladorCompartido: true }
    const other = await testAppWithFolios(shared)
    const caf = await other.post('/simulador/caf', { rut: '76543210-3', tipo_dte: 33, cantidad: 60 })
    const { caf_base64 } = caf.body.data
    await other.post('/v1/dte/folios', { caf_base64, siguiente: desde })
    for (let i = 0; i < 3; i++) await emit(other)
    await other.settle()
    const app = await testAppWithFolios({ ...shared, beside: other })
    // A person's word stands where the SII does not say.
    await fail(app, 'estado_dte', 'http_503')
    expect((await app.post('/v1/dte/folios', { caf_base64, siguiente: 1 })).status).toBe(201)
    await heal(app)
    return app
  }

  test('burns none of them, and tells', async () => {
    const app = await testAppWithFolios()
    const before = await stock(app, 33)
    const { body } = await cargar(app, ofFile(7), ofFile(8), ofFile(99_999))
    expect(body.data.advertencias).toMatchObject([
      { code: 'FOLIOS_USED_ELSEWHERE', documentos: 2, mensaje: expect.stringContaining('los folios 7-8, ') },
    ])
    expect(await huecos(app)).toEqual([])
    expect(await stock(app, 33)).toMatchObject({ por_conciliar: true, disponibles: before.disponibles })
  })

  test('has the SII asked before the next is taken: it has none of another company, so issuing goes on', async () => {
    const app = await testAppWithFolios()
    await cargar(app, ofFile(1), ofFile(2))
    expect((await app.post('/v1/dte/emitir', factura())).body.data.folio).toBe(1)
    expect(await stock(app, 33)).toMatchObject({ por_conciliar: false })
  })

  test('has the SII asked about these very folios: those that it has are taken by nobody again', async () => {
    // Among the folios that it is not asked about by itself.
    const app = await beside(7)
    await cargar(app, ofFile(7), ofFile(9))
    const folios: number[] = []
    for (let i = 0; i < 8; i++) folios.push((await app.post('/v1/dte/emitir', factura())).body.data.folio)
    expect(folios).toEqual([1, 2, 3, 4, 5, 6, 10, 11])
    await app.settle()
    for (const folio of folios) expect((await document(app, 33, folio)).estado_sii).toBe('aceptado')
    expect(await huecos(app)).toEqual([7, 8, 9].map((folio) => [33, folio, 'emitido_fuera', 'sii']))
  })

  test('lets a note be about one: the register knows what this server never issued', async () => {
    const app = await testAppWithFolios()
    const body = {
      ...nota(3, 7, linea(100)),
      referencias: [{ tipo_documento: '33', folio: 7, codigo: 3, fecha: '2026-10-02' }],
      receptor: { ...RECEPTOR, rut: '77123456-9' },
    }
    expect((await app.post('/v1/dte/validar', body)).body.code).toBe('REFERENCE_NOT_FOUND')
    await cargar(app, ofFile(7))
    const codes = async () =>
      (await app.post('/v1/dte/validar', body)).body.data.advertencias.map(
        (one: { code: string }) => one.code,
      )
    expect(await codes()).toContain('REFERENCE_NOT_VERIFIED')
    // Though the SII was asked and knows it not.
    await emit(app)
    expect(await stock(app, 33)).toMatchObject({ por_conciliar: false })
    expect(await codes()).toContain('REFERENCE_NOT_VERIFIED')
    expect((await app.post('/v1/dte/33/7/anular', { motivo: 'Otro cliente' })).status).toBe(202)
  })
})
