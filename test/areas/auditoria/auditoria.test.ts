// The log of changes (http §22.3).

import { beforeEach, describe, expect, test } from 'bun:test'
import { emitRefused, refuse } from '../../support/emision'
import { invitePerson } from '../../support/personas'
import {
  type CompanyApp,
  type Headers0,
  loadFolios,
  nuevaEmpresa,
  PASSWORD,
  testAppWithCompany,
} from '../../support/test-app'

let app: CompanyApp
let owner: Headers0
beforeEach(async () => {
  app = await testAppWithCompany()
  owner = app.tenant.session
})

const read = async (query = '') => (await app.get(`/v1/auditoria${query}`, owner)).body
const actions = async (query = '?limite=100'): Promise<string[]> =>
  (await read(query)).data.map(({ accion }: { accion: string }) => accion).reverse()

describe('GET /v1/auditoria', () => {
  test('tells who did what to what, when and from where, newest first', async () => {
    app.advance(1000)
    const from = { ...owner, 'x-forwarded-for': '203.0.113.7' }
    const created = await app.post('/v1/apikeys', { nombre: 'ERP', empresa_id: app.tenant.empresaId }, from)
    const { data } = await read()
    expect(data[0]).toEqual({
      id: expect.stringMatching(/^aud_/),
      created_at: '2026-11-20T14:02:12.000Z',
      actor: 'dueno0@example.cl',
      usuario_id: expect.stringMatching(/^usr_/),
      apikey_id: null,
      ip: '203.0.113.7',
      empresa_id: app.tenant.empresaId,
      accion: 'apikey.creada',
      objeto: created.body.data.id,
      detalle: expect.objectContaining({ nombre: 'ERP', ultimos4: created.body.data.ultimos4 }),
    })
  })

  test('has every change of people, keys, companies, certificate, folios and stopped emissions', async () => {
    const { empresaId } = app.tenant
    await loadFolios(app, app.tenant, { 33: 5 })
    const job_id = await emitRefused(app)
    await app.post(`/v1/dte/emision/${job_id}/reintentar`)
    await refuse(app)
    await app.post(`/v1/dte/emision/${job_id}/descartar`, {})
    const emisor = await invitePerson(app, owner, 'emisor')
    await app.put(`/v1/usuarios/${emisor.id}`, { rol: 'lector' }, owner)
    await app.delete(`/v1/usuarios/${emisor.id}`, undefined, owner)
    const key = (await app.post('/v1/apikeys', { nombre: 'a', empresa_id: empresaId }, owner)).body.data.id
    await app.post(`/v1/apikeys/${key}/rotar`, undefined, owner)
    await app.delete(`/v1/apikeys/${key}`, undefined, owner)
    await app.put(`/v1/empresa/${empresaId}`, { telefono: '+56221234567' }, owner)
    await app.delete(`/v1/empresa/${empresaId}/certificado`, undefined, owner)
    const second = (await app.post('/v1/empresa', nuevaEmpresa('96790240-3'), owner)).body.data.id
    await app.delete(`/v1/empresa/${second}`, undefined, owner)
    await app.put('/auth/password', { actual: PASSWORD, nueva: 'otra clave nueva' }, owner)
    expect(await actions()).toEqual([
      'auth.registro',
      'auth.login',
      'empresa.creada',
      'apikey.creada',
      'folios.solicitados',
      'certificado.cargado',
      'emision.reintentada',
      'emision.descartada',
      'usuario.invitado',
      'usuario.invitacion_aceptada',
      'auth.login',
      'usuario.cambiado',
      'usuario.eliminado',
      'apikey.creada',
      'apikey.rotada',
      'apikey.revocada',
      'empresa.cambiada',
      'certificado.borrado',
      'empresa.creada',
      'empresa.eliminada',
      'auth.clave_cambiada',
    ])
  })

  test('has logins that failed, with where they came from, of e-mails that exist', async () => {
    const wrong = { email: 'dueno0@example.cl', password: 'no es la clave' }
    await app.post('/auth/login', wrong, { 'x-forwarded-for': '203.0.113.9' })
    await app.post('/auth/login', { ...wrong, email: 'nadie@example.cl' }, {})
    await new Promise((done) => setImmediate(done))
    const { data } = await read('?accion=auth.login_fallido')
    expect(data).toMatchObject([
      { actor: 'desconocido', ip: '203.0.113.9', detalle: { email: 'dueno0@example.cl' } },
    ])
  })

  test('names a key by its name, and keeps a removed person’s e-mail', async () => {
    const admin = await invitePerson(app, owner, 'administrador')
    await app.post('/v1/apikeys', { nombre: 'x', empresa_id: app.tenant.empresaId }, admin.session)
    await app.post('/v1/apikeys', { nombre: 'y', empresa_id: app.tenant.empresaId })
    await app.delete(`/v1/usuarios/${admin.id}`, undefined, admin.session)
    const { data } = await read()
    expect(data[0]).toMatchObject({ accion: 'usuario.eliminado', actor: 'administrador@example.cl' })
    expect(data[1]).toMatchObject({
      actor: 'todo',
      usuario_id: null,
      apikey_id: expect.stringMatching(/^key_/),
    })
    expect((await read('?usuario=ADMINISTRADOR@example.cl')).paginacion.total).toBe(4)
    expect((await read(`?usuario=${admin.id}&accion=apikey`)).paginacion.total).toBe(1)
  })

  test('holds no password, token, key or link', async () => {
    const invited = await app.post(
      '/v1/usuarios/invitar',
      { email: 'a@example.cl', rol: 'lector', empresas: [] },
      owner,
    )
    const made = await app.post('/v1/apikeys', { nombre: 'ERP', empresa_id: app.tenant.empresaId }, owner)
    await app.put('/auth/password', { actual: PASSWORD, nueva: 'otra clave nueva' }, owner)
    const text = JSON.stringify(app.store.client.prepare('SELECT * FROM auditoria').all())
    const secrets = [
      PASSWORD,
      'otra clave nueva',
      made.body.data.api_key,
      invited.body.data.enlace.split('=')[1],
    ]
    for (const secret of [...secrets, app.tenant.accessToken, app.tenant.refreshToken, app.tenant.apiKey])
      expect(text).not.toContain(secret)
  })

  test('is narrowed by time, person and action, and says what of a query is wrong', async () => {
    app.setNow('2026-11-21T12:00:00Z')
    const { access_token } = (
      await app.post('/auth/login', { email: 'dueno0@example.cl', password: PASSWORD }, {})
    ).body
    owner = { authorization: `Bearer ${access_token}` }
    expect(await actions('?desde=2026-11-21')).toEqual(['auth.login'])
    expect(await actions('?hasta=2026-11-20&accion=empresa')).toEqual(['empresa.creada'])
    for (const query of ['?accion=emp', '?desde=ayer', '?formato=xml', '?otro=1']) {
      const { status, body } = await app.get(`/v1/auditoria${query}`, owner)
      expect([query, status, body.code]).toEqual([query, 400, 'INVALID_PARAMETER'])
    }
    const first = (await app.get('/v1/auditoria?limite=2', owner)).body
    expect(first.data).toHaveLength(2)
    expect(first.paginacion.siguiente).toBe('/v1/auditoria?pagina=2&limite=2')
  })

  test('is for owners: 403 for any other role, SESSION_REQUIRED for a key, and another account sees its own', async () => {
    const admin = await invitePerson(app, owner, 'administrador')
    expect((await app.get('/v1/auditoria', admin.session)).body.code).toBe('FORBIDDEN')
    expect((await app.get('/v1/auditoria')).body.code).toBe('SESSION_REQUIRED')
    const other = await app.registerCompany()
    const { data } = (await app.get('/v1/auditoria', other.session)).body
    expect(new Set(data.map(({ actor }: { actor: string }) => actor))).toEqual(new Set(['dueno1@example.cl']))
  })
})

describe('?formato=csv', () => {
  test('gives all that was found, and no spreadsheet takes a text in it for a formula', async () => {
    await app.post('/v1/apikeys', { nombre: '=HYPERLINK("x")', empresa_id: app.tenant.empresaId }, owner)
    const [{ id }] = (await app.get('/v1/apikeys', owner)).body.data
    const made = await app.post(`/v1/apikeys/${id}/rotar`, undefined, owner)
    const scopes = ['apikeys:*', 'dte:leer']
    const evil = await app.post(
      '/v1/apikeys',
      { nombre: '=1+1', empresa_id: app.tenant.empresaId, scopes },
      owner,
    )
    const headers = { 'x-api-key': evil.body.data.api_key }
    await app.delete(`/v1/apikeys/${made.body.data.id}`, undefined, headers)
    const reply = await app.get('/v1/auditoria?formato=csv', owner)
    expect(reply.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const lines = reply.body
      .replace(/^\uFEFF/, '')
      .trimEnd()
      .split('\r\n')
    expect(lines[0]).toBe('created_at;actor;ip;accion;objeto;empresa_id;usuario_id;apikey_id;detalle;id')
    expect(lines).toHaveLength(1 + (await read()).paginacion.total)
    expect(lines[1].split(';')[1]).toBe("'=1+1")
    for (const line of lines) for (const cell of line.split(';')) expect(cell).not.toMatch(/^"?[=+\-@]/)
  })

  test('gives what q finds, wherever in the log it is, and takes no page', async () => {
    const insert = app.store.client.prepare(
      `INSERT INTO auditoria (id, cuenta_id, actor, accion, created_at) VALUES (?, ?, ?, 'auth.login', '2026-01-01')`,
    )
    for (let i = 0; i < 1100; i++)
      insert.run(`aud_${String(i).padStart(5, '0')}`, app.tenant.cuentaId, i % 700 ? 'otro' : 'Ñandú')
    const { body } = await app.get('/v1/auditoria?formato=csv&q=nandu', owner)
    const rows: string[] = body.trimEnd().split('\r\n').slice(1)
    expect(rows.map((row) => row.split(';').at(-1))).toEqual(['aud_00700', 'aud_00000'])
    const refused = await app.get('/v1/auditoria?formato=csv&pagina=2&orden=created_at', owner)
    expect(refused.body.detalles.map(({ campo }: { campo: string }) => campo)).toEqual(['pagina', 'orden'])
  })

  test('goes on past its first five hundred rows', async () => {
    const insert = app.store.client.prepare(
      `INSERT INTO auditoria (id, cuenta_id, actor, accion, created_at) VALUES (?, ?, 'x', 'auth.login', '2026-01-01')`,
    )
    for (let i = 0; i < 1100; i++) insert.run(`aud_${String(i).padStart(5, '0')}`, app.tenant.cuentaId)
    const { body } = await app.get('/v1/auditoria?formato=csv&hasta=2026-06-01', owner)
    const rows = body.trimEnd().split('\r\n').slice(1)
    expect(rows).toHaveLength(1100)
    expect(new Set(rows).size).toBe(1100)
  })
})

describe('a row of the log', () => {
  test('is written with its change or not at all', async () => {
    app.store.client.exec(
      "CREATE TRIGGER lleno BEFORE INSERT ON auditoria BEGIN SELECT RAISE(ABORT, 'no'); END",
    )
    const body = { nombre: 'ERP', empresa_id: app.tenant.empresaId }
    expect((await app.post('/v1/apikeys', body, owner)).status).toBe(500)
    expect(app.store.client.prepare('SELECT count(*) FROM api_key').pluck().get()).toBe(1)
  })

  test('is neither changed nor deleted', () => {
    expect(() => app.store.client.exec("UPDATE auditoria SET actor = 'otro'")).toThrow('not rewritten')
    expect(() => app.store.client.exec('DELETE FROM auditoria')).toThrow('not rewritten')
  })
})
