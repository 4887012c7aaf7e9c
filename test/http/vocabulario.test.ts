// One name for one thing across the API (http §10): read in the description, so that a new route cannot bring another.

import { beforeAll, describe, expect, test } from 'bun:test'
import { described } from '../support/openapi'
import { type Tenant, type TestApp, testAppWithCompany } from '../support/test-app'

let app: TestApp & { tenant: Tenant }
// biome-ignore lint/suspicious/noExplicitAny: a document of many shapes, asserted field by field
let document: any
beforeAll(async () => {
  app = await testAppWithCompany()
  document = described(app)
})

const lists = (): [path: string, query: string[]][] =>
  Object.entries<{ get?: { parameters: { name: string; in: string }[] } }>(document.paths).flatMap(
    ([path, { get }]): [string, string[]][] =>
      get ? [[path, get.parameters.filter((one) => one.in === 'query').map(({ name }) => name)]] : [],
  )

/** Not a span of time, and why. */
const OTHER: Record<string, string> = {
  '/simulador/correo': 'the number of a letter, from which the next ones are read',
}

describe('the ends of a span', () => {
  test('are fecha_desde and fecha_hasta on every list; desde and hasta are the same beside them', () => {
    for (const [path, query] of lists()) {
      if (path in OTHER) continue
      for (const end of ['desde', 'hasta'])
        if (query.includes(end)) expect([path, query.includes(`fecha_${end}`)]).toEqual([path, true])
      if (query.includes('fecha_hasta')) expect([path, query.includes('fecha_desde')]).toEqual([path, true])
    }
  })

  test('are a day or an instant, under either name', async () => {
    const spans = lists().filter(([path, query]) => query.includes('fecha_desde') && !path.includes('{'))
    expect(spans.length).toBeGreaterThan(6)
    for (const [path, query] of spans) {
      const ends = query.filter((name) => /^(fecha_)?(desde|hasta)$/.test(name))
      for (const end of ends)
        for (const value of ['2026-11-20', '2026-11-20T12:00:00Z']) {
          const { status, body } = await app.get(`${path}?${end}=${value}`, app.tenant.session)
          expect([path, end, value, status, body.code]).toEqual([path, end, value, 200, undefined])
        }
      const { status, body } = await app.get(`${path}?${ends[0]}=ayer`, app.tenant.session)
      expect([path, status, body.detalles[0].campo]).toEqual([path, 400, ends[0]])
    }
  })

  test('that end before they begin are refused with both names, and not answered with an empty list', async () => {
    const spans = lists().filter(([path, query]) => query.includes('fecha_hasta') && !path.includes('{'))
    for (const [path, query] of spans) {
      const ask = async (first: string, last: string, [a, b] = ['fecha_desde', 'fecha_hasta']) =>
        (await app.get(`${path}?${a}=${first}&${b}=${last}`, app.tenant.session)).body
      expect([path, (await ask('2026-11-20', '2026-11-20')).ok]).toEqual([path, true])
      for (const [first, last] of [
        ['2026-11-21', '2026-11-20'],
        ['2026-11-20T12:00:00Z', '2026-11-20T11:00:00Z'],
      ] as const) {
        const { code, error } = await ask(first, last)
        expect([path, first, code, /desde/.test(error), /hasta/.test(error)]).toEqual([
          ...[path, first, 'INVALID_PARAMETER', true, true],
        ])
      }
      if (query.includes('desde'))
        expect([path, (await ask('2026-11-21', '2026-11-20', ['desde', 'hasta'])).error]).toEqual([
          path,
          expect.stringMatching(/hasta.*desde|desde.*hasta/),
        ])
    }
  })

  test('are nothing else: what could be read as another day is refused', async () => {
    for (const value of [
      ...['05/11/2026', '20-11-2026', '2026-11', '2026', '1', '2026-02-30', '2026/11/20', '20261120'],
      ...['2026-11-20 00:00:00', '2026-11-20T00:00:00', '2026-11-20T25:00:00Z'],
    ])
      for (const path of ['/v1/documentos', '/v1/resumen', '/v1/dte/emision']) {
        const { status } = await app.get(
          `${path}?fecha_desde=${encodeURIComponent(value)}`,
          app.tenant.session,
        )
        expect([path, value, status]).toEqual([path, value, 400])
      }
    const precise = encodeURIComponent('2026-11-20T09:00:00.123456-03:00')
    expect((await app.get(`/v1/documentos?fecha_desde=${precise}`, app.tenant.session)).status).toBe(200)
  })

  test('that differ under two names are a fault', async () => {
    const { status, body } = await app.get('/v1/dte/emision?desde=2026-11-01&fecha_desde=2026-11-02')
    expect([status, body.detalles[0]]).toMatchObject([400, { campo: 'desde', regla: 'contradiccion' }])
    const once = await app.get('/v1/auditoria?desde=2026-11-01&fecha_desde=2026-11-02', app.tenant.session)
    expect(once.body.detalles).toMatchObject([{ campo: 'desde', regla: 'contradiccion' }])
    expect((await app.get('/v1/dte/emision?desde=2026-11-01&fecha_desde=2026-11-01')).status).toBe(200)
    const same = 'desde=2026-11-01&fecha_desde=2026-11-01T03:00:00Z'
    expect((await app.get(`/v1/dte/emision?${same}`)).status).toBe(200)
  })
})

/** Lists without pages, whole in one answer, and why. */
const WHOLE: Record<string, string> = {
  '/cambios': 'releases of the server, read by people as a text',
  '/v1/cuenta/planes': 'five plans',
  '/v1/dte/folios/sii': 'asked of the SII and paid as one answer: each page would be another question',
  '/simulador/rcof': 'what a test reads of the simulated SII, whole',
  '/simulador/correo': 'letters of a test, read behind the last one',
  '/simulador/bte': 'what a test reads of the simulated SII, whole',
  '/simulador/fallas': 'the faults that a test has set',
  '/simulador/contribuyentes': 'the taxpayers that a test has set',
  '/simulador/vecinos': 'the neighbours that a test has set',
  '/simulador/vecinos/{rut}/bandeja': 'what one neighbour of a test has',
  '/simulador/receptores': 'the receivers of the simulator',
}

/** Lists of which no span of dates is asked, and why. */
const NO_SPAN: Record<string, string> = {
  '/auth/sesiones': 'what is open now, a few',
  '/v1/usuarios': 'the people of an account, as they are now',
  '/v1/usuarios/invitaciones': 'what is open now, a few',
  '/v1/empresa': 'the companies of an account, as they are now',
  '/v1/apikeys': 'the keys of an account, as they are now',
  '/v1/webhooks': 'the endpoints of a company, as they are now; what was sent has a span, /entregas',
  '/v1/plantilla/versiones': 'numbered, and bounded to some',
  '/v1/dte/folios': 'a dozen types, as they stand now',
  '/v1/dte/folios/pronostico': 'a dozen types, as they stand now',
  '/v1/dte/folios/huecos': 'folios have numbers and no day until a document bears them',
  '/v1/dte/folios/por-anular': 'folios have numbers and no day until a document bears them',
  '/v1/rcv': 'a row is a month: `q` finds a year',
  '/v1/rcv/{periodo}/cuadratura': 'the address names the month',
  '/v1/rcv/{periodo}/vinculaciones': 'the address names the month',
  '/v1/rcv/{periodo}/nc-pendientes': 'the address names the month',
  '/v1/rcv/vinculaciones': 'the links of one document',
  '/v1/libros/ventas/{periodo}': 'the address names the month',
  '/v1/libros/compras/{periodo}': 'the address names the month',
  '/v1/libros/guias/{periodo}': 'the address names the month',
  '/v1/libros/honorarios/{periodo}': 'the address names the month',
  '/v1/dte/emitidos/{periodo}': 'the address names the month, as the SII is asked for it',
  '/v1/dte/recibidos/{periodo}': 'the address names the month, as the SII is asked for it',
}

const JOBS =
  'a job is about a month, a day or a range as often as about a document: `q` looks at what was asked'
/** Lists without the other party's RUT, and why. */
const NO_RUT: Record<string, string> = {
  '/auth/sesiones': 'of people, who have none here',
  '/v1/usuarios': 'of people, who have none here',
  '/v1/usuarios/invitaciones': 'of people, who have none here',
  '/v1/auditoria': 'acts upon things of every kind',
  '/v1/empresa': 'its RUT is its own, which `q` finds',
  '/v1/apikeys': 'keys of the account',
  '/v1/webhooks': 'endpoints of the company',
  '/v1/webhooks/{id}/entregas': 'deliveries to one endpoint, of events of every kind',
  '/v1/plantilla/versiones': 'papers of the company',
  '/v1/billing/cobros': 'payments of the account',
  '/v1/dte/folios': 'folios of the company',
  '/v1/dte/folios/pronostico': 'folios of the company',
  '/v1/dte/folios/huecos': 'folios that no document bears',
  '/v1/dte/folios/por-anular': 'folios that no document bears',
  '/v1/clientes/{id}/historial': 'of one customer',
  '/v1/clientes/{id}/documentos': 'of one customer',
  '/v1/dte/rcof': 'a day of boletas, whoever had them',
  '/v1/rcv': 'a row is a month',
  '/v1/recibidos/mensajes': 'a letter has a sender, whom `q` finds, and documents of several issuers',
  '/v1/compras-internacionales': 'suppliers abroad have no RUT: `q` finds their name and number',
  '/v1/compras-internacionales/estados-cuenta': 'statements of the company’s card',
  '/v1/tipos-cambio': 'rates of a day',
  ...Object.fromEntries(
    [
      'dte/folios',
      'clientes',
      'dte/rcof',
      'bte',
      'rcv',
      'recibidos',
      'dte/acuse',
      'compras-internacionales',
    ].map((area) => [`/v1/${area}/trabajos`, JOBS]),
  ),
}

test('a list takes q, orden, a span of dates and the other party’s RUT, or stands in the table that says why not', () => {
  const names: Record<string, string[]> = {}
  for (const [path, { get }] of Object.entries<Any>(document.paths)) {
    const { data, paginacion } = get?.responses[200]?.content?.['application/json']?.schema?.properties ?? {}
    if (!paginacion && data?.type !== 'array') continue
    names[path] = get.parameters.filter((one: Any) => one.in === 'query').map(({ name }: Any) => name)
    expect([path, paginacion === undefined]).toEqual([path, path in WHOLE])
  }
  const paged = Object.keys(names).filter((path) => !(path in WHOLE))
  const without = (...wanted: string[]) =>
    paged.filter((path) => !wanted.every((name) => names[path]!.includes(name))).toSorted()
  expect(paged.length).toBeGreaterThan(40)
  expect(without('q', 'orden')).toEqual([])
  expect(without('fecha_desde', 'fecha_hasta')).toEqual(Object.keys(NO_SPAN).toSorted())
  expect(without('rut')).toEqual(Object.keys(NO_RUT).toSorted())
  expect(Object.keys(WHOLE).filter((path) => !(path in names))).toEqual([])
})

test('q that nothing has finds nothing, and either order is answered, on every list of a company', async () => {
  let lists = 0
  for (const [path, { get }] of Object.entries<Any>(document.paths)) {
    const named = (name: string): Any =>
      get?.parameters.find((one: Any) => one.name === name && one.in === 'query')
    const { paginacion } = get?.responses[200]?.content?.['application/json']?.schema?.properties ?? {}
    // A question to the SII, about one document, or about a missing one.
    if (
      !paginacion ||
      !named('q') ||
      get['x-consume-cuota'] ||
      /\{(id|tipo)\}|rcv\/(vinculaciones|\{)|libros\/(ventas|compras)/.test(path)
    )
      continue
    const place = path.replace('{periodo}', '202611')
    const ask = (query: string) => app.get(`${place}?${query}`, app.tenant.session)
    const none = await ask('q=zzzz')
    expect([path, none.status, none.body.paginacion?.total]).toEqual([path, 200, 0])
    for (const orden of named('orden')?.schema.enum ?? []) {
      const answer = await ask(`orden=${orden}`)
      expect([path, orden, answer.status]).toEqual([path, orden, 200])
    }
    lists++
  }
  expect(lists).toBeGreaterThan(30)
})

test('q finds and orden turns a list about, whatever it is of', async () => {
  for (const email of ['maria@example.cl', 'peña.jose@example.cl', 'ana@example.cl'])
    await app.post('/v1/usuarios/invitar', { email, rol: 'lector', empresas: [] }, app.tenant.session)
  const ask = async (query: string): Promise<string[]> =>
    (await app.get(`/v1/usuarios/invitaciones?${query}`, app.tenant.session)).body.data.map(
      ({ email }: Any) => email,
    )
  expect(await ask('orden=creada_en&limite=2')).toHaveLength(2)
  expect(await ask('orden=creada_en')).toEqual((await ask('orden=-creada_en')).reverse())
  expect(await ask('q=ANA@')).toEqual(['ana@example.cl'])
  const { status, body } = await app.get('/v1/usuarios/invitaciones?orden=rol', app.tenant.session)
  expect([status, body.detalles[0].campo]).toEqual([400, 'orden'])
})

test('201 is of what was made: no other method answers it, and no act that only changes', () => {
  for (const [path, methods] of Object.entries<Record<string, { responses: object }>>(document.paths))
    for (const [method, { responses }] of Object.entries(methods)) {
      if (!('201' in responses)) continue
      expect([path, method]).toEqual([path, 'post'])
      expect(path).not.toMatch(/\/(reintentar|descartar|activar|desactivar|restaurar|seleccionar|probar)$/)
    }
})

// biome-ignore lint/suspicious/noExplicitAny: an answer of any shape
type Any = any
