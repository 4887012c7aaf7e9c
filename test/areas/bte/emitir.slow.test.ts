// POST /v1/bte/emitir and what follows from it (areas/bte §2): one at the SII, whatever is lost on the way.

import { describe, expect, test } from 'bun:test'
import { testApp, testAppWithCompany, type Wire } from '../../support/test-app'
import { createReceptor, register } from '../webhooks/receptor'
import { type App, atSii, BASE, company, end, issue, list, PEDIDO, trabajo, used } from './banco'

const fail = (app: App, falla: string, over: object = {}) =>
  app.post('/simulador/fallas', { servicio: 'bte', falla, ...over }, app.tenant.session)

describe('issuing', () => {
  test('writes the letters that the SII has, and says which it wrote so, in the draft too', async () => {
    const app = await company()
    const servicios = [{ descripcion: 'Mantención — “jardín”', monto: 1000 }]
    const draft = await app.post('/v1/bte/previsualizar', { ...PEDIDO, servicios })
    const { status, body } = await issue(app, { servicios })
    const told = [{ code: 'TRANSLITERATED', campo: 'servicios[0].descripcion' }]
    expect([draft.body.data.advertencias, body.data.advertencias]).toMatchObject([told, told])
    expect([status, body.data.servicios[0].descripcion]).toEqual([201, 'Mantención - "jardín"'])
    const long = await issue(app, { servicios: [{ descripcion: `${'x'.repeat(58)}…`, monto: 1 }] })
    expect([long.status, long.body.detalles]).toMatchObject([
      422,
      [{ campo: 'servicios[0].descripcion', regla: 'largo_max' }],
    ])
  })

  test('takes the amounts of the SII: 201, one unit, its number, told once', async () => {
    const receptor = createReceptor()
    const app = await company({ receptor: receptor.fetch })
    await register(app, { eventos: ['bte.emitida'] })
    const { status, body } = await issue(app, { referencia_externa: 'pago-118' })
    expect([status, body.data]).toEqual([
      201,
      {
        ...PEDIDO,
        id: expect.stringMatching(/^bte_/),
        folio: 1,
        codigo_barras: expect.stringMatching(/^C765432101/),
        referencia_externa: 'pago-118',
        ...{ total_bruto: 500_000, tasa_retencion: 0.1525, total_retencion: 76_250, total_liquido: 423_750 },
        ...{ estado: 'vigente', origen: 'timbre', causa: null, glosa: null, anulada_en: null, fallo: null },
        job_id: expect.stringMatching(/^job_/),
        creada_en: app.clock().toISOString(),
        advertencias: [],
      },
    ])
    expect([atSii(app), await used(app)]).toEqual([1, 1])
    await app.drainJobs()
    expect(receptor.recibidos.map((one) => JSON.parse(one.body).data)).toEqual([
      {
        ...{ empresa_id: app.tenant.empresaId, ambiente: 'simulacion', id: body.data.id, folio: 1 },
        ...{
          fecha: '2026-11-20',
          rut_beneficiario: '9876543-3',
          estado: 'vigente',
          causa: null,
          motivo: null,
        },
        ...{ total_bruto: 500_000, total_retencion: 76_250, total_liquido: 423_750 },
      },
    ])
  })

  test('two equal ones of a day are two; the same key is one, weeks later too', async () => {
    const app = await company()
    const key = { 'idempotency-key': 'pago-118' }
    const [first, second] = [await issue(app, {}, '', key), await issue(app)]
    expect([first.body.data.folio, second.body.data.folio]).toEqual([1, 2])
    app.advance(40 * 24 * 3_600_000)
    const again = await issue(app, {}, '', key)
    expect([again.status, again.body.data.folio, again.headers.get('idempotent-replayed')]).toEqual([
      201,
      1,
      'true',
    ])
    expect(atSii(app)).toBe(2)
  })

  test('asked for again, without a key, while it is under way is that one: same job, one row, one unit', async () => {
    const app = await company()
    const first = await issue(app, {}, '?esperar=0')
    const [again, otherOrder] = [
      await issue(app, {}, '?esperar=0'),
      await app.post(`${BASE}/emitir?esperar=0`, Object.fromEntries(Object.entries(PEDIDO).reverse())),
    ]
    expect([again.status, again.body.data, otherOrder.body.data]).toEqual([
      202,
      first.body.data,
      first.body.data,
    ])
    expect((await list(app)).length).toBe(1)
    // A request that waits is answered with the boleta of the first.
    const [one, two] = await Promise.all([issue(app), issue(app)])
    expect([one.status, two.body]).toEqual([201, one.body])
    expect([atSii(app), (await list(app)).length, await used(app)]).toEqual([1, 1, 1])
    // It has ended: this is another payment.
    expect((await issue(app)).body.data.folio).toBe(2)
  })

  test('asked for again with a key of its own, or in any other words, is another one', async () => {
    const app = await company()
    const asked = [
      await issue(app, {}, '?esperar=0'),
      await issue(app, {}, '?esperar=0', { 'idempotency-key': 'pago-118' }),
      await issue(app, {}, '?esperar=0', { 'x-idempotency-key': 'pago-119' }),
      await issue(app, { referencia_externa: 'pago-120' }, '?esperar=0'),
      await issue(app, { fecha: '2026-11-19' }, '?esperar=0'),
      await issue(
        app,
        { servicios: [{ descripcion: 'Mantención de jardines', monto: 500_000 }] },
        '?esperar=0',
      ),
    ]
    const jobs = new Set(asked.map(({ body }) => body.data.job_id))
    expect(jobs.size).toBe(6)
    for (const job of jobs) expect((await end(app, job)).estado).toBe('completed')
    expect([atSii(app), (await list(app)).length, await used(app)]).toEqual([6, 6, 6])
  })

  test('what the SII withholds beyond the law is a warning, shown before anything is issued', async () => {
    const app = await company()
    await fail(app, 'retencion_distinta', { veces: 2 })
    const draft = await app.post(`${BASE}/previsualizar`, PEDIDO)
    expect(draft.body.data).toMatchObject({
      ...{ total_retencion: 91_250, total_liquido: 408_750, tasa_retencion: 0.1825 },
      advertencias: [{ code: 'RETENTION_DIFFERS' }],
    })
    expect([atSii(app), await list(app), await used(app)]).toEqual([0, [], 1])
    const { body } = await issue(app)
    expect(body.data).toMatchObject({
      total_retencion: 91_250,
      advertencias: [{ code: 'RETENTION_DIFFERS' }],
    })
    // The last one to a person tells of the next (areas/bte §1).
    const tasa = (await app.get(`${BASE}/tasa?fecha=2027-01-04&rut=9.876.543-3`)).body.data
    expect(tasa).toEqual({
      ...{ fecha: '2027-01-04', tasa: 0.19, norma: 'Ley 21.133', adicional: 0.03, origen: 'ultima_bte' },
    })
    expect((await app.get(`${BASE}/tasa`)).body.data).toMatchObject({ tasa: 0.1525, origen: 'ley' })
  })

  test('a refusal of the SII is one, and nothing stands', async () => {
    const app = await company()
    const { status, body } = await issue(app, { beneficiario: { ...PEDIDO.beneficiario, rut: '96543210-8' } })
    expect([status, body.code]).toEqual([409, 'SII_REFUSED'])
    const [{ causa, solucion }] = body.detalles
    expect([causa, solucion]).toEqual([
      expect.stringContaining('el RUT 96543210-8 es de una empresa'),
      expect.stringContaining('Emítala al RUT de la persona'),
    ])
    expect(atSii(app)).toBe(0)
    const [row] = await list(app)
    expect(row).toMatchObject({ estado: 'fallida', folio: null, advertencias: [{ code: 'NOT_A_PERSON' }] })
    expect(row.fallo).toStartWith('El SII respondió')
  })

  test('every fault of a request is told at once, and the SII is not asked', async () => {
    const app = await company()
    const { status, body } = await issue(app, {
      fecha: '2026-11-21',
      beneficiario: { ...PEDIDO.beneficiario, rut: '9876543-4', comuna: 'Narnia' },
      servicios: [{ descripcion: 'x'.repeat(61), monto: 0 }],
    })
    expect([status, body.detalles.map(({ campo }: { campo: string }) => campo).sort()]).toEqual([
      422,
      ['beneficiario.comuna', 'beneficiario.rut', 'fecha', 'servicios[0].descripcion', 'servicios[0].monto'],
    ])
    expect(await used(app)).toBe(0)
  })

  test('there are none in certification: what was asked for there would be real (areas/bte §4)', async () => {
    const app = await company()
    const headers = (await app.registerCompany({ rut: '77888999-4', ambiente: 'certificacion' })).key
    const refused = await app.post(`${BASE}/emitir`, PEDIDO, headers)
    expect([refused.status, refused.body.code]).toEqual([409, 'INVALID_STATE'])
    expect((await app.post(`${BASE}/202611/sync`, undefined, headers)).body.code).toBe('INVALID_STATE')
  })
})

describe('an answer that was lost', () => {
  test('is looked for in the month, and the page that issues is not sent again', async () => {
    let sent = 0
    const wire: Wire = async (url, _, pass) => {
      if (url.endsWith('/bte_indiv_ing3')) sent++
      return pass()
    }
    const app = await company({ wire })
    await issue(app)
    await fail(app, 'corte_despues_de_emitir')
    // One like it is there already: it must not be taken for this one.
    const { status, body } = await issue(app)
    expect([status, body.data.folio, sent, atSii(app)]).toEqual([201, 2, 2, 2])
    expect((await list(app)).map(({ folio, estado }: never) => [folio, estado])).toEqual([
      [2, 'vigente'],
      [1, 'vigente'],
    ])
    // The report has no code of bars: the SII's own page has.
    expect(body.data.codigo_barras).toBeNull()
    await app.get(`${BASE}/2/html`)
    expect((await app.get(`${BASE}/2`)).body.data.codigo_barras).toMatch(/^C765432102/)
  })

  test('which never came to the SII: told as uncertain, then, after two readings, as not issued', async () => {
    const wire: Wire = async (url, _, pass) => {
      if (url.endsWith('/bte_indiv_ing3')) throw new TypeError('the line is cut')
      return pass()
    }
    const receptor = createReceptor()
    const app = await company({ wire, receptor: receptor.fetch })
    await register(app, { eventos: ['bte.fallida'] })
    const { status, body } = await issue(app, {}, '?esperar=0')
    expect(status).toBe(202)
    await app.drainJobs()
    expect(await list(app)).toMatchObject([{ estado: 'incierta', folio: null }])
    expect((await app.get(`${BASE}/resumen/202611`)).body.data).toMatchObject({ vigentes: 0, inciertas: 1 })
    const { atencion } = (await app.get('/v1/resumen')).body.data
    expect(atencion).toContainEqual({
      asunto: 'boletas_inciertas',
      cantidad: 1,
      enlace: `${BASE}?estado=incierta`,
    })
    // Another like it waits: which of the two a number would be nobody could tell.
    const other = (await issue(app, { referencia_externa: 'otra' }, '?esperar=0')).body.data.job_id
    await app.drainJobs()
    expect(await trabajo(app, other)).toMatchObject({
      estado: 'pending',
      progreso: { paso: 'espera que se sepa de otra igual' },
    })
    const ended = await end(app, body.data.job_id)
    expect([ended.estado, ended.error.code]).toEqual(['failed', 'INVALID_STATE'])
    expect((await list(app, '?estado=fallida')).length).toBe(1)
    expect(atSii(app)).toBe(0)
    await app.drainJobs()
    expect(JSON.parse(receptor.recibidos[0]!.body).data).toMatchObject({ estado: 'fallida', folio: null })
    expect(await used(app)).toBe(2)
  })

  test('one that was given up and stands after all is found by the next reading', async () => {
    let lost: (() => Promise<Response>) | null = null
    const wire: Wire = async (url, _, pass) => {
      if (!url.endsWith('/bte_indiv_ing3')) return pass()
      lost = pass
      throw new TypeError('the line is cut')
    }
    const app = await company({ wire })
    const { body } = await issue(app, {}, '?esperar=0')
    expect((await end(app, body.data.job_id)).estado).toBe('failed')
    await lost!()
    const read = (await app.post(`${BASE}/202611/sync`)).body.data
    expect(read).toEqual({ periodo: '202611', boletas: 1, nuevas: 0, modificadas: 1 })
    expect(await list(app)).toMatchObject([{ estado: 'vigente', folio: 1, origen: 'timbre', fallo: null }])
  })

  /** Lost on the way to the SII and given up; each comes there with `arrive`. */
  async function givenUp(howMany: number) {
    const line = { cut: true, lost: [] as (() => Promise<Response>)[] }
    const wire: Wire = async (url, _, pass) => {
      if (!line.cut || !url.endsWith('/bte_indiv_ing3')) return pass()
      line.lost.push(pass)
      throw new TypeError('the line is cut')
    }
    const app = await company({ wire })
    for (let n = 0; n < howMany; n++) {
      const { job_id } = (await issue(app, { referencia_externa: `pago-${n}` }, '?esperar=0')).body.data
      expect((await end(app, job_id)).estado).toBe('failed')
    }
    line.cut = false
    const arrive = async () => {
      for (const pass of line.lost) await pass()
    }
    return { app, arrive }
  }
  const retry = async (app: App, { job_id }: { job_id: string }) => {
    await app.post(`${BASE}/trabajos/${job_id}/reintentar`)
    expect((await end(app, job_id)).estado).toBe('completed')
  }

  test('one that was given up and turns up stops those asked for in its place, until a person insists', async () => {
    const { app, arrive } = await givenUp(2)
    await arrive()
    const first = await issue(app, { referencia_externa: 'otra vez-0' }, '?esperar=0')
    const second = await issue(app, { referencia_externa: 'otra vez-1' }, '?esperar=0')
    for (const { body } of [first, second]) {
      const { estado, error } = await end(app, body.data.job_id)
      expect([estado, error.code, error.error]).toEqual([
        'failed',
        'INVALID_STATE',
        expect.stringMatching(/está en el SII con el folio [12]: no se emitió otra/),
      ])
    }
    expect(atSii(app)).toBe(2)
    expect((await list(app, '?estado=fallida')).length).toBe(2)
    await retry(app, first.body.data)
    await retry(app, second.body.data)
    expect((await list(app)).map(({ folio }: { folio: number }) => folio).sort()).toEqual([1, 2, 3, 4])
  })

  test('by any reading that finds it', async () => {
    const { app, arrive } = await givenUp(1)
    await arrive()
    const again = await issue(app, {}, '?esperar=0')
    await app.post(`${BASE}/202611/sync`)
    expect((await end(app, again.body.data.job_id)).error.code).toBe('INVALID_STATE')
    expect(atSii(app)).toBe(1)
  })

  test('but not where it was annulled meanwhile', async () => {
    const { app, arrive } = await givenUp(1)
    await arrive()
    app.store.client
      .prepare("UPDATE sim_bte SET anulacion_at = emitida_at, anulada_at = emitida_at, causa = 'Error'")
      .run()
    expect((await issue(app)).body.data.folio).toBe(2)
  })
})

describe('a process that dies', () => {
  test.each([
    ['bte_indiv_ing', 'before'],
    ['bte_indiv_ing2', 'after'],
    ['bte_indiv_ing3', 'before'],
    ['bte_indiv_ing3', 'after'],
    ['bte_indiv_cons2', 'after'],
  ] as const)(
    'at %s, %s the SII did it: exactly one, or none that is told as one',
    async (program, moment) => {
      const reached = Promise.withResolvers<void>()
      let armed = false
      const wire: Wire = async (url, _, pass) => {
        if (!armed || new URL(url).pathname.split('/').at(-1) !== program) return pass()
        if (moment === 'after') await pass()
        reached.resolve()
        return new Promise(() => {})
      }
      const app = await company({ wire })
      armed = true
      const { job_id } = (await issue(app, {}, '?esperar=0')).body.data
      void app.app.services.runner.drain()
      await reached.promise
      const { store, tenant } = app
      const next: App = Object.assign(await testApp({ store, beside: app }), { tenant })
      next.speakAs(tenant)
      next.app.services.runner.rescue()
      const { estado } = await end(next, job_id)
      const never = program === 'bte_indiv_ing3' && moment === 'before'
      expect([estado, atSii(next)]).toEqual(never ? ['failed', 0] : ['completed', 1])
      expect((await list(next)).map(({ estado }: { estado: string }) => estado)).toEqual([
        never ? 'fallida' : 'vigente',
      ])
      expect(await used(next)).toBe(1)
    },
  )
})

test('without the clave, and with a certificate that the SII sends to the login, ends at once and is not issued later', async () => {
  const app = await testAppWithCompany()
  const { status, body } = await issue(app)
  expect([status, body.code]).toEqual([422, 'PORTAL_CREDENTIALS_MISSING'])
  await app.put(`/v1/empresa/${app.tenant.empresaId}/portal/clave`, { simulado: true }, app.tenant.session)
  app.advance(3_600_000)
  await app.drainJobs()
  expect(atSii(app)).toBe(0)
})

test('with the clave locked waits for it, whatever other credential is loaded meanwhile (http §28.1)', async () => {
  const app = await company()
  const { empresaId, session } = app.tenant
  const fault = { servicio: 'login', falla: 'clave_bloqueada', veces: 1 }
  expect((await app.post('/simulador/fallas', fault, session)).status).toBe(201)
  const { status, body } = await issue(app)
  expect([status, body.data.mensaje]).toEqual([202, expect.stringContaining('El SII bloqueó la clave')])
  const job = async () => (await app.get(`/v1/bte/trabajos/${body.data.job_id}`)).body.data
  const certificate = `/v1/empresa/${empresaId}/certificado`
  expect((await app.post(certificate, { simulado: true }, session)).status).toBe(201)
  await app.drainJobs()
  expect(await job()).toMatchObject({ estado: 'pending', error: { code: 'PORTAL_LOCKED' } })
  app.advance(65 * 60_000)
  await app.drainJobs()
  expect([(await job()).estado, atSii(app)]).toEqual(['completed', 1])
})
