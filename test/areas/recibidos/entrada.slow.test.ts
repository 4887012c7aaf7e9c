// The one door of files that came (areas/recibidos §1, §3).

import { beforeAll, describe, expect, test } from 'bun:test'
import type { RecibidoListener } from '../../../src/areas/recibidos/entrada'
import { RECEPTOR } from '../../support/archivos-recibidos'
import { FACTURA, golden, latin1, mail, testAppWithReceiver } from '../../support/recibidos'
import { zipOf } from '../../support/zip'
import { archivo, completar, ejemplo, hacerDte, type Nodo, SII } from '../../xml/verify/generador'

let app: Awaited<ReturnType<typeof testAppWithReceiver>>
beforeAll(async () => {
  app = await testAppWithReceiver()
})
const rows = (sql: string) => app.store.client.prepare(sql).all() as Record<string, unknown>[]

describe('a file that comes', () => {
  test('is kept with its documents, sealed, and told once', async () => {
    const { documentos } = await app.entrar(latin1(FACTURA))
    expect(documentos).toEqual([{ id: expect.stringMatching(/^rec_/), repetido: false }])
    const [row] = rows('SELECT * FROM recibido')
    expect(row).toMatchObject({
      rut_emisor: '76543210-3',
      tipo_dte: 33,
      folio: 1,
      firma: 'valida',
      timbre: 'valido',
      montos: 'correctos',
      conflicto: 0,
    })
    const [archivo] = rows('SELECT * FROM recibido_archivo')
    expect((archivo!.bytes_cifrados as Buffer).includes('RUTEmisor')).toBe(false)
  })

  test('again is the same document, in another envelope and in a mail too', async () => {
    const [first] = (await app.entrar(latin1(FACTURA))).documentos
    const body = FACTURA.slice(FACTURA.indexOf('<DTE'))
    const wrapped = `<?xml version="1.0" encoding="ISO-8859-1"?>\n<Mensaje><Xml>${body}</Xml></Mensaje>`
    const again = await app.entrar(mail([{ nombre: '../../factura.xml', bytes: latin1(wrapped) }]))
    expect(first!.repetido).toBe(true)
    expect(again.documentos).toEqual([first!])
    expect(rows('SELECT id FROM recibido')).toHaveLength(1)
  })

  test('with other bytes under the same folio is kept beside it, both in conflict', async () => {
    const { documentos } = await app.entrar(latin1(FACTURA.replace('<IVA>', '<IVA>1')))
    expect(documentos[0]!.repetido).toBe(false)
    const both = rows('SELECT conflicto, firma, montos FROM recibido ORDER BY id')
    expect(both).toMatchObject([
      { conflicto: 1, firma: 'valida', montos: 'correctos' },
      { conflicto: 1, firma: 'invalida', montos: 'incorrectos' },
    ])
  })

  test('with the line ends of another system is the same document, be its signature good or bad', async () => {
    const guia = golden('052_001_venta')
    for (const text of [guia, guia.replace(/<MntTotal>\d/, '<MntTotal>9')]) {
      const [first] = (await app.entrar(latin1(text))).documentos
      const again = await app.entrar(latin1(text.replaceAll('\n', '\r\n')))
      expect(again.documentos).toEqual([{ id: first!.id, repetido: true }])
    }
  })

  test('in the envelope that its signature was made in is mended, whose copy by itself verified nowhere', async () => {
    const documento = completar(ejemplo(1))
    const encabezado = documento.Encabezado as Record<string, Nodo>
    encabezado.Receptor!.RUTRecep = RECEPTOR
    const contexto = ' xmlns:v="urn:vendor"'
    const dte = hacerDte(33, documento, { contexto: ` ${SII}${contexto}`, contextoFirma: contexto })
    const whole = archivo(`<Sobre${contexto}>${dte}</Sobre>`)
    const [{ id } = { id: '' }] = (await app.entrar(archivo(dte))).documentos
    const seen = async () => {
      const { firma, informe } = (await app.get(`/v1/recibidos/${id}`)).body.data
      const files = rows(`SELECT count(*) AS n FROM recibido_archivo`)[0]!.n
      return [firma, informe.map(({ codigo }: { codigo: string }) => codigo), files] as const
    }
    const [, , files] = await seen()
    expect(await seen()).toEqual(['invalida', ['DTE-3-505'], files])
    expect((await app.entrar(whole)).documentos).toEqual([{ id, repetido: true }])
    expect(await seen()).toEqual(['valida', ['DTE-2-923'], files])
    // And is not worth less for the copy.
    await app.entrar(archivo(dte))
    expect(await seen()).toEqual(['valida', ['DTE-2-923'], files])
  })

  test('with something of a vendor beside the same signed content is the same document', async () => {
    const [first] = (await app.entrar(latin1(FACTURA))).documentos
    const marked = FACTURA.replace('</DTE>', '<DocPersonalizado><a/></DocPersonalizado></DTE>')
    expect((await app.entrar(latin1(marked))).documentos).toEqual([{ id: first!.id, repetido: true }])
  })

  test('of another receiver is told and not kept', async () => {
    const ajena = FACTURA.replace(/77123456-9/g, '78123450-8')
    expect(await app.entrar(latin1(ajena))).toMatchObject({ documentos: [], ajenos: 1 })
  })

  test('as a mail brings its documents, its PDF and what was left out', async () => {
    const nota = golden('061_001_anula_factura')
    const entrado = await app.entrar(
      mail([
        { nombre: 'nota.xml', bytes: latin1(nota) },
        { nombre: 'nota.pdf', tipo: 'application/pdf', bytes: latin1('%PDF-1.4\n') },
        { nombre: 'logo.png', tipo: 'image/png', bytes: latin1('\x89PNG') },
        { nombre: 'roto.xml', bytes: latin1('<DTE><Documento>') },
      ]),
      { nombre: 'mensaje.eml', origen: 'correo', mensajeId: 'msj_1' },
    )
    expect(entrado.documentos).toHaveLength(1)
    expect(entrado.ignorados.map(({ nombre }) => nombre)).toEqual(['logo.png', 'roto.xml'])
    expect(rows('SELECT nombre FROM recibido_pdf')).toEqual([{ nombre: 'nota.pdf' }])
    expect(
      rows("SELECT origen, mensaje_id, responder_a FROM recibido_archivo WHERE origen = 'correo'"),
    ).toEqual([{ origen: 'correo', mensaje_id: 'msj_1', responder_a: 'respuestas@proveedor.example' }])
  })

  test('as a mail brings it though its mailer calls it text to be shown, or writes its headers without blanks', async () => {
    const dte = FACTURA.replace(/\n/g, '\r\n')
    for (const head of [
      'Content-Type: text/plain; charset=iso-8859-1;\r\n\tname="factura.xml"',
      'Content-Type: text/plain\r\nContent-Disposition: inline; filename=factura.XML',
      'Content-Type: text/html; name=factura.xml',
      `Content-Type: text/plain; name="=?utf-8?B?${Buffer.from('fáctura.xml').toString('base64')}?="\r\nContent-Disposition: inline`,
    ]) {
      const carta = `Received:\r\n from x\r\nFrom:a@b.cl\r\nMIME-Version:1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n${head}\r\n\r\n${dte}\r\n--b--\r\n`
      expect((await app.entrar(latin1(carta))).documentos).toMatchObject([{ repetido: true }])
    }
  })

  test('again costs no sealing, of its PDF neither', async () => {
    const { secrets } = app.store
    const carta = mail([
      { nombre: 'nd.xml', bytes: latin1(golden('056_001_intereses')) },
      { nombre: 'nd.pdf', tipo: 'application/pdf', bytes: latin1('%PDF-1.4\n') },
    ])
    expect((await app.entrar(carta)).documentos).toMatchObject([{ repetido: false }])
    const seal = secrets.seal
    let sealed = 0
    secrets.seal = (...args) => {
      sealed++
      return seal(...args)
    }
    expect((await app.entrar(carta)).documentos).toMatchObject([{ repetido: true }])
    secrets.seal = seal
    expect(sealed).toBe(0)
  })
})

test('a file in a ZIP of a mail is taken out of it, with the PDF beside it; what else is there is told', async () => {
  const dte = golden('056_002_anula_nota_de_credito')
  const zip = await zipOf({
    'guarda/F56.xml': latin1(dte),
    'F56.pdf': Buffer.from('%PDF-1.4 hoja'),
    'leame.txt': Buffer.from('Su factura'),
  })
  const { documentos, ignorados } = await app.entrar(
    mail([{ nombre: 'dte.zip', tipo: 'application/zip', bytes: zip }]),
  )
  expect(ignorados).toEqual([{ nombre: 'leame.txt', motivo: 'No es un XML ni un PDF' }])
  const [{ id, repetido }] = documentos as [(typeof documentos)[0]]
  const { data } = (await app.get(`/v1/recibidos/${id}`)).body
  expect([repetido, data.tipo_dte, data.firma, data.archivo.nombre, data.pdf_original]).toEqual([
    false,
    56,
    'valida',
    'F56.xml',
    true,
  ])
})

test('a spreadsheet beside a document is one file that is left, though it is an archive of XML', async () => {
  const tipo = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  const bytes = await zipOf({
    '[Content_Types].xml': Buffer.from('<Types/>'),
    'xl/workbook.xml': Buffer.from('<a/>'),
  })
  const { ignorados } = await app.entrar(
    mail([
      { nombre: 'factura.xml', bytes: latin1(FACTURA) },
      { nombre: 'detalle.xlsx', tipo, bytes },
    ]),
  )
  expect(ignorados).toEqual([{ nombre: 'detalle.xlsx', motivo: `No es un XML ni un PDF (${tipo})` }])
})

test('a mail attached as a file is looked through, and one that cannot be read is told', async () => {
  const xml = latin1(golden('056_003_diferencia_de_precio_en_dos_facturas'))
  const inner = mail([{ nombre: 'nd.xml', bytes: xml }])
  const deep = 'Content-Type: multipart/mixed; boundary=a\r\n\r\n--a\r\n'.repeat(30)
  const { documentos, ignorados } = await app.entrar(
    mail([
      { nombre: 'reenvio.eml', tipo: 'application/octet-stream', bytes: inner },
      { nombre: 'hondo.EML', tipo: 'application/octet-stream', bytes: Buffer.from(deep) },
    ]),
  )
  expect(documentos).toMatchObject([{ repetido: false }])
  expect(ignorados).toEqual([{ nombre: 'hondo.EML', motivo: 'El correo adjunto no se puede leer' }])
})

test('what a death cuts off of a file comes again with it, and is of one file (areas/recibidos §3)', async () => {
  const { client } = app.store
  const dte = FACTURA.slice(FACTURA.indexOf('<DTE')).trimEnd()
  const dtes = Array.from({ length: 30 }, (_, i) => dte.replace('<Folio>1<', `<Folio>${3001 + i}<`))
  const file = latin1(`<Lote>${dtes.join('')}</Lote>`)
  const kept = () =>
    client
      .prepare(
        'SELECT count(*) AS documentos, count(DISTINCT archivo_id) AS archivos FROM recibido WHERE folio > 3000',
      )
      .get() as { documentos: number; archivos: number }
  client.exec(
    `CREATE TEMP TRIGGER muere BEFORE INSERT ON main.recibido WHEN NEW.folio = 3030 BEGIN SELECT RAISE(ABORT, 'the process dies'); END`,
  )
  await app.entrar(file).catch(() => {})
  client.exec('DROP TRIGGER muere')
  const { documentos } = kept()
  expect(documentos).toBeGreaterThan(0)
  expect(documentos).toBeLessThan(30)
  await app.entrar(file)
  expect(kept()).toEqual({ documentos: 30, archivos: 1 })
})

describe('a PDF of a mail shows one document or none (areas/recibidos §1)', () => {
  const dte = FACTURA.slice(FACTURA.indexOf('<DTE')).trimEnd()
  const pdf = (nombre: string) => ({ nombre, tipo: 'application/pdf', bytes: latin1(`%PDF-1.4 ${nombre}`) })
  const xml = (nombre: string, ...dtes: string[]) => ({
    nombre,
    bytes: latin1(`<L>${dtes.join('')}</L>`),
  })
  const folio = (n: number, total = 1) =>
    dte.replace('<Folio>1<', `<Folio>${n}<`).replace(/<MntTotal>\d+/, `<MntTotal>${total}`)
  const shown = async (...partes: Parameters<typeof mail>[0]) => {
    const { documentos } = await app.entrar(mail(partes), { nombre: 'm.eml', origen: 'correo' })
    const of = app.store.client.prepare('SELECT nombre FROM recibido_pdf WHERE recibido_id = ?').pluck()
    return documentos.map(({ id }) => of.get(id) ?? null)
  }

  test('though every document of the file has the folio in its name', async () => {
    const otro = (n: string) => dte.replace('<RUTEmisor>76543210-3<', `<RUTEmisor>${n}<`)
    const de = ['76192083-9', '96790240-3', '90000012-K'].map(otro)
    expect(await shown(xml('e.xml', ...de), pdf('f1.pdf'))).toEqual([null, null, null])
  })

  test('though two files of other bytes have one folio, or twenty files of one name each', async () => {
    expect(await shown(xml('e.xml', folio(501, 1), folio(501, 2)), pdf('F501.pdf'))).toEqual([
      'F501.pdf',
      null,
    ])
    const twenty = Array.from({ length: 20 }, (_, i) => xml('d.xml', folio(600 + i)))
    expect(await shown(...twenty, pdf('d.pdf'))).toEqual(twenty.map(() => null))
    expect(await shown(xml('g.xml', folio(701), folio(702)), pdf('701_702.pdf'))).toEqual([null, null])
  })

  test('by its folio, by the name of its file, or as the only one', async () => {
    const two = [xml('h.xml', folio(801), folio(802)), xml('suya.xml', folio(803))]
    const pdfs = [pdf('Fact-00802.pdf'), pdf('SUYA.pdf'), pdf('otra.pdf')]
    expect(await shown(...two, ...pdfs)).toEqual([null, 'Fact-00802.pdf', 'SUYA.pdf'])
    expect(await shown(xml('i.xml', folio(804)), pdf('escaneado.pdf'))).toEqual(['escaneado.pdf'])
  })
})

describe('what is odd about a document', () => {
  test('is told of its date too, where that has not come yet', async () => {
    const [d] = (await app.entrar(latin1(FACTURA.replace(/<FchEmis>[^<]*/, '<FchEmis>2030-01-01'))))
      .documentos
    const informe = rows(`SELECT informe FROM recibido WHERE id = '${d!.id}'`)[0]!.informe as string
    expect(JSON.parse(informe)).toContainEqual(expect.objectContaining({ codigo: 'HED-2-932' }))
  })

  test('does not reach its list: the name of an issuer is one line, in the order in which it is written', async () => {
    const name = FACTURA.replace(/<RznSoc>[^<]*/, '<RznSoc>Uno&#10;&#x202E;Dos')
    const [d] = (await app.entrar(latin1(name))).documentos
    expect(rows(`SELECT razon_social_emisor FROM recibido WHERE id = '${d!.id}'`)).toEqual([
      { razon_social_emisor: 'Uno Dos' },
    ])
  })
})

describe('a file is refused (422) that', () => {
  const refused = async (bytes: Uint8Array) => {
    const fault = await app.entrar(bytes).then(
      () => null,
      (cause) => cause,
    )
    return [fault?.code, fault?.detalles?.[0]?.campo]
  }
  test.each([
    ['is no XML', 'hola'],
    ['has a DTD', '<!DOCTYPE x [<!ENTITY a "b">]><DTE>&a;</DTE>'],
    ['nests 10,000 levels', '<a>'.repeat(10_000)],
    ['holds no document', '<Factura><Numero>1</Numero></Factura>'],
    ['is cut', FACTURA.slice(0, 900)],
    ['is of a type that is none of the SII’s', FACTURA.replace('<TipoDTE>33<', '<TipoDTE>999<')],
    ['has folio 0', FACTURA.replace('<Folio>1<', '<Folio>0<')],
  ])('%s', async (_, text) => {
    expect(await refused(latin1(text))).toEqual(['VALIDATION_ERROR', 'archivo'])
  })
})

test('a file of which some documents cannot be kept says which and why', async () => {
  const dte = FACTURA.slice(FACTURA.indexOf('<DTE')).trimEnd()
  const dtes = [
    dte,
    dte.replace('<TipoDTE>33<', '<TipoDTE>999<').replace('<Folio>1<', '<Folio>77<'),
    dte.replace(/<FchEmis>[^<]*/, '<FchEmis>ayer'),
  ]
  const { documentos, ignorados } = await app.entrar(latin1(`<Lote>${dtes.join('')}</Lote>`))
  expect(documentos).toMatchObject([{ repetido: true }])
  expect(ignorados).toEqual([
    { nombre: 'envio.xml', motivo: expect.stringMatching(/tipo 999, folio 77,.*TipoDTE/) },
    { nombre: 'envio.xml', motivo: expect.stringMatching(/tipo 33, folio 1,.*FchEmis/) },
  ])
})

test('many answers in one file are taken in turns', async () => {
  const many = await testAppWithReceiver()
  let [taken, turns, open] = [0, 0, true]
  many.app.services.recibidos.listen({
    respuesta: async () => {
      // Each takes a while.
      for (const until = performance.now() + 1; performance.now() < until; );
      taken++
      return { propia: true, nueva: true }
    },
  })
  const count = (): void => {
    if (taken && taken < 50) turns++
    if (open) setImmediate(count)
  }
  setImmediate(count)
  const each = Array.from({ length: 50 }, (_, i) => `<RespuestaDTE><Resultado ID="R${i}"/></RespuestaDTE>`)
  expect((await many.entrar(latin1(`<R>${each.join('')}</R>`))).respuestas).toBe(50)
  open = false
  expect(turns).toBeGreaterThan(5)
})

test('a mail of many short attachments leaves the event loop its turns, while they are read and while they are kept', async () => {
  const many = await testAppWithReceiver()
  const mailOf = (attachment: (i: number) => string) =>
    mail(Array.from({ length: 150 }, (_, i) => ({ nombre: `f${i}.xml`, bytes: latin1(attachment(i)) })))
  const kept = () =>
    many.store.client.prepare('SELECT count(*) FROM recibido').pluck().get() as unknown as number
  let turns = 0
  const seen = new Set<number>()
  let open = true
  const count = (): void => {
    turns++
    seen.add(kept())
    if (open) setImmediate(count)
  }
  setImmediate(count)
  const idle = `<DTE>${'<a ID="abcd1234"/>'.repeat(1000)}</DTE>`
  await expect(many.entrar(mailOf(() => idle))).rejects.toMatchObject({ code: 'VALIDATION_ERROR' })
  expect(turns).toBeGreaterThan(5)
  const { documentos } = await many.entrar(mailOf((i) => FACTURA.replace('<Folio>1<', `<Folio>${i + 1}<`)))
  open = false
  expect([documentos.length, seen.size > 5]).toEqual([150, true])
})

test('an answer of megabytes is refused', async () => {
  const long = `<RespuestaDTE version="1.0"><Resultado ID="R1">${'x'.repeat(5 * 1024 * 1024)}</Resultado></RespuestaDTE>`
  await expect(app.entrar(latin1(long))).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    message: expect.stringContaining('4 MiB'),
  })
})

test('who listens is told of answers, and of new documents in the transaction that keeps them', async () => {
  const seen: string[] = []
  const listener: RecibidoListener = {
    respuesta: async (_, { clase, xml }) => {
      seen.push(`${clase} ${xml.length}`)
      return { propia: true, nueva: true }
    },
    entraron: (_quien, _archivo, ids) => {
      seen.push(`${ids.length} ${app.store.client.inTransaction}`)
    },
  }
  app.app.services.recibidos.listen(listener)
  const respuesta = '<RespuestaDTE version="1.0"><Resultado ID="R1"/></RespuestaDTE>'
  expect((await app.entrar(latin1(respuesta))).respuestas).toBe(1)
  await app.entrar(latin1(golden('033_002_descuentos_y_recargos_de_linea')))
  expect(seen).toEqual([`RespuestaDTE ${respuesta.length}`, '1 true'])
})

test('of two files under one folio the second stands in the list where it came, once the first is gone', async () => {
  const days = ['2026-11-03T10:00:00.000Z', '2026-11-09T10:00:00.000Z', '2026-11-06T10:00:00.000Z']
  const ids: string[] = []
  for (const [i, folio] of [901, 901, 902].entries()) {
    const text = FACTURA.replace('<Folio>1<', `<Folio>${folio}<`).replace('<IVA>', `<IVA>${i + 1}`)
    const { documentos } = await app.entrar(latin1(text), { recibidoEn: new Date(days[i]!) })
    ids.push(documentos[0]!.id)
  }
  expect((await app.delete(`/v1/recibidos/${ids[0]}`)).status).toBe(204)
  const { data } = (await app.get('/v1/recibidos?folio=901,902')).body
  expect(data.map(({ id }: { id: string }) => id)).toEqual([ids[1], ids[2]])
})

/** As mailers forward a mail as an attachment: whole, without a name. */
const forwarding = (...cartas: Uint8Array[]): Buffer => {
  const b = `f${cartas.reduce((sum, carta) => sum + carta.length, 0)}`
  const each = cartas.map(
    (carta) =>
      `--${b}\r\nContent-Type: message/rfc822\r\nContent-Disposition: attachment\r\n\r\n${Buffer.from(carta).toString('latin1')}\r\n`,
  )
  return latin1(
    `From: yo@cliente.example\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary="${b}"\r\n\r\n${each.join('')}--${b}--\r\n`,
  )
}
const conFolio = (folio: number): Buffer =>
  mail([{ nombre: `${folio}.xml`, bytes: latin1(FACTURA.replace('<Folio>1<', `<Folio>${folio}<`)) }])

test('a mail forwarded as an attachment is looked through without a name, and so is one within it', async () => {
  const { documentos, ignorados } = await app.entrar(
    forwarding(conFolio(4101), forwarding(conFolio(4102)), latin1('no es un correo')),
  )
  expect(documentos.map(({ repetido }) => repetido)).toEqual([false, false])
  expect(ignorados).toEqual([{ nombre: 'sin nombre', motivo: 'No es un XML ni un PDF (message/rfc822)' }])
})

test('of the mails attached ten are looked through, and each other is told', async () => {
  const cartas = Array.from({ length: 12 }, (_, i) => conFolio(4201 + i))
  const { documentos, ignorados } = await app.entrar(forwarding(...cartas))
  expect(documentos).toHaveLength(10)
  const motivo = 'Vienen más de 10 correos adjuntos: este no se miró'
  expect(ignorados).toEqual([
    { nombre: 'sin nombre', motivo },
    { nombre: 'sin nombre', motivo },
  ])
})
