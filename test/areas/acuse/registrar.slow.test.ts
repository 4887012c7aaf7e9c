// Accepting and claiming received documents over the SII's registry, once each (http §27.2).

import { describe, expect, test } from 'bun:test'
import { createReceptor } from '../webhooks/receptor'
import { BASE, createEscena, EMISOR, spyReclamo } from './escena'

describe('registering', () => {
  test('answers 201, and 200 when it was registered before: here or elsewhere', async () => {
    const { registrar, app, receptor, usadas } = await createEscena()
    const first = await registrar(1, 'ERM', { comentario: 'Llegó completo' })
    expect([first.status, first.body.data]).toEqual([
      201,
      expect.objectContaining({
        estado: 'registrado',
        accion: 'ERM',
        codigo_sii: '0',
        resultado: 'recibido',
        registrado_en: app.time.now.toISOString(),
      }),
    ])
    expect(first.headers.get('x-quota-period')).toBe('202611')
    const again = await registrar(1, 'ERM')
    expect([again.status, again.body.data.codigo_sii, again.body.data.id]).toEqual([
      200,
      '7',
      first.body.data.id,
    ])
    await app.post('/simulador/acuse', { tipo_dte: 33, folio: 1, accion: 'ACD' })
    const elsewhere = await registrar(1, 'ACD')
    expect([elsewhere.status, elsewhere.body.data.resultado]).toEqual([200, 'aceptado'])
    // A known document costs no question.
    expect(await usadas(receptor)).toEqual({ acuse: 2 })
    const { data } = (await app.get(BASE, receptor.key)).body
    expect(data).toEqual([expect.objectContaining({ accion: 'ERM', comentario: 'Llegó completo', folio: 1 })])
  })

  test('keeps the last comment of what is not registered yet, and the one that it was registered with', async () => {
    const { spy, wire } = spyReclamo()
    const { app, registrar, receptor } = await createEscena(1, { wire })
    spy.lose = 1
    const first = await registrar(1, 'RFP', { comentario: 'Faltó un bulto' })
    expect(first.status).toBe(202)
    app.store.client
      .prepare("UPDATE job SET estado = 'dlq', run_at = NULL WHERE id = ?")
      .run(first.body.data.job_id)
    const comments = async () =>
      (await app.get(BASE, receptor.key)).body.data.map((one: { comentario: string }) => one.comentario)
    expect((await registrar(1, 'RFP', { comentario: 'Faltaron dos bultos' })).status).toBe(201)
    expect(await comments()).toEqual(['Faltaron dos bultos'])
    expect((await registrar(1, 'RFP', { comentario: 'Faltaron tres' })).status).toBe(200)
    expect(await comments()).toEqual(['Faltaron dos bultos'])
  })

  // The acts that the law admits after others (sii §7.4): before, the act, the SII's code.
  test.each([
    ['', 'ACD', '0'],
    ['', 'ERM', '0'],
    ['', 'RCD', '0'],
    ['', 'RFP', '0'],
    ['', 'RFT', '0'],
    ['RCD', 'ACD', '12'],
    ['RFP', 'ERM', '6'],
    ['RCD', 'RFT', '0'],
    ['RFT', 'RFT', '7'],
    ['ACD', 'ACD', '7'],
    ['ACD', 'ERM', '0'],
    ['ACD', 'RCD', '11'],
    ['ERM', 'ERM', '7'],
    ['ERM', 'ACD', '0'],
    ['ERM', 'RFP', '13'],
  ])('after %p, %s is answered %s', async (before, accion, codigo) => {
    const { app, registrar, recibidoDe } = await createEscena()
    if (before) await app.post('/simulador/acuse', { tipo_dte: 33, folio: 1, accion: before })
    const { status, body } = await registrar(1, accion)
    const said = status === 409 ? body.detalles[0].codigo_sii : body.data.codigo_sii
    expect([said, status]).toEqual([codigo, { 0: 201, 7: 200 }[codigo as '0'] ?? 409])
    if (status !== 409) return
    expect([body.code, body.detalles[0].causa, body.detalles[0].solucion].every(Boolean)).toBe(true)
    expect((await recibidoDe(1)).body.data.acciones_posibles).not.toContain(accion)
  })

  test('is admitted to the last second of the eighth day and not after', async () => {
    const { app, registrar, recibidoDe } = await createEscena(2)
    const { vence_el, horas_restantes } = (await recibidoDe(1)).body.data
    expect(horas_restantes).toBe(191)
    app.setNow(vence_el)
    expect((await recibidoDe(1)).body.data).toMatchObject({ resultado: 'pendiente', horas_restantes: 0 })
    expect((await registrar(1, 'RCD')).status).toBe(201)
    app.advance(1000)
    const late = await registrar(2, 'RCD')
    expect([late.status, late.body.detalles[0].codigo_sii]).toEqual([409, '8'])
    expect((await recibidoDe(2)).body.data).toMatchObject({
      resultado: 'aceptado_tacito',
      acciones_posibles: [],
    })
  })

  test('refuses other types, and all that is wrong with a batch at once', async () => {
    const { app, receptor, registrar } = await createEscena()
    const note = await registrar(1, 'ACD', { tipo_dte: 61 })
    expect([note.status, note.body.code]).toEqual([422, 'DOCUMENT_TYPE_NOT_ALLOWED'])
    const documentos = [
      { rut_emisor: EMISOR, tipo_dte: 39, folio: 1 },
      { rut_emisor: EMISOR, tipo_dte: 33, folio: 1 },
      { rut_emisor: '76.543.210-3', tipo_dte: 33, folio: 1 },
    ]
    const batch = await app.post(`${BASE}/lote`, { accion: 'ACD', documentos }, receptor.key)
    expect(batch.status).toBe(422)
    expect(
      batch.body.detalles.map(({ campo, regla }: { campo: string; regla: string }) => [campo, regla]),
    ).toEqual([
      ['documentos[0].tipo_dte', 'valor'],
      ['documentos[2]', 'repetido'],
    ])
  })

  test('says what the SII says of a document paid in cash, and of one that it does not have', async () => {
    const { app, registrar } = await createEscena(0)
    await app.post('/v1/dte/emitir', (await import('../../support/emisor')).factura({ forma_pago: 1 }))
    await app.settle()
    expect((await registrar(1, 'RCD')).body.detalles[0].codigo_sii).toBe('27')
    expect((await registrar(99, 'ACD')).body.detalles[0].codigo_sii).toBe('18')
  })

  test('is told by one event and one line of the log of changes', async () => {
    const receptor = createReceptor()
    const { app, registrar, receptor: other } = await createEscena(1, { receptor: receptor.fetch })
    await app.post('/v1/webhooks', { url: 'http://127.0.0.1:9000/hook', eventos: [] }, other.session)
    await registrar(1, 'RCD')
    await registrar(1, 'RCD')
    await app.drainJobs()
    const kinds = receptor.recibidos.map(({ evento }) => evento)
    expect(kinds.filter((kind) => kind === 'acuse.registrado')).toHaveLength(1)
    const { data } = (await app.get('/v1/auditoria?accion=acuse', other.session)).body
    expect(data).toEqual([
      expect.objectContaining({
        accion: 'acuse.registrado',
        detalle: { rut_emisor: EMISOR, tipo_dte: 33, folio: 1, accion: 'RCD' },
      }),
    ])
  })
})

describe('a lost answer', () => {
  test('is asked after before the action is sent again, and what is found counts as done', async () => {
    const { spy, wire } = spyReclamo()
    const { app, registrar, trabajo, usadas, receptor } = await createEscena(1, { wire })
    spy.lose = 1
    const first = await registrar(1, 'ACD')
    expect([first.status, first.headers.get('location')]).toEqual([
      202,
      `${BASE}/trabajos/${first.body.data.job_id}`,
    ])
    app.advance(5000)
    await app.drainJobs()
    expect(spy.asked).toEqual(['ingresarAceptacionReclamoDoc', 'listarEventosHistDoc'])
    expect(await trabajo(first.body.data.job_id)).toMatchObject({
      estado: 'completed',
      objeto: `ACD ${EMISOR} 33-1`,
      result: { codigo_sii: '0', resultado: 'aceptado' },
    })
    expect(await usadas(receptor)).toEqual({ acuse: 1 })
  })

  test('that never arrived is sent again', async () => {
    const { spy, wire } = spyReclamo()
    const { app, registrar, trabajo } = await createEscena(1, { wire })
    spy.drop = 1
    const { job_id } = (await registrar(1, 'ACD')).body.data
    app.advance(5000)
    await app.drainJobs()
    expect(spy.asked).toEqual([
      'ingresarAceptacionReclamoDoc',
      'listarEventosHistDoc',
      'ingresarAceptacionReclamoDoc',
    ])
    expect(await trabajo(job_id)).toMatchObject({
      estado: 'completed',
      intentos: 2,
      result: { codigo_sii: '0' },
    })
  })
})

describe('two accounts', () => {
  test('of one RUT see neither what the other registered nor its jobs', async () => {
    const { app, registrar, receptor, trabajo } = await createEscena(2)
    const twin = await app.registerCompany({ rut: '77123456-9' })
    await registrar(1, 'ACD')
    const { job_id } = (await registrar(2, 'ACD', {}, receptor.key)).body.data.id
      ? (await app.get(`${BASE}/trabajos`, receptor.key)).body.data.map(({ id }: { id: string }) => ({
          job_id: id,
        }))[0]
      : { job_id: '' }
    expect(await trabajo(job_id)).toMatchObject({ tipo: 'acuse.registrar' })
    expect((await app.get(BASE, twin.key)).body.data).toEqual([])
    expect((await app.get(`${BASE}/trabajos`, twin.key)).body.data).toEqual([])
    expect((await app.get(`${BASE}/trabajos/${job_id}`, twin.key)).status).toBe(404)
    expect((await app.get(`${BASE}/recibidos/${EMISOR}/33/1?fuente=local`, twin.key)).status).toBe(404)
  })

  test('have each a simulator of its own, where nobody accepts what the other issued, unless it is shared', async () => {
    const { app, registrar, emitido } = await createEscena(1, { simuladorCompartido: false })
    const twin = await app.registerCompany({ rut: EMISOR })
    const fault = { status: 409, body: { detalles: [{ codigo_sii: '18' }] } }
    expect(await registrar(1, 'ACD')).toMatchObject(fault)
    // The lever that acts as the receiver, pulled by a company of the issuer's RUT.
    const lever = { rut_emisor: EMISOR, tipo_dte: 33, folio: 1, accion: 'RCD' }
    expect((await app.post('/simulador/acuse', lever, twin.key)).status).toBe(404)
    expect((await emitido(1)).body.data.eventos).toEqual([])
  })
})
