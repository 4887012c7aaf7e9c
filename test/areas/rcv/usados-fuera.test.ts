// A register read at the SII tells of folios that are still free here (areas/folios §2).

import { expect, test } from 'bun:test'
import { testAppWithFolios } from '../../support/test-app'
import { archivoDe, importar } from './archivos'
import { createRegistrados } from './registrados'

const venta = { operacion: 'VENTA', contraparte: '77123456-9' } as const
const ofFile = (folio: number) => ({
  ...{ 'Tipo Doc': 33, 'Tipo Venta': 'Del Giro', Folio: folio },
  ...{ 'Rut cliente': '77123456-9', 'Razon Social': 'Constructora Río Claro SpA' },
  ...{ 'Fecha Docto': '02/10/2026', 'Fecha Recepcion': '02/10/2026 12:00:00' },
  ...{ 'Monto Neto': 1000, 'Monto IVA': 190, 'Monto total': 1190, 'Monto Exento': 0 },
})

test('takes out of use the free folios of invoices that the SII has of another program, not those of notes, which may be of who bought, nor what a file says', async () => {
  const app = await testAppWithFolios()
  const stock = async (tipo: number) =>
    (await app.get('/v1/dte/folios')).body.data.find((one: { tipo_dte: number }) => one.tipo_dte === tipo)
  const before = [await stock(33), await stock(61)]
  await importar(app, '202610', archivoDe('venta', 'REGISTRO', [ofFile(7)]))
  expect(await stock(33)).toEqual(before[0])
  createRegistrados(app.store.client, app.tenant.cuentaId).put([
    { folio: 2, ...venta },
    { folio: 5, ...venta },
    { folio: 99_999, ...venta },
    { folio: 3, tipo: 61, ...venta },
  ])
  expect((await app.post('/v1/rcv/202611/sync', {})).status).toBe(200)
  const { data } = (await app.get('/v1/dte/folios/huecos?limite=100')).body
  expect(
    data.map(({ tipo_dte, folio, estado, dicho_por }: Record<string, unknown>) => [
      ...[tipo_dte, folio, estado, dicho_por],
    ]),
  ).toEqual([
    [33, 2, 'emitido_fuera', 'sii'],
    [33, 5, 'emitido_fuera', 'sii'],
  ])
  expect(await stock(33)).toMatchObject({ por_conciliar: true, disponibles: before[0].disponibles - 2 })
  expect(await stock(61)).toEqual(before[1])
})
