// POST /v1/dte/folios/solicitar through the simulated SII's pages (areas/folios §1): one request, one range, whatever dies or breaks.

import { describe, expect, test } from 'bun:test'
import { emit, fail, heal } from '../../../support/emision'
import { factura } from '../../../support/emisor'
import { testAppWithCompany } from '../../../support/test-app'
import { createReceptor, register } from '../../webhooks/receptor'
import { BASE, company, dieAt, end, granted, loaded, request, trabajo, used } from './banco'

const PAGINAS = ['of_solicita_folios', 'of_solicita_folios_dcto', 'of_confirma_folio']

describe('folios asked for', () => {
  test('are granted, downloaded and loaded: 201 with what the SII stated, one unit, told and written down', async () => {
    const receptor = createReceptor()
    const app = await company({ receptor: receptor.fetch })
    await register(app, { eventos: ['folios.recibidos', 'trabajo.terminado'] })
    const { status, body } = await request(app)
    expect(status).toBe(201)
    expect(body.data).toEqual({
      ...{ desde: 11, hasta: 30, cantidad: 20, solicitada: 20, max_autorizado: 1000 },
      sin_usar_sii: body.data.sin_usar_sii,
      caf_id: expect.stringMatching(/^caf_/),
    })
    expect(await loaded(app)).toEqual([
      [1, 10],
      [11, 30],
    ])
    expect(granted(app)).toEqual(await loaded(app))
    // Two of the company's first folios, before it had a certificate.
    expect((await used(app)).solicitud_folios).toBe(3)
    await app.drainJobs()
    expect(receptor.recibidos.map(({ body: sent }) => JSON.parse(sent).evento)).toEqual([
      'folios.recibidos',
      'trabajo.terminado',
    ])
    const [line] = (await app.get('/v1/auditoria?accion=folios.solicitados', app.tenant.session)).body.data
    expect(line.detalle).toEqual({ tipo_dte: 33, desde: 11, hasta: 30 })
    // The first of them stamps a document that the SII accepts.
    for (let i = 0; i < 11; i++) await emit(app)
    await app.settle()
    expect((await app.get('/v1/documentos/33/11')).body.data.estado_sii).toBe('aceptado')
  })

  test('come as many as the SII gives, and the first of a type too', async () => {
    const app = await company()
    expect((await request(app, { cantidad: 5000 })).body.data).toMatchObject({
      ...{ desde: 11, cantidad: 1000, solicitada: 5000, max_autorizado: 1000 },
    })
    expect((await request(app, { cantidad: 'max', tipo_dte: 34 })).body.data).toMatchObject({
      ...{ desde: 1, hasta: 1000, solicitada: 'max' },
    })
  })

  test('under rationing are no more than it allows, and refused at nothing', async () => {
    const app = await company({ folios: { 33: 2, 34: 3 } })
    expect((await app.put('/simulador/ajustes', { caf_racionado: true })).status).toBe(200)
    // Two are granted and none used: a company without a history gets one more.
    const { body } = await request(app, { cantidad: 'max' })
    expect(body.data).toMatchObject({ cantidad: 1, max_autorizado: 1, sin_usar_sii: 2 })
    expect((await request(app, { cantidad: 1, tipo_dte: 34 })).body.code).toBe('SII_REFUSED')
  })

  test('without waiting are a 202 whose job tells how far it is, and who asks again joins it', async () => {
    const app = await company()
    const first = await request(app, {}, '?esperar=0')
    expect([first.status, first.headers.get('location')]).toEqual([
      202,
      `${BASE}/trabajos/${first.body.data.job_id}`,
    ])
    expect((await request(app, {}, '?esperar=0')).body.data.job_id).toBe(first.body.data.job_id)
    const done = await end(app, first.body.data.job_id)
    expect(done).toMatchObject({
      ...{ tipo: 'folios.solicitar', estado: 'completed', objeto: '33' },
      result: { desde: 11, hasta: 30 },
      progreso: { paso: 'cargada', hechos: 4, total: 4 },
    })
    expect(granted(app)).toHaveLength(2)
  })

  test('a repeated Idempotency-Key gets the first range again (http §9)', async () => {
    const app = await company()
    const key = { ...app.tenant.key, 'idempotency-key': 'folios-noviembre' }
    const ask = (body: object) => app.post(`${BASE}/solicitar`, body, key)
    const { body } = await ask({ tipo_dte: 33, cantidad: 20 })
    expect((await ask({ cantidad: 20, tipo_dte: 33 })).body).toEqual(body)
    expect((await ask({ tipo_dte: 33, cantidad: 21 })).body.code).toBe('IDEMPOTENCY_MISMATCH')
    expect(granted(app)).toHaveLength(2)
  })

  test('by a body that makes no sense, or without the permission, are not asked for', async () => {
    const app = await company()
    for (const body of [
      { tipo_dte: 30 },
      { tipo_dte: '33' },
      { cantidad: 0 },
      { cantidad: 1.5 },
      { cantidad: 'todos' },
      { cantidad: 1e300 },
      { otro: 1 },
    ])
      expect([body, (await request(app, body)).body.code]).toEqual([body, 'VALIDATION_ERROR'])
    expect(granted(app)).toHaveLength(1)
  })

  test('of a company without a certificate come from the simulator’s desk, in simulacion alone', async () => {
    const app = await testAppWithCompany()
    expect((await request(app)).body.data).toMatchObject({
      desde: 1,
      hasta: 20,
      max_autorizado: 1000,
      sin_usar_sii: null,
    })
    const there = { ...app.tenant.session, 'x-ambiente': 'certificacion' }
    const { body } = await app.post(`${BASE}/solicitar`, { tipo_dte: 33, cantidad: 5 }, there)
    expect(body.code).toBe('PORTAL_CREDENTIALS_MISSING')
  })
})

test('the simulated SII’s refusal of a RUT by its last digits says so, in the answer and in its remedy', async () => {
  const app = await testAppWithCompany()
  for (const [rut, que] of [
    ['76543200-6', 'no existen'],
    ['76543201-4', 'terminaron su giro'],
  ] as const) {
    const { empresaId, session } = await app.registerCompany({ rut })
    expect((await app.post(`/v1/empresa/${empresaId}/certificado`, { simulado: true }, session)).status).toBe(
      201,
    )
    const { body } = await app.post(`${BASE}/solicitar`, { tipo_dte: 33, cantidad: 5 }, session)
    expect(body).toMatchObject({ code: 'SII_REFUSED', error: expect.stringContaining(que) })
    expect(body.detalles[0].solucion).toContain(`PUT /simulador/contribuyentes/${rut}`)
  }
})

test('folios of the simulator’s desk are of the account that asked: another of the same RUT sees none', async () => {
  const app = await testAppWithCompany()
  const rut = '77123456-9'
  const [first, second] = [await app.registerCompany({ rut }), await app.registerCompany({ rut })]
  const ask = { tipo_dte: 33, cantidad: 5 }
  expect((await app.post(`${BASE}/solicitar`, ask, first.session)).status).toBe(201)
  for (const { empresaId, session } of [first, second])
    await app.post(`/v1/empresa/${empresaId}/certificado`, { simulado: true }, session)
  const ranges = async (session: Record<string, string>) =>
    (await app.get(`${BASE}/sii?tipo_dte=33`, session)).body.data.length
  expect([await ranges(first.session), await ranges(second.session)]).toEqual([1, 0])
  const download = { tipo_dte: 33, desde: 1, hasta: 5 }
  expect((await app.post(`${BASE}/reobtener`, download, second.session)).body.ok).toBe(false)
})

describe('a process that dies', () => {
  const queue = (app: Parameters<typeof request>[0]) => request(app, {}, '?esperar=0')

  for (const moment of ['before', 'after'] as const)
    for (const pagina of [...PAGINAS, 'of_genera_folio', 'of_genera_archivo'])
      test(`${moment} ${pagina} leaves exactly one range, loaded`, async () => {
        const { app, id } = await dieAt(pagina, moment, queue)
        expect((await end(app, id)).result).toMatchObject({ desde: 11, hasta: 30, max_autorizado: 1000 })
        expect(granted(app)).toEqual([
          [1, 10],
          [11, 30],
        ])
        expect(await loaded(app)).toEqual(granted(app))
        expect((await used(app)).solicitud_folios).toBe(3)
      })

  test('behind the grant is looked for before a minute has passed, and asked for no sooner', async () => {
    const { app, id } = await dieAt('of_genera_folio', 'before', queue)
    await app.drainJobs()
    app.advance(30_000)
    await app.drainJobs()
    expect(await trabajo(app, id)).toMatchObject({ estado: 'pending', error: null })
    expect(granted(app)).toHaveLength(1)
    app.advance(31_000)
    await app.drainJobs()
    expect((await trabajo(app, id)).estado).toBe('completed')
    expect(granted(app)).toHaveLength(2)
  })
})

describe('what goes wrong at the SII', () => {
  /** The fault once, then the end of the job. */
  async function survive(falla: string, veces = 1) {
    const app = await company()
    await fail(app, 'folios', falla, veces)
    const { body } = await request(app, {}, '?esperar=0')
    return { app, done: await end(app, body.data.job_id) }
  }

  for (const falla of [
    'corte_despues_de_otorgar',
    'sesion_vencida',
    'pagina_ajena',
    'http_503',
    'corte_antes',
  ])
    test(`${falla}: the job comes to its end with one range`, async () => {
      const { app, done } = await survive(falla)
      expect(done).toMatchObject({ estado: 'completed', result: { desde: 11, hasta: 30 } })
      expect(granted(app)).toHaveLength(2)
      expect(await loaded(app)).toEqual(granted(app))
    })

  test('a file that cannot be made at once is asked for again in the same run', async () => {
    const app = await company()
    await fail(app, 'folios', 'ofga', 1)
    expect((await request(app)).status).toBe(201)
    expect(granted(app)).toHaveLength(2)
  })

  for (const falla of ['firewall', 'cola'])
    test(`${falla}: everything waits a quarter of an hour, and then one range is there`, async () => {
      const app = await company()
      await fail(app, 'folios', falla, 1)
      const { body } = await request(app, {}, '?esperar=0')
      await app.drainJobs()
      const waiting = await trabajo(app, body.data.job_id)
      expect(waiting).toMatchObject({ estado: 'pending', error: { code: 'SII_UNAVAILABLE' } })
      expect(Date.parse(waiting.proximo_intento) - app.clock().getTime()).toBeGreaterThanOrEqual(15 * 60_000)
      await heal(app)
      expect((await end(app, body.data.job_id)).estado).toBe('completed')
      expect(granted(app)).toHaveLength(2)
    })

  test('a page that its step should not give is kept sealed, and never in the answer', async () => {
    const { app } = await survive('pagina_ajena')
    const rows = app.store.client.prepare('SELECT paso, html_cifrado FROM portal_pagina').all() as {
      paso: string
      html_cifrado: Buffer
    }[]
    expect(rows).toHaveLength(1)
    expect(rows[0]!.html_cifrado.toString('latin1')).not.toContain('<html')
  })

  test('one that was refused waits for nobody once another amount was granted', async () => {
    const app = await company()
    await fail(app, 'folios', 'no_autoriza')
    expect((await request(app, { cantidad: 50 })).body.code).toBe('SII_REFUSED')
    expect((await request(app, { cantidad: 50, tipo_dte: 34 })).body.code).toBe('SII_REFUSED')
    await heal(app)
    expect((await request(app, { cantidad: 5 })).status).toBe(201)
    const { data } = (await app.get(`${BASE}/trabajos?estado=failed,dlq`)).body
    expect(data.map(({ objeto }: { objeto: string }) => objeto)).toEqual(['34'])
  })

  test('a refusal is 409 with what the SII said and the way out; what asks by itself waits a day, or for a person', async () => {
    const receptor = createReceptor()
    const app = await company({ receptor: receptor.fetch })
    await register(app, { eventos: ['folios.rehusados'] })
    await app.put(`${BASE}/33/alerta`, { umbral: 9, reposicion_automatica: true, cantidad: 20 })
    await fail(app, 'folios', 'no_autoriza')
    const { status, body } = await request(app, { cantidad: 5 })
    expect([status, body.code]).toEqual([409, 'SII_REFUSED'])
    expect(body.detalles).toEqual([
      {
        operacion: 'solicitud de folios',
        codigo_sii: null,
        glosa: expect.stringMatching(/NO SE AUTORIZA TIMBRAJE/i),
        causa: expect.any(String),
        solucion: expect.stringContaining('por-anular'),
      },
    ])
    await app.drainJobs()
    expect(receptor.recibidos.map((one) => JSON.parse(one.body).data)).toEqual([
      {
        empresa_id: app.tenant.empresaId,
        ambiente: 'simulacion',
        tipo_dte: 33,
        glosa: body.detalles[0].glosa,
        solucion: body.detalles[0].solucion,
      },
    ])
    await heal(app)
    const review = async () => {
      await app.app.services.cron.runAll()
      await app.drainJobs()
      return (await loaded(app)).length
    }
    for (let i = 0; i < 2; i++) await emit(app, factura())
    expect(await review()).toBe(1)
    app.advance(23 * 3_600_000)
    expect(await review()).toBe(1)
    app.advance(2 * 3_600_000)
    expect(await review()).toBe(2)

    await fail(app, 'folios', 'no_autoriza', 1)
    await request(app, { cantidad: 5 })
    await heal(app)
    for (let i = 0; i < 20; i++) await emit(app, factura())
    expect(await review()).toBe(2)
    await app.put(`${BASE}/33/alerta`, { umbral: 9 })
    app.advance(3_600_000)
    expect(await review()).toBe(3)
  })

  test('a job that stopped behind the grant keeps another from being asked for until a person decides', async () => {
    const app = await company()
    await fail(app, 'folios', 'corte_despues_de_otorgar', 1)
    const { job_id } = (await request(app, {}, '?esperar=0')).body.data
    await app.app.services.runner.drain()
    app.store.client.prepare("UPDATE job SET estado = 'failed', run_at = NULL WHERE id = ?").run(job_id)
    const { status, body } = await request(app, { cantidad: 5 })
    expect([status, body.code, body.error.includes(job_id)]).toEqual([409, 'INVALID_STATE', true])
    await app.post(`${BASE}/trabajos/${job_id}/reintentar`, undefined, app.tenant.session)
    expect((await end(app, job_id)).result).toMatchObject({ desde: 11, hasta: 30 })
    expect(granted(app)).toHaveLength(2)
    expect((await request(app, { cantidad: 5 })).status).toBe(201)
  })
})

test('another account asks, sees and mends its own alone', async () => {
  const app = await company()
  const { job_id } = (await request(app, {}, '?esperar=0')).body.data
  const other = await app.registerCompany()
  expect((await app.get(`${BASE}/trabajos/${job_id}`, other.key)).status).toBe(404)
  expect((await app.post(`${BASE}/trabajos/${job_id}/reintentar`, undefined, other.key)).status).toBe(404)
  expect((await app.get(`${BASE}/trabajos`, other.key)).body.data).toEqual([])
  await app.drainJobs()
  expect((await app.get(BASE, other.key)).body.data).toEqual([])
})
