// POST /v1/rcv/:periodo/importar: a slice is taken over whole or not at all, and every difference is kept.

import { beforeEach, describe, expect, test } from 'bun:test'
import { invitePerson } from '../../support/personas'
import { type CompanyApp, testAppWithCompany } from '../../support/test-app'
import { archivo, archivoDe, compraDe, importar, rutOf, without } from './archivos'

let app: CompanyApp
beforeEach(async () => {
  app = await testAppWithCompany()
})

const FILES = ['compra-registro', 'compra-pendiente', 'compra-reclamado', 'compra-no-incluir', 'venta']
const cambios = async (query = '') => (await app.get(`/v1/rcv/202611/cambios${query}`)).body.data
const documento = async (folio: number, query = '') =>
  (await app.get(`/v1/rcv/202611?q=${folio}${query}`)).body.data.documentos[0]
const rows = (): number =>
  app.store.client.prepare('SELECT count(*) FROM rcv_documento').pluck().get() as number

describe('a file of the SII’s page', () => {
  test('is taken over, its side and state told by its header', async () => {
    const { status, body } = await importar(app, '202611', archivo('compra-registro'))
    expect([status, body]).toEqual([
      201,
      {
        ok: true,
        data: {
          tipo: 'compra',
          estado: 'REGISTRO',
          documentos: 8,
          nuevos: 8,
          modificados: 0,
          ausentes: 0,
          movidos: 0,
          totales: [],
          advertencias: [],
        },
      },
    ])
  })

  test('comes as a form too', async () => {
    const form = new FormData()
    form.set('archivo', new Blob([archivo('venta')]), 'ventas.csv')
    const { status, body } = await app.request('POST', '/v1/rcv/202611/importar', {
      headers: app.tenant.key,
      body: form,
    })
    expect([status, body.data.tipo, body.data.nuevos]).toEqual([201, 'venta', 7])
  })

  test.each(FILES)('%s is given back to the byte', async (name) => {
    const text = archivo(name)
    const { body } = await importar(app, '202611', text)
    const { tipo, estado } = body.data
    const answer = await app.get(`/v1/rcv/202611?formato=csv&tipo=${tipo}&estado=${estado}`)
    expect(answer.status).toBe(200)
    expect(answer.body).toBe(text)
    const libro = name.replaceAll('-', '_').toUpperCase()
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="RCV_${libro}_76543210-3_202611.csv"`,
    )
  })

  test('imported again changes nothing', async () => {
    await importar(app, '202611', archivo('compra-registro'))
    const before = await cambios()
    app.advance(60_000)
    const { body } = await importar(app, '202611', archivo('compra-registro'))
    expect(body.data).toMatchObject({ documentos: 8, nuevos: 0, modificados: 0, ausentes: 0 })
    expect(await cambios()).toEqual(before)
    expect((await documento(88123)).visto_en).toBe('2026-11-20T14:03:11.000Z')
  })

  test('tells what it would change, and stores nothing, with simular', async () => {
    await importar(app, '202611', archivo('compra-registro'))
    const changed = without(archivo('compra-registro').replace('499800', '500000'), 11)
    const { status, body } = await importar(app, '202611', changed, '?simular=true')
    expect([status, body.data]).toEqual([
      201,
      {
        tipo: 'compra',
        estado: 'REGISTRO',
        documentos: 7,
        nuevos: 0,
        modificados: 1,
        ausentes: 1,
        movidos: 0,
        totales: [],
        advertencias: [
          {
            code: 'DOCUMENTS_ABSENT',
            campo: 'archivo',
            mensaje:
              'Lo que el registro tenía y el archivo no trae, 1 documento, suma $357.000, con IVA de $57.000, y deja de contar',
            documentos: 1,
            monto: 357_000,
            iva: 57_000,
          },
          {
            code: 'TOTAL_MISMATCH',
            campo: 'archivo',
            mensaje: 'El total no sale de los montos: línea 2',
            documentos: 1,
            lineas: '2',
          },
        ],
      },
    ])
    expect((await documento(88123)).monto_total).toBe(499_800)
    expect((await cambios()).length).toBe(8)
    const first = await importar(app, '202610', archivo('venta'), '?simular=true')
    expect(first.body.data.nuevos).toBe(7)
    expect((await app.get('/v1/rcv/202610')).status).toBe(404)
  })

  test('that is a part of its slice leaves the rest as it was, with modo=agregar', async () => {
    const text = archivo('compra-registro')
    await importar(app, '202611', without(text, 2))
    const { body } = await importar(
      app,
      '202611',
      `${text.split('\r\n').slice(0, 2).join('\r\n')}\r\n`,
      '?modo=agregar',
    )
    expect(body.data).toMatchObject({ documentos: 1, nuevos: 1, modificados: 0, ausentes: 0 })
    expect((await app.get('/v1/rcv/202611')).body.paginacion.total).toBe(8)
  })

  test('that is a part changes nothing of what is known, and says of what it differs', async () => {
    const text = archivo('compra-registro')
    await importar(app, '202610', without(text, 2))
    const before = await app.get('/v1/rcv/202610?limite=100')
    app.advance(60_000)
    const other = text.replace('19000;0;;119000', '19001;0;;119001')
    const { body } = await importar(app, '202611', other, '?modo=agregar')
    expect(body.data).toMatchObject({ documentos: 8, nuevos: 1, modificados: 0, ausentes: 0, movidos: 0 })
    const known = body.data.advertencias.find(({ code }: { code: string }) => code === 'ALREADY_KNOWN')
    expect([known.documentos, known.lineas]).toEqual([7, '3, 6-11'])
    expect((await app.get('/v1/rcv/202610?limite=100')).body.data.documentos).toEqual(
      before.body.data.documentos,
    )
    // An absent one is added.
    await importar(app, '202610', without(text, 2, 7))
    const again = await importar(app, '202610', without(text, 2), '?modo=agregar')
    expect(again.body.data).toMatchObject({ nuevos: 0, modificados: 1, movidos: 0 })
    expect(JSON.stringify(again.body.data.advertencias)).not.toContain('ALREADY_KNOWN')
  })

  test('with gaps and repeats in its numbers is given back with them, and the repeats are told', async () => {
    const text = archivo('compra-registro').replace('\r\n4;', '\r\n14;').replace('\r\n5;', '\r\n14;')
    const first = await importar(app, '202611', text)
    expect(first.body.data.advertencias).toMatchObject([{ code: 'REPEATED_NUMBER', lineas: '8' }])
    const csv = async () => (await app.get('/v1/rcv/202611?formato=csv&tipo=compra&estado=REGISTRO')).body
    expect(await csv()).toBe(text)
    const mended = archivo('compra-registro')
    await importar(app, '202611', mended)
    expect(await csv()).toBe(mended)
  })

  test('that is not whole says so in its name and in a header when it is given back', async () => {
    const slice = '/v1/rcv/202611?formato=csv&tipo=compra&estado=REGISTRO'
    const said = async (query = '') => {
      const { headers } = await app.get(`${slice}${query}`)
      return [
        headers.get('x-registro'),
        /_202611(\w*)\.csv/.exec(headers.get('content-disposition') ?? '')?.[1],
      ]
    }
    await importar(app, '202611', without(archivo('compra-registro'), 2), '?modo=agregar')
    expect(await said()).toEqual(['parcial', '_PARCIAL'])
    await importar(app, '202611', archivo('compra-registro'))
    expect(await said()).toEqual(['completo', ''])
    expect(await said('&tipo_dte=33')).toEqual(['parcial', '_PARCIAL'])
    expect(await said('&ausentes=true')).toEqual(['parcial', '_PARCIAL'])
  })

  test('that leaves the line of the change: who imported what', async () => {
    await importar(app, '202611', archivo('compra-pendiente'))
    const { body } = await app.get('/v1/auditoria?accion=rcv.importado', app.tenant.session)
    expect(body.data).toMatchObject([
      {
        accion: 'rcv.importado',
        objeto: '202611',
        detalle: { tipo: 'compra', estado: 'PENDIENTE', nuevos: 2 },
      },
    ])
  })

  test('is imported once for one Idempotency-Key', async () => {
    const headers = { ...app.tenant.key, 'idempotency-key': 'una vez' }
    const first = await importar(app, '202611', archivo('compra-pendiente'), '', headers)
    const second = await importar(app, '202611', archivo('compra-pendiente'), '', headers)
    expect([second.status, second.body]).toEqual([201, first.body])
    expect(second.headers.get('idempotent-replayed')).toBe('true')
    const other = await importar(app, '202611', archivo('compra-pendiente'), '?modo=agregar', headers)
    expect([other.status, other.body.code]).toEqual([422, 'IDEMPOTENCY_MISMATCH'])
  })
})

describe('what differs from the last reading', () => {
  test('is kept field by field: new, modified, absent and there again', async () => {
    const text = archivo('compra-pendiente')
    await importar(app, '202611', without(text, 3))
    app.advance(60_000)
    const second = await importar(app, '202611', without(text, 2))
    expect(second.body.data).toMatchObject({ nuevos: 1, modificados: 0, ausentes: 1 })
    app.advance(60_000)
    const third = await importar(app, '202611', text.replace('3800;0;;23800', '3900;0;;23900'))
    expect(third.body.data).toMatchObject({ nuevos: 0, modificados: 1, ausentes: 0 })
    const acero = { tipo: 'compra', rut: '90000012-K', tipo_dte: 33, folio: 88177 }
    const imprenta = { tipo: 'compra', rut: rutOf(78_456_780), tipo_dte: 33, folio: 45 }
    expect(await cambios()).toEqual([
      {
        documento: acero,
        visto_en: '2026-11-20T14:04:11.000Z',
        cambio: 'reaparecido',
        campos: [
          { campo: 'monto_iva', antes: 3800, despues: 3900 },
          { campo: 'monto_total', antes: 23_800, despues: 23_900 },
        ],
      },
      { documento: acero, visto_en: '2026-11-20T14:03:11.000Z', cambio: 'ausente', campos: [] },
      { documento: imprenta, visto_en: '2026-11-20T14:03:11.000Z', cambio: 'nuevo', campos: [] },
      { documento: acero, visto_en: '2026-11-20T14:02:11.000Z', cambio: 'nuevo', campos: [] },
    ])
    expect((await cambios('?desde=2026-11-20T14:04:00Z')).length).toBe(1)
    expect((await cambios('?fecha_hasta=2026-11-20T14:03:00Z')).length).toBe(1)
    expect((await cambios('?fecha_hasta=2026-11-20')).length).toBe(4)
    const page = await app.get('/v1/rcv/202611/cambios?limite=3&pagina=2')
    expect([page.body.data.length, page.body.paginacion.total]).toEqual([1, 4])
  })

  test('a purchase that was accepted moves to another state, one row still', async () => {
    await importar(app, '202611', archivo('compra-pendiente'))
    const { id } = await documento(88177)
    const row = compraDe(88177, 20_000, {
      'Razon Social': 'Aceros del Maule S.A.',
      'Fecha Docto': '25/11/2026',
      'Fecha Recepcion': '26/11/2026 15:20:11',
      'Fecha Acuse': '28/11/2026 10:00:00',
    })
    const { body } = await importar(app, '202611', archivoDe('compra', 'REGISTRO', [row]))
    expect(body.data).toMatchObject({ nuevos: 0, modificados: 1, ausentes: 0 })
    expect(rows()).toBe(2)
    expect(await documento(88177)).toMatchObject({ id, estado_contable: 'REGISTRO', vence_el: null })
    const [change] = await cambios()
    expect(change.campos.slice(0, 2)).toEqual([
      { campo: 'estado_contable', antes: 'PENDIENTE', despues: 'REGISTRO' },
      { campo: 'fecha_acuse', antes: null, despues: '2026-11-28T13:00:00Z' },
    ])
    const { resumen } = (await app.get('/v1/rcv/202611')).body.data
    expect(
      resumen.map((one: Record<string, unknown>) => [one.estado_contable, one.documentos, one.monto_total]),
    ).toEqual([
      ['PENDIENTE', 1, 11_900],
      ['REGISTRO', 1, 23_800],
    ])
    // The pending slice, read again without it, misses nothing.
    const again = await importar(app, '202611', without(archivo('compra-pendiente'), 2))
    expect(again.body.data.ausentes).toBe(0)
  })

  test('a document that comes in another month leaves the first, and both tell so', async () => {
    await importar(app, '202610', archivo('compra-pendiente'))
    await importar(app, '202611', archivo('compra-pendiente'))
    expect((await app.get('/v1/rcv/202610')).body.paginacion.total).toBe(0)
    expect((await app.get('/v1/rcv/202611')).body.paginacion.total).toBe(2)
    const told = (await app.get('/v1/rcv/202610/cambios')).body.data[0]
    expect([told.cambio, told.campos[0]]).toEqual([
      'modificado',
      { campo: 'periodo', antes: '202610', despues: '202611' },
    ])
  })

  test('what is absent is left out of lists and sums, and told with its day when asked for', async () => {
    await importar(app, '202611', archivo('venta'))
    app.advance(60_000)
    await importar(app, '202611', without(archivo('venta'), 3))
    const { data, paginacion } = (await app.get('/v1/rcv/202611')).body
    expect(paginacion.total).toBe(6)
    const facturas = data.resumen.find((one: { tipo_dte: number }) => one.tipo_dte === 33)
    expect([facturas.documentos, facturas.monto_total]).toEqual([1, 101_745])
    expect(await documento(1043)).toBeUndefined()
    expect(await documento(1043, '&ausentes=true')).toMatchObject({
      ausente_desde: '2026-11-20T14:03:11.000Z',
    })
    const csv = await app.get('/v1/rcv/202611?formato=csv&tipo=venta')
    expect(csv.body.split('\r\n').length).toBe(8)
    // Each with the number of its file, which had a gap.
    expect(csv.body).toBe(without(archivo('venta'), 3))
  })
})

describe('a file with its header alone', () => {
  const EMPTY = archivoDe('compra', 'PENDIENTE', [])
  const present = async () => (await app.get('/v1/rcv/202611')).body.paginacion.total
  const f29 = async () => (await app.get('/v1/rcv/202611/f29')).body.data.totales

  test('empties no slice that has documents: it is refused with what would be lost', async () => {
    await importar(app, '202611', archivo('compra-pendiente'))
    const { status, body } = await importar(app, '202611', EMPTY)
    expect([status, body.code, await present()]).toEqual([422, 'VALIDATION_ERROR', 2])
    expect(body.detalles).toMatchObject([{ campo: 'archivo', regla: 'vacio' }])
    expect(body.error).toContain('el archivo no trae, 2 documentos, suma $35.700, con IVA de $5.700')
    const whole = await importar(app, '202611', archivo('venta'))
    expect(whole.status).toBe(201)
    const before = await f29()
    expect((await importar(app, '202611', archivoDe('venta', 'REGISTRO', []))).status).toBe(422)
    expect(await f29()).toEqual(before)
  })

  test('says so with simular, and empties it with vaciar=true, which is told with the amount', async () => {
    await importar(app, '202611', archivo('compra-pendiente'))
    const lost = { code: 'DOCUMENTS_ABSENT', documentos: 2, monto: 35_700, iva: 5700 }
    const tried = (await importar(app, '202611', EMPTY, '?simular=true')).body.data
    expect([tried.ausentes, tried.advertencias, await present()]).toMatchObject([2, [lost], 2])
    expect(tried.advertencias[0].mensaje).toContain('importe con vaciar=true')
    const done = await importar(app, '202611', EMPTY, '?vaciar=true')
    expect([done.status, done.body.data.advertencias, await present()]).toMatchObject([201, [lost], 0])
    // Nothing is left that it could empty.
    const again = await importar(app, '202611', EMPTY)
    expect([again.status, again.body.data.advertencias]).toEqual([201, []])
  })

  test('adds nothing as a part, and takes nothing', async () => {
    await importar(app, '202611', archivo('compra-pendiente'))
    const { status } = await importar(app, '202611', EMPTY, '?modo=agregar')
    expect([status, await present()]).toEqual([201, 2])
  })
})

describe('the name of a file', () => {
  const named = (nombre: string, text: string, periodo = '202611', query = '') =>
    app.post(`/v1/rcv/${periodo}/importar${query}`, {
      archivo_base64: Buffer.from(text).toString('base64'),
      nombre,
    })
  const said = async (...args: Parameters<typeof named>) =>
    (await named(...args)).body.data.advertencias
      .filter(({ code }: { code: string }) => code === 'FILE_NAME_DIFFERS')
      .map(({ mensaje }: { mensaje: string }) => mensaje)

  test.each([
    ['RCV_VENTA_76543210-3_202611.csv', 'venta'],
    ['RCV_VENTA_765432103_202611 (1).csv', 'venta'],
    ['rcv_compra_pendiente_76543210_202611.csv', 'compra-pendiente'],
    ['ventas de noviembre.csv', 'venta'],
  ])('that is right, or says nothing, is told nothing: %s', async (nombre, file) => {
    expect(await said(nombre, archivo(file))).toEqual([])
  })

  test.each([
    ['RCV_VENTA_99999999_202611.csv', ['dice el RUT 99999999, y la empresa es 76543210-3']],
    ['RCV_VENTA_76543210-3_202404.csv', ['dice el mes 202404, y se importa en 202611']],
    [
      'RCV_COMPRA_REGISTRO_76543210-3_202611.csv',
      ['dice compra REGISTRO, y su cabecera es de venta REGISTRO'],
    ],
    ['RCV_VENTA_76543210-3_202611_PARCIAL.csv', ['dice que es una parte, y se toma por el tramo entero']],
    ['RCV_RESUMEN_VENTA_99999999_202404.csv', ['dice el RUT', 'dice el mes', 'dice resumen venta']],
  ])('that is another’s is told: %s', async (nombre, words) => {
    const found = await said(nombre, archivo('venta'))
    expect(found).toEqual(words.map((one) => expect.stringContaining(one)))
  })

  test('and all days of the same other month refuse the file; so does a form’s', async () => {
    const nombre = 'RCV_COMPRA_PENDIENTE_76543210-3_202611.csv'
    const { status, body } = await named(nombre, archivo('compra-pendiente'), '202610')
    expect([status, body.detalles[0].campo]).toEqual([422, 'nombre'])
    expect(body.error).toContain('El archivo es de 202611')
    const form = new FormData()
    form.set('archivo', new Blob([archivo('compra-pendiente')]), nombre)
    const headers = app.tenant.key
    const sent = await app.request('POST', '/v1/rcv/202610/importar', { headers, body: form })
    expect([sent.status, sent.body.detalles[0].campo]).toEqual([422, 'nombre'])
    expect((await app.get('/v1/rcv/202610')).status).toBe(404)
  })
})

test('a copy in zero of a document is passed over and told, and not refused', async () => {
  const [head, row] = archivo('compra-pendiente').split('\r\n')
  const zero = row!.replace('0;20000;3800;0;;23800', '0;0;0;0;;0').replace('26/11/2026 15:20:11', '')
  const { status, body } = await importar(app, '202611', `${[head, row, zero].join('\r\n')}\r\n`)
  expect([status, body.data.documentos, body.data.advertencias]).toMatchObject([
    201,
    1,
    [{ code: 'ZERO_COPY', documentos: 1, lineas: '3' }],
  ])
})

describe('what an import tells beside its counts', () => {
  const told = async (periodo: string, text: string, query = '') =>
    (await importar(app, periodo, text, query)).body.data
  const codes = (data: { advertencias: { code: string; lineas: string }[] }) =>
    data.advertencias.map(({ code, lineas }) => [code, lineas])

  test('are the documents that it takes from another month, and the dates that are not of its own', async () => {
    await importar(app, '202611', archivo('compra-pendiente'))
    for (const query of ['?simular=true', '']) {
      const data = await told('202610', archivo('compra-pendiente'), query)
      expect(data).toMatchObject({ documentos: 2, nuevos: 0, modificados: 2, movidos: 2 })
      expect(data.advertencias).toEqual([
        {
          code: 'DATE_OUTSIDE_PERIOD',
          campo: 'archivo',
          mensaje:
            'La fecha no es del período; revise que el archivo sea de ese mes: 2 documentos, líneas 2-3',
          documentos: 2,
          lineas: '2-3',
        },
        {
          code: 'MOVED_FROM_PERIOD',
          campo: 'archivo',
          mensaje: 'Estaba en otro período y pasa a éste (202611): 2 documentos, líneas 2-3',
          documentos: 2,
          lineas: '2-3',
        },
      ])
    }
    const log = await app.get('/v1/auditoria?accion=rcv.importado', app.tenant.session)
    expect(log.body.data[0].detalle).toEqual({
      tipo: 'compra',
      estado: 'PENDIENTE',
      documentos: 2,
      nuevos: 0,
      modificados: 2,
      ausentes: 0,
      movidos: 2,
    })
  })

  test('are purchases of later months alone, and sales of any other', async () => {
    expect(codes(await told('202611', archivo('compra-pendiente').replace('25/11', '25/09')))).toEqual([])
    expect(codes(await told('202611', archivo('venta').replace('12/11/2026;', '12/09/2026;')))).toEqual([
      ['DATE_OUTSIDE_PERIOD', '2'],
    ])
  })

  test('are days that are of the month only month first, where no other of the file shows how it writes them', async () => {
    const us = archivo('venta').replace(
      /(\d\d)\/(\d\d)\/(2026)/g,
      (_, day, month, year) => `${month}/0${(day % 9) + 1}/${year}`,
    )
    const { body } = await importar(app, '202611', us, '?simular=true')
    const { code, mensaje } = body.data.advertencias.find(
      ({ code }: { code: string }) => code === 'DATE_ORDER_DOUBTFUL',
    )
    expect([code, mensaje]).toEqual(['DATE_ORDER_DOUBTFUL', expect.stringContaining('Estados Unidos')])
  })

  test('are types that are new, and totals that come out of their amounts in no way', async () => {
    const row = (tipo: number, folio: number, more: object) =>
      compraDe(folio, 1000, { 'Tipo Doc': tipo, ...more })
    const otro = { 'Codigo Otro Impuesto': 24, 'Valor Otro Impuesto': 315, 'Tasa Otro Impuesto': 31.5 }
    const rows = [
      row(33, 1, {}),
      row(33, 2, { 'Monto Total': 1191 }),
      row(33, 3, { 'Monto Total': 1000 }),
      row(33, 4, { ...otro, 'Monto Total': 1505 }),
      row(33, 5, { 'Monto IVA Recuperable': 0, 'IVA uso Comun': 190 }),
      row(46, 6, { 'Monto Total': 1000 }),
      row(46, 7, {}),
      row(61, 8, { 'NCE o NDE sobre Fact. de Compra': 1, 'Monto Total': 1000 }),
      row(43, 9, { 'Monto Neto': -10, 'Monto IVA Recuperable': -2, 'Monto Total': -12 }),
      row(999, 10, {}),
      row(914, 11, {}),
    ]
    expect(codes(await told('202611', archivoDe('compra', 'REGISTRO', rows)))).toEqual([
      ['UNKNOWN_TYPE', '11'],
      ['NEGATIVE_AMOUNT', '10'],
      ['TOTAL_MISMATCH', '4'],
    ])
  })

  test('are documents that are worth less than what a person linked to them', async () => {
    const text = archivo('venta')
    await importar(app, '202611', text)
    const [link] = (await app.get('/v1/rcv/202611/vinculaciones')).body.data
    await app.delete(`/v1/rcv/vinculacion/${link.id}`)
    const key = { rut: '77123456-9', tipo_dte: 33, folio: 1042 }
    const made = await app.post('/v1/rcv/vinculacion', {
      nc: { ...key, tipo_dte: 61, folio: 77 },
      factura: key,
    })
    expect(made.body.data.monto).toBe(101_745)
    const less = text.replace('85500;16245;101745', '84000;15960;99960')
    for (const query of ['?simular=true', '', ''])
      expect(codes(await told('202611', less, query))).toEqual([['LINK_EXCEEDS_BALANCE', '2']])
    expect(codes(await told('202611', text))).toEqual([])
  })
})

describe('a file that is refused', () => {
  test('tells every wrong line with its number, and nothing is stored', async () => {
    const text = archivo('venta').replace('1042;12/11', 'x;12/11').replace('64000;0;0;64000', '64000;0;0;')
    const { status, body } = await importar(app, '202611', text)
    expect([status, body.code]).toEqual([422, 'VALIDATION_ERROR'])
    expect(body.error).toBe('El archivo tiene 2 errores, en las líneas 2, 7; no se guardó nada')
    expect(body.detalles).toEqual([
      {
        campo: 'linea[2].Folio',
        regla: 'entero',
        mensaje: 'Línea 2, Folio: debe ser un entero, sin puntos ni decimales',
        linea: 2,
      },
      { campo: 'linea[7].Monto total', regla: 'requerido', mensaje: 'Línea 7, Monto total: falta', linea: 7 },
    ])
    expect(rows()).toBe(0)
    expect((await app.get('/v1/rcv/202611')).body.code).toBe('PERIOD_NOT_SYNCED')
    expect((await app.get('/v1/rcv')).body.data).toEqual([])
  })

  test('whose faults are more than a hundred tells them all by their lines', async () => {
    const [head, row] = archivo('compra-pendiente').split('\r\n')
    const { body } = await importar(
      app,
      '202611',
      [head, ...Array(250).fill(row!.replace(';33;', ';;'))].join('\n'),
    )
    expect([body.detalles.length, body.detalles_omitidos]).toEqual([100, 150])
    expect(body.error).toContain('250 errores, en las líneas 2-251')
  })

  test('is no file of the register', async () => {
    const { status, body } = await importar(app, '202611', 'fecha;monto\n2026;1\n')
    expect([status, body.detalles[0].regla]).toEqual([422, 'cabecera'])
  })

  test.each([
    ['201704', 400],
    ['202612', 400],
    ['hoy', 400],
    ['201705', 201],
  ])('of the month %s is answered %d', async (periodo, status) => {
    expect((await importar(app, periodo, archivo('venta'))).status).toBe(status)
  })

  test('names what is wrong with the request', async () => {
    const path = '/v1/rcv/202611/importar'
    expect((await app.post(path, {})).body.detalles[0].campo).toBe('archivo_base64')
    expect((await app.post(path, { archivo_base64: 'ñ' })).body.detalles[0].regla).toBe('base64')
    expect((await app.post(`${path}?simular=si`, { archivo_base64: 'AAAA' })).status).toBe(400)
    expect((await app.post(`${path}?otra=1`, { archivo_base64: 'AAAA' })).status).toBe(400)
  })

  test('passes 10 MiB', async () => {
    const { status, body } = await app.post('/v1/rcv/202611/importar', {
      archivo_base64: 'A'.repeat(11 * 1024 * 1024),
    })
    expect([status, body.code]).toEqual([413, 'PAYLOAD_TOO_LARGE'])
  })
})

describe('who may import', () => {
  test('is somebody with rcv:sincronizar, in the company’s own register', async () => {
    expect((await importar(app, '202611', archivo('venta'), '', {})).status).toBe(401)
    const reader = await invitePerson(app, app.tenant.session, 'lector')
    const refused = await importar(app, '202611', archivo('venta'), '', reader.session)
    expect([refused.status, refused.body.code]).toEqual([403, 'FORBIDDEN'])
    expect((await importar(app, '202611', archivo('venta'))).status).toBe(201)
    expect((await app.get('/v1/rcv/202611', reader.session)).status).toBe(200)
    // Another account with the same RUT has a register of its own.
    const other = await app.registerCompany({ rut: '76543210-3' })
    expect((await app.get('/v1/rcv/202611', other.key)).body.code).toBe('PERIOD_NOT_SYNCED')
    expect((await app.get('/v1/rcv/202611/cambios', other.key)).status).toBe(404)
    const theirs = await importar(app, '202611', archivo('venta'), '', other.key)
    expect(theirs.body.data.nuevos).toBe(7)
    expect(rows()).toBe(14)
  })

  test('an environment has a register of its own', async () => {
    await importar(app, '202611', archivo('venta'))
    const produccion = { ...app.tenant.session, 'x-ambiente': 'produccion' }
    expect((await app.get('/v1/rcv/202611', produccion)).status).toBe(404)
  })
})

test('a long file is taken over a piece at a time: others are answered meanwhile', async () => {
  const row = {
    'Tipo Doc': 33,
    'RUT Proveedor': '90000012-K',
    'Razon Social': 'X',
    'Fecha Docto': '01/11/2026',
  }
  const rows = Array.from({ length: 3000 }, (_, i) => ({
    ...row,
    Folio: i + 1,
    'Fecha Recepcion': '01/11/2026 10:00:00',
    'Monto Total': i,
  }))
  let done = false
  const long = importar(app, '202611', archivoDe('compra', 'REGISTRO', rows)).finally(() => {
    done = true
  })
  let answered = 0
  const states = new Set<string>()
  while (!done) {
    states.add((await app.get('/v1/rcv')).body.data[0]?.estado ?? 'nunca')
    answered++
    await new Promise(setImmediate)
  }
  expect((await long).body.data.nuevos).toBe(3000)
  expect(answered).toBeGreaterThan(5)
  expect([...states]).toContain('sincronizando')
})

describe('two readings of one company', () => {
  test('come one after the other', async () => {
    const [first, second] = await Promise.all([
      importar(app, '202611', archivo('venta')),
      importar(app, '202611', without(archivo('venta'), 2)),
    ])
    const counts = [first!, second!].map(({ body }) => [body.data.nuevos, body.data.ausentes])
    // Which file is read to its end first depends on the machine.
    expect([
      [
        [7, 0],
        [0, 1],
      ],
      [
        [1, 0],
        [6, 0],
      ],
    ]).toContainEqual(counts)
  })

  test('one that died midway leaves the month partial until it is read again', async () => {
    for (const name of FILES) await importar(app, '202611', archivo(name))
    const state = async () => (await app.get('/v1/rcv')).body.data[0].estado
    expect(await state()).toBe('sincronizado')
    app.store.client.prepare("UPDATE rcv_tramo SET cargando = 1 WHERE lado = 'venta'").run()
    expect(await state()).toBe('parcial')
    const tramos = (await app.get('/v1/rcv')).body.data[0].tramos as {
      tipo: string
      sincronizado_en: unknown
    }[]
    expect(tramos.filter((one) => one.sincronizado_en === null).map(({ tipo }) => tipo)).toEqual(['venta'])
    const libro = async () => (await app.get('/v1/libros/ventas/202611')).body.data.aviso
    expect(await libro()).toBe('Registro de compras y ventas leído sólo en parte')
    await importar(app, '202611', archivo('venta'))
    expect(await state()).toBe('sincronizado')
    expect(await libro()).toMatch(/, completo$/)
  })
})
