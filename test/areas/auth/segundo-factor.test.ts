// The second factor: turned on and off, logging in by it, and what keeps it from being guessed (http §14.1).

import { beforeEach, describe, expect, test } from 'bun:test'
import { createFactors } from '../../../src/areas/auth'
import { createSecrets } from '../../../src/store/secrets'
import { resealAll } from '../../../src/store/sellados'
import { readQr } from '../../pdf/leer-codigo'
import { invitePerson } from '../../support/personas'
import { bearer, secondStep, ticketOf, withFactor } from '../../support/segundo-factor'
import { type CompanyApp, PASSWORD, testAppWithCompany } from '../../support/test-app'
import { codeOf, wrongCode } from '../../support/totp'

const EMAIL = 'dueno0@example.cl'
const MINUTE = 60_000

let app: CompanyApp
beforeEach(async () => {
  app = await testAppWithCompany()
})

const session = () => app.tenant.session
const begin = (password = PASSWORD) => app.post('/auth/segundo-factor', { password }, session())
const confirm = (codigo: string) => app.post('/auth/segundo-factor/activar', { codigo }, session())
const state = async () => (await app.get('/auth/segundo-factor', session())).body.data
const login = (headers = {}) => app.post('/auth/login', { email: EMAIL, password: PASSWORD }, headers)
/** Accion and detail of what was written down, the newest last. */
const log = () =>
  app.store.client
    .prepare("SELECT accion, actor, detalle FROM auditoria WHERE accion GLOB 'auth.*' ORDER BY id")
    .all() as { accion: string; actor: string; detalle: string }[]

describe('turning it on', () => {
  test('shows a secret, its address and the same as a QR that a camera reads, and counts once a code confirms it', async () => {
    const { status, body } = await begin()
    expect(status).toBe(200)
    const { secreto, uri, qr_svg } = body.data
    expect(uri).toContain(`secret=${secreto}`)
    expect(qr_svg).toStartWith('<svg')
    expect(await textOfQr(qr_svg)).toBe(uri)
    const none = {
      aplicacion: false,
      llaves_acceso: 0,
      desde: null,
      codigos_restantes: null,
      exigido: false,
      confirmado_hasta: null,
    }
    expect(await state()).toEqual({ activo: false, ...none })
    expect((await login()).status).toBe(200)

    const on = await confirm(codeOf(secreto, app.clock()))
    expect(on.status).toBe(200)
    expect(on.body.data.codigos_recuperacion).toHaveLength(10)
    expect(await state()).toEqual({
      activo: true,
      aplicacion: true,
      llaves_acceso: 0,
      desde: app.clock().toISOString(),
      codigos_restantes: 10,
      exigido: false,
      confirmado_hasta: new Date(app.clock().getTime() + 10 * MINUTE).toISOString(),
    })
    expect(log().at(-1)).toMatchObject({ accion: 'auth.segundo_factor_activado', actor: EMAIL })
  })

  test('asks for the password, or a stolen session would lock its owner out', async () => {
    expect(await begin('no es la clave')).toMatchObject({
      status: 422,
      body: { detalles: [{ campo: 'password', regla: 'incorrecta' }] },
    })
    for (let i = 0; i < 9; i++) await begin('no es la clave')
    expect((await begin()).status).toBe(429)
  })

  test('is not done by a wrong code, nor by one of a secret that was shown before', async () => {
    const first = (await begin()).body.data.secreto
    const second = (await begin()).body.data.secreto
    expect(second).not.toBe(first)
    for (const codigo of [wrongCode(second, app.clock()), codeOf(first, app.clock())])
      expect(await confirm(codigo)).toMatchObject({
        status: 422,
        body: { detalles: [{ campo: 'codigo', regla: 'codigo_incorrecto' }] },
      })
    expect((await state()).activo).toBe(false)
    expect((await confirm(codeOf(second, app.clock()))).status).toBe(200)
  })

  test('is refused to who has one: it is taken away first, with password and code', async () => {
    await withFactor(app, session())
    expect(await begin()).toMatchObject({ status: 409, body: { code: 'INVALID_STATE' } })
    expect(await confirm('123456')).toMatchObject({ status: 409, body: { code: 'INVALID_STATE' } })
  })

  test('ends the other sessions of the person, for a password alone opened them', async () => {
    const other = (await login()).body
    await withFactor(app, session())
    expect((await app.get('/auth/me', bearer(other.access_token))).body.code).toBe('TOKEN_INVALID')
    expect((await app.post('/auth/refresh', { refresh_token: other.refresh_token }, {})).status).toBe(401)
    expect((await app.get('/auth/me', session())).status).toBe(200)
  })

  test('leaves secret and recovery codes unreadable in the file', async () => {
    const { secret, codes } = await withFactor(app, session())
    const file = app.store.client.serialize().toString('latin1')
    for (const text of [secret, ...codes, ...codes.map((code) => code.replaceAll('-', ''))])
      expect(file.includes(text)).toBe(false)
  })
})

describe('logging in with it', () => {
  test('takes the password, then the code, and only then is there a session', async () => {
    const { now } = await withFactor(app, session())
    const first = await login()
    expect(first).toMatchObject({ status: 401, body: { code: 'SECOND_FACTOR_REQUIRED' } })
    expect(first.body.access_token).toBeUndefined()
    const [{ ticket, expira_en }] = first.body.detalles
    expect(Date.parse(expira_en) - app.clock().getTime()).toBe(5 * MINUTE)

    const { status, body } = await secondStep(app, ticket, now())
    expect(status).toBe(200)
    expect(body.data.usuario.email).toBe(EMAIL)
    expect(body.data.empresa_activa.id).toBe(app.tenant.empresaId)
    expect((await app.get('/auth/me', bearer(body.access_token))).status).toBe(200)
    expect((await app.post('/auth/refresh', { refresh_token: body.refresh_token }, {})).status).toBe(200)
    expect(log().at(-1)).toMatchObject({
      accion: 'auth.login',
      detalle: '{"segundo_factor":"codigo"}',
    })
  })

  test('tells nothing to who does not know the password', async () => {
    await withFactor(app, session())
    const { body } = await app.post('/auth/login', { email: EMAIL, password: 'no es la clave' }, {})
    expect(body).toMatchObject({ code: 'INVALID_CREDENTIALS' })
    expect(body.detalles).toBeUndefined()
  })

  test('takes a code once: neither it nor an earlier one is good again, of whichever ticket', async () => {
    const { secret, now } = await withFactor(app, session())
    const code = now()
    const before = codeOf(secret, new Date(app.clock().getTime() - 30_000))
    expect((await secondStep(app, await ticketOf(app, EMAIL), code)).status).toBe(200)
    for (const again of [code, before]) {
      const { status, body } = await secondStep(app, await ticketOf(app, EMAIL), again)
      expect([status, body.code]).toEqual([401, 'INVALID_CREDENTIALS'])
    }
    app.advance(30_000)
    expect((await secondStep(app, await ticketOf(app, EMAIL), now())).status).toBe(200)
  })

  test('lets one of two in that bring the same code at once', async () => {
    const { now } = await withFactor(app, session())
    const tickets = [await ticketOf(app, EMAIL), await ticketOf(app, EMAIL)]
    const code = now()
    const replies = await Promise.all(tickets.map((ticket) => secondStep(app, ticket, code)))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 401])
  })

  test('takes a code of an authenticator whose clock is a step ahead, and none of the steps up to it', async () => {
    const { secret, now } = await withFactor(app, session())
    const ahead = codeOf(secret, new Date(app.clock().getTime() + 30_000))
    expect((await secondStep(app, await ticketOf(app, EMAIL), ahead)).status).toBe(200)
    expect((await secondStep(app, await ticketOf(app, EMAIL), now())).status).toBe(401)
  })

  test('spends a ticket by its session alone, and lets it go after five minutes', async () => {
    const { secret, now } = await withFactor(app, session())
    const ticket = await ticketOf(app, EMAIL)
    expect((await secondStep(app, ticket, wrongCode(secret, app.clock()))).body.code).toBe(
      'INVALID_CREDENTIALS',
    )
    expect((await secondStep(app, ticket, now())).status).toBe(200)
    app.advance(30_000)
    expect((await secondStep(app, ticket, now())).body.code).toBe('TOKEN_INVALID')
    const late = await ticketOf(app, EMAIL)
    app.advance(5 * MINUTE)
    expect((await secondStep(app, late, now())).body.code).toBe('TOKEN_EXPIRED')
  })

  test('is good for the second step and nothing else', async () => {
    await withFactor(app, session())
    const ticket = await ticketOf(app, EMAIL)
    expect((await app.get('/auth/me', bearer(ticket))).status).toBe(401)
    expect((await app.get(`/v1/events/stream?ticket=${ticket}`, {})).status).toBe(401)
    expect((await app.post('/auth/refresh', { refresh_token: ticket }, {})).status).toBe(401)
  })

  test('begins anew where the password changed between the steps', async () => {
    const { now } = await withFactor(app, session())
    const ticket = await ticketOf(app, EMAIL)
    const change = { actual: PASSWORD, nueva: 'otra clave de prueba' }
    expect((await app.put('/auth/password', change, session())).status).toBe(204)
    expect((await secondStep(app, ticket, now())).body.code).toBe('TOKEN_INVALID')
  })

  test('is asked for after a forgotten password too', async () => {
    const { now } = await withFactor(app, session())
    expect(now()).toHaveLength(6)
    app.store.client
      .prepare(
        `INSERT INTO restablecimiento (token_hash, usuario_id, created_at, expira_en)
         SELECT ?, id, ?, '2099-01-01T00:00:00.000Z' FROM usuario`,
      )
      .run(new Bun.CryptoHasher('sha256').update('clave_x').digest('hex'), app.clock().toISOString())
    const body = { token: 'clave_x', nueva: PASSWORD }
    expect((await app.post('/auth/password/restablecer', body, {})).status).toBe(202)
    expect((await login()).body.code).toBe('SECOND_FACTOR_REQUIRED')
  })
})

describe('guessing codes', () => {
  const stranger = (i: number) => ({ 'x-forwarded-for': `203.0.113.${i}` })

  test('is refused after ten in fifteen minutes, from wherever and by however many tickets', async () => {
    const { secret, now } = await withFactor(app, session())
    for (let i = 0; i < 10; i++) {
      const ticket = await ticketOf(app, EMAIL, stranger(i))
      const { status } = await secondStep(app, ticket, wrongCode(secret, app.clock()), stranger(i))
      expect(status).toBe(401)
    }
    // The right password opens no new round.
    expect((await login(stranger(99))).status).toBe(429)
    app.advance(15 * MINUTE)
    const ticket = await ticketOf(app, EMAIL, stranger(99))
    expect((await secondStep(app, ticket, now(), stranger(99))).status).toBe(200)
  })

  test('counts passwords and codes together', async () => {
    const { secret } = await withFactor(app, session())
    const wrong = { email: EMAIL, password: 'no es la clave' }
    for (let i = 0; i < 5; i++) await app.post('/auth/login', wrong, stranger(i))
    const ticket = await ticketOf(app, EMAIL, stranger(50))
    const code = wrongCode(secret, app.clock())
    for (let i = 0; i < 5; i++)
      expect((await secondStep(app, ticket, code, stranger(50 + i))).status).toBe(401)
    expect((await secondStep(app, ticket, code, stranger(90))).status).toBe(429)
  })

  test('a hundred times in a row, over days, leaves recovery codes alone, until one is used', async () => {
    app = await testAppWithCompany({ rates: { login: null } })
    const { secret, codes, now } = await withFactor(app, session())
    const ticket = await ticketOf(app, EMAIL)
    for (let i = 0; i < 100; i++) await secondStep(app, ticket, wrongCode(secret, app.clock()))
    const closed = await secondStep(app, ticket, now())
    expect(closed).toMatchObject({ status: 401, body: { code: 'INVALID_CREDENTIALS' } })
    expect(closed.body.error).toContain('recuperación')
    expect((await secondStep(app, ticket, codes[0]!)).status).toBe(200)
    expect((await secondStep(app, await ticketOf(app, EMAIL), now())).status).toBe(200)
  })

  test('is written down as a failed log-in', async () => {
    const { secret } = await withFactor(app, session())
    await secondStep(app, await ticketOf(app, EMAIL), wrongCode(secret, app.clock()))
    expect(log().at(-1)).toEqual({
      accion: 'auth.login_fallido',
      actor: 'desconocido',
      detalle: `{"email":"${EMAIL}","segundo_factor":"incorrecto"}`,
    })
  })
})

describe('a recovery code', () => {
  test('lets its owner in once, in capitals or not', async () => {
    const { codes } = await withFactor(app, session())
    const typed = codes[3]!.toLowerCase().replaceAll('-', ' ')
    expect((await secondStep(app, await ticketOf(app, EMAIL), typed)).status).toBe(200)
    expect((await secondStep(app, await ticketOf(app, EMAIL), codes[3]!)).status).toBe(401)
    expect((await secondStep(app, await ticketOf(app, EMAIL), codes[4]!)).status).toBe(200)
    expect((await state()).codigos_restantes).toBe(8)
    expect(log().at(-1)).toMatchObject({ detalle: '{"segundo_factor":"recuperacion"}' })
  })

  test('lets one of two in that bring it at once', async () => {
    const { codes } = await withFactor(app, session())
    const tickets = [await ticketOf(app, EMAIL), await ticketOf(app, EMAIL)]
    const replies = await Promise.all(tickets.map((ticket) => secondStep(app, ticket, codes[0]!)))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 401])
  })

  test('is taken once by the database itself, as a time step is', async () => {
    const { codes } = await withFactor(app, session())
    await secondStep(app, await ticketOf(app, EMAIL), codes[0]!)
    const { client } = app.store
    expect(() =>
      client.exec('UPDATE codigo_recuperacion SET usado_en = NULL WHERE usado_en IS NOT NULL'),
    ).toThrow('a recovery code is taken once')
    expect(() => client.exec('UPDATE segundo_factor SET ultimo_paso = ultimo_paso')).toThrow(
      'a time step is taken once',
    )
  })

  test('is none of another person', async () => {
    const { codes } = await withFactor(app, session())
    const other = await app.registerCompany()
    await withFactor(app, other.session)
    const ticket = await ticketOf(app, 'dueno1@example.cl')
    expect((await secondStep(app, ticket, codes[0]!)).status).toBe(401)
  })
})

describe('password and code together', () => {
  const both = (path: string, password: string, codigo: string) =>
    app.post(`/auth/segundo-factor/${path}`, { password, codigo }, session())

  test('make ten new recovery codes, and the old ones are no good', async () => {
    const { codes, now } = await withFactor(app, session())
    const renewed = await both('codigos', PASSWORD, now())
    expect(renewed.status).toBe(200)
    const fresh = renewed.body.data.codigos_recuperacion
    expect(fresh).toHaveLength(10)
    expect((await secondStep(app, await ticketOf(app, EMAIL), codes[0]!)).status).toBe(401)
    expect((await secondStep(app, await ticketOf(app, EMAIL), fresh[0])).status).toBe(200)
  })

  test('take it away: the next log-in is by the password alone', async () => {
    const { now } = await withFactor(app, session())
    expect((await both('quitar', PASSWORD, now())).status).toBe(204)
    expect((await state()).activo).toBe(false)
    expect((await login()).status).toBe(200)
    expect(log().map(({ accion }) => accion)).toContain('auth.segundo_factor_quitado')
  })

  test.each(['codigos', 'quitar'])(
    'are both wanted by /%s, and a wrong password spends no code',
    async (path) => {
      const { secret, now } = await withFactor(app, session())
      expect(await both(path, 'no es la clave', now())).toMatchObject({
        status: 422,
        body: { detalles: [{ campo: 'password' }] },
      })
      expect(await both(path, PASSWORD, wrongCode(secret, app.clock()))).toMatchObject({
        status: 422,
        body: { detalles: [{ campo: 'codigo', regla: 'codigo_incorrecto' }] },
      })
      expect(log().at(-1)).toMatchObject({ accion: 'auth.segundo_factor_fallido', actor: EMAIL })
      expect((await both(path, PASSWORD, now())).status).toBeLessThan(300)
    },
  )

  test('are guessed no more often than at the door', async () => {
    const { secret, now } = await withFactor(app, session())
    for (let i = 0; i < 10; i++)
      expect((await both('quitar', PASSWORD, wrongCode(secret, app.clock()))).status).toBe(422)
    expect((await both('quitar', PASSWORD, now())).status).toBe(429)
  })

  test('have nothing to do where there is no second factor', async () => {
    for (const path of ['codigos', 'quitar'])
      expect((await both(path, PASSWORD, '123456')).body.code).toBe('INVALID_STATE')
  })
})

test('goes on under a new master key, recovery codes too', async () => {
  const { codes, now } = await withFactor(app, session())
  const secrets = createSecrets(new Uint8Array(32).fill(9))
  app.store.client.transaction(() => resealAll(app.store.client, app.store.secrets, secrets))()
  const factors = createFactors({
    store: { ...app.store, secrets },
    clock: app.clock,
    random: (size) => new Uint8Array(size),
  })
  const { id } = (await app.get('/auth/me', session())).body.data.usuario
  expect([factors.spend(id, now()), factors.spend(id, codes[0]!)]).toEqual(['codigo', 'recuperacion'])
})

test('leaves with its person', async () => {
  const other = await invitePerson(app, session(), 'lector')
  await withFactor(app, other.session)
  expect((await app.delete(`/v1/usuarios/${other.id}`, undefined, session())).status).toBe(204)
  const count = (table: string) => app.store.client.prepare(`SELECT count(*) FROM ${table}`).pluck().get()
  expect([count('segundo_factor'), count('codigo_recuperacion')]).toEqual([0, 0])
})

test('an API key has no second factor', async () => {
  for (const path of ['', '/activar', '/codigos', '/quitar'])
    expect((await app.post(`/auth/segundo-factor${path}`, {}, app.tenant.key)).body.code).toBe(
      'SESSION_REQUIRED',
    )
})

/** The text of a QR's drawing, read by somebody else's program. */
async function textOfQr(svg: string): Promise<string> {
  const lado = Number(/viewBox="0 0 (\d+)/.exec(svg)![1])
  const grises = new Uint8Array(lado * lado).fill(255)
  for (const [, x, y, w, h] of svg.matchAll(/M(\d+),(\d+)h(\d+)v(\d+)h-\d+z/g))
    for (let row = Number(y); row < Number(y) + Number(h); row++)
      grises.fill(0, row * lado + Number(x), row * lado + Number(x) + Number(w))
  const [found] = await readQr({ ancho: lado, alto: lado, grises })
  return String(found)
}
