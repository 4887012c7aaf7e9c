// The checks of a body before anything looks into it, on every route alike (http §0, §8).

import { beforeAll, describe, expect, test } from 'bun:test'
import { cpuMs } from '../support/cpu'
import { described } from '../support/openapi'
import { type CompanyApp, testAppWithCompany } from '../support/test-app'

let app: CompanyApp
let operations: { name: string; method: string; path: string; headers: Record<string, string> }[]
beforeAll(async () => {
  app = await testAppWithCompany()
  const { paths } = described(app)
  operations = Object.entries<Record<string, Operation>>(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { requestBody }]) => requestBody?.required && requestBody.content['application/json'])
      .map(([method]) => ({
        name: `${method} ${path}`,
        method: method.toUpperCase(),
        path: path.replace(/\{\w+\}/g, '1'),
        headers: app.tenant.session,
      })),
  )
})

interface Operation {
  requestBody?: { required: boolean; content: object & { 'application/json'?: object } }
}

const send = ({ method, path, headers }: (typeof operations)[number], body: string | null) =>
  app.request(method, path, { headers: { 'content-type': 'application/json', ...headers }, body })

describe('every operation that needs a body', () => {
  test('says of an empty one that it is no JSON', async () => {
    expect(operations.length).toBeGreaterThan(30)
    const others: unknown[] = []
    for (const operation of operations) {
      for (const empty of [null, ''] as const) {
        const { status, body } = await send(operation, empty)
        if (status !== 400 || body.code !== 'INVALID_JSON') others.push([operation.name, status, body.code])
      }
    }
    expect(others).toEqual([])
  })

  test('refuses a field that comes twice in one object, each with its path, for the first would be lost', async () => {
    for (const operation of operations) {
      const twice =
        '{"a":[{"b":1},{"c":"x,\\"y","d":{"e":1},"\\u0063":2,"c":3}],"f":[1,{},[2]],"g":{"a":1},"a":[]}'
      const { status, body } = await send(operation, twice)
      expect([operation.name, status, body.code]).toEqual([operation.name, 422, 'VALIDATION_ERROR'])
      expect(body.detalles).toEqual(
        ['a[1].c', 'a'].map((campo) => ({
          campo,
          regla: 'repetido',
          mensaje: `${campo} viene más de una vez en el mismo objeto`,
        })),
      )
    }
  })

  test('refuses a number that JSON cannot carry, with its path, wherever it stands', async () => {
    for (const operation of operations) {
      for (const number of [
        '1e400',
        '-1E+999',
        '12345678901234567',
        '0.12345678901234567',
        '1e-400',
        '1e0400',
      ]) {
        const { status, body } = await send(operation, `{"a":[{"b":1},{"c.d":${number}}]}`)
        expect([operation.name, number, status, body.code]).toEqual([
          operation.name,
          number,
          422,
          'VALIDATION_ERROR',
        ])
        // The result of a division is to be rounded; as text it would be refused again.
        const remedy = number.includes('.') ? 'redondéelo' : '15 cifras'
        expect(body.detalles).toEqual([
          { campo: 'a[1].c.d', regla: 'numero', mensaje: expect.stringContaining(remedy) },
        ])
      }
    }
  })
})

describe('a number of a body', () => {
  const emit = (precio: string, nombre = 'Clavo') =>
    app.request('POST', '/v1/dte/validar', {
      headers: { 'content-type': 'application/json', ...app.tenant.key },
      // With who buys: no boleta of that worth is anonymous.
      body: `{"tipo_dte":39,"medio_pago":2,"receptor":{"rut":"15432198-5","razon_social":"Luis Núñez"},"detalle":[{"nombre":${JSON.stringify(nombre)},"precio":${precio}}]}`,
    })

  test('is what was written, with or without an exponent and zeros at its end', async () => {
    for (const [written, total] of [
      ['1500', 1500],
      ['1.5e3', 1500],
      ['15E+2', 1500],
      ['1500.00000000000000000', 1500],
      ['123456789012', 123456789012],
    ] as const) {
      const { status, body } = await emit(written)
      expect([written, status, body.data?.totales.monto_total]).toEqual([written, 200, total])
    }
  })

  test('is found in a long body wherever it stands, also where two pieces of it meet', async () => {
    for (const at of [0, 1, 8, 15, 16, 17]) {
      const before = '{"observaciones":"'
      const padding = 'a'.repeat(256 * 1024 - before.length - '","x":'.length - at)
      const { status, body } = await app.request('POST', '/v1/dte/validar', {
        headers: { 'content-type': 'application/json', ...app.tenant.key },
        body: `${before}${padding}","x":12345678901234567}`,
      })
      expect([at, status, body.detalles?.[0]?.campo]).toEqual([at, 422, 'x'])
    }
  })

  test('is found behind a hundred thousand others, and behind a text of as many escapes', async () => {
    for (const before of [
      '1e1,'.repeat(100_000),
      '12345678901234500,'.repeat(10_000),
      `"${'\\n\\"'.repeat(100_000)}",`,
    ]) {
      const { status, body } = await app.request('POST', '/v1/dte/validar', {
        headers: { 'content-type': 'application/json', ...app.tenant.key },
        body: `{"x":[${before}12345678901234567]}`,
      })
      const [last] = body.detalles.slice(-1)
      expect([before.slice(0, 5), status, last.campo]).toEqual([
        before.slice(0, 5),
        422,
        `x[${before[0] === '"' ? 1 : before.split(',').length - 1}]`,
      ])
    }
  })

  test('costs no more to look for than the body is long, also where the body is no JSON', async () => {
    const bodies = [`[1e1,"${'\\"'.repeat(300_000)}`, `${'[1e400,'.repeat(100_000)}0${']'.repeat(100_000)}`]
    const took = await cpuMs(async () => {
      for (const cut of bodies) {
        const { status, body } = await app.request('POST', '/auth/login', {
          headers: { 'content-type': 'application/json' },
          body: cut,
        })
        expect([status, body.code, body.detalles]).toEqual([400, 'INVALID_JSON', undefined])
      }
    })
    expect(took).toBeLessThan(2000)
  })

  test('in a text is a text, quotes and escapes around it notwithstanding', async () => {
    for (const nombre of ['1e400', 'Serie 12345678901234567', 'a \\" 1e999 \\', '":1e400,"']) {
      expect([nombre, (await emit('10', nombre)).status]).toEqual([nombre, 200])
    }
  })

  test('is refused with all others of its kind at once, and each by its own path', async () => {
    const { body } = await app.request('POST', '/v1/dte/validar', {
      headers: { 'content-type': 'application/json', ...app.tenant.key },
      body: '{"tipo_dte":33,"saldo_anterior":1e999,"detalle":[{"nombre":"x","cantidad":1.00000000000000001,"precio":12345678901234567890}]}',
    })
    expect(body.detalles.map(({ campo }: { campo: string }) => campo)).toEqual([
      'saldo_anterior',
      'detalle[0].cantidad',
      'detalle[0].precio',
    ])
  })
})

describe('a body is looked at before it is read whole', () => {
  const post = (path: string, body: string) =>
    app.request('POST', path, {
      headers: { 'content-type': 'application/json', ...app.tenant.session },
      body,
    })
  const MIB = 1024 * 1024

  test('one deeper than any request is refused by its depth, broken as it may be', async () => {
    const deep = (levels: number) => `{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`
    expect((await post('/v1/dte/validar', deep(32))).status).toBe(422)
    for (const body of [
      deep(33),
      '['.repeat(MIB),
      `{"b":"${'a'.repeat(100_000)}","a":${'{"a":'.repeat(33)}`,
    ]) {
      const answer = await post('/v1/dte/validar', body)
      expect([answer.status, answer.body.code]).toEqual([400, 'INVALID_JSON'])
      expect(answer.body.error).toContain('32 niveles')
    }
  })

  test('one with an object of more fields than any resource has is refused by their number, short or long', async () => {
    const wide = (count: number, beside: string) =>
      `{"tipo_dte":39,"x":{${Array.from({ length: count }, (_, i) => `"c${i}":1`).join()}},"y":"${beside}"}`
    for (const beside of ['', 'y'.repeat(100_000)]) {
      expect((await post('/v1/dte/validar', wide(1000, beside))).status).toBe(422)
      const { status, body } = await post('/v1/dte/validar', wide(1001, beside))
      expect([status, body.code]).toEqual([400, 'INVALID_JSON'])
      expect(body.error).toContain('más de 1000 campos')
    }
  })

  test('brackets within a text are text, quotes and backslashes beside them notwithstanding', async () => {
    for (const text of ['['.repeat(100), `"${'['.repeat(100)}`, `\\"${'{'.repeat(100)}\\`, '\\\\"[']) {
      const { status, body } = await post(
        '/v1/dte/validar',
        JSON.stringify({
          tipo_dte: 39,
          detalle: [{ nombre: 'Clavo', precio: 10 }],
          observaciones: text.repeat(3),
        }),
      )
      expect([text, status, body.code]).toEqual([text, 200, undefined])
    }
  })

  test('an upload is larger than other bodies by its file alone', async () => {
    const fields = `{${Array.from({ length: 200_000 }, (_, i) => `"campo${i}":1`).join(',')}}`
    for (const body of [fields, `{"caf_base64":[${'"QUJD",'.repeat(200_000)}"QUJD"]}`]) {
      const answer = await post('/v1/dte/folios', body)
      expect([answer.status, answer.body.code]).toEqual([413, 'PAYLOAD_TOO_LARGE'])
    }
    // As PHP writes it, with a backslash before each slash.
    const file = JSON.stringify({ caf_base64: Buffer.alloc(3 * MIB, 255).toString('base64') })
    const answer = await post('/v1/dte/folios', file.replaceAll('/', '\\/'))
    expect([answer.status, answer.body.code]).toEqual([422, 'CAF_INVALID'])
  })

  test('a form has its file as a file: a text is none, under its own name and under that of the JSON alike', async () => {
    for (const campo of ['archivo', 'caf_base64']) {
      const body = new FormData()
      body.set(campo, 'QUJD')
      const answer = await app.request('POST', '/v1/dte/folios', { headers: app.tenant.session, body })
      const mensaje = `${campo} debe ser un archivo y llegó un texto; con curl, -F archivo=@RUTA`
      expect([answer.status, answer.body.detalles]).toEqual([422, [{ campo, regla: 'tipo', mensaje }]])
    }
  })

  test('a form has each of its parts once: of two files the first would be lost', async () => {
    const body = new FormData()
    for (const folio of ['2', '4']) body.append('siguiente', folio)
    for (const n of [1, 2, 3]) body.append('archivo', new Blob([`<AUTORIZACION>${n}`]), `caf-${n}.xml`)
    const answer = await app.request('POST', '/v1/dte/folios', { headers: app.tenant.session, body })
    expect([answer.status, answer.body.code]).toEqual([422, 'VALIDATION_ERROR'])
    expect(answer.body.detalles).toEqual([
      {
        campo: 'siguiente',
        regla: 'repetido',
        mensaje: 'siguiente viene más de una vez; va uno solo por envío',
      },
      {
        campo: 'archivo',
        regla: 'repetido',
        mensaje: 'archivo viene más de una vez; va un archivo por envío',
      },
    ])
  })

  test('a form has no more parts than a hundred, whichever they are', async () => {
    const form = (parts: number, boundary = 'X') =>
      app.request('POST', '/v1/dte/folios', {
        headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, ...app.tenant.session },
        body: `${'--X\r\nContent-Disposition: form-data; name="campo"\r\n\r\n1\r\n'.repeat(parts)}--X--\r\n`,
      })
    expect((await form(99)).status).toBe(422)
    for (const answer of [await form(1000), await form(1000, '"X"')]) {
      expect([answer.status, answer.body.code]).toEqual([400, 'INVALID_JSON'])
      expect(answer.body.error).toContain('100 partes')
    }
  })
})
