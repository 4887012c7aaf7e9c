import { describe, expect, test } from 'bun:test'
import { fail } from '../../support/emision'
import { testAppWithCompany, testAppWithFolios } from '../../support/test-app'
import { carta, emitir, leer, load, mail, onSet, open, RECEPTORES, texto } from './escena'
import { SET_DE_UNO } from './set-de-uno'

const FOLIOS = { 33: 8, 61: 6, 56: 2 }

describe('the road of a company (areas/certificacion §1)', () => {
  test('takes a set from its text to its approval, and tells at each step who does what', async () => {
    const app = await testAppWithFolios({ folios: FOLIOS })
    const { id, set } = await onSet(app, 'basico')
    expect(set).toMatchObject({ estado: 'listo', atencion: expect.stringMatching(/^\d+$/), dudas: 0 })
    expect(set.casos).toHaveLength(8)
    expect(set.casos[5].solicitud.referencias[1]).toMatchObject({ caso: 2, codigo: 3 })
    expect((await leer(app, id)).pendientes).toMatchObject([
      { quien: 'persona', codigo: 'emitir', clase: 'basico' },
    ])

    const sent = await emitir(app, id, 'basico')
    expect(sent).toMatchObject({
      status: 202,
      body: { data: { estado: 'emitiendo', intento: { numero: 1 } } },
    })
    expect(sent.body.data.intento.documentos.map((one: { tipo_dte: number }) => one.tipo_dte)).toEqual([
      33, 33, 33, 33, 61, 61, 61, 56,
    ])
    await app.settle()
    const validado = await leer(app, id)
    expect(validado.sets[0]).toMatchObject({ estado: 'validado', intento: { razones: [] } })
    // Typed without zeros in front, the day as dd-mm-aaaa.
    expect(validado.pendientes).toMatchObject([
      { quien: 'persona', codigo: 'declarar_avance', datos: { track_id: '1', fecha: '20-11-2026' } },
    ])

    const declared = await app.post(`/v1/certificacion/${id}/sets/basico/declarado`, {})
    expect(declared.body.data.pendientes).toMatchObject([{ quien: 'sii', codigo: 'revision' }])
    const ended = await app.post(`/v1/certificacion/${id}/sets/basico/veredicto`, { estado: 'SOK' })
    // With every row conforme the road is at its next stage.
    expect(ended.body.data).toMatchObject({ estado: 'simulacion', sets: [{ estado: 'conforme' }] })
  })

  test('runs a refused set anew with new folios, its reasons by case with their mends (areas/certificacion §3)', async () => {
    const app = await testAppWithFolios({ folios: FOLIOS })
    const { id } = await onSet(app, 'basico')
    await emitir(app, id, 'basico')
    await app.settle()
    const glosa = 'CASO 5100001-6: Los Datos de la Línea 1 del Detalle No Cuadran\nOtra cosa'
    const { body } = await app.post(`/v1/certificacion/${id}/sets/basico/veredicto`, { estado: 'SRH', glosa })
    expect(body.data.sets[0].intento.razones).toEqual([
      {
        caso: 6,
        texto: 'CASO 5100001-6: Los Datos de la Línea 1 del Detalle No Cuadran',
        remedio: expect.stringContaining('letra por letra'),
      },
      { caso: null, texto: 'Otra cosa', remedio: null },
    ])
    expect(body.data.pendientes).toMatchObject([{ codigo: 'corregir', clase: 'basico' }])
    const again = await emitir(app, id, 'basico')
    expect(again.body.data.intento).toMatchObject({ numero: 2 })
    const folios = again.body.data.intento.documentos.map((one: { folio: number }) => one.folio)
    expect(folios).toEqual([5, 6, 7, 8, 4, 5, 6, 2])
    // Too few are told before the run, and none is taken for a part.
    await app.settle()
    await app.post(`/v1/certificacion/${id}/sets/basico/veredicto`, { estado: 'SRH', glosa })
    expect(await emitir(app, id, 'basico')).toMatchObject({ status: 409, body: { code: 'NO_FOLIOS' } })
    const { pendientes, sets } = await leer(app, id)
    expect(pendientes).toMatchObject([
      { codigo: 'folios', datos: { tipo_33: '4', tipo_61: '3', tipo_56: '1' } },
    ])
    expect(sets[0]).toMatchObject({ estado: 'rechazado', intentos: 2 })
  })

  test('tells a person of an envelope that stopped, and why, until it goes on (jobs §10)', async () => {
    const app = await testAppWithFolios({ folios: FOLIOS })
    const { id } = await onSet(app, 'basico')
    await fail(app, 'envio', 'sin_permiso', 1)
    const { body } = await emitir(app, id, 'basico')
    await app.settle()
    const [stopped] = (await leer(app, id)).pendientes
    expect(stopped).toMatchObject({ quien: 'persona', codigo: 'envio_detenido', clase: 'basico' })
    expect(stopped.accion).toContain('El envío del set BASICO se detuvo (')
    const [{ id: documento }] = body.data.intento.documentos
    const { job_id } = app.store.client
      .prepare('SELECT job_id FROM documento WHERE id = ?')
      .get(documento) as {
      job_id: string
    }
    await app.post(`/v1/dte/emision/${job_id}/reintentar`)
    await app.settle()
    expect((await leer(app, id)).pendientes).toMatchObject([{ codigo: 'declarar_avance' }])
  })

  test('takes the same text once, and leaves the sets of an earlier one without effect', async () => {
    const app = await testAppWithFolios({ folios: FOLIOS })
    const id = await open(app)
    const first = await texto(app, ['basico'])
    expect((await load(app, id, first)).status).toBe(201)
    expect((await load(app, id, first)).status).toBe(200)
    expect((await load(app, id, await texto(app, ['guia'], 'dos'))).body.data).toMatchObject({
      ronda: { numero: 2 },
      sets: [{ clase: 'guia' }],
    })
    expect(await load(app, id, first)).toMatchObject({ status: 409, body: { code: 'INVALID_STATE' } })
    expect(await emitir(app, id, 'basico')).toMatchObject({ status: 404 })
  })

  test('refuses by line what it cannot read, and a text of the other road', async () => {
    const app = await testAppWithFolios({ folios: FOLIOS })
    const id = await open(app)
    const broken = await load(
      app,
      id,
      Buffer.from(
        (await texto(app, ['basico'])).toString('latin1').replace('CANTIDAD', 'CANTIDADES'),
        'latin1',
      ),
    )
    expect(broken).toMatchObject({ status: 422, body: { code: 'SET_UNREADABLE' } })
    expect(broken.body.detalles[0].linea).toBeGreaterThan(1)
    expect(await load(app, id, await texto(app, ['boleta']))).toMatchObject({
      status: 422,
      body: { code: 'SET_UNSUPPORTED' },
    })
    expect((await leer(app, id)).estado).toBe('preparacion')
  })

  test('tells at each step the sets of the text that Timbre does not know (areas/certificacion §2)', async () => {
    const app = await testAppWithFolios({ folios: FOLIOS })
    const id = await open(app)
    const RARO = '\r\nSET DE COSAS RARAS - NUMERO DE ATENCION: 5199999\r\n'
    const bytes = Buffer.concat([Buffer.from(SET_DE_UNO, 'base64'), Buffer.from(RARO)])
    const no_admitidos = [{ linea: 10, mensaje: 'Timbre no conoce el set «DE COSAS RARAS»' }]
    const loaded = await load(app, id, bytes)
    expect(loaded).toMatchObject({
      status: 201,
      body: { data: { sets: [{ clase: 'basico' }], no_admitidos } },
    })
    const told = { quien: 'persona', codigo: 'set_no_admitido', accion: expect.stringContaining('línea 10') }
    expect(loaded.body.data.pendientes).toContainEqual(expect.objectContaining(told))
    await app.put(`/v1/certificacion/${id}/sets/basico/ajustes`, { receptores: RECEPTORES })
    await emitir(app, id, 'basico')
    await app.settle()
    await app.post(`/v1/certificacion/${id}/sets/basico/veredicto`, { estado: 'SOK' })
    const last = await app.post(`/v1/certificacion/${id}/avanzar`, { etapa: 'declaracion' })
    expect(last.body.data.pendientes).toMatchObject([{ codigo: 'declaracion' }, told])
  })

  test('asks what the text leaves open, and runs no set before it was answered', async () => {
    const app = await testAppWithFolios({ folios: FOLIOS })
    const id = await open(app)
    await load(app, id, await texto(app, ['basico']))
    const refused = await emitir(app, id, 'basico')
    expect(refused).toMatchObject({ status: 409, body: { code: 'SET_DOUBTS' } })
    expect(refused.body.detalles[0]).toMatchObject({ clave: expect.any(String), mensaje: expect.any(String) })
    expect(await leer(app, id)).toMatchObject({
      sets: [{ estado: 'con_dudas' }],
      pendientes: [{ codigo: 'responder_dudas', quien: 'persona' }],
    })
  })

  test('has one road open of an alcance, none in production, and nothing goes on where one was left', async () => {
    const app = await testAppWithFolios({ folios: FOLIOS })
    const id = await open(app)
    expect(await app.post('/v1/certificacion', { alcance: 'factura' })).toMatchObject({ status: 409 })
    await open(app, 'boleta')
    expect(await app.post(`/v1/certificacion/${id}/abandonar`)).toMatchObject({
      body: { data: { estado: 'abandonada' } },
    })
    expect(await load(app, id, await texto(app, ['basico']))).toMatchObject({
      status: 409,
      body: { code: 'CERT_CLOSED' },
    })
    await open(app)
    const { empresaId, session } = app.tenant
    const real = { ...session, 'x-empresa': empresaId, 'x-ambiente': 'produccion' }
    expect(await app.post('/v1/certificacion', { alcance: 'factura' }, real)).toMatchObject({ status: 409 })
  })

  test('keeps a book of sales waiting for its set (CERT_ORDER)', async () => {
    const app = await testAppWithFolios({ folios: FOLIOS })
    const id = await open(app)
    await load(app, id, await texto(app, ['basico', 'libro_ventas']))
    expect(await emitir(app, id, 'libro_ventas')).toMatchObject({ status: 409, body: { code: 'CERT_ORDER' } })
  })

  test('takes the result from the SII’s mail, of its own envelope alone (areas/certificacion §4)', async () => {
    const app = await testAppWithFolios({ folios: FOLIOS })
    const { empresaId, session } = app.tenant
    await app.put(`/v1/empresa/${empresaId}/buzon`, { tipo: 'simulador' }, session)
    const { id, set } = await onSet(app, 'basico')
    await emitir(app, id, 'basico')
    await app.settle()
    await mail(app, carta(set.atencion, '99', 'SOK - SET DE PRUEBA CORRECTO'))
    await mail(app, carta('1234567', '1', 'SOK - SET DE PRUEBA CORRECTO'))
    await mail(app, carta(set.atencion, '1', 'SOK - SET DE PRUEBA CORRECTO', '76192083-9'))
    expect((await leer(app, id)).sets[0].estado).toBe('validado')
    const razon = `CASO ${set.atencion}-2: Los Datos de la Linea 1 del Detalle No Cuadran`
    await mail(app, carta(set.atencion, '0000000001', `SRH - SET CON ERRORES\n\n${razon}`))
    expect((await leer(app, id)).sets[0]).toMatchObject({
      estado: 'rechazado',
      intento: { veredicto: 'SRH', veredicto_origen: 'correo', razones: [{ caso: 2 }] },
    })
    // Anybody can write such a mail: a person corrects it, with what the SII's page says.
    const by = await app.post(`/v1/certificacion/${id}/sets/basico/veredicto`, { estado: 'SOK' })
    expect(by.body.data).toMatchObject({
      sets: [{ estado: 'conforme', intento: { veredicto_origen: 'persona' } }],
    })
    const mensajes = (await app.get('/v1/recibidos/mensajes')).body.data
    const about = mensajes.filter((one: { asunto: string }) => one.asunto.startsWith('SETMAIL'))
    expect(about.map((one: { resultado: string }) => one.resultado).toSorted()).toEqual([
      ...['ignorado', 'ignorado', 'ignorado', 'respuestas'],
    ])
  })

  test('makes a simulación of the approved sets, which names none of them, and goes on once it is good (areas/certificacion §3)', async () => {
    const app = await testAppWithFolios({ folios: { 33: 16, 61: 12, 56: 4 } })
    const { id } = await onSet(app, 'basico')
    expect(await app.post(`/v1/certificacion/${id}/simulacion`, {})).toMatchObject({
      body: { code: 'CERT_ORDER' },
    })
    await emitir(app, id, 'basico')
    await app.settle()
    await app.post(`/v1/certificacion/${id}/sets/basico/veredicto`, { estado: 'SOK' })
    const sent = await app.post(`/v1/certificacion/${id}/simulacion`, {})
    // Whole rounds of eight, so that no note lacks its invoice.
    expect(sent).toMatchObject({ status: 202, body: { data: { clase: 'simulacion', estado: 'emitiendo' } } })
    expect(sent.body.data.intento.documentos).toHaveLength(24)
    await app.settle()
    const { documentos } = sent.body.data.intento
    const xml = (await app.get(`/v1/dte/xml/61/${documentos[12].folio}`)).body
    expect(xml).not.toContain('<TpoDocRef>SET')
    expect(xml).not.toContain('AFECTO')
    const road = await leer(app, id)
    expect(road.pendientes).toMatchObject([{ codigo: 'declarar_avance', clase: 'simulacion' }])
    const ended = await app.post(`/v1/certificacion/${id}/sets/simulacion/veredicto`, { estado: 'SOK' })
    expect(ended.body.data.estado).toBe('intercambio')
  })
})

test('a certificate of the rehearsal is none at the SII: another is asked for before anybody is enrolled (areas/certificacion §1)', async () => {
  const app = await testAppWithCompany()
  const simulado = await app.post(`/v1/empresa/${app.tenant.empresaId}/certificado`, { simulado: true })
  expect(simulado).toMatchObject({ status: 201 })
  const moved = await app.put(`/v1/empresa/${app.tenant.empresaId}`, { ambiente: 'certificacion' })
  expect(moved).toMatchObject({ status: 200 })
  const opened = await app.post('/v1/certificacion', { alcance: 'factura' }, app.tenant.session)
  const { ambiente, pendientes } = opened.body.data
  expect(ambiente).toBe('certificacion')
  expect(pendientes.map(({ codigo }: { codigo: string }) => codigo)).toEqual([
    ...['postular', 'certificado', 'usuarios', 'resolucion', 'cargar_set'],
  ])
  expect(pendientes[1].accion).toContain('el SII no lo conoce')
})
