// Invitations to an account (http §14, §22).

import { describe, expect, test } from 'bun:test'
import type { Mensaje } from '../../../src/areas/auth'
import { tokenOf } from '../../support/personas'
import {
  type Headers0,
  nuevaEmpresa,
  PASSWORD,
  type TestApp,
  testAppWithCompany,
} from '../../support/test-app'

const DAY = 86_400_000

const invite = (app: TestApp, headers: Headers0, over: object = {}) =>
  app.post('/v1/usuarios/invitar', { email: 'ana@example.cl', rol: 'emisor', empresas: [], ...over }, headers)
const accept = (app: TestApp, token: string) =>
  app.post('/auth/invite/accept', { token, nombre: 'Ana Muñoz', password: PASSWORD }, {})
const open = async (app: TestApp, headers: Headers0) =>
  (await app.get('/v1/usuarios/invitaciones', headers)).body.data

describe('POST /v1/usuarios/invitar', () => {
  test('answers 201 with a link good for seven days, whose token is kept as a hash alone', async () => {
    const app = await testAppWithCompany({ publicUrl: 'https://dte.example.cl' })
    const { status, body } = await invite(app, app.tenant.session)
    expect(status).toBe(201)
    expect(body.data).toEqual({
      id: expect.stringMatching(/^inv_[0-9A-Z]{26}$/),
      email: 'ana@example.cl',
      rol: 'emisor',
      expira_en: '2026-11-27T14:02:11.000Z',
      enlace: expect.stringMatching(/^https:\/\/dte\.example\.cl\/invitacion#token=inv_[\w-]{43}$/),
      por_correo: false,
    })
    const stored = JSON.stringify(app.store.client.prepare('SELECT * FROM invitacion').all())
    expect(stored).not.toContain(tokenOf(body.data.enlace))
    expect(await open(app, app.tenant.session)).toMatchObject([
      { id: body.data.id, email: 'ana@example.cl', estado: 'pendiente', empresas: [], tipos_dte: [] },
    ])
    expect(JSON.stringify(await open(app, app.tenant.session))).not.toContain('token')
  })

  test('is refused where the plan has no room for another person, and so is the one accepted too late (http §16)', async () => {
    const app = await testAppWithCompany({ planInicial: 'Emprendedor' })
    const tokens = []
    for (const email of ['a@example.cl', 'b@example.cl', 'c@example.cl'])
      tokens.push(tokenOf((await invite(app, app.tenant.session, { email })).body.data.enlace))
    expect((await accept(app, tokens[0]!)).status).toBe(201)
    expect((await accept(app, tokens[1]!)).status).toBe(201)
    expect(await accept(app, tokens[2]!)).toMatchObject({ status: 403, body: { code: 'PLAN_FEATURE' } })
    expect(await invite(app, app.tenant.session)).toMatchObject({
      status: 403,
      body: { code: 'PLAN_FEATURE' },
    })
  })

  test('mails the link too where there is a mail server, and a mail that fails is no fault', async () => {
    const sent: Mensaje[] = []
    const app = await testAppWithCompany({
      correo: {
        async send(mensaje) {
          sent.push(mensaje)
          throw new Error('the mail server is down')
        },
        verify: async () => {},
      },
    })
    const { status, body } = await invite(app, app.tenant.session)
    expect(status).toBe(201)
    expect(body.data.por_correo).toBe(true)
    expect(sent[0]!.texto).toContain(body.data.enlace)
  })

  test('names in it who invites and to which companies', async () => {
    const sent: Mensaje[] = []
    const app = await testAppWithCompany({
      correo: { send: async (mensaje) => void sent.push(mensaje), verify: async () => {} },
    })
    const { session, empresaId } = app.tenant
    const yo = (await app.get('/auth/me', session)).body.data.usuario
    const propia = (await app.get(`/v1/empresa/${empresaId}`, session)).body.data
    await invite(app, session)
    expect(sent[0]!.asunto).toBe(`Invitación a ${propia.razon_social} en Timbre`)
    expect(sent[0]!.texto).toStartWith(
      `${yo.nombre} (${yo.email}) le invitó a usar Timbre como emisor, con:\n\n  ${propia.razon_social}, RUT 76.543.210-3\n`,
    )
    for (const rut of ['77123456-9', '96790240-3', '78123456-7'])
      await app.post('/v1/empresa', { ...nuevaEmpresa(rut), razon_social: `Empresa ${rut}` }, session)
    await invite(app, session)
    expect(sent[1]!.texto).toContain('Empresa 96790240-3, RUT 96.790.240-3\n  y 1 más\n')
    await invite(app, session, { empresas: [empresaId] })
    expect(sent[2]!.texto).not.toContain('Empresa 77123456-9')
  })

  test('promises no mail where there is no mail server', async () => {
    const app = await testAppWithCompany()
    expect((await invite(app, app.tenant.session)).body.data.por_correo).toBe(false)
  })

  test('refuses who is a user already, in whatever account, and names every fault of the body', async () => {
    const app = await testAppWithCompany()
    await app.registerCompany()
    for (const email of ['dueno0@example.cl', 'DUENO1@example.cl']) {
      expect(await invite(app, app.tenant.session, { email })).toMatchObject({
        status: 409,
        body: { code: 'ALREADY_EXISTS' },
      })
    }
    const { status, body } = await invite(app, app.tenant.session, {
      email: 'x',
      rol: 'jefe',
      tipos_dte: [32],
      otro: 1,
    })
    expect(status).toBe(422)
    expect(body.detalles.map(({ campo }: { campo: string }) => campo).sort()).toEqual([
      'email',
      'otro',
      'rol',
      'tipos_dte[0]',
    ])
  })

  test('takes companies of the account alone', async () => {
    const app = await testAppWithCompany()
    const other = await app.registerCompany()
    expect(
      await invite(app, app.tenant.session, { empresas: [app.tenant.empresaId, other.empresaId] }),
    ).toMatchObject({
      status: 422,
      body: { detalles: [{ campo: 'empresas[1]', regla: 'no_existe' }] },
    })
  })

  test('again to the same address ends the earlier link', async () => {
    const app = await testAppWithCompany()
    const first = (await invite(app, app.tenant.session)).body.data
    const second = (await invite(app, app.tenant.session, { email: 'ANA@example.cl', rol: 'lector' })).body
      .data
    expect((await open(app, app.tenant.session)).map(({ id }: { id: string }) => id)).toEqual([second.id])
    expect((await accept(app, tokenOf(first.enlace))).body.code).toBe('TOKEN_INVALID')
    expect((await accept(app, tokenOf(second.enlace))).body.data.usuario.rol).toBe('lector')
  })

  test('is open to a key with the scope, within the key’s own company and scopes', async () => {
    const app = await testAppWithCompany()
    const made = await app.post(
      '/v1/apikeys',
      {
        nombre: 'RR.HH.',
        empresa_id: app.tenant.empresaId,
        scopes: [
          ...['usuarios:*', 'dte:leer', 'folios:*', 'rcv:*', 'bte:*', 'clientes:*', 'catalogo:*'],
          'empresa:*',
          ...['recibidos:*', 'compras_int:leer', 'contabilidad:leer'],
        ],
      },
      app.tenant.session,
    )
    const key = { 'x-api-key': made.body.data.api_key }
    expect((await invite(app, key, { rol: 'lector' })).body.code).toBe('FORBIDDEN')
    expect((await invite(app, key, { rol: 'emisor', empresas: [app.tenant.empresaId] })).status).toBe(403)
    expect((await invite(app, key, { rol: 'propietario' })).status).toBe(403)
    expect((await invite(app, key, { rol: 'lector', empresas: [app.tenant.empresaId] })).status).toBe(201)
  })
})

describe('POST /auth/invite/accept', () => {
  test('makes the user and opens a session, with tokens in data and at top level', async () => {
    const app = await testAppWithCompany()
    const { enlace } = (await invite(app, app.tenant.session)).body.data
    const { status, body } = await accept(app, tokenOf(enlace))
    expect(status).toBe(201)
    expect(body.data).toMatchObject({
      usuario: { nombre: 'Ana Muñoz', email: 'ana@example.cl', rol: 'emisor' },
      empresa_activa: { id: app.tenant.empresaId },
    })
    expect(body.access_token).toBe(body.data.access_token)
    expect(body.refresh_token).toBe(body.data.refresh_token)
    const me = await app.get('/auth/me', { authorization: `Bearer ${body.access_token}` })
    expect(me.body.data).toMatchObject({ rol: 'emisor', empresas: [{ id: app.tenant.empresaId }] })
    expect(await open(app, app.tenant.session)).toEqual([])
    const login = await app.post('/auth/login', { email: 'ana@example.cl', password: PASSWORD }, {})
    expect(login.status).toBe(200)
  })

  test('is for one: of two at once one comes in, and a used link says so', async () => {
    const app = await testAppWithCompany()
    const token = tokenOf((await invite(app, app.tenant.session)).body.data.enlace)
    const replies = await Promise.all([accept(app, token), accept(app, token)])
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409])
    expect((await accept(app, token)).body.code).toBe('INVALID_STATE')
  })

  test('tells an expired link from a revoked, an unknown and an overtaken one', async () => {
    const app = await testAppWithCompany()
    const expired = (await invite(app, app.tenant.session, { email: 'a@example.cl' })).body.data
    app.advance(7 * DAY - 1)
    // Access tokens of the owner ended long ago.
    const { access_token } = (
      await app.post('/auth/login', { email: 'dueno0@example.cl', password: PASSWORD }, {})
    ).body
    const session = { authorization: `Bearer ${access_token}` }
    const revoked = (await invite(app, session, { email: 'b@example.cl' })).body.data
    const overtaken = (await invite(app, session, { email: 'c@example.cl' })).body.data
    app.advance(1)
    expect((await accept(app, tokenOf(expired.enlace))).body.code).toBe('TOKEN_EXPIRED')
    expect((await open(app, session)).at(-1)).toMatchObject({ id: expired.id, estado: 'vencida' })
    const revoke = (id: string) => app.delete(`/v1/usuarios/invitaciones/${id}`, undefined, session)
    expect((await revoke(revoked.id)).status).toBe(204)
    expect((await revoke(revoked.id)).status).toBe(204)
    expect((await accept(app, tokenOf(revoked.enlace))).body.code).toBe('TOKEN_INVALID')
    expect((await accept(app, 'inv_nada')).body.code).toBe('TOKEN_INVALID')
    await app.post('/auth/register', { nombre: 'C', email: 'c@example.cl', password: PASSWORD }, {})
    expect((await accept(app, tokenOf(overtaken.enlace))).body.code).toBe('ALREADY_EXISTS')
    expect((await revoke('inv_x')).status).toBe(404)
  })

  test('is the way in when registration is closed', async () => {
    const app = await testAppWithCompany({ openRegistration: false })
    const { enlace } = (await invite(app, app.tenant.session)).body.data
    expect((await accept(app, tokenOf(enlace))).status).toBe(201)
  })

  test('after the inviter left the account is refused', async () => {
    const app = await testAppWithCompany()
    const admin = (await invite(app, app.tenant.session, { email: 'admin@example.cl', rol: 'administrador' }))
      .body.data
    const { data } = (await accept(app, tokenOf(admin.enlace))).body
    const own = await invite(app, { authorization: `Bearer ${data.access_token}` }, { empresas: [] })
    expect(own.status).toBe(201)
    await app.delete(`/v1/usuarios/${data.usuario.id}`, undefined, app.tenant.session)
    expect((await accept(app, tokenOf(own.body.data.enlace))).body.code).toBe('TOKEN_INVALID')
  })

  test('limits the person to the companies named', async () => {
    const app = await testAppWithCompany()
    const sibling = (await app.post('/v1/empresa', nuevaEmpresa('96790240-3'), app.tenant.session)).body.data
      .id
    const { enlace } = (await invite(app, app.tenant.session, { empresas: [sibling] })).body.data
    const { data } = (await accept(app, tokenOf(enlace))).body
    expect(data.empresa_activa.id).toBe(sibling)
    const session = { authorization: `Bearer ${data.access_token}` }
    expect((await app.get('/v1/empresa', session)).body.data).toHaveLength(1)
    expect((await app.get(`/v1/empresa/${app.tenant.empresaId}`, session)).status).toBe(404)
    const choose = await app.post('/v1/empresa/seleccionar', { empresa_id: app.tenant.empresaId }, session)
    expect(choose.status).toBe(404)
  })
})
