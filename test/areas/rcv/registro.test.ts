// GET /v1/rcv and GET /v1/rcv/:periodo: what is known of the register, filtered, ordered and paged.

import { beforeAll, describe, expect, test } from 'bun:test'
import { factura } from '../../support/emisor'
import { type CompanyApp, loadFolios, type Reply, testAppWithCompany } from '../../support/test-app'
import { archivo, archivoDe, importar, rutOf } from './archivos'

let app: CompanyApp
beforeAll(async () => {
  app = await testAppWithCompany()
  for (const name of [
    'compra-registro',
    'compra-pendiente',
    'compra-reclamado',
    'compra-no-incluir',
    'venta',
  ])
    await importar(app, '202611', archivo(name))
  await importar(app, '202610', archivoDe('venta', 'REGISTRO', []))
})

const folios = async (query: string): Promise<number[]> =>
  (await app.get(`/v1/rcv/202611?limite=100&${query}`)).body.data.documentos.map(
    ({ folio }: { folio: number }) => folio,
  )

describe('GET /v1/rcv', () => {
  test('tells the months that were read, newest first, and how whole each is', async () => {
    const { body } = await app.get('/v1/rcv')
    expect(body.data.map((one: Record<string, unknown>) => [one.periodo, one.estado])).toEqual([
      ['202611', 'sincronizado'],
      ['202610', 'parcial'],
    ])
    expect(body.data[0].tramos.map((one: { documentos: number }) => one.documentos)).toEqual([8, 2, 2, 1, 7])
    expect(body.data[1].tramos).toEqual([
      {
        tipo: 'venta',
        estado_contable: 'REGISTRO',
        origen: 'csv',
        documentos: 0,
        sincronizado_en: '2026-11-20T14:02:11.000Z',
        incompleto: null,
      },
    ])
    expect((await app.get('/v1/rcv?limite=1&pagina=2')).body.data[0].periodo).toBe('202610')
  })
})

describe('GET /v1/rcv/:periodo', () => {
  test('has an entry with everything that the file said', async () => {
    const { documentos } = (await app.get('/v1/rcv/202611?q=5501')).body.data
    expect(documentos).toEqual([
      {
        id: expect.stringMatching(/^rcvd_/),
        tipo: 'compra',
        periodo: '202611',
        estado_contable: 'REGISTRO',
        tipo_dte: 33,
        folio: 5501,
        signo: 1,
        rut_contraparte: rutOf(96_510_340),
        razon_social: 'Distribuidora de Bebidas Ñuñoa Ltda.',
        fecha_emision: '2026-11-03',
        fecha_recepcion: '2026-11-03T21:44:09Z',
        fecha_acuse: '2026-11-11T21:44:09Z',
        fecha_reclamo: null,
        monto_exento: 0,
        monto_neto: 100_000,
        monto_iva: 19_000,
        monto_total: 142_500,
        iva_no_recuperable: 0,
        codigo_iva_no_rec: null,
        iva_uso_comun: 0,
        activo_fijo: { neto: 0, iva: 0 },
        impuesto_sin_credito: 0,
        iva_retenido_total: 0,
        iva_retenido_parcial: 0,
        iva_no_retenido: 0,
        otros_impuestos: [
          { codigo: 27, valor: 10_000, tasa: 10 },
          { codigo: 24, valor: 10_500, tasa: 31.5 },
          { codigo: 26, valor: 3000, tasa: 2.968 },
        ],
        tipo_compra: 1,
        tipo_compra_glosa: 'Del Giro',
        nota_sobre_factura_compra: false,
        referencia: null,
        saldo: 142_500,
        vence_el: null,
        recibido_id: null,
        emitido: null,
        origen: 'csv',
        visto_en: '2026-11-20T14:02:11.000Z',
        ausente_desde: null,
      },
    ])
  })

  test('tells what only some documents have, and of a note its sign', async () => {
    const one = async (query: string) => (await app.get(`/v1/rcv/202611?${query}`)).body.data.documentos[0]
    expect(await one('tipo=venta&tipo_dte=43')).toMatchObject({
      tipo_venta: 1,
      liquidacion: {
        rut_emisor: '76543210-3',
        comision_neto: 10_000,
        comision_exento: 0,
        comision_iva: 1900,
      },
    })
    expect(await one('tipo=venta&tipo_dte=110')).toMatchObject({
      extranjero: { num_id: '98-7654321', nacionalidad: 'US' },
    })
    expect(await one('tipo=venta&tipo_dte=34')).toMatchObject({
      numero_interno: '0012',
      sucursal: '081234567',
    })
    expect(await one('tipo=venta&q=1042')).toMatchObject({
      referencia: { tipo_documento: '52', folios: ['200', '300', '400'] },
    })
    expect(await one('tipo=venta&tipo_dte=61')).toMatchObject({ signo: -1, monto_total: 101_745 })
    expect(await one('tipo=compra&q=71')).toMatchObject({
      tabacos: { puros: 1200, cigarrillos: 0, elaborados: 0 },
    })
    expect(await one('q=88177')).toMatchObject({
      vence_el: '2026-12-04T18:20:11Z',
      estado_contable: 'PENDIENTE',
    })
  })

  test('sums by side, state and type, whatever the filters', async () => {
    const { resumen, sincronizacion } = (await app.get('/v1/rcv/202611?q=nada')).body.data
    expect(sincronizacion.estado).toBe('sincronizado')
    expect(resumen).toContainEqual({
      tipo: 'compra',
      estado_contable: 'NO_INCLUIR',
      tipo_dte: 33,
      detalle: 'electronico',
      documentos: 1,
      monto_exento: 0,
      monto_neto: 30_000,
      monto_iva: 0,
      iva_no_recuperable: 5700,
      iva_uso_comun: 0,
      monto_total: 35_700,
    })
    expect(resumen.reduce((sum: number, one: { documentos: number }) => sum + one.documentos, 0)).toBe(20)
  })

  test.each([
    ['tipo=venta', [2, 12, 5, 9, 77, 1043, 1042]],
    ['tipo=compra&estado=PENDIENTE,RECLAMADO', [45, 88177, 3, 40]],
    ['rut=90.000.012-k&tipo=compra', [88177, 410, 88123]],
    ['tipo_dte=34,46', [902, 12, 12]],
    ['q=río claro&tipo=compra', [903, 902, 904]],
    ['q=RIO CLARO&tipo=compra', [903, 902, 904]],
    ['q=78456780', [45, 3, 40]],
    ['q=88123', [88123]],
    ['fecha_desde=2026-11-30', [903, 902]],
    ['fecha_hasta=2026-11-02', [40]],
    ['monto_min=2000000', [904, 9]],
    ['monto_max=11900&tipo=compra', [45, 3, 40]],
    ['tipo=venta&orden=-monto_total,folio', [9, 1043, 5, 77, 1042, 12, 2]],
    ['tipo=venta&orden=folio', [2, 5, 9, 12, 77, 1042, 1043]],
    ['con_xml=true', []],
    ['vinculada=true', [3, 40, 77, 1042]],
  ])('%s', async (query, expected) => {
    expect((await folios(encodeURI(query))).toSorted()).toEqual(expected.toSorted())
    if (query.includes('orden')) expect(await folios(query)).toEqual(expected)
  })

  test('is paged, and walked by cursor, without a row twice or none', async () => {
    const all = await folios('')
    expect(all).toHaveLength(20)
    const paged: number[] = []
    for (let path: string | null = '/v1/rcv/202611?limite=7'; path; ) {
      const { data, paginacion }: Reply['body'] = (await app.get(path)).body
      expect([paginacion.total, paginacion.paginas]).toEqual([20, 3])
      paged.push(...data.documentos.map(({ folio }: { folio: number }) => folio))
      path = paginacion.siguiente
    }
    expect(paged).toEqual(all)
    const walked: number[] = []
    for (let path: string | null = '/v1/rcv/202611?cursor=&limite=6'; path; ) {
      const { data, paginacion }: Reply['body'] = (await app.get(path)).body
      expect(paginacion.pagina).toBeNull()
      walked.push(...data.documentos.map(({ folio }: { folio: number }) => folio))
      path = paginacion.siguiente
    }
    expect(walked).toEqual(all)
    expect((await app.get('/v1/rcv/202611?pagina=99')).body.data.documentos).toEqual([])
  })

  test('tells every wrong parameter at once', async () => {
    const wrong =
      'tipo=otro&estado=X&rut=1-1&tipo_dte=a&fecha_desde=ayer&monto_min=1.5&con_xml=si&ausentes=2&orden=rut&pagina=0'
    const { status, body } = await app.get(`/v1/rcv/202611?${wrong}`)
    expect([status, body.code]).toEqual([400, 'INVALID_PARAMETER'])
    expect(body.detalles.map(({ campo }: { campo: string }) => campo).toSorted()).toEqual(
      [
        'ausentes',
        'con_xml',
        'estado',
        'fecha_desde',
        'monto_min',
        'orden',
        'pagina',
        'rut',
        'tipo',
        'tipo_dte',
      ].toSorted(),
    )
    expect((await app.get('/v1/rcv/202611?cursor=x&pagina=2')).status).toBe(400)
    expect((await app.get('/v1/rcv/202611?cursor=zzz')).body.detalles[0].campo).toBe('cursor')
  })

  test('as a file needs its side and state, and takes no page', async () => {
    const campos = async (query: string) =>
      (await app.get(`/v1/rcv/202611?formato=csv&${query}`)).body.detalles.map(
        ({ campo }: { campo: string }) => campo,
      )
    expect(await campos('')).toEqual(['tipo'])
    expect(await campos('tipo=compra')).toEqual(['estado'])
    expect(await campos('tipo=venta&estado=PENDIENTE')).toEqual(['estado'])
    expect(await campos('tipo=venta&limite=3')).toEqual(['limite'])
    expect((await app.get('/v1/rcv/202610?formato=csv&tipo=compra&estado=REGISTRO')).body.code).toBe(
      'PERIOD_NOT_SYNCED',
    )
  })

  test('of a month never read is 404, and of no month 400', async () => {
    const { status, body } = await app.get('/v1/rcv/202609')
    expect([status, body.code]).toEqual([404, 'PERIOD_NOT_SYNCED'])
    expect((await app.get('/v1/rcv/202613')).status).toBe(400)
    expect((await app.get('/v1/rcv/202611', {})).status).toBe(401)
  })

  test('names the document issued here', async () => {
    const issuing = await testAppWithCompany()
    await loadFolios(issuing, issuing.tenant, { 33: 3 })
    await issuing.post('/v1/dte/emitir', factura())
    await issuing.settle()
    const row = {
      'Tipo Doc': 33,
      'Rut cliente': '77123456-9',
      'Razon Social': 'X',
      'Fecha Docto': '20/11/2026',
      'Fecha Recepcion': '20/11/2026 11:00:00',
      'Monto total': 1000,
    }
    await importar(
      issuing,
      '202611',
      archivoDe('venta', 'REGISTRO', [
        { ...row, Folio: 1 },
        { ...row, Folio: 2 },
      ]),
    )
    const of = async (query: string) =>
      (await issuing.get(`/v1/rcv/202611?${query}`)).body.data.documentos.map(
        (one: { folio: number; emitido: unknown }) => [one.folio, one.emitido],
      )
    expect(await of('orden=folio')).toEqual([
      [1, { tipo_dte: 33, folio: 1 }],
      [2, null],
    ])
    expect(await of('con_xml=true')).toEqual([[1, { tipo_dte: 33, folio: 1 }]])
    expect(await of('con_xml=false')).toEqual([[2, null]])
  })

  // domain/rcv §1
  test('knows a document issued here by its type and folio, and in purchases by its other party too', async () => {
    const issuing = await testAppWithCompany()
    await loadFolios(issuing, issuing.tenant, { 33: 3, 46: 3 })
    await issuing.post('/v1/dte/emitir', factura())
    const own = await issuing.post('/v1/dte/emitir', { ...factura(), tipo_dte: 46 })
    // It withholds nothing.
    expect(own.body.data.advertencias).toMatchObject([{ code: 'NO_RETENTION', campo: 'compra.retencion' }])
    await issuing.settle()
    const row = {
      'Razon Social': 'X',
      'Fecha Docto': '20/11/2026',
      'Fecha Recepcion': '20/11/2026 11:00:00',
      Folio: 1,
    }
    const total = (await issuing.get('/v1/documentos/33/1')).body.data.monto_total
    const venta = (tipo: number, rut: string, more = {}) => ({
      ...row,
      'Tipo Doc': tipo,
      'Rut cliente': rut,
      'Monto total': total,
      ...more,
    })
    const compra = (tipo: number, rut: string) => ({
      ...row,
      'Tipo Doc': tipo,
      'RUT Proveedor': rut,
      'Fecha Acuse': '20/11/2026 11:00:00',
      'Monto Total': total,
    })
    // One names another party than the document's receiver; the other is a customer's own, issued to the
    // company.
    await importar(
      issuing,
      '202611',
      archivoDe('venta', 'REGISTRO', [venta(33, '55555555-5'), venta(46, '77123456-9')]),
    )
    // A supplier's document with the number of another's; and the own one.
    await importar(
      issuing,
      '202611',
      archivoDe('compra', 'REGISTRO', [compra(33, '77123456-9'), compra(46, '77123456-9')]),
    )
    const found = async (query: string) =>
      (await issuing.get(`/v1/rcv/202611?${query}`)).body.data.documentos.map(
        (one: { tipo: string; tipo_dte: number; emitido: unknown }) => [
          one.tipo,
          one.tipo_dte,
          one.emitido !== null,
        ],
      )
    expect((await found('orden=tipo_dte')).sort()).toEqual([
      ['compra', 33, false],
      ['compra', 46, true],
      ['venta', 33, true],
      ['venta', 46, false],
    ])
    expect((await found('con_xml=true')).sort()).toEqual([
      ['compra', 46, true],
      ['venta', 33, true],
    ])
    const { ventas, compras } = (await issuing.get('/v1/rcv/202611/cuadratura')).body.data
    expect([ventas, compras]).toMatchObject([
      // Its buyer issued the 46: what lacks is its XML, not an own emission.
      { coinciden: 1, registro_sin_emitir: 0, registro_sin_xml: 1, emitidos_sin_registro: 0 },
      { coinciden: 1, registro_sin_xml: 1, xml_sin_registro: 0 },
    ])
  })
})
