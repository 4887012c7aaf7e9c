// One spelling for one kind of field within a resource (http §0.2), read in the description of the API.

import { beforeAll, describe, expect, test } from 'bun:test'
import { described } from '../support/openapi'
import { testAppWithCompany } from '../support/test-app'

// biome-ignore lint/suspicious/noExplicitAny: schemas of many shapes
type Any = any

/** Every object of the description with its fields: the name of its schema, else the operation in which it stands. */
let objects: [where: string, fields: Record<string, Any>][]
let document: Any
beforeAll(async () => {
  document = described(await testAppWithCompany())
  objects = []
  const walk = (schema: Any, where: string): void => {
    if (Array.isArray(schema)) for (const one of schema) walk(one, where)
    else if (schema && typeof schema === 'object') {
      if (schema.properties) objects.push([where, schema.properties])
      for (const [key, value] of Object.entries(schema)) if (!/^examples?$/.test(key)) walk(value, where)
    }
  }
  for (const [name, schema] of Object.entries(document.components.schemas)) walk(schema, name)
  for (const [path, methods] of Object.entries<Any>(document.paths))
    for (const [method, { responses }] of Object.entries<Any>(methods)) walk(responses, `${method} ${path}`)
})

/** Resources that have both, and who says so. A part that has a name of its own is another resource. */
const BOTH: Record<string, string> = {
  Cliente: 'the contract names created_at and eliminado_en',
  Producto: 'as a customer, its twin',
}

test('instants of a resource end in _at or in _en, not in both', () => {
  const mixed = objects.filter(([, fields]) => {
    const names = Object.keys(fields)
    return names.some((name) => name.endsWith('_at')) && names.some((name) => name.endsWith('_en'))
  })
  expect([...new Set(mixed.map(([where]) => where))]).toEqual(Object.keys(BOTH))
})

describe('what the SII said', () => {
  /** Where another name carries a code of the SII, and why. */
  const CODES: Record<string, RegExp> = {
    // The contract names it in `historial`, beside which stands the name of all.
    sii_codigo: /^get \/v1\/documentos\/\{tipo\}\/\{folio\}$/,
  }

  test('has its code in codigo_sii and its words in glosa', () => {
    for (const [where, fields] of objects)
      for (const name of Object.keys(fields)) {
        if (!/^(sii_(codigo|glosa|estado)|(glosa|mensaje|motivo)_sii|codigo_respuesta)$/.test(name)) continue
        expect([where, name, CODES[name]?.test(where) ?? false]).toEqual([where, name, true])
        expect([where, Object.keys(fields)]).toEqual([where, expect.arrayContaining(['codigo_sii'])])
      }
  })

  /** The owner of the code in fields that have `glosa` beside a `codigo`, if not the SII's answer. */
  const PAIRS: Record<string, string> = {
    FallaTrabajo: 'within `sii`, as the contract has it',
    SolicitudDte: 'codes of the document',
    SolicitudEmitida: 'codes of the document',
    TerminoPago: 'codes of the document',
    'get /simulador/vecinos/{rut}/bandeja': 'of the exchange, as a neighbour answered',
    RespuestaIntercambio: 'of the exchange between taxpayers, which the SII only names',
    RespuestaRecibida: 'of the exchange between taxpayers',
    RespuestaDelReceptor: 'of the exchange between taxpayers',
  }

  test('is told under no plain codigo beside a glosa', () => {
    const found = objects
      .filter(([, fields]) => 'codigo' in fields && 'glosa' in fields)
      .map(([where]) => where)
    expect([...new Set(found)].toSorted()).toEqual(Object.keys(PAIRS).toSorted())
  })
})

test('formato= that turns a list into a file answers a media type of its own, of bytes', () => {
  const TYPES: Record<string, string> = { csv: 'text/csv', zip: 'application/zip', pdf: 'application/pdf' }
  let files = 0
  for (const [path, { get }] of Object.entries<Any>(document.paths)) {
    const formato = get?.parameters.find(
      ({ name, in: place }: Any) => place === 'query' && name === 'formato',
    )
    for (const value of formato?.schema.enum ?? []) {
      if (!(value in TYPES)) continue
      const { content } = get.responses[200]
      expect([path, content[TYPES[value]!]?.schema]).toEqual([path, { type: 'string', format: 'binary' }])
      expect([path, content['application/json'].schema.format]).toEqual([path, undefined])
      files++
    }
  }
  expect(files).toBeGreaterThan(9)
})
