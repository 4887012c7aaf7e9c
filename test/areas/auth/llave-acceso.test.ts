// Passkeys: registered, listed and deleted, logging in by one, showing one again, and all that is refused
// (http §14.2; WebAuthn Level 3 §7.1, §7.2).

import { beforeEach, describe, expect, spyOn, test } from 'bun:test'
import { generateKeyPairSync } from 'node:crypto'
import { createFactors } from '../../../src/areas/auth'
import { browserOf } from '../../support/navegador'
import {
  beginKey,
  confirmBy,
  createAuthenticator,
  enter,
  enterBy,
  finishKey,
  LOCAL,
  loginOptions,
  type Odd,
  UNVERIFIED,
  withPasskey,
} from '../../support/passkey'
import { invitePerson } from '../../support/personas'
import { bearer, secondStep, ticketOf, withFactor } from '../../support/segundo-factor'
import { type CompanyApp, PASSWORD, testAppWithCompany } from '../../support/test-app'

const EMAIL = 'dueno0@example.cl'
const MINUTE = 60_000

let app: CompanyApp
beforeEach(async () => {
  app = await testAppWithCompany()
})

const session = () => app.tenant.session
const state = async () => (await app.get('/auth/segundo-factor', session())).body.data
const list = async () => (await app.get('/auth/llaves-acceso', session())).body.data
const login = () => app.post('/auth/login', { email: EMAIL, password: PASSWORD }, {})
const newKey = (headers = session()) =>
  app.post('/v1/apikeys', { nombre: 'x', empresa_id: app.tenant.empresaId }, headers)
const remove = (id: string) => app.delete(`/auth/llaves-acceso/${id}`, undefined, session())
const log = () =>
  app.store.client
    .prepare("SELECT accion, actor, detalle FROM auditoria WHERE accion GLOB 'auth.*' ORDER BY id")
    .all() as { accion: string; actor: string; detalle: string }[]
const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey

/** Answers that are not what was asked for, each in one thing. */
const ODD: Record<string, Odd> = {
  'of another page': { origin: 'http://localhost:9999' },
  'for another domain': { rpId: 'example.cl' },
  'to a challenge of nobody': { challenge: Buffer.alloc(54).toString('base64url') },
  'of which the person was not verified': { flags: UNVERIFIED },
}

describe('registering one', () => {
  test('asks the browser for a key that verifies its person, and keeps it by name', async () => {
    const begun = await beginKey(app, session())
    expect(begun.status).toBe(200)
    expect(begun.body.data.opciones).toMatchObject({
      rp: { id: 'localhost', name: 'Timbre' },
      user: { name: EMAIL },
      attestation: 'none',
      excludeCredentials: [],
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    const device = createAuthenticator()
    const made = await finishKey(app, session(), device.create(begun.body.data.opciones), 'Teléfono de Marta')
    expect(made.status).toBe(201)
    const { codigos_recuperacion, ...llave } = made.body.data
    expect(codigos_recuperacion).toHaveLength(10)
    expect(await list()).toEqual([llave])
    expect(llave).toMatchObject({ nombre: 'Teléfono de Marta', sitio: 'localhost', last_used_at: null })
    expect(await state()).toMatchObject({
      activo: true,
      aplicacion: false,
      llaves_acceso: 1,
      codigos_restantes: 10,
      confirmado_hasta: new Date(app.clock().getTime() + 10 * MINUTE).toISOString(),
    })
    expect(log().at(-1)).toMatchObject({ accion: 'auth.llave_acceso_creada', actor: EMAIL })
    const again = (await beginKey(app, session())).body.data.opciones
    expect(again.excludeCredentials).toEqual([{ type: 'public-key', id: device.id }])
  })

  test('asks for the password, and for the factor of who has one', async () => {
    expect(await beginKey(app, session(), 'no es la clave')).toMatchObject({
      status: 422,
      body: { detalles: [{ campo: 'password', regla: 'incorrecta' }] },
    })
    const { device } = await withPasskey(app, session())
    app.advance(10 * MINUTE)
    expect((await beginKey(app, session())).body.code).toBe('SECOND_FACTOR_STALE')
    // A password alone, with a page that was left open, would else put an authenticator beside it.
    expect((await app.post('/auth/segundo-factor', { password: PASSWORD }, session())).body.code).toBe(
      'SECOND_FACTOR_STALE',
    )
    expect((await confirmBy(app, session(), device)).status).toBe(200)
    expect((await beginKey(app, session())).status).toBe(200)
  })

  test('ends the other sessions of the person, for a password alone opened them', async () => {
    const other = (await login()).body
    await withPasskey(app, session())
    expect((await app.get('/auth/me', bearer(other.access_token))).body.code).toBe('TOKEN_INVALID')
    expect((await app.get('/auth/me', session())).status).toBe(200)
  })

  test('leaves the recovery codes of an authenticator as they are', async () => {
    const { codes } = await withFactor(app, session())
    expect((await withPasskey(app, session())).codes).toBeNull()
    expect((await secondStep(app, await ticketOf(app, EMAIL), codes[0]!)).status).toBe(200)
  })

  test.each(Object.keys(ODD))('refuses one %s', async (what) => {
    const { opciones } = (await beginKey(app, session())).body.data
    const made = await finishKey(app, session(), createAuthenticator().create(opciones, ODD[what]))
    expect(made).toMatchObject({ status: 422, body: { detalles: [{ campo: 'credencial' }] } })
    expect(await list()).toEqual([])
  })

  test('refuses the answer of another session, a late one, a second one, and what is none', async () => {
    const begin = async (headers = session()) => (await beginKey(app, headers)).body.data.opciones
    const other = bearer((await login()).body.access_token)
    const ofOther = createAuthenticator().create(await begin(other))
    const late = createAuthenticator().create(await begin())
    app.advance(5 * MINUTE)
    for (const credencial of [
      ofOther,
      late,
      { id: 'x', response: {} },
      'x',
      null,
      [],
      7,
      { id: {}, response: 1 },
    ])
      expect((await finishKey(app, session(), credencial)).status).toBe(422)
    const device = createAuthenticator()
    const good = device.create(await begin())
    expect((await finishKey(app, session(), good)).status).toBe(201)
    expect(await finishKey(app, session(), good)).toMatchObject({
      status: 422,
      body: { detalles: [{ campo: 'credencial', regla: 'llave_vencida' }] },
    })
    const twice = device.create(await begin())
    expect((await finishKey(app, session(), twice)).body.code).toBe('ALREADY_EXISTS')
  })

  test('has room for twenty', async () => {
    for (let i = 0; i < 20; i++) await withPasskey(app, session())
    expect((await beginKey(app, session())).body.code).toBe('INVALID_STATE')
  })

  test('is for people: no key of the API may', async () => {
    const { key } = app.tenant
    expect((await beginKey(app, key)).body.code).toBe('SESSION_REQUIRED')
    expect((await app.get('/auth/llaves-acceso', key)).body.code).toBe('SESSION_REQUIRED')
  })
})

describe('logging in by one', () => {
  test('needs neither e-mail nor password nor code', async () => {
    const { device } = await withPasskey(app, session())
    const opciones = await loginOptions(app)
    expect(opciones).toMatchObject({ rpId: 'localhost', userVerification: 'required', allowCredentials: [] })
    const { status, body } = await enter(app, device.get(opciones))
    expect(status).toBe(200)
    expect(body.data.usuario.email).toBe(EMAIL)
    expect(body.data.empresa_activa.id).toBe(app.tenant.empresaId)
    expect(log().at(-1)).toMatchObject({ accion: 'auth.login', detalle: '{"segundo_factor":"llave_acceso"}' })
    expect((await list())[0].last_used_at).toBe(app.clock().toISOString())
    // It showed both factors: nothing is asked again.
    const fresh = bearer(body.access_token)
    expect((await newKey(fresh)).status).toBe(201)
    expect((await app.post('/auth/cookie', undefined, fresh)).status).toBe(204)
  })

  test('is the second step too, of the person whose password was right alone', async () => {
    const { device } = await withPasskey(app, session())
    const first = await login()
    expect(first).toMatchObject({
      status: 401,
      body: { code: 'SECOND_FACTOR_REQUIRED', detalles: [{ aplicacion: false, llave_acceso: true }] },
    })
    const other = await invitePerson(app, session(), 'lector')
    const { device: foreign } = await withPasskey(app, other.session)
    const { ticket } = first.body.detalles[0]
    const opciones = await loginOptions(app, ticket)
    expect(opciones.allowCredentials).toEqual([{ type: 'public-key', id: device.id }])
    expect((await enter(app, foreign.get(opciones), ticket)).body.code).toBe('INVALID_CREDENTIALS')
    // An answer to a ticket's question is none to the door's.
    expect((await enter(app, device.get(opciones))).body.code).toBe('INVALID_CREDENTIALS')
    expect((await enter(app, device.get(await loginOptions(app, ticket)), ticket)).status).toBe(200)
    expect((await app.post('/auth/login/llave-acceso/comenzar', { ticket }, LOCAL)).body.code).toBe(
      'TOKEN_INVALID',
    )
  })

  test('is not asked of who has an authenticator only', async () => {
    await withFactor(app, session())
    const ticket = await ticketOf(app, EMAIL)
    const begun = await app.post('/auth/login/llave-acceso/comenzar', { ticket }, LOCAL)
    expect(begun).toMatchObject({ status: 409, body: { code: 'INVALID_STATE' } })
  })

  test.each(Object.keys(ODD))('refuses an answer %s, and writes it down', async (what) => {
    const { device } = await withPasskey(app, session())
    const { status, body } = await enterBy(app, device, ODD[what])
    expect([status, body.code]).toEqual([401, 'INVALID_CREDENTIALS'])
    expect(log().at(-1)).toMatchObject({ accion: 'auth.login_fallido', actor: 'desconocido' })
    expect((await enterBy(app, device)).status).toBe(200)
  })

  test('refuses a signature of another key, another person’s name, and a registration in its place', async () => {
    const { device } = await withPasskey(app, session())
    const tries: Odd[] = [{ key: stranger }, { userHandle: 'dXN1XzE' }, { type: 'webauthn.create' }]
    for (const odd of tries) expect((await enterBy(app, device, odd)).status).toBe(401)
  })

  test('refuses an answer that was given before, by whom it was too late for, or that nobody is known by', async () => {
    const { device } = await withPasskey(app, session())
    const answer = device.get(await loginOptions(app))
    expect((await enter(app, answer)).status).toBe(200)
    expect((await enter(app, answer)).status).toBe(401)
    const late = device.get(await loginOptions(app))
    app.advance(5 * MINUTE)
    expect((await enter(app, late)).status).toBe(401)
    expect((await enterBy(app, createAuthenticator())).status).toBe(401)
    for (const nonsense of [
      {},
      'x',
      7,
      { id: device.id, response: {} },
      { id: device.id, response: { signature: 1 } },
    ])
      expect((await enter(app, nonsense)).status).toBe(401)
  })

  test('lets one of two in that bring the same answer at once', async () => {
    const { device } = await withPasskey(app, session())
    const answer = device.get(await loginOptions(app))
    const replies = await Promise.all([enter(app, answer), enter(app, answer)])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 401])
  })

  test('refuses a key that counts backwards, of which there may be a copy', async () => {
    const { device } = await withPasskey(app, session())
    expect((await enterBy(app, device)).status).toBe(200)
    device.counter -= 1
    const { status, body } = await enterBy(app, device)
    expect([status, body.error]).toEqual([401, expect.stringContaining('puede haber una copia')])
    expect(log().at(-1)!.detalle).toContain('copiada')
    expect((await enterBy(app, device)).status).toBe(200)
    const zero = app.store.client.prepare('UPDATE llave_acceso SET contador = 0')
    expect(() => zero.run()).toThrow('counts upwards')
  })

  test('takes a key that does not count', async () => {
    const { device } = await withPasskey(app, session(), createAuthenticator({ counts: false }))
    for (let i = 0; i < 2; i++) expect((await enterBy(app, device)).status).toBe(200)
  })

  test('is guessed at no more often than a password', async () => {
    const { device } = await withPasskey(app, session())
    for (let i = 0; i < 10; i++) expect((await enterBy(app, device, { key: stranger })).status).toBe(401)
    expect((await enterBy(app, device)).status).toBe(429)
    expect((await login()).status).toBe(429)
    for (let i = 0; i < 10; i++) await enterBy(app, createAuthenticator())
    expect((await enterBy(app, createAuthenticator())).status).toBe(429)
  })
})

describe('showing one again', () => {
  test('goes on with what asks, by token and by cookie, and is the session’s own', async () => {
    const { headers } = await browserOf(app)
    const { device } = await withPasskey(app, headers)
    const other = bearer((await enterBy(app, device)).body.access_token)
    app.advance(10 * MINUTE)
    expect((await newKey(headers)).body.code).toBe('SECOND_FACTOR_STALE')
    const { status, body } = await confirmBy(app, headers, device)
    expect([status, body.data.confirmado_hasta]).toEqual([
      200,
      new Date(app.clock().getTime() + 10 * MINUTE).toISOString(),
    ])
    expect(log().at(-1)).toMatchObject({
      accion: 'auth.segundo_factor_confirmado',
      detalle: '{"con":"llave_acceso"}',
    })
    expect((await newKey(headers)).status).toBe(201)
    expect((await newKey(other)).body.code).toBe('SECOND_FACTOR_STALE')
    expect((await confirmBy(app, other, device)).status).toBe(200)
    expect((await newKey(other)).status).toBe(201)
  })

  test('is refused where it was asked in another session, was given before, or is another person’s', async () => {
    const { device } = await withPasskey(app, session())
    const other = { ...LOCAL, ...bearer((await enterBy(app, device)).body.access_token) }
    const path = '/auth/llaves-acceso/confirmar'
    const begin = async (headers = other) =>
      (await app.post(`${path}/comenzar`, undefined, { ...LOCAL, ...headers })).body.data.opciones
    const credencial = device.get(await begin())
    expect((await app.post(path, { credencial }, { ...LOCAL, ...session() })).status).toBe(422)
    expect((await app.post(path, { credencial }, other)).status).toBe(200)
    expect((await app.post(path, { credencial }, other)).body.detalles).toMatchObject([
      { campo: 'credencial', regla: 'llave_vencida' },
    ])
    const lector = await invitePerson(app, session(), 'lector')
    const { device: foreign } = await withPasskey(app, lector.session)
    expect((await app.post(path, { credencial: foreign.get(await begin()) }, other)).status).toBe(422)
    expect(log().at(-1)).toMatchObject({ accion: 'auth.segundo_factor_fallido', actor: EMAIL })
    expect((await app.post(path, { credencial: device.get(await loginOptions(app)) }, other)).status).toBe(
      422,
    )
  })

  test('is for who has one', async () => {
    const path = '/auth/llaves-acceso/confirmar/comenzar'
    expect((await app.post(path, undefined, { ...LOCAL, ...session() })).body.code).toBe('INVALID_STATE')
  })
})

describe('without a code of an authenticator', () => {
  test('recovery codes open, are made anew by password and a factor shown lately, and confirm', async () => {
    const { device, codes } = await withPasskey(app, session())
    expect((await secondStep(app, await ticketOf(app, EMAIL), codes![0]!)).status).toBe(200)
    expect((await secondStep(app, await ticketOf(app, EMAIL), codes![0]!)).status).toBe(401)
    expect((await secondStep(app, await ticketOf(app, EMAIL), '123456')).status).toBe(401)
    const renew = () => app.post('/auth/segundo-factor/codigos', { password: PASSWORD }, session())
    app.advance(10 * MINUTE)
    expect((await renew()).body.code).toBe('SECOND_FACTOR_STALE')
    expect((await app.post('/auth/segundo-factor/confirmar', { codigo: codes![1] }, session())).status).toBe(
      200,
    )
    const fresh = (await renew()).body.data.codigos_recuperacion
    expect((await secondStep(app, await ticketOf(app, EMAIL), codes![2]!)).status).toBe(401)
    expect((await secondStep(app, await ticketOf(app, EMAIL), fresh[0])).status).toBe(200)
    expect((await enterBy(app, device)).status).toBe(200)
  })

  test('an authenticator comes and goes beside it, and there is none to take away before', async () => {
    await withPasskey(app, session())
    const quitar = () => app.post('/auth/segundo-factor/quitar', { password: PASSWORD }, session())
    expect((await quitar()).body.code).toBe('INVALID_STATE')
    await withFactor(app, session())
    expect(await state()).toMatchObject({ aplicacion: true, llaves_acceso: 1 })
    expect((await quitar()).status).toBe(204)
    expect(await state()).toMatchObject({ activo: true, aplicacion: false, codigos_restantes: 10 })
  })
})

describe('renaming one', () => {
  const rename = (id: string, nombre: string, headers = session()) =>
    app.put(`/auth/llaves-acceso/${id}`, { nombre }, headers)

  test('changes the name alone, and the log has both', async () => {
    const { device, id } = await withPasskey(app, session())
    const [before] = await list()
    const renamed = await rename(id, 'Portátil de la oficina')
    expect(renamed).toMatchObject({
      status: 200,
      body: { data: { ...before, nombre: 'Portátil de la oficina' } },
    })
    expect(await list()).toEqual([renamed.body.data])
    expect(log().at(-1)).toMatchObject({
      accion: 'auth.llave_acceso_renombrada',
      detalle: '{"nombre":"Portátil de la oficina","antes":"Teléfono"}',
    })
    expect((await enterBy(app, device)).status).toBe(200)
  })

  test('asks for the factor again, and is of one’s own keys alone', async () => {
    const { device, id } = await withPasskey(app, session())
    const other = await invitePerson(app, session(), 'lector')
    await withPasskey(app, other.session)
    expect((await rename(id, 'Ajena', other.session)).status).toBe(404)
    expect((await rename(id, '')).body.detalles).toMatchObject([{ campo: 'nombre' }])
    app.advance(10 * MINUTE)
    expect((await rename(id, 'Otra')).body.code).toBe('SECOND_FACTOR_STALE')
    await confirmBy(app, session(), device)
    expect((await rename(id, 'Otra')).status).toBe(200)
  })
})

test('a session that is ended while its key is verified registers none', async () => {
  const device = createAuthenticator()
  const { opciones } = (await beginKey(app, session())).body.data
  // The verification waits for its first digest, after the session was read.
  const digest = crypto.subtle.digest.bind(crypto.subtle)
  const ended = spyOn(crypto.subtle, 'digest').mockImplementation((...args) => {
    app.store.client.prepare('UPDATE sesion SET revoked_at = ?').run(app.clock().toISOString())
    return digest(...args)
  })
  const made = await finishKey(app, session(), device.create(opciones))
  expect(ended).toHaveBeenCalled()
  ended.mockRestore()
  expect(made).toMatchObject({
    status: 401,
    body: { code: 'TOKEN_INVALID', error: 'La sesión fue cerrada; inicie sesión de nuevo' },
  })
  expect(app.store.client.prepare('SELECT count(*) FROM llave_acceso').pluck().get()).toBe(0)
  expect(app.store.client.prepare('SELECT count(*) FROM codigo_recuperacion').pluck().get()).toBe(0)
})

describe('deleting one', () => {
  test('asks for the factor again, and the door no longer takes it', async () => {
    const { device, id } = await withPasskey(app, session())
    app.advance(10 * MINUTE)
    expect((await remove(id)).body.code).toBe('SECOND_FACTOR_STALE')
    await confirmBy(app, session(), device)
    expect((await remove(id)).status).toBe(204)
    expect((await remove(id)).status).toBe(404)
    expect((await enterBy(app, device)).status).toBe(401)
    expect(log().some(({ accion }) => accion === 'auth.llave_acceso_eliminada')).toBe(true)
  })

  test('takes the recovery codes along when it was the last factor, and not before', async () => {
    const codes = () => app.store.client.prepare('SELECT count(*) FROM codigo_recuperacion').pluck().get()
    const [one, two] = [await withPasskey(app, session()), await withPasskey(app, session())]
    await remove(one.id)
    expect(codes()).toBe(10)
    await remove(two.id)
    expect(codes()).toBe(0)
    expect((await state()).activo).toBe(false)
    expect((await login()).status).toBe(200)
  })

  test('is for one’s own', async () => {
    const other = await invitePerson(app, session(), 'lector')
    const { id } = await withPasskey(app, other.session)
    expect((await remove(id)).status).toBe(404)
  })
})

describe('an account that demands a second factor', () => {
  test('is content with a passkey, which who lacks one may register first', async () => {
    const other = await invitePerson(app, session(), 'administrador')
    await withPasskey(app, session())
    expect((await app.put('/v1/cuenta/segundo-factor', { exigido: true }, session())).status).toBe(200)
    expect((await app.get('/v1/usuarios', other.session)).body.code).toBe('SECOND_FACTOR_MISSING')
    await withPasskey(app, other.session)
    const { data } = (await app.get('/v1/usuarios', other.session)).body
    expect(data.map((one: { segundo_factor: boolean }) => one.segundo_factor)).toEqual([true, true])
  })

  test('may take it from who lost it, as the operator may: sessions and codes end with it', async () => {
    const other = await invitePerson(app, session(), 'lector')
    const { device } = await withPasskey(app, other.session)
    expect((await app.delete(`/v1/usuarios/${other.id}/segundo-factor`, undefined, session())).status).toBe(
      204,
    )
    expect((await app.get('/auth/me', other.session)).body.code).toBe('TOKEN_INVALID')
    expect((await enterBy(app, device)).status).toBe(401)
    const { id } = app.store.client.prepare('SELECT id FROM usuario WHERE email = ?').get(EMAIL) as {
      id: string
    }
    await withPasskey(app, session())
    await withFactor(app, session())
    createFactors({ store: app.store, clock: app.clock, random: () => new Uint8Array(0) }).reset(id)
    expect((await login()).status).toBe(200)
    expect(app.store.client.prepare('SELECT count(*) FROM codigo_recuperacion').pluck().get()).toBe(0)
  })
})

describe('where passkeys can be used', () => {
  const at = (origin: string, host: string, publicUrl?: string) =>
    testAppWithCompany({ ...(publicUrl && { publicUrl }) }).then((app) =>
      app.post(
        '/auth/llaves-acceso/comenzar',
        { password: PASSWORD },
        { ...app.tenant.session, origin, host },
      ),
    )

  test('is localhost on any port, and the public address with https', async () => {
    const local = await at('http://localhost:3000', 'localhost:3000')
    expect(local.body.data.opciones.rp.id).toBe('localhost')
    const there = await at('https://dte.example.cl', '127.0.0.1:3000', 'https://dte.example.cl/')
    expect(there.body.data.opciones.rp.id).toBe('dte.example.cl')
  })

  test.each([
    ['an address of the network', 'http://192.168.1.20:3000', '192.168.1.20:3000', undefined],
    ['a name that nobody configured', 'https://otra.example.cl', 'otra.example.cl', undefined],
    ['another page of this machine', 'http://localhost:9999', 'localhost:3000', undefined],
    ['http', 'http://dte.example.cl', 'dte.example.cl', 'http://dte.example.cl'],
    ['a number over https', 'https://192.168.1.20', '192.168.1.20', 'https://192.168.1.20'],
  ])('is not %s, and the answer says what to do', async (_, origin, host, publicUrl) => {
    const { status, body } = await at(origin, host, publicUrl)
    expect([status, body.code]).toEqual([409, 'INVALID_STATE'])
    expect(body.error).toContain('TIMBRE_PUBLIC_URL')
    expect(body.error).toContain(origin)
  })

  test('is told where the public address is another, and a key of one is none of the other', async () => {
    const { body } = await at('https://otra.example.cl', 'otra.example.cl', 'https://dte.example.cl')
    expect(body.error).toContain('funcionan en https://dte.example.cl')
    app = await testAppWithCompany({ publicUrl: 'https://dte.example.cl' })
    const { device } = await withPasskey(app, session())
    const headers = { origin: 'https://dte.example.cl', host: 'x' }
    const begun = await app.post('/auth/login/llave-acceso/comenzar', {}, headers)
    const credencial = device.get(begun.body.data.opciones, { origin: headers.origin })
    expect((await app.post('/auth/login/llave-acceso', { credencial }, headers)).status).toBe(401)
  })
})
