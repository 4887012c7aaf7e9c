// The accountant's view of boletas de terceros: the book of fees, its file in the month's archive, and the
// row of the return (http §26).

import { expect, test } from 'bun:test'
import { leerZip } from '../../support/leer-zip'
import { archivo, importar } from '../rcv/archivos'
import { BASE, company, issue } from './banco'

test('the book has each with what was paid, an annulled one with nothing, and the total of those that stand', async () => {
  const app = await company()
  await issue(app)
  await issue(app, { servicios: [{ descripcion: '=1+1', monto: 100_000 }], fecha: '2026-11-02' })
  await app.post(`${BASE}/1/anular`)
  const { data, paginacion } = (await app.get('/v1/libros/honorarios/202611')).body
  const beneficiario = { rut: '9876543-3', nombre: 'José Ñancupil Cárdenas' }
  expect([data, paginacion.total]).toEqual([
    {
      periodo: '202611',
      aviso:
        'Boletas de terceros según el informe del SII leído el 20-11-2026 11:02, y las emitidas aquí después',
      documentos: [
        {
          ...{ folio: 2, fecha: '2026-11-02', ...beneficiario, estado: 'vigente' },
          ...{ bruto: 100_000, retencion: 15_250, liquido: 84_750 },
        },
        {
          ...{ folio: 1, fecha: '2026-11-20', ...beneficiario, estado: 'anulada' },
          ...{ bruto: 0, retencion: 0, liquido: 0 },
        },
      ],
      total: { documentos: 1, bruto: 100_000, retencion: 15_250, liquido: 84_750 },
    },
    2,
  ])
  const csv = (await app.get('/v1/libros/honorarios/202611?formato=csv')).body.split('\r\n')
  expect(csv.slice(1)).toEqual([
    'folio;fecha;rut;nombre;estado;bruto;retencion;liquido',
    '2;2026-11-02;9876543-3;José Ñancupil Cárdenas;vigente;100000;15250;84750',
    '1;2026-11-20;9876543-3;José Ñancupil Cárdenas;anulada;0;0;0',
    'Total;1;;;;100000;15250;84750',
    '',
  ])
  expect((await app.get('/v1/libros/honorarios/202610')).body.data.aviso).toContain('no se ha leído')

  await importar(app, '202611', archivo('venta'))
  const { retenciones } = (await app.get('/v1/rcv/202611/f29')).body.data
  const codigos = { cantidad: null, monto: 151 }
  expect(retenciones).toEqual([{ concepto: 'bte', codigos, documentos: 1, neto: 100_000, iva: 15_250 }])
  const request = new Request('http://localhost/v1/libros/paquete/202611', { headers: app.tenant.key })
  const zip = leerZip(Buffer.from(await (await app.app.handle(request)).bytes()))
  expect(zip.map(({ nombre }) => nombre)).toContain('libro-honorarios-202611.csv')
})
