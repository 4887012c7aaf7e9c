// Asking the SII about taxpayers: what it tells, what the company's own papers add, and what is kept of it (http §19.2, §19.3).

import { describe, expect, test } from 'bun:test'
import { emit } from '../../support/emision'
import { factura, RECEPTOR } from '../../support/emisor'
import { FACTURA, latin1, testAppWithReceiver } from '../../support/recibidos'
import {
  loadFolios,
  type Reply,
  type TestApp,
  testApp,
  testAppWithCompany,
  testAppWithFolios,
} from '../../support/test-app'
import { type Estilo, escribirComo } from '../../xml/verify/terceros'

const RUT = '90000012-K'
const DIA = 86_400_000
const units = ({ headers }: Reply) => headers.get('x-quota-remaining')
const plan = (app: TestApp, name: string) => app.store.client.prepare('UPDATE cuenta SET plan = ?').run(name)

async function scene(options: Parameters<typeof testAppWithCompany>[0] = {}) {
  const app = await testAppWithCompany(options)
  plan(app, 'Gratis')
  return app
}

describe('GET /v1/contribuyente/:rut', () => {
  test('tells an issuer and its documents, costs a unit, and is told from its copy for a day', async () => {
    const app = await scene()
    const first = await app.get('/v1/contribuyente/90.000.012-k')
    expect([first.status, first.headers.get('x-cache'), units(first)]).toEqual([200, 'MISS', '49'])
    expect(first.body.data).toMatchObject({
      rut: RUT,
      razon_social: expect.any(String),
      giro: null,
      direccion: null,
      autorizado_dte: true,
      resolucion: { numero: 0, fecha: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) },
      fuentes: { razon_social: 'sii' },
      fuente: 'sii',
      consultado_en: '2026-11-20T14:02:11.000Z',
    })
    expect(first.body.data.documentos).toContainEqual({
      tipo_dte: 33,
      desde: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      hasta: null,
    })
    app.advance(DIA - 1000)
    const again = await app.get(`/v1/contribuyente/${RUT}`)
    expect([again.headers.get('x-cache'), units(again)]).toEqual(['HIT', '49'])
    expect(again.body.data).toEqual({ ...first.body.data, fuente: 'cache' })
    app.advance(1000)
    const later = await app.get(`/v1/contribuyente/${RUT}`)
    expect([later.body.data.fuente, units(later)]).toEqual(['sii', '48'])
  })

  test('asks anew for who wants it younger', async () => {
    const app = await scene()
    await app.get(`/v1/contribuyente/${RUT}`)
    expect(units(await app.get(`/v1/contribuyente/${RUT}?max_edad=0`))).toBe('48')
    app.advance(30_000)
    expect(units(await app.get(`/v1/contribuyente/${RUT}?max_edad=31`))).toBe('48')
    expect(units(await app.get(`/v1/contribuyente/${RUT}?max_edad=30`))).toBe('47')
  })

  test('of nobody is 404 for a unit, again for none within a minute', async () => {
    const app = await scene()
    const first = await app.get('/v1/contribuyente/76000000-0')
    expect([first.status, first.body.code, units(first)]).toEqual([404, 'NOT_FOUND', '49'])
    expect(units(await app.get('/v1/contribuyente/76000000-0'))).toBe('49')
    app.advance(60_000)
    expect(units(await app.get('/v1/contribuyente/76000000-0'))).toBe('48')
  })

  test('says who is no issuer, and who is none any more', async () => {
    const app = await scene()
    expect((await app.get('/v1/contribuyente/76000002-7')).body.data).toMatchObject({
      razon_social: null,
      autorizado_dte: false,
      resolucion: null,
      documentos: [],
      fuentes: {},
    })
    const { autorizado_dte, documentos } = (await app.get('/v1/contribuyente/76000001-9')).body.data
    expect(autorizado_dte).toBe(false)
    expect(documentos[0].hasta).toMatch(/^\d{4}-\d\d-\d\d$/)
  })

  test('adds what a supplier said of itself on the newest document received whose signature holds', async () => {
    const app = await testAppWithReceiver()
    const rut = '76543210-3'
    const forged = FACTURA.replace('<Folio>1<', '<Folio>2<').replace(
      /<DirOrigen>[^<]*/,
      '<DirOrigen>Otra parte 1',
    )
    await app.entrar(latin1(FACTURA))
    await app.entrar(latin1(forged))
    const { data } = (await app.get(`/v1/contribuyente/${rut}`)).body
    expect(data.fuentes).toMatchObject({ direccion: 'recibidos', comuna: 'recibidos', giro: 'recibidos' })
    expect(FACTURA).toContain(`<CmnaOrigen>${data.comuna}<`)
    expect(data.direccion).not.toContain('Otra parte')
  })

  test('adds nothing of a stranger who signs as the supplier, be his stamp none of the supplier’s or copied (areas/recibidos §2)', async () => {
    const app = await testAppWithReceiver()
    const stolen = (estilo: Estilo['estampar'], folio: number) =>
      latin1(
        escribirComo(FACTURA, {
          escribir: (dte) =>
            dte
              .replace('<Folio>1<', `<Folio>${folio}<`)
              .replace(/<DirOrigen>[^<]*/, '<DirOrigen>Otra parte 1'),
          estampar: estilo,
        }),
      )
    await app.entrar(stolen((dte) => dte, 2))
    const { data } = (await app.get('/v1/contribuyente/76543210-3')).body
    expect(data.fuentes.direccion).not.toBe('recibidos')
    await app.entrar(latin1(FACTURA))
    await app.entrar(stolen((dte) => dte, 1))
    const judged = app.store.client.prepare('SELECT folio, firma, timbre FROM recibido ORDER BY id').all()
    expect(judged).toMatchObject([
      { folio: 2, firma: 'valida', timbre: 'invalido' },
      { folio: 1, firma: 'valida', timbre: 'valido' },
      { folio: 1, firma: 'valida', timbre: 'valido' },
    ])
    const after = (await app.get('/v1/contribuyente/76543210-3')).body.data
    expect(after.direccion ?? '').not.toContain('Otra parte')
  })

  test('adds what the customer book has, but for what a foreigner shares with all others', async () => {
    const app = await scene()
    const customer = { rut: RUT, razon_social: 'Aceros', direccion: 'Ruta 5 Sur Km 254', comuna: 'Talca' }
    await app.post('/v1/clientes', customer)
    await app.post('/v1/clientes', { ...customer, rut: '55555555-5', extranjero: { num_id: 'X1' } })
    const { data } = (await app.get(`/v1/contribuyente/${RUT}`)).body
    expect([data.direccion, data.fuentes.direccion, data.fuentes.razon_social]).toEqual([
      'Ruta 5 Sur Km 254',
      'clientes',
      'sii',
    ])
    expect((await app.get('/v1/contribuyente/55555555-5')).body.data?.direccion ?? null).toBeNull()
  })

  test('adds what the company last wrote on a document for it, each with its source, and nothing of a sibling’s', async () => {
    const app = await testAppWithFolios({ folios: { 33: 5 } })
    await emit(app, factura())
    const { rut, direccion, comuna, giro } = RECEPTOR
    const { data } = (await app.get(`/v1/contribuyente/${rut}`)).body
    expect(data).toMatchObject({ direccion, comuna, giro })
    expect(data.fuentes).toMatchObject({ razon_social: 'sii', direccion: 'emitidos', giro: 'emitidos' })
    const own = (await app.get('/v1/contribuyente/76543210-3')).body.data
    expect([own.fuentes.direccion, own.comuna]).toEqual(['empresa', expect.any(String)])
    const other = await app.registerCompany({ rut: '96790240-3' })
    const stranger = await app.get(`/v1/contribuyente/${rut}`, other.key)
    expect(stranger.body.data).toMatchObject({ direccion: null, fuente: 'sii' })
  })

  test('knows the line of business from a tax status that was kept', async () => {
    const app = await scene()
    const { actividades } = (await app.get(`/v1/sii/situacion/${RUT}`)).body.data
    app.advance(3 * DIA)
    const { data } = (await app.get(`/v1/contribuyente/${RUT}`)).body
    expect([data.giro, data.fuentes.giro]).toEqual([actividades[0].descripcion, 'situacion'])
  })

  test.each([
    ['12', 'rut'],
    ['90000012-1', 'rut'],
    ['66666666-6', 'rut_generico'],
  ])('refuses %p, all at once with the rest', async (rut, regla) => {
    const { status, body } = await (await scene()).get(`/v1/contribuyente/${rut}?max_edad=-1`)
    expect([status, body.code]).toEqual([400, 'INVALID_PARAMETER'])
    expect(body.detalles.map((one: { regla: string }) => one.regla)).toEqual([regla, 'rango'])
  })

  test('needs the permission to ask, and a unit of the plan', async () => {
    const app = await scene()
    const { body } = await app.post(
      '/v1/apikeys',
      { nombre: 'lee', empresa_id: app.tenant.empresaId, scopes: ['dte:leer'] },
      app.tenant.session,
    )
    const reader = { 'x-api-key': body.data.api_key }
    expect((await app.get(`/v1/contribuyente/${RUT}`, reader)).body.code).toBe('SCOPE_REQUIRED')
    app.store.client
      .prepare(
        "INSERT INTO cuota_consulta (cuenta_id, periodo, operacion, usadas) VALUES (?, '202611', 'rcv', 50)",
      )
      .run(app.tenant.cuentaId)
    expect((await app.get(`/v1/contribuyente/${RUT}`)).body.code).toBe('PLAN_LIMIT')
  })
})

describe('the mailbox for exchange', () => {
  const mailbox = async (app: TestApp) => {
    const reply = await app.get(`/v1/contribuyente/${RUT}?max_edad=0`)
    const { email_intercambio, fuentes } = reply.body.data
    return [reply.status, email_intercambio, fuentes.email_intercambio]
  }

  test('is told by the SII to a company with a certificate, within the same unit, and fills a form', async () => {
    const app = await scene()
    expect(await mailbox(app)).toEqual([200, null, undefined])
    await loadFolios(app, app.tenant, {})
    const before = Number(units(await app.get('/v1/contribuyente/12')))
    expect(await mailbox(app)).toEqual([200, `${RUT}@simulador.invalid`, 'sii'])
    const { body, headers } = await app.post('/v1/empresa/autocompletar', { rut: RUT })
    expect([body.data.email_dte, body.data.fuentes.email_dte]).toEqual([`${RUT}@simulador.invalid`, 'sii'])
    expect(Number(headers.get('x-quota-remaining'))).toBe(before - 1)
  })

  test.each([
    ['login', 'certificado_rechazado'],
    ['login', 'http_503'],
  ])('is left out where the portal fails (%s %s): the rest is told', async (servicio, falla) => {
    const app = await scene()
    await loadFolios(app, app.tenant, {})
    await app.post('/simulador/fallas', { servicio, falla })
    expect(await mailbox(app)).toEqual([200, null, undefined])
  })
})

describe('what goes wrong at the SII', () => {
  test.each([
    ['http_503', 503, 'SII_UNAVAILABLE', '50'],
    ['corte_antes', 503, 'SII_UNAVAILABLE', '50'],
    ['firewall', 503, 'SII_UNAVAILABLE', '50'],
    ['cola', 503, 'SII_UNAVAILABLE', '50'],
    ['pagina_ajena', 502, 'SII_ERROR', '49'],
  ])('%s is %d %s, with %s units left, and nothing is kept of it', async (falla, status, code, left) => {
    const app = await scene()
    await app.post('/simulador/fallas', { servicio: 'contribuyente', falla, veces: 1 })
    const reply = await app.get(`/v1/contribuyente/${RUT}`)
    expect([reply.status, reply.body.code, units(reply)]).toEqual([status, code, left])
    if (falla === 'firewall') expect(reply.headers.get('retry-after')).toBe('900')
    if (falla === 'pagina_ajena') expect(reply.body.detalles[0].paso).toBe('emisor electrónico')
    expect((await app.get(`/v1/contribuyente/${RUT}`)).body.data.fuente).toBe('sii')
  })

  test('an answer about somebody else is none', async () => {
    const app = await scene({
      wire: async (url, _, pass) => {
        const answer = await pass()
        if (!url.includes('ee_empresa_rut')) return answer
        const text = Buffer.from(await answer.arrayBuffer()).toString('latin1')
        return new Response(text.replace(RUT, '77123456-9'), { headers: answer.headers })
      },
    })
    expect((await app.get(`/v1/contribuyente/${RUT}`)).body.code).toBe('SII_ERROR')
  })
})

describe('POST /v1/empresa/autocompletar', () => {
  test('tells what a form asks for, over the copies of the look-up, and writes nothing else', async () => {
    const app = await scene()
    const first = await app.post('/v1/empresa/autocompletar', { rut: '90.000.012-K' })
    expect([first.status, units(first), first.headers.get('x-cache')]).toEqual([200, '49', 'MISS'])
    expect(first.body.data).toMatchObject({
      rut: RUT,
      razon_social: expect.any(String),
      giro: null,
      actividades: [],
      direccion: null,
      comuna: null,
      ciudad: null,
      email_dte: null,
      fuentes: { razon_social: 'sii' },
      fuente: 'sii',
    })
    expect(first.body.data.documentos_autorizados).toContain(33)
    expect((await app.get(`/v1/contribuyente/${RUT}`)).body.data.fuente).toBe('cache')
    await app.get(`/v1/sii/situacion/${RUT}`)
    const { data } = (await app.post('/v1/empresa/autocompletar', { rut: RUT })).body
    expect(data.actividades[0]).toEqual({
      codigo: expect.any(Number),
      descripcion: data.giro,
      afecta_iva: expect.any(Boolean),
    })
    expect(data.fuentes).toMatchObject({ giro: 'situacion', actividades: 'situacion' })
    expect((await app.get('/v1/cuenta/uso')).body.data.consultas.por_operacion).toEqual({
      autocompletar: 1,
      situacion: 1,
    })
    expect((await app.get('/v1/empresa', app.tenant.session)).body.data).toHaveLength(1)
  })

  test('tells of the own company what it wrote itself, before what the simulator makes up (http §19.3)', async () => {
    const app = await scene()
    const own = (await app.get('/v1/empresa/actual')).body.data
    const ask = async () => (await app.post('/v1/empresa/autocompletar', { rut: own.rut })).body.data
    const first = await ask()
    expect(first).toMatchObject({ razon_social: own.razon_social, giro: own.giro, direccion: own.direccion })
    expect(first.actividades).toEqual(
      own.actividades_economicas.map((codigo: number) => ({ codigo, descripcion: null, afecta_iva: null })),
    )
    expect(first.fuentes).toMatchObject({ razon_social: 'empresa', giro: 'empresa', actividades: 'empresa' })
    await app.get(`/v1/sii/situacion/${own.rut}`)
    expect((await ask()).actividades).toEqual(first.actividades)
    const { body } = await app.get(`/v1/contribuyente/${own.rut}`)
    expect([body.data.razon_social, body.data.fuentes.razon_social]).toEqual([own.razon_social, 'empresa'])
  })

  test('serves who has no company yet', async () => {
    const app = await testApp()
    const { body } = await app.post(
      '/auth/register',
      { nombre: 'Nueva', email: 'nueva@example.cl', password: 'una clave de prueba' },
      {},
    )
    const session = { authorization: `Bearer ${body.access_token}` }
    const reply = await app.post('/v1/empresa/autocompletar', { rut: RUT }, session)
    expect([reply.status, reply.body.data.rut]).toEqual([200, RUT])
  })

  test('keeps environments apart, and a key in its own', async () => {
    const app = await scene()
    const wrong = await app.post('/v1/empresa/autocompletar', { rut: RUT, ambiente: 'produccion' })
    expect([wrong.status, wrong.body.code]).toEqual([403, 'FORBIDDEN'])
    const real = await app.post(
      '/v1/empresa/autocompletar',
      { rut: RUT, ambiente: 'produccion' },
      app.tenant.session,
    )
    expect([real.status, real.body.code, units(real)]).toEqual([503, 'SII_UNAVAILABLE', '50'])
  })

  test('of nobody, of a generic RUT, of none', async () => {
    const app = await scene()
    const ask = async (rut: string) => (await app.post('/v1/empresa/autocompletar', { rut })).body
    expect((await ask('76000000-0')).code).toBe('NOT_FOUND')
    expect((await ask('66666666-6')).detalles[0].regla).toBe('rut_generico')
    expect((await ask('90000012-1')).code).toBe('INVALID_RUT')
  })
})
