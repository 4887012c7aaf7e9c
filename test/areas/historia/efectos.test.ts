// A document of elsewhere in guides and beside the register (areas/historia §4).

import { describe, expect, test } from 'bun:test'
import { FACTURA, latin1 } from '../../support/archivos-recibidos'
import { document, emit, linea } from '../../support/emision'
import { factura, RECEPTOR } from '../../support/emisor'
import { addImported, archiveOf, importFiles } from '../../support/historia'
import { guia } from '../../support/solicitudes'
import { type CompanyApp, testAppWithFolios } from '../../support/test-app'

/** Another program's two guides, the first invoiced. */
async function elsewhere(): Promise<Record<string, Buffer>> {
  const app = await testAppWithFolios({ folios: { 33: 20, 52: 20 } })
  await emit(app, guia({}, { detalle: [{ nombre: 'Ladrillo fiscal', precio: 1000 }] }))
  await emit(app, guia({}, { detalle: [{ nombre: 'Ladrillo fiscal', precio: 1000 }] }))
  await app.settle()
  await app.post('/v1/dte/guias/facturar', { guias: [1] })
  await app.settle()
  return archiveOf(app)
}
let made: Promise<Record<string, Buffer>> | undefined
const files = () => (made ??= elsewhere())
const newcomer = () => testAppWithFolios({ folios: { 33: 20, 52: 20 } })

/** The register's row of an invoice of the company. */
const inRegister = ({ store, tenant }: CompanyApp, folio: number, total: number) =>
  store.client
    .prepare(
      `INSERT INTO rcv_documento (id, empresa_id, ambiente, lado, rut, tipo_dte, folio, periodo, estado_contable, fecha_emision,
         monto_total, datos, orden, origen, busqueda, visto_en)
       VALUES (?, ?, 'simulacion', 'venta', '77123456-9', 33, ?, '202611', 'REGISTRO', '2026-11-20', ?, '{}', 1, 'csv', '', '2026')`,
    )
    .run(`rcv_${folio}`, tenant.empresaId, folio, total)

describe('guides of elsewhere', () => {
  test('are covered by the invoice that names them, and the others are invoiced here', async () => {
    const app = await newcomer()
    const { body } = await importFiles(app, await files())
    expect(body.data.documentos).toMatchObject({ nuevo: 3 })
    const guias = (await app.get('/v1/dte/guias')).body.data
    expect(guias).toMatchObject([
      { folio: 2, facturable: true },
      { folio: 1, facturable: false, facturada_por: { tipo_dte: 33, folio: 1 } },
    ])
    expect((await app.post('/v1/dte/guias/facturar', { guias: [2] })).status).toBe(202)
  })

  test('from before the day that the company sets are not', async () => {
    const app = await newcomer()
    await importFiles(app, await files())
    expect((await app.get('/v1/historia/ajustes')).body.data).toEqual({
      guias_facturables_desde: '2026-10-01',
    })
    await app.put('/v1/historia/ajustes', { guias_facturables_desde: '2026-12-01' })
    const { status, body } = await app.post('/v1/dte/guias/facturar', { guias: [2] })
    expect([status, body.code]).toEqual([422, 'GUIDE_NOT_INVOICEABLE'])
    expect(body.detalles).toMatchObject([{ regla: 'importada' }])
  })
})

describe('the register of sales', () => {
  test('accepts a document of its total, whichever of the two came first, and no other', async () => {
    const app = await newcomer()
    const total = (await document(app, 33, 1))?.monto_total as number | undefined
    expect(total).toBeUndefined()
    await importFiles(app, await files())
    const { monto_total } = await document(app, 33, 1)
    inRegister(app, 1, monto_total + 1)
    expect((await document(app, 33, 1)).estado_sii).toBe('no_consultado')
    const other = await newcomer()
    inRegister(other, 1, monto_total)
    await importFiles(other, await files())
    expect((await document(other, 33, 1)).estado_sii).toBe('aceptado')
    const later = await newcomer()
    await importFiles(later, await files())
    inRegister(later, 1, monto_total)
    expect((await document(later, 33, 1)).estado_sii).toBe('aceptado')
    const sums = (await later.get('/v1/resumen?desde=2026-11-01&hasta=2026-11-30')).body.data.documentos
    expect(sums.filter((d: { tipo_dte: number }) => d.tipo_dte === 33)).toMatchObject([
      { estado_sii: 'aceptado' },
    ])
  })

  test('vouches for a document whose signature and stamp are no good', async () => {
    const app = await newcomer()
    const xml = (await files())['DTE_33_1.xml']!.toString('latin1')
    const total = Number(/<MntTotal>(\d+)/.exec(xml)![1])
    inRegister(app, 1, total)
    const doubtful = xml.replace('<TpoTranVenta>1<', '<TpoTranVenta>2<').replace(/<MNT>\d+</, '<MNT>1<')
    const { body } = await importFiles(app, { 'a.xml': Buffer.from(doubtful, 'latin1') })
    expect(body.data.documentos).toMatchObject({ nuevo: 1, en_duda: 0 })
  })
})

test('a factura issued here after the import is as any other', async () => {
  const app = await newcomer()
  await importFiles(app, await files())
  await emit(app, factura())
  await app.settle()
  expect(await document(app, 33, 2)).toMatchObject({ origen: 'emitido', estado_sii: 'aceptado' })
})

describe('a document that the register alone told of', () => {
  test('gets its XML where the total is the same, and is a conflict where it is not', async () => {
    const app = await newcomer()
    await emit(app, factura())
    await app.settle()
    const xml = (await files())['DTE_33_1.xml']!.toString('latin1')
    const at = (folio: number) => Buffer.from(xml.replace('<Folio>1<', `<Folio>${folio}<`), 'latin1')
    addImported(app, { tipo: 33, folio: 1 }, { folio: 901, fecha: '2026-11-03', registro: true })
    const { monto_total } = await document(app, 33, 901)
    const other = await importFiles(app, { 'otro.xml': at(901) })
    expect(other.body.data.documentos).toMatchObject({ conflicto: 1 })
    const same = Buffer.from(
      at(901)
        .toString('latin1')
        .replace(/<MntTotal>\d+</, `<MntTotal>${monto_total}<`),
      'latin1',
    )
    const better = await importFiles(app, { 'mismo.xml': same })
    expect(better.body.data.documentos).toMatchObject({ mejorado: 1 })
    expect(await document(app, 33, 901)).toMatchObject({ contenido: 'xml', firmado_at: expect.any(String) })
    expect((await app.get('/v1/dte/xml/33/901')).status).toBe(200)
  })
})

test('what others sent to the company goes through the door of received documents', async () => {
  const app = await newcomer()
  const own = '76543210-3'
  const recibida = FACTURA.replaceAll(own, '96790240-3').replaceAll(RECEPTOR.rut, own)
  const { body } = await importFiles(app, { 'recibida.xml': latin1(recibida) })
  expect(body.data.documentos).toMatchObject({ recibido: 1, nuevo: 0 })
  expect((await app.get('/v1/recibidos')).body.paginacion.total).toBe(1)
})

test('a note about a document in conflict moves no sum of the one that is here', async () => {
  const other = await testAppWithFolios({ folios: { 33: 20, 61: 20 } })
  await emit(other, factura())
  await other.settle()
  await other.post('/v1/dte/33/1/anular', { motivo: 'Otro cliente' })
  await other.settle()
  const app = await newcomer()
  await emit(app, factura(linea(500_000)))
  await app.settle()
  const { saldo } = await document(app, 33, 1)
  const { body } = await importFiles(app, await archiveOf(other))
  expect(body.data.documentos).toMatchObject({ conflicto: 1 })
  expect((await document(app, 33, 1)).saldo).toBe(saldo)
  const lines = (await app.get(`/v1/historia/${body.data.id}/archivos?estado=nuevo`)).body.data
  expect(lines.map(({ motivo }: { motivo: string | null }) => motivo)).toContain(
    'Es sobre el documento tipo 33 folio 1, que está en conflicto: no se enlaza',
  )
})
