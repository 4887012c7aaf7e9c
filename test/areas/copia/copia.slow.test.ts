// The receiver's copy (http §17 `envio_receptor`; http §23; xml §2.3): who gets one, when, what is
// in it, and what becomes of it when the mail server does not play along.

import { afterEach, describe, expect, test } from 'bun:test'
import { authorityKey } from '../../../src/xml/autoridades'
import { verifyArchivo } from '../../../src/xml/verify'
import { discard, document, emit, fail, heal, job, nota, outlastAttempts } from '../../support/emision'
import { boleta, factura, RECEPTOR } from '../../support/emisor'
import { type Buzon, openBuzon, type Recibido } from '../../support/smtp'
import { DIAS_ANTES, type TestApp, type TestAppOptions, testAppWithFolios } from '../../support/test-app'

const HOUR = 3_600_000
const PARA = 'compras@nuble.example.cl'
const conCorreo = (over: object = {}) => factura({ receptor: { ...RECEPTOR, email: PARA }, ...over })

const open: Buzon[] = []
afterEach(async () => {
  for (const one of open.splice(0)) await one.close()
})

async function office(envio_receptor: string, options: TestAppOptions = {}, ajustes: object = {}) {
  const buzon = await openBuzon()
  open.push(buzon)
  const app = await testAppWithFolios({ correo: buzon.correo, ...options })
  const { status, body } = await app.put(`/v1/empresa/${app.tenant.empresaId}`, {
    envio_receptor,
    ...ajustes,
  })
  if (status !== 200) throw new Error(JSON.stringify(body))
  return { app, buzon }
}

const enviar = (app: TestApp, body: object = {}, path = '33/1') =>
  app.post(`/v1/documentos/${path}/enviar`, body)

interface Hecho {
  estado: string
  detalle: string
}
const historial = async (app: TestApp, tipo = 33, folio = 1): Promise<Hecho[]> =>
  (await document(app, tipo, folio)).historial.filter(({ estado }: Hecho) => estado.startsWith('copia'))
const estados = async (app: TestApp, tipo = 33, folio = 1) =>
  (await historial(app, tipo, folio)).map(({ estado }) => estado)
const adjunto = ({ attachments }: Recibido): Buffer => Buffer.from(attachments[0]!.content as ArrayBuffer)
const llaveAutoridad = (idk: number) => authorityKey(idk)?.llave ?? null
const expectSound = (sobre: Buffer) =>
  expect(verifyArchivo(sobre, { llaveAutoridad, rutReceptor: '77123456-9' })).toMatchObject({
    clase: 'EnvioDTE',
    resultado: 'aceptado',
  })
const last = async (app: TestApp) => (await historial(app)).at(-1)!

describe('a copy by itself', () => {
  test('leaves when the SII has the document (al_emitir), before any verdict, and once', async () => {
    const { app, buzon } = await office('al_emitir')
    await emit(app, conCorreo())
    await app.app.services.runner.drain()
    expect(buzon.recibidos).toHaveLength(1)
    expect((await document(app, 33, 1)).estado_sii).toBe('enviado')
    await app.settle()
    expect(buzon.recibidos).toHaveLength(1)
    expect(await historial(app)).toMatchObject([
      { estado: 'copia_en_cola', detalle: `Copia para ${PARA}` },
      { estado: 'copia_enviada', detalle: `Copia enviada a ${PARA}` },
    ])
  })

  test('leaves when the SII has accepted it (al_aceptar), not before', async () => {
    const { app, buzon } = await office('al_aceptar')
    await emit(app, conCorreo())
    await app.app.services.runner.drain()
    expect(buzon.recibidos).toHaveLength(0)
    await app.settle()
    expect(buzon.recibidos).toHaveLength(1)
  })

  test('does not leave when the company wants none, the SII rejects it, or the envelope is refused', async () => {
    const none = await office('no')
    await emit(none.app, conCorreo())
    await none.app.settle()
    const rejected = await office('al_aceptar')
    await emit(rejected.app, conCorreo({ receptor: { ...RECEPTOR, rut: '90000002-2', email: PARA } }))
    await rejected.app.settle()
    expect((await document(rejected.app, 33, 1)).estado_sii).toBe('rechazado')
    expect([...none.buzon.recibidos, ...rejected.buzon.recibidos]).toEqual([])
    expect(await estados(none.app)).toEqual([])
    expect(await estados(rejected.app)).toEqual([])
  })

  test("goes to its customer's mailbox for exchange too, or there alone where it has no address (areas/clientes §1)", async () => {
    const { app, buzon } = await office('al_emitir')
    const { rut, razon_social } = RECEPTOR
    const email_intercambio = 'dte@nuble.example.cl'
    const made = await app.post('/v1/clientes', { rut, razon_social, email_intercambio })
    await emit(app, conCorreo())
    await emit(app, factura())
    await emit(app, boleta({ receptor: { rut, razon_social } }))
    await app.settle()
    const to = buzon.recibidos.map((one) => one.to?.[0]?.address).sort()
    expect(to).toEqual([PARA, email_intercambio, email_intercambio])
    for (const one of buzon.recibidos) expectSound(adjunto(one))
    expect(await estados(app, 33, 2)).toEqual(['copia_en_cola', 'copia_enviada'])
    expect((await enviar(app, {}, '33/2')).body.data.destinatario).toBe(email_intercambio)
    await app.delete(`/v1/clientes/${made.body.data.id}`)
    const { status, body } = await enviar(app, {}, '33/2')
    expect([status, body.code]).toEqual([409, 'INVALID_STATE'])
  })

  test('needs an address: its lack is told of a factura, never of a boleta', async () => {
    const { app, buzon } = await office('al_emitir')
    await emit(app, factura())
    await emit(app, conCorreo({ receptor: { ...RECEPTOR, email: 'a@example.cl, b@example.cl' } }))
    await emit(app, boleta())
    await app.settle()
    expect(await estados(app, 33, 1)).toEqual(['copia_omitida'])
    expect((await historial(app, 33, 2))[0]!.detalle).toContain(
      '«a@example.cl, b@example.cl» no es una dirección',
    )
    expect(await estados(app, 39, 1)).toEqual([])
    expect(buzon.intentos()).toBe(0)
  })

  test('follows every document of an envelope, to its own receiver', async () => {
    const { app, buzon } = await office('al_emitir')
    for (const n of [1, 2, 3])
      await emit(app, conCorreo({ receptor: { ...RECEPTOR, email: `c${n}@example.cl` } }))
    await app.settle()
    expect(buzon.recibidos.map(({ para }) => para[0]).sort()).toEqual([
      'c1@example.cl',
      'c2@example.cl',
      'c3@example.cl',
    ])
    for (const { para, subject } of buzon.recibidos) expect(subject).toContain(`N° ${para[0]![1]} `)
  })

  test('is not sent of a document that its issuer gave up, though the SII accepted it', async () => {
    const { app, buzon } = await office('al_aceptar')
    await fail(app, 'envio', 'corte_despues_de_guardar', 1)
    await fail(app, 'estado_dte', 'http_503')
    const id = await emit(app, conCorreo())
    await outlastAttempts(app)
    expect((await job(app, id)).estado).toBe('dlq')
    expect((await discard(app, id, true)).status).toBe(200)
    await heal(app)
    await outlastAttempts(app)
    expect((await document(app, 33, 1)).estado_sii).toBe('aceptado')
    expect(buzon.intentos()).toBe(0)
  })

  test('the database holds one automatic copy of a document to a mailbox, whatever is tried', async () => {
    const { app } = await office('al_emitir')
    await emit(app, conCorreo())
    await app.settle()
    const again = () =>
      app.store.client.exec(
        `INSERT INTO copia (id, documento_id, destinatario, origen, job_id, created_at)
         SELECT 'x', documento_id, upper(destinatario), origen, (SELECT job_id FROM documento), created_at FROM copia`,
      )
    expect(again).toThrow('UNIQUE constraint failed: copia.documento_id, copia.destinatario')
  })
})

describe('the message', () => {
  test('carries the exchange envelope: addressed to the receiver, its frozen DTE inside, signatures sound', async () => {
    const { app, buzon } = await office('al_emitir', {}, { email_intercambio: 'dte@nandu.example.cl' })
    await emit(app, conCorreo())
    await app.settle()
    const [mail] = buzon.recibidos
    expect(mail).toMatchObject({
      para: [PARA],
      from: { name: 'Comercial Ñandú & Compañía Limitada', address: 'facturas@timbre.example.cl' },
      replyTo: [{ address: 'dte@nandu.example.cl' }],
      subject: '[SIMULACIÓN] Factura electrónica N° 1 de Comercial Ñandú & Compañía Limitada',
    })
    expect(mail!.text).toContain('Ferretería Ñuble Limitada:')
    expect(mail!.text).toContain('Factura electrónica N° 1')
    expect(mail!.text).toContain('Fecha: 20-11-2026')
    expect(mail!.text).toContain('Total: $133.876')
    expect(mail!.text).toContain('sin validez tributaria')
    expect(mail!.text).not.toContain('/ver/')
    const [xml, pdf] = mail!.attachments
    expect(xml!.filename).toBe('EnvioDTE_76543210-3_T33F1.xml')
    const sobre = adjunto(mail!)
    const request = new Request('http://localhost/v1/dte/xml/33/1', { headers: app.tenant.key })
    const file = Buffer.from(await (await app.app.handle(request)).arrayBuffer())
    expect(sobre.includes(file.subarray(file.indexOf('<DTE ')))).toBe(true)
    expectSound(sobre)
    expect(pdf!.filename).toBe('DTE_76543210-3_T33F1.pdf')
    expect(Buffer.from(pdf!.content as ArrayBuffer).toString('latin1', 0, 5)).toBe('%PDF-')
  })

  test('is dated within the certificate that signs it, also when that was loaded after the copy was asked for', async () => {
    const { app, buzon } = await office('al_emitir')
    buzon.rechazar({ en: 'rcpt', codigo: 450, texto: 'try later' })
    await emit(app, conCorreo())
    await app.drainJobs()
    app.advance(2 * HOUR)
    const loaded = await app.post(`/v1/empresa/${app.tenant.empresaId}/certificado`, { simulado: true })
    expect(loaded.status).toBe(201)
    buzon.rechazar(null)
    await app.settle()
    expectSound(adjunto(buzon.recibidos[0]!))
  })

  test('asked for by a clock before the first day of the certificate is dated within it too', async () => {
    const { app, buzon } = await office('no')
    await emit(app, conCorreo())
    await app.settle()
    const back = (DIAS_ANTES + 1) * 24 * HOUR
    app.jump(-back)
    expect((await enviar(app)).status).toBe(202)
    await app.drainJobs()
    app.jump(back)
    await app.settle()
    expectSound(adjunto(buzon.recibidos[0]!))
  })

  test('of a boleta carries the document as signed, which nobody exchanges in an envelope', async () => {
    const { app, buzon } = await office('al_emitir')
    await emit(app, boleta({ receptor: { email: 'ana@example.cl' } }))
    await app.settle()
    const [mail] = buzon.recibidos
    expect(mail!.text).toStartWith('Estimado cliente:')
    const [xml] = mail!.attachments
    expect(xml!.filename).toBe('DTE_76543210-3_T39F1.xml')
    expect(Buffer.from(xml!.content as ArrayBuffer).toString('latin1')).toContain('<DTE ')
  })

  test('names the public page when there is one and the server knows where it is', async () => {
    const { app, buzon } = await office(
      'al_emitir',
      { publicUrl: 'https://dte.example.cl' },
      { consulta_publica: true },
    )
    await emit(app, conCorreo())
    await app.settle()
    const { publico } = (await document(app, 33, 1)).links
    expect(publico).toStartWith('https://dte.example.cl/ver/')
    expect(buzon.recibidos[0]!.text).toContain(publico)
  })
})

describe('a mail server in trouble', () => {
  test('that says "later" is tried again with back-off; the document is none the worse', async () => {
    const { app, buzon } = await office('al_emitir')
    buzon.rechazar({ en: 'rcpt', codigo: 450, texto: 'try later' })
    const id = await emit(app, conCorreo())
    await app.drainJobs()
    app.advance(60_000)
    await app.drainJobs()
    expect(buzon.intentos()).toBe(2)
    expect(await job(app, id)).toMatchObject({ estado: 'completed', error: null })
    expect(await estados(app)).toEqual(['copia_en_cola', 'copia_en_espera'])
    expect((await last(app)).detalle).toContain('450 try later')
    buzon.rechazar(null)
    app.advance(60_000)
    await app.drainJobs()
    expect(buzon.recibidos).toHaveLength(1)
    expect((await last(app)).estado).toBe('copia_enviada')
  })

  test('that refuses for good is not asked twice, and the history says what it said', async () => {
    const { app, buzon } = await office('al_emitir')
    buzon.rechazar({ en: 'rcpt', codigo: 550, texto: 'no such user' })
    const id = await emit(app, conCorreo())
    await app.settle()
    await outlastAttempts(app)
    expect(buzon.intentos()).toBe(1)
    expect(await last(app)).toMatchObject({ estado: 'copia_fallida' })
    expect((await last(app)).detalle).toContain('550 no such user')
    expect(await job(app, id)).toMatchObject({ estado: 'completed' })
    expect(await document(app, 33, 1)).toMatchObject({ estado_sii: 'aceptado' })
  })

  test('that is down and comes back gets every copy, once', async () => {
    const { app, buzon } = await office('al_emitir')
    await buzon.close()
    for (const n of [1, 2, 3])
      await emit(app, conCorreo({ receptor: { ...RECEPTOR, email: `c${n}@example.cl` } }))
    await app.drainJobs()
    expect(await estados(app)).toContain('copia_en_espera')
    await buzon.reopen()
    await app.settle()
    expect(buzon.recibidos.map(({ para }) => para[0]).sort()).toHaveLength(3)
    for (const folio of [1, 2, 3]) expect((await estados(app, 33, folio)).at(-1)).toBe('copia_enviada')
  })

  test('that is down for longer than copies are tried ends in a state that says so', async () => {
    const { app, buzon } = await office('al_emitir')
    await buzon.close()
    await emit(app, conCorreo())
    await outlastAttempts(app)
    expect(await last(app)).toMatchObject({ estado: 'copia_fallida' })
    expect((await last(app)).detalle).toContain(
      'se agotaron los intentos. No se pudo conectar con el servidor de correo',
    )
    await buzon.reopen()
    expect((await enviar(app)).status).toBe(202)
    await app.drainJobs()
    expect(buzon.recibidos).toHaveLength(1)
  })

  test('that hangs up after taking the message gets it again under the same Message-ID', async () => {
    const { app, buzon } = await office('al_emitir')
    buzon.cortarTrasDatos()
    await emit(app, conCorreo())
    await app.settle()
    const ids = buzon.recibidos.map(({ messageId }) => messageId)
    expect(ids).toHaveLength(2)
    expect(new Set(ids).size).toBe(1)
    const sobres = buzon.recibidos.map(adjunto)
    expect(sobres[0]).toEqual(sobres[1]!)
    expect((await estados(app)).filter((estado) => estado === 'copia_enviada')).toHaveLength(1)
  })

  test('is written to again after the server died between the message and its record', async () => {
    const { app, buzon } = await office('al_emitir')
    const { client } = app.store
    client.exec(
      `CREATE TEMP TRIGGER dies BEFORE UPDATE ON main.copia BEGIN SELECT RAISE(ABORT, 'killed'); END`,
    )
    await emit(app, conCorreo())
    await app.drainJobs()
    expect(buzon.recibidos).toHaveLength(1)
    expect(await estados(app)).toEqual(['copia_en_cola'])
    client.exec('DROP TRIGGER dies')
    app.app.services.runner.rescue()
    await app.settle()
    expect(new Set(buzon.recibidos.map(({ messageId }) => messageId)).size).toBe(1)
    expect((await last(app)).estado).toBe('copia_enviada')
  })

  test('does not hold up what is issued: a document whose copy waits is followed as ever', async () => {
    const { app, buzon } = await office('al_emitir')
    buzon.rechazar({ en: 'data', codigo: 451, texto: 'busy' })
    await emit(app, conCorreo())
    await emit(app, nota(3, 1, { detalle: [{ nombre: 'Rebaja', precio: 10 }] }))
    for (let i = 0; i < 20; i++) {
      await app.drainJobs()
      app.advance(1000)
    }
    expect(await document(app, 61, 1)).toMatchObject({ estado: 'completed', estado_sii: 'aceptado' })
  })
})

describe('a copy that cannot be made', () => {
  test('does not undo the state of the document that it follows', async () => {
    const { app } = await office('al_emitir')
    const { client } = app.store
    client.exec(
      `CREATE TEMP TRIGGER broken BEFORE INSERT ON main.copia WHEN (SELECT folio FROM documento WHERE id = NEW.documento_id) = 1
       BEGIN SELECT RAISE(ABORT, 'broken'); END`,
    )
    for (const _ of [1, 2]) await emit(app, conCorreo())
    await app.settle()
    expect(await document(app, 33, 1)).toMatchObject({ estado: 'completed', estado_sii: 'aceptado' })
    expect(await estados(app, 33, 1)).toEqual([])
    expect(await estados(app, 33, 2)).toEqual(['copia_en_cola', 'copia_enviada'])
    expect(client.prepare("SELECT count(*) FROM job WHERE kind = 'dte.copia'").pluck().get()).toBe(1)
    expect(app.logs.map(({ event }) => event)).toContain('copia.sin_cola')
  })

  test('without a valid certificate fails with the reason, and a person sends it once there is one', async () => {
    const { app, buzon } = await office('no')
    await emit(app, conCorreo())
    await app.settle()
    await app.delete(`/v1/empresa/${app.tenant.empresaId}/certificado`, undefined, app.tenant.session)
    expect((await enviar(app)).status).toBe(202)
    await app.drainJobs()
    expect(await last(app)).toMatchObject({ estado: 'copia_fallida' })
    expect((await last(app)).detalle).toContain('no tiene un certificado digital')
    await app.post(`/v1/empresa/${app.tenant.empresaId}/certificado`, { simulado: true }, app.tenant.session)
    expect((await enviar(app)).status).toBe(202)
    await app.drainJobs()
    expect(buzon.recibidos).toHaveLength(1)
  })

  test('because the company switched copies off meanwhile is not sent; one asked for by hand is', async () => {
    const { app, buzon } = await office('al_emitir')
    buzon.rechazar({ en: 'rcpt', codigo: 450, texto: 'try later' })
    await emit(app, conCorreo())
    await app.drainJobs()
    expect((await enviar(app, { email: 'otra@example.cl' })).status).toBe(202)
    await app.drainJobs()
    await app.put(`/v1/empresa/${app.tenant.empresaId}`, { envio_receptor: 'no' })
    buzon.rechazar(null)
    app.advance(60_000)
    await app.drainJobs()
    expect(buzon.recibidos.map(({ para }) => para[0])).toEqual(['otra@example.cl'])
    const detalles = (await historial(app)).map(({ detalle }) => detalle)
    expect(detalles).toContain(`Copia para ${PARA}: la empresa ya no envía copias`)
  })

  test('of a document rejected while it waited is not sent any more', async () => {
    const { app, buzon } = await office('al_emitir')
    buzon.rechazar({ en: 'rcpt', codigo: 450, texto: 'try later' })
    await emit(app, conCorreo({ receptor: { ...RECEPTOR, rut: '90000002-2', email: PARA } }))
    await app.drainJobs()
    buzon.rechazar(null)
    app.advance(5000)
    await app.drainJobs()
    app.advance(60_000)
    await app.drainJobs()
    expect((await document(app, 33, 1)).estado_sii).toBe('rechazado')
    expect(buzon.recibidos).toEqual([])
    expect((await last(app)).detalle).toContain('el SII rechazó el documento')
  })
})

describe('POST /v1/documentos/:tipo/:folio/enviar', () => {
  async function issued(envio = 'no', body: object = conCorreo()) {
    const { app, buzon } = await office(envio)
    await emit(app, body)
    await app.settle()
    return { app, buzon }
  }

  test('sends to the receiver, or to whom it is told, as often as a person asks', async () => {
    const { app, buzon } = await issued()
    const first = await enviar(app)
    expect(first).toMatchObject({ status: 202, body: { data: { destinatario: PARA, estado: 'pendiente' } } })
    await app.drainJobs()
    await enviar(app, { email: 'contador@example.cl' })
    await app.drainJobs()
    await enviar(app)
    await app.drainJobs()
    expect(buzon.recibidos.map(({ para }) => para[0])).toEqual([PARA, 'contador@example.cl', PARA])
    expect(new Set(buzon.recibidos.map(({ messageId }) => messageId)).size).toBe(3)
  })

  test('refuses a second one while the first is on its way, whichever way the address is written', async () => {
    const { app, buzon } = await issued()
    await enviar(app)
    expect(await enviar(app, { email: PARA.toUpperCase() })).toMatchObject({
      status: 409,
      body: { code: 'INVALID_STATE', error: expect.stringContaining('en camino') },
    })
    await app.drainJobs()
    expect(buzon.recibidos).toHaveLength(1)
  })

  test('repeated with its Idempotency-Key sends nothing anew (http §9)', async () => {
    const { app, buzon } = await issued()
    const headers = { ...app.tenant.key, 'idempotency-key': 'copia-1' }
    const post = () => app.post('/v1/documentos/33/1/enviar', {}, headers)
    const first = await post()
    await app.drainJobs()
    const again = await post()
    expect(again.body).toEqual(first.body)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    await app.drainJobs()
    expect(buzon.recibidos).toHaveLength(1)
  })

  test('a copy sent by hand beforehand is the copy: none follows by itself', async () => {
    const { app, buzon } = await office('al_aceptar')
    await emit(app, conCorreo())
    await app.app.services.runner.drain()
    expect((await enviar(app)).status).toBe(202)
    await app.settle()
    expect(buzon.recibidos).toHaveLength(1)
  })

  test('says what is missing: address, document, verdict, body', async () => {
    const { app } = await issued('no', factura())
    expect(await enviar(app)).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining('indique uno') },
    })
    expect(await enviar(app, { email: 'no es' })).toMatchObject({
      status: 422,
      body: { code: 'VALIDATION_ERROR', detalles: [{ campo: 'email', regla: 'correo' }] },
    })
    expect((await enviar(app, { correo: PARA })).status).toBe(422)
    expect((await enviar(app, { email: PARA }, '33/9')).status).toBe(404)
    expect((await enviar(app, { email: PARA }, '33/uno')).status).toBe(400)
    await emit(app, conCorreo())
    expect(await enviar(app, {}, '33/2')).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining('aún no recibe') },
    })
    await emit(app, conCorreo({ receptor: { ...RECEPTOR, rut: '90000002-2', email: PARA } }))
    await app.settle()
    expect((await enviar(app, {}, '33/3')).body.error).toContain('rechazó')
  })

  test('another tenant’s document does not exist', async () => {
    const { app } = await issued()
    const other = await app.registerCompany()
    expect((await app.post('/v1/documentos/33/1/enviar', {}, other.key)).status).toBe(404)
  })

  test('without a mail server the refusal says whose turn it is', async () => {
    const app = await testAppWithFolios()
    await emit(app, conCorreo())
    await app.settle()
    expect(await enviar(app)).toMatchObject({
      status: 409,
      body: { code: 'INVALID_STATE', error: expect.stringContaining('quien lo administra') },
    })
  })
})

describe('the company’s wish', () => {
  test('is stored and shown, and is none until somebody says so', async () => {
    const { app } = await office(
      'al_aceptar',
      {},
      { email_intercambio: 'dte@example.cl', consulta_publica: true },
    )
    const path = `/v1/empresa/${app.tenant.empresaId}`
    const wished = {
      envio_receptor: 'al_aceptar',
      email_intercambio: 'dte@example.cl',
      consulta_publica: true,
    }
    expect((await app.get(path)).body.data).toMatchObject(wished)
    await app.put(path, { email_intercambio: null })
    expect((await app.get(path)).body.data).toMatchObject({ ...wished, email_intercambio: null })
    const other = await app.registerCompany()
    expect((await app.get('/v1/empresa/actual', other.key)).body.data).toMatchObject({
      envio_receptor: 'no',
      email_intercambio: null,
      consulta_publica: false,
    })
  })

  test.each([
    [{ envio_receptor: 'siempre' }, 'envio_receptor'],
    [{ envio_receptor: null }, 'envio_receptor'],
    [{ consulta_publica: 'true' }, 'consulta_publica'],
    [{ email_intercambio: 'x' }, 'email_intercambio'],
  ])('%p is refused', async (body, campo) => {
    const { app } = await office('no')
    const { status, body: answer } = await app.put(`/v1/empresa/${app.tenant.empresaId}`, body)
    expect({ status, campo: answer.detalles[0].campo }).toEqual({ status: 422, campo })
  })

  test('for copies is refused by a server without mail but in simulation, which still lets everything else be changed', async () => {
    const app = await testAppWithFolios({ folios: {} })
    app.store.client.exec("UPDATE empresa SET ambiente = 'certificacion'")
    const path = `/v1/empresa/${app.tenant.empresaId}`
    expect(await app.put(path, { envio_receptor: 'al_emitir' })).toMatchObject({
      status: 422,
      body: {
        detalles: [
          {
            campo: 'envio_receptor',
            regla: 'correo',
            mensaje: expect.stringContaining('quien lo administra'),
          },
        ],
      },
    })
    expect((await app.put(path, { envio_receptor: 'no', consulta_publica: true })).status).toBe(200)
  })

  test('outlives the mail server: copies wait and say so, until it is back', async () => {
    const app = await testAppWithFolios()
    app.store.client.exec("UPDATE empresa SET envio_receptor = 'al_emitir'")
    await emit(app, conCorreo())
    await app.drainJobs()
    expect(await last(app)).toMatchObject({
      estado: 'copia_en_espera',
      detalle: expect.stringContaining('quien lo administra'),
    })
  })
})
