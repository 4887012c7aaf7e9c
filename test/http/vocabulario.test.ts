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

/** Short lists that are whole in one answer, and why. */
const WHOLE = /^\/(cambios|simulador\/|v1\/cuenta\/planes|v1\/dte\/folios\/(sii|pronostico))/

/** Lists with pages that are not searched or have one order, and why. */
const NO_Q: Record<string, string> = {
  '/v1/dte/folios': 'a dozen types, all in one answer',
  '/v1/rcv': 'one row a month',
}
const NO_ORDEN: Record<string, string> = {
  '/v1/dte/folios': 'a dozen types, all in one answer',
}

test('a list with pages takes q and orden', async () => {
  const paged = Object.entries<Any>(document.paths).flatMap(([path, { get }]) => {
    const { paginacion } = get?.responses[200]?.content?.['application/json']?.schema?.properties ?? {}
    return paginacion ? [[path, get.parameters.map(({ name }: Any) => name)] as const] : []
  })
  expect(paged.length).toBeGreaterThan(40)
  for (const [path, names] of paged) {
    expect([path, 'q', names.includes('q')]).toEqual([path, 'q', !(path in NO_Q)])
    expect([path, 'orden', names.includes('orden')]).toEqual([path, 'orden', !(path in NO_ORDEN)])
  }
})

test('q that nothing has finds nothing, and either order is answered, on every list of a company', async () => {
  let lists = 0
  for (const [path, { get }] of Object.entries<Any>(document.paths)) {
    const named = (name: string): Any =>
      get?.parameters.find((one: Any) => one.name === name && one.in === 'query')
    const { paginacion } = get?.responses[200]?.content?.['application/json']?.schema?.properties ?? {}
    // What asks the SII, or for one document, or of what is not there.
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

test('a list has its paginacion', () => {
  for (const [path, { get }] of Object.entries<Record<string, { responses: Record<string, Any> }>>(
    document.paths,
  )) {
    const { data, paginacion } = get?.responses[200]?.content?.['application/json']?.schema?.properties ?? {}
    if (data?.type !== 'array' || WHOLE.test(path)) continue
    expect([path, paginacion !== undefined]).toEqual([path, true])
  }
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
