// The life of an envelope, driven by the clock (sii §4.2, simulator §3.1).

import { describe, expect, spyOn, test } from 'bun:test'
import { randomBytes } from 'node:crypto'
import { createNewId } from '../../src/base/id'
import { createSimulator } from '../../src/simulator'
import { issueCertificate } from '../../src/simulator/certificados'
import { BASE, type Escena, escena, inner, leaf, memoryDb, NOW, soapBody } from './escena'
import { dte, EMPRESA, referencia, sobre } from './sobres'

const estUp = async (e: Escena, trackId = '1', host = 'maullin', company = EMPRESA) => {
  const [numero, dv] = company.split('-') as [string, string]
  return e.soap(
    '/DTEWS/QueryEstUp.jws',
    'getEstUp',
    [
      ['RutCompania', numero],
      ['DvCompania', dv],
      ['TrackId', trackId],
      ['Token', await e.token(host)],
    ],
    host,
  )
}

describe('an envelope', () => {
  test('goes REC, SOK, FOK, CRT, PRD, EPR, each when its delay is over', async () => {
    const e = escena({ delays: { SOK: 100, FOK: 200, CRT: 300, PRD: 400, EPR: 500 } })
    await e.upload(sobre([dte({ folio: 1, caf: await e.caf() })]))
    const seen: (string | null)[] = []
    for (const ms of [0, 99, 1, 200, 300, 400, 499, 1]) {
      e.advance(ms)
      await e.sim.drain()
      seen.push(leaf(await estUp(e), 'ESTADO'))
    }
    expect(seen).toEqual(['REC', 'REC', 'SOK', 'FOK', 'CRT', 'PRD', 'PRD', 'EPR'])
  })

  test('has an empty body before EPR, and a flat one with the counters then', async () => {
    const e = escena()
    const caf = await e.caf()
    const caf61 = await e.caf(61)
    const documentos = [
      dte({ folio: 1, caf }),
      dte({ folio: 2, caf, alter: (t) => t.replace('Item uno</NmbItem>', 'Item dos</NmbItem>') }),
      dte({ tipo: 61, folio: 1, caf: caf61, referencias: referencia(1, 33, 1, 1) }),
    ]
    await e.upload(sobre(documentos))
    expect(leaf(await estUp(e), 'TIPO_DOCTO')).toBeNull()
    e.advance(2000)
    await e.sim.drain()
    const answer = await estUp(e)
    expect(answer).toContain(
      '<TIPO_DOCTO>33</TIPO_DOCTO><INFORMADOS>2</INFORMADOS><ACEPTADOS>1</ACEPTADOS><RECHAZADOS>1</RECHAZADOS><REPAROS>0</REPAROS><TIPO_DOCTO>61</TIPO_DOCTO><INFORMADOS>1</INFORMADOS><ACEPTADOS>1</ACEPTADOS>',
    )
    expect(leaf(answer, 'GLOSA')).toBe('Envio Procesado')
  })

  test('ends in RFR when its signature does not hold', async () => {
    const e = escena()
    const caf = await e.caf()
    const cases: [string, Buffer][] = [
      [
        'ENV-3-920',
        sobre([dte({ folio: 1, caf })], {
          alter: (t) => t.replace('<FchResol>2026-01-02', '<FchResol>2026-01-03'),
        }),
      ],
      [
        'ENV-3-920',
        sobre([dte({ folio: 2, caf })], { alter: (t) => t.replace(/(<\/DTE>\n<\/SetDTE>)/, '\n$1') }),
      ],
      ['ENV-3-923', sobre([dte({ folio: 3, caf })], { rutEnvia: '12345678-5' })],
    ]
    for (const [codigo, xml] of cases) {
      const { estado, razones, documentos } = await e.judge(xml)
      expect(estado).toBe('RFR')
      expect(razones[0]!.codigo).toBe(codigo)
      expect(documentos[0]!.veredicto).toBeNull()
    }
  })

  test('is RFR as well when the certificate is of another CA, or the permission was withdrawn meanwhile', async () => {
    const e = escena()
    const caf = await e.caf()
    const options = { rut: '11111111-1', nombre: 'X', now: new Date(NOW), clave: 'x', random: randomBytes }
    const root = await issueCertificate(options)
    const autoridad = {
      certificado: root.certificado.toString(),
      llave: root.llave.export({ type: 'pkcs8', format: 'pem' }).toString(),
    }
    const foreign = await issueCertificate({ ...options, autoridad })
    const firma = { rut: options.rut, llave: foreign.llave, certificado: foreign.certificado }
    expect(await e.judge(sobre([dte({ folio: 1, caf })], { firma }))).toMatchObject({
      estado: 'RFR',
      razones: [{ codigo: 'ENV-3-922' }],
    })
    await e.upload(sobre([dte({ folio: 2, caf })]))
    await e.register(EMPRESA, { personas: [] })
    e.advance(2000)
    await e.sim.drain()
    expect((await e.api('GET', 'libro?track_id=2')).json.data.envios[0]).toMatchObject({
      estado: 'RFR',
      razones: [{ codigo: 'ENV-3-6' }],
    })
  })

  test('ends in RCT when the carátula does not fit', async () => {
    const e = escena()
    const caf = await e.caf()
    let folio = 0
    const judge = (datos: Parameters<typeof sobre>[1], over = {}) =>
      e.judge(sobre([dte({ folio: ++folio, caf })], datos), over)
    const subtotal = (tipo: number, n: number) =>
      `<SubTotDTE><TpoDTE>${tipo}</TpoDTE><NroDTE>${n}</NroDTE></SubTotDTE>\n`
    const expectRct = (result: object, codigo: string) =>
      expect(result).toMatchObject({ estado: 'RCT', razones: [{ codigo }] })
    expectRct(await judge({ resolucion: { numero: 80, fecha: '2014-08-22' } }), 'CRT-3-19')
    expectRct(await judge({ subtotales: subtotal(33, 2) }), 'CRT-3-901')
    expectRct(await judge({ subtotales: subtotal(34, 1) }), 'CRT-3-901')
    expectRct(await judge({ receptor: '77123456-9' }), 'CRT-3-903')
    expectRct(await judge({}, { company: '76192083-9' }), 'CRT-3-902')
    expectRct(await judge({}, { host: 'palena' }), 'CRT-3-19')
  })

  test('says CRT-3-11 when RutEnvia is not who uploaded it', async () => {
    const e = escena()
    const issued = await issueCertificate({
      rut: '12345678-5',
      nombre: 'Otra',
      now: new Date(NOW),
      clave: 'x',
      random: randomBytes,
    })
    const other = { rut: '12345678-5', llave: issued.llave, certificado: issued.certificado }
    const xml = sobre([dte({ folio: 1, caf: await e.caf(), firma: other })], { firma: other })
    expect(await e.judge(xml)).toMatchObject({ estado: 'RCT', razones: [{ codigo: 'CRT-3-11' }] })
  })

  test('on the production side needs the general resolution, number 80 of 2014-08-22', async () => {
    const e = escena()
    const xml = sobre([dte({ folio: 1, caf: await e.caf() })], {
      resolucion: { numero: 80, fecha: '2014-08-22' },
    })
    expect((await e.judge(xml, { host: 'palena' })).estado).toBe('EPR')
  })

  test('is verified whole, CRLF, comments and all, as in its place in the file (xml §3.2)', async () => {
    const e = escena()
    const caf = await e.caf()
    const xml = sobre([dte({ folio: 1, caf }), dte({ folio: 2, caf })], {
      // Line ends become LF and comments vanish before anything is digested.
      alter: (t) => t.replace(/<\/DTE>\n<DTE/, '</DTE><!-- entre dos -->\n<DTE').replaceAll('\n', '\r\n'),
    })
    const { estado, documentos } = await e.judge(xml)
    expect(estado).toBe('EPR')
    expect(documentos.map((d) => d.veredicto)).toEqual(['aceptado', 'aceptado'])
  })

  test('is judged by the certificate of the moment it arrived, however late the verdict', async () => {
    const e = escena()
    const issued = await issueCertificate({
      rut: '11111111-1',
      nombre: 'X',
      dias: 1,
      now: new Date(NOW),
      clave: 'x',
      random: randomBytes,
    })
    const firma = { rut: '11111111-1', llave: issued.llave, certificado: issued.certificado }
    const at = '2026-03-02T10:00:01'
    await e.upload(sobre([dte({ folio: 1, caf: await e.caf(), firma, at })], { firma }))
    await e.api('POST', 'reloj', { avanzar: 'P2D' })
    expect((await e.api('GET', 'libro')).json.data).toMatchObject({
      envios: [{ estado: 'EPR' }],
      documentos: [{ veredicto: 'aceptado' }],
    })
  })

  test('is left alone once the database is closed', async () => {
    const db = memoryDb()
    const e = escena({ db, clock: () => new Date(), delays: { SOK: 0, FOK: 0, CRT: 0, PRD: 0, EPR: 0 } })
    await e.upload(sobre([dte({ folio: 1, caf: await e.caf() })]))
    db.close()
    await new Promise((resolve) => setTimeout(resolve, 20))
    await e.sim.drain()
  })

  test('is taken up by the next simulator over the same database', async () => {
    const db = memoryDb()
    const first = escena({ db })
    const caf = await first.caf()
    await first.upload(sobre([dte({ folio: 1, caf }), dte({ folio: 2, caf })]))
    first.advance(850)
    await first.sim.drain()
    await first.sim.stop()
    // As if it had died between two documents.
    db.exec("UPDATE sim_documento SET veredicto = NULL, juzgado_at = NULL, razones = '[]' WHERE orden = 1")
    db.exec('DELETE FROM sim_folio WHERE documento_id = 2')
    const newId = createNewId(
      (bytes) => bytes.fill(1),
      () => 0,
    )
    const second = createSimulator({ db, clock: () => new Date(Date.parse(NOW) + 5000), newId })
    await second.drain()
    const rows = db.prepare('SELECT veredicto FROM sim_documento ORDER BY orden').pluck().all()
    expect(rows).toEqual(['aceptado', 'aceptado'])
    expect(db.prepare('SELECT estado FROM sim_envio').pluck().get()).toBe('EPR')
    await second.stop()
  })

  test('goes on by itself while the clock runs, and lets the event loop turn meanwhile', async () => {
    const db = memoryDb()
    const e = escena({ db, clock: () => new Date(), delays: { SOK: 0, FOK: 0, CRT: 0, PRD: 0, EPR: 0 } })
    const caf = await e.caf()
    const fecha = new Date().toISOString().slice(0, 10)
    const at = `${fecha}T00:00:01`
    await e.upload(sobre(Array.from({ length: 10 }, (_, i) => dte({ folio: i + 1, caf, at }))))
    let turns = 0
    const final = () => db.prepare("SELECT 1 FROM sim_envio WHERE estado = 'EPR'").get()
    const deadline = Date.now() + 4000
    while (!final() && Date.now() < deadline) {
      turns++
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect(final()).toBeDefined()
    expect(turns).toBeGreaterThan(10)
    await e.sim.stop()
  })
})

describe('a database that takes no writes', () => {
  test('is told of in one line and asked again only after a rest; then the envelope goes on', async () => {
    const timeouts = spyOn(globalThis, 'setTimeout')
    const told: string[] = []
    const failed = Promise.withResolvers<void>()
    const log = (message: string) => {
      told.push(message)
      failed.resolve()
    }
    const e = escena({ clock: () => new Date(), delays: { SOK: 0, FOK: 0, CRT: 0, PRD: 0, EPR: 0 }, log })
    try {
      const at = `${new Date().toISOString().slice(0, 10)}T00:00:01`
      await e.upload(sobre([dte({ folio: 1, caf: await e.caf(), at })]))
      // Every write answers SQLITE_READONLY from here on.
      e.db.pragma('query_only = ON')
      await failed.promise
      // A question to the simulator does not make it try sooner.
      await e.api('GET', 'receptores')
      await e.sim.fetch(new Request(`${BASE}/maullin/DTEWS/CrSeed.jws?wsdl`)).catch(() => null)
      for (let turn = 0; turn < 300; turn++) await new Promise((resolve) => setImmediate(resolve))
      expect(told).toEqual(['simulator rests, the database failed'])
      // Servers of other tests may have timers of their own in this process.
      expect(timeouts.mock.calls.some(([, ms]) => Number(ms) >= 5000)).toBe(true)
      await expect(e.sim.drain()).rejects.toThrow('readonly')
      e.db.pragma('query_only = OFF')
      await e.sim.drain()
      expect(e.db.prepare('SELECT estado FROM sim_envio').pluck().get()).toBe('EPR')
    } finally {
      timeouts.mockRestore()
      await e.sim.stop()
    }
  })
})

describe('QueryEstUp', () => {
  test('answers -11 for an envelope it does not have (ERR_CODE 2) or of another company (ERR_CODE 1), sii §4.3', async () => {
    const e = escena()
    await e.upload(sobre([dte({ folio: 1, caf: await e.caf() })]))
    const unknown = await estUp(e, '77')
    expect([leaf(unknown, 'ESTADO'), leaf(unknown, 'ERR_CODE')]).toEqual(['-11', '2'])
    expect(leaf(await estUp(e, '1', 'palena'), 'ERR_CODE')).toBe('2')
    const foreign = await estUp(e, '1', 'maullin', '76192083-9')
    expect([leaf(foreign, 'ESTADO'), leaf(foreign, 'ERR_CODE')]).toEqual(['-11', '1'])
  })

  test('answers 106 to a person without permission', async () => {
    const e = escena()
    await e.register(EMPRESA, { personas: [] })
    expect(leaf(await estUp(e), 'ESTADO')).toBe('106')
  })

  const call = (e: Escena, body: string) =>
    e.sim.fetch(
      new Request(`${BASE}/maullin/DTEWS/QueryEstUp.jws`, {
        method: 'POST',
        headers: { soapaction: '""' },
        body,
      }),
    )
  const params: [string, string][] = [
    ['RutCompania', '1'],
    ['DvCompania', '9'],
    ['TrackId', '1'],
    ['Token', 'x'],
  ]

  test('is an Axis fault with other parameters, another count or another namespace (sii §1.2)', async () => {
    const e = escena()
    const wrong = [
      soapBody('getEstUp', params.slice(0, 3)),
      soapBody('getEstUp', [...params].reverse()),
      soapBody('getEstUp', [['Rut', '1'], ...params.slice(1)]),
      soapBody('getEstUp', params, 'http://www.sii.cl/otro'),
      soapBody('getEstUp', params, ''),
    ]
    for (const body of wrong) {
      const response = await call(e, body)
      expect(response.status).toBe(500)
      expect(await response.text()).toContain("No such operation 'getEstUp'")
    }
    expect((await call(e, soapBody('getEstUp', params))).status).toBe(200)
  })

  test('answers getVersion, and a fault to what is no XML', async () => {
    const e = escena()
    expect(inner(await (await call(e, soapBody('getVersion', []))).text())).toBe('1.0')
    expect((await call(e, '<a>')).status).toBe(500)
  })

  test('shows the quirks that were asked for (simulator §7.2)', async () => {
    const e = escena({
      rarezas: { cabeceraPrimero: true, retornoSinCalificar: true, pdr: true, sinNumeroAtencion: true },
    })
    await e.upload(sobre([dte({ folio: 1, caf: await e.caf() })]))
    e.advance(850)
    await e.sim.drain()
    const answer = await estUp(e)
    expect(answer.indexOf('RESP_HDR')).toBeLessThan(answer.indexOf('RESP_BODY'))
    expect(leaf(answer, 'ESTADO')).toBe('PDR')
    expect(answer).not.toContain('NUM_ATENCION')
    expect(await (await call(e, soapBody('getEstUp', params))).text()).toContain('<getEstUpReturn ')
  })
})

describe('the mail of the SII (sii §4.4)', () => {
  test('names every document with a problem, once the envelope is final', async () => {
    const e = escena()
    const caf = await e.caf()
    const bad = dte({ folio: 2, caf, alter: (t) => t.replace('Item uno</NmbItem>', 'Item dos</NmbItem>') })
    await e.upload(sobre([dte({ folio: 1, caf }), bad]))
    const correo = async () =>
      leaf(
        await e.soap('/DTEWS/services/wsDTECorreo', 'reenvioCorreo', [
          ['Token', await e.token()],
          ['RutEmpresa', '76543210'],
          ['DvEmpresa', '3'],
          ['TrackId', '1'],
        ]),
        'ESTADO',
      )
    expect(await correo()).toBe('114')
    e.advance(2000)
    await e.sim.drain()
    expect(await correo()).toBe('0')
    const mail = await (await e.sim.fetch(new Request(`${BASE}/simulador/correos/1`))).text()
    expect(mail).toContain('<SUBTOTAL><TIPODOC>33</TIPODOC><INFORMADO>2</INFORMADO><RECHAZO>1</RECHAZO>')
    expect(mail).toMatch(/<FOLIO>2<\/FOLIO>.*DTE Rechazado.*\(TED-2-903\)|<FOLIO>2<\/FOLIO>.*DTE Rechazado/)
  })
})
