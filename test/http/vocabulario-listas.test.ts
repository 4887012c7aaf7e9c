// The parameters of every list (http §10.1), held to what its rows are: read in the description, then asked.

import { beforeAll, expect, test } from 'bun:test'
import { described } from '../support/openapi'
import { type CompanyApp, testAppWithCompany } from '../support/test-app'

let app: CompanyApp
// biome-ignore lint/suspicious/noExplicitAny: a document of many shapes, asserted field by field
let document: any
beforeAll(async () => {
  app = await testAppWithCompany()
  document = described(app)
})

/** Lists without pages, whole in one answer, and why. */
const WHOLE: Record<string, string> = {
  '/cambios': 'releases of the server, read by people as a text',
  '/v1/cuenta/planes': 'five plans',
  '/v1/recurrentes/{id}/proximas': 'as many as are asked for, each judged',
  '/v1/dte/folios/sii': 'asked of the SII and paid as one answer: each page would be another question',
  '/simulador/rcof': 'what a test reads of the simulated SII, whole',
  '/simulador/libros': 'what a test reads of the simulated SII, whole',
  '/simulador/correo': 'letters of a test, read behind the last one',
  '/simulador/bte': 'what a test reads of the simulated SII, whole',
  '/simulador/fallas': 'the faults that a test has set',
  '/simulador/contribuyentes': 'the taxpayers that a test has set',
  '/simulador/vecinos': 'the neighbours that a test has set',
  '/simulador/vecinos/{rut}/bandeja': 'what one neighbour of a test has',
  '/simulador/receptores': 'the receivers of the simulator',
}

/** Lists whose rows name a time, though no span of dates is asked, and why. */
const NO_SPAN: Record<string, string> = {
  '/auth/sesiones': 'what is open now, a few',
  '/auth/llaves-acceso': 'those of a person, as they are now',
  '/v1/usuarios': 'the people of an account, as they are now',
  '/v1/usuarios/invitaciones': 'what is open now, a few',
  '/v1/empresa': 'the companies of an account, as they are now',
  '/v1/cuenta/exportaciones': 'a few, of the last months',
  '/v1/firma/operaciones': 'a few, of ninety days',
  '/v1/apikeys': 'the keys of an account, as they are now',
  '/v1/webhooks': 'the endpoints of a company, as they are now; what was sent has a span, /entregas',
  '/v1/plantilla/versiones': 'numbered, and bounded to some',
  '/v1/dte/folios': 'a dozen types, as they stand now',
  '/v1/dte/folios/pronostico': 'a dozen types, as they stand now',
  '/v1/dte/folios/huecos': 'folios have numbers and no day until a document bears them',
  '/v1/dte/folios/por-anular': 'folios have numbers and no day until a document bears them',
  '/v1/catalogo': 'items as they are now; what changed in one has its own list',
  '/v1/contabilidad/reglas': 'the rules as they are now, in their order',
  '/v1/contabilidad/plantillas': 'a few, as they are now',
  '/v1/feriados': 'the days of one year',
  '/v1/rcv': 'a row is a month: `q` finds a year',
  '/v1/rcv/vinculaciones': 'the links of one document',
  '/v1/historia': 'a few in the life of a company',
  '/v1/historia/{id}/archivos': 'the lines of one import, in its order',
}

/** Lists whose rows name a RUT that is not the other party's. */
const NO_RUT: Record<string, string> = {
  '/v1/empresa': 'its RUT is its own, which `q` finds',
  '/v1/firma/estado': 'its RUT is its own, which `q` finds',
  '/v1/firma/vencimientos': 'the RUT of each company, which `q` finds',
  '/v1/clientes/{id}/documentos': 'of one customer',
  '/v1/contabilidad/reglas': 'the RUT that a rule asks for, which `q` finds',
  '/v1/historia/{id}/archivos': 'the receiver among all that a line tells, which `q` finds',
}

/**
 * The fields of a list's rows, those within an object too. What stands in an array is not one of the row, and what a job
 * left (`result`) is searched by `q`.
 */
function fieldsOf(schema: Any): string[] {
  const whole = schema?.$ref ? document.components.schemas[schema.$ref.split('/').pop()] : schema
  const { properties = {}, allOf = [], anyOf = [], oneOf = [] } = whole ?? {}
  return [
    ...Object.entries<Any>(properties).flatMap(([name, inner]) =>
      name === 'result' ? [] : [name, ...fieldsOf(inner).map((one) => `${name}.${one}`)],
    ),
    ...[...allOf, ...anyOf, ...oneOf].flatMap(fieldsOf),
  ]
}

/** Every list with pages: the names of its parameters, and the fields of a row. */
function pagedLists() {
  const found: Record<string, { names: string[]; fields: string[] }> = {}
  for (const [path, { get }] of Object.entries<Any>(document.paths)) {
    const { data, paginacion } = get?.responses[200]?.content?.['application/json']?.schema?.properties ?? {}
    if (!paginacion) continue
    const names = get.parameters.filter((one: Any) => one.in === 'query').map(({ name }: Any) => name)
    found[path] = { names, fields: fieldsOf(data.items) }
  }
  return found
}

const TIME = /^(fecha|periodo)|^\w+_(at|en|el)$/
const RUT = /(^|\.)rut(_\w+)?$/
/** The address names the month. */
const IN_MONTH = /\{periodo\}/

test('an array without pages is whole, and the table says why', () => {
  const whole = Object.entries<Any>(document.paths).filter(([, { get }]) => {
    const { data, paginacion } = get?.responses[200]?.content?.['application/json']?.schema?.properties ?? {}
    return !paginacion && data?.type === 'array'
  })
  expect(whole.map(([path]) => path).toSorted()).toEqual(Object.keys(WHOLE).toSorted())
})

test('a list takes q and orden, by what its rows name a span and the other party’s RUT, or a table says why not', () => {
  const lists = Object.entries(pagedLists())
  // A row whose fields are told elsewhere is held to both.
  const without = (name: string, isNeeded: (path: string, fields: string[]) => boolean) =>
    lists
      .filter(([path, { names, fields }]) => !names.includes(name) && isNeeded(path, fields))
      .map(([path]) => path)
  const nameTime = (path: string, fields: string[]) =>
    !IN_MONTH.test(path) && (!fields.length || fields.some((field) => TIME.test(field)))
  const nameRut = (_: string, fields: string[]) => !fields.length || fields.some((field) => RUT.test(field))
  expect(lists.length).toBeGreaterThan(40)
  for (const name of ['q', 'orden']) expect(without(name, () => true)).toEqual([])
  for (const name of ['fecha_desde', 'fecha_hasta'])
    expect(without(name, nameTime).toSorted()).toEqual(Object.keys(NO_SPAN).toSorted())
  expect(without('rut', nameRut).toSorted()).toEqual(Object.keys(NO_RUT).toSorted())
})

/** Lists that ask the SII, are of one document, or of a month that must be there. */
const isElsewhere = (path: string): boolean =>
  document.paths[path].get['x-consume-cuota'] !== undefined ||
  /\{(id|tipo)\}|rcv\/(vinculaciones|\{)|libros\/(ventas|compras)/.test(path)

test('the other party’s RUT is read, on every list of a company that takes one', async () => {
  const read: string[] = []
  for (const [path, { names }] of Object.entries(pagedLists())) {
    if (!names.includes('rut') || isElsewhere(path)) continue
    const ask = (rut: string) =>
      app.get(`${path.replace('{periodo}', '202611')}?rut=${rut}`, app.tenant.session)
    const [none, wrong] = [await ask('1-9'), await ask('hola')]
    expect([path, none.status, none.body.paginacion?.total]).toEqual([path, 200, 0])
    expect([path, wrong.status, wrong.body.detalles?.[0]?.campo]).toEqual([path, 400, 'rut'])
    read.push(path)
  }
  expect(read.length).toBeGreaterThan(10)
})

test('q that nothing has finds nothing, and either order is answered, on every list of a company', async () => {
  let lists = 0
  for (const [path, { get }] of Object.entries<Any>(document.paths)) {
    const named = (name: string): Any =>
      get?.parameters.find((one: Any) => one.name === name && one.in === 'query')
    const { paginacion } = get?.responses[200]?.content?.['application/json']?.schema?.properties ?? {}
    if (!paginacion || !named('q') || isElsewhere(path)) continue
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

// biome-ignore lint/suspicious/noExplicitAny: an answer of any shape
type Any = any
