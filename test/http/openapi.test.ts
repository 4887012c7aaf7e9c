// The document that describes the API, as those who make a client from it need it.

import { beforeAll, describe, expect, test } from 'bun:test'
import { ADVERTENCIAS } from '../../src/domain/advertencias'
import { REGLAS } from '../../src/domain/reglas'
import { STATUS } from '../../src/http/error-status'
import { described, withNames } from '../support/openapi'
import { testAppWithCompany } from '../support/test-app'

// biome-ignore lint/suspicious/noExplicitAny: a document of many shapes, asserted field by field
let document: Record<string, any>
beforeAll(async () => {
  const app = await testAppWithCompany()
  document = described(app)
})

describe('an error in the document', () => {
  test('has its code and the rule of each fault from closed lists that say what each means', () => {
    const { Falta, CodigoError, RespuestaError: Falla } = document.components.schemas
    expect(CodigoError.enum.toSorted()).toEqual(Object.keys(STATUS).toSorted())
    expect(CodigoError.description).toContain('`NO_FOLIOS`: No quedan folios de ese tipo')
    expect(Falta.properties.regla.enum).toEqual(Object.keys(REGLAS))
    for (const [regla, means] of Object.entries(REGLAS))
      expect(Falta.properties.regla.description).toContain(`\`${regla}\`: ${means}`)
    expect(Falla.properties.code).toMatchObject({ $ref: '#/components/schemas/CodigoError' })
  })

  test('types every shape of `detalles`: faults, and what some codes name', () => {
    const shapes = document.components.schemas.RespuestaError.properties.detalles.items.anyOf.map(
      ({ $ref }: { $ref: string }) =>
        Object.keys(document.components.schemas[$ref.split('/').pop()!].properties),
    )
    expect(shapes).toContainEqual(
      expect.arrayContaining(['campo', 'regla', 'mensaje', 'folio', 'facturada_por']),
    )
    expect(shapes).toContainEqual(['scope'])
    expect(shapes).toContainEqual(['tipo_dte', 'disponibles'])
    expect(shapes).toContainEqual(['folio', 'facturada_por'])
    expect(document.components.schemas.RespuestaError.properties.detalles_omitidos.type).toBe('integer')
  })
})

describe('a schema with a name', () => {
  test('stands once in the document and is referred to', () => {
    const named = {
      'x-nombre': 'Cosa',
      type: 'object',
      properties: { a: { 'x-nombre': 'Parte', type: 'string' } },
    }
    const { paths, components } = withNames({ paths: [named, { items: named }], components: { schemas: {} } })
    expect(paths).toEqual([
      { $ref: '#/components/schemas/Cosa' },
      { items: { $ref: '#/components/schemas/Cosa' } },
    ] as never)
    expect(components.schemas).toEqual({
      Parte: { type: 'string' },
      Cosa: { type: 'object', properties: { a: { $ref: '#/components/schemas/Parte' } } },
    })
  })

  test('is one schema: two of a name are a mistake of ours', () => {
    const two = [
      { 'x-nombre': 'A', type: 'string' },
      { 'x-nombre': 'A', type: 'integer' },
    ]
    expect(() => withNames({ two, components: { schemas: {} } } as never)).toThrow('two schemas are named A')
  })
})

test('every warning there is has a meaning', () => {
  for (const [code, means] of Object.entries(ADVERTENCIAS))
    expect([code, means.length > 10]).toEqual([code, true])
})

// biome-ignore lint/suspicious/noExplicitAny: schemas of every shape
type Schema = any

/** Every schema of the document, with the place of each. */
function* schemasOf(value: Schema, at = '#'): Generator<[string, Schema]> {
  if (typeof value !== 'object' || value === null) return
  yield [at, value]
  for (const [key, inner] of Object.entries(value)) {
    if (key !== 'example' && key !== 'examples') yield* schemasOf(inner, `${at}/${key}`)
  }
}

/** Lists whose values are words that say all: of a format, a yes or a no, a plan, a state of a thing that the route is about. */
const PLAIN =
  /01,02|33,34,39|patente,|pendiente|abierto|activa|carga|en_proceso|pagado|vigente|por_anular|al_emitir|ERM|json|csv|carta|80mm|true|Gratis|image\/png|rojo|izquierda|documento|mensual|manual|HIT|Agregado|auth\.|http_503|semilla|DOLAR USA/

describe('a closed list of values', () => {
  test('tells what each of them means', () => {
    const silent: string[] = []
    for (const [at, schema] of schemasOf(document)) {
      // A parameter says it by its own description.
      const { enum: values, description = '' } = schema.in ? { ...schema.schema, ...schema } : schema
      if (/parameters\/[^/]+\/schema$/.test(at)) continue
      if (!Array.isArray(values) || values.length < 2 || PLAIN.test(values.join())) continue
      // The SII's name of a field that stands beside it under ours; a kind of paper that the format does not define.
      if (description.startsWith('Lo mismo que') || at.endsWith('/tipo_doc_id')) continue
      const missing = values.filter((value) => !description.includes(`\`${value}\`:`))
      if (missing.length) silent.push(`${at}: ${missing.join()}`)
    }
    expect(silent).toEqual([])
  })
})

describe('POST /v1/dte/emitir in the document', () => {
  const post = () => document.paths['/v1/dte/emitir'].post

  test('has an example of each of the twelve types', () => {
    const { examples } = post().requestBody.content['application/json']
    const types = Object.values<{ value: { tipo_dte: number } }>(examples).map(({ value }) => value.tipo_dte)
    expect(types).toEqual([33, 34, 39, 41, 43, 46, 52, 56, 61, 110, 111, 112])
  })

  test('says in words what each type demands and does not take', () => {
    const { description } = post()
    const line = (tipo: number): string =>
      description.split('\n').find((text: string) => text.startsWith(`* **${tipo} `))
    expect(line(33)).toContain('`receptor.giro`')
    expect(line(33)).toContain('no lleva `exportacion`')
    expect(line(39)).not.toContain('`receptor.rut`')
    expect(line(43)).toContain('`detalle[].tipo_doc_liq`')
    expect(line(52)).toContain('`traslado.ind_traslado`')
    expect(line(61)).toContain('`referencias`')
    expect(line(110)).toContain('`exportacion.tipo_cambio`')
  })
})
