// GET /v1/rcv/:periodo/cuadratura and /f29: what was issued here beside the register, and what it comes to.

import { beforeAll, describe, expect, test } from 'bun:test'
import { boleta, factura } from '../../support/emisor'
import { invitePerson } from '../../support/personas'
import { FACTURA, latin1, testAppWithReceiver } from '../../support/recibidos'
import { type CompanyApp, loadFolios, type TestApp, testAppWithCompany } from '../../support/test-app'
import { archivo, archivoDe, importar, type Linea } from './archivos'

let app: CompanyApp
let total: number
const venta = (folio: number, monto: number, more: Linea = {}): Linea => ({
  'Tipo Doc': 33,
  'Tipo Venta': 'Del Giro',
  'Rut cliente': '77123456-9',
  'Razon Social': 'X',
  Folio: folio,
  'Fecha Docto': '20/11/2026',
  'Fecha Recepcion': '20/11/2026 11:00:00',
  'Monto IVA': 100,
  'Monto total': monto,
  ...more,
})

beforeAll(async () => {
  app = await testAppWithCompany()
  await loadFolios(app, app.tenant, { 33: 9, 39: 9, 52: 3 })
  for (let i = 0; i < 3; i++) await app.post('/v1/dte/emitir', factura())
  await app.post('/v1/dte/emitir', boleta())
  await app.settle()
  total = (await app.get('/v1/documentos/33/1')).body.data.monto_total
  await importar(
    app,
    '202611',
    archivoDe('venta', 'REGISTRO', [venta(1, total), venta(2, total + 1), venta(50, 1000)]),
  )
  app.advance(60_000)
  await app.post('/v1/dte/emitir', factura())
  await app.settle()
})

const cuadratura = async (query = '') => (await app.get(`/v1/rcv/202611/cuadratura${query}`)).body

describe('GET /v1/rcv/:periodo/cuadratura', () => {
  test('counts what agrees and tells each document that does not', async () => {
    const { data, paginacion } = await cuadratura()
    expect(data.ventas).toEqual({
      coinciden: 1,
      emitidos_sin_registro: 2,
      registro_sin_emitir: 1,
      registro_sin_xml: 0,
      distinto_monto: 1,
      rechazados_registrados: 0,
      xml_sin_validez: 0,
    })
    expect(data.compras).toBeNull()
    const here = { lado: 'ventas', rut: '77123456-9', tipo_dte: 33, recibido_id: null }
    const receptor = (await app.get('/v1/documentos/33/3')).body.data.razon_social_receptor
    const [key, own] = [
      { ...here, razon_social: 'X' },
      { ...here, razon_social: receptor },
    ]
    expect(data.diferencias).toEqual([
      {
        ...key,
        clase: 'distinto_monto',
        folio: 2,
        monto_timbre: total,
        monto_registro: total + 1,
        nota: null,
      },
      {
        ...key,
        clase: 'registro_sin_emitir',
        folio: 50,
        monto_timbre: null,
        monto_registro: 1000,
        nota: null,
      },
      {
        ...own,
        clase: 'emitidos_sin_registro',
        folio: 3,
        monto_timbre: total,
        monto_registro: null,
        nota: null,
      },
      {
        ...own,
        clase: 'emitidos_sin_registro',
        folio: 4,
        monto_timbre: total,
        monto_registro: null,
        nota: 'Emitido después de la última actualización del registro',
      },
    ])
    expect(paginacion.total).toBe(4)
    expect((await cuadratura('?limite=3&pagina=2')).data.diferencias).toHaveLength(1)
  })

  test('adds the differences up by cause, and shows those of one', async () => {
    const { data, paginacion } = await cuadratura('?lado=ventas&clase=emitidos_sin_registro')
    expect(data.causas).toEqual([
      {
        lado: 'ventas',
        clase: 'distinto_monto',
        documentos: 1,
        monto_timbre: total,
        monto_registro: total + 1,
      },
      { lado: 'ventas', clase: 'registro_sin_emitir', documentos: 1, monto_timbre: 0, monto_registro: 1000 },
      {
        lado: 'ventas',
        clase: 'emitidos_sin_registro',
        documentos: 2,
        monto_timbre: 2 * total,
        monto_registro: 0,
      },
    ])
    expect([data.diferencias.length, paginacion.total]).toEqual([2, 2])
    expect((await cuadratura('?lado=compras')).data.diferencias).toEqual([])
    expect((await app.get('/v1/rcv/202611/cuadratura?clase=otra')).body.code).toBe('INVALID_PARAMETER')
  })

  test('has the boletas issued here, which the SII’s files do not tell of', async () => {
    const { data } = await cuadratura('?diferencias=true')
    expect(data.boletas).toEqual([
      {
        tipo_dte: 39,
        documentos_timbre: 1,
        documentos_sii: null,
        total_timbre: expect.any(Number),
        total_sii: null,
      },
    ])
  })

  test('tells of purchases what is pending, claimed, and has no XML here', async () => {
    const alone = await testAppWithCompany()
    for (const name of ['compra-registro', 'compra-pendiente', 'compra-reclamado'])
      await importar(alone, '202611', archivo(name))
    const { data } = (await alone.get('/v1/rcv/202611/cuadratura')).body
    expect([data.ventas, data.compras]).toEqual([
      null,
      {
        coinciden: 0,
        registro_sin_xml: 12,
        xml_sin_registro: 0,
        distinto_monto: 0,
        xml_sin_validez: 0,
        pendientes: 2,
        respondidas_aqui: 0,
        reclamadas: 2,
      },
    ])
  })
})

describe('GET /v1/rcv/:periodo/cuadratura, of purchases whose XML came', () => {
  const [emisor, monto] = [
    /<RUTEmisor>([^<]+)/.exec(FACTURA)![1]!,
    Number(/<MntTotal>(\d+)/.exec(FACTURA)![1]),
  ]
  const compra = (folio: number, total: number): Linea => ({
    'Tipo Doc': 33,
    'Tipo Compra': 'Del Giro',
    'RUT Proveedor': emisor,
    'Razon Social': 'Proveedor',
    Folio: folio,
    'Fecha Docto': '20/11/2026',
    'Fecha Recepcion': '20/11/2026 11:00:00',
    'Monto Total': total,
  })
  const read = async (receiver: Awaited<ReturnType<typeof testAppWithReceiver>>) =>
    (await receiver.get('/v1/rcv/202611/cuadratura')).body.data

  test('counts them as here, and tells another amount, a bad signature, and what the register lacks', async () => {
    const receiver = await testAppWithReceiver()
    const [good] = (await receiver.entrar(latin1(FACTURA))).documentos
    const load = (...lines: Linea[]) => importar(receiver, '202611', archivoDe('compra', 'REGISTRO', lines))
    await load(compra(1, monto), compra(2, monto))
    const agreed = await read(receiver)
    expect([agreed.compras.coinciden, agreed.compras.registro_sin_xml]).toEqual([1, 1])
    expect(agreed.diferencias).toMatchObject([
      { clase: 'registro_sin_xml', folio: 2, razon_social: 'Proveedor' },
    ])

    await load(compra(1, monto + 1), compra(2, monto))
    await receiver.entrar(latin1(FACTURA.replace('<Folio>1<', '<Folio>2<')))
    await receiver.entrar(latin1(FACTURA.replace('<Folio>1<', '<Folio>3<')))
    const { compras, diferencias } = await read(receiver)
    expect(compras).toMatchObject({
      coinciden: 0,
      distinto_monto: 1,
      xml_sin_validez: 1,
      xml_sin_registro: 1,
    })
    expect(diferencias).toMatchObject([
      {
        clase: 'distinto_monto',
        folio: 1,
        monto_timbre: monto,
        monto_registro: monto + 1,
        recibido_id: good!.id,
      },
      { clase: 'xml_sin_validez', folio: 2 },
      { clase: 'xml_sin_registro', folio: 3, monto_timbre: monto, monto_registro: null, nota: null },
    ])
  })
})

describe('GET /v1/rcv/:periodo/f29', () => {
  test('adds the register up, with the boletas issued here, and warns of what it lacks', async () => {
    const { body } = await app.get('/v1/rcv/202611/f29')
    const { data } = body
    const own = (await app.get('/v1/documentos/39/1')).body.data
    expect([data.periodo, data.base]).toEqual(['202611', 'rcv+emitidos'])
    expect(data.debito).toEqual([
      { concepto: 'facturas', codigos: { cantidad: 503, monto: 502 }, documentos: 3, neto: 0, iva: 300 },
      {
        concepto: 'boletas',
        codigos: { cantidad: 110, monto: 111 },
        documentos: 1,
        neto: own.monto_neto,
        iva: own.monto_iva,
      },
    ])
    expect(data.formulario).toEqual([
      { codigo: 110, valor: 1 },
      { codigo: 111, valor: own.monto_iva },
      { codigo: 502, valor: 300 },
      { codigo: 503, valor: 3 },
    ])
    expect(data.totales).toEqual({
      debito: 300 + own.monto_iva,
      credito: 0,
      diferencia: 300 + own.monto_iva,
    })
    expect(data.advertencias.map(({ code }: { code: string }) => code)).toEqual([
      'PARTIAL_PERIOD',
      'ISSUED_NOT_REGISTERED',
      // The register's three have VAT and no net.
      'F29_NOT_PLACED',
      'BHE_NOT_INCLUDED',
    ])
  })

  test('reads of the sales what is late, withheld or of others, in the amounts of its columns', async () => {
    const alone = await testAppWithCompany()
    const row = (tipo: number, neto: number, iva: number, more: Linea = {}): Linea =>
      venta(tipo, neto + iva, { 'Tipo Doc': tipo, 'Monto Neto': neto, 'Monto IVA': iva, ...more })
    const rows = [
      row(33, 1_000_000, 190_000),
      row(61, 100_000, 19_000, { 'IVA fuera de plazo': 19_000 }),
      row(60, 50_000, 9500),
      row(46, 1_000_000, 190_000, {
        'IVA Retenido Parcial': 80_000,
        'IVA no retenido': 110_000,
        'Monto total': 1_110_000,
      }),
      row(43, 1_599_989, 303_998, {
        'Neto Comision Liquid. Factura': 127_999,
        'IVA Comision Liquid. Factura': 24_320,
      }),
    ]
    await importar(alone, '202611', archivoDe('venta', 'REGISTRO', rows))
    const { data } = (await alone.get('/v1/rcv/202611/f29')).body
    expect(data.totales.debito).toBe(190_000 - 9500 + 110_000 + 24_320)
    const value = Object.fromEntries(
      data.formulario.map((one: { codigo: number; valor: number }) => [one.codigo, one.valor]),
    )
    expect(value).toMatchObject({
      502: 190_000,
      509: 1,
      510: 9500,
      517: 110_000,
      720: 1_000_000,
      501: 24_320,
    })
    expect(data.advertencias).toContainEqual({
      code: 'F29_NOT_DECLARED',
      campo: 'venta.ivaFueraPlazo',
      mensaje: '$19.000: IVA de notas de crédito fuera de plazo: no rebaja el débito y no se declara',
      documentos: 1,
      monto: 19_000,
      iva: 19_000,
    })
  })

  test('tells of common use the one purchase that has it, not all of its type and kind', async () => {
    const alone = await testAppWithCompany()
    await importar(alone, '202611', archivo('compra-registro').replace('IVA Uso Común', 'Del Giro'))
    const { data } = (await alone.get('/v1/rcv/202611/f29')).body
    const common = data.credito.find(({ concepto }: { concepto: string }) => concepto === 'uso_comun')
    expect([common.documentos, common.neto, common.iva]).toEqual([1, 1_000_000, 190_000])
  })

  test('counts of purchases those in REGISTRO alone, and says how many wait', async () => {
    const alone = await testAppWithCompany()
    for (const name of [
      'compra-registro',
      'compra-pendiente',
      'compra-reclamado',
      'compra-no-incluir',
      'venta',
    ])
      await importar(alone, '202611', archivo(name))
    const { data } = (await alone.get('/v1/rcv/202611/f29')).body
    expect(data.base).toBe('rcv')
    expect(data.totales).toEqual({
      // 33 of the business and of fixed assets, the commission of the 43 and the 56, less the 61.
      debito: 16_245 + 190_000 + 1900 + 1900 - 16_245,
      credito: 79_800 + 19_000 + 9500 + 380_000 + 57_000 - 19_000,
      diferencia: 193_800 - 526_300,
    })
    expect(data.advertencias[0]).toEqual({
      code: 'PENDING_DOCUMENTS',
      campo: 'credito',
      mensaje: '$35.700, con IVA de $5.700: 2 compras esperan su aceptación y no están en el crédito',
      documentos: 2,
      monto: 35_700,
      iva: 5700,
    })
    expect(data.advertencias.map(({ code }: { code: string }) => code)).toEqual([
      'PENDING_DOCUMENTS',
      // The sales for the mandante in a 43, and of its withholding, whose tax no line takes.
      'F29_NOT_COMPUTED',
      'F29_NOT_PLACED',
      // Three drinks bought.
      'F29_NOT_COMPUTED',
      'F29_NOT_COMPUTED',
      'F29_NOT_COMPUTED',
      'COMMON_USE_NOT_INCLUDED',
      'NO_RETENTION',
      // The month's sales, for the share of common use.
      'F29_NOT_COMPUTED',
      'BHE_NOT_INCLUDED',
    ])
    expect(data.advertencias[6]).toMatchObject({
      campo: 'compra.ivaUsoComun',
      monto: 190_000,
      documentos: 1,
      mensaje: expect.stringContaining('$190.000: IVA de uso común'),
    })
    const drinks = data.otros.map(({ concepto, iva }: { concepto: string; iva: number }) => [concepto, iva])
    expect(drinks).toEqual([
      ['licores_credito', 10_500],
      ['cervezas_credito', 3000],
      ['analcoholicas_credito', 10_000],
    ])
  })
})

test.each(['cuadratura', 'f29'])(
  '%s is for who may read the register, of a month that was read',
  async (route) => {
    expect((await app.get(`/v1/rcv/202611/${route}`, {})).status).toBe(401)
    expect((await app.get(`/v1/rcv/202610/${route}`)).body.code).toBe('PERIOD_NOT_SYNCED')
    expect((await app.get(`/v1/rcv/2026/${route}`)).status).toBe(400)
    const reader = await invitePerson(app, app.tenant.session, 'lector', { email: `${route}@example.cl` })
    expect((await app.get(`/v1/rcv/202611/${route}`, reader.session)).status).toBe(200)
    const other = await app.registerCompany({ rut: '76543210-3' })
    expect((await app.get(`/v1/rcv/202611/${route}`, other.key)).status).toBe(404)
  },
)

describe('GET /v1/rcv/:periodo/f29, of what was issued here and the register as last read lacks', () => {
  const detalle = [{ nombre: 'Servicio', monto: 1_000_000 }]
  const emit = async (alone: TestApp, body: object): Promise<void> => {
    const { status } = await alone.post('/v1/dte/emitir', factura({ detalle, ...body }))
    expect(status).toBe(202)
  }
  const read = async (alone: TestApp) => (await alone.get('/v1/rcv/202611/f29')).body.data
  const missing = (data: { advertencias: { code: string }[] }) =>
    data.advertencias.filter(({ code }) => code === 'ISSUED_NOT_REGISTERED')

  test('warns by type with count, amount and VAT, own 46 with what they withheld; no code counts it', async () => {
    const alone = await testAppWithCompany()
    await loadFolios(alone, alone.tenant, { 33: 3, 46: 3, 61: 3 })
    await importar(alone, '202611', archivoDe('venta', 'REGISTRO', []))
    await importar(alone, '202611', archivoDe('compra', 'REGISTRO', []))
    expect(missing(await read(alone))).toEqual([])
    await emit(alone, {})
    await emit(alone, {})
    await emit(alone, { tipo_dte: 46, compra: { retencion: { codigo: 15 } } })
    await emit(alone, { tipo_dte: 46, compra: { retencion: { codigo: 15 } } })
    await alone.settle()
    for (const path of ['33/1', '46/1']) await alone.post(`/v1/dte/${path}/anular`, { motivo: 'Error' })
    await alone.settle()
    const data = await read(alone)
    expect([data.totales, data.formulario]).toEqual([{ debito: 0, credito: 0, diferencia: 0 }, []])
    const told = missing(data) as unknown as Record<string, unknown>[]
    expect(told.map(({ campo, documentos, monto, iva }) => [campo, documentos, monto, iva])).toEqual([
      ['debito', 2, 2_380_000, 380_000],
      ['debito', 1, 1_190_000, 190_000],
      ['credito', 2, 2_000_000, 380_000],
      ['retenciones', 2, 380_000, 380_000],
      ['credito', 1, 1_000_000, 190_000],
      ['retenciones', 1, 190_000, 190_000],
    ])
    expect(told[0]!.mensaje).toBe(
      '$2.380.000, con IVA de $380.000: 2 documentos de tipo 33 (Factura electrónica) que se emitieron aquí y el registro leído no tiene; no están en el débito: tráigalo otra vez, o vea la cuadratura',
    )
    const { diferencias } = (await alone.get('/v1/rcv/202611/cuadratura')).body.data
    expect(diferencias.map((one: { lado: string; tipo_dte: number }) => [one.lado, one.tipo_dte])).toEqual([
      ['ventas', 33],
      ['ventas', 33],
      ['compras', 46],
      ['compras', 46],
      ['ventas', 61],
      ['compras', 61],
    ])
  })

  test('is silent of what the register has, whatever RUT it has beside it, and once more of what left it', async () => {
    const alone = await testAppWithCompany()
    await loadFolios(alone, alone.tenant, { 33: 3 })
    await emit(alone, {})
    await alone.settle()
    const row = venta(1, 1_190_000, { 'Monto Neto': 1_000_000, 'Monto IVA': 190_000 })
    await importar(alone, '202611', archivoDe('venta', 'REGISTRO', [{ ...row, 'Rut cliente': '66666666-6' }]))
    const held = await read(alone)
    expect([held.totales.debito, missing(held)]).toEqual([190_000, []])
    await importar(alone, '202611', archivoDe('venta', 'REGISTRO', [{ ...row, Folio: 50 }]))
    expect(missing(await read(alone))).toMatchObject([{ documentos: 1, monto: 1_190_000, iva: 190_000 }])
  })
})
