// The documented body of an emission takes what the readers take: a generated client must not refuse it (http §0, §1).

import { beforeAll, describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { GOLDEN_DIR, goldenNames } from '../../golden/golden'
import { described } from '../../support/openapi'
import { testApp } from '../../support/test-app'

interface Schema {
  type?: string | string[]
  enum?: unknown[]
  oneOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  maxItems?: number
  maxLength?: number
  description?: string
}

// biome-ignore lint/suspicious/noExplicitAny: a document of many shapes, asserted field by field
let emitir: any
let schemas: Record<string, Schema>
let body: Schema
beforeAll(async () => {
  const document = described(await testApp())
  emitir = document.paths['/v1/dte/emitir'].post
  expect(emitir.requestBody.content['application/json'].schema.$ref).toEndWith('/SolicitudDte')
  schemas = document.components.schemas
  body = schemas.SolicitudDte!
})

const kindOf = (value: unknown): string[] => {
  if (Array.isArray(value)) return ['array']
  return Number.isInteger(value) ? ['integer', 'number'] : [typeof value]
}

/** The objections of the part of JSON Schema used here; an undocumented field counts as one. */
function objections(schema: Schema, value: unknown, at = ''): string[] {
  if (schema.oneOf) {
    const found = schema.oneOf.map((one) => objections(one, value, at))
    return found.filter((f) => !f.length).length === 1 ? [] : [`${at} oneOf`, ...found.flat()]
  }
  if (schema.type && !kindOf(value).some((kind) => [schema.type].flat().includes(kind))) return [`${at} type`]
  if (schema.enum && !schema.enum.includes(value)) return [`${at} enum`]
  if (typeof value === 'string' && value.length > (schema.maxLength ?? Infinity)) return [`${at} maxLength`]
  if (Array.isArray(value)) {
    const { items = {} } = schema
    return value.flatMap((one, i) => objections(items, one, `${at}[${i}]`))
  }
  if (typeof value !== 'object' || value === null || !schema.properties) return []
  const fields = value as Record<string, unknown>
  return [
    ...(schema.required ?? []).filter((name) => !(name in fields)).map((name) => `${at}.${name} required`),
    ...Object.entries(fields).flatMap(([name, field]) =>
      schema.properties![name]
        ? objections(schema.properties![name], field, `${at}.${name}`)
        : [`${at}.${name} unknown`],
    ),
  ]
}

const factura = {
  tipo_dte: 33,
  fecha_emision: '2026-11-20',
  forma_pago: 2,
  receptor: { rut: '76543210-3', razon_social: 'Ferretería Ñuble Limitada', CmnaRecep: 'Chillán' },
  detalle: [{ NmbItem: 'Andamio', QtyItem: 2, PrcItem: 50000, descuento_pct: 10 }],
  DscRcgGlobal: [{ TpoMov: 'D', GlosaDR: 'Pronto pago', TpoValor: '%', ValorDR: 5 }],
  referencias: [{ tipo_documento: '801', folio: 'OC-5512', fecha: '2026-11-03', razon: 'Orden de compra' }],
}

describe('the documented body of POST /v1/dte/emitir', () => {
  test('takes the example of http §1, with SII tags in any block', () => {
    expect(objections(body, factura)).toEqual([])
    const guia = { tipo_dte: 52, detalle: [{ nombre: 'x' }], traslado: { IndTraslado: 1, Patente: 'ABCD12' } }
    expect(objections(body, guia)).toEqual([])
  })

  test('takes every golden request, so that no field is read and not described', () => {
    const found = goldenNames().map((name) => ({
      name,
      objections: objections(body, JSON.parse(readFileSync(join(GOLDEN_DIR, `${name}.json`), 'utf8'))),
    }))
    expect(found.filter((f) => f.objections.length)).toEqual([])
  })

  test('takes one global line as a list of one', () => {
    const [DscRcgGlobal] = factura.DscRcgGlobal
    expect(objections(body, { ...factura, DscRcgGlobal })).toEqual([])
    expect(objections(body, { ...factura, DscRcgGlobal: { TpoMov: 5 } })).not.toEqual([])
  })

  test('takes free text as the code of a boleta’s reference, and still refuses a wrong kind', () => {
    const boleta = { tipo_dte: 39, detalle: [{ nombre: 'Pan' }], referencias: [{ codigo: 'CAJA-7' }] }
    expect(objections(body, boleta)).toEqual([])
    expect(objections(body, { ...boleta, referencias: [{ codigo: 4 }] })).not.toEqual([])
    expect(objections(body, { ...boleta, detalle: [{ NmbItem: 5 }] })).not.toEqual([])
  })

  test('takes as text or number the codes that clients keep as either', () => {
    const receptor = { codigo_interno: 91, extranjero: { num_id: 5512, nacionalidad: 224 } }
    expect(objections(body, { ...factura, receptor })).toEqual([])
    const textos = { CdgIntRecep: 'C-91', Extranjero: { NumId: 'P5512', Nacionalidad: '224' } }
    expect(objections(body, { ...factura, receptor: textos })).toEqual([])
    expect(objections(body, { ...factura, receptor: { codigo_interno: true } })).not.toEqual([])
  })

  test('says each field under both names', () => {
    const linea = body.properties!.detalle!.items!.properties!
    // A line by code takes its name from the catalogue (areas/catalogo §5).
    expect(linea.nombre!.description).toBe('También `NmbItem`.')
    expect(linea.NmbItem!.description).toBe('Lo mismo que `nombre`.')
  })
})

test('its answers tell their headers and what 409 and 503 mean (http §6, §9)', () => {
  const { 202: accepted, 409: conflict, 503: full } = emitir.responses
  const told = ['Location', 'Idempotent-Replayed', 'X-Emission-Limit', 'X-Emission-Remaining', 'X-Request-Id']
  expect(Object.keys(accepted.headers)).toEqual(expect.arrayContaining([...told, 'X-RateLimit-Limit']))
  const name = accepted.content['application/json'].schema.properties.data.$ref.split('/').pop()
  expect(schemas[name]!.properties!.job_id).toBeDefined()
  expect(conflict.description).toContain('NO_FOLIOS')
  expect(full.description).toContain('QUEUE_UNAVAILABLE')
  expect(full.headers['Retry-After']).toBeDefined()
})
