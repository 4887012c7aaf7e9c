// The neighbourhood of the simulated SII (simulator §21), through its desk and its wire.

import { describe, expect, test } from 'bun:test'
import { type Escena, escena, type Json } from './escena'
import { dte, EMPRESA, sobre } from './sobres'
import { mailTo } from './vecinos-carta'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const ANDES = '90000011-1'
const MAULE = '90000012-K'
const RIO_CLARO = '77123456-9'
const VICHUQUEN = '90000019-7'

const at = (path: string): string => `${path}?rut=${EMPRESA}`
const FACTURA = { tipo_dte: 33, forma_pago: 2, lineas: [{ nombre: 'Cemento', cantidad: 3, precio: 4385 }] }

/** A neighbourhood without a past, so that only what a test does is in the registers. */
async function settled(): Promise<Escena> {
  const e = escena()
  const { status } = await e.api('POST', at('vecindario'), { meses: 0 })
  expect(status).toBe(201)
  return e
}

const emit = async (e: Escena, rut = ANDES, body: object = FACTURA): Promise<Json> => {
  const { status, json } = await e.api('POST', at(`vecinos/${rut}/emitir`), body)
  expect([status, json.error]).toEqual([201, undefined])
  e.advance(2000)
  await e.sim.drain()
  return json.data
}

const rows = async (e: Escena, lado: 'compra' | 'venta', rut = EMPRESA, mes = '202603'): Promise<Json[]> =>
  (await e.api('GET', `registro/${mes}?rut=${rut}`)).json.data[lado].documentos

const move = (e: Escena, avanzar: string) => e.api('POST', 'reloj', { avanzar })

describe('what a neighbour issues', () => {
  test('is judged like anybody’s and stands in its sales and in the purchases of the company alike', async () => {
    const e = await settled()
    for (const rut of [ANDES, '90000013-8']) {
      const emitido = await emit(e, rut)
      expect(emitido).toMatchObject({ monto_neto: 13_155, monto_iva: 2499, monto_total: 15_654 })
      const { json } = await e.api('GET', `libro?track_id=${emitido.track_id}`)
      expect(json.data.documentos).toMatchObject([{ veredicto: 'aceptado', razones: [] }])
      const own = await e.api('GET', at(`vecinos/${rut}/registro/202603`))
      expect(own.json.data.venta.documentos).toMatchObject([{ rut: EMPRESA, monto_total: 15_654 }])
      const bought = (await rows(e, 'compra')).filter((row) => row.rut === rut)
      expect(bought).toMatchObject([{ estado_contable: 'PENDIENTE', monto_total: 15_654 }])
    }
  })

  test('is in no register when the SII rejects it', async () => {
    const e = await settled()
    const nota = { ...FACTURA, tipo_dte: 61, referencias: [{ tipo_dte: 33, folio: 77, codigo: 3 }] }
    const { track_id } = await emit(e, ANDES, nota)
    const { json } = await e.api('GET', `libro?track_id=${track_id}`)
    expect(json.data.documentos).toMatchObject([
      { veredicto: 'rechazado', razones: [{ codigo: 'REF-3-750' }] },
    ])
    expect(await rows(e, 'compra')).toEqual([])
    expect(await rows(e, 'venta', ANDES)).toEqual([])
  })

  test('names what it refers to as an emission does, or as ever, and not both ways at once', async () => {
    const e = await settled()
    const nota = (referencia: object) => ({
      ...FACTURA,
      tipo_dte: 61,
      referencias: [{ codigo: 3, ...referencia }],
    })
    for (const one of [
      { tipo_documento: '33', folio: '77' },
      { tipo_documento: 33, folio: 77 },
    ]) {
      const { track_id } = await emit(e, ANDES, nota(one))
      const { json } = await e.api('GET', `libro?track_id=${track_id}`)
      expect(json.data.documentos).toMatchObject([{ razones: [{ codigo: 'REF-3-750' }] }])
    }
    const both = nota({ tipo_documento: 33, tipo_dte: 34, folio: 77 })
    const refused = await e.api('POST', at(`vecinos/${ANDES}/emitir`), both)
    expect([refused.status, refused.json.detalles]).toMatchObject([
      422,
      [{ campo: 'referencias[0].tipo_dte', regla: 'contradiccion' }],
    ])
  })

  test('waits for seven days and twenty-three hours, and is of the register a second past the eighth', async () => {
    const e = await settled()
    const { folio } = await emit(e)
    await move(e, 'P7DT22H59M58S')
    const of = async () => (await rows(e, 'compra')).find((row) => row.folio === folio && row.rut === ANDES)
    expect((await of()).estado_contable).toBe('PENDIENTE')
    await move(e, 'PT1H1S')
    expect(await of()).toMatchObject({ estado_contable: 'REGISTRO', acuse: '2026-03-10T13:00:00.000Z' })
  })

  test('tells all that is wrong with an order at once, and knows who lives there', async () => {
    const e = await settled()
    const bad = {
      tipo_dte: 39,
      lineas: [{ nombre: '', cantidad: 0, precio: 1.5, exento: 'no', otro: 1 }, 'clavos'],
      fecha: '2027-01-01',
    }
    const { status, json } = await e.api('POST', at(`vecinos/${ANDES}/emitir`), bad)
    expect(status).toBe(422)
    expect(json.detalles.map((one: Json) => one.campo)).toEqual([
      'tipo_dte',
      'fecha',
      ...['otro', 'nombre', 'cantidad', 'precio', 'exento'].map((name) => `lineas[0].${name}`),
      'lineas[1]',
    ])
    expect((await e.api('POST', at('vecinos/76543210-3/emitir'), FACTURA)).status).toBe(404)
    expect((await e.api('POST', `vecinos/${ANDES}/emitir`, FACTURA)).status).toBe(400)
  })
})

describe('what a neighbour answers', () => {
  const issue = async (e: Escena, receptor: string, count = 1, over = {}) => {
    const caf = await e.caf(33, count)
    const documentos = Array.from({ length: count }, (_, i) =>
      dte({ folio: caf.desde + i, caf, receptor, ...over }),
    )
    await e.judge(sobre(documentos))
  }
  const eventos = async (e: Escena, rut: string): Promise<string[][]> =>
    (await e.api('GET', `libro?rut=${rut}&tipo_dte=33`)).json.data.documentos
      .map((one: Json) => one.eventos.map((evento: Json) => evento.codigo))
      .reverse()

  test('follows its temper: a receipt after two days, the contents after three', async () => {
    const e = await settled()
    await issue(e, RIO_CLARO)
    await move(e, 'P1DT23H')
    expect(await eventos(e, EMPRESA)).toEqual([[]])
    await move(e, 'PT1H')
    expect(await eventos(e, EMPRESA)).toEqual([['ERM']])
    await move(e, 'P1D')
    expect(await eventos(e, EMPRESA)).toEqual([['ERM', 'ACD']])
  })

  test('is a claim of every fourth invoice and of every seventh; nothing is said of what was paid in cash', async () => {
    const e = await settled()
    await issue(e, VICHUQUEN, 2, { formaPago: 1 })
    await issue(e, VICHUQUEN, 8)
    await move(e, 'P3D')
    const said = await eventos(e, EMPRESA)
    expect(said).toEqual([['PAG'], ['PAG'], [], [], [], ['RCD'], [], [], ['RFP'], ['RCD']])
  })

  test('comes later, or not at all, once its temper is another', async () => {
    const e = await settled()
    const { json } = await e.api('PUT', at(`vecinos/${RIO_CLARO}`), { retraso: 2 })
    expect(json.data).toMatchObject({ rut: RIO_CLARO, temple: 'cliente_formal', retraso: 2 })
    await e.api('PUT', at(`vecinos/${VICHUQUEN}`), { temple: 'cliente_formal' })
    await issue(e, RIO_CLARO)
    await issue(e, VICHUQUEN)
    await move(e, 'P2DT1H')
    expect(await eventos(e, EMPRESA)).toEqual([[], ['ERM']])
    await move(e, 'P2D')
    expect(await eventos(e, EMPRESA)).toEqual([['ERM'], ['ERM', 'ACD']])
  })

  test('is a note that voids the invoice two days after the company claimed it', async () => {
    const e = await settled()
    const { folio, monto_total } = await emit(e, MAULE)
    const claim = { rut_emisor: MAULE, tipo_dte: 33, folio, accion: 'RCD' }
    expect((await e.api('POST', 'acuse', claim)).status).toBe(201)
    await move(e, 'P2DT1M')
    const notes = (await rows(e, 'compra')).filter((row) => row.tipo_dte === 61)
    expect(notes).toMatchObject([{ rut: MAULE, monto_total }])
    const [invoice] = (await e.api('GET', `libro?rut=${MAULE}&tipo_dte=33&folio=${folio}`)).json.data
      .documentos
    expect(invoice.eventos.map((one: Json) => one.codigo)).toEqual(['RCD', 'NCA'])
  })
})

/** Everything that happened, but for bytes, which carry keys made anew each time. */
const world = (e: Escena): Json =>
  Object.fromEntries(
    [
      [
        'envios',
        'SELECT track_id, rut_empresa, recibido_at, estado, estado_at, razones, dueno FROM sim_envio ORDER BY 1',
      ],
      [
        'documentos',
        'SELECT id, track_id, rut_emisor, tipo_dte, folio, rut_receptor, fecha_emision, monto_total, veredicto, juzgado_at FROM sim_documento ORDER BY 1',
      ],
      ['registro', 'SELECT * FROM sim_registro ORDER BY id'],
      ['eventos', 'SELECT * FROM sim_evento ORDER BY documento_id, codigo'],
      ['agenda', 'SELECT * FROM sim_agenda ORDER BY id'],
      ['cartas', 'SELECT id, de, para, asunto, message_id, recibido_at FROM sim_correo ORDER BY id'],
      ['leidas', 'SELECT carta_id, rut, clase, estado, documentos FROM sim_leido ORDER BY carta_id'],
      ['bte', 'SELECT * FROM sim_bte ORDER BY folio'],
      ['referencias', 'SELECT * FROM sim_referencia ORDER BY nota_id, folio'],
    ].map(([name, sql]) => [name, e.db.prepare(sql!).all()]),
  )

describe('a neighbourhood', () => {
  test('has the same three months behind it each time, with what a register can have', async () => {
    const [one, other] = [escena(), escena()]
    const seeded = await one.api('POST', at('vecindario'), {})
    await other.api('POST', at('vecindario'), {})
    expect(world(one)).toEqual(world(other))
    expect(seeded.json.data).toEqual({
      rut: EMPRESA,
      vecinos: 13,
      por_hacer: 1,
      proximo: '2026-03-02T14:00:00.000Z',
      registro: [
        { operacion: 'COMPRA', tipo_dte: 33, documentos: 61 },
        { operacion: 'COMPRA', tipo_dte: 61, documentos: 8 },
        { operacion: 'VENTA', tipo_dte: 33, documentos: 40 },
        { operacion: 'VENTA', tipo_dte: 39, documentos: 176 },
      ],
      boletas_terceros: 6,
      correos: 77,
    })
    const { documentos, registro } = world(one)
    expect(documentos.every((row: Json) => row.veredicto === 'aceptado')).toBe(true)
    const bought: Json[] = []
    for (const mes of ['202512', '202601', '202602', '202603'])
      bought.push(...(await rows(one, 'compra', EMPRESA, mes)))
    const counts = (state: string) => bought.filter((row) => row.estado_contable === state).length
    expect([bought.length, counts('RECLAMADO'), counts('NO_INCLUIR')]).toEqual([69, 2, 1])
    const expiring = bought.filter((row) => {
      const left = Date.parse(row.recibido) + 8 * DAY - one.now()
      return row.estado_contable === 'PENDIENTE' && left <= 2 * DAY
    })
    expect(expiring).toHaveLength(3)
    const sum = (operacion: string) =>
      registro
        .filter((row: Json) => row.operacion === operacion && row.rut === EMPRESA)
        .reduce((so: number, row: Json) => so + row.monto_total, 0)
    expect([sum('COMPRA'), sum('VENTA')]).toEqual([32_353_302, 15_336_830])
    const { cartas, bte } = world(one)
    const writers: Record<string, number> = {}
    for (const { de } of cartas) writers[de.slice(0, 10)] = (writers[de.slice(0, 10)] ?? 0) + 1
    // A letter for each of 69 purchases but those of Pencahue, and for the 13 guides of the carrier.
    expect(writers).toEqual({
      ...{ '90000011-1': 23, '90000012-k': 13, '90000013-8': 8 },
      ...{ '90000015-4': 19, '90000016-2': 10, '90000017-0': 4 },
    })
    const fees = bte.map((row: Json) => [row.fecha, row.beneficiario, row.bruto, row.retencion, row.causa])
    expect(fees).toEqual([
      ['2025-12-10', '9876543-3', 180_000, 26_100, null],
      ['2025-12-24', '9876543-3', 240_000, 34_800, null],
      ['2026-01-07', '9876543-3', 95_000, 14_488, null],
      ['2026-01-21', '9876543-3', 320_000, 48_800, 'Error de digitación'],
      ['2026-02-05', '9876543-3', 95_000, 14_488, null],
      ['2026-02-19', '9876543-3', 150_000, 22_875, null],
    ])
    const notas = registro.filter((row: Json) => row.tipo_dte === 61 && row.operacion === 'COMPRA')
    expect(
      notas.map((row: Json) => {
        const { tipo, folios } = JSON.parse(row.datos).referencia
        return `${row.contraparte} ${tipo}/${folios} ${row.monto_total}`
      }),
    ).toEqual([
      '90000013-8 33/0 350883',
      '90000016-2 33/3 27027',
      '90000011-1 33/8 50539',
      '90000017-0 30/4711 729170',
      '90000016-2 33/4 0',
      '90000012-K 33/5 94962',
      '90000016-2 33/4-5 56682',
      '90000016-2 33/6 22581',
    ])
  })

  test('ends in the same rows whether the clock goes in one step or in a hundred', async () => {
    const [one, many] = [escena(), escena()]
    for (const e of [one, many]) {
      await e.api('POST', at('vecindario'), { meses: 1 })
      const caf = await e.caf(33, 3)
      const documentos = [0, 1, 2].map((i) => dte({ folio: caf.desde + i, caf, receptor: RIO_CLARO }))
      await e.judge(sobre(documentos))
      await mailTo(e, RIO_CLARO, sobre(documentos, { receptor: RIO_CLARO }))
    }
    await move(one, 'P25D')
    for (let i = 0; i < 100; i++) await move(many, 'PT6H')
    const [first, second] = [world(one), world(many)]
    for (const name of Object.keys(first)) expect([name, second[name]]).toEqual([name, first[name]])
    expect(first.documentos.length).toBeGreaterThan(100)
    expect(first.leidas).toHaveLength(1)
  }, 30_000)

  test('is of one owner: another of the same RUT has none, and may have one of its own', async () => {
    const e = escena()
    const as = async (dueno: string, method: string, path: string, body?: object) => {
      const init = {
        method,
        headers: { 'x-simulador-dueno': dueno },
        ...(body && { body: JSON.stringify(body) }),
      }
      const response = await e.sim.fetch(new Request(`http://simulador.invalid/simulador/${at(path)}`, init))
      return { status: response.status, data: ((await response.json()) as Json).data }
    }
    await as('cuenta_1', 'POST', 'vecindario', { meses: 1 })
    expect((await as('cuenta_2', 'GET', 'vecindario')).data).toMatchObject({ vecinos: 0, registro: [] })
    expect((await as('cuenta_2', 'GET', 'vecinos')).data).toEqual([])
    expect((await as('cuenta_2', 'GET', 'correo')).data).toEqual([])
    expect((await as('cuenta_2', 'GET', 'bte')).data).toEqual([])
    expect((await as('cuenta_1', 'GET', 'correo')).data.length).toBeGreaterThan(15)
    expect((await as('cuenta_2', 'GET', `vecinos/${ANDES}/registro/202602`)).status).toBe(404)
    expect((await as('cuenta_2', 'POST', 'vecindario', { meses: 1 })).status).toBe(201)
    const [uno, dos] = [await as('cuenta_1', 'GET', 'vecindario'), await as('cuenta_2', 'GET', 'vecindario')]
    expect(dos.data.registro).toEqual(uno.data.registro)
    const folios = e.db.prepare('SELECT rut_emisor, tipo_dte, folio FROM sim_documento').raw().all()
    expect(new Set(folios.map(String)).size).toBe(folios.length)
  })

  test('is seeded once, and sends everybody away when asked', async () => {
    const e = await settled()
    expect((await e.api('POST', at('vecindario'), {})).json.code).toBe('INVALID_STATE')
    expect((await e.api('POST', `vecindario?rut=${ANDES}`, {})).status).toBe(409)
    const { json } = await e.api('GET', at('vecinos'))
    expect(json.data).toHaveLength(13)
    expect(json.data[0]).toMatchObject({ rut: '77123456-9', razon_social: 'Constructora Río Claro SpA' })
    expect((await e.api('DELETE', at('vecindario'))).json.data).toEqual({ eliminados: 13 })
    await move(e, 'P30D')
    expect(e.db.prepare('SELECT count(*) FROM sim_documento').pluck().get()).toBe(0)
  })

  test('goes on by itself: suppliers invoice week by week, and refer only to what the SII took', async () => {
    const e = await settled()
    await move(e, 'P28D')
    const documentos = world(e).documentos
    expect(documentos.length).toBeGreaterThan(30)
    expect(documentos.filter((row: Json) => row.veredicto !== 'aceptado')).toEqual([])
    expect(documentos.some((row: Json) => row.tipo_dte === 61)).toBe(true)
  })

  test('asks for new folios before the old ones expire', async () => {
    const e = await settled()
    await move(e, 'P7M')
    const { documentos } = world(e)
    expect(documentos.at(-1).fecha_emision > '2026-09-20').toBe(true)
    expect(documentos.filter((row: Json) => row.veredicto !== 'aceptado')).toEqual([])
  }, 30_000)

  test.each(['firma', 'timbre'])(
    'gets its %s wrong when it is told to, and no register has the document',
    async (falla) => {
      const e = await settled()
      const { json } = await e.api('POST', at(`vecinos/${ANDES}/emitir`), { ...FACTURA, falla })
      await move(e, 'PT1M')
      const { folio, rut_emisor } = json.data
      const [row] = (await e.api('GET', `libro?rut=${rut_emisor}&folio=${folio}`)).json.data.documentos
      expect(row).toMatchObject({ folio, veredicto: 'rechazado' })
      expect(e.db.prepare('SELECT count(*) FROM sim_registro').pluck().get()).toBe(0)
    },
  )

  test('is not let in where the SII does not let it issue', async () => {
    const e = await settled()
    await e.register(ANDES, { emisor: false })
    const { status, json } = await e.api('POST', at(`vecinos/${ANDES}/emitir`), FACTURA)
    expect([status, json.code]).toEqual([409, 'INVALID_STATE'])
  })
})
