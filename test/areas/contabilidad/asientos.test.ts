// Vouchers of a month: what stops them, what they are, and that no document is in two living exports (areas/contabilidad §3 to §5).

import { beforeAll, describe, expect, test } from 'bun:test'
import { COMPONENTES, NOMBRES_LIBRO } from '../../../src/domain/contabilidad/libros'
import { boleta, factura } from '../../support/emisor'
import { exportacion } from '../../support/solicitudes'
import { type CompanyApp, loadFolios, testAppWithCompany, testAppWithFolios } from '../../support/test-app'
import { archivo, archivoDe, importar, ventaDe } from '../rcv/archivos'

let app: CompanyApp
const MES = '/v1/libros/asientos/202611'
const EXPORTACIONES = '/v1/libros/asientos/exportaciones'
const REGLAS = '/v1/contabilidad/reglas'

beforeAll(async () => {
  app = await testAppWithCompany()
  app.speakAs(app.tenant)
  await loadFolios(app, app.tenant, { 33: 9, 39: 9 })
  for (const body of [factura(), boleta(), boleta()]) await app.post('/v1/dte/emitir', body)
  await app.settle()
  for (const name of ['compra-registro', 'venta']) await importar(app, '202611', archivo(name))
})

const preview = async (query = '') => (await app.get(`${MES}${query}`)).body.data
const regla = (libro: string, componente: string, more: object = {}) =>
  app.post(REGLAS, { orden: 10, si: { libro, componente }, cuenta: `${libro}-${componente}`, ...more })
const fileOf = async (id: string): Promise<Uint8Array> => {
  const request = new Request(`http://localhost${EXPORTACIONES}/${id}/archivo`, { headers: app.tenant.key })
  return (await app.app.handle(request)).bytes()
}

describe('a month without rules', () => {
  test('tells every part that has no account, the largest first, and exports nothing', async () => {
    const { sin_cuenta, listo, libros } = await preview('?libros=ventas')
    expect(listo).toBe(false)
    expect(libros[0]).toMatchObject({ libro: 'ventas', debe: 0, haber: 0 })
    const montos = sin_cuenta.map(({ monto }: { monto: number }) => monto)
    expect(montos).toEqual(montos.toSorted((a: number, b: number) => b - a))
    expect(sin_cuenta[0]).toMatchObject({
      libro: 'ventas',
      componente: 'cliente',
      ejemplo: { folio: expect.any(Number) },
    })
    const { status, body } = await app.post(MES, {
      formato: 'softland',
      libros: ['ventas'],
      alcance: 'nuevos',
    })
    expect([status, body.code]).toEqual([422, 'ACCOUNT_MISSING'])
    expect(body.detalles).toEqual(sin_cuenta)
    expect((await app.get(EXPORTACIONES)).body.data).toEqual([])
    expect(app.store.client.prepare('SELECT count(*) AS n FROM asiento_documento').get()).toEqual({ n: 0 })
  })

  test('of a register that was not read is refused', async () => {
    expect((await app.get('/v1/libros/asientos/202610')).body.code).toBe('PERIOD_NOT_SYNCED')
    expect((await app.get('/v1/libros/asientos/202610?base=emitidos&libros=ventas,honorarios')).status).toBe(
      200,
    )
    const { status, body } = await app.get(`${MES}?libros=cobranza`)
    expect([status, body.code]).toEqual([400, 'INVALID_PARAMETER'])
  })
})

describe('rules', () => {
  test('name a part of their book, and all faults are told at once', async () => {
    const { status, body } = await app.post(REGLAS, {
      orden: -1,
      si: { libro: 'ventas', componente: 'proveedor', tipo_compra: [1], rut: '1-1' },
      cuenta: '',
      glosa: '{cliente}',
    })
    expect(status).toBe(422)
    expect(body.detalles.map(({ campo }: { campo: string }) => campo).sort()).toEqual([
      ...['cuenta', 'glosa', 'orden', 'si.componente', 'si.rut', 'si.tipo_compra'],
    ])
  })

  test('are listed in their order, changed whole, and deleted', async () => {
    const one = (await regla('ventas', 'neto', { orden: 500 })).body.data
    const two = (
      await regla('ventas', 'impuesto:24', {
        orden: 400,
        si: { libro: 'ventas', componente: 'impuesto:24', tipos: [33] },
      })
    ).body.data
    expect((await app.get(REGLAS)).body.data.map(({ id }: { id: string }) => id)).toEqual([two.id, one.id])
    const changed = await app.put(`${REGLAS}/${one.id}`, {
      orden: 1,
      si: { libro: 'compras', componente: 'neto' },
      cuenta: '5',
    })
    expect(changed.body.data).toMatchObject({
      orden: 1,
      si: { libro: 'compras', tipos: null },
      cuenta: '5',
      centro: null,
    })
    for (const { id } of [one, two]) expect((await app.delete(`${REGLAS}/${id}`)).status).toBe(204)
    expect((await app.delete(`${REGLAS}/${one.id}`)).status).toBe(404)
  })

  test('of another company of the account are copied into one that has none', async () => {
    const other = await app.registerCompany()
    const { status } = await app.post(`${REGLAS}/copiar`, { desde_empresa: app.tenant.empresaId }, other.key)
    expect(status).toBe(404)
  })
})

describe('the chart of accounts', () => {
  const load = (text: string) =>
    app.put('/v1/contabilidad/cuentas', { archivo_base64: Buffer.from(text).toString('base64') })
  test('is read from a file, good lines taken, and a rule gives no account that it lacks', async () => {
    const { body } = await load(
      'Codigo;Nombre;pide auxiliar\n1;Clientes;si\n2;;no\n3;Ventas;quizás\n1;Otra;\n4;IVA;\n',
    )
    expect(body.data).toEqual({
      cuentas: 2,
      errores: [
        { linea: 3, mensaje: expect.stringContaining('nombre') },
        { linea: 4, mensaje: expect.stringContaining('pide_auxiliar') },
        { linea: 5, mensaje: expect.stringContaining('dos veces') },
      ],
    })
    expect(
      (await app.get('/v1/contabilidad/cuentas')).body.data.map(({ codigo }: { codigo: string }) => codigo),
    ).toEqual(['1', '4'])
    expect((await regla('ventas', 'neto')).body.detalles).toMatchObject([
      { campo: 'cuenta', regla: 'no_existe' },
    ])
    const { body: csv } = await app.get('/v1/contabilidad/cuentas?formato=csv')
    expect((await load(String(csv))).body.data).toEqual({ cuentas: 2, errores: [] })
    expect((await load('a;b\n1;2\n')).body.code).toBe('VALIDATION_ERROR')
    // None again, by a file of nothing but the header.
    expect((await load('codigo;nombre\n')).body.data.cuentas).toBe(0)
  })
})

describe('a month with a rule for each part', () => {
  let exportada: { id: string; documentos: number; archivo: { sha256: string; nombre: string }; debe: number }
  beforeAll(async () => {
    for (const libro of NOMBRES_LIBRO)
      for (const name of Object.keys(COMPONENTES[libro])) {
        const total = ['cliente', 'proveedor', 'liquido'].includes(name)
        const { status } = await regla(
          libro,
          name.replace(':', ''),
          total ? { auxiliar: 'cuerpo', codigo_doc: 'FV' } : {},
        )
        expect(status).toBe(201)
      }
    await app.put('/v1/contabilidad', { libro_detalle: { neto: 1, exento: 2, iva: 3 } })
  })

  test('is in vouchers whose debits are credits, boletas by day', async () => {
    const { libros, asientos, descuadrados, sin_cuenta } = await preview('?libros=ventas')
    expect([sin_cuenta, descuadrados]).toEqual([[], []])
    for (const one of asientos) expect(one.debe).toBe(one.haber)
    expect(libros[0].debe).toBe(libros[0].haber)
    const own = asientos.filter(({ glosa }: { glosa: string }) => glosa.startsWith('Ventas 39'))
    expect(own.reduce((sum: number, { documentos }: { documentos: number }) => sum + documentos, 0)).toBe(2)
  })

  test('has the VAT of the monthly return', async () => {
    const { totales } = (await app.get('/v1/rcv/202611/f29')).body.data
    const iva = async (libro: string, cuenta: string) => {
      const { asientos } = await preview(`?libros=${libro}&agrupacion=mes&alcance=todo`)
      return asientos[0].movimientos
        .filter((one: { cuenta: string }) => one.cuenta === cuenta)
        .reduce((sum: number, { debe, haber }: { debe: number; haber: number }) => sum + debe - haber, 0)
    }
    // The commission of the liquidación bears 1,900 of it.
    expect(-(await iva('ventas', 'ventas-iva'))).toBe(totales.debito - 1900)
    expect(await iva('compras', 'compras-iva')).toBe(totales.credito)
  })

  test('leaves as bytes that never change, with what the accounts ask by column', async () => {
    const { status, body } = await app.post(MES, {
      formato: 'softland',
      libros: ['ventas'],
      alcance: 'nuevos',
    })
    expect([status, body.data.estado, body.data.debe]).toEqual([201, 'generada', body.data.haber])
    exportada = body.data
    const bytes = await fileOf(exportada.id)
    expect(new Bun.CryptoHasher('sha256').update(bytes).digest('hex')).toBe(exportada.archivo.sha256)
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    const rows = new TextDecoder()
      .decode(bytes)
      .trimEnd()
      .split('\r\n')
      .map((line) => line.split(';'))
    expect(rows.every(({ length }) => length === 59)).toBe(true)
    const sum = (i: number) => rows.reduce((all, row) => all + Number(row[i]), 0)
    expect([sum(1), sum(2)]).toEqual([exportada.debe, exportada.debe])
    const nota = rows.find((row) => row[20] === '77')!
    expect(nota.slice(0, 4)).toEqual(['ventas-cliente', '', '101745', '61 77 Constructora Río Claro SpA'])
    expect(nota.slice(18, 22)).toEqual(['77123456', 'FV', '77', '15/11/2026'])
    expect([nota[26], nota[28], nota[35]]).toEqual(['85500', '16245', '101745'])
  })

  test('does not leave twice: the second has nothing, and the whole month is refused', async () => {
    const again = await app.post(MES, { formato: 'softland', libros: ['ventas'], alcance: 'nuevos' })
    expect([again.status, again.body.code]).toEqual([409, 'INVALID_STATE'])
    const all = await app.post(MES, { formato: 'softland', libros: ['ventas'], alcance: 'todo' })
    expect([all.status, all.body.code]).toEqual([409, 'INVALID_STATE'])
    expect(await preview('?libros=ventas')).toMatchObject({ listo: false, cambiados: [], asientos: [] })
  })

  test('tells what changed since, and brings it again only after annulling', async () => {
    await importar(app, '202611', archivoDe('venta', 'REGISTRO', [ventaDe(501, 200_000)]))
    const { cambiados } = await preview('?libros=ventas')
    expect(cambiados.length).toBeGreaterThan(0)
    expect(new Set(cambiados.map((one: { exportacion_id: string }) => one.exportacion_id))).toEqual(
      new Set([exportada.id]),
    )
    const confirmed = await app.post(`${EXPORTACIONES}/${exportada.id}/confirmar`)
    expect([confirmed.status, confirmed.body.data.estado]).toEqual([200, 'confirmada'])
    expect((await app.post(`${EXPORTACIONES}/${exportada.id}/confirmar`)).body.code).toBe('INVALID_STATE')
    const annulled = await app.post(`${EXPORTACIONES}/${exportada.id}/anular`, {
      motivo: 'Cambió el registro',
    })
    expect(annulled.body.data).toMatchObject({ estado: 'anulada', motivo: 'Cambió el registro' })
    expect(await preview('?libros=ventas')).toMatchObject({ listo: true, cambiados: [], exportados: 0 })
    const whole = await app.post(MES, { formato: 'softland', libros: ['ventas'], alcance: 'todo' })
    expect(whole.status).toBe(201)
    expect((await fileOf(exportada.id)).length).toBeGreaterThan(0)
    await app.post(`${EXPORTACIONES}/${whole.body.data.id}/anular`, { motivo: 'Otra prueba' })
  })

  test('of another account does not exist', async () => {
    const other = await app.registerCompany()
    expect((await app.get(`${EXPORTACIONES}/${exportada.id}`, other.key)).status).toBe(404)
    expect((await app.get(`${EXPORTACIONES}/${exportada.id}/archivo`, other.key)).status).toBe(404)
    expect((await app.get(EXPORTACIONES, other.key)).body.data).toEqual([])
  })
})

test('an export that is never paid is in no voucher, and stops none (areas/contabilidad §2)', async () => {
  const own = await testAppWithFolios({ folios: { 110: 2 } })
  for (const body of [exportacion(), exportacion({ forma_pago_exp: 21 })])
    expect((await own.post('/v1/dte/emitir', body)).status).toBe(202)
  await own.settle()
  const { descuadrados, libros } = (await own.get(`${MES}?libros=ventas&base=emitidos`)).body.data
  expect([descuadrados, libros[0].documentos]).toEqual([[], 1])
})
