// Received documents and the register of purchases: who tells first, and what a note's file links (areas/recibidos §3).

import { beforeAll, describe, expect, test } from 'bun:test'
import { FACTURA, golden, latin1, testAppWithReceiver } from '../../support/recibidos'
import { escribirComo } from '../../xml/verify/terceros'
import { importar } from '../rcv/archivos'

const CABECERA =
  'Nro;Tipo Doc;Tipo Compra;RUT Proveedor;Razon Social;Folio;Fecha Docto;Fecha Recepcion;Monto Exento;Monto Neto;Monto IVA Recuperable;' +
  'Monto Iva No Recuperable;Codigo IVA No Rec.;Monto Total;Monto Neto Activo Fijo;IVA Activo Fijo;IVA uso Comun;Impto. Sin Derecho a Credito;' +
  'IVA No Retenido;NCE o NDE sobre Fact. de Compra;Codigo Otro Impuesto;Valor Otro Impuesto;Tasa Otro Impuesto\r\n'
const line = (tipo: number, folio: number, total: number, dia = '20/11/2026') =>
  `1;${tipo};Del Giro;76543210-3;Comercial;${folio};${dia};${dia} 10:00:00;0;${total};0;0;;${total};0;0;0;0;0;0;;;;\r\n`

const REGISTRO = CABECERA.replace('Fecha Recepcion;', 'Fecha Recepcion;Fecha Acuse;').replace(
  'NCE o NDE',
  'Tabacos Puros;Tabacos Cigarrillos;Tabacos Elaborados;NCE o NDE',
)
const registrado = (folio: number, acuse: string) =>
  line(33, folio, 204204).replace(' 10:00:00;', ` 10:00:00;${acuse};`).replace(';0;;;;\r\n', ';;;;0;;;;\r\n')

let app: Awaited<ReturnType<typeof testAppWithReceiver>>
beforeAll(async () => {
  app = await testAppWithReceiver()
})

/** The events, each told once. */
const told = () =>
  app.store.client
    .prepare("SELECT clave FROM evento_aviso WHERE clave LIKE 'dte.recibido%' ORDER BY clave")
    .pluck()
    .all()

describe('dte.recibido', () => {
  test('comes for a new purchase of the open month, by the register', async () => {
    await importar(app, '202611', CABECERA + line(33, 7, 1000))
    expect(told()).toEqual(['dte.recibido simulacion 76543210-3 33 7'])
  })

  test('not for what a closed month brings', async () => {
    await importar(app, '202610', CABECERA + line(33, 6, 1000, '20/10/2026'))
    expect(told()).toHaveLength(1)
  })

  test('once for a document, by whatever it is first seen', async () => {
    await app.entrar(latin1(FACTURA))
    expect(told()).toHaveLength(2)
    await importar(app, '202611', CABECERA + line(33, 7, 1000) + line(33, 1, 204204).replace('1;', '2;'))
    await app.entrar(latin1(FACTURA.replace('</DTE>', '<X/></DTE>')))
    expect(told()).toHaveLength(2)
  })
})

test('a received note links the invoice that its references name, by its file (domain/rcv §5)', async () => {
  const nota = golden('061_001_anula_factura')
  const folio = Number(/<FolioRef>(\d+)/.exec(nota)![1])
  const total = Number(/<MntTotal>(\d+)/.exec(nota)![1])
  const rows = line(33, folio, total) + line(61, 1, total).replace('1;', '2;')
  // Another invoice of the same total: the register alone could not tell which.
  await importar(app, '202611', CABECERA + rows + line(33, 900, total).replace('1;', '3;'))
  const links = async () => (await app.get('/v1/rcv/202611/vinculaciones')).body.data
  const before = await links()
  await app.entrar(latin1(nota))
  for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve))
  expect(await links()).toMatchObject([{ origen: 'xml', factura: { folio }, nc: { folio: 1 } }])
  expect(before).not.toMatchObject([{ origen: 'xml' }])
})

test('payment at once is believed of a good signature and stamp, and of no file that another contradicts (areas/recibidos §2)', async () => {
  const contado = (folio: number, fma: 1 | 2, estampar = (dte: string) => dte) =>
    latin1(
      escribirComo(golden('034_001_simple'), {
        escribir: (dte) =>
          dte
            .replace('<Folio>1<', `<Folio>${folio}<`)
            .replace(/<FmaPago>.<\/FmaPago>/, '')
            .replace('</FchEmis>', `</FchEmis><FmaPago>${fma}</FmaPago>`),
        estampar,
      }),
    )
  const take = async (bytes: Buffer) => {
    const { documentos } = await app.entrar(bytes, { origen: 'correo' })
    const { firma, timbre, acuse } = (await app.get(`/v1/recibidos/${documentos[0]!.id}`)).body.data
    return [firma, timbre, acuse.resultado]
  }
  expect(await take(contado(1, 1))).toEqual(['valida', 'valido', 'no_aplica'])
  expect(await take(contado(1, 2))).toEqual(['valida', 'valido', 'pendiente'])
  expect(await take(contado(5, 1))).toEqual(['valida', 'invalido', 'pendiente'])
})

test('a purchase that the register has as claimed, or as received in time, is not taken for tacitly accepted (http §27.3)', async () => {
  const other = await testAppWithReceiver()
  for (const folio of [1, 2, 3])
    await other.entrar(
      latin1(FACTURA.replace('<Folio>1<', `<Folio>${folio}<`).replace('<FmaPago>1<', '<FmaPago>2<')),
    )
  const acuses = async () => {
    const { data } = (await other.get('/v1/recibidos?orden=folio')).body
    return data.map(({ acuse }: { acuse: { resultado: string } }) => acuse.resultado)
  }
  const local = async (folio: number) =>
    (await other.get(`/v1/dte/acuse/recibidos/76543210-3/33/${folio}?fuente=local`)).body.data
  const conFecha = (name: string) => CABECERA.replace('Fecha Recepcion;', `Fecha Recepcion;${name};`)
  const dated = (folio: number, fecha: string) =>
    line(33, folio, 204204).replace(' 10:00:00;', ` 10:00:00;${fecha};`)
  await importar(other, '202611', conFecha('Fecha Reclamo') + dated(1, '21/11/2026 09:00:00'))
  await importar(
    other,
    '202611',
    REGISTRO +
      registrado(2, '21/11/2026 09:00:00') +
      registrado(3, '28/11/2026 10:00:00').replace('1;', '2;'),
  )
  expect(await acuses()).toEqual(['reclamado', 'recibido', 'pendiente'])
  expect((await local(1)).acciones_posibles).toEqual(['RCD', 'RFP', 'RFT'])
  expect((await local(2)).acciones_posibles).toEqual(['ERM', 'ACD'])
  other.advance(9 * 24 * 3_600_000)
  expect(await acuses()).toEqual(['reclamado', 'recibido', 'aceptado_tacito'])
  expect((await local(1)).resultado).toBe('reclamado')
})

test('of two files under one folio that which agrees with the register stands first, as the register is now (areas/recibidos §3)', async () => {
  const factura = golden('033_002_descuentos_y_recargos_de_linea')
  const total = Number(/<MntTotal>(\d+)/.exec(factura)![1])
  const [good] = (await app.entrar(latin1(factura))).documentos
  const other = factura.replace(`<MntTotal>${total}<`, '<MntTotal>5555<')
  const [altered] = (await app.entrar(latin1(other))).documentos
  const order = async () =>
    (await app.get('/v1/recibidos?folio=2&tipo_dte=33')).body.data.map(({ id }: { id: string }) => id)
  const recibidoId = async () =>
    (await app.get('/v1/rcv/202611?tipo=compra&q=2&ausentes=true')).body.data.documentos.find(
      ({ folio }: { folio: number }) => folio === 2,
    )?.recibido_id
  // Without a word of the register, the one whose signature is good.
  expect(await order()).toEqual([good!.id, altered!.id])
  const rest = line(33, 7, 1000)
  await importar(app, '202611', CABECERA + rest + line(33, 2, 5555).replace('1;', '2;'))
  expect([await order(), await recibidoId()]).toEqual([[altered!.id, good!.id], altered!.id])
  expect((await app.get(`/v1/recibidos/${good!.id}`)).body.data.conflicto_con).toEqual([altered!.id])
  // The purchase leaves the register, and comes back with the other total.
  await importar(app, '202611', CABECERA + rest)
  expect(await order()).toEqual([good!.id, altered!.id])
  await importar(app, '202611', CABECERA + rest + line(33, 2, total).replace('1;', '2;'))
  expect([await order(), await recibidoId()]).toEqual([[good!.id, altered!.id], good!.id])
  const first = (await app.get('/v1/recibidos?cursor=&limite=1&folio=2&tipo_dte=33')).body
  const next = (await app.get(first.paginacion.siguiente)).body
  expect([...first.data, ...next.data].map(({ id }: { id: string }) => id)).toEqual([good!.id, altered!.id])
})

test('of two files of a note with good signatures that which agrees with the register links (domain/rcv §5)', async () => {
  const other = await testAppWithReceiver()
  const nota = golden('061_001_anula_factura')
  const folio = Number(/<FolioRef>(\d+)/.exec(nota)![1])
  const total = Number(/<MntTotal>(\d+)/.exec(nota)![1])
  const otra = escribirComo(nota, {
    escribir: (dte) =>
      dte.replace(/<FolioRef>\d+/, '<FolioRef>900').replace(/<MntTotal>\d+/, '<MntTotal>7777'),
  })
  await other.entrar(latin1(nota))
  await other.entrar(latin1(otra))
  const linked = async (monto: number) => {
    const rows = [line(33, folio, 50_000_000), line(33, 900, 50_000_000), line(61, 1, monto)]
    await importar(other, '202611', CABECERA + rows.map((row, i) => row.replace('1;', `${i + 1};`)).join(''))
    const links = (await other.get('/v1/rcv/202611/vinculaciones')).body.data
    return links.map((one: { origen: string; factura: { folio: number } }) => [one.origen, one.factura.folio])
  }
  expect(await linked(7777)).toEqual([['xml', 900]])
  expect(await linked(total)).toEqual([['xml', folio]])
})
