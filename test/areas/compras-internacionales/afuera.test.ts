// The questions to the outside: the central bank's rates and the operator's model, both servers of this test
// (areas/compras-internacionales §1, §2).

import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createBanco } from '../../../src/areas/tipos-cambio/bcentral'
import { createTiposCambio, habilSinTipo } from '../../../src/areas/tipos-cambio/tipos-cambio'
import { createLog } from '../../../src/base/log'
import { drawPdf } from '../../support/extraccion/draw'
import { scannedPdf } from '../../support/extraccion/escaneado'
import { type CompanyApp, testApp, testAppWithCompany } from '../../support/test-app'
import { register } from '../webhooks/receptor'
import { BASE, comprar } from './escena'

const CLAVE = 'clave-del-banco'
/** The answer of each series; omitted, an empty one. */
let series: Record<string, unknown> = {}
let asked: URLSearchParams[] = []
/** How the bank answers when it is not itself. */
let broken: (() => Response) | null = null
/** The model's answer; null: it breaks. */
let dicho: object | null = null
/** The status of its refusal, in the place of an answer. */
let rehusa = 0
/** Called in the place of an answer, which never comes. */
let cuelga: (() => Promise<Response>) | null = null
let preguntas = 0
/** The last request to it. */
let pedido: unknown

const server = Bun.serve({
  port: 0,
  async fetch(request) {
    const { pathname, searchParams } = new URL(request.url)
    if (pathname === '/banco') {
      asked.push(searchParams)
      if (broken) return broken()
      return Response.json(series[searchParams.get('timeseries')!] ?? { Codigo: 0, Series: { Obs: null } })
    }
    preguntas++
    pedido = ((await request.json()) as { messages: { content: unknown }[] }).messages[1]!.content
    if (cuelga) return cuelga()
    if (rehusa) return new Response('no', { status: rehusa })
    if (!dicho) return new Response('roto', { status: 500 })
    return Response.json({ choices: [{ message: { role: 'assistant', content: JSON.stringify(dicho) } }] })
  },
})
afterAll(() => server.stop(true))

let app: CompanyApp

beforeAll(async () => {
  const at = server.url.origin
  app = await testAppWithCompany({
    propio: at,
    tiposCambio: { url: `${at}/banco`, usuario: 'yo@example.cl', clave: CLAVE },
    ia: { url: `${at}/v1`, clave: 'secreta', modelo: 'uno' },
  })
  app.speakAs(app.tenant)
})

const observed = (...rows: [string, string, string?][]) => ({
  Codigo: 0,
  Descripcion: 'Success',
  Series: {
    Obs: rows.map(([indexDateString, value, statusCode = 'OK']) => ({ indexDateString, value, statusCode })),
  },
})

describe('the central bank', () => {
  const ask = () => app.app.services.banco.ask()

  test('is asked for what is new, a day without a value is none, and a currency that fails leaves the others be', async () => {
    series = {
      'F073.TCO.PRE.Z.D': observed(
        ['05-11-2026', '945.32'],
        ['08-11-2026', 'NaN', 'ND'],
        ['09-11-2026', '950'],
      ),
      'F072.CLP.EUR.N.O.D': { Codigo: -50, Descripcion: 'Series not found' },
      'F072.CLP.GBP.N.O.D': observed(['05-11-2026', '1.240']),
    }
    await ask()
    const { data } = (await app.get('/v1/tipos-cambio?moneda=USD')).body
    expect(data.map(({ fecha, valor, fuente }: Record<string, string>) => [fecha, valor, fuente])).toEqual([
      ['2026-11-09', '950', 'bcentral'],
      ['2026-11-05', '945.32', 'bcentral'],
    ])
    expect((await comprar(app, { fecha: '2026-11-08' })).conversion).toMatchObject({
      tipo_cambio: '945.32',
      fecha_tc: '2026-11-05',
      fuente: 'bcentral',
    })
    expect((await app.get('/v1/tipos-cambio?moneda=GBP')).body.data).toHaveLength(1)
    asked = []
    await ask()
    const dollar = asked.find((query) => query.get('timeseries') === 'F073.TCO.PRE.Z.D')!
    expect([dollar.get('firstdate'), dollar.get('user'), dollar.get('pass')]).toEqual([
      '2026-11-09',
      'yo@example.cl',
      CLAVE,
    ])
  })

  test('has no say in the time: the SII alone tells how far the clock is off', async () => {
    // The bank of this test tells the time of the machine, years from that of the server.
    await ask()
    expect((await app.get('/listo')).body.data.reloj.desfase_segundos).toBeNull()
  })

  const banco = async () => (await app.get('/v1/tipos-cambio/banco')).body.data
  type Estado = { moneda: string; motivo: string | null }

  test('tells who looks which currencies it lacks and why, and that all is well once it is', async () => {
    series = { 'F072.CLP.EUR.N.O.D': { Codigo: -50, Descripcion: 'Series not found' } }
    await ask()
    const { activo, consultado_en, monedas } = await banco()
    expect([activo, typeof consultado_en]).toEqual([true, 'string'])
    expect(monedas.filter(({ motivo }: Estado) => motivo)).toEqual([
      {
        moneda: 'EUR',
        ultimo_dia: null,
        motivo: 'El Banco Central respondió -50 a la serie F072.CLP.EUR.N.O.D: Series not found',
      },
    ])
    expect(monedas).toContainEqual({ moneda: 'USD', ultimo_dia: '2026-11-09', motivo: null })
    series = {}
    await ask()
    expect((await banco()).monedas.filter(({ motivo }: Estado) => motivo)).toEqual([])
  })

  test('that refuses the password is asked once, not for each currency, and says what to mend', async () => {
    series = { 'F073.TCO.PRE.Z.D': { Codigo: -5, Descripcion: 'Invalid username or password' } }
    asked = []
    await ask()
    expect(asked).toHaveLength(1)
    const { monedas } = await banco()
    expect(new Set(monedas.map(({ motivo }: Estado) => motivo))).toEqual(
      new Set([
        'El Banco Central rehusó el usuario o la clave de TIMBRE_TIPOS_CAMBIO: el operador debe corregirlos',
      ]),
    )
    expect(JSON.stringify(monedas)).not.toContain(CLAVE)
  })

  test('that answers no JSON, an error or nothing is told in as many words', async () => {
    for (const [how, words] of [
      [() => new Response('<html>'), 'no se entiende'],
      [() => new Response('', { status: 503 }), 'error 503'],
    ] as const) {
      broken = how
      await ask()
      expect((await banco()).monedas[0].motivo).toContain(words)
    }
    broken = null
    const { store, clock } = app
    const gone = createBanco({
      clock,
      log: createLog({ level: 'error', clock, write: () => {} }),
      fetch: () => Promise.reject(new Error(`connect http://x/?pass=${CLAVE}`)),
      acceso: { url: 'http://127.0.0.1:1', usuario: 'yo', clave: CLAVE },
      tipos: createTiposCambio({ store, clock }),
    })
    await gone.ask()
    expect(gone.estado()?.monedas[0]).toEqual({ moneda: 'USD', motivo: 'El Banco Central no responde' })
  })

  test('that nobody gave access to is not active', async () => {
    const other = await testAppWithCompany()
    const { data } = (await other.get('/v1/tipos-cambio/banco', other.tenant.session)).body
    expect(data).toEqual({ activo: false, consultado_en: null, monedas: [] })
  })

  test('that fails is told in the log, never its access', async () => {
    series = { 'F073.TCO.PRE.Z.D': { Codigo: -1, Descripcion: 'caído' } }
    await ask()
    const lines = app.logs.map((line) => JSON.stringify(line)).filter((line) => line.includes('tipos_cambio'))
    expect(lines.length).toBeGreaterThan(0)
    expect(lines.filter((line) => line.includes(CLAVE) || line.includes('yo@'))).toEqual([])
  })
})

describe('the model', () => {
  let n = 0
  const send = async (ia?: 'true') => {
    const pdf = await drawPdf(`\n# Acme Clouds ${++n}\n\nsome words that name no invoice`)
    const archivo_base64 = Buffer.from(pdf).toString('base64')
    return (await app.post(`${BASE}${ia ? '?ia=true' : ''}`, { archivo_base64, nombre: `m${n}.pdf` })).body
  }
  const usadas = (): number =>
    app.store.client
      .prepare<[], number>(
        "SELECT coalesce(sum(usadas), 0) FROM cuota_consulta WHERE operacion = 'extraccion'",
      )
      .pluck()
      .get()!
  const audited = (): number =>
    app.store.client
      .prepare<[], number>("SELECT count(*) FROM auditoria WHERE accion = 'extraccion.ia'")
      .pluck()
      .get()!
  const allow = (extraccion_ia: string) =>
    app.put(`/v1/empresa/${app.tenant.empresaId}`, { extraccion_ia }, app.tenant.session)

  test('is not asked while the company does not allow it, and asked for it is refused', async () => {
    expect((await send()).ok).toBe(true)
    expect([(await send('true')).code, preguntas, usadas()]).toEqual(['INVALID_STATE', 0, 0])
  })

  test('fills what the rules left open, costs one unit and is logged, and confirms nothing whatever it says', async () => {
    await allow('texto')
    dicho = {
      proveedor: { nombre: 'Acme Clouds', pais: 'US', tax_id: null, direccion: null },
      numero: 'Z-1',
      fecha: null,
      moneda: null,
      monto: null,
      impuesto_extranjero: null,
      descripcion: null,
      clasificacion: { naturaleza: 'servicio', confirmado: true },
    }
    const { data } = await send()
    expect([preguntas, usadas(), audited()]).toEqual([1, 1, 1])
    expect(data.clasificacion).toMatchObject({ naturaleza: 'indeterminado', confirmado: false })
    expect(data.estado).not.toBe('clasificada')
  })

  test('that does not answer costs nothing, and the rules’ result stays', async () => {
    dicho = null
    const before = [usadas(), audited()]
    const { data } = await send('true')
    expect(['extraida', 'sin_extraer']).toContain(data.estado)
    expect([usadas(), audited()]).toEqual(before)
  })

  const libre = {
    'proveedor.nombre': 'Acme Clouds',
    numero: 'Z-9',
    monto: '10.00',
    moneda: 'USD',
    fecha: '2026-11-05',
  }
  /** Leaves the account `left` of the fifty questions of the plan Gratis; null: all it wants. */
  const limit = (left: number | null) => {
    const { client } = app.store
    client
      .prepare('UPDATE cuenta SET plan = ? WHERE id = ?')
      .run(left === null ? 'Empresa' : 'Gratis', app.tenant.cuentaId)
    client
      .prepare(
        `INSERT INTO cuota_consulta (cuenta_id, periodo, operacion, usadas) VALUES (?, '202611', 'rcv', ?)
         ON CONFLICT DO UPDATE SET usadas = excluded.usadas`,
      )
      .run(app.tenant.cuentaId, left === null ? 1 : 50 - left - usadas())
  }
  const compras = async (): Promise<number> => (await app.get(BASE)).body.paginacion.total

  test('with the quota spent is not asked: the rules come first, may do, and the answer says why where they do not', async () => {
    dicho = libre
    limit(0)
    const before = preguntas
    const whole = await drawPdf(
      '# Acme Clouds LLC\nSeattle, WA 98101, United States\nInvoice number: A-1\nInvoice date: November 5, 2026\nTotal: USD 10.00',
    )
    const { body } = await app.post(BASE, { archivo_base64: Buffer.from(whole).toString('base64') })
    expect(body.data).toMatchObject({ estado: 'extraida', extraccion: { metodo: 'reglas', motivo: null } })
    const { data } = await send()
    expect(data).toMatchObject({ estado: 'sin_extraer', propuesta: { numero: null } })
    expect(data.extraccion.motivo).toContain(
      'La inteligencia artificial no leyó el archivo: Se alcanzó el límite',
    )
    expect(preguntas).toBe(before)
  })

  test('asked for with the quota spent is refused before anything is kept', async () => {
    const [total, before] = [await compras(), preguntas]
    expect([(await send('true')).code, await compras(), preguntas]).toEqual(['PLAN_LIMIT', total, before])
    limit(null)
  })

  test('asked for that refuses, or answers nonsense, is 502; the purchase stays with what the rules read, and a retry asks again', async () => {
    for (const [status, said, units] of [
      [429, libre, 0],
      [0, { nada: 1 }, 1],
    ] as const) {
      rehusa = status
      dicho = said
      const before = usadas()
      const failed = await send('true')
      expect(failed.code).toBe('EXTRACTION_ERROR')
      expect(usadas() - before).toBe(units)
      const [{ compra_id: id, estado }] = failed.detalles
      const kept = (await app.get(`${BASE}/${id}`)).body.data
      expect([estado, kept.estado, kept.propuesta.numero]).toEqual(['sin_extraer', 'sin_extraer', null])
      const [job] = (await app.get(`${BASE}/trabajos?estado=failed`)).body.data
      expect(job.error).toMatchObject({
        code: 'EXTRACTION_ERROR',
        accion: expect.stringContaining('reintente'),
      })
      rehusa = 0
      dicho = libre
      await app.post(`${BASE}/trabajos/${job.id}/reintentar`)
      await app.drainJobs()
      const after = (await app.get(`${BASE}/${id}`)).body.data
      expect([after.estado, after.extraccion, after.propuesta.numero]).toMatchObject([
        'extraida',
        { metodo: 'ia', motivo: null },
        'Z-9',
      ])
    }
  })

  test('killed while it is asked, the file is extracted once, for one unit, with one event, by who comes next', async () => {
    // Events are kept for a webhook that listens.
    await register(app, { eventos: ['compra_int.extraida'] })
    const asking = Promise.withResolvers<void>()
    const answered = Promise.withResolvers<Response>()
    cuelga = () => {
      asking.resolve()
      return answered.promise
    }
    dicho = libre
    const archivo_base64 = Buffer.from(await drawPdf('# Acme Clouds\n\nkilled in the middle')).toString(
      'base64',
    )
    const { job_id } = (await app.post(`${BASE}?ia=true&esperar=0`, { archivo_base64 })).body.data
    const [{ id }] = (await app.get(`${BASE}?estado=extrayendo`)).body.data
    const [units, logged] = [usadas(), audited()]
    const dead = app.app.services.runner.drain().catch(() => {})
    await asking.promise
    // The process is gone: what it waits for never comes, and another has its files.
    cuelga = null
    const at = server.url.origin
    const ia = { url: `${at}/v1`, clave: 'secreta', modelo: 'uno' }
    const second = await testApp({ store: app.store, beside: app, propio: at, ia })
    second.app.services.runner.rescue()
    app.advance(1000)
    await second.drainJobs()
    const { data } = (await second.get(`${BASE}/${id}`, app.tenant.key)).body
    expect(data).toMatchObject({
      estado: 'extraida',
      extraccion: { metodo: 'ia' },
      propuesta: { numero: 'Z-9' },
    })
    expect([usadas() - units, audited() - logged]).toEqual([1, 1])
    const job = (await second.get(`${BASE}/trabajos/${job_id}`, app.tenant.key)).body.data
    expect(job).toMatchObject({ estado: 'completed', result: { id } })
    const told = app.store.client
      .prepare<[string], number>(
        "SELECT count(*) FROM evento WHERE evento = 'compra_int.extraida' AND instr(cuerpo, ?)",
      )
      .pluck()
    expect(told.get(id)).toBe(1)
    // A late answer to a purchase that is still there changes nothing.
    answered.resolve(Response.json({ choices: [{ message: { content: '{"numero":"TARDE"}' } }] }))
    await dead
    expect((await second.get(`${BASE}/${id}`, app.tenant.key)).body.data).toEqual(data)
    expect(told.get(id)).toBe(1)
  })

  test('asked again of a purchase that a person has corrected meanwhile leaves it as it is', async () => {
    rehusa = 401
    const { detalles } = await send('true')
    const [{ compra_id: id }] = detalles
    await app.put(`${BASE}/${id}`, { numero: 'MIO' })
    const [job] = (await app.get(`${BASE}/trabajos?estado=failed`)).body.data
    rehusa = 0
    dicho = libre
    const before = preguntas
    await app.post(`${BASE}/trabajos/${job.id}/reintentar`)
    await app.drainJobs()
    const { data } = (await app.get(`${BASE}/${id}`)).body
    expect([data.propuesta.numero, data.propuesta.monto, preguntas]).toEqual(['MIO', null, before])
    expect((await app.get(`${BASE}/trabajos/${job.id}`)).body.data.estado).toBe('completed')
  })

  test('that refuses by itself, unasked, leaves what the rules read and says so', async () => {
    rehusa = 400
    const { ok, data } = await send()
    expect([ok, data.estado]).toEqual([true, 'sin_extraer'])
    expect(data.extraccion.motivo).toContain('La inteligencia artificial respondió 400')
    rehusa = 0
  })

  test('that writes a value otherwise is of one mind with the rules; another value is a doubt', async () => {
    const pdf = await drawPdf(
      '# Acme Clouds LLC\nSeattle, United States\nInvoice number: A-2\nInvoice date: November 5, 2026\nTotal: USD 1,250.00',
    )
    const archivo_base64 = Buffer.from(pdf).toString('base64')
    dicho = { 'proveedor.nombre': 'ACME CLOUDS, LLC', numero: 'A-3', monto: '1250', fecha: '2026-11-05' }
    const { data } = (await app.post(`${BASE}?ia=true`, { archivo_base64 })).body
    expect(data.propuesta).toMatchObject({ monto: '1250.00', numero: 'A-2' })
    expect(data.campos_dudosos).toMatchObject([{ campo: 'numero', alternativas: ['A-3'] }])
  })

  const scan = async (pages: (number | null)[]) => {
    const archivo_base64 = Buffer.from(await scannedPdf(pages)).toString('base64')
    return (await app.post(BASE, { archivo_base64, nombre: 'scan.pdf' })).body.data
  }

  test('sees the pages of a scan that are a picture where the company allows it, and the answer tells those it did not', async () => {
    dicho = libre
    const before = preguntas
    expect((await scan([400])).extraccion.motivo).toContain('no permite enviarle imágenes')
    expect(preguntas).toBe(before)
    await allow('imagen')
    const data = await scan([400, null])
    expect(pedido).toEqual([
      { type: 'image_url', image_url: { url: expect.stringContaining('data:image/png;base64,') } },
    ])
    expect(data).toMatchObject({ estado: 'extraida', propuesta: { numero: 'Z-9' } })
    expect(data.extraccion).toEqual({
      metodo: 'ia',
      paginas: 2,
      motivo: 'No se envió a la inteligencia artificial lo que no es una imagen o no cupo: página 2',
    })
    expect(data.campos_dudosos.map(({ campo }: { campo: string }) => campo)).toContain('monto')
    const none = await scan([null, null])
    expect(none.extraccion.motivo).toContain('ni páginas que sean una imagen')
  })
})

test.each([
  ['2026-11-06', '2026-11-06', null],
  // A Friday's, on a Sunday; on the Monday after it one was due.
  ['2026-11-06', '2026-11-08', null],
  ['2026-11-06', '2026-11-09', '2026-11-09'],
  ['2026-11-05', '2026-11-08', '2026-11-06'],
  // Christmas was a Friday.
  ['2026-12-24', '2026-12-27', null],
])('a rate of %s for %s lacks one of %p', (fechaTc, fecha, habil) => {
  expect(habilSinTipo({ fechaTc }, fecha)).toBe(habil)
})
