// The routes that ask the SII about its register, on the real wiring: session, quota, job, restart, another account of the same RUT.

import { describe, expect, test } from 'bun:test'
import { type CompanyApp, testApp, testAppWithCompany } from '../../support/test-app'
import { archivo, importar } from './archivos'
import { createRegistrados } from './registrados'

const RUT = '76543210-3'

const certify = (app: CompanyApp, tenant = app.tenant) =>
  app.post(`/v1/empresa/${tenant.empresaId}/certificado`, { simulado: true }, tenant.session)

async function scene() {
  const app = await testAppWithCompany()
  await certify(app)
  const sii = createRegistrados(app.store.client, app.tenant.cuentaId)
  sii.put([
    { folio: 1, waits: true, emision: '2026-11-18' },
    { folio: 2, neto: 2000, emision: '2026-11-11' },
    { folio: 10, operacion: 'VENTA', contraparte: '77123456-9', neto: 5000 },
    { folio: 11, operacion: 'VENTA', contraparte: '66666666-6', tipo: 39, neto: 700 },
  ])
  return { app, sii }
}

describe('the sums of boletas', () => {
  const RESUMEN =
    'Tipo Documento;Total Documentos;Monto Exento;Monto Neto;Monto IVA;Monto Total\n' +
    'Total Oper. del mes Boleta Electr.(39);17;0;141598;26902;168500\n'

  test('of the page’s summary give way to those of a reading, which outlive a file of details', async () => {
    const { app } = await scene()
    const boletas = async () =>
      (await app.get('/v1/rcv/202611')).body.data.resumen.find(
        (one: { tipo_dte: number }) => one.tipo_dte === 39,
      )?.monto_total
    await importar(app, '202611', RESUMEN)
    const file = await boletas()
    await app.post('/v1/rcv/202611/sync', {})
    expect([file, await boletas()]).toEqual([168500, 833])
    await importar(app, '202611', archivo('venta'))
    expect(await boletas()).toBe(833)
    // The SII says the same as before: it is taken over once more, since a file changed it.
    await app.post('/v1/rcv/202611/sync', {})
    await importar(app, '202611', RESUMEN)
    expect(await boletas()).toBe(168500)
    await app.post('/v1/rcv/202611/sync', {})
    expect(await boletas()).toBe(833)
  })
})

describe('POST /v1/rcv/:periodo/sync', () => {
  test('answers with what came, spends one unit, and the register is read from the SII', async () => {
    const { app } = await scene()
    const { status, body, headers } = await app.post('/v1/rcv/202611/sync', {})
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      periodo: '202611',
      estado: 'sincronizado',
      compras: { documentos: 2, nuevos: 2 },
      ventas: { documentos: 1, nuevos: 1 },
      advertencias: [],
    })
    const before = Number(headers.get('x-quota-remaining'))
    // All that a body may say has its default: none will do.
    expect((await app.post('/v1/rcv/202611/sync', undefined)).status).toBe(200)
    const again = await app.post('/v1/rcv/202611/sync', { tipos: ['venta'] })
    expect(Number(again.headers.get('x-quota-remaining'))).toBe(before - 2)
    const { data } = (await app.get('/v1/rcv/202611?tipo=compra')).body
    expect(data.documentos.map((one: { origen: string }) => one.origen)).toEqual(['sii', 'sii'])
    expect(data.sincronizacion).toMatchObject({ estado: 'sincronizado', sincronizado_en: expect.any(String) })
    const boletas = data.resumen.find((one: { tipo_dte: number }) => one.tipo_dte === 39)
    expect(boletas).toMatchObject({ detalle: 'resumen', documentos: 1, monto_total: 833 })
    const f29 = (await app.get('/v1/rcv/202611/f29')).body.data
    expect(f29.base).toBe('rcv')
    expect(f29.debito.find((one: { concepto: string }) => one.concepto === 'boletas')).toMatchObject({
      documentos: 1,
      iva: 133,
    })
    const { data: cuadratura } = (await app.get('/v1/rcv/202611/cuadratura')).body
    expect(cuadratura.boletas).toEqual([
      { tipo_dte: 39, documentos_timbre: 0, documentos_sii: 1, total_timbre: 0, total_sii: 833 },
    ])
  })

  test('brings what the SII only adds up into the totals of the book of sales, which then agree with the return', async () => {
    const { app } = await scene()
    await app.post('/v1/rcv/202611/sync', {})
    const libro = (await app.get('/v1/libros/ventas/202611')).body.data
    expect(libro.documentos.map((one: { tipo_dte: number }) => one.tipo_dte)).toEqual([33])
    expect(libro.totales.map((one: { tipo_dte: number }) => one.tipo_dte)).toEqual([33, 39])
    expect(libro.totales[1]).toMatchObject({ documentos: 1, monto_iva: 133, monto_total: 833 })
    expect(libro.aviso).toEndWith('; las boletas, sólo en los totales')
    const f29 = (await app.get('/v1/rcv/202611/f29')).body.data
    const iva = libro.totales.reduce((sum: number, one: { monto_iva: number }) => sum + one.monto_iva, 0)
    expect(f29.totales.debito).toBe(iva)
  })

  test('and then its own file imported is no change: purchases keep the references that files lack, and their links', async () => {
    const { app, sii } = await scene()
    sii.put([{ folio: 3, tipo: 61, neto: 500, datos: { referencia: { tipo: 33, folios: '2' } } }])
    expect((await app.post('/v1/rcv/202611/sync', {})).body.data.vinculaciones_creadas).toBe(1)
    const file = await app.get('/v1/rcv/202611?formato=csv&tipo=compra&estado=REGISTRO')
    const { body } = await importar(app, '202611', file.body)
    expect(body.data).toMatchObject({ documentos: 2, nuevos: 0, modificados: 0 })
    const { data } = (await app.get('/v1/rcv/202611?tipo_dte=61')).body
    expect(data.documentos).toMatchObject([{ referencia: { folios: ['2'] }, saldo: 0 }])
  })

  test('not waited for is a job with its place, its end and its progress', async () => {
    const { app } = await scene()
    const { status, body, headers } = await app.post('/v1/rcv/202611/sync?esperar=0', {})
    expect([status, headers.get('location')]).toEqual([202, `/v1/rcv/trabajos/${body.data.job_id}`])
    expect((await app.get('/v1/rcv/202611')).body.data.sincronizacion.estado).toBe('sincronizando')
    await app.drainJobs()
    const job = (await app.get(`/v1/rcv/trabajos/${body.data.job_id}`)).body.data
    expect(job).toMatchObject({ estado: 'completed', objeto: '202611', result: { estado: 'sincronizado' } })
    const { data } = (await app.get('/v1/rcv/trabajos?estado=completed')).body
    expect(data.map(({ id }: { id: string }) => id)).toEqual([body.data.job_id])
  })

  test('takes the month that is the present one in Chile: on 31 December the next year has no register yet', async () => {
    const app = await testAppWithCompany({ now: '2027-01-01T02:30:00Z' })
    await certify(app)
    const sii = createRegistrados(app.store.client, app.tenant.cuentaId)
    sii.put([{ folio: 5, emision: '2026-12-31', recibido: '2027-01-01T02:00:00Z' }])
    expect((await app.post('/v1/rcv/202612/sync', {})).body.data.compras.nuevos).toBe(1)
    expect((await app.post('/v1/rcv/202701/sync', {})).status).toBe(400)
    app.advance(3_600_000)
    expect((await app.post('/v1/rcv/202701/sync', {})).body.data.compras.documentos).toBe(0)
  })

  test('has nothing to go with where no certificate is loaded', async () => {
    const { app } = await scene()
    const { empresaId, session } = app.tenant
    await app.delete(`/v1/empresa/${empresaId}/certificado`, undefined, session)
    const { status, body } = await app.post('/v1/rcv/202611/sync', {})
    expect([status, body.code]).toEqual([422, 'PORTAL_CREDENTIALS_MISSING'])
    expect((await app.get('/v1/rcv/202611')).body.data.sincronizacion.estado).toBe('fallido')
    const known = (await app.get('/v1/rcv')).body
    expect(known.data.map((one: { periodo: string; estado: string }) => [one.periodo, one.estado])).toEqual([
      ['202611', 'fallido'],
    ])
    expect(known.paginacion.total).toBe(1)
    // Nothing has no sums, not sums of zero.
    for (const path of ['rcv/202611/f29', 'rcv/202611/cuadratura', 'libros/paquete/202611'])
      expect((await app.get(`/v1/${path}`)).body.code).toBe('PERIOD_NOT_SYNCED')
  })

  test('two accounts with one RUT see their own registers alone', async () => {
    const { app, sii } = await scene()
    const other = await app.registerCompany({ rut: RUT })
    await certify(app, other)
    sii.put([{ folio: 99, dueno: other.cuentaId }])
    await app.post('/v1/rcv/202611/sync', {})
    await app.post('/v1/rcv/202611/sync', {}, other.key)
    const folios = async (headers?: Record<string, string>) =>
      (await app.get('/v1/rcv/202611?orden=folio', headers)).body.data.documentos.map(
        ({ folio }: { folio: number }) => folio,
      )
    expect([await folios(), await folios(other.key)]).toEqual([[1, 2, 10], [99]])
  })
})

describe('a server that goes in the middle of it', () => {
  test('is followed by one that goes on where it stopped', async () => {
    const { app } = await scene()
    await app.post(
      '/simulador/fallas',
      { servicio: 'rcv', falla: 'demora', ms: 0, veces: 6 },
      app.tenant.session,
    )
    await app.post(
      '/simulador/fallas',
      { servicio: 'rcv', falla: 'corte_antes', veces: 1 },
      app.tenant.session,
    )
    const { data } = (await app.post('/v1/rcv/202611/sync', {})).body
    expect(data.estado).toBe('pending')
    const next = await testApp({ store: app.store, now: '2026-11-20T16:00:00Z' })
    await next.drainJobs()
    const job = (await next.get(`/v1/rcv/trabajos/${data.job_id}`, app.tenant.key)).body.data
    expect(job).toMatchObject({
      estado: 'completed',
      result: { compras: { nuevos: 2 }, ventas: { nuevos: 1 } },
    })
  })
})

describe('PUT …/tipo-compra', () => {
  test('is said to the SII, and seen with the next reading', async () => {
    const { app } = await scene()
    await app.post('/v1/rcv/202611/sync', {})
    const path = '/v1/rcv/202611/compras/90000012-K/33/2/tipo-compra'
    expect((await app.put(path, { tipo_compra: 7 })).body.data).toEqual({
      rut: '90000012-K',
      tipo_dte: 33,
      folio: 2,
      tipo_compra: 7,
    })
    app.advance(60_000)
    expect((await app.post('/v1/rcv/202611/sync', {})).body.data.compras).toMatchObject({
      modificados: 1,
      ausentes: 0,
    })
    const [one] = (await app.get('/v1/rcv/202611?tipo=compra&estado=NO_INCLUIR')).body.data.documentos
    expect(one).toMatchObject({
      folio: 2,
      monto_iva: 0,
      iva_no_recuperable: 380,
      codigo_iva_no_rec: 9,
      tipo_compra: 7,
    })
    expect((await app.put(path.replace('/33/2/', '/33/3/'), { tipo_compra: 7 })).status).toBe(404)
  })

  // http §8: the answers are held against the published shape too (test/support/openapi-check.ts).
  test('refused by the SII tells its code as text, and null for what is not known of it', async () => {
    const { app } = await scene()
    await app.post('/v1/rcv/202611/sync', {})
    const falla = { servicio: 'rcv', falla: 'cod', codigo: '55', veces: 1 }
    expect((await app.post('/simulador/fallas', falla, app.tenant.session)).status).toBe(201)
    const path = '/v1/rcv/202611/compras/90000012-K/33/2/tipo-compra'
    const { status, body } = await app.put(path, { tipo_compra: 7 })
    expect([status, body.code, body.detalles]).toEqual([
      409,
      'SII_REFUSED',
      [{ operacion: 'cambiaTipoCompra', codigo_sii: '55', glosa: null, causa: null, solucion: null }],
    ])
  })
})

describe('GET /v1/dte/emitidos and /recibidos', () => {
  test('tell a code of the portal that nobody knows, with the step that it came in', async () => {
    const { app } = await scene()
    const falla = { servicio: 'consulta_dte_portal', falla: 'cod', codigo: '55', veces: 1 }
    expect((await app.post('/simulador/fallas', falla, app.tenant.session)).status).toBe(201)
    const { status, body } = await app.get('/v1/dte/emitidos/202611?tipo_dte=33')
    expect([status, body.code, body.detalles]).toEqual([
      502,
      'SII_ERROR',
      [{ paso: expect.any(String), esperado: 'codRespuesta 0, 1 o 2', codigo_sii: '55', glosa: null }],
    ])
  })

  test('tell what the SII has of a month, and cost nothing within the minute', async () => {
    const { app } = await scene()
    const first = await app.get('/v1/dte/recibidos/202611')
    expect(first.body.data).toEqual([
      expect.objectContaining({ tipo_dte: 33, documentos: 2, monto_total: 3570, seccion: 'S1' }),
    ])
    expect(first.headers.get('x-cache')).toBe('MISS')
    const again = await app.get('/v1/dte/recibidos/202611')
    expect([again.headers.get('x-cache'), again.body]).toEqual(['HIT', first.body])
    const rows = (await app.get('/v1/dte/emitidos/202611?tipo_dte=33')).body
    expect(rows.data).toEqual([
      expect.objectContaining({ tipo_dte: 33, folio: 10, rut: '77123456-9', monto_total: 5950 }),
    ])
  })

  test('keep no details of older months', async () => {
    const { app } = await scene()
    const { body } = await app.get('/v1/dte/emitidos/202601?tipo_dte=33')
    expect([body.data, body.advertencias[0].code]).toEqual([[], 'DETAIL_NOT_KEPT'])
  })
})
