// GET /v1/rcv/emitidos-fuera: what a note may be about though it was issued elsewhere (http §26).

import { beforeAll, expect, test } from 'bun:test'
import { emit, nota } from '../../support/emision'
import { factura } from '../../support/emisor'
import { type CompanyApp, testAppWithFolios } from '../../support/test-app'
import { archivo, archivoDe, importar, ventaDe } from './archivos'

let app: CompanyApp
beforeAll(async () => {
  app = await testAppWithFolios()
  await importar(app, '202611', archivo('venta'))
  await importar(app, '202611', archivo('compra-registro'))
  await importar(
    app,
    '202610',
    archivoDe('venta', 'REGISTRO', [
      ventaDe(990, 1000, {
        'Razon Social': 'Constructora Río Claro SpA',
        'Fecha Docto': '02/10/2026',
        'Fecha Recepcion': '02/10/2026 12:00:00',
      }),
    ]),
  )
})

const find = async (query: string) => {
  const { status, body } = await app.get(`/v1/rcv/emitidos-fuera?${query}`)
  expect(status).toBe(200)
  return [
    body.data.documentos.map((one: { tipo_dte: number; folio: number }) => `${one.tipo_dte} ${one.folio}`),
    body.data.quedan,
  ]
}

test('finds own documents of every month read by name, RUT or folio, the newest first', async () => {
  expect(await find('q=rio+claro&tipo_dte=33,34,56')).toEqual([
    ['56 2', '34 12', '33 1043', '33 1042', '33 990'],
    false,
  ])
  expect(await find('q=77123456-9&tipo_dte=33')).toEqual([['33 1043', '33 1042', '33 990'], false])
  expect(await find('q=990')).toEqual([['33 990'], false])
  expect(await find('q=rio+claro&tipo_dte=33&limite=2')).toEqual([['33 1043', '33 1042'], true])
})

test('finds no purchase of a supplier, and nothing that was issued here', async () => {
  expect(await find('q=5501')).toEqual([[], false])
  await emit(app, factura())
  await app.settle()
  const own = archivo('venta').replace(';1042;', ';1;')
  await importar(app, '202611', own)
  expect(await find('q=77123456-9&tipo_dte=33')).toEqual([['33 1043', '33 990'], false])
})

test('what it finds is taken as the document of a note, unverified', async () => {
  const [documento] = (await app.get('/v1/rcv/emitidos-fuera?q=1043')).body.data.documentos
  const { tipo_dte: tipo_documento, folio, fecha_emision: fecha } = documento
  const body = nota(3, 1, { referencias: [{ tipo_documento, folio, fecha, codigo: 3 }] })
  const { status, body: answer } = await app.post('/v1/dte/emitir', body)
  expect([status, answer.data.advertencias.map(({ code }: { code: string }) => code)]).toEqual([
    202,
    expect.arrayContaining(['REFERENCE_NOT_VERIFIED']),
  ])
})

test('asks for something to look for, and refuses what it does not know', async () => {
  for (const query of ['', '?q=', '?q=1&tipo_dte=x', '?q=1&limite=999', '?q=1&dia=2'])
    expect([query, (await app.get(`/v1/rcv/emitidos-fuera${query}`)).status]).toEqual([query, 400])
})

test('another company finds nothing of it', async () => {
  const { body } = await app.get('/v1/rcv/emitidos-fuera?q=990', (await app.registerCompany()).key)
  expect(body.data.documentos).toEqual([])
})
