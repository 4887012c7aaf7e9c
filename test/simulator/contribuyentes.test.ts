// The registry of taxpayers: who may issue what and who acts for whom, put there at its desk.

import { describe, expect, test } from 'bun:test'
import { document, emit, job } from '../support/emision'
import { testAppWithFolios } from '../support/test-app'
import { escena, leaf } from './escena'
import { dte, EMPRESA, PERSONA, sobre } from './sobres'

describe('PUT contribuyentes/:rut', () => {
  test('a company that is no emitter gets no folios, STATUS 6 and EMP; taken out again, everything', async () => {
    const e = escena()
    const xml = sobre([dte({ folio: 1, caf: await e.caf() })])
    await e.register(EMPRESA, { emisor: false })
    expect((await e.api('POST', 'caf', { rut: EMPRESA, tipo_dte: 33, cantidad: 1 })).json.code).toBe(
      'INVALID_STATE',
    )
    expect(leaf(await e.upload(xml), 'STATUS')).toBe('6')
    expect((await e.api('DELETE', `contribuyentes/${EMPRESA}`)).json.data).toEqual({ eliminados: 1 })
    expect(leaf(await e.upload(xml), 'STATUS')).toBe('0')
    expect((await e.api('DELETE', `contribuyentes/${EMPRESA}`)).status).toBe(404)
  })

  test('limits the types of which there are folios', async () => {
    const e = escena()
    await e.register('76.543.210-3', { tipos_dte: [33, 61] })
    const ask = async (tipo_dte: number) =>
      (await e.api('POST', 'caf', { rut: EMPRESA, tipo_dte, cantidad: 1 })).status
    expect([await ask(33), await ask(61), await ask(34)]).toEqual([201, 201, 409])
    // Each side of the SII has its own registry.
    const other = await e.api('POST', 'caf', { rut: EMPRESA, tipo_dte: 34, cantidad: 1, lado: 'produccion' })
    expect(other.status).toBe(201)
  })

  test('replaces what it said; what is left out is allowed, and the list shows it', async () => {
    const e = escena()
    await e.register(EMPRESA, { personas: [], tipos_dte: [33] })
    await e.register(EMPRESA, { personas: ['12.345.678-5', PERSONA.rut] })
    expect((await e.api('GET', 'contribuyentes')).json.data).toEqual([
      {
        rut: EMPRESA,
        lado: 'certificacion',
        inscrito: true,
        emisor: true,
        tipos_dte: null,
        personas: ['12345678-5', PERSONA.rut],
      },
    ])
    expect(leaf(await e.upload(sobre([dte({ folio: 1, caf: await e.caf() })])), 'STATUS')).toBe('0')
  })

  test('refuses with all faults at once and changes nothing', async () => {
    const e = escena()
    const { status, json } = await e.api('PUT', `contribuyentes/${EMPRESA}`, {
      emisor: 'no',
      tipos_dte: [33, 35],
      personas: ['1-1'],
      nombre: 'x',
    })
    expect(status).toBe(422)
    expect(json.detalles.map((d: { campo: string }) => d.campo)).toEqual([
      'nombre',
      'emisor',
      'tipos_dte[1]',
      'personas[0]',
    ])
    expect((await e.api('PUT', 'contribuyentes/1-1', {})).status).toBe(400)
    expect((await e.api('GET', 'contribuyentes')).json.data).toEqual([])
  })
})

describe('on the server', () => {
  const path = '/simulador/contribuyentes/76543210-3'

  test('a person who may not send keeps the document from the SII, with what to do', async () => {
    const app = await testAppWithFolios({ folios: { 33: 5 } })
    const reply = await app.put(path, { personas: ['12345678-5'] }, app.tenant.session)
    expect(reply).toMatchObject({ status: 200, body: { data: { personas: ['12345678-5'] } } })
    const id = await emit(app)
    await app.settle()
    expect(await job(app, id)).toMatchObject({ estado: 'failed', error: { sii: { codigo: '1' } } })
    await app.delete(path, app.tenant.session)
    await app.post(`/v1/dte/emision/${id}/reintentar`)
    await app.settle()
    expect(await document(app, 33, 1)).toMatchObject({ estado_sii: 'aceptado' })
  })

  test('is open only while there is one account: a RUT proves nothing', async () => {
    const app = await testAppWithFolios({ folios: {} })
    await app.registerCompany({ rut: '76543210-3' })
    expect(await app.put(path, { emisor: false }, app.tenant.session)).toMatchObject({
      status: 403,
      body: { code: 'FORBIDDEN' },
    })
  })

  test('faults come with their fields, and one X-Request-Id', async () => {
    const app = await testAppWithFolios({ folios: {} })
    const headers = { ...app.tenant.session, 'x-request-id': 'mesa-1' }
    const reply = await app.put(path, { emisor: 1, inscrito: 2 }, headers)
    expect(reply.status).toBe(422)
    expect(reply.body.detalles).toHaveLength(2)
    expect(reply.headers.get('x-request-id')).toBe('mesa-1')
  })
})
