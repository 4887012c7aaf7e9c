// The second factor asked for again (http §14.1): what changes certificate, key, user or environment asks for it, and every other
// change of that kind stands below with the reason why not. A new route needs a line in one of the two.

import { beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { ACCESS, type Access, SHOWN } from '../../src/http/credential'
import { detailOf } from '../../src/http/openapi'
import { browserOf } from '../support/navegador'
import { invitePerson } from '../support/personas'
import { secondStep, ticketOf, withFactor } from '../support/segundo-factor'
import { nuevaEmpresa, type Reply, type Tenant, type TestApp, testAppWithCompany } from '../support/test-app'
import { codeOf, wrongCode } from '../support/totp'

const MINUTE = 60_000
const CERTIFICADO = 'what signs, or goes into the SII, for the company'
const LLAVE = 'a key is an access of its own'
const USUARIO = 'who comes in, and what they may do'
const CUENTA = 'who may come in without it'
const PROPIO = 'by what the person comes in'

/** Routes that ask for it again, with what they change, and the body with which they do. */
const ASKED: Record<string, [why: string, body?: object]> = {
  'POST /v1/empresa/:id/certificado': [CERTIFICADO, { simulado: true }],
  'DELETE /v1/empresa/:id/certificado': [`${CERTIFICADO}: it stops`],
  'PUT /v1/empresa/:id/portal/clave': [CERTIFICADO, { simulado: true }],
  'DELETE /v1/empresa/:id/portal/clave': [`${CERTIFICADO}: it stops`],
  'PUT /v1/empresa/:id': ['the environment', { ambiente: 'certificacion' }],
  'DELETE /v1/empresa/:id': ['certificate and keys go with it'],
  'POST /v1/apikeys': [LLAVE, {}],
  'POST /v1/apikeys/:id/rotar': [LLAVE],
  'DELETE /v1/apikeys/:id': [`${LLAVE}: it stops`],
  'POST /v1/usuarios/invitar': [USUARIO, {}],
  'DELETE /v1/usuarios/invitaciones/:id': [USUARIO],
  'PUT /v1/usuarios/:id': [USUARIO, { rol: 'lector' }],
  'DELETE /v1/usuarios/:id': [USUARIO],
  'DELETE /v1/usuarios/:id/segundo-factor': [CUENTA],
  'PUT /v1/cuenta/segundo-factor': [CUENTA, { exigido: true }],
  'PUT /auth/password': ['the person’s own access', { actual: 'x', nueva: 'otra clave de prueba' }],
  'POST /auth/segundo-factor': [`${PROPIO}, besides the password`, { password: 'x' }],
  'POST /auth/segundo-factor/activar': [PROPIO, { codigo: '123456' }],
  'POST /auth/llaves-acceso/comenzar': [`${PROPIO}, besides the password`, { password: 'x' }],
  'PUT /auth/llaves-acceso/:id': [PROPIO, { nombre: 'x' }],
  'DELETE /auth/llaves-acceso/:id': [PROPIO],
  'POST /v1/cuenta/exportaciones': ['everything leaves', { password: 'x' }],
  'GET /v1/cuenta/exportaciones/:id/archivo': ['everything leaves'],
  'POST /v1/firma/calendario': ['an address that reads for whoever has it'],
}

const ITSELF = 'it asks for the code or a passkey itself'
const SESSION = 'a session that is there goes on, or ends'
const NO_ACCESS = 'it opens nothing to anybody'

/** Changes by a person of no or of such a permission that do not ask. */
const FREE: Record<string, string> = {
  'POST /auth/segundo-factor/confirmar': ITSELF,
  'POST /auth/segundo-factor/codigos': ITSELF,
  'POST /auth/segundo-factor/quitar': ITSELF,
  'POST /auth/llaves-acceso': 'it answers to what asked for it in the same session',
  'POST /auth/llaves-acceso/confirmar/comenzar': ITSELF,
  'POST /auth/llaves-acceso/confirmar': ITSELF,
  'POST /auth/cookie': SESSION,
  'DELETE /auth/cookie': SESSION,
  'DELETE /auth/sesiones/:id': SESSION,
  'POST /v1/empresa/seleccionar': SESSION,
  'PUT /v1/cuenta': NO_ACCESS,
  'POST /v1/empresa': 'a company of its own, which can issue nothing without a certificate',
  'POST /v1/empresa/:id/restaurar': 'its keys stay revoked, and its certificate gone',
  'POST /v1/empresa/:id/portal/probar': NO_ACCESS,
  'POST /v1/empresa/:id/portal/desbloquear': NO_ACCESS,
  'POST /v1/empresa/:id/portal/cerrar': NO_ACCESS,
  'PUT /v1/empresa/:id/programacion': NO_ACCESS,
  'PUT /v1/firma/empresas/:id': NO_ACCESS,
  'DELETE /v1/firma/calendario': NO_ACCESS,
  'PUT /v1/firma/aviso-diario': NO_ACCESS,
  'POST /v1/firma/operaciones': NO_ACCESS,
  'POST /v1/firma/operaciones/:id/cancelar': NO_ACCESS,
  'POST /v1/firma/operaciones/:id/reintentar': NO_ACCESS,
  'POST /v1/firma/aviso-diario/probar': NO_ACCESS,
  'DELETE /v1/cuenta/exportaciones/:id': NO_ACCESS,
  'PUT /v1/empresa/:id/buzon': 'the way to a mailbox, which gives none into Timbre',
  'DELETE /v1/empresa/:id/buzon': 'the way to a mailbox, which gives none into Timbre',
  'POST /v1/empresa/:id/buzon/probar': NO_ACCESS,
  'POST /v1/respaldos': 'a copy in the place that the operator named, encrypted for whom he named',
  ...Object.fromEntries(
    [
      'POST /v1/certificacion',
      ...['abandonar', 'avanzar', 'declarada', 'deshacer', 'intercambio', 'sets'].map(
        (what) => `POST /v1/certificacion/:id/${what}`,
      ),
      ...['declarado', 'veredicto'].map((what) => `POST /v1/certificacion/:id/sets/:clase/${what}`),
      'PUT /v1/certificacion/:id/sets/:clase/ajustes',
    ].map((route) => [route, NO_ACCESS]),
  ),
}
const GOVERNING = [null, 'apikeys:administrar', 'usuarios:administrar', 'empresa:administrar']

type App = TestApp & { tenant: Tenant }
let app: App
let ids: Record<string, string>
/** Sends a guarded route with ids of things that are there. */
const send = (route: string, headers = app.tenant.session): Promise<Reply> => {
  const [method, path] = route.split(' ') as [string, string]
  const base = /^\/(?:v1|auth)\/[a-z-]+(?:\/invitaciones)?/.exec(path)?.[0] ?? ''
  const body = ASKED[route]?.[1]
  return app.request(method, path.replace(':id', ids[base] ?? ''), {
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    body: body ? JSON.stringify(body) : null,
  })
}
const confirm = (codigo: string, headers = app.tenant.session) =>
  app.post('/auth/segundo-factor/confirmar', { codigo }, headers)
const isAsked = ({ status, body }: Reply): boolean => status === 403 && body.code === 'SECOND_FACTOR_STALE'

async function set(): Promise<void> {
  app = await testAppWithCompany()
  const { session, empresaId } = app.tenant
  const person = await invitePerson(app, session, 'lector')
  const invited = await app.post(
    '/v1/usuarios/invitar',
    { email: 'otra@example.cl', rol: 'lector', empresas: [] },
    session,
  )
  const key = await app.post('/v1/apikeys', { nombre: 'x', empresa_id: empresaId }, session)
  ids = {
    '/v1/empresa': empresaId,
    '/v1/usuarios': person.id,
    '/v1/usuarios/invitaciones': invited.body.data.id,
    '/v1/apikeys': key.body.data.id,
    '/v1/cuenta': 'exp_1',
    '/auth/llaves-acceso': 'lla_1',
  }
}

describe('the table of what asks again', () => {
  beforeAll(set)

  test('has a line for every change of a person’s that could open a company to others', () => {
    const governing = app.app.elysia.routes
      .filter((route) => {
        const { publico, permiso } = detailOf(route)[ACCESS] as Access
        const writes = !['GET', 'HEAD', 'OPTIONS'].includes(route.method)
        // The simulated SII is nobody's.
        return (
          (writes || detailOf(route)[SHOWN]) &&
          !publico &&
          GOVERNING.includes(permiso) &&
          !route.path.startsWith('/simulador/')
        )
      })
      .map(({ method, path }) => `${method} ${path}`)
    expect([...Object.keys(ASKED), ...Object.keys(FREE)].sort()).toEqual(governing.sort())
  })

  test('is what the routes say of themselves', () => {
    const marked = app.app.elysia.routes.filter((route) => detailOf(route)[SHOWN])
    expect(marked.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(Object.keys(ASKED).sort())
  })

  test.each(Object.keys(ASKED))('%s asks no one who has no second factor', async (route) => {
    expect(isAsked(await send(route))).toBe(false)
  })
})

describe('a session that showed it more than ten minutes ago', () => {
  beforeEach(set)

  test('is asked by each of the table, with nothing done, and goes on once it has confirmed', async () => {
    const { now } = await withFactor(app, app.tenant.session)
    app.advance(10 * MINUTE)
    const rows = () => app.store.client.prepare('SELECT count(*) FROM auditoria').pluck().get()
    const before = rows()
    const asked: string[] = []
    for (const route of Object.keys(ASKED)) if (isAsked(await send(route))) asked.push(route)
    expect(asked).toEqual(Object.keys(ASKED))
    expect(rows()).toBe(before)

    const { status, body } = await confirm(now())
    expect([status, body.data.confirmado_hasta]).toEqual([
      200,
      new Date(app.clock().getTime() + 10 * MINUTE).toISOString(),
    ])
    for (const route of Object.keys(ASKED).filter((route) => !route.startsWith('DELETE /v1/empresa/:id')))
      expect([route, isAsked(await send(route))]).toEqual([route, false])
  })

  test('is not asked by what opens nothing', async () => {
    await withFactor(app, app.tenant.session)
    app.advance(10 * MINUTE)
    const { session, empresaId } = app.tenant
    const data = await app.put(`/v1/empresa/${empresaId}`, { telefono: '+56 71 223 4455' }, session)
    expect([data.status, data.body.code]).toEqual([200, undefined])
    expect((await app.put('/v1/cuenta', { nombre: 'Otra' }, session)).status).toBe(200)
  })

  test('is none that logged in by it since, or turned it on', async () => {
    const { now } = await withFactor(app, app.tenant.session)
    app.advance(10 * MINUTE - 30_001)
    expect(isAsked(await send('POST /v1/apikeys'))).toBe(false)
    app.advance(1)
    expect(isAsked(await send('POST /v1/apikeys'))).toBe(true)
    const { body } = await secondStep(app, await ticketOf(app, 'dueno0@example.cl'), now())
    const fresh = { authorization: `Bearer ${body.access_token}` }
    expect(isAsked(await send('POST /v1/apikeys', fresh))).toBe(false)
    // Another session of the same person is another page.
    expect(isAsked(await send('POST /v1/apikeys'))).toBe(true)
  })

  test('is asked by its cookie as by its token, and keeps it through a refresh', async () => {
    const { headers } = await browserOf(app)
    const begun = await app.post('/auth/segundo-factor', { password: 'una clave de prueba' }, headers)
    expect(begun.status).toBe(200)
    const code = () => codeOf(begun.body.data.secreto, app.clock())
    await app.post('/auth/segundo-factor/activar', { codigo: code() }, headers)
    app.advance(10 * MINUTE)
    expect(isAsked(await send('POST /v1/apikeys', headers))).toBe(true)
    expect((await confirm(code(), headers)).status).toBe(200)
    expect(isAsked(await send('POST /v1/apikeys', headers))).toBe(false)

    app.advance(30_000)
    const { body } = await secondStep(app, await ticketOf(app, 'dueno0@example.cl'), code())
    const pair = (await app.post('/auth/refresh', { refresh_token: body.refresh_token }, {})).body
    expect(isAsked(await send('POST /v1/apikeys', { authorization: `Bearer ${pair.access_token}` }))).toBe(
      false,
    )
    app.advance(10 * MINUTE)
    const later = (await app.post('/auth/refresh', { refresh_token: pair.refresh_token }, {})).body
    expect(isAsked(await send('POST /v1/apikeys', { authorization: `Bearer ${later.access_token}` }))).toBe(
      true,
    )
  })

  test('is asked again where the clock was put back: what was shown in the future tells nothing', async () => {
    await withFactor(app, app.tenant.session)
    app.jump(-20 * MINUTE)
    expect(isAsked(await send('POST /v1/apikeys'))).toBe(true)
  })

  test('confirms by a recovery code too, and by no code twice', async () => {
    const { codes, now, secret } = await withFactor(app, app.tenant.session)
    app.advance(10 * MINUTE)
    expect((await confirm(wrongCode(secret, app.clock()))).status).toBe(422)
    expect((await confirm(codes[0]!)).status).toBe(200)
    expect((await confirm(codes[0]!)).status).toBe(422)
    const code = now()
    expect((await confirm(code)).status).toBe(200)
    expect(await confirm(code)).toMatchObject({
      status: 422,
      body: { detalles: [{ campo: 'codigo', regla: 'codigo_usado' }] },
    })
  })

  test('guesses at it no more often than at the door', async () => {
    const { now, secret } = await withFactor(app, app.tenant.session)
    for (let i = 0; i < 10; i++) expect((await confirm(wrongCode(secret, app.clock()))).status).toBe(422)
    expect((await confirm(now())).status).toBe(429)
    expect((await app.post('/auth/login', { email: 'dueno0@example.cl', password: 'x' }, {})).status).toBe(
      429,
    )
  })

  test('is no API key: it is not a person, and is not asked', async () => {
    const body = { nombre: 'k', empresa_id: app.tenant.empresaId, scopes: ['apikeys:administrar'] }
    const { api_key } = (await app.post('/v1/apikeys', body, app.tenant.session)).body.data
    await withFactor(app, app.tenant.session)
    app.advance(10 * MINUTE)
    expect(isAsked(await send('DELETE /v1/apikeys/:id', { 'x-api-key': api_key }))).toBe(false)
    expect((await confirm('123456', { 'x-api-key': api_key })).body.code).toBe('SESSION_REQUIRED')
  })

  test('has nothing to confirm without a second factor', async () => {
    expect((await confirm('123456')).body.code).toBe('INVALID_STATE')
  })
})

describe('an account that demands it', () => {
  beforeEach(set)
  const demand = (exigido: boolean) => app.put('/v1/cuenta/segundo-factor', { exigido }, app.tenant.session)

  test('is made so by an owner who has one', async () => {
    expect(await demand(true)).toMatchObject({ status: 409, body: { code: 'INVALID_STATE' } })
    await withFactor(app, app.tenant.session)
    expect((await demand(true)).body.data.segundo_factor_exigido).toBe(true)
    expect((await app.get('/v1/cuenta', app.tenant.session)).body.data.segundo_factor_exigido).toBe(true)
    expect((await demand(false)).body.data.segundo_factor_exigido).toBe(false)
  })

  test('lets who lacks it turn it on and do nothing else, by every route there is', async () => {
    const other = await invitePerson(app, app.tenant.session, 'administrador')
    await withFactor(app, app.tenant.session)
    await demand(true)
    const open: string[] = []
    for (const route of app.app.elysia.routes) {
      const access = detailOf(route)[ACCESS] as Access
      if (access.publico) continue
      const name = `${route.method} ${route.path}`
      if (name === 'DELETE /auth/cookie') continue
      const { status, body } = await app.request(route.method, route.path.replace(/:\w+/g, '1'), {
        headers: other.session,
      })
      if (status !== 403 || body.code !== 'SECOND_FACTOR_MISSING') open.push(name)
    }
    expect(open.sort()).toEqual([
      'GET /auth/llaves-acceso',
      'GET /auth/me',
      'GET /auth/segundo-factor',
      'POST /auth/cookie',
      'POST /auth/llaves-acceso',
      'POST /auth/llaves-acceso/comenzar',
      'POST /auth/segundo-factor',
      'POST /auth/segundo-factor/activar',
    ])
    expect((await app.get('/auth/me', other.session)).body.data.falta_segundo_factor).toBe(true)
    expect((await app.get('/auth/segundo-factor', other.session)).body.data.exigido).toBe(true)

    await withFactor(app, other.session)
    expect((await app.get('/v1/usuarios', other.session)).status).toBe(200)
    expect((await app.get('/auth/me', other.session)).body.data.falta_segundo_factor).toBe(false)
  })

  test('holds for who logs in, or accepts an invitation, afterwards', async () => {
    const other = await invitePerson(app, app.tenant.session, 'emisor')
    await withFactor(app, app.tenant.session)
    await demand(true)
    const late = await invitePerson(app, app.tenant.session, 'contador')
    const { body } = await app.post(
      '/auth/login',
      { email: other.email, password: 'una clave de prueba' },
      {},
    )
    for (const token of [late.token, body.access_token])
      expect((await app.get('/v1/documentos', { authorization: `Bearer ${token}` })).body.code).toBe(
        'SECOND_FACTOR_MISSING',
      )
  })

  test('leaves its API keys alone, and other accounts', async () => {
    const stranger = await app.registerCompany()
    await withFactor(app, app.tenant.session)
    await demand(true)
    expect((await app.get('/v1/documentos', app.tenant.key)).status).toBe(200)
    expect((await app.get('/v1/documentos', stranger.session)).status).toBe(200)
  })

  test('is no matter of who does not own it', async () => {
    const admin = await invitePerson(app, app.tenant.session, 'administrador')
    await withFactor(app, admin.session)
    const { body } = await app.put('/v1/cuenta/segundo-factor', { exigido: true }, admin.session)
    expect(body.code).toBe('FORBIDDEN')
  })
})

describe('who administers people', () => {
  beforeEach(set)

  test('sees who has one, and takes it from who lost it: the sessions end, and it is written down', async () => {
    const other = await invitePerson(app, app.tenant.session, 'emisor')
    await withFactor(app, other.session)
    const shown = async () =>
      (await app.get('/v1/usuarios', app.tenant.session)).body.data.find(
        ({ id }: { id: string }) => id === other.id,
      ).segundo_factor
    expect(await shown()).toBe(true)
    const reset = () => app.delete(`/v1/usuarios/${other.id}/segundo-factor`, undefined, app.tenant.session)
    expect((await reset()).status).toBe(204)
    expect(await shown()).toBe(false)
    expect((await app.get('/auth/me', other.session)).body.code).toBe('TOKEN_INVALID')
    expect((await reset()).body.code).toBe('INVALID_STATE')
    const { data } = (await app.get('/v1/auditoria?accion=usuario', app.tenant.session)).body
    expect(data[0]).toMatchObject({
      accion: 'usuario.segundo_factor_quitado',
      detalle: { email: other.email },
    })
    const { status } = await app.post(
      '/auth/login',
      { email: other.email, password: 'una clave de prueba' },
      {},
    )
    expect(status).toBe(200)
  })

  test('takes none from who may do more, from a stranger’s account, or from himself', async () => {
    const admin = await invitePerson(app, app.tenant.session, 'administrador')
    const stranger = await app.registerCompany()
    const owner = (await app.get('/auth/me', app.tenant.session)).body.data.usuario.id
    const foreign = (await app.get('/auth/me', stranger.session)).body.data.usuario.id
    await withFactor(app, app.tenant.session)
    const reset = (id: string, headers = app.tenant.session) =>
      app.delete(`/v1/usuarios/${id}/segundo-factor`, undefined, headers)
    expect((await reset(owner, admin.session)).body.code).toBe('FORBIDDEN')
    expect((await reset(foreign)).body.code).toBe('NOT_FOUND')
    expect((await reset(owner)).body.code).toBe('INVALID_STATE')
    expect((await app.get('/auth/segundo-factor', app.tenant.session)).body.data.activo).toBe(true)
  })
})

test('a company of the same account is no way around: each asks', async () => {
  app = await testAppWithCompany()
  const { session } = app.tenant
  const sibling = (await app.post('/v1/empresa', nuevaEmpresa('96790240-3'), session)).body.data.id
  await withFactor(app, session)
  app.advance(10 * MINUTE)
  expect(isAsked(await app.delete(`/v1/empresa/${sibling}/certificado`, undefined, session))).toBe(true)
})
