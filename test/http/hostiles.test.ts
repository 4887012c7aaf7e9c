// The requests of hostile clients through the port: none reaches a forbidden route, comes back as a header,
// or ends the server.

import { afterAll, afterEach, beforeAll, describe, expect, jest, spyOn, test } from 'bun:test'
import { parseRed } from '../../src/base/ip'
import { type CompanyApp, type TestApp, testAppWithCompany } from '../support/test-app'

let app: CompanyApp
let port: number
beforeAll(async () => {
  app = await testAppWithCompany()
  port = listen(app)
})
afterAll(() => app.app.stop(0))

const listen = ({ app }: TestApp): number =>
  Number(new URL(app.start({ hostname: '127.0.0.1', port: 0 }).url).port)

interface Answer {
  status: number
  head: string
  body: string
  /** Status lines that came: two mean that two requests were understood. */
  answers: number
}

/** Sends bytes as they are and reads until the server closes. */
async function send(text: string, to = port): Promise<Answer> {
  const closed = Promise.withResolvers<void>()
  let got = ''
  await Bun.connect({
    hostname: '127.0.0.1',
    port: to,
    socket: {
      open: (socket) => void socket.write(text),
      data: (_, bytes) => {
        got += bytes.toString()
      },
      close: () => closed.resolve(),
    },
  })
  await closed.promise
  const [head = '', ...rest] = got.split('\r\n\r\n')
  return {
    status: Number(head.split(' ')[1]),
    head,
    body: rest.join('\r\n\r\n'),
    answers: got.match(/HTTP\/1\.1 \d/g)?.length ?? 0,
  }
}

const request = (path: string, headers: string[] = [], method = 'GET'): string =>
  [`${method} ${path} HTTP/1.1`, 'Host: timbre.example.cl', 'Connection: close', ...headers, '', ''].join(
    '\r\n',
  )
const codeOf = ({ body }: Answer): string => JSON.parse(body).code
const key = (): string => `X-API-Key: ${app.tenant.apiKey}`
const alive = async () => expect((await send(request('/salud'))).status).toBe(200)

describe('headers', () => {
  test('of 8 KiB are read; more than 16 KiB or two hundred of them are a bare 431, and the server goes on', async () => {
    expect((await send(request('/v1/cuenta', [key(), `X-A: ${'a'.repeat(8000)}`]))).status).toBe(200)
    const many = Array.from({ length: 300 }, (_, i) => `X-${i}: b`)
    for (const headers of [[`X-A: ${'a'.repeat(20_000)}`], [`X-A: ${'a'.repeat(1_000_000)}`], many]) {
      const { status, body } = await send(request('/v1/cuenta', [key(), ...headers]))
      expect([status, body]).toEqual([431, ''])
      await alive()
    }
  })

  test('never carry what a client smuggles into them: line breaks, in whatever disguise', async () => {
    const evil = /^x-evil/im
    for (const text of [
      request('/v1/empresa/a%0d%0aX-Evil:%201', [key()]),
      request('/v1/documentos?q=a%0d%0aX-Evil:%201&pagina=1', [key()]),
      request('/no%0d%0aX-Evil:%201', ['X-Request-Id: a%0d%0aX-Evil: 1']),
      request('/salud', ['X-Request-Id: a\rX-Evil: 1']),
      request('/salud', ['X-Request-Id: a', ' X-Evil: 1']),
      request('/v1/cuenta', [key(), 'X-Ambiente: a\tX-Evil: 1']),
      request('/v1/cuenta', [key(), 'Idempotency-Key: a%0aX-Evil: 1']),
      request('/v1/cuenta', [], 'X-Evil:1'),
    ]) {
      const { status, head } = await send(text)
      expect([text, status > 0, evil.test(head)]).toEqual([text, true, false])
    }
  })

  test('that name one credential twice name none', async () => {
    const twice = [key(), key()]
    expect(codeOf(await send(request('/v1/cuenta', twice)))).toBe('API_KEY_INVALID')
    const tokens = Array(2).fill(`Authorization: Bearer ${app.tenant.accessToken}`)
    expect(codeOf(await send(request('/v1/cuenta', tokens)))).toBe('UNAUTHORIZED')
  })

  test('with a broken cookie are no fault: we set none', async () => {
    const cookie = 'Cookie: a=%E0%A4%A; __proto__=1; =; ;'
    expect((await send(request('/v1/cuenta', [key(), cookie]))).status).toBe(200)
  })
})

describe('a message', () => {
  test('whose end could be read in two ways is refused whole: nothing after it is taken for a request', async () => {
    const smuggled = request('/salud')
    const post = 'POST /auth/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n'
    for (const text of [
      `${post}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`,
      `${post}Content-Length: 5\r\nContent-Length: 6\r\n\r\n{"a":1}${smuggled}`,
      `${post}Content-Length: -5\r\n\r\n${smuggled}`,
      `${post}Content-Length: 5x\r\n\r\n{"a":${smuggled}`,
      `${post}Transfer-Encoding: chunked\r\n\r\nZZ\r\n${smuggled}`,
      `${post}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${smuggled}`,
    ]) {
      const { status, answers } = await send(text)
      expect([text, status, answers]).toEqual([text, 400, 1])
    }
    await alive()
  })

  test('that is no HTTP/1.1 is refused', async () => {
    for (const text of [
      '\x16\x03\x01garbage\r\n\r\n',
      'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
      'GET /salud\r\n\r\n',
    ])
      expect((await send(text)).status).toBeGreaterThanOrEqual(400)
    await alive()
  })

  test('longer than it may be is refused by what it says of its length, before it comes', async () => {
    const post = (length: number) =>
      request('/auth/login', ['Content-Type: application/json', `Content-Length: ${length}`], 'POST')
    const answer = await send(`${post(2_000_000)}${'x'.repeat(2_000_000)}`)
    expect([answer.status, codeOf(answer)]).toEqual([413, 'PAYLOAD_TOO_LARGE'])
    expect((await send(post(99_999_999_999))).status).toBe(413)
    await alive()
  })
})

describe('a body that comes a byte at a time', () => {
  afterEach(() => void jest.useRealTimers())

  test.each([
    ['its length told', 'Content-Length: 1000', '{'],
    ['in chunks', 'Transfer-Encoding: chunked', '1\r\n{\r\n'],
  ])('with %s has a minute, then its connection ends', async (_, header, first) => {
    jest.useFakeTimers()
    const timers = spyOn(globalThis, 'setTimeout')
    // Whatever else the server waits for: the minute begins once the body's first byte is read.
    const begun = () => timers.mock.calls.some(([, ms]) => ms === 60_000)
    const post = request('/auth/login', ['Content-Type: application/json', header], 'POST')
    const answer = send(post.replace('Connection: close', 'Connection: keep-alive') + first)
    while (!begun()) await (await fetch(`http://127.0.0.1:${port}/salud`)).text()
    jest.advanceTimersByTime(59_999)
    expect((await send(request('/salud'))).status).toBe(200)
    expect(jest.getTimerCount()).toBeGreaterThan(0)
    jest.advanceTimersByTime(1)
    const { status, body, head } = await answer
    expect([status, JSON.parse(body).error]).toEqual([400, 'El cuerpo no llegó completo en 60 segundos'])
    expect(head.toLowerCase()).toContain('connection: close')
    timers.mockRestore()
  })
})

describe('a path', () => {
  // Every way that a proxy or a router may read differently: all are the plain path or none, and ask for the credential of it.
  const DISGUISES = [
    '/v1/%2e%2e/v1/cuenta',
    '/salud/%2e%2e/v1/cuenta',
    '/salud/../v1/cuenta',
    '/salud/..\\v1\\cuenta',
    '/salud/..;/v1/cuenta',
    '/salud/..%2fv1/cuenta',
    '/salud/%252e%252e/v1/cuenta',
    '/salud/%c0%ae%c0%ae/v1/cuenta',
    '//v1/cuenta',
    '/v1//cuenta',
    '/v1/./cuenta',
    '/v1/cuenta/',
    '/v1/cuenta/.',
    '/v1/cuenta%2f',
    '/v1/cuenta%00',
    '/v1/cuenta%20',
    '/v1/cuenta;a=1',
    '/v1/cuenta.json',
    '/v1%2fcuenta',
    '/V1/CUENTA',
    '/%76%31/cuenta',
    '/v1/cuenta#/salud',
    'http://timbre.example.cl/v1/cuenta',
    'http://otro.example.cl/v1/cuenta',
    `/v1/empresa/${'a'.repeat(12_000)}`,
    `/v1/empresa/${'../'.repeat(3000)}v1/cuenta`,
    '/v1/empresa/%00',
    '/v1/empresa/%ff%fe',
    '/v1/empresa/__proto__',
  ]

  test.each(DISGUISES)('%s asks for a credential or is no route, in the one body of errors', async (path) => {
    const answer = await send(request(path))
    expect([401, 404]).toContain(answer.status)
    expect(JSON.parse(answer.body)).toMatchObject({ ok: false, code: expect.any(String) })
  })

  test.each(DISGUISES)('%s reaches nothing but what its credential may', async (path) => {
    const { status, body } = await send(request(path, [key()]))
    expect([200, 400, 404]).toContain(status)
    if (status === 200) expect(JSON.parse(body).data.id).toBe(app.tenant.cuentaId)
  })

  test('longer than all headers may be is a bare 431', async () => {
    expect((await send(request(`/v1/empresa/${'a'.repeat(30_000)}`, [key()]))).status).toBe(431)
    await alive()
  })
})

describe('a JSON bomb', () => {
  const MiB = 1024 * 1024 - 1000
  const receptor = '"receptor":{"rut":"76543210-3","razon_social":"A"}'
  const emit = (detalle: string, more = '') => ({
    path: '/v1/dte/validar',
    body: `{"tipo_dte":33,${receptor}${more},"detalle":${detalle}}`,
  })
  const keys = (count: number) => Array.from({ length: count }, (_, i) => `"k${i}k":1`).join(',')
  const BOMBS: Record<string, { path: string; body: string }> = {
    'half a million lines': emit(`[${'0,'.repeat(MiB / 2)}0]`),
    'a third of a million empty lines': emit(`[${'{},'.repeat(MiB / 3)}{}]`),
    'a thousand unknown fields of a line': emit(`[{${keys(1000)}}]`),
    'a field’s name of a megabyte': emit(`[{"${'a'.repeat(MiB)}":1}]`),
    'a number of a million digits': emit(`[{"nombre":"a","precio":${'9'.repeat(MiB)}}]`),
    'a batch of half a million nothings': {
      path: '/v1/dte/emitir/lote',
      body: `{"documentos":[${'0,'.repeat(MiB / 2)}0]}`,
    },
    'a thousand unknown fields of a login': { path: '/auth/login', body: `{${keys(1000)}}` },
    'a login’s unknown field of a megabyte': { path: '/auth/login', body: `{"${'a'.repeat(MiB)}":1}` },
    'a hundred unknown fields of ten kilobytes': {
      path: '/auth/login',
      body: `{${Array.from({ length: 100 }, (_, i) => `"k${i}${'x'.repeat(9900)}":1`).join(',')}}`,
    },
  }

  test.each(Object.keys(BOMBS))('of %s is refused with an answer smaller than itself', async (name) => {
    const { path, body } = BOMBS[name]!
    const reply = await app.post(path, body)
    expect([reply.status, reply.body.code]).toEqual([422, 'VALIDATION_ERROR'])
    expect(JSON.stringify(reply.body).length).toBeLessThan(200_000)
  })

  test('of seventy thousand fields in one object is none that a route takes', async () => {
    for (const { path, body } of [
      emit(`[{${keys(70_000)}}]`),
      { path: '/auth/login', body: `{${keys(70_000)}}` },
    ]) {
      const reply = await app.post(path, body)
      expect([reply.status, reply.body.code]).toEqual([400, 'INVALID_JSON'])
    }
  })

  test('of names that JavaScript has uses for is a body of unknown fields, and changes no object', async () => {
    for (const name of ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty']) {
      const inner = `"${name}":{"cantidad":5,"contaminado":1}`
      const { path, body } = emit(`[{"nombre":"a","precio":1,${inner}}]`, `,${inner}`)
      const reply = await app.post(path, body)
      const campos = reply.body.detalles.map(({ campo }: { campo: string }) => campo)
      expect(campos).toContain(name)
      expect(campos).toContain(`detalle[0].${name}`)
      expect((await app.post('/auth/login', `{"email":"a@b.cl","password":"x",${inner}}`, {})).status).toBe(
        422,
      )
    }
    expect('contaminado' in {}).toBe(false)
  })
})

describe('a body that nobody reads, from a client that closes', () => {
  /** Sends a request whose body has that many bytes; what of it the server took, and its answer. */
  async function upload(path: string, headers: string[], size: number) {
    const closed = Promise.withResolvers<void>()
    const bytes = Buffer.concat([Buffer.from(request(path, headers, 'POST')), Buffer.alloc(size, 'x')])
    let sent = 0
    let got = ''
    const write = (socket: { write(data: Uint8Array): number }) => {
      for (let n = 1; n > 0 && sent < bytes.length; )
        sent += n = Math.max(0, socket.write(bytes.subarray(sent)))
    }
    await Bun.connect({
      hostname: '127.0.0.1',
      port,
      socket: {
        open: write,
        drain: write,
        data: (_, data) => {
          got += data.toString()
        },
        close: () => closed.resolve(),
      },
    })
    await closed.promise
    return { status: Number(got.split(' ')[1]), body: got.split('\r\n\r\n')[1], whole: sent === bytes.length }
  }
  const json = (size: number) => [key(), 'Content-Type: application/json', `Content-Length: ${size}`]

  test('is taken to its end, for who writes it all before reading would never see the 413', async () => {
    const size = 10_000_000
    const { status, body, whole } = await upload('/v1/dte/emitir', json(size), size)
    expect([status, JSON.parse(body!).code, whole]).toEqual([413, 'PAYLOAD_TOO_LARGE', true])
    await alive()
  })

  test('is taken to its end too where its sender may not send it, or not yet: each reads why', async () => {
    const size = 9_900_000
    const plain = ['Content-Type: application/xml', `Content-Length: ${size}`]
    const limited = { nombre: 'lee', empresa_id: app.tenant.empresaId, scopes: ['dte:leer'] }
    const made = await app.post('/v1/apikeys', limited, app.tenant.session)
    for (const [path, headers, wanted] of [
      ['/v1/recibidos', plain, 'UNAUTHORIZED'],
      ['/v1/recibidos', [...plain, `X-API-Key: ${made.body.data.api_key}`], 'SCOPE_REQUIRED'],
      ['/v1/no-existe', plain, 'ROUTE_NOT_FOUND'],
    ] as const) {
      const { status, body, whole } = await upload(path, [...headers], size)
      expect([path, status, JSON.parse(body!).code, whole]).toEqual([path, status, wanted, true])
    }
    await alive()
  })

  test('is not taken at all when it is beyond any mistake', async () => {
    const size = 60_000_000
    const { status, whole } = await upload('/v1/dte/emitir', json(size), size)
    expect([status, whole]).toEqual([413, false])
    await alive()
  })
})

describe('X-Forwarded-For', () => {
  const refusedAfter = async (to: number, headers: (i: number) => string[]) => {
    for (let i = 0; i < 5; i++)
      if ((await send(request('/v1/no-existe', headers(i)), to)).status === 429) return i
    return null
  }

  test('of a proxy on this machine tells strangers apart, by the address that it wrote itself', async () => {
    const behind = await testAppWithCompany({ rates: { key: { rate: 1, burst: 2 } } })
    const at = listen(behind)
    expect(await refusedAfter(at, (i) => [`X-Forwarded-For: 203.0.113.${i}`])).toBe(null)
    // The client's own value comes first, and is not believed.
    expect(await refusedAfter(at, (i) => [`X-Forwarded-For: 198.51.100.${i}, 203.0.113.9`])).toBe(2)
    expect(await refusedAfter(at, (i) => [`X-Forwarded-For: 2001:db8:0:7::${i}`])).toBe(2)
    await behind.app.stop(0)
  })

  test('of anybody else is no address: whoever writes it is counted by his own', async () => {
    const trustedProxies = [parseRed('10.0.0.0/8')!]
    const open = await testAppWithCompany({ rates: { key: { rate: 1, burst: 2 } }, trustedProxies })
    const at = listen(open)
    expect(await refusedAfter(at, (i) => [`X-Forwarded-For: 203.0.113.${i}`])).toBe(2)
    const login = await fetch(`http://127.0.0.1:${at}/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.7' },
      body: JSON.stringify({ email: 'dueno0@example.cl', password: 'una clave de prueba' }),
    })
    const { access_token } = (await login.json()) as { access_token: string }
    const { body } = await open.get('/auth/sesiones', { authorization: `Bearer ${access_token}` })
    expect(body.data.map(({ ip }: { ip: string | null }) => ip)).toContain('127.0.0.1')
    await open.app.stop(0)
  })
})
