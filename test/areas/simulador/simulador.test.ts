// The simulator's own interface on the server (http §24): for companies in simulation, each seeing its own ledger.

import { describe, expect, test } from 'bun:test'
import PostalMime from 'postal-mime'
import { factura } from '../../support/emisor'
import { loadFolios, testAppWithFolios } from '../../support/test-app'

describe('/simulador on the server', () => {
  test('shows a company what the SII received of it, and of nobody else', async () => {
    const app = await testAppWithFolios({ folios: { 33: 5 } })
    await app.post('/v1/dte/emitir', factura())
    await app.settle()
    const other = await app.registerCompany()
    await loadFolios(app, other, { 33: 5 })
    expect((await app.get('/simulador/libro')).body.data.documentos).toHaveLength(1)
    expect((await app.get('/simulador/libro?rut=76543210-3', other.key)).body.data.documentos).toEqual([])
    expect((await app.get('/simulador/libro/33/1/xml?rut=76543210-3', other.key)).status).toBe(404)
  })

  test('shows a second account with the same RUT nothing of the first, and lets neither change it for both', async () => {
    const app = await testAppWithFolios({ folios: { 33: 5 } })
    await app.post('/v1/dte/emitir', factura({ referencia_externa: 'reservado' }))
    await app.settle()
    const second = await app.registerCompany({ rut: '76543210-3' })
    for (const headers of [second.key, second.session]) {
      expect((await app.get('/simulador/libro', headers)).body.data).toEqual({ envios: [], documentos: [] })
      expect(await app.get('/simulador/libro/33/1/xml', headers)).toMatchObject({
        status: 404,
        body: { code: 'NOT_FOUND' },
      })
    }
    expect((await app.get('/simulador/libro')).body.data.documentos).toHaveLength(1)
    expect((await app.get('/simulador/libro/33/1/xml')).status).toBe(200)
    const fault = { servicio: 'todos', falla: 'http_503' }
    for (const reply of [
      await app.post('/simulador/fallas', fault, second.session),
      await app.post('/simulador/fallas', fault),
      await app.delete('/simulador/fallas'),
      await app.post('/simulador/reloj', { fijar: '2030-01-01T00:00:00Z' }, second.session),
    ])
      expect(reply).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
  })

  test('lists the magic receivers and takes faults', async () => {
    const app = await testAppWithFolios({ folios: {} })
    expect((await app.get('/simulador/receptores')).body.data.length).toBeGreaterThan(3)
    expect(
      (await app.post('/simulador/fallas', { servicio: 'envio', falla: 'http_503', veces: 1 })).status,
    ).toBe(201)
    expect((await app.get('/simulador/fallas')).body.data).toHaveLength(1)
    expect((await app.delete('/simulador/fallas')).status).toBeOneOf([200, 204])
    expect((await app.post('/simulador/fallas', { servicio: 'nada', falla: 'x' })).status).toBe(422)
  })

  test('is closed to strangers, to readers and to companies outside simulation', async () => {
    const app = await testAppWithFolios({ folios: {} })
    expect((await app.get('/simulador/libro', {})).status).toBe(401)
    const created = await app.post(
      '/v1/apikeys',
      { nombre: 'lee', empresa_id: app.tenant.empresaId, scopes: ['dte:leer'] },
      app.tenant.session,
    )
    expect((await app.get('/simulador/libro', { 'x-api-key': created.body.data.api_key })).status).toBe(403)
    const session = { ...app.tenant.session, 'x-ambiente': 'certificacion' }
    expect(await app.get('/simulador/libro', session)).toMatchObject({
      status: 403,
      body: { code: 'FORBIDDEN' },
    })
  })
})

describe('POST /simulador/acuse on the server (http §24)', () => {
  const claim = { tipo_dte: 33, folio: 1, accion: 'RFT' }

  test('acts as the receiver of the own document, and the ledger shows it', async () => {
    const app = await testAppWithFolios({ folios: { 33: 5 } })
    await app.post('/v1/dte/emitir', factura({ forma_pago: 2 }))
    expect(await app.post('/simulador/acuse', claim)).toMatchObject({ status: 404 })
    await app.settle()
    expect(await app.post('/simulador/acuse', claim)).toMatchObject({
      status: 201,
      body: { data: { rut_emisor: '76543210-3', accion: 'RFT' } },
    })
    const [row] = (await app.get('/simulador/libro')).body.data.documentos
    expect(row.eventos).toMatchObject([{ codigo: 'RFT' }])
    expect(await app.post('/simulador/acuse', { ...claim, accion: 'ERM' })).toMatchObject({
      status: 409,
      body: { code: 'INVALID_STATE' },
    })
    expect((await app.post('/simulador/acuse', { ...claim, accion: 'si' })).status).toBe(422)
    expect((await app.post('/simulador/acuse', { accion: 'ERM' })).status).toBe(422)
  })

  test('acts for several, or for all that await a receiver, and only for those of the company', async () => {
    const app = await testAppWithFolios({ folios: { 33: 5, 61: 5 } })
    for (let i = 0; i < 3; i++) await app.post('/v1/dte/emitir', factura({ forma_pago: 2 }))
    await app.settle()
    // A partly credited document still awaits its receiver.
    const { fecha_emision: fecha } = (await app.get('/v1/documentos/33/3')).body.data
    const parte = {
      ...factura({ tipo_dte: 61, detalle: [{ nombre: 'Rebaja', precio: 10 }] }),
      referencias: [{ tipo_documento: 33, folio: 3, fecha, codigo: 3 }],
    }
    expect((await app.post('/v1/dte/emitir', parte)).status).toBe(202)
    await app.settle()
    const twin = await app.registerCompany({ rut: '76543210-3' })
    const { rut_receptor } = (await app.get('/simulador/libro')).body.data.documentos[0]
    const documentos = [1, 2].map((folio) => ({ tipo_dte: 33, folio }))
    expect((await app.post('/simulador/acuse', { documentos, accion: 'ERM' }, twin.key)).status).toBe(404)
    const none = await app.post('/simulador/acuse', { rut_receptor, accion: 'ERM' }, twin.key)
    expect(none.body.data).toEqual({ accion: 'ERM', registrados: 0, documentos: [] })
    const two = await app.post('/simulador/acuse', { documentos, accion: 'ERM' })
    expect(two).toMatchObject({ status: 201, body: { data: { registrados: 2 } } })
    const rest = await app.post('/simulador/acuse', { rut_receptor, accion: 'RCD' })
    expect(rest.body.data.documentos).toMatchObject([{ folio: 3, codigo_sii: '0' }])
    const absent = [...documentos, { tipo_dte: 33, folio: 9 }]
    expect((await app.post('/simulador/acuse', { documentos: absent, accion: 'ACD' })).status).toBe(404)
  })

  test("touches no other company's document, not even of the same RUT and folio", async () => {
    const app = await testAppWithFolios({ folios: { 33: 5 } })
    await app.post('/v1/dte/emitir', factura({ forma_pago: 2 }))
    await app.settle()
    const twin = await app.registerCompany({ rut: '76543210-3' })
    const other = await app.registerCompany()
    await loadFolios(app, other, { 33: 1 })
    for (const headers of [twin.key, other.key])
      expect(
        await app.post('/simulador/acuse', { ...claim, rut_emisor: '76543210-3' }, headers),
      ).toMatchObject({
        status: 404,
        body: { code: 'NOT_FOUND' },
      })
    expect((await app.get('/simulador/libro')).body.data.documentos[0].eventos).toEqual([])
  })
})

test('the register of the company is shown as the simulated SII has it, of its own RUT and account alone (http §24)', async () => {
  const app = await testAppWithFolios({ folios: { 33: 5 } })
  await app.post('/v1/dte/emitir', factura({ forma_pago: 2 }))
  await app.settle()
  const periodo = (await app.get('/simulador/reloj')).body.data.ahora.slice(0, 7).replace('-', '')
  const path = `/simulador/registro/${periodo}`
  const { data } = (await app.get(`${path}?rut=90000011-1`)).body
  expect(data).toMatchObject({ rut: '76543210-3', venta: { documentos: [{ tipo_dte: 33, folio: 1 }] } })
  const twin = await app.registerCompany({ rut: '76543210-3' })
  expect((await app.get(path, twin.key)).body.data.venta.documentos).toEqual([])
  expect((await app.get('/simulador/registro/201601')).status).toBe(400)
})

test('neighbours write to the company by the name that it has here (http §24)', async () => {
  const app = await testAppWithFolios()
  const { session, empresaId } = app.tenant
  await app.put(`/v1/empresa/${empresaId}`, { razon_social: 'Ñandú & Hijos Limitada' }, session)
  const settled = await app.post('/simulador/vecindario', { meses: 0 }, session)
  expect(settled.status).toBe(201)
  const lineas = [{ nombre: 'Cemento', cantidad: 3, precio: 4385 }]
  const emitir = '/simulador/vecinos/90000011-1/emitir'
  expect((await app.post(emitir, { tipo_dte: 33, forma_pago: 2, lineas }, session)).status).toBe(201)
  app.advance(3000)
  await app.settle()
  const { data } = (await app.get('/simulador/correo', session)).body
  const letter = data.find(({ de }: { de: string }) => de.startsWith('90000011-1'))
  const { attachments } = await new PostalMime().parse(
    (await app.get(`/simulador/correo/${letter.id}`, session)).body,
  )
  const xml = Buffer.from(attachments[0]!.content as ArrayBuffer).toString('latin1')
  const { razon_social, giro, direccion, comuna } = (await app.get(`/v1/empresa/${empresaId}`, session)).body
    .data
  expect(razon_social).toBe('Ñandú & Hijos Limitada')
  expect(xml).toContain('<RznSocRecep>Ñandú &amp; Hijos Limitada</RznSocRecep>')
  expect(xml).toContain(`<GiroRecep>${giro.slice(0, 40)}</GiroRecep>`)
  expect(xml).toContain(`<DirRecep>${direccion}</DirRecep>`)
  expect(xml).toContain(`<CmnaRecep>${comuna}</CmnaRecep>`)
})
