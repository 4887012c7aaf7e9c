// The people of an account and what they may do (http §15, §22).

import { beforeEach, describe, expect, test } from 'bun:test'
import { emitRefused } from '../../support/emision'
import { factura } from '../../support/emisor'
import { invitePerson, type Persona, siblingOf } from '../../support/personas'
import { guia } from '../../support/solicitudes'
import {
  type CompanyApp,
  type Headers0,
  loadFolios,
  nuevaEmpresa,
  testAppWithCompany,
} from '../../support/test-app'

let app: CompanyApp
let owner: Headers0
beforeEach(async () => {
  app = await testAppWithCompany()
  owner = app.tenant.session
})

const change = (id: string, body: object, headers = owner) => app.put(`/v1/usuarios/${id}`, body, headers)
const remove = (id: string, headers = owner) => app.delete(`/v1/usuarios/${id}`, undefined, headers)
const ownId = async () => (await app.get('/auth/me', owner)).body.data.usuario.id

describe('GET /v1/usuarios', () => {
  test('lists the people of the account, a page at a time, without password or hash', async () => {
    await invitePerson(app, owner, 'emisor', { tipos_dte: [39, 41] })
    await app.registerCompany()
    const { status, body } = await app.get('/v1/usuarios', owner)
    expect(status).toBe(200)
    expect(body.paginacion.total).toBe(2)
    expect(body.data[1]).toMatchObject({
      email: 'emisor@example.cl',
      rol: 'emisor',
      tipos_dte: [39, 41],
      empresas: [],
      permisos_extra: [],
      ultimo_uso: '2026-11-20T14:02:11.000Z',
    })
    expect(body.data[1].permisos).toContain('dte:emitir')
    expect(JSON.stringify(body)).not.toContain('argon2')
    expect((await app.get('/v1/usuarios?pagina=2&limite=1', owner)).body.data).toHaveLength(1)
  })
})

describe('PUT /v1/usuarios/:id', () => {
  test('changes role and permissions from the person’s next request on', async () => {
    const lector = await invitePerson(app, owner, 'lector')
    expect((await app.get('/v1/apikeys', lector.session)).status).toBe(403)
    expect((await change(lector.id, { permisos_extra: ['apikeys:administrar'] })).status).toBe(200)
    expect((await app.get('/v1/apikeys', lector.session)).status).toBe(200)
    await change(lector.id, {
      rol: 'administrador',
      permisos_extra: [],
      permisos_quitados: ['apikeys:administrar'],
    })
    expect((await app.get('/v1/apikeys', lector.session)).status).toBe(403)
    const me = (await app.get('/auth/me', lector.session)).body.data
    expect(me.rol).toBe('administrador')
    expect(me.permisos).not.toContain('apikeys:administrar')
    expect(me.permisos).toContain('usuarios:administrar')
  })

  test('takes a company away at once, also when it is the active one', async () => {
    const sibling = await siblingOf(app, app.tenant, nuevaEmpresa('96790240-3'))
    const emisor = await invitePerson(app, owner, 'emisor', { empresas: [app.tenant.empresaId, sibling.id] })
    const select = await app.post('/v1/empresa/seleccionar', { empresa_id: sibling.id }, emisor.session)
    expect(select.status).toBe(200)
    expect((await app.get('/v1/empresa/actual', emisor.session)).body.data.id).toBe(sibling.id)
    await change(emisor.id, { empresas: [app.tenant.empresaId] })
    expect((await app.get('/v1/empresa/actual', emisor.session)).body.code).toBe('NO_ACTIVE_COMPANY')
    expect((await app.get(`/v1/empresa/${sibling.id}`, emisor.session)).status).toBe(404)
    expect((await app.get('/v1/empresa', emisor.session)).body.paginacion.total).toBe(1)
  })

  test('lets nobody give or take more than he has himself', async () => {
    const admin = await invitePerson(app, owner, 'administrador')
    const lector = await invitePerson(app, owner, 'lector')
    const propietario = await ownId()
    for (const [id, body] of [
      [lector.id, { rol: 'propietario' }],
      [lector.id, { permisos_extra: ['billing:administrar'] }],
      [admin.id, { permisos_extra: ['billing:administrar'] }],
      [propietario, { rol: 'lector' }],
      [propietario, { nombre: 'Otro nombre' }],
    ] as const) {
      expect([body, (await change(id, body, admin.session)).body.code]).toEqual([body, 'FORBIDDEN'])
    }
    expect((await remove(propietario, admin.session)).body.code).toBe('FORBIDDEN')
    expect((await change(lector.id, { rol: 'emisor' }, admin.session)).status).toBe(200)
    await change(lector.id, { rol: 'propietario' })
    expect((await remove(lector.id, admin.session)).body.code).toBe('FORBIDDEN')
  })

  test('lets who is limited to types give no more of them, and who is limited to companies nothing', async () => {
    const { empresaId } = app.tenant
    const admin = await invitePerson(app, owner, 'administrador', { tipos_dte: [39] })
    const lector = await invitePerson(app, owner, 'lector', { empresas: [empresaId], tipos_dte: [39] })
    expect((await change(lector.id, { rol: 'emisor' }, admin.session)).status).toBe(200)
    expect((await change(lector.id, { tipos_dte: [33, 39] }, admin.session)).status).toBe(403)
    expect((await change(lector.id, { tipos_dte: [] }, admin.session)).status).toBe(403)
    await change(admin.id, { empresas: [empresaId] })
    expect((await change(lector.id, { rol: 'lector' }, admin.session)).status).toBe(403)
    expect((await app.post('/v1/empresa', nuevaEmpresa('96790240-3'), admin.session)).body.code).toBe(
      'FORBIDDEN',
    )
  })

  test('refuses lists that contradict each other or an owner’s freedom, each fault named', async () => {
    const emisor = await invitePerson(app, owner, 'emisor')
    const contradiction = { permisos_extra: ['rcv:sincronizar'], permisos_quitados: ['rcv:sincronizar'] }
    expect((await change(emisor.id, contradiction)).body.detalles[0].regla).toBe('contradiccion')
    const limited = { rol: 'propietario', tipos_dte: [33], empresas: [app.tenant.empresaId] }
    const { status, body } = await change(emisor.id, limited)
    expect(status).toBe(422)
    expect(body.detalles.map(({ campo }: { campo: string }) => campo).sort()).toEqual([
      'empresas',
      'tipos_dte',
    ])
    expect((await change(emisor.id, {})).status).toBe(422)
    expect((await change(emisor.id, { email: 'x@example.cl' })).status).toBe(422)
  })

  test('frees who becomes an owner of all limits', async () => {
    const emisor = await invitePerson(app, owner, 'emisor', { tipos_dte: [39] })
    expect((await change(emisor.id, { rol: 'propietario' })).body.data).toMatchObject({
      tipos_dte: [],
      empresas: [],
    })
  })
})

describe('the last owner', () => {
  test('can neither leave nor step down, until there is another', async () => {
    const id = await ownId()
    expect(await change(id, { rol: 'administrador' })).toMatchObject({
      status: 409,
      body: { code: 'CONFLICT' },
    })
    expect((await remove(id)).status).toBe(409)
    const second = await invitePerson(app, owner, 'propietario')
    expect((await remove(id)).status).toBe(204)
    expect((await app.get('/auth/me', owner)).body.code).toBe('TOKEN_INVALID')
    expect((await remove(second.id, second.session)).status).toBe(409)
  })

  test('of two who remove each other at once stays', async () => {
    const id = await ownId()
    const second = await invitePerson(app, owner, 'propietario')
    const replies = await Promise.all([remove(second.id), remove(id, second.session)])
    expect(replies.filter(({ status }) => status === 204)).toHaveLength(1)
    const owners = app.store.client.prepare("SELECT count(*) FROM usuario WHERE rol = 'propietario'")
    expect(owners.pluck().get()).toBe(1)
  })
})

describe('DELETE /v1/usuarios/:id', () => {
  test('ends the person’s sessions at once; the address can be invited again', async () => {
    const emisor = await invitePerson(app, owner, 'emisor')
    expect((await remove(emisor.id)).status).toBe(204)
    expect((await app.get('/auth/me', emisor.session)).body.code).toBe('TOKEN_INVALID')
    const renewal = await app.post('/auth/refresh', { refresh_token: emisor.refreshToken }, {})
    expect(renewal.body.code).toBe('TOKEN_INVALID')
    expect((await remove(emisor.id)).status).toBe(404)
    expect((await invitePerson(app, owner, 'emisor')).id).not.toBe(emisor.id)
  })
})

describe('tipos_dte of a person', () => {
  let cajero: Persona
  beforeEach(async () => {
    await loadFolios(app, app.tenant, { 33: 5, 39: 5 })
    cajero = await invitePerson(app, owner, 'emisor', { tipos_dte: [39] })
  })
  const boleta = () => ({ ...factura(), tipo_dte: 39 })

  test('are all that he may validate or issue: 403 with the type, and no folio moves', async () => {
    for (const route of ['/v1/dte/validar', '/v1/dte/emitir']) {
      const { status, body } = await app.post(route, factura(), cajero.session)
      expect([route, status, body.code]).toEqual([route, 403, 'FORBIDDEN'])
      expect(body).toMatchObject({ detalles: [{ tipo_dte: 33, permitidos: [39] }] })
    }
    expect(app.store.client.prepare('SELECT count(*) FROM documento').pluck().get()).toBe(0)
    const validated = await app.post('/v1/dte/validar', boleta(), cajero.session)
    expect([validated.status, validated.body.detalles]).toEqual([200, undefined])
    expect((await app.post('/v1/dte/emitir', boleta(), cajero.session)).status).toBe(202)
  })

  test('hold for batches, previews and the note that voids a document', async () => {
    const lote = { documentos: [factura(), boleta()] }
    const batch = (await app.post('/v1/dte/emitir/lote', lote, cajero.session)).body.data.documentos
    expect(batch.map(({ code }: { code?: string }) => code)).toEqual(['FORBIDDEN', undefined])
    expect((await app.post('/v1/dte/previsualizar', factura(), cajero.session)).body.code).toBe('FORBIDDEN')
    await loadFolios(app, app.tenant, { 61: 5 })
    await app.settle()
    const anular = () => app.post('/v1/dte/39/1/anular', { motivo: 'Error de digitación' }, cajero.session)
    expect(await anular()).toMatchObject({
      status: 403,
      body: { detalles: [{ tipo_dte: 61, permitidos: [39] }] },
    })
    await change(cajero.id, { tipos_dte: [39, 61] })
    expect((await anular()).status).toBe(202)
  })

  test('hold for invoices of guides and for voiding a guide', async () => {
    await loadFolios(app, app.tenant, { 34: 5, 52: 5 })
    await app.post('/v1/dte/emitir', guia())
    await app.settle()
    const facturar = () => app.post('/v1/dte/guias/facturar', { guias: [1] }, cajero.session)
    expect(await facturar()).toMatchObject({
      status: 403,
      body: { code: 'FORBIDDEN', detalles: [{ tipo_dte: 33, permitidos: [39] }] },
    })
    const anular = () => app.post('/v1/dte/guias/1/anular', { motivo: 'No salió' }, cajero.session)
    expect(await anular()).toMatchObject({ status: 403, body: { detalles: [{ tipo_dte: 52 }] } })
    expect((await app.get('/v1/dte/guias')).body.data[0]).toMatchObject({
      estado: 'vigente',
      facturable: true,
    })
    await change(cajero.id, { tipos_dte: [39, 33] })
    expect((await facturar()).status).toBe(202)
  })

  test('hold for what waits for its hour', async () => {
    const later = { programar_para: '2026-11-21T12:00:00Z' }
    const at = (body: object) => app.post('/v1/dte/emitir', { ...body, ...later }, cajero.session)
    expect((await at(factura())).body.code).toBe('FORBIDDEN')
    expect((await at(boleta())).status).toBe(202)
  })

  test('hold for jobs that stopped, too', async () => {
    const job_id = await emitRefused(app)
    for (const verb of ['reintentar', 'descartar']) {
      const { body } = await app.post(`/v1/dte/emision/${job_id}/${verb}`, {}, cajero.session)
      expect([verb, body.code]).toEqual([verb, 'FORBIDDEN'])
    }
    expect((await app.get(`/v1/dte/emision/${job_id}`, cajero.session)).body.data.estado).toBe('failed')
  })

  test('bind the keys that he makes, and keep him from rotating freer ones', async () => {
    await change(cajero.id, { permisos_extra: ['apikeys:administrar'] })
    const body = { nombre: 'caja', empresa_id: app.tenant.empresaId, scopes: ['dte:emitir', 'dte:leer'] }
    const made = await app.post('/v1/apikeys', body, cajero.session)
    expect(made.body.data.tipos_dte).toEqual([39])
    const key = { 'x-api-key': made.body.data.api_key }
    expect((await app.post('/v1/dte/emitir', factura(), key)).body.code).toBe('FORBIDDEN')
    expect((await app.post('/v1/dte/emitir', boleta(), key)).status).toBe(202)
    const free = (await app.post('/v1/apikeys', body, owner)).body.data
    expect((await app.post(`/v1/apikeys/${free.id}/rotar`, undefined, cajero.session)).body.code).toBe(
      'FORBIDDEN',
    )
    expect((await app.post(`/v1/apikeys/${made.body.data.id}/rotar`, undefined, cajero.session)).status).toBe(
      201,
    )
  })
})
