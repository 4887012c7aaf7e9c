// Registration, login, rotation of refresh tokens and sessions (http §14).

import { describe, expect, spyOn, test } from 'bun:test'
import { createPasswords } from '../../../src/areas/auth'
import { nuevaEmpresa, PASSWORD, type TestApp, testApp, testAppWithCompany } from '../../support/test-app'

const ANA = { nombre: 'Ana Muñoz', email: 'ana@example.cl', password: PASSWORD }
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const register = (app: TestApp, over: object = {}) => app.post('/auth/register', { ...ANA, ...over }, {})
const login = (app: TestApp, over: object = {}) =>
  app.post('/auth/login', { email: ANA.email, password: ANA.password, ...over }, {})
const refresh = (app: TestApp, refresh_token: string) => app.post('/auth/refresh', { refresh_token }, {})

describe('POST /auth/register', () => {
  test('answers 201 with tokens in data and at top level, the person and the account', async () => {
    const app = await testApp()
    const { status, body } = await register(app)
    expect(status).toBe(201)
    expect(body.data).toMatchObject({
      token_type: 'Bearer',
      expires_in: 3600,
      usuario: { nombre: 'Ana Muñoz', email: 'ana@example.cl', rol: 'propietario' },
      cuenta: { nombre: 'Ana Muñoz', plan: 'Empresa' },
      empresa_activa: null,
    })
    for (const name of ['access_token', 'refresh_token', 'token_type', 'expires_in']) {
      expect(body[name]).toBe(body.data[name])
    }
    expect((await app.get('/auth/me', bearer(body.access_token))).status).toBe(200)
  })

  test('makes the named company the active one, in simulacion and still to be completed', async () => {
    const app = await testApp()
    const { body } = await register(app, { empresa: { rut: '76.543.210-3', razon_social: 'Ñandú  Ltda.' } })
    expect(body.data.empresa_activa).toMatchObject({
      rut: '76543210-3',
      razon_social: 'Ñandú Ltda.',
      ambiente: 'simulacion',
    })
    const { data } = (await app.get('/v1/empresa/actual', bearer(body.access_token))).body
    expect(data).toMatchObject({ giro: null, direccion: null, comuna: null, actividades_economicas: [] })
  })

  test('is open to the first person only, unless the server is open to all', async () => {
    const closed = await testApp({ openRegistration: false })
    expect((await register(closed)).status).toBe(201)
    expect(await register(closed, { email: 'otra@example.cl' })).toMatchObject({
      status: 403,
      body: { code: 'FORBIDDEN' },
    })
    const open = await testApp({ openRegistration: true })
    await register(open)
    expect((await register(open, { email: 'otra@example.cl' })).status).toBe(201)
  })

  test('lets only one of two first persons in, however close they come', async () => {
    const app = await testApp({ openRegistration: false })
    const replies = await Promise.all([register(app), register(app, { email: 'otra@example.cl' })])
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 403])
  })

  test('refuses a known e-mail, whatever its case, and leaves no account behind', async () => {
    const app = await testApp()
    await register(app)
    expect(await register(app, { email: 'ANA@example.cl' })).toMatchObject({
      status: 409,
      body: { code: 'ALREADY_EXISTS' },
    })
    expect(app.store.client.prepare('SELECT count(*) FROM cuenta').pluck().get()).toBe(1)
  })

  test('undoes the account when the company cannot be', async () => {
    const app = await testApp()
    app.store.client.exec(
      "CREATE TRIGGER sin_empresas BEFORE INSERT ON empresa BEGIN SELECT RAISE(ABORT, 'no'); END",
    )
    const { status } = await register(app, { empresa: { rut: '76543210-3', razon_social: 'X' } })
    expect(status).toBe(500)
    expect(app.store.client.prepare('SELECT count(*) FROM usuario').pluck().get()).toBe(0)
  })

  test('names every fault of the body at once', async () => {
    const app = await testApp()
    const { status, body } = await app.post(
      '/auth/register',
      { email: 'sin arroba', password: 'corta', empresa: { rut: '1-1', giro: 'x' } },
      {},
    )
    expect(status).toBe(422)
    expect(body.detalles.map(({ campo }: { campo: string }) => campo).sort()).toEqual([
      'email',
      'empresa.giro',
      'empresa.razon_social',
      'empresa.rut',
      'nombre',
      'password',
    ])
  })

  test('stores the password as argon2id alone', async () => {
    const app = await testApp()
    await register(app)
    const row = app.store.client.prepare('SELECT * FROM usuario').get() as { password_hash: string }
    expect(row.password_hash).toStartWith('$argon2id$')
    expect(JSON.stringify(row)).not.toContain(PASSWORD)
  })
})

describe('POST /auth/login', () => {
  test('gives tokens, the person and the active company, in data and at top level', async () => {
    const app = await testAppWithCompany()
    const { status, body } = await login(app, { email: 'DUENO0@example.cl' })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ expires_in: 3600, empresa_activa: { id: app.tenant.empresaId } })
    expect(body.access_token).toBe(body.data.access_token)
    expect(body.refresh_token).toBe(body.data.refresh_token)
  })

  test('says the same of an unknown e-mail and of a wrong password', async () => {
    const app = await testApp()
    await register(app)
    const wrong = await login(app, { password: 'otra clave cualquiera' })
    const unknown = await login(app, { email: 'nadie@example.cl' })
    expect(wrong).toMatchObject({ status: 401, body: { code: 'INVALID_CREDENTIALS' } })
    expect(unknown.body).toEqual(wrong.body)
  })

  test('compares a hash for an unknown e-mail too, of the same cost, so that time does not tell', async () => {
    const passwords = createPasswords({ memoryCost: 8, timeCost: 1 })
    const known = await passwords.hash('x')
    const compare = spyOn(Bun.password, 'verify')
    try {
      expect(await passwords.verify('y', null)).toBe(false)
      const [, compared] = compare.mock.calls[0]!
      const costOf = (hash: unknown) => String(hash).split('$').slice(0, 4)
      expect(costOf(compared)).toEqual(costOf(known))
    } finally {
      compare.mockRestore()
    }
  })

  test('compares one password at a time, however many log in: the other threads sign', async () => {
    const passwords = createPasswords({ memoryCost: 8, timeCost: 1 })
    const known = await passwords.hash('x')
    const real = Bun.password.verify
    let [running, most] = [0, 0]
    const compare = spyOn(Bun.password, 'verify').mockImplementation(async (...given) => {
      most = Math.max(most, ++running)
      const matches = await real.apply(Bun.password, given)
      running--
      return matches
    })
    try {
      const tries = ['x', 'y', 'x', '', 'x'].map((password) =>
        passwords.verify(password, known).catch(() => 'refused'),
      )
      // An empty password is refused by the runtime itself; those behind it are compared all the same.
      expect(await Promise.all(tries)).toMatchObject([true, false, true, expect.anything(), true])
      expect(most).toBe(1)
    } finally {
      compare.mockRestore()
    }
  })

  test('takes a password typed on a keyboard that composes its ñ otherwise', async () => {
    const app = await testApp()
    await register(app, { password: 'contraseña larga'.normalize('NFC') })
    expect((await login(app, { password: 'contraseña larga'.normalize('NFD') })).status).toBe(200)
  })

  test('leaves the company open when there are several, and resumes the last one used', async () => {
    const app = await testApp()
    const { body } = await register(app)
    const session = bearer(body.access_token)
    await app.post('/v1/empresa', nuevaEmpresa('76543210-3'), session)
    const second = (await app.post('/v1/empresa', nuevaEmpresa('77123456-9'), session)).body.data
    // The first one made became active, since the session had none.
    expect((await login(app)).body.data.empresa_activa.rut).toBe('76543210-3')
    await app.post('/v1/empresa/seleccionar', { empresa_id: second.id }, session)
    app.advance(61_000)
    await app.get('/v1/cuenta', session)
    expect((await login(app)).body.data.empresa_activa.id).toBe(second.id)
    app.store.client.prepare('UPDATE sesion SET empresa_id = NULL').run()
    expect((await login(app)).body.data.empresa_activa).toBeNull()
  })

  test('writes neither password nor token to the log', async () => {
    const app = await testApp({ logLevel: 'debug' })
    const { body } = await register(app)
    await login(app, { password: 'otra clave secreta' })
    const text = JSON.stringify(app.logs)
    for (const secret of [PASSWORD, 'otra clave secreta', body.access_token, body.refresh_token]) {
      expect(text).not.toContain(secret)
    }
  })
})

describe('POST /auth/refresh', () => {
  test('gives a new pair, and each refresh token works once', async () => {
    const app = await testApp()
    const first = (await register(app)).body
    app.advance(3601_000)
    const second = await refresh(app, first.refresh_token)
    expect(second.status).toBe(200)
    expect(second.body.refresh_token).not.toBe(first.refresh_token)
    expect(second.body.data.access_token).toBe(second.body.access_token)
    expect((await app.get('/auth/me', bearer(second.body.access_token))).status).toBe(200)
    expect((await refresh(app, second.body.refresh_token)).status).toBe(200)
  })

  test('that is reused ends the whole family: no token of it works any more', async () => {
    const app = await testApp()
    const first = (await register(app)).body
    const second = (await refresh(app, first.refresh_token)).body
    expect(await refresh(app, first.refresh_token)).toMatchObject({
      status: 401,
      body: { code: 'REFRESH_REUSED' },
    })
    expect((await refresh(app, second.refresh_token)).body.code).toBe('TOKEN_INVALID')
    expect((await app.get('/auth/me', bearer(second.access_token))).body.code).toBe('TOKEN_INVALID')
    // Other sessions of the same person live on.
    expect((await login(app)).status).toBe(200)
  })

  test('of two uses at once gives one pair', async () => {
    const app = await testApp()
    const { refresh_token } = (await register(app)).body
    const replies = await Promise.all([refresh(app, refresh_token), refresh(app, refresh_token)])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 401])
  })

  test('lives seven days', async () => {
    const app = await testApp()
    const { refresh_token } = (await register(app)).body
    app.advance(7 * 86_400_000 - 1)
    const renewed = await refresh(app, refresh_token)
    expect(renewed.status).toBe(200)
    app.advance(7 * 86_400_000)
    expect((await refresh(app, renewed.body.refresh_token)).body.code).toBe('TOKEN_EXPIRED')
  })

  test('knows only tokens that it gave, and no access token', async () => {
    const app = await testApp()
    const { access_token } = (await register(app)).body
    for (const token of ['rt_x', 'x'.repeat(200)]) {
      expect((await refresh(app, token)).body.code).toBe('TOKEN_INVALID')
    }
    expect((await refresh(app, access_token)).status).toBeOneOf([401, 422])
  })

  test('is stored as a hash alone', async () => {
    const app = await testApp()
    const { refresh_token } = (await register(app)).body
    const rows = JSON.stringify(app.store.client.prepare('SELECT * FROM refresh_token').all())
    expect(rows).not.toContain(refresh_token)
  })
})

describe('POST /auth/logout', () => {
  test('answers 204 and ends the session at once', async () => {
    const app = await testApp()
    const { access_token, refresh_token } = (await register(app)).body
    expect(await app.post('/auth/logout', { refresh_token }, {})).toMatchObject({ status: 204, body: '' })
    expect((await app.get('/auth/me', bearer(access_token))).body.code).toBe('TOKEN_INVALID')
    expect((await refresh(app, refresh_token)).body.code).toBe('TOKEN_INVALID')
    expect((await app.post('/auth/logout', { refresh_token: 'rt_nada' }, {})).status).toBe(204)
  })
})

describe('GET /auth/me', () => {
  test('tells who, with which role and permissions, in which companies', async () => {
    const app = await testAppWithCompany()
    const { status, body } = await app.get('/auth/me', app.tenant.session)
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      usuario: { email: 'dueno0@example.cl' },
      rol: 'propietario',
      empresas: [{ id: app.tenant.empresaId, rut: '76543210-3' }],
      empresa_activa: { id: app.tenant.empresaId },
    })
    expect(body.data.permisos).toContain('billing:administrar')
  })
})

describe('ensureOwner', () => {
  test('makes the owner of an empty server once, who can log in', async () => {
    const app = await testApp({ openRegistration: false })
    await app.app.ensureOwner(ANA)
    await app.app.ensureOwner({ ...ANA, email: 'otra@example.cl' })
    expect(app.store.client.prepare('SELECT actor, accion FROM auditoria').all()).toEqual([
      { actor: 'operador', accion: 'auth.registro' },
    ])
    expect((await login(app)).body.data.usuario.rol).toBe('propietario')
    expect((await login(app, { email: 'otra@example.cl' })).status).toBe(401)
    expect((await register(app, { email: 'tercera@example.cl' })).status).toBe(403)
  })
})

describe('the role of a person', () => {
  test('limits what the session may do, at once when it changes', async () => {
    const app = await testAppWithCompany()
    app.store.client.prepare("UPDATE usuario SET rol = 'lector'").run()
    expect((await app.get('/v1/empresa', app.tenant.session)).status).toBe(200)
    expect(await app.get('/v1/apikeys', app.tenant.session)).toMatchObject({
      status: 403,
      body: { code: 'FORBIDDEN' },
    })
    expect((await app.post('/v1/empresa', nuevaEmpresa('77123456-9'), app.tenant.session)).body.code).toBe(
      'FORBIDDEN',
    )
  })
})
