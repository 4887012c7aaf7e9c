// The laws of all routes: they state their demands, are strict, and are documented truly.

import { beforeAll, describe, expect, test } from 'bun:test'
import type { TSchema } from '@sinclair/typebox'
import { TypeCompiler } from '@sinclair/typebox/compiler'
import type { ErrorCode } from '../../src/domain/errors'
import { ACCESS, type Access } from '../../src/http/credential'
import { STATUS } from '../../src/http/error-status'
import { detailOf, pathOf } from '../../src/http/openapi'
import { AJENA } from '../../src/http/query'
import { described } from '../support/openapi'
import { compilerOf, referringTo } from '../support/openapi-check'
import { type CompanyApp, testAppWithCompany } from '../support/test-app'

let app: CompanyApp
// biome-ignore lint/suspicious/noExplicitAny: a document of many shapes, asserted field by field
let document: Record<string, any>
beforeAll(async () => {
  app = await testAppWithCompany()
  document = described(app)
})

const routes = () => app.app.elysia.routes
const name = ({ method, path }: { method: string; path: string }) => `${method} ${path}`
const documented = (route: ReturnType<typeof routes>[number]) =>
  document.paths[pathOf(route)]?.[route.method.toLowerCase()]
const concrete = (path: string) => path.replace(/:\w+/g, '1')

describe('every route', () => {
  test('states what it asks of the credential', () => {
    expect(routes().length).toBeGreaterThan(30)
    const silent = routes().filter((route) => detailOf(route)[ACCESS] === undefined)
    expect(silent.map(name)).toEqual([])
  })

  test('is closed without a credential unless it is one of the public ones', async () => {
    const open = []
    for (const route of routes()) {
      const { status, body } = await app.request(route.method, concrete(route.path))
      if (status !== 401 || body.code !== 'UNAUTHORIZED') open.push(name(route))
    }
    expect(open.sort()).toEqual([
      'GET /billing/flow/retorno',
      'GET /cambios',
      'GET /docs',
      // Whoever has the address of a calendar reads names and dates (areas/firma §3).
      'GET /firma/calendario/:clave',
      'GET /instalar/:clave',
      // The same page for everybody: the token is behind the # of the link.
      'GET /invitacion',
      'GET /listo',
      'GET /llms.txt',
      'GET /manual',
      'GET /manual/:pagina',
      // Asks for a token or for the machine itself, not for a credential of the API.
      'GET /metrics',
      'GET /openapi.json',
      'GET /restablecer',
      'GET /salud',
      // Whoever holds a document may look at it: the address itself is the credential (http §11, `consulta_publica`).
      'GET /ver/:clave',
      'GET /ver/:clave/pdf',
      'GET /ver/:clave/xml',
      'POST /auth/invite/accept',
      'POST /auth/login',
      'POST /auth/login/llave-acceso',
      'POST /auth/login/llave-acceso/comenzar',
      'POST /auth/login/segundo-factor',
      'POST /auth/logout',
      'POST /auth/password/olvidada',
      'POST /auth/password/restablecer',
      'POST /auth/refresh',
      'POST /auth/register',
      // Flow says which order; what became of it is asked of Flow.
      'POST /billing/flow/confirmacion',
      'POST /billing/flow/retorno',
    ])
  })

  test('refuses a key that has no scope for it, and a session-only one refuses any key', async () => {
    const keyOf = async (scope: string) => {
      const body = { nombre: scope, empresa_id: app.tenant.empresaId, scopes: [scope] }
      const created = await app.post('/v1/apikeys', body, app.tenant.session)
      return { 'x-api-key': created.body.data.api_key as string }
    }
    const [one, other] = [await keyOf('bte:emitir'), await keyOf('rcof:enviar')]
    for (const route of routes()) {
      const access = detailOf(route)[ACCESS] as Access
      if (access.publico) continue
      const headers = access.permiso === 'bte:emitir' ? other : one
      const { status, body } = await app.request(route.method, concrete(route.path), { headers })
      expect([name(route), status, body.code]).toEqual([
        name(route),
        403,
        access.soloSesion ? 'SESSION_REQUIRED' : 'SCOPE_REQUIRED',
      ])
    }
  })

  test('refuses a parameter of the query that it does not know, and each other one (http §0.2)', async () => {
    const passed: string[] = []
    for (const route of routes()) {
      if (route.hooks.query === AJENA) continue
      const media = documented(route).requestBody?.content['application/json']
      const example = media && (media.example ?? Object.values<{ value: unknown }>(media.examples)[0]!.value)
      const { status, body } = await app.request(route.method, `${concrete(route.path)}?zyx_a=1&zyx_b=2`, {
        headers: { ...app.tenant.session, ...(media && { 'content-type': 'application/json' }) },
        ...(media && { body: JSON.stringify(example) }),
      })
      const unknown = body.detalles?.filter(({ regla }: { regla: string }) => regla === 'desconocido')
      if (status !== 400 || body.code !== 'INVALID_PARAMETER' || unknown?.length !== 2)
        passed.push(`${name(route)} ${status} ${body.error}`)
    }
    expect(passed).toEqual([])
  })

  test('with a body refuses unknown fields at every level it describes', () => {
    const loose: string[] = []
    for (const route of routes()) {
      const body = route.hooks.body as TSchema | undefined
      if (body) walk(body, name(route), loose)
    }
    // The emission reads its own body against the table of names, SII tags included (http §0).
    // So do a set's settlements, the simulación and drafts: they become such requests, and are refused with them.
    const ofEmission =
      /^(POST \/v1\/dte\/|PUT \/v1\/certificacion\/:id\/sets\/:clase\/ajustes\.|POST \/v1\/certificacion\/:id\/(simulacion|folios)\.|(POST|PUT) \/v1\/(borradores|recurrentes))/
    expect(loose.filter((at) => !ofEmission.test(at))).toEqual([])
  })
})

function walk(schema: TSchema, at: string, loose: string[]): void {
  if (schema.type === 'object' && schema.additionalProperties !== false) loose.push(at)
  for (const [field, inner] of Object.entries(schema.properties ?? {}))
    walk(inner as TSchema, `${at}.${field}`, loose)
  for (const inner of schema.anyOf ?? []) walk(inner, at, loose)
  if (schema.items) walk(schema.items, `${at}[]`, loose)
}

describe('/openapi.json', () => {
  test('is OpenAPI 3.1 and has every route, with tag, summary, security and error answers', () => {
    expect(document.openapi).toBe('3.1.0')
    for (const route of routes()) {
      const operation = documented(route)
      expect([name(route), operation !== undefined]).toEqual([name(route), true])
      expect([name(route), operation.summary?.length > 3, operation.tags?.length]).toEqual([
        name(route),
        true,
        1,
      ])
      const access = detailOf(route)[ACCESS] as Access
      const schemes = operation.security.flatMap(Object.keys)
      const session = name(route) === 'POST /auth/cookie' ? ['sesion'] : ['sesion', 'cookie']
      expect([name(route), schemes]).toEqual([
        name(route),
        access.publico ? [] : access.soloSesion ? session : [...session, 'llave'],
      ])
      expect(operation['x-permiso'] ?? null).toBe(access.permiso)
      expect(operation.responses.default).toBeDefined()
      if (!access.publico) expect(operation.responses['401']).toBeDefined()
    }
    const operations = Object.values(document.paths).flatMap((path) => Object.values(path as object))
    expect(operations).toHaveLength(routes().length)
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length)
  })

  test('declares every parameter of every path', () => {
    for (const route of routes()) {
      const names = [...pathOf(route).matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter!)
      const { parameters } = documented(route)
      const inPath = parameters.filter((parameter: { in: string }) => parameter.in === 'path')
      expect(inPath.map((parameter: { name: string }) => parameter.name)).toEqual(names)
    }
  })

  test('has an example for every JSON body, and the route’s own schema takes it', () => {
    for (const route of routes()) {
      const schema = route.hooks.body as TSchema | undefined
      if (!schema) continue
      const { example } = documented(route).requestBody.content['application/json']
      const faults = [...TypeCompiler.Compile(schema).Errors(example)].map(
        ({ path, message }) => `${path} ${message}`,
      )
      expect([name(route), faults]).toEqual([name(route), []])
    }
  })

  test('says of which routes the body may be left out, and those take none', async () => {
    const optional = routes().filter((route) => documented(route).requestBody?.required === false)
    expect(optional.map(name)).toEqual([
      'POST /v1/empresa/:id/portal/probar',
      'POST /v1/dte/emision/:jobId/descartar',
      'POST /v1/documentos/:tipo/:folio/atender',
      'POST /v1/borradores/:id/emitir',
      'POST /v1/recurrentes/:id/pausar',
      'POST /v1/certificacion/:id/folios',
      'POST /v1/certificacion/:id/rcof',
      'POST /v1/bte/:folio/anular',
      'POST /v1/rcv/:periodo/sync',
      'POST /v1/compras-internacionales/:id/emitir',
      'POST /v1/documentos/:tipo/:folio/enviar',
      'PUT /v1/plantilla/versiones/:id/activar',
      'PUT /v1/plantilla/versiones/:id/desactivar',
      'POST /v1/plantilla/previsualizar',
    ])
    // The answer of each without one: refused for its demand, never for the body.
    const other: Record<string, number> = { previsualizar: 200, sync: 422 }
    for (const { method, path } of optional) {
      const url = path
        .replace(':jobId', 'job_x')
        .replace(':tipo/:folio', '33/9')
        .replace(':id', 'pla_x')
        .replace(':periodo', '202611')
        .replace(':folio', '1')
      const forPerson = path.endsWith('probar')
      const { status } = await app.request(method, url, {
        headers: forPerson ? app.tenant.session : app.tenant.key,
      })
      expect([path, status]).toEqual([path, other[path.split('/').at(-1)!] ?? 404])
    }
  })

  test('has an example for every JSON answer, and the published schema takes it', () => {
    const { components, paths } = referringTo<typeof document>('api', document)
    const validatorOf = compilerOf({ $id: 'api', components })
    for (const route of routes()) {
      const { responses } = paths[pathOf(route)][route.method.toLowerCase()]
      for (const [status, answer] of Object.entries<Record<string, never>>(responses)) {
        const media = (answer as { content?: Record<string, { schema: object; example?: unknown }> })
          .content?.['application/json']
        if (!media || Number(status) >= 400 || status === 'default') continue
        const validate = validatorOf(media.schema)
        validate(media.example)
        expect([name(route), status, validate.errors]).toEqual([name(route), status, null])
      }
    }
  })

  test('tells one story by the examples of what clients read most: no placeholder, no failure beside a success', () => {
    for (const [path, method, status] of [
      ['/auth/login', 'post', 200],
      ['/v1/dte/emitir', 'post', 202],
      ['/v1/dte/emision/{jobId}', 'get', 200],
      ['/v1/documentos', 'get', 200],
      ['/v1/dte/folios', 'get', 200],
      ['/v1/empresa/actual', 'get', 200],
      ['/v1/webhooks', 'post', 201],
      ['/v1/webhooks/{id}/entregas/{entregaId}', 'get', 200],
      ['/v1/billing/checkout', 'post', 201],
      ['/v1/cuenta/uso', 'get', 200],
    ] as const) {
      const { example } = document.paths[path][method].responses[status].content['application/json']
      expect([path, JSON.stringify(example).includes('"texto"'), example.data.error ?? null]).toEqual([
        path,
        false,
        null,
      ])
    }
  })

  test('names with each operation the codes it may fail with, and every code there is with some operation', () => {
    const named = new Set<string>()
    for (const route of routes()) {
      for (const [status, { content }] of Object.entries<{ content?: Record<string, { examples?: object }> }>(
        documented(route).responses,
      )) {
        for (const code of Object.keys(content?.['application/json']?.examples ?? {})) {
          expect([name(route), code, STATUS[code as ErrorCode]]).toEqual([name(route), code, Number(status)])
          named.add(code)
        }
      }
    }
    const silent = Object.keys(STATUS).filter((code) => !named.has(code))
    // Two are of no operation, the last is the fault of a job, never of an answer, and one of the portal's waits for its first route.
    const waits = silent.filter((code) => code !== 'PORTAL_FORBIDDEN')
    expect(waits).toEqual(['ROUTE_NOT_FOUND', 'METHOD_NOT_ALLOWED', 'MAIL_ERROR'])
    for (const code of named) expect(document.components.examples[code].value.code).toBe(code)
  })

  test('says the same of an error everywhere: one schema, and a request id on each answer', () => {
    for (const route of routes()) {
      for (const [status, answer] of Object.entries<Record<string, never>>(documented(route).responses)) {
        expect([name(route), status, 'X-Request-Id' in answer.headers!]).toEqual([name(route), status, true])
      }
    }
  })

  test('says what the simulator’s routes and that they create (http §24)', () => {
    const fallas = document.paths['/simulador/fallas'].post
    const { properties } = fallas.requestBody.content['application/json'].schema
    expect(properties.falla.enum).toContain('corte_despues_de_guardar')
    expect(properties.servicio.enum).toContain('todos')
    expect(fallas.responses['201']).toBeDefined()
    expect(fallas.responses['200']).toBeUndefined()
    const filtros = document.paths['/simulador/libro'].get.parameters.map((p: { name: string }) => p.name)
    expect(filtros).toEqual(expect.arrayContaining(['tipo_dte', 'folio', 'track_id', 'lado']))
  })

  test('carries none of the marks that are only for us', () => {
    const text = JSON.stringify(document)
    for (const mark of ['"mensaje":"Debe', 'x-tipo', 'x-archivos', '"format":"rut"', '"format":"texto"']) {
      expect([mark, text.includes(mark)]).toEqual([mark, false])
    }
  })

  test('shows query numbers as numbers and upload forms with their file', () => {
    const limite = document.paths['/v1/empresa'].get.parameters.find(
      (p: { name: string }) => p.name === 'limite',
    )
    expect(limite.schema).toEqual({ type: 'integer', minimum: 1, maximum: 100 })
    const uploads: Record<string, [fields: string[], required: string[]]> = {
      '/v1/empresa/{id}/certificado': [
        ['archivo', 'clave'],
        ['archivo', 'clave'],
      ],
      '/v1/dte/folios': [['archivo', 'siguiente'], ['archivo']],
      '/v1/plantilla/logo': [['archivo'], ['archivo']],
      '/v1/recibidos': [['archivo', 'nombre'], ['archivo']],
      '/v1/clientes/importar': [['periodo_desde', 'periodo_hasta', 'origen', 'archivo'], ['archivo']],
    }
    for (const [path, [fields, required]] of Object.entries(uploads)) {
      const { content } = document.paths[path].post.requestBody
      const { schema } = content['multipart/form-data']
      // Issue 11: what is required must be there to be sent.
      expect([path, Object.keys(schema.properties), schema.required]).toEqual([path, fields, required])
      expect(schema.properties.archivo).toMatchObject({ type: 'string', format: 'binary' })
      expect(Object.keys(content['application/json'].schema.properties)).not.toContain('archivo')
    }
  })
})
