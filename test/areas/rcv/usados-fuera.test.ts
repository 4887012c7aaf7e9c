// What a register read here says of folios that are still free here (areas/folios §2).

import { expect, test } from 'bun:test'
import { testAppWithFolios } from '../../support/test-app'
import { archivoDe, importar } from './archivos'

const venta = (tipo: number, folio: number) => ({
  ...{ 'Tipo Doc': tipo, 'Tipo Venta': 'Del Giro', Folio: folio },
  ...{ 'Rut cliente': '77123456-9', 'Razon Social': 'Constructora Río Claro SpA' },
  ...{ 'Fecha Docto': '02/10/2026', 'Fecha Recepcion': '02/10/2026 12:00:00' },
  ...{ 'Monto Neto': 1000, 'Monto IVA': 190, 'Monto total': 1190, 'Monto Exento': 0 },
})

test('takes out of use the free folios that the register has in invoices of another program, but not in notes, which may be of who bought', async () => {
  const app = await testAppWithFolios()
  const stock = async (tipo: number) =>
    (await app.get('/v1/dte/folios')).body.data.find((one: { tipo_dte: number }) => one.tipo_dte === tipo)
  const before = [await stock(33), await stock(61)]
  const file = archivoDe('venta', 'REGISTRO', [venta(33, 2), venta(33, 5), venta(33, 99_999), venta(61, 3)])
  await importar(app, '202610', file, '?simular=true')
  expect(await stock(33)).toEqual(before[0])
  await importar(app, '202610', file)
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
