// The companies of an account (http §17).

import { beforeEach, describe, expect, test } from 'bun:test'
import { emit } from '../../support/emision'
import { factura } from '../../support/emisor'
import {
  type CompanyApp,
  loadFolios,
  nuevaEmpresa,
  testAppWithCompany,
  testAppWithFolios,
} from '../../support/test-app'

let app: CompanyApp
beforeEach(async () => {
  app = await testAppWithCompany()
})

const campos = (body: { detalles: { campo: string }[] }) => body.detalles.map(({ campo }) => campo)
const create = (over: object = {}) =>
  app.post('/v1/empresa', { ...nuevaEmpresa('77123456-9'), ...over }, app.tenant.session)
const resolucion = { numero: 80, fecha: '2014-08-22' }

describe('POST /v1/empresa', () => {
  test('answers 201 with the company, its RUT and comuna in their right form', async () => {
    const { status, body } = await create({
      rut: '77.123.456-9',
      comuna: 'ñuñoa',
      razon_social: '  Ferretería   “Ñuble” ',
      telefono: '+56 2 2123 4567',
      email: 'dte@example.cl',
      codigo_sucursal_sii: 81303347,
    })
    expect(status).toBe(201)
    expect(body.data).toEqual({
      id: expect.stringMatching(/^emp_[0-9A-Z]{26}$/),
      rut: '77123456-9',
      razon_social: 'Ferretería "Ñuble"',
      giro: 'Venta de materiales y arriendo de andamios',
      actividades_economicas: [479100],
      direccion: 'Av. Los Boldos 1250',
      comuna: 'Ñuñoa',
      ciudad: 'Talca',
      telefono: '+56 2 2123 4567',
      email: 'dte@example.cl',
      sitio_web: null,
      codigo_sucursal_sii: 81303347,
      logo: null,
      resolucion: null,
      email_intercambio: null,
      alerta_folios: null,
      envio_receptor: 'no',
      respuesta_automatica: 'recepcion',
      extraccion_ia: 'no',
      consulta_publica: false,
      ambiente: 'simulacion',
      created_at: '2026-11-20T14:02:11.000Z',
      eliminada_at: null,
    })
    expect((await app.get(`/v1/empresa/${body.data.id}`, app.tenant.session)).body).toEqual(body)
  })

  test('requires rut, razon_social, giro, actividades_economicas, direccion and comuna', async () => {
    const { status, body } = await app.post('/v1/empresa', {}, app.tenant.session)
    expect(status).toBe(422)
    expect(campos(body).sort()).toEqual(
      ['actividades_economicas', 'comuna', 'direccion', 'giro', 'razon_social', 'rut'].sort(),
    )
  })

  test('takes an address of 60 characters and no longer, as the format has it (domain/dte §2.3)', async () => {
    expect((await create({ direccion: 'x'.repeat(60) })).status).toBe(201)
    const { status, body } = await app.put(
      `/v1/empresa/${app.tenant.empresaId}`,
      { direccion: 'x'.repeat(61) },
      app.tenant.session,
    )
    expect([status, body.detalles]).toMatchObject([422, [{ campo: 'direccion', regla: 'largo_max' }]])
  })

  test('takes one to four different activities', async () => {
    for (const actividades of [[], [1, 2, 3, 4, 5], [1, 1], [1_000_000], [0]]) {
      expect((await create({ actividades_economicas: actividades })).status).toBe(422)
    }
    expect((await create({ actividades_economicas: [1, 2, 3, 4] })).status).toBe(201)
  })

  test('refuses a second company with the RUT in the account; another account may have it', async () => {
    expect(await create({ rut: '76543210-3' })).toMatchObject({
      status: 409,
      body: { code: 'ALREADY_EXISTS' },
    })
    expect((await app.registerCompany({ rut: '76543210-3' })).empresaId).toStartWith('emp_')
  })

  test('requires the resolution in production, with a number of production', async () => {
    expect(await create({ ambiente: 'produccion' })).toMatchObject({
      status: 422,
      body: { code: 'VALIDATION_ERROR', detalles: [{ campo: 'resolucion', regla: 'requerido' }] },
    })
    const zero = await create({ ambiente: 'produccion', resolucion: { numero: 0, fecha: '2014-08-22' } })
    expect(campos(zero.body)).toEqual(['resolucion.numero'])
    expect((await create({ ambiente: 'produccion', resolucion })).body.data.resolucion).toEqual(resolucion)
  })

  test('takes number 0 alone in certification, and no date to come', async () => {
    const faulty = await create({
      ambiente: 'certificacion',
      resolucion: { numero: 80, fecha: '2026-11-21' },
    })
    expect(campos(faulty.body)).toEqual(['resolucion.numero', 'resolucion.fecha'])
    expect(faulty.body.detalles[1].mensaje).toBe('resolucion.fecha no puede ser posterior a hoy')
    const today = { numero: 0, fecha: '2026-11-20' }
    expect((await create({ ambiente: 'certificacion', resolucion: today })).status).toBe(201)
  })

  test('knows "today" as Chile’s: at 02:00 UTC it is still yesterday there', async () => {
    app.setNow('2026-11-21T02:00:00Z')
    const tokens = await app.post(
      '/auth/login',
      { email: 'dueno0@example.cl', password: 'una clave de prueba' },
      {},
    )
    const session = { authorization: `Bearer ${tokens.body.access_token}` }
    const body = { ...nuevaEmpresa('77123456-9'), resolucion: { numero: 80, fecha: '2026-11-21' } }
    expect((await app.post('/v1/empresa', body, session)).status).toBe(422)
  })

  test('is for sessions: a key is of one company', async () => {
    expect(await app.post('/v1/empresa', nuevaEmpresa('77123456-9'))).toMatchObject({
      status: 403,
      body: { code: 'SESSION_REQUIRED' },
    })
  })
})

describe('PUT /v1/empresa/:id', () => {
  const put = (body: object, headers = app.tenant.key as Record<string, string>) =>
    app.put(`/v1/empresa/${app.tenant.empresaId}`, body, headers)

  test('changes what is sent, leaves the rest, and null clears an optional field', async () => {
    const before = (await app.get('/v1/empresa/actual')).body.data
    const { status, body } = await put({ giro: 'Arriendo de andamios', ciudad: null, comuna: 'CURICO' })
    expect(status).toBe(200)
    expect(body.data).toEqual({ ...before, giro: 'Arriendo de andamios', ciudad: null, comuna: 'Curicó' })
    expect((await app.get('/v1/empresa/actual')).body.data).toEqual(body.data)
  })

  test('does not change the RUT, but takes it as it is', async () => {
    expect(await put({ rut: '77123456-9' })).toMatchObject({
      status: 422,
      body: { detalles: [{ campo: 'rut', regla: 'inmutable' }] },
    })
    expect((await put({ rut: '76.543.210-3' })).status).toBe(200)
  })

  test('holds the company to the resolution rules of the environment it moves to', async () => {
    expect(campos((await put({ ambiente: 'produccion' })).body)).toEqual(['resolucion'])
    expect((await put({ ambiente: 'produccion', resolucion })).status).toBe(200)
    expect(campos((await put({ resolucion: null })).body)).toEqual(['resolucion'])
  })

  test('names every fault at once, and refuses a body without fields', async () => {
    const { status, body } = await put({ giro: null, comuna: 'X', logotipo: 1 })
    expect(status).toBe(422)
    expect(campos(body).sort()).toEqual(['comuna', 'giro', 'logotipo'])
    expect((await put({})).status).toBe(422)
  })
})

describe('a company of which registration knows RUT and name alone (http §14)', () => {
  test('issues nothing and spends no folio until its owner completes it', async () => {
    const { body } = await app.post(
      '/auth/register',
      {
        nombre: 'Ana',
        email: 'ana@example.cl',
        password: 'una clave de prueba',
        empresa: { rut: '96790240-3', razon_social: 'Recién Nacida SpA' },
      },
      {},
    )
    const session = { authorization: `Bearer ${body.access_token}` }
    const path = `/v1/empresa/${body.data.empresa_activa.id}`
    await app.post(`${path}/certificado`, { simulado: true }, session)
    await app.post('/v1/dte/folios/solicitar', { tipo_dte: 33, cantidad: 5 }, session)
    const issue = () => app.post('/v1/dte/emitir', factura(), session)
    expect(await issue()).toMatchObject({
      status: 409,
      body: {
        code: 'INVALID_STATE',
        detalles: [
          { campo: 'giro' },
          { campo: 'actividades_economicas' },
          { campo: 'direccion' },
          { campo: 'comuna' },
        ],
      },
    })
    await app.put(
      path,
      { giro: 'X', actividades_economicas: [479100], direccion: 'Y', comuna: 'Talca' },
      session,
    )
    expect(await issue()).toMatchObject({ status: 202, body: { data: { folio: 1 } } })
  })
})

/** A company that was deleted after it had issued a document. */
async function deletedWithDocument() {
  const app = await testAppWithFolios({ folios: { 33: 5 } })
  await emit(app)
  await app.settle()
  const path = `/v1/empresa/${app.tenant.empresaId}`
  expect((await app.delete(path, undefined, app.tenant.session)).status).toBe(204)
  return { app, path }
}

describe('DELETE /v1/empresa/:id', () => {
  test('hides the company, revokes its keys, forgets its certificate and frees its RUT', async () => {
    const path = `/v1/empresa/${app.tenant.empresaId}`
    await app.post(`${path}/certificado`, { simulado: true })
    expect((await app.delete(path, undefined, app.tenant.session)).status).toBe(204)
    expect((await app.get(path, app.tenant.session)).status).toBe(404)
    expect((await app.delete(path, undefined, app.tenant.session)).status).toBe(404)
    expect((await app.get('/v1/cuenta')).body.code).toBe('API_KEY_REVOKED')
    expect((await app.get('/v1/empresa/actual', app.tenant.session)).body.code).toBe('NO_ACTIVE_COMPANY')
    expect((await app.get('/v1/empresa', app.tenant.session)).body.data).toEqual([])
    expect(app.store.client.prepare('SELECT count(*) FROM certificado').pluck().get()).toBe(0)
    expect((await create({ rut: '76543210-3' })).status).toBe(201)
  })

  test('leaves its documents to be read by a session that chooses it, and nothing else to be done', async () => {
    const { app, path } = await deletedWithDocument()
    const { session } = app.tenant
    const list = await app.get('/v1/empresa?eliminadas=true', session)
    expect(list.body).toMatchObject({
      data: [{ id: app.tenant.empresaId, eliminada_at: app.clock().toISOString() }],
      paginacion: { total: 1 },
    })
    expect((await app.get('/v1/empresa', session)).body.paginacion.total).toBe(0)
    expect((await app.get(`${path}?eliminadas=true`, session)).body.data.rut).toBe('76543210-3')
    // No session is left in it unawares.
    expect((await app.get('/v1/documentos', session)).body.code).toBe('NO_ACTIVE_COMPANY')

    const empresa_id = app.tenant.empresaId
    expect((await app.post('/v1/empresa/seleccionar', { empresa_id }, session)).status).toBe(200)
    expect((await app.get('/auth/me', session)).body.data).toMatchObject({
      empresas: [],
      empresa_activa: { id: empresa_id },
    })
    expect((await app.get('/v1/empresa/actual', session)).body.data.eliminada_at).toBeString()
    expect((await app.get('/v1/documentos', session)).body.data).toMatchObject([
      { tipo_dte: 33, folio: 1, estado_sii: 'aceptado' },
    ])
    expect((await app.get('/v1/documentos/33/1', session)).status).toBe(200)
    expect((await app.get('/v1/dte/xml/33/1', session)).body).toContain('<Folio>1</Folio>')
    expect((await app.get('/v1/dte/pdf/33/1', session)).status).toBe(200)
    expect((await app.get('/v1/dte/emision', session)).body.paginacion.total).toBe(1)
    for (const [route, body] of [
      ['/v1/dte/emitir', factura()],
      ['/v1/dte/emitir/lote', { documentos: [factura()] }],
      ['/v1/dte/33/1/anular', { motivo: 'Se equivocó' }],
      ['/v1/dte/folios/solicitar', { tipo_dte: 33, cantidad: 5 }],
      ['/v1/webhooks', { url: 'http://127.0.0.1:9/' }],
    ] as const) {
      const refused = await app.post(route, body, session)
      expect([route, refused.status, refused.body.code]).toEqual([route, 409, 'INVALID_STATE'])
      expect(refused.body.error).toContain('/v1/empresa/:id/restaurar')
    }
  })

  test('is undone: its documents, folios and webhooks are as they were, its keys and certificate gone', async () => {
    const { app, path } = await deletedWithDocument()
    const { session } = app.tenant
    const back = await app.post(`${path}/restaurar`, undefined, session)
    expect(back).toMatchObject({ status: 200, body: { data: { rut: '76543210-3', eliminada_at: null } } })
    expect((await app.get('/v1/auditoria?accion=empresa.restaurada', session)).body.paginacion.total).toBe(1)
    expect((await app.post(`${path}/restaurar`, undefined, session)).body.code).toBe('INVALID_STATE')
    await app.post('/v1/empresa/seleccionar', { empresa_id: app.tenant.empresaId }, session)
    expect((await app.get('/v1/cuenta')).body.code).toBe('API_KEY_REVOKED')
    expect((await app.post('/v1/dte/emitir', factura(), session)).body.code).toBe('CERTIFICATE_MISSING')
    await app.post(`${path}/certificado`, { simulado: true }, session)
    expect((await app.post('/v1/dte/emitir', factura(), session)).body.data.folio).toBe(2)
  })

  test('is not undone while another company of the account has the RUT', async () => {
    const { app, path } = await deletedWithDocument()
    const { session } = app.tenant
    const other = (await app.post('/v1/empresa', nuevaEmpresa('76543210-3'), session)).body.data.id
    expect(await app.post(`${path}/restaurar`, undefined, session)).toMatchObject({
      status: 409,
      body: { code: 'ALREADY_EXISTS', error: expect.stringContaining(other) },
    })
    await app.delete(`/v1/empresa/${other}`, undefined, session)
    expect((await app.post(`${path}/restaurar`, undefined, session)).status).toBe(200)
    // Neither a key nor another account brings one back.
    const stranger = await app.registerCompany({ rut: '96790240-3' })
    expect((await app.post(`/v1/empresa/${other}/restaurar`, undefined, stranger.session)).status).toBe(404)
    expect((await app.get('/v1/empresa?eliminadas=true', stranger.session)).body.data).toEqual([])
  })

  test('waits for documents on their way to the SII', async () => {
    await loadFolios(app, app.tenant, { 33: 5 })
    await emit(app)
    expect(
      await app.delete(`/v1/empresa/${app.tenant.empresaId}`, undefined, app.tenant.session),
    ).toMatchObject({
      status: 409,
      body: { code: 'INVALID_STATE' },
    })
  })

  test('is not held up by what only tells of its documents: a receiver that is down', async () => {
    await app.post('/v1/webhooks', { url: 'http://127.0.0.1:9/' }, app.tenant.session)
    const { id } = (await app.get('/v1/webhooks', app.tenant.session)).body.data[0]
    await app.post(`/v1/webhooks/${id}/probar`, undefined, app.tenant.session)
    await app.drainJobs()
    const waiting = app.store.client.prepare("SELECT count(*) FROM job WHERE estado = 'pending'").pluck()
    expect(waiting.get()).toBe(1)
    const gone = await app.delete(`/v1/empresa/${app.tenant.empresaId}`, undefined, app.tenant.session)
    expect(gone.status).toBe(204)
  })
})

describe('who sees which company', () => {
  test('a session sees those of its account, a page at a time; out of range is an empty page', async () => {
    await create()
    const page = async (query: string) => (await app.get(`/v1/empresa${query}`, app.tenant.session)).body
    expect((await page('')).data.map(({ rut }: { rut: string }) => rut)).toEqual(['76543210-3', '77123456-9'])
    const first = await page('?per_page=1')
    expect(first.paginacion).toEqual({
      pagina: 1,
      limite: 1,
      total: 2,
      paginas: 2,
      siguiente: '/v1/empresa?pagina=2&limite=1',
    })
    const second = await app.get(first.paginacion.siguiente, app.tenant.session)
    expect(second.body.data[0].rut).toBe('77123456-9')
    expect(await page('?pagina=9')).toMatchObject({ data: [], paginacion: { total: 2, siguiente: null } })
  })

  test('a key sees its own and finds its sibling as little as a stranger’s', async () => {
    const sibling = (await create()).body.data.id
    const stranger = (await app.registerCompany({ rut: '96790240-3' })).empresaId
    expect((await app.get('/v1/empresa')).body).toMatchObject({
      data: [{ id: app.tenant.empresaId }],
      paginacion: { total: 1 },
    })
    expect((await app.get(`/v1/empresa/${app.tenant.empresaId}`)).status).toBe(200)
    for (const id of [sibling, stranger, 'emp_x', '%00']) {
      for (const reply of [
        await app.get(`/v1/empresa/${id}`),
        await app.put(`/v1/empresa/${id}`, { giro: 'X' }),
        await app.get(`/v1/empresa/${id}/certificado`),
        await app.post(`/v1/empresa/${id}/certificado`, { simulado: true }),
        await app.delete(`/v1/empresa/${id}/certificado`),
      ]) {
        expect(reply).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
      }
    }
  })

  test('another account’s session finds nothing, and cannot take it as its active company', async () => {
    const other = await app.registerCompany()
    const path = `/v1/empresa/${app.tenant.empresaId}`
    for (const reply of [
      await app.get(path, other.session),
      await app.put(path, { giro: 'X' }, other.session),
      await app.delete(path, undefined, other.session),
      await app.post('/v1/empresa/seleccionar', { empresa_id: app.tenant.empresaId }, other.session),
    ]) {
      expect(reply).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
    }
    expect((await app.get(path)).body.data.giro).toBe('Venta de materiales y arriendo de andamios')
  })
})

describe('POST /v1/empresa/seleccionar', () => {
  test('answers with the company and a token for it', async () => {
    const second = (await create()).body.data
    const { status, body } = await app.post(
      '/v1/empresa/seleccionar',
      { empresa_id: second.id },
      app.tenant.session,
    )
    expect(status).toBe(200)
    expect(Object.keys(body.data).sort()).toEqual(['access_token', 'empresa'])
    expect(body.data.empresa).toEqual(second)
    const session = { authorization: `Bearer ${body.data.access_token}` }
    expect((await app.get('/v1/empresa/actual', session)).body.data.id).toBe(second.id)
  })

  test('needs an empresa_id', async () => {
    const { status, body } = await app.post('/v1/empresa/seleccionar', {}, app.tenant.session)
    expect(status).toBe(422)
    expect(campos(body)).toEqual(['empresa_id'])
  })
})
