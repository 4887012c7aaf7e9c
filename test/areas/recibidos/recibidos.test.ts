// Received documents through the API (areas/recibidos §2, §3, §4).

import { beforeAll, describe, expect, test } from 'bun:test'
import { FACTURA, golden, latin1, mail, testAppWithReceiver } from '../../support/recibidos'
import { importar } from '../rcv/archivos'

let app: Awaited<ReturnType<typeof testAppWithReceiver>>
beforeAll(async () => {
  app = await testAppWithReceiver()
})

const BASE = '/v1/recibidos'
const cargar = (bytes: Uint8Array, nombre = 'envio.xml') =>
  app.post(BASE, { archivo_base64: Buffer.from(bytes).toString('base64'), nombre })
const bytesOf = async (path: string) => {
  const response = await app.app.handle(new Request(`http://localhost${path}`, { headers: app.tenant.key }))
  return {
    status: response.status,
    bytes: Buffer.from(await response.arrayBuffer()),
    headers: response.headers,
  }
}

/** The line of the register of purchases that the golden invoice of that folio is. */
const registro = (folio: number, total: number): string => {
  const cabecera =
    'Nro;Tipo Doc;Tipo Compra;RUT Proveedor;Razon Social;Folio;Fecha Docto;Fecha Recepcion;Monto Exento;Monto Neto;Monto IVA Recuperable;' +
    'Monto Iva No Recuperable;Codigo IVA No Rec.;Monto Total;Monto Neto Activo Fijo;IVA Activo Fijo;IVA uso Comun;Impto. Sin Derecho a Credito;' +
    'IVA No Retenido;NCE o NDE sobre Fact. de Compra;Codigo Otro Impuesto;Valor Otro Impuesto;Tasa Otro Impuesto\r\n'
  return `${cabecera}1;33;Del Giro;76543210-3;Comercial;${folio};20/11/2026;20/11/2026 10:00:00;0;${total};0;0;;${total};0;0;0;0;0;0;;;;\r\n`
}

describe('POST /v1/recibidos', () => {
  let id: string

  test('keeps the document and says what it is worth', async () => {
    const { status, body } = await cargar(latin1(FACTURA))
    expect(status).toBe(201)
    id = body.data.id
    expect(body.data).toMatchObject({
      tipo_dte: 33,
      folio: 1,
      rut_emisor: '76543210-3',
      razon_social_emisor: 'Comercial Ñandú & Compañía Limitada',
      firma: 'valida',
      timbre: 'valido',
      montos: 'correctos',
      repetido: false,
      conflicto: false,
      rcv: null,
      acuse: { resultado: 'no_aplica', vence_el: null },
      respuestas: [],
      pdf_original: false,
    })
    expect(body.data.detalle[0].nombre).toBeString()
  })

  test('is one request however its file comes, and whether or not its length is said (http §16.4)', async () => {
    const bytes = new Uint8Array(
      mail([{ nombre: 'a.xml', bytes: latin1(FACTURA.replace('<Folio>1<', '<Folio>77<')) }]),
    )
    const form = new FormData()
    form.set('archivo', new File([bytes], ''))
    const sent: [string, RequestInit['body']][] = [
      ['message/rfc822', bytes],
      ['message/rfc822', new Blob([bytes]).stream()],
      ['application/json', JSON.stringify({ archivo_base64: Buffer.from(bytes).toString('base64') })],
      ['', form],
    ]
    const ids = new Set<string>()
    for (const [type, body] of sent) {
      const headers = { ...app.tenant.key, 'idempotency-key': 'carta', ...(type && { 'content-type': type }) }
      const answer = await app.request('POST', BASE, { headers, body })
      expect([type, answer.status]).toEqual([type, 201])
      ids.add(answer.body.data.id)
    }
    expect(ids.size).toBe(1)
    await app.delete(`${BASE}/${[...ids][0]}`)
  })

  test('says of the same bytes again that they are known, 200', async () => {
    const { status, body } = await cargar(latin1(FACTURA))
    expect([status, body.data.id, body.data.repetido]).toEqual([200, id, true])
  })

  test('takes a form, and the file’s own name', async () => {
    const form = new FormData()
    form.append('archivo', new Blob([latin1(FACTURA)]), 'ENVIO_1.xml')
    const response = await app.app.handle(
      new Request(`http://localhost${BASE}`, { method: 'POST', headers: app.tenant.key, body: form }),
    )
    expect(response.status).toBe(200)
  })

  test('is written with its line in the log of changes, or not at all (http §22)', async () => {
    const { client } = app.store
    const count = (table: string) => client.prepare(`SELECT count(*) FROM ${table}`).pluck().get()
    const before = count('recibido')
    client.exec(`CREATE TEMP TRIGGER muere BEFORE INSERT ON main.auditoria WHEN NEW.accion = 'recibido.cargado'
      BEGIN SELECT RAISE(ABORT, 'the process dies'); END`)
    const exenta = latin1(golden('034_001_simple'))
    expect((await cargar(exenta)).status).toBe(500)
    expect(count('recibido')).toBe(before)
    client.exec('DROP TRIGGER muere')
    const lines = count('auditoria') as number
    const { body } = await cargar(exenta)
    expect(count('auditoria')).toBe(lines + 1)
    expect((await app.delete(`${BASE}/${body.data.id}`)).status).toBe(204)
  })

  test('shows a price whose digits no JSON number keeps as a text', async () => {
    const caro = FACTURA.replace('<Folio>1<', '<Folio>31<').replace(
      /<PrcItem>[^<]*/,
      '<PrcItem>123456789012345678.123456',
    )
    const { body } = await cargar(latin1(caro))
    expect(body.data.detalle[0].precio).toBe('123456789012345678.123456')
    expect(body.data.detalle[0].cantidad).toBeNumber()
    expect((await app.delete(`${BASE}/${body.data.id}`)).status).toBe(204)
  })

  test('says of a file that does not fit with its form what to do', async () => {
    const send = async (headers: object, body: string | FormData) => {
      const init = { method: 'POST', headers: { ...app.tenant.key, ...headers }, body }
      const response = await app.app.handle(new Request(`http://localhost${BASE}`, init))
      return [response.status, ((await response.json()) as { error: string }).error] as const
    }
    const form = new FormData()
    form.append('archivo', new Blob([Buffer.alloc(10 * 1024 * 1024, 0x20)]), 'ENVIO.xml')
    const [status, error] = await send({}, form)
    expect([status, error]).toEqual([413, expect.stringContaining('formulario')])
    const json = JSON.stringify({ archivo_base64: 'A'.repeat(10 * 1024 * 1024) })
    const [other, why] = await send({ 'content-type': 'application/json' }, json)
    expect([other, why]).toEqual([413, expect.stringContaining('multipart/form-data')])
  })

  test('says what a form lacks by the names of forms, and of a broken one that it is broken', async () => {
    const send = async (body: string | FormData, headers: object = {}) => {
      const init = { method: 'POST', headers: { ...app.tenant.key, ...headers }, body }
      const response = await app.app.handle(new Request(`http://localhost${BASE}`, init))
      const { code, detalles } = (await response.json()) as { code: string; detalles: { campo: string }[] }
      return [response.status, code, detalles[0]]
    }
    const form = new FormData()
    form.append('nombre', 'ENVIO.xml')
    expect(await send(form)).toMatchObject([
      422,
      'VALIDATION_ERROR',
      { campo: 'archivo', mensaje: 'archivo: es obligatorio' },
    ])
    const json = { 'content-type': 'application/json' }
    expect((await send('{}', json))[2]).toMatchObject({ campo: 'archivo_base64' })
    for (const type of ['multipart/form-data; boundary=X', 'multipart/form-data'])
      expect(await send('--X\r\nContent-Dis', { 'content-type': type })).toMatchObject([
        422,
        'VALIDATION_ERROR',
        { campo: 'archivo', regla: 'formato' },
      ])
  })

  test('refuses what holds nothing for the company, with the reason', async () => {
    const ajena = await cargar(latin1(FACTURA.replace(/77123456-9/g, '78123450-8')))
    expect([ajena.status, ajena.body.code]).toEqual([422, 'VALIDATION_ERROR'])
    expect(ajena.body.error).toContain('otro receptor')
    const nada = await cargar(latin1('<Factura/>'))
    expect([nada.status, nada.body.detalles[0].campo]).toEqual([422, 'archivo'])
  })

  test('tells of each that a mail brings', async () => {
    const carta = mail([
      { nombre: 'dos.xml', bytes: latin1(golden('033_002_descuentos_y_recargos_de_linea')) },
      { nombre: 'foto.png', tipo: 'image/png', bytes: latin1('\x89PNG') },
      { nombre: 'factura_2.pdf', tipo: 'application/pdf', bytes: latin1('%PDF-1.4 original') },
    ])
    const { status, body } = await cargar(carta, 'correo.eml')
    expect(status).toBe(201)
    // The logo beside the only document does not make it another answer.
    expect(body.data).toMatchObject({
      repetido: false,
      folio: 2,
      pdf_original: true,
      ignorados: [{ nombre: 'foto.png' }],
    })
    const both = [golden('033_002_descuentos_y_recargos_de_linea'), FACTURA].map((xml, i) => ({
      nombre: `${i}.xml`,
      bytes: latin1(xml),
    }))
    const two = (await cargar(mail(both), 'correo.eml')).body.data
    expect(two).toMatchObject({ repetido: true, respuestas: 0, ajenos: 0, ignorados: [] })
    expect(two.documentos).toMatchObject([{ repetido: true }, { repetido: true }])
  })
})

describe('one document', () => {
  const first = async () => (await app.get(`${BASE}?folio=1`)).body.data[0].id
  test('says where each oddity is by a path alone, and its line in words', async () => {
    const dte = golden('034_001_simple').replace('</DTE>', '<Personalizados><a/></Personalizados>\n</DTE>')
    const { data } = (await cargar(latin1(dte))).body
    expect(data.informe).toEqual([
      {
        codigo: 'ENV-2-913',
        nivel: 'reparo',
        donde: 'DTE/Personalizados',
        mensaje: expect.stringMatching(/^Elemento ajeno, fuera de lo firmado \(línea \d+\)$/),
      },
    ])
    expect((await app.delete(`${BASE}/${data.id}`)).status).toBe(204)
  })

  test('gives its file byte by byte, its paper, and the PDF of its mail', async () => {
    const id = await first()
    expect((await bytesOf(`${BASE}/${id}/xml`)).bytes.equals(latin1(FACTURA))).toBe(true)
    const paper = await bytesOf(`${BASE}/${id}/pdf`)
    expect([paper.status, paper.bytes.subarray(0, 5).toString()]).toEqual([200, '%PDF-'])
    expect((await bytesOf(`${BASE}/${id}/pdf?original=true`)).status).toBe(404)
    const two = (await app.get(`${BASE}?folio=2`)).body.data[0].id
    expect((await bytesOf(`${BASE}/${two}/pdf?original=true`)).bytes.toString()).toBe('%PDF-1.4 original')
  })

  test('shows its file so that nothing in it runs: a stranger may have put a script around it', async () => {
    const dte = FACTURA.slice(FACTURA.indexOf('<DTE')).replace('<Folio>1<', '<Folio>5<')
    const script = '<h:script xmlns:h="http://www.w3.org/1999/xhtml">alert(document.cookie)</h:script>'
    const { data } = (await cargar(latin1(`<Mensaje>${script}${dte}</Mensaje>`))).body
    const shown = await bytesOf(`${BASE}/${data.id}/xml?disposicion=inline`)
    expect(shown.bytes.toString('latin1')).toContain(script)
    expect(shown.headers.get('content-security-policy')).toBe("sandbox; default-src 'none'")
    expect((await app.delete(`${BASE}/${data.id}`)).status).toBe(204)
  })

  test('is found by its id alone within its company', async () => {
    expect((await app.get(`${BASE}/rec_nada`)).status).toBe(404)
    const other = await app.registerCompany()
    expect((await app.get(`${BASE}/${await first()}`, other.key)).status).toBe(404)
  })

  test('shows what the register says, and stands first where it agrees', async () => {
    const total = (await app.get(`${BASE}?folio=1`)).body.data[0].monto_total
    const altered = await cargar(latin1(FACTURA.replace(`<MntTotal>${total}<`, '<MntTotal>999<')))
    expect(altered.body.data).toMatchObject({ conflicto: true, firma: 'invalida', rcv: null })
    const before = (await app.get(`${BASE}?folio=1`)).body.data.map((one: { id: string }) => one.id)
    await importar(app, '202611', registro(1, total))
    const both = (await app.get(`${BASE}?folio=1`)).body.data
    expect(both.map((one: { id: string }) => one.id)).toEqual(before)
    expect(both.map((one: { rcv: object }) => one.rcv)).toMatchObject([
      { coincide: true },
      { coincide: false },
    ])
    const whole = (await app.get(`${BASE}/${both[0].id}`)).body.data
    expect(whole.conflicto_con).toEqual([both[1].id])
    const rcv = (await app.get('/v1/rcv/202611?con_xml=true')).body.data.documentos
    expect(rcv).toMatchObject([{ folio: 1, recibido_id: both[0].id }])
    expect((await app.get('/v1/rcv/202611?con_xml=false')).body.data.documentos).toEqual([])
  })

  test('leaves, and the other one is in no conflict any more', async () => {
    const [, wrong] = (await app.get(`${BASE}?folio=1`)).body.data
    expect((await app.delete(`${BASE}/${wrong.id}`)).status).toBe(204)
    expect((await app.get(`${BASE}?folio=1`)).body.data).toMatchObject([{ conflicto: false }])
    expect((await app.get(`${BASE}/${wrong.id}`)).status).toBe(404)
  })
})

describe('GET /v1/recibidos', () => {
  const folios = async (query: string) =>
    (await app.get(`${BASE}?${query}`)).body.data.map(({ folio }: { folio: number }) => folio)

  test.each([
    ['en_rcv=true', [1]],
    ['en_rcv=false', [2]],
    ['estado=PENDIENTE,REGISTRO', [1]],
    ['periodo=202611&firma=valida', [2, 1]],
    ['periodo=202610', []],
    ['q=nandu', [2, 1]],
    ['q=76.543', [2, 1]],
    ['rut=76.543.210-3&tipo_dte=33&folio=2', [2]],
    ['rut_emisor=76.543.210-3&tipo_dte=33&folio=2', [2]],
    ['fecha_desde=2026-11-01&fecha_hasta=2026-11-30', [2, 1]],
    ['hasta=2026-10-31', []],
    ['desde=2026-12-01', []],
    ['orden=folio', [1, 2]],
  ])('finds by %s', async (query, wanted) => {
    expect(await folios(query)).toEqual(wanted)
  })

  test('tells every parameter that cannot be read', async () => {
    const { status, body } = await app.get(`${BASE}?periodo=2026&firma=mala&en_rcv=si&orden=x`)
    expect(status).toBe(400)
    expect(body.detalles.map(({ campo }: { campo: string }) => campo)).toEqual([
      'periodo',
      'firma',
      'en_rcv',
      'orden',
    ])
  })

  test('goes on by its cursor, and gives all as a table', async () => {
    const one = (await app.get(`${BASE}?limite=1&cursor=`)).body
    expect(one.data).toMatchObject([{ folio: 2 }])
    const next = (await app.get(one.paginacion.siguiente)).body
    expect(next.data).toMatchObject([{ folio: 1 }])
    expect(next.paginacion.siguiente).toBeNull()
    const csv = (await app.get(`${BASE}?formato=csv`)).body as string
    expect(csv.trim().split('\r\n')).toHaveLength(3)
  })
})

describe('a document written to do harm', () => {
  test('is drawn in no time however much was written into it, and refused a paper where there is nothing to draw', async () => {
    const line = /<Detalle>[\s\S]*?<\/Detalle>/.exec(FACTURA)![0]
    const upload = async (folio: number, change: (xml: string) => string) => {
      const xml = change(FACTURA.replaceAll('<Folio>1<', `<Folio>${folio}<`))
      return (await cargar(latin1(xml))).body.data
    }
    const long = await upload(901, (xml) =>
      xml.replace(/<NmbItem>[^<]*/, `<NmbItem>${'F'.repeat(500_000)}`).replace(line, line.repeat(2000)),
    )
    expect(long.firma).toBe('invalida')
    expect(Math.max(...long.detalle.map((one: { nombre: string }) => one.nombre.length))).toBeLessThan(500)
    expect(long.detalle.length).toBeLessThan(500)
    expect(JSON.stringify(long.informe).length).toBeLessThan(100_000)
    expect((await bytesOf(`${BASE}/${long.id}/pdf`)).status).toBe(200)
    const empty = await upload(902, (xml) => xml.replace(/<MntTotal>\d+<\/MntTotal>/, '<MntTotal/>'))
    const { status, bytes } = await bytesOf(`${BASE}/${empty.id}/pdf`)
    expect(status).toBe(409)
    expect(JSON.parse(bytes.toString())).toMatchObject({ code: 'INVALID_STATE' })
  })
})
