// Answers to received documents (areas/recibidos/intercambio §1 to §3): what is asked for, signed, frozen and mailed, once.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { readRecibido } from '../../../src/xml/recibido'
import { FACTURA, golden, latin1, mail } from '../../support/archivos-recibidos'
import { fail, heal } from '../../support/emision'
import { testAppWithReceiver } from '../../support/recibidos'
import { type Buzon, openBuzon } from '../../support/smtp'
import { loadFolios } from '../../support/test-app'

const REPLY_TO = 'respuestas@proveedor.example'
const MINUTE = 60_000

let buzon: Buzon
let app: Awaited<ReturnType<typeof testAppWithReceiver>>
/** One document came by mail, which asks to be answered; one by upload, which does not. */
let mailed: string
let uploaded: string

beforeAll(async () => {
  buzon = await openBuzon()
  app = await testAppWithReceiver({ correo: buzon.correo })
  await loadFolios(app, app.tenant, {})
  await app.put(`/v1/empresa/${app.tenant.empresaId}`, { respuesta_automatica: 'no' }, app.tenant.session)
  mailed = (await app.entrar(mail([{ nombre: 'envio.xml', bytes: latin1(FACTURA) }]), { origen: 'correo' }))
    .documentos[0]!.id
  uploaded = (await app.entrar(latin1(golden('061_001_anula_factura')))).documentos[0]!.id
})
afterAll(() => buzon.close())
beforeEach(() => {
  buzon.recibidos.length = 0
  buzon.rechazar(null)
})

let n = 0
/** Words that no other answer has said. */
const nueva = () => `Motivo ${++n}`
/** Asks for an answer and lets it leave; what became of it. */
async function answer(id: string, body: object) {
  const asked = await app.post(`/v1/recibidos/${id}/respuestas`, body)
  await app.app.services.runner.drain()
  if (asked.status === 202) asked.body.data = await find(asked.body.data.id)
  return asked
}
const rechazo = () => ({ tipo: 'resultado', estado: 2, glosa: nueva() })
const sent = () => buzon.recibidos[0]!
const file = () => Buffer.from(sent().attachments[0]!.content as ArrayBuffer)
const read = (bytes: Uint8Array) => readRecibido(bytes, () => null).respuestas[0]!.leida!
const find = async (id: string) =>
  (await app.get('/v1/recibidos/respuestas?limite=100')).body.data.find(
    (one: { id: string }) => one.id === id,
  )

describe('an answer to a received document', () => {
  test('of goods received is signed, mailed to whom the mail asked for, and kept byte for byte', async () => {
    const { status, body } = await answer(mailed, { tipo: 'recibo', recinto: 'Bodega Ñuñoa' })
    expect(status).toBe(202)
    expect(body.data).toMatchObject({
      tipo: 'recibo',
      estado: 'enviada',
      codigo: null,
      recinto: 'Bodega Ñuñoa',
      rut_emisor: '76543210-3',
      destinatario: REPLY_TO,
      origen: 'persona',
      documentos: [{ id: mailed, tipo_dte: 33, folio: 1 }],
    })
    expect(sent().para).toEqual([REPLY_TO])
    expect(sent().subject).toBe('[SIMULACIÓN] Recibo de mercaderías o servicios: Factura electrónica N° 1')
    const leida = read(file())
    expect(leida).toMatchObject({ clase: 'recibos', firma: 'valida', rutResponde: '77123456-9' })
    expect((leida as unknown as { recibos: object[] }).recibos).toMatchObject([
      { tipoDte: 33, folio: 1, recinto: 'Bodega Ñuñoa', firma: 'valida' },
    ])
    const { body: xml } = await app.get(`/v1/recibidos/respuestas/${body.data.id}/xml`)
    expect(Buffer.from(xml, 'utf8').length).toBeGreaterThan(1000)
    expect(sent().raw).toContain(`Message-ID: <${body.data.id}@`)
  })

  test('about its file names what came in it, with the number by which later ones call the file', async () => {
    await answer(mailed, { tipo: 'recepcion' })
    const recepcion = read(file()) as unknown as { recepciones: { documentos: object[] }[] }
    expect(recepcion.recepciones).toMatchObject([
      { nombre: 'envio.xml', estado: 0, documentos: [{ tipoDte: 33, folio: 1, estado: 0 }] },
    ])
    const number = /<CodEnvio>(\d+)</.exec(file().toString('latin1'))![1]
    buzon.recibidos.length = 0
    await answer(mailed, rechazo())
    expect(file().toString('latin1')).toContain(`<CodEnvio>${number}</CodEnvio>`)
  })

  test('about a file of several issuers tells none of them of the documents of another', async () => {
    const envelope = (rut: string, ...dtes: string[]) =>
      `<EnvioDTE><SetDTE ID="S${rut}"><Caratula><RutEmisor>${rut}</RutEmisor></Caratula>${dtes.join('')}</SetDTE></EnvioDTE>`
    const dte = (rut: string, folio: number) =>
      FACTURA.slice(FACTURA.indexOf('<DTE'))
        .replaceAll('76543210-3', rut)
        .replace('<Folio>1<', `<Folio>${folio}<`)
    const [uno, otro] = ['76543210-3', '96790240-3']
    const bajada = `<Bajada>${envelope(otro, dte(otro, 801))}${envelope(uno, dte(uno, 802), dte(uno, 803))}</Bajada>`
    const { documentos } = await app.entrar(mail([{ nombre: 'mes.xml', bytes: latin1(bajada) }]))
    const { data } = (await answer(documentos[1]!.id, { tipo: 'recepcion' })).body
    expect(data.documentos.map(({ folio }: { folio: number }) => folio)).toEqual([802, 803])
    const xml = file().toString('latin1')
    expect(xml).not.toContain(otro)
    expect(xml).toContain('<EnvioDTEID>DTE</EnvioDTEID>')
  })

  test('is given once: asked for again it is refused with its id, and nothing leaves', async () => {
    const body = rechazo()
    const first = await answer(mailed, body)
    const again = await answer(mailed, body)
    expect(again).toMatchObject({ status: 409, body: { code: 'ALREADY_EXISTS' } })
    expect(again.body.error).toContain(first.body.data.id)
    expect(buzon.recibidos).toHaveLength(1)
  })

  test('is only made ready where that is asked for, and leaves later with the same bytes', async () => {
    const body = rechazo()
    const ready = (await answer(mailed, { ...body, enviar: false })).body.data
    expect(ready).toMatchObject({ estado: 'armada', sin_salida: 'no_pedida' })
    const { body: kept } = await app.get(`/v1/recibidos/respuestas/${ready.id}/xml`)
    app.advance(MINUTE)
    expect((await answer(mailed, body)).body.data).toMatchObject({ id: ready.id, estado: 'enviada' })
    expect(new TextDecoder('latin1').decode(file())).toBe(kept)
  })

  test('to an issuer that no mail came from goes to the mailbox that the SII has of it', async () => {
    const { data } = (await answer(uploaded, rechazo())).body
    expect(data).toMatchObject({ estado: 'enviada', destinatario: '76543210-3@simulador.invalid' })
    // The simulator's own post office took it.
    expect(buzon.recibidos).toEqual([])
  })

  test('asks the SII for the mailbox of an issuer once a minute, however many leave', async () => {
    const destino = { destinatario: '76543210-3@simulador.invalid' }
    expect((await answer(uploaded, rechazo())).body.data).toMatchObject(destino)
    await fail(app, 'contribuyente', 'http_503')
    expect((await answer(uploaded, rechazo())).body.data).toMatchObject(destino)
    await heal(app)
    app.advance(MINUTE)
  })

  test('without anybody to send it to is ready to be downloaded; `para` says to whom', async () => {
    await fail(app, 'contribuyente', 'http_503')
    const body = rechazo()
    const ready = await answer(uploaded, body)
    expect(ready.body.data).toMatchObject({
      estado: 'armada',
      sin_salida: 'sin_direccion',
      destinatario: null,
    })
    const out = await answer(uploaded, { ...body, para: 'ventas@proveedor.example' })
    expect(out.body.data).toMatchObject({ id: ready.body.data.id, estado: 'enviada' })
    expect(sent().para).toEqual(['ventas@proveedor.example'])
    await heal(app)
  })

  test.each<[string, object, string[]]>([
    ['a result without state', { tipo: 'resultado' }, ['estado']],
    ['a refusal without reason', { tipo: 'resultado', estado: 2 }, ['glosa']],
    ['a state that no result has', { tipo: 'resultado', estado: 7, glosa: 'x' }, ['estado']],
    ['a receipt without place, and with a state', { tipo: 'recibo', estado: 0 }, ['estado', 'recinto']],
    ['a receipt in words of its own', { tipo: 'recibo', glosa: 'x', recinto: 'Bodega' }, ['glosa']],
    ['a place where none belongs', { tipo: 'recepcion', recinto: 'Bodega' }, ['recinto']],
    ['an address that is none', { tipo: 'recepcion', para: 'nadie' }, ['para']],
    ['another class', { tipo: 'reclamo' }, ['tipo']],
    [
      'what no schema takes beside what does not go together',
      { tipo: 'resultado', estado: 2, recinto: 'x'.repeat(81), para: 'nadie' },
      ['glosa', 'para', 'recinto'],
    ],
  ])('refuses %s, all at once', async (_, body, campos) => {
    const { status, body: said } = await answer(mailed, body)
    expect(status).toBe(422)
    expect(said.detalles.map(({ campo }: { campo: string }) => campo).sort()).toEqual(campos)
    // The field is said once.
    for (const { campo, mensaje } of said.detalles) expect(mensaje).not.toStartWith(`${campo}: ${campo}`)
    expect(buzon.recibidos).toEqual([])
  })

  test('is refused for a type that no answer can name, and for a document of nobody here', async () => {
    const [liquidacion] = (await app.entrar(latin1(golden('043_001_ventas_y_comision')))).documentos
    expect(await answer(liquidacion!.id, { tipo: 'recepcion' })).toMatchObject({
      status: 422,
      body: { code: 'DOCUMENT_TYPE_NOT_ALLOWED' },
    })
    expect((await answer('rec_nada', { tipo: 'recepcion' })).status).toBe(404)
  })
})

describe('an answer leaves', () => {
  const bring = async (folio: number, head: RegExp, to: string) => {
    const bytes = latin1(FACTURA.replace('<Folio>1<', `<Folio>${folio}<`))
    const text = mail([{ nombre: `s${folio}.xml`, bytes }]).toString('latin1')
    app.store.client
      .prepare(
        `INSERT INTO mensaje (id, empresa_id, ambiente, huella, de, asunto, recibido_en, leido_en, bytes, resultado)
         VALUES (?, ?, 'simulacion', ?, 'dte@proveedor.example', '', ?, ?, 1, 'documentos')`,
      )
      .run(`msj_${folio}`, app.tenant.empresaId, `${folio}`, '2026-11-20', '2026-11-20')
    const over = { origen: 'correo', mensajeId: `msj_${folio}` } as const
    return (await app.entrar(latin1(text.replace(head, to)), over)).documentos[0]!.id
  }
  const SIN_REPLY = [/Reply-To:[^\n]*\n/, ''] as const
  const whereto = async (id: string) =>
    (await answer(id, { ...rechazo(), para: 'ventas@proveedor.example' })).body.data.destinatario

  test('to the Reply-To, else to the exchange mailbox in the customer book, else to `para`', async () => {
    const plain = await bring(701, ...SIN_REPLY)
    expect(await whereto(plain)).toBe('ventas@proveedor.example')
    const cliente = {
      rut: '76543210-3',
      razon_social: 'Proveedor SpA',
      email_intercambio: 'dte@libro.example',
    }
    const { data } = (await app.post('/v1/clientes', cliente)).body
    expect(await whereto(plain)).toBe('dte@libro.example')
    expect(await whereto(mailed)).toBe(REPLY_TO)
    expect((await app.delete(`/v1/clientes/${data.id}`)).status).toBe(204)
  })

  test('to the sender where neither the letter, nor the book, nor the SII has another address', async () => {
    const id = await bring(702, ...SIN_REPLY)
    await fail(app, 'contribuyente', 'http_503')
    expect((await answer(id, rechazo())).body.data).toMatchObject({
      estado: 'enviada',
      destinatario: 'dte@proveedor.example',
    })
    await heal(app)
    app.advance(2 * MINUTE)
    const { body } = await answer(id, rechazo())
    expect(body.data.destinatario).toBe('76543210-3@simulador.invalid')
  })

  test('with names and words that no header can be bent with', async () => {
    const { session, empresaId } = app.tenant
    const saved = await app.put(
      `/v1/empresa/${empresaId}`,
      { razon_social: 'Ñandú "Cía" & <Hijos>, Ltda' },
      session,
    )
    expect(saved.status).toBe(200)
    await answer(mailed, { tipo: 'resultado', estado: 2, glosa: `${nueva()}, Bcc: robo@malo.cl` })
    expect(sent().para).toEqual([REPLY_TO])
    expect(sent().from).toMatchObject({ name: 'Ñandú "Cía" & <Hijos>, Ltda' })
    expect(sent().raw.slice(0, sent().raw.indexOf('\r\n\r\n'))).not.toContain('malo.cl')
  })
})

describe('who asks for an answer', () => {
  test('is told what came of it in the time that he waits, 202 in any case', async () => {
    const sent = await app.post(`/v1/recibidos/${mailed}/respuestas`, rechazo())
    expect(sent).toMatchObject({ status: 202, body: { data: { estado: 'enviada', error: null } } })
    buzon.rechazar({ en: 'rcpt', codigo: 550, texto: 'no such mailbox' })
    const failed = await app.post(`/v1/recibidos/${mailed}/respuestas?esperar=5`, rechazo())
    expect(failed).toMatchObject({ status: 202, body: { data: { estado: 'fallida' } } })
    expect(failed.body.data.error).toContain('no such mailbox')
    expect(failed.headers.get('location')).toBe(`/v1/recibidos/trabajos/${failed.body.data.job_id}`)
  })

  test('and does not wait is told at once that it is on its way', async () => {
    const asked = await app.post(`/v1/recibidos/${mailed}/respuestas?esperar=0`, rechazo())
    expect(asked).toMatchObject({ status: 202, body: { data: { estado: 'armada', firmada_en: null } } })
    await app.app.services.runner.drain()
    expect((await find(asked.body.data.id)).estado).toBe('enviada')
  })

  test('waits for a number of seconds that there is', async () => {
    const asked = await app.post(`/v1/recibidos/${mailed}/respuestas?esperar=21`, rechazo())
    expect(asked.status).toBe(400)
    expect(asked.body.detalles).toMatchObject([{ campo: 'esperar' }])
  })
})

describe('an answer that waits for a mail server', () => {
  const ask = (id: string, body: object) => app.post(`/v1/recibidos/${id}/respuestas?esperar=0`, body)
  afterAll(() => {
    app.advance(10 * MINUTE)
    return app.app.services.runner.drain()
  })
  /** Its first attempt ends without the server's word. */
  async function waiting(id: string, body: object) {
    buzon.cortarTrasDatos()
    const { data } = (await answer(id, body)).body
    expect(data.estado).toBe('armada')
    return data
  }

  test('is the same one whether its words are ours or said (areas/recibidos/intercambio §1)', async () => {
    const glosa = nueva()
    const { id, job_id } = await waiting(mailed, { tipo: 'recepcion', glosa })
    for (const estado of [{ estado: 0 }, {}])
      expect(await ask(mailed, { tipo: 'recepcion', glosa, ...estado })).toMatchObject({
        status: 202,
        body: { data: { id, job_id } },
      })
  })

  test('is told as it stands though who asked about another document of its file has taken it over', async () => {
    const dtes = [21, 22].map((folio) =>
      FACTURA.replace(/<\?.*?\?>/, '').replaceAll(/<(Folio|F)>1</g, `<$1>${folio}<`),
    )
    const { documentos } = await app.entrar(latin1(`<Dos>${dtes.join('')}</Dos>`), {
      responderA: REPLY_TO,
    })
    const [first, second] = documentos.map(({ id }) => id) as [string, string]
    const { id } = await waiting(first, { tipo: 'recepcion' })
    const over = (await ask(second, { tipo: 'recepcion' })).body.data
    expect(over.id).toBe(id)
    const again = await ask(first, { tipo: 'recepcion' })
    expect(again).toMatchObject({ status: 202, body: { data: { id, job_id: over.job_id } } })
    expect(again.headers.get('location')).toBe(`/v1/recibidos/trabajos/${over.job_id}`)
  })
})

describe('the mail of an answer', () => {
  test('that the server takes and hangs up on is sent again: the same message, byte for byte', async () => {
    buzon.cortarTrasDatos()
    const { id, job_id } = (await answer(mailed, rechazo())).body.data
    expect((await find(id)).estado).toBe('armada')
    expect((await app.get(`/v1/recibidos/trabajos/${job_id}`)).body.data).toMatchObject({
      estado: 'pending',
      error: { code: 'MAIL_ERROR', reintentable: true },
    })
    app.advance(10 * MINUTE)
    await app.app.services.runner.drain()
    expect(await find(id)).toMatchObject({ estado: 'enviada', error: null })
    expect(buzon.recibidos).toHaveLength(2)
    const [first, second] = buzon.recibidos.map(({ raw }) => raw)
    expect(second).toBe(first!)
  })

  test('that is refused for good fails with the words of the server, and a retry by a person sends it', async () => {
    buzon.rechazar({ en: 'rcpt', codigo: 550, texto: 'no such mailbox' })
    const { id, job_id } = (await answer(mailed, rechazo())).body.data
    expect(await find(id)).toMatchObject({
      estado: 'fallida',
      error: expect.stringContaining('no such mailbox'),
    })
    buzon.rechazar(null)
    expect((await app.post(`/v1/recibidos/trabajos/${job_id}/reintentar`)).status).toBe(202)
    await app.app.services.runner.drain()
    expect(await find(id)).toMatchObject({ estado: 'enviada', error: null })
    expect(buzon.recibidos).toHaveLength(1)
  })

  test('is not sent by a run that comes after the one that died behind it', async () => {
    const body = rechazo()
    const { id, job_id } = (await answer(mailed, body)).body.data
    // As a lease that ran out leaves it.
    app.store.client
      .prepare("UPDATE job SET estado = 'pending', completed_at = NULL, run_at = NULL WHERE id = ?")
      .run(job_id)
    await app.app.services.runner.drain()
    expect(buzon.recibidos).toHaveLength(1)
    expect((await find(id)).estado).toBe('enviada')
  })
})

describe('a receipt by itself', () => {
  const conFolio = (folio: number) =>
    latin1(FACTURA.replaceAll(/<(Folio|F)>1</g, `<$1>${folio}<`).replaceAll('F1T33', `F${folio}T33`))
  const automaticas = async () =>
    (await app.get('/v1/recibidos/respuestas?limite=100')).body.data.filter(
      ({ origen }: { origen: string }) => origen === 'automatica',
    )
  const bring = async (folio: number, origen: 'archivo' | 'correo') => {
    await app.entrar(mail([{ nombre: `f${folio}.xml`, bytes: conFolio(folio) }]), { origen })
    await app.app.services.runner.drain()
  }

  test('leaves only where the company wants it, for what comes by mail, and says that a signature is wrong', async () => {
    await bring(901, 'correo')
    expect(await automaticas()).toEqual([])
    await app.put(
      `/v1/empresa/${app.tenant.empresaId}`,
      { respuesta_automatica: 'recepcion' },
      app.tenant.session,
    )
    await bring(902, 'archivo')
    expect(await automaticas()).toEqual([])
    await bring(903, 'correo')
    const [one] = await automaticas()
    expect(one).toMatchObject({
      tipo: 'recepcion',
      estado: 'enviada',
      documentos: [{ folio: 903, codigo: 1, glosa: 'DTE no recibido: error de firma' }],
    })
    expect(sent().para).toEqual([REPLY_TO])
    // The server's own doing is no operator's.
    const { data } = (await app.get('/v1/auditoria?accion=intercambio', app.tenant.session)).body
    expect(data[0].actor).toBe('respuesta automática')
  })

  test('leaves once a file, and what comes again is not answered again', async () => {
    await bring(903, 'correo')
    expect(await automaticas()).toHaveLength(1)
    expect(buzon.recibidos).toEqual([])
  })

  test('is what a company does in simulation that never chose, and shows as such', async () => {
    const [empresa] = (await app.get('/v1/empresa', app.tenant.session)).body.data
    expect(empresa.respuesta_automatica).toBe('recepcion')
    app.store.client.exec('UPDATE empresa SET respuesta_automatica = NULL')
    expect((await app.get('/v1/empresa', app.tenant.session)).body.data[0].respuesta_automatica).toBe(
      'recepcion',
    )
    await bring(904, 'correo')
    expect(await automaticas()).toHaveLength(2)
  })

  test('that nobody chose is not begun without a certificate, instead of stopping for each mail', async () => {
    const bare = await testAppWithReceiver({ correo: buzon.correo })
    await bare.entrar(mail([{ nombre: 'envio.xml', bytes: latin1(FACTURA) }]), { origen: 'correo' })
    await bare.app.services.runner.drain()
    expect((await bare.get('/v1/recibidos/respuestas')).body.data).toEqual([])
    expect((await bare.get('/v1/recibidos/trabajos')).body.data).toEqual([])
  })
})

describe('the list of answers', () => {
  test('is filtered by class and state, the last first', async () => {
    const { data } = (await app.get('/v1/recibidos/respuestas?tipo=recibo,recepcion&estado=enviada')).body
    expect(new Set(data.map(({ tipo }: { tipo: string }) => tipo))).toEqual(new Set(['recibo', 'recepcion']))
    const dates = data.map(({ creada_en }: { creada_en: string }) => creada_en)
    expect(dates).toEqual(dates.toSorted().reverse())
    expect((await app.get('/v1/recibidos/respuestas?estado=nada')).body.code).toBe('INVALID_PARAMETER')
  })

  test('and their files are the company’s own', async () => {
    const other = await app.registerCompany({ rut: '76192083-9' })
    const [one] = (await app.get('/v1/recibidos/respuestas')).body.data
    expect((await app.get('/v1/recibidos/respuestas', other.key)).body.data).toEqual([])
    expect((await app.get(`/v1/recibidos/respuestas/${one.id}/xml`, other.key)).status).toBe(404)
    expect((await app.post(`/v1/recibidos/${mailed}/respuestas`, rechazo(), other.key)).status).toBe(404)
  })
})

describe('an answer that says the opposite of another to the same document (areas/recibidos/intercambio §1)', () => {
  const FOLIO = 4711
  let id: string
  beforeAll(async () => {
    const xml = latin1(FACTURA.replace('<Folio>1<', `<Folio>${FOLIO}<`))
    id = (await app.entrar(mail([{ nombre: 'envio.xml', bytes: xml }]), { origen: 'correo' })).documentos[0]!
      .id
  })
  const told = async (): Promise<(string | null)[]> =>
    (await app.get(`/v1/recibidos/${id}`)).body.data.respuestas.map(
      ({ advertencias }: { advertencias?: { mensaje: string }[] }) => advertencias?.[0]?.mensaje ?? null,
    )

  test('leaves, and warns in the 202, in the list and with the document, on both', async () => {
    await answer(id, { tipo: 'recepcion' })
    await answer(id, { tipo: 'resultado', estado: 0, glosa: 'Todo conforme' })
    expect(await told()).toEqual([null, null])
    const asked = await app.post(`/v1/recibidos/${id}/respuestas`, {
      tipo: 'resultado',
      estado: 2,
      glosa: 'Faltó todo',
    })
    const mensaje =
      'Dice lo contrario que otra respuesta al mismo documento: Resultado comercial · 0 · Todo conforme (enviada el 2026-11-20)'
    const advertencias = [{ code: 'CONTRADICTS_ANSWER', campo: 'estado', mensaje }]
    expect([asked.status, asked.body.data.advertencias]).toEqual([202, advertencias])
    await app.app.services.runner.drain()
    expect(await find(asked.body.data.id)).toMatchObject({ estado: 'enviada', advertencias })
    expect(await told()).toEqual([null, expect.stringContaining('· 2 · Faltó todo'), mensaje])
  })

  test('a receipt of goods that were refused too', async () => {
    const { data } = (await answer(id, { tipo: 'recibo', recinto: 'Bodega' })).body
    expect(data.advertencias).toMatchObject([
      { campo: 'tipo', mensaje: expect.stringContaining('Faltó todo') },
    ])
  })
})
