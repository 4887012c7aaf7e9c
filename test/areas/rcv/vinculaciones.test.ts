// Links of notes of credit over the API: made with an import, by hand, taken away, and what is pending.

import { beforeEach, describe, expect, test } from 'bun:test'
import { linea, nota } from '../../support/emision'
import { factura } from '../../support/emisor'
import { invitePerson } from '../../support/personas'
import { type CompanyApp, loadFolios, testAppWithCompany } from '../../support/test-app'
import { archivoDe, importar, type Linea, rutOf } from './archivos'

let app: CompanyApp
beforeEach(async () => {
  app = await testAppWithCompany()
})

const CLIENTE = '77123456-9'
const venta = (tipo: number, folio: number, dia: number, total: number, more: Linea = {}): Linea => ({
  'Tipo Doc': tipo,
  'Rut cliente': CLIENTE,
  'Razon Social': 'Constructora Río Claro SpA',
  Folio: folio,
  'Fecha Docto': `${String(dia).padStart(2, '0')}/11/2026`,
  'Fecha Recepcion': `${String(dia).padStart(2, '0')}/11/2026 12:00:00`,
  'Monto Neto': Math.round(total / 1.19),
  'Monto IVA': total - Math.round(total / 1.19),
  'Monto total': total,
  ...more,
})
const referido = (folio: number | string) => ({
  'Tipo Docto. Referencia': 33,
  'Folio Docto. Referencia': folio,
})
const ventas = (...rows: Linea[]) => importar(app, '202611', archivoDe('venta', 'REGISTRO', rows))

const vinculos = async (path = '/v1/rcv/202611/vinculaciones') => (await app.get(path)).body.data
const llave = (tipo_dte: number, folio: number, rut = CLIENTE) => ({ rut, tipo_dte, folio })
const saldo = async (folio: number) =>
  (await app.get(`/v1/rcv/202611?tipo_dte=33&q=${folio}`)).body.data.documentos[0].saldo

describe('an import', () => {
  test('links its notes, and the balances say so', async () => {
    await ventas(venta(33, 88, 10, 499_800), venta(61, 5, 18, 119_000, referido(88)))
    expect(await vinculos()).toEqual([
      {
        id: expect.stringMatching(/^vin_/),
        lado: 'venta',
        nc: { ...llave(61, 5), fecha_emision: '2026-11-18', monto_total: 119_000 },
        factura: { ...llave(33, 88), fecha_emision: '2026-11-10', monto_total: 499_800, saldo: 380_800 },
        monto: 119_000,
        origen: 'automatica',
        confianza: 0.95,
        razones: ['Folio 88 en el registro'],
        creada_en: '2026-11-20T14:02:11.000Z',
      },
    ])
    expect(await saldo(88)).toBe(380_800)
    const linked = await app.get('/v1/rcv/202611?vinculada=true&orden=folio')
    expect(
      linked.body.data.documentos.map((one: { folio: number; saldo: number }) => [one.folio, one.saldo]),
    ).toEqual([
      [5, 0],
      [88, 380_800],
    ])
    expect(await vinculos(`/v1/rcv/vinculaciones?rut=${CLIENTE}&tipo_dte=33&folio=88`)).toHaveLength(1)
    expect(await vinculos(`/v1/rcv/vinculaciones?rut=${CLIENTE}&tipo_dte=33&folio=89`)).toEqual([])
  })

  test('that changes nothing leaves links as they are, ids and all; one that takes the invoice away takes the link', async () => {
    const rows = [venta(33, 88, 10, 499_800), venta(61, 5, 18, 119_000, referido(88))]
    await ventas(...rows)
    const before = await vinculos()
    await ventas(...rows)
    expect(await vinculos()).toEqual(before)
    await ventas(rows[1]!)
    expect(await vinculos()).toEqual([])
    await ventas(...rows)
    expect(await vinculos()).toHaveLength(1)
  })

  test('of an earlier month gives a note its invoice', async () => {
    await ventas(venta(61, 5, 18, 119_000, referido(88)))
    expect(await vinculos()).toEqual([])
    const october = { ...venta(33, 88, 10, 119_000), 'Fecha Docto': '10/10/2026' }
    await importar(app, '202610', archivoDe('venta', 'REGISTRO', [october]))
    expect(await vinculos()).toHaveLength(1)
    expect(await vinculos('/v1/rcv/202610/vinculaciones')).toEqual([])
  })

  test('reads the references of notes issued here before what the register says', async () => {
    await loadFolios(app, app.tenant, { 33: 3, 61: 3 })
    const invoice = await app.post('/v1/dte/emitir', factura())
    await app.settle()
    const { monto_total } = (await app.get('/v1/documentos/33/1')).body.data
    const note = await app.post('/v1/dte/33/1/anular', { motivo: 'Error de cliente' })
    expect([invoice.status, note.status]).toEqual([202, 202])
    await app.settle()
    await ventas(
      venta(33, 1, 20, monto_total),
      venta(33, 2, 20, monto_total),
      venta(61, 1, 20, monto_total, referido(2)),
    )
    const [link] = await vinculos()
    expect([link.factura.folio, link.origen, link.confianza]).toEqual([1, 'xml', 1])
  })

  test('of an invoice issued here leaves what its own page says, debit notes too', async () => {
    await loadFolios(app, app.tenant, { 33: 3, 61: 3, 56: 3 })
    await app.post('/v1/dte/emitir', factura())
    await app.settle()
    const less = await app.post('/v1/dte/emitir', nota(3, 1, linea(1000)))
    const more = await app.post('/v1/dte/emitir', nota(3, 1, { ...linea(5000), tipo_dte: 56 }))
    expect([less.status, more.status]).toEqual([202, 202])
    await app.settle()
    const { monto_total, saldo } = (await app.get('/v1/documentos/33/1')).body.data
    expect(saldo).toBe(monto_total - 1190 + 5950)
    await ventas(venta(33, 1, 20, monto_total), venta(61, 1, 20, 1190, referido(1)))
    expect((await vinculos())[0].factura.saldo).toBe(saldo)
  })

  test('is made anew once the SII has a note that is issued here after it', async () => {
    await loadFolios(app, app.tenant, { 33: 3, 61: 3 })
    await app.post('/v1/dte/emitir', factura())
    await app.settle()
    const { monto_total } = (await app.get('/v1/documentos/33/1')).body.data
    await ventas(venta(33, 1, 20, monto_total), venta(33, 2, 20, monto_total), venta(61, 1, 20, monto_total))
    expect(await vinculos()).toEqual([])
    await app.post('/v1/dte/33/1/anular', { motivo: 'Error de cliente' })
    await app.settle()
    for (let turns = 0; turns < 100 && !(await vinculos()).length; turns++)
      await new Promise((resolve) => setImmediate(resolve))
    const [link] = await vinculos()
    expect([link.nc.folio, link.factura.folio, link.origen]).toEqual([1, 1, 'xml'])
    expect((await app.get('/v1/rcv')).body.data[0].estado).toBe('parcial')
  })

  test('of purchases goes by the parties, and leaves a part for a person', async () => {
    const compra = (tipo: number, folio: number, dia: string, total: number): Linea => ({
      'Tipo Doc': tipo,
      'Tipo Compra': 'Del Giro',
      'RUT Proveedor': rutOf(90_000_012),
      'Razon Social': 'Aceros del Maule S.A.',
      Folio: folio,
      'Fecha Docto': dia,
      'Fecha Recepcion': `${dia} 10:00:00`,
      'Monto Neto': total,
      'Monto IVA Recuperable': 0,
      'Monto Total': total,
    })
    const rows = [compra(33, 1, '01/11/2026', 500), compra(33, 2, '02/11/2026', 900)]
    const notes = [compra(61, 7, '05/11/2026', 500), compra(61, 8, '06/11/2026', 100)]
    await importar(app, '202611', archivoDe('compra', 'REGISTRO', [...rows, ...notes]))
    const links = await vinculos()
    expect(
      links.map((one: { nc: { folio: number }; factura: { folio: number } }) => [
        one.nc.folio,
        one.factura.folio,
      ]),
    ).toEqual([[7, 1]])
    const { body } = await app.get('/v1/rcv/202611/nc-pendientes')
    expect(body.paginacion.total).toBe(1)
    expect(body.data).toEqual([
      {
        nc: { ...llave(61, 8, rutOf(90_000_012)), fecha_emision: '2026-11-06', monto_total: 100 },
        lado: 'compra',
        sin_vincular: 100,
        candidatas: [
          {
            factura: {
              ...llave(33, 2, rutOf(90_000_012)),
              fecha_emision: '2026-11-02',
              monto_total: 900,
              saldo: 900,
            },
            monto: 100,
            confianza: 0.65,
            razones: ['La nota es por una parte de la factura', '4 días antes', 'Única factura posible'],
          },
        ],
      },
    ])
  })
})

describe('a link by hand', () => {
  const post = (body: object, headers?: Record<string, string>) =>
    app.post('/v1/rcv/vinculacion', body, headers)
  const pair = { nc: llave(61, 5), factura: llave(33, 88) }
  beforeEach(() => ventas(venta(33, 88, 10, 100_000), venta(33, 89, 10, 60_000), venta(61, 5, 18, 70_000)))

  test('takes as much as both have left, stays through imports, and is told in the log', async () => {
    const { status, body } = await post(pair)
    expect([status, body.data.monto, body.data.origen, body.data.confianza]).toEqual([
      201,
      70_000,
      'manual',
      1,
    ])
    expect(body.data.factura.saldo).toBe(30_000)
    await ventas(
      venta(33, 88, 10, 100_000),
      venta(61, 5, 18, 70_000, referido(89)),
      venta(33, 89, 10, 60_000),
    )
    expect((await vinculos()).map((one: { id: string }) => one.id)).toEqual([body.data.id])
    const log = await app.get('/v1/auditoria?accion=rcv.vinculado', app.tenant.session)
    expect(log.body.data[0]).toMatchObject({ objeto: body.data.id, detalle: { ...pair, monto: 70_000 } })
  })

  test('passes no balance', async () => {
    const over = await post({ ...pair, monto: 70_001 })
    expect([over.status, over.body.code, over.body.detalles]).toEqual([
      422,
      'BALANCE_EXCEEDED',
      [{ saldo: 70_000, monto_total: 100_000 }],
    ])
    expect((await post({ nc: pair.nc, factura: llave(33, 89), monto: 60_000 })).status).toBe(201)
    const rest = await post(pair)
    expect([rest.status, rest.body.data.monto]).toEqual([201, 10_000])
    expect((await app.get('/v1/rcv/202611/nc-pendientes')).body.data).toEqual([])
  })

  test('is refused twice, for what is not there, for what is no note, and for other parties', async () => {
    expect((await post(pair)).status).toBe(201)
    const refused = async (body: object) => {
      const answer = await post(body)
      return [answer.status, answer.body.code]
    }
    expect(await refused(pair)).toEqual([409, 'ALREADY_EXISTS'])
    expect(await refused({ ...pair, nc: llave(61, 6) })).toEqual([404, 'NOT_FOUND'])
    expect(await refused({ ...pair, factura: llave(33, 99) })).toEqual([404, 'NOT_FOUND'])
    expect(await refused({ nc: llave(33, 89), factura: llave(33, 88) })).toEqual([422, 'VALIDATION_ERROR'])
    expect(await refused({ nc: llave(61, 5), factura: llave(61, 5) })).toEqual([422, 'VALIDATION_ERROR'])
    expect(await refused({ ...pair, monto: 1.5 })).toEqual([422, 'VALIDATION_ERROR'])
    expect(await refused({ ...pair, nc: llave(61, 5, '1-2') })).toEqual([422, 'INVALID_RUT'])
    await importar(
      app,
      '202611',
      archivoDe('venta', 'REGISTRO', [{ ...venta(33, 1, 3, 100_000), 'Rut cliente': rutOf(90_000_012) }]),
      '?modo=agregar',
    )
    const other = await post({ ...pair, factura: llave(33, 1, rutOf(90_000_012)) })
    expect([other.status, other.body.detalles[0].campo]).toEqual([422, 'factura.rut'])
  })

  test('of nothing is refused, but of a note that has no amount', async () => {
    const nothing = await post({ ...pair, monto: 0 })
    expect([nothing.status, nothing.body.code, nothing.body.detalles]).toEqual([
      422,
      'VALIDATION_ERROR',
      [
        {
          campo: 'monto',
          regla: 'minimo',
          mensaje: 'monto: debe ser 1 o más; 0 es sólo de notas sin monto, que corrigen un texto',
        },
      ],
    ])
    await ventas(venta(33, 88, 10, 100_000), venta(61, 5, 18, 0))
    expect((await post({ ...pair, monto: 0 })).status).toBe(201)
  })

  test('is made once for one Idempotency-Key', async () => {
    const headers = { ...app.tenant.key, 'idempotency-key': 'una' }
    const first = await post(pair, headers)
    const second = await post(pair, headers)
    expect([second.status, second.body]).toEqual([201, first.body])
  })

  test('taken away is not made again by itself, though the register names it', async () => {
    const rows = [venta(33, 88, 10, 100_000), venta(61, 5, 18, 70_000, referido(88))]
    await ventas(...rows)
    const [{ id }] = await vinculos()
    const { status, body } = await app.delete(`/v1/rcv/vinculacion/${id}`)
    expect([status, body]).toEqual([204, ''])
    expect(await saldo(88)).toBe(100_000)
    await ventas(venta(33, 88, 10, 100_001), rows[1]!)
    expect(await vinculos()).toEqual([])
    expect((await app.delete(`/v1/rcv/vinculacion/${id}`)).status).toBe(404)
    // A person may change his mind: it is offered again.
    const { data } = (await app.get('/v1/rcv/202611/nc-pendientes')).body
    const offered = data.flatMap((nc: { candidatas: unknown[] }) => nc.candidatas)
    expect(JSON.stringify(offered)).toContain('Su vinculación se quitó a mano')
    expect((await post(pair)).status).toBe(201)
  })

  test('needs rcv:sincronizar, and the documents of another account are not there', async () => {
    const { id } = (await post(pair)).body.data
    expect((await post(pair, {})).status).toBe(401)
    const reader = await invitePerson(app, app.tenant.session, 'lector')
    expect((await post(pair, reader.session)).body.code).toBe('FORBIDDEN')
    expect((await app.get('/v1/rcv/202611/nc-pendientes', reader.session)).status).toBe(200)
    expect((await app.delete(`/v1/rcv/vinculacion/${id}`, undefined, reader.session)).status).toBe(403)
    const other = await app.registerCompany({ rut: '76543210-3' })
    expect((await post(pair, other.key)).status).toBe(404)
    expect((await app.delete(`/v1/rcv/vinculacion/${id}`, undefined, other.key)).status).toBe(404)
    expect((await app.get('/v1/rcv/202611/vinculaciones', other.key)).body.code).toBe('PERIOD_NOT_SYNCED')
    const theirs = await app.get(`/v1/rcv/vinculaciones?rut=${CLIENTE}&tipo_dte=33&folio=88`, other.key)
    expect(theirs.body.data).toEqual([])
  })

  test('asks which side is meant where both documents stand in both', async () => {
    const compra = (tipo: number, folio: number): Linea => ({
      'Tipo Doc': tipo,
      'RUT Proveedor': CLIENTE,
      'Razon Social': 'X',
      Folio: folio,
      'Fecha Docto': '01/11/2026',
      'Fecha Recepcion': '01/11/2026 10:00:00',
      'Monto Total': tipo === 61 ? 10 : 100_000,
    })
    await importar(app, '202611', archivoDe('compra', 'REGISTRO', [compra(33, 88), compra(61, 5)]))
    const answer = await post(pair)
    expect([answer.status, answer.body.detalles[0].campo]).toEqual([422, 'lado'])
    const one = await post({ ...pair, lado: 'compra' })
    expect([one.status, one.body.data.lado, one.body.data.monto]).toEqual([201, 'compra', 10])
  })
})

test('parameters that name no document are refused, all at once', async () => {
  const { status, body } = await app.get('/v1/rcv/vinculaciones?rut=1-2&tipo_dte=0&folio=x')
  expect(status).toBe(400)
  expect(body.detalles.length).toBeGreaterThan(0)
  const lacking = async (query: string) => {
    const answer = await app.get(`/v1/rcv/vinculaciones${query}`)
    const named = (answer.body.detalles as { campo: string; regla: string }[]).map(
      ({ campo, regla }) => `${campo} ${regla}`,
    )
    return [answer.status, ...named]
  }
  expect(await lacking('')).toEqual([400, 'rut requerido', 'tipo_dte requerido', 'folio requerido'])
  expect(await lacking(`?rut=${CLIENTE}`)).toEqual([400, 'tipo_dte requerido', 'folio requerido'])
  expect(await lacking(`?rut=${CLIENTE}&tipo_dte=33`)).toEqual([400, 'folio requerido'])
})

test('the database itself lets no link pass a balance', async () => {
  await ventas(venta(33, 88, 10, 100), venta(61, 5, 18, 100, referido(88)))
  const db = app.store.client
  expect(() => db.prepare('UPDATE rcv_vinculacion SET monto = 50').run()).toThrow('never changed')
  const { nc_id, factura_id, empresa_id } = db.prepare('SELECT * FROM rcv_vinculacion').get() as Record<
    string,
    string
  >
  db.prepare('DELETE FROM rcv_vinculacion').run()
  const insert = db.prepare(
    "INSERT INTO rcv_vinculacion VALUES ('v', ?, 'simulacion', 'venta', ?, ?, 101, 'manual', 100, '[]', '')",
  )
  expect(() => insert.run(empresa_id!, nc_id!, factura_id!)).toThrow('passes the balance')
})
