// Searching and reading the issued documents (http §10.2).

import { describe, expect, test } from 'bun:test'
import { emitRefused } from '../../support/emision'
import { boleta, factura, RECEPTOR } from '../../support/emisor'
import { liquidacion } from '../../support/solicitudes'
import { type CompanyApp, loadFolios, testAppWithFolios } from '../../support/test-app'

/** Three facturas of two receivers, one exempt, two boletas. */
async function shop() {
  const app = await testAppWithFolios()
  const other = { ...RECEPTOR, rut: '96790240-3', razon_social: 'Minera 100% Cobre SpA' }
  await app.post('/v1/dte/emitir', factura({ referencia_externa: 'pedido-1' }))
  await app.post('/v1/dte/emitir', factura({ receptor: other, referencia_externa: 'pedido-2' }))
  await app.post('/v1/dte/emitir', factura({ detalle: [{ nombre: 'Caro', precio: 1_000_000 }] }))
  await app.post('/v1/dte/emitir', factura({ tipo_dte: 34 }))
  await app.post('/v1/dte/emitir', boleta())
  await app.post('/v1/dte/emitir', boleta())
  return app
}

describe('GET /v1/documentos', () => {
  test('lists a document once its folio is taken, and follows it', async () => {
    const app = await testAppWithFolios()
    const { body } = await app.post('/v1/dte/emitir', factura())
    const before = (await app.get('/v1/documentos')).body.data
    expect(before).toMatchObject([
      {
        tipo_dte: 33,
        folio: 1,
        estado: 'pending',
        estado_sii: 'no_enviado',
        track_id: null,
        job_id: body.data.job_id,
        monto_neto: 112501,
        monto_iva: 21375,
        monto_total: 133876,
      },
    ])
    await app.settle()
    expect((await app.get('/v1/documentos')).body.data).toMatchObject([
      { estado: 'completed', estado_sii: 'aceptado', track_id: expect.any(String) },
    ])
  })

  test.each([
    ['q=nuble', 3],
    ['q=ÑUBLE', 3],
    ['q=Ñuble', 3],
    ['q=n%CC%83uble', 3],
    ['q=*', 0],
    ['q=?', 0],
    ['q=[', 0],
    ['q=]', 0],
    ['q=^', 0],
    ['q=100%25', 1],
    ['q=%25', 1],
    ['q=96.790.240-3', 1],
    ['q=pedido-2', 1],
    ['tipo_dte=33', 3],
    ['tipo_dte=39,41', 2],
    ['folio=2', 2],
    ['folio_desde=2&folio_hasta=3', 3],
    ['rut_receptor=967902403', 1],
    ['rut=96.790.240-3&rut_receptor=967902403', 1],
    ['periodo=202611', 6],
    ['periodo=202612', 0],
    ['fecha_desde=2026-11-20&fecha_hasta=2026-11-20', 6],
    ['fecha_hasta=2026-11-19', 0],
    ['monto_min=1000000', 1],
    ['monto_max=20000', 2],
    ['estado=pending', 6],
    ['estado=completed,failed', 0],
    ['estado_sii=no_enviado', 6],
    ['con_saldo=true', 6],
  ])('finds with %s', async (query, count) => {
    const app = await shop()
    const { status, body } = await app.get(`/v1/documentos?${query}`)
    expect(status).toBe(200)
    expect(body.data).toHaveLength(count)
    expect(body.paginacion.total).toBe(count)
  })

  test('finds a liquidación that came out below zero by its amount', async () => {
    const app = await testAppWithFolios({ folios: { 33: 5, 43: 5 } })
    const detalle = [{ tipo_doc_liq: '61', nombre: 'Devoluciones', monto: -1000 }]
    await app.post('/v1/dte/emitir', liquidacion({ detalle, liquidacion: { comisiones: [] } }))
    await app.post('/v1/dte/emitir', factura())
    const found = async (query: string) =>
      (await app.get(`/v1/documentos?${query}`)).body.data.map((d: { tipo_dte: number }) => d.tipo_dte)
    expect(await found('monto_max=-1')).toEqual([43])
    expect(await found('monto_min=-1190&monto_max=0')).toEqual([43])
    expect(await found('monto_min=-1189')).toEqual([33])
    expect((await app.get('/v1/documentos?monto_min=-')).body.code).toBe('INVALID_PARAMETER')
  })

  test('pages neither repeat nor skip, and say where the next one is', async () => {
    const app = await shop()
    const seen: string[] = []
    let path: string | null = '/v1/documentos?limite=2&orden=tipo_dte'
    while (path) {
      const { body } = await app.get(path)
      seen.push(...body.data.map((d: { tipo_dte: number; folio: number }) => `${d.tipo_dte}/${d.folio}`))
      path = body.paginacion.siguiente
    }
    expect(seen.length).toBe(6)
    expect(new Set(seen).size).toBe(6)
    const beyond = await app.get('/v1/documentos?pagina=9')
    expect(beyond).toMatchObject({ status: 200, body: { data: [] } })
  })

  test('orders as asked', async () => {
    const app = await shop()
    const { body } = await app.get('/v1/documentos?orden=-monto_total,folio&tipo_dte=33')
    expect(body.data.map(({ monto_total }: { monto_total: number }) => monto_total)).toEqual([
      1190000, 133876, 133876,
    ])
  })

  test.each([
    'tipo_dte=x',
    'folio=-1',
    'periodo=202613',
    'fecha_desde=ayer',
    'rut_receptor=1-1',
    'orden=secreto',
    'estado=complete',
    'estado=pending,listo',
    'estado_sii=acceptado',
    'con_saldo=si',
    'con_saldo=true,false',
    `q=${'x'.repeat(101)}`,
    'pagina=0',
    'limite=101',
    'desconocido=1',
  ])('refuses %s and names the parameter', async (query) => {
    const app = await testAppWithFolios({ folios: {} })
    const reply = await app.get(`/v1/documentos?${query}`)
    expect(reply).toMatchObject({ status: 400, body: { code: 'INVALID_PARAMETER' } })
    expect(reply.body.detalles[0].campo).toContain(query.split('=')[0]!)
  })

  test('tells all that is wrong with a query at once (http §8)', async () => {
    const app = await testAppWithFolios({ folios: {} })
    const bad = {
      pagina: '0',
      limite: '101',
      cursor: 'x',
      tipo_dte: 'x',
      folio: 'x',
      rut_receptor: '1-1',
      fecha_desde: 'ayer',
      periodo: '202613',
      monto_min: 'x',
      estado: 'listo',
      estado_sii: 'listo',
      con_saldo: 'x',
      orden: 'secreto',
    }
    const { status, body } = await app.get(`/v1/documentos?${new URLSearchParams(bad)}`)
    expect([status, body.code]).toEqual([400, 'INVALID_PARAMETER'])
    expect(body.detalles.map(({ campo }: { campo: string }) => campo).sort()).toEqual(Object.keys(bad).sort())
    const jobs = (await app.get('/v1/dte/emision?pagina=0&desde=ayer&hasta=hoy')).body
    expect(jobs.code).toBe('INVALID_PARAMETER')
    expect(jobs.detalles.map(({ campo }: { campo: string }) => campo)).toEqual(['pagina', 'desde', 'hasta'])
  })

  test('shows another tenant nothing', async () => {
    const app = await shop()
    const other = await app.registerCompany()
    expect((await app.get('/v1/documentos', other.key)).body.data).toEqual([])
    for (const path of ['/v1/documentos/33/1', '/v1/dte/xml/33/1', '/v1/dte/pdf/33/1']) {
      expect((await app.get(path, other.key)).status).toBe(404)
      expect((await app.get(path, {})).status).toBe(401)
    }
  })
})

describe('GET /v1/documentos/:tipo/:folio', () => {
  test('adds lines, references, totals, history and links that work', async () => {
    const app = await testAppWithFolios()
    await app.post(
      '/v1/dte/emitir',
      factura({ referencias: [{ tipo_documento: 801, folio: 'OC-1', fecha: '2026-11-03', razon: 'Orden' }] }),
    )
    await app.settle()
    const { data } = (await app.get('/v1/documentos/33/1')).body
    expect(data.detalle).toMatchObject([
      { linea: 1, nombre: 'Arriendo de andamio', cantidad: 2, precio: 50000, monto: 100000 },
      { precio: 12500.5 },
    ])
    expect(data.referencias).toEqual([
      { linea: 1, tipo_documento: '801', folio: 'OC-1', fecha: '2026-11-03', razon: 'Orden' },
    ])
    expect(data.historial.map(({ estado }: { estado: string }) => estado)).toEqual(['enviado', 'aceptado'])
    const { publico, ...links } = data.links
    expect(publico).toBeNull()
    for (const link of Object.values(links)) expect((await app.get(link as string)).status).toBe(200)
  })

  test.each(['/v1/documentos/33/99', '/v1/documentos/35/1', '/v1/dte/xml/33/99'])(
    '%s is 404',
    async (path) => {
      const app = await testAppWithFolios({ folios: {} })
      expect(await app.get(path)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
    },
  )

  test.each(['/v1/documentos/x/1', '/v1/documentos/33/uno', '/v1/dte/pdf/33/-1'])(
    '%s is 400',
    async (path) => {
      const app = await testAppWithFolios({ folios: {} })
      expect(await app.get(path)).toMatchObject({ status: 400, body: { code: 'INVALID_PARAMETER' } })
    },
  )
})

describe('the files of a document (http §11)', () => {
  const raw = async (app: CompanyApp, path: string, headers = {}) =>
    app.app.handle(new Request(`http://localhost${path}`, { headers: { ...app.tenant.key, ...headers } }))

  test('are not there before the signature', async () => {
    const app = await testAppWithFolios()
    await app.post('/v1/dte/emitir', factura())
    for (const path of ['/v1/dte/xml/33/1', '/v1/dte/pdf/33/1', '/v1/dte/xml/33/1?sobre=true']) {
      expect(await app.get(path)).toMatchObject({ status: 409, body: { code: 'INVALID_STATE' } })
    }
  })

  test('the envelope is not there before it has travelled, though it is frozen', async () => {
    const app = await testAppWithFolios({ folios: { 33: 5 } })
    const fault = { servicio: 'semilla', falla: 'http_503' }
    expect((await app.post('/simulador/fallas', fault)).status).toBe(201)
    await app.post('/v1/dte/emitir', factura())
    await app.drainJobs()
    expect((await app.get('/v1/dte/xml/33/1')).status).toBe(200)
    const path = '/v1/dte/xml/33/1?sobre=true'
    expect(await app.get(path)).toMatchObject({ status: 409, body: { code: 'INVALID_STATE' } })
    await app.delete('/simulador/fallas')
    await app.settle()
    expect((await app.get(path)).status).toBe(200)
  })

  test('XML: ISO-8859-1 bytes as signed, with name and ETag; the envelope as sent', async () => {
    const app = await testAppWithFolios()
    await app.post('/v1/dte/emitir', factura())
    await app.settle()
    const response = await raw(app, '/v1/dte/xml/33/1')
    expect(response.headers.get('content-type')).toBe('application/xml; charset=ISO-8859-1')
    expect(response.headers.get('content-disposition')).toBe(
      'attachment; filename="DTE_76543210-3_T33F1.xml"',
    )
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(bytes.includes(Buffer.from('Ferretería Ñuble', 'latin1'))).toBe(true)
    const again = await raw(app, '/v1/dte/xml/33/1', { 'if-none-match': response.headers.get('etag') })
    expect(again.status).toBe(304)
    const envelope = Buffer.from(await (await raw(app, '/v1/dte/xml/33/1?sobre=true')).arrayBuffer())
    const dte = bytes.subarray(bytes.indexOf('<DTE '))
    expect(envelope.includes(dte)).toBe(true)
    expect(envelope.toString('latin1')).toContain('<EnvioDTE ')
  })

  test('PDF and XML are shown instead of saved when asked to, of the same name and bytes (http §11)', async () => {
    const app = await testAppWithFolios()
    await app.post('/v1/dte/emitir', factura())
    await app.settle()
    for (const [path, name] of [
      ['/v1/dte/pdf/33/1?', 'DTE_76543210-3_T33F1.pdf'],
      ['/v1/dte/xml/33/1?', 'DTE_76543210-3_T33F1.xml'],
      ['/v1/dte/pdf/33/1?formato=escpos&', 'DTE_76543210-3_T33F1.bin'],
    ]) {
      const shown = await raw(app, `${path}disposicion=inline`)
      expect(shown.headers.get('content-disposition')).toBe(`inline; filename="${name}"`)
      expect(shown.headers.get('x-content-type-options')).toBe('nosniff')
      const saved = await raw(app, `${path}disposicion=attachment`)
      expect(saved.headers.get('content-disposition')).toBe(`attachment; filename="${name}"`)
      expect(shown.headers.get('etag')).toBe(saved.headers.get('etag'))
      expect((await app.get(`${path}disposicion=otra`)).body.code).toBe('INVALID_PARAMETER')
    }
    const envelope = await raw(app, '/v1/dte/xml/33/1?sobre=true&disposicion=inline')
    expect(envelope.headers.get('content-disposition')).toMatch(/^inline; filename="EnvioDTE_.+\.xml"$/)
  })

  test('PDF: one page, two with the cedible copy, never one on a boleta', async () => {
    const { PDFDocument } = await import('pdf-lib')
    const app = await testAppWithFolios()
    await app.post('/v1/dte/emitir', factura())
    await app.post('/v1/dte/emitir', boleta())
    await app.settle()
    const pages = async (path: string) => {
      const response = await raw(app, path)
      expect(response.headers.get('content-type')).toBe('application/pdf')
      return (await PDFDocument.load(await response.arrayBuffer())).getPageCount()
    }
    expect(await pages('/v1/dte/pdf/33/1')).toBe(1)
    expect(await pages('/v1/dte/pdf/33/1?cedible=true')).toBe(2)
    expect(await pages('/v1/dte/pdf/33/1?cedible=true&copias=0')).toBe(1)
    expect(await pages('/v1/dte/pdf/33/1?copias=3')).toBe(3)
    expect(await pages('/v1/dte/pdf/39/1?cedible=true')).toBe(1)
    expect((await app.get('/v1/dte/pdf/33/1?copias=11')).body.code).toBe('INVALID_PARAMETER')
    expect((await app.get('/v1/dte/pdf/33/1?formato=a4')).body.code).toBe('INVALID_PARAMETER')
  })

  test('rolls of 80 and 57 mm, and bytes for a receipt printer, of the same stamp', async () => {
    const { PDFDocument } = await import('pdf-lib')
    const app = await testAppWithFolios()
    await app.post('/v1/dte/emitir', boleta())
    await app.settle()
    const width = async (formato: string) => {
      const response = await raw(app, `/v1/dte/pdf/39/1?formato=${formato}`)
      return (await PDFDocument.load(await response.arrayBuffer())).getPage(0).getWidth() * (25.4 / 72)
    }
    expect(await width('80mm')).toBeCloseTo(80, 0)
    expect(await width('57mm')).toBeCloseTo(57, 0)
    const escpos = await raw(app, '/v1/dte/pdf/39/1?formato=escpos&papel=57mm')
    expect(escpos.headers.get('content-type')).toBe('application/octet-stream')
    expect(Buffer.from(await escpos.arrayBuffer()).subarray(0, 2)).toEqual(Buffer.from([0x1b, 0x40]))
  })
})

test('a freed folio that another document took belongs to that one alone', async () => {
  const app = await testAppWithFolios()
  await loadFolios(app, app.tenant, {})
  const first = await emitRefused(app)
  await app.post(`/v1/dte/emision/${first}/descartar`, {})
  expect((await app.get('/v1/documentos')).body.data).toEqual([])
  const second = (await app.post('/v1/dte/emitir', factura())).body.data
  expect(second.folio).toBe(1)
  expect((await app.get('/v1/documentos/33/1')).body.data.job_id).toBe(second.job_id)
  expect((await app.get(`/v1/dte/emision/${first}`)).body.data).toMatchObject({
    estado: 'discarded',
    folio_estado: 'libre',
  })
})
