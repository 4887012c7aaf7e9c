// The judge of every answer is judged itself: what the document does not say is found.

import { describe, expect, test } from 'bun:test'
import { Type } from '@sinclair/typebox'
import { Exact } from '../../src/http/envelope'
import { createCheck } from './openapi-check'

const check = createCheck([
  {
    method: 'GET',
    path: '/v1/cosa/:id',
    hooks: {
      response: Exact({ ok: Type.Literal(true), folio: Type.Integer() }),
      detail: {
        tags: ['X'],
        'x-permiso': { publico: true, permiso: null, soloSesion: false, empresa: false },
      },
    },
  },
])

const answer = (status: number, body: unknown, headers: Record<string, string> = {}) => ({
  status,
  headers: new Headers({ 'content-type': 'application/json', 'x-request-id': 'req_1', ...headers }),
  body: typeof body === 'string' ? body : JSON.stringify(body),
})
const found = (path: string, given: ReturnType<typeof answer>) => check.answer('GET', path, given)

describe('the check of an answer against the OpenAPI document', () => {
  test('finds nothing in what is documented', () => {
    expect(found('/v1/cosa/1', answer(200, { ok: true, folio: 1 }))).toEqual([])
    expect(found('/v1/cosa/1', answer(404, { ok: false, error: 'No', code: 'NOT_FOUND' }))).toEqual([])
    expect(found('/nada', answer(404, { ok: false, error: 'No', code: 'ROUTE_NOT_FOUND' }))).toEqual([])
  })

  test('finds a status, a code, a path, a media type or a header that nobody documented', () => {
    expect(found('/v1/cosa/1', answer(201, { ok: true, folio: 1 })).join()).toContain('status 201')
    expect(found('/v1/cosa/1', answer(409, { ok: false, error: 'No', code: 'CONFLICT' })).join()).toContain(
      '409',
    )
    expect(found('/v1/cosa/1', answer(404, { ok: false, error: 'No', code: 'GUIDE_NOT_FOUND' }))).toEqual([
      'code GUIDE_NOT_FOUND is not documented',
    ])
    expect(found('/v1/otra', answer(200, {}))).toEqual(['no such operation is documented'])
    const csv = answer(200, 'a;b', { 'content-type': 'text/csv' })
    expect(found('/v1/cosa/1', csv)).toEqual(['media type text/csv is not documented'])
    expect(found('/v1/cosa/1', answer(200, { ok: true, folio: 1 }, { 'x-nuevo': '1' }))).toEqual([
      'header x-nuevo is not documented',
    ])
  })

  test('finds a body against its schema and an error of another shape', () => {
    expect(found('/v1/cosa/1', answer(200, { ok: true, folio: 'uno' }))[0]).toContain(
      '/folio must be integer',
    )
    expect(found('/v1/cosa/1', answer(200, { ok: true, folio: 1, mas: 1 }))).toHaveLength(1)
    const odd = { ok: false, error: 'No', code: 'NOT_FOUND', extra: 1 }
    expect(found('/v1/cosa/1', answer(404, odd)).join()).toContain('additional properties')
  })

  test('finds a missing header: the request id always, Allow with a 405, Retry-After with a full queue', () => {
    const bare = answer(200, { ok: true, folio: 1 })
    bare.headers.delete('x-request-id')
    expect(found('/v1/cosa/1', bare).join()).toContain('X-Request-Id is missing')
    const method = { ok: false, error: 'No', code: 'METHOD_NOT_ALLOWED' }
    expect(found('/v1/cosa/1', answer(405, method))).toEqual(['header allow is missing'])
    const full = { ok: false, error: 'No', code: 'QUEUE_UNAVAILABLE' }
    expect(found('/v1/cosa/1', answer(503, full))).toContain('header retry-after is missing')
  })
})
