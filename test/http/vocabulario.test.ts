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
    expect((await app.get('/v1/dte/emision?desde=2026-11-01&fecha_desde=2026-11-01')).status).toBe(200)
  })
})

/** Short lists that are whole in one answer, and why. */
const WHOLE = /^\/(cambios|simulador\/|v1\/cuenta\/planes|v1\/dte\/folios\/(sii|pronostico))/

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
