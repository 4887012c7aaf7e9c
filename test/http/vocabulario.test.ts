// One name for one thing across the API (http §10): read in the description, so that a new route cannot bring another.

import { beforeAll, describe, expect, test } from 'bun:test'
import { described } from '../support/openapi'
import { type CompanyApp, testAppWithCompany } from '../support/test-app'

let app: CompanyApp
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

test('201 is of what was made: no other method answers it, and no act that only changes', () => {
  for (const [path, methods] of Object.entries<Record<string, { responses: object }>>(document.paths))
    for (const [method, { responses }] of Object.entries(methods)) {
      if (!('201' in responses)) continue
      expect([path, method]).toEqual([path, 'post'])
      expect(path).not.toMatch(/\/(reintentar|descartar|activar|desactivar|restaurar|seleccionar|probar)$/)
    }
})
