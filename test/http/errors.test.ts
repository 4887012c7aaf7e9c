// Every fault becomes the one error body of http §0 and §8.

import { beforeAll, describe, expect, test } from 'bun:test'
import { type CompanyApp, nuevaEmpresa, PASSWORD, testApp, testAppWithCompany } from '../support/test-app'

let app: CompanyApp
beforeAll(async () => {
  app = await testAppWithCompany()
})

const campos = (body: { detalles: { campo: string; regla: string }[] }) =>
  Object.fromEntries(body.detalles.map(({ campo, regla }) => [campo, regla]))

describe('a body that breaks its schema (http §0, §8)', () => {
  test('names every fault at once, each with path, rule and Spanish message', async () => {
    const { status, body } = await app.post(
      '/v1/empresa',
      {
        rut: '1-1',
        razon_socal: 'X',
        giro: 3,
        actividades_economicas: ['479100', 1.5],
        direccion: '',
        comuna: 'Nopolis',
        resolucion: { numero: -1, fecha: '2026-02-30' },
        ambiente: 'prueba',
        email: 'sin arroba',
        ciudad: '😀',
        codigo_sucursal_sii: 1_000_000_000,
        telefono: '123456789012345678901',
      },
      app.tenant.session,
    )
    expect(status).toBe(422)
    expect(body).toMatchObject({ ok: false, code: 'VALIDATION_ERROR' })
    expect(Object.keys(body).sort()).toEqual(['code', 'detalles', 'error', 'ok'])
    expect(campos(body)).toEqual({
      rut: 'rut',
      razon_social: 'requerido',
      razon_socal: 'desconocido',
      giro: 'tipo',
      'actividades_economicas[0]': 'tipo',
      'actividades_economicas[1]': 'tipo',
      direccion: 'texto',
      comuna: 'comuna',
      'resolucion.numero': 'minimo',
      'resolucion.fecha': 'fecha',
      ambiente: 'valor',
      email: 'correo',
      ciudad: 'texto',
      codigo_sucursal_sii: 'maximo',
      telefono: 'largo_max',
    })
    const messages = body.detalles.map(({ mensaje }: { mensaje: string }) => mensaje)
    expect(messages).toContain('razon_socal: campo desconocido; ¿quiso decir «razon_social»?')
    expect(messages).toContain('actividades_economicas[0]: debe ser un entero, sin comillas')
    expect(messages).toContain('actividades_economicas[1]: debe ser un entero, sin decimales')
    expect(messages).toContain('ambiente: debe ser uno de: "simulacion", "certificacion", "produccion"')
    expect(messages.join()).not.toContain('Expected')
  })

  test('a text in quotes is not a number and a number is not a text: nothing is converted', async () => {
    const { body } = await app.put(`/v1/empresa/${app.tenant.empresaId}`, {
      codigo_sucursal_sii: '33',
      ciudad: 5,
    })
    expect(campos(body)).toEqual({ codigo_sucursal_sii: 'tipo', ciudad: 'tipo' })
  })

  test('one kind of fault alone gives its own code', async () => {
    const { status, body } = await app.post(
      '/v1/empresa',
      { ...nuevaEmpresa(), rut: '76543210-4' },
      app.tenant.session,
    )
    expect(status).toBe(422)
    expect(body.code).toBe('INVALID_RUT')
    expect(body.detalles).toHaveLength(1)
    expect(body.error).toBe(body.detalles[0].mensaje)
  })

  test('a body that is no object says so', async () => {
    const { status, body } = await app.post('/auth/login', '[1]', {})
    expect(status).toBe(422)
    expect(body.detalles).toEqual([{ campo: '', regla: 'tipo', mensaje: 'Debe ser un objeto' }])
  })

  test('an unknown query parameter is refused, with its nearest name', async () => {
    const { status, body } = await app.get('/v1/empresa?limte=5')
    expect(status).toBe(400)
    expect(body.code).toBe('INVALID_PARAMETER')
    expect(body.error).toContain('«limite»')
  })
})

test('a query parameter that comes twice is refused, whatever it says', async () => {
  for (const query of ['pagina=1&pagina=1', 'tipo_dte=33&tipo_dte=39', 'limite=5&pagina=1&%6cimite=5']) {
    const { status, body } = await app.get(`/v1/documentos?${query}`)
    expect([query, status, body.code, body.detalles[0].regla]).toEqual([
      query,
      400,
      'INVALID_PARAMETER',
      'repetido',
    ])
  }
})

describe('a body that cannot be read', () => {
  const login = (body: Bun.BodyInit | null, contentType?: string) =>
    app.request('POST', '/auth/login', {
      body,
      headers: contentType ? { 'content-type': contentType } : {},
    })

  test('is INVALID_JSON when it is absent, cut, or not UTF-8', async () => {
    const latin1 = Buffer.from('{"email":"ñ","password":"x"}', 'latin1')
    for (const body of [null, '', '{"email":', latin1]) {
      expect(await login(body, 'application/json')).toMatchObject({
        status: 400,
        body: { ok: false, code: 'INVALID_JSON' },
      })
    }
    expect((await login(latin1, 'application/json')).body.error).toContain('UTF-8')
  })

  test('is UNSUPPORTED_MEDIA_TYPE when it does not come as JSON', async () => {
    const form = new FormData()
    form.set('email', 'a@b.cl')
    const bodies: [Bun.BodyInit, string?][] = [
      ['email=a', 'application/x-www-form-urlencoded'],
      ['{}', 'text/plain'],
      ['{}', 'application/json; charset=iso-8859-1'],
      [form],
    ]
    for (const [body, type] of bodies) {
      expect(await login(body, type)).toMatchObject({ status: 415, body: { code: 'UNSUPPORTED_MEDIA_TYPE' } })
    }
  })

  test('takes the content type with its charset, in any case', async () => {
    for (const type of [
      'application/json; charset=utf-8',
      'Application/JSON;charset=UTF-8',
      'application/json',
    ]) {
      expect((await login('{"email":"a@b.cl","password":"x"}', type)).status).toBe(401)
    }
  })

  test('is INVALID_JSON when it nests deeper than any request does', async () => {
    const nested = (open: string, close: string, levels: number) =>
      `{"email":${open.repeat(levels)}1${close.repeat(levels)}}`
    for (const [open, close] of [
      ['[', ']'],
      ['{"a":', '}'],
    ] as const) {
      expect((await login(nested(open, close, 31), 'application/json')).status).toBe(422)
      for (const levels of [32, 100_000])
        expect(await login(nested(open, close, levels), 'application/json')).toMatchObject({
          status: 400,
          body: { code: 'INVALID_JSON' },
        })
    }
  })

  test('is PAYLOAD_TOO_LARGE beyond 1 MiB, whether or not it says its length', async () => {
    const big = `{"email":"${'x'.repeat(1024 * 1024)}","password":"x"}`
    const stream = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(big))
        controller.close()
      },
    })
    const told = await app.request('POST', '/auth/login', {
      body: big,
      headers: { 'content-type': 'application/json', 'content-length': String(big.length) },
    })
    for (const reply of [
      told,
      await login(stream, 'application/json'),
      await login(big, 'application/json'),
    ]) {
      expect(reply).toMatchObject({ status: 413, body: { ok: false, code: 'PAYLOAD_TOO_LARGE' } })
    }
  })

  test('is not read at all before the credential is asked for', async () => {
    const reply = await app.request('POST', '/v1/apikeys', {
      body: '{"roto',
      headers: { 'content-type': 'application/json' },
    })
    expect(reply).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED' } })
  })
})

describe('routes', () => {
  test('an unknown path is ROUTE_NOT_FOUND', async () => {
    expect(await app.get('/v1/nada')).toMatchObject({
      status: 404,
      body: { ok: false, code: 'ROUTE_NOT_FOUND', error: 'No existe la ruta GET /v1/nada' },
    })
  })

  test('a known path with another method is METHOD_NOT_ALLOWED and says which it takes', async () => {
    const fixed = await app.request('PATCH', '/v1/apikeys')
    expect(fixed).toMatchObject({ status: 405, body: { code: 'METHOD_NOT_ALLOWED' } })
    expect(fixed.headers.get('allow')).toBe('GET, POST')
    const withParameter = await app.request('POST', '/v1/empresa/emp_1')
    expect(withParameter.status).toBe(405)
    expect(withParameter.headers.get('allow')).toBe('GET, PUT, DELETE')
  })

  test('what the API does not speak is METHOD_NOT_ALLOWED as well: OPTIONS, HEAD of a POST, methods of other protocols', async () => {
    for (const method of ['OPTIONS', 'HEAD', 'PROPFIND']) {
      const reply = await app.request(method, '/v1/dte/emitir')
      expect([method, reply.status, reply.headers.get('allow')]).toEqual([method, 405, 'POST'])
      expect((await app.request(method, '/v1/nada')).status).toBe(404)
    }
  })

  test('a path that is no text is refused in the one body, whatever is behind it', async () => {
    for (const path of ['/ver/%ff', '/v1/documentos/%E0%A4%A/1', '/v1/%zz', '//salud', '/v1/empresa/%00']) {
      const { status, body } = await app.get(path)
      expect([path, status >= 400 && status < 500]).toEqual([path, true])
      expect(body).toMatchObject({ ok: false, error: expect.any(String), code: expect.any(String) })
    }
  })

  test('HEAD answers as GET without a body', async () => {
    const reply = await app.request('HEAD', '/salud')
    expect(reply).toMatchObject({ status: 200, body: '' })
  })
})

describe('a bug of ours', () => {
  test('shows nothing of itself, and the log has the cause with the request id', async () => {
    const broken = await testAppWithCompany()
    broken.store.close()
    const { status, body, headers } = await broken.get('/v1/cuenta', {
      ...broken.tenant.key,
      'x-request-id': 'caso-7',
    })
    expect(status).toBe(500)
    expect(body).toEqual({
      ok: false,
      code: 'INTERNAL_ERROR',
      error: expect.stringContaining('X-Request-Id'),
    })
    expect(headers.get('x-request-id')).toBe('caso-7')
    const [line] = broken.logs.filter(({ event }) => event === 'http.internal_error')
    expect(line).toMatchObject({ level: 'error', request_id: 'caso-7', method: 'GET', path: '/v1/cuenta' })
    expect(JSON.stringify(line)).toContain('database connection is not open')
    expect(JSON.stringify(line)).not.toContain(broken.tenant.apiKey)
  })

  test('behind an address that is itself a secret leaves that out of the log', async () => {
    const broken = await testApp()
    broken.store.close()
    expect((await broken.get('/ver/clave-que-nadie-adivina_/pdf', {})).status).toBe(500)
    const [line] = broken.logs.filter(({ event }) => event === 'http.internal_error')
    expect(line).toMatchObject({ path: '/ver/…/pdf' })
    expect(JSON.stringify(line)).not.toContain('clave-que-nadie-adivina')
  })

  test('an answer that breaks its own schema is a 500 that names the field in the log, not its content', async () => {
    const broken = await testAppWithCompany()
    broken.store.client.prepare('UPDATE empresa SET actividades_economicas = \'["secreto"]\'').run()
    const { status, body } = await broken.get('/v1/empresa/actual')
    expect(status).toBe(500)
    expect(JSON.stringify(body)).not.toContain('secreto')
    const line = JSON.stringify(broken.logs)
    expect(line).toContain('data.actividades_economicas[0]')
    expect(line).not.toContain('secreto')
  })
})

describe('X-Request-Id (http §0)', () => {
  test('is on every answer, also of what fails', async () => {
    for (const path of ['/salud', '/nada', '/v1/cuenta']) {
      expect((await app.get(path, {})).headers.get('x-request-id')).toMatch(/^req_[0-9A-Z]{26}$/)
    }
  })

  test('is the client’s own when it is safe, and made anew when it is not', async () => {
    const asked = async (id: string) =>
      (await app.get('/salud', { 'x-request-id': id })).headers.get('x-request-id')
    expect(await asked('pedido:20931/a')).toBe('pedido:20931/a')
    expect(await asked('x'.repeat(128))).toBe('x'.repeat(128))
    for (const unsafe of ['x'.repeat(129), 'con blanco', '<script>', '{"a":1}']) {
      expect(await asked(unsafe)).toStartWith('req_')
    }
  })
})

test('an answer says the same of the 401 whatever is missing, with the scheme that would help', async () => {
  const closed = await testApp()
  const { status, body, headers } = await closed.get('/v1/cuenta', {})
  expect(status).toBe(401)
  expect(body.code).toBe('UNAUTHORIZED')
  expect(headers.get('www-authenticate')).toBe('Bearer')
})

test('a refused field is named in the message itself, an unknown one with the nearest known (http §8)', async () => {
  const login = (body: object) =>
    app.request('POST', '/auth/login', {
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    })
  expect((await login({ email: 'a@example.cl' })).body).toMatchObject({
    error: 'password: es obligatorio',
    detalles: [{ campo: 'password', regla: 'requerido', mensaje: 'password: es obligatorio' }],
  })
  const misspelt = await login({ email: 'a@example.cl', password: 'una clave larga', emial: 'x' })
  expect(misspelt.body.error).toBe('emial: campo desconocido; ¿quiso decir «email»?')
})

test('a database that takes no writes is 503 on every route that writes, and nothing is kept (http §8)', async () => {
  const { tenant, store } = app
  const credentials = { email: 'dueno0@example.cl', password: PASSWORD }
  store.client.pragma('query_only = ON')
  const refused = [
    await app.post('/auth/login', credentials, {}),
    await app.post('/auth/register', { ...credentials, nombre: 'Otra', email: 'otra@example.cl' }, {}),
    await app.post('/v1/apikeys', { nombre: 'otra', empresa_id: tenant.empresaId }, tenant.session),
  ]
  store.client.pragma('query_only = OFF')
  for (const { status, body, headers } of refused) {
    expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'QUEUE_UNAVAILABLE', '5'])
    expect(body.error).toContain('no se guardó')
  }
  expect((await app.post('/auth/login', credentials, {})).status).toBe(200)
  expect((await app.post('/auth/login', { ...credentials, email: 'otra@example.cl' }, {})).status).toBe(401)
})

test('a bad parameter of a list is named in the message and in its detail', async () => {
  const bad = async (query: string) => (await app.get(`/v1/documentos?${query}`)).body
  for (const [query, campo] of [
    ['pagina=0', 'pagina'],
    ['limite=101', 'limite'],
    ['fecha_desde=ayer', 'fecha_desde'],
    ['cursor=x', 'cursor'],
    ['ambiente=otro', 'ambiente'],
  ] as const) {
    const { error, detalles } = await bad(query)
    expect(error).toStartWith(`${campo}: `)
    expect(detalles.map((d: { mensaje: string }) => d.mensaje)).toEqual([error])
  }
})
