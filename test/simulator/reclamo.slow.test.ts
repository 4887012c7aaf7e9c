// The registry of acceptances and claims, as the SII's own service tells it (sii §7) and by the lever of
// http §24.

import { describe, expect, test } from 'bun:test'
import { BASE, type Escena, escena, type Json, leaf, soapBody } from './escena'
import { dte, EMPRESA, referencia, sobre } from './sobres'

const DAY = 86_400_000
const PATH = '/ws2/WSREGISTRORECLAMODTECERT/registroreclamodteservice'
const NS = 'http://ws.registroreclamodte.diii.sdi.sii.cl'
const RECEPTOR = '77123456-9'

interface Documento {
  rut?: string
  tipo?: number | string
  folio?: number | string
}

interface Ways {
  path?: string
  ns?: string
  token?: string
}

/** One call of the service; the answer as text, with the status before it. */
async function call(e: Escena, operation: string, params: [string, string][], over: Ways = {}) {
  const body = soapBody(operation, params, over.ns ?? NS)
  const response = await e.sim.fetch(
    new Request(`${BASE}${over.path ?? PATH}`, {
      method: 'POST',
      headers: {
        soapaction: '""',
        'content-type': 'text/xml',
        cookie: `TOKEN=${over.token ?? (await e.token())}`,
      },
      // rpc/literal: the operation is qualified, its parameters are not.
      body: body
        .replace(`<${operation} xmlns=`, `<ws:${operation} xmlns:ws=`)
        .replace(`</${operation}>`, `</ws:${operation}>`),
    }),
  )
  return `${response.status} ${await response.text()}`
}

const of = ({ rut = EMPRESA, tipo = 33, folio = 1 }: Documento): [string, string][] => {
  const [numero, dv] = rut.split('-') as [string, string]
  return [
    ['rutEmisor', numero],
    ['dvEmisor', dv],
    ['tipoDoc', String(tipo)],
    ['folio', String(folio)],
  ]
}

const enter = async (e: Escena, accion: string, documento: Documento = {}) =>
  leaf(await call(e, 'ingresarAceptacionReclamoDoc', [...of(documento), ['accionDoc', accion]]), 'codResp')
const list = (e: Escena, documento: Documento = {}) => call(e, 'listarEventosHistDoc', of(documento))
const cedible = async (e: Escena, documento: Documento = {}) =>
  leaf(await call(e, 'consultarDocDteCedible', of(documento)), 'codResp')
const events = (text: string) => [...text.matchAll(/<codEvento>(\w+)</g)].map(([, code]) => code)

/** A scene in which the SII has accepted the factura folio 1. */
async function received(receptor = RECEPTOR): Promise<Escena> {
  const e = escena()
  const { documentos } = await e.judge(sobre([dte({ folio: 1, caf: await e.caf(), receptor })]))
  expect(documentos[0]!.veredicto).toBe('aceptado')
  return e
}

/** The SII's answer to `accion` on a factura with these earlier events. */
async function after(earlier: string[], accion: string): Promise<string | null> {
  const e = await received()
  for (const codigo of earlier) expect(await enter(e, codigo)).toBe('0')
  return enter(e, accion)
}

describe('ingresarAceptacionReclamoDoc', () => {
  test('follows the matrix of what may come after what (sii §7.4)', async () => {
    const claims = ['RCD', 'RFP', 'RFT']
    for (const accion of ['ACD', 'ERM', ...claims]) expect(await after([], accion)).toBe('0')
    for (const claim of claims) {
      expect(await after([claim], 'ACD')).toBe('12')
      expect(await after([claim], 'ERM')).toBe('6')
      expect(await after([claim], claim)).toBe('7')
      expect(await after(['ACD'], claim)).toBe('11')
      expect(await after(['ERM'], claim)).toBe('13')
      expect(await after(['ERM', 'ACD'], claim)).toBe('11')
    }
    expect(await after(['RCD'], 'RFT')).toBe('0')
    expect(await after(['ACD'], 'ACD')).toBe('7')
    expect(await after(['ACD'], 'ERM')).toBe('0')
    expect(await after(['ERM'], 'ACD')).toBe('0')
    expect(await after(['ERM'], 'ERM')).toBe('7')
  })

  test('registers nothing once eight days have passed since reception (sii §7.4)', async () => {
    const e = await received()
    e.advance(8 * DAY - 3000)
    expect(await enter(e, 'ERM')).toBe('0')
    e.advance(3000)
    expect(await enter(e, 'ACD')).toBe('8')
    expect(events(await list(e))).toEqual(['ERM'])
  })

  test('says what is wrong with the question: emitter, folio, type, action, document (sii §7.3)', async () => {
    const e = await received()
    expect(await enter(e, 'ACD', { rut: '76543210-4' })).toBe('1')
    expect(await enter(e, 'ACD', { rut: '0076543210-3' })).toBe('1')
    expect(await enter(e, 'ACD', { folio: 'x' })).toBe('2')
    expect(await enter(e, 'ACD', { tipo: 61 })).toBe('3')
    expect(await enter(e, 'NCA')).toBe('4')
    expect(await enter(e, 'ACD', { folio: 2 })).toBe('18')
  })

  test('is for the receiver: 17 to who may not act for it, 14 to who may act for neither', async () => {
    const e = await received()
    await e.register(RECEPTOR, { personas: ['12345678-5'] })
    expect(await enter(e, 'ACD')).toBe('17')
    expect(leaf(await list(e), 'codResp')).toBe('16')
    await e.register(EMPRESA, { personas: [] })
    expect(leaf(await list(e), 'codResp')).toBe('14')
  })

  test('knows no rejected document, nor one that is not judged yet', async () => {
    const e = escena()
    const caf = await e.caf()
    await e.judge(sobre([dte({ folio: 1, caf, alter: (t) => t.replace('<QtyItem>1<', '<QtyItem>2<') })]))
    await e.upload(sobre([dte({ folio: 2, caf })]))
    expect([await enter(e, 'ACD'), await enter(e, 'ACD', { folio: 2 })]).toEqual(['18', '18'])
  })

  test('refuses what was paid in cash or was free, and lists the payment (code 27, event PAG)', async () => {
    const e = escena()
    const caf = await e.caf()
    const paid = [1, 2, 3].map((codigo) => dte({ folio: codigo, caf, formaPago: codigo }))
    await e.judge(sobre(paid))
    const answers = [1, 2, 3].map((folio) => enter(e, 'RCD', { folio }))
    expect(await Promise.all(answers)).toEqual(['27', '0', '27'])
    const listed = [1, 2, 3].map(async (folio) => events(await list(e, { folio })))
    expect(await Promise.all(listed)).toEqual([['PAG'], ['RCD'], []])
  })
})

describe('the queries', () => {
  test('list the events with who and when, oldest first, and say when there are none', async () => {
    const e = await received()
    expect(leaf(await list(e), 'codResp')).toBe('16')
    await enter(e, 'ERM')
    e.advance(60_000)
    await enter(e, 'ACD')
    const answer = await list(e)
    expect(leaf(answer, 'codResp')).toBe('15')
    expect(events(answer)).toEqual(['ERM', 'ACD'])
    // 13:00:02 UTC of 2 March is 10:00:02 in Chile.
    expect(answer).toContain(
      '<rutResponsable>11111111</rutResponsable><dvResponsable>1</dvResponsable><fechaEvento>02-03-2026 10:00:02</fechaEvento>',
    )
  })

  test('tell the instant of reception as a date alone, and nothing of what was not received', async () => {
    const e = await received()
    expect(await call(e, 'consultarFechaRecepcionSii', of({}))).toContain(
      '<return>02-03-2026 10:00:00</return>',
    )
    expect(await call(e, 'consultarFechaRecepcionSii', of({ folio: 9 }))).toContain('<return></return>')
  })

  test('tell whether it can be ceded: nothing yet, received, claimed, presumed, not of that type (sii §7.3)', async () => {
    const open = await received()
    expect(await cedible(open)).toBe('22')
    await enter(open, 'ERM')
    expect(await cedible(open)).toBe('23')
    const claimed = await received()
    await enter(claimed, 'RFT')
    claimed.advance(9 * DAY)
    expect(await cedible(claimed)).toBe('24')
    const presumed = await received()
    presumed.advance(8 * DAY)
    expect(await cedible(presumed)).toBe('25')
    expect(await cedible(presumed, { tipo: 61 })).toBe('20')
    expect(await cedible(presumed, { folio: 9 })).toBe('18')
  })

  test('list the notes that annul and correct it; annulled within eight days it cannot be ceded', async () => {
    const e = await received()
    const caf = await e.caf(61)
    const note = (folio: number, codigo: number) =>
      e.judge(sobre([dte({ tipo: 61, folio, caf, referencias: referencia(1, 33, 1, codigo) })]))
    await note(1, 2)
    expect([events(await list(e)), await cedible(e)]).toEqual([['ENC'], '22'])
    await note(2, 1)
    expect([events(await list(e)), await cedible(e)]).toEqual([['ENC', 'NCA'], '21'])
  })
})

describe('the wire of the service (sii §7.1)', () => {
  test('answers as JAX-WS does: not escaped, return unqualified', async () => {
    const e = await received()
    const answer = await call(e, 'ingresarAceptacionReclamoDoc', [...of({}), ['accionDoc', 'ACD']])
    expect(answer).toContain(
      `<ns2:ingresarAceptacionReclamoDocResponse xmlns:ns2="${NS}"><return><codResp>0</codResp><descResp>`,
    )
  })

  test('a bad token is a fault; so are an unknown operation, other parameters and another namespace', async () => {
    const e = await received()
    expect(await call(e, 'getVersion', [], { token: 'nadie' })).toMatch(/^500 .*TOKEN invalido/s)
    expect(await call(e, 'getVersion', [])).toMatch(/^200 /)
    for (const answer of [
      await call(e, 'otra', []),
      await call(e, 'listarEventosHistDoc', of({}).reverse()),
      await call(e, 'getVersion', [], { ns: 'http://DefaultNamespace' }),
    ])
      expect(answer).toMatch(/^500 .*Cannot find dispatch method/s)
  })

  test('each side has its own host and path, and serves its WSDL', async () => {
    const e = await received()
    const get = (path: string) => e.sim.fetch(new Request(`${BASE}${path}?wsdl`))
    expect(await (await get(PATH)).text()).toContain('RegistroReclamoDteServiceEndpointService')
    expect((await get('/ws1/WSREGISTRORECLAMODTE/registroreclamodteservice')).status).toBe(200)
    expect((await get('/ws1/WSREGISTRORECLAMODTECERT/registroreclamodteservice')).status).toBe(404)
    const real = new Request('http://127.0.0.1/WSREGISTRORECLAMODTECERT/registroreclamodteservice?wsdl', {
      headers: { host: 'ws2.sii.cl' },
    })
    expect((await e.sim.fetch(real)).status).toBe(200)
    const palena = await e.token('palena')
    const path = '/ws1/WSREGISTRORECLAMODTE/registroreclamodteservice'
    const answer = await call(e, 'listarEventosHistDoc', of({}), { path, token: palena })
    expect(leaf(answer, 'codResp')).toBe('18')
  })

  test('fails on demand: code -1, a refused token, no permission, a cut after the event was kept (simulator §7.1)', async () => {
    const e = await received()
    const fail = (falla: string) => e.api('POST', 'fallas', { servicio: 'reclamo', falla, veces: 1 })
    await fail('error_interno')
    expect(await enter(e, 'ACD')).toBe('-1')
    await fail('token_rechazado')
    expect(await list(e)).toContain('TOKEN invalido')
    await fail('sin_permiso')
    expect(await enter(e, 'ACD')).toBe('17')
    expect(leaf(await list(e), 'codResp')).toBe('16')
    await fail('corte_despues_de_guardar')
    await expect(enter(e, 'ACD')).rejects.toMatchObject({ code: 'ECONNRESET' })
    expect(await enter(e, 'ACD')).toBe('7')
    expect((await e.api('POST', 'fallas', { servicio: 'envio', falla: 'error_interno' })).status).toBe(422)
  })
})

describe('POST /simulador/acuse', () => {
  const lever = (e: Escena, over: object = {}) =>
    e.api('POST', 'acuse', { rut_emisor: EMPRESA, tipo_dte: 33, folio: 1, accion: 'RCD', ...over })

  test('acts as the receiver; the ledger and the SII service show it', async () => {
    const e = await received()
    expect(await lever(e)).toMatchObject({
      status: 201,
      json: { data: { rut_receptor: RECEPTOR, codigo_sii: '0', vence_el: '2026-03-10T13:00:00.000Z' } },
    })
    const [row] = (await e.api('GET', 'libro')).json.data.documentos
    expect(row.eventos).toEqual([
      { codigo: 'RCD', descripcion: expect.any(String), rut: RECEPTOR, fecha: '2026-03-02T13:00:02.000Z' },
    ])
    expect(events(await list(e))).toEqual(['RCD'])
  })

  test('says the code of what the SII refuses, and what is wrong with a bad body', async () => {
    const e = await received()
    await lever(e)
    expect(await lever(e, { accion: 'ACD' })).toMatchObject({
      status: 409,
      json: { code: 'INVALID_STATE', error: expect.stringContaining('12') },
    })
    expect((await lever(e, { folio: 2 })).status).toBe(404)
    for (const bad of [{ accion: 'XXX' }, { folio: '1' }, { tipo_dte: 39 }, { rut_emisor: '1' }, { otro: 1 }])
      expect((await lever(e, bad)).json).toMatchObject({ ok: false, code: 'VALIDATION_ERROR' })
  })
})

describe('POST /simulador/acuse for several', () => {
  const ALBA = '90000011-1'
  /** Invoices 1 to 5, the last two to another receiver. */
  async function five() {
    const e = escena()
    const caf = await e.caf()
    const one = (folio: number) => dte({ folio, caf, formaPago: 2, receptor: folio > 3 ? ALBA : RECEPTOR })
    await e.judge(sobre([1, 2, 3, 4, 5].map(one)))
    return e
  }
  const lever = async (e: Escena, body: object) =>
    (await e.api('POST', 'acuse', { rut_emisor: EMPRESA, ...body })).json
  const codes = (json: Json) => json.data.documentos.map((d: Json) => [d.folio, d.codigo_sii])
  const named = (...folios: number[]) => folios.map((folio) => ({ tipo_dte: 33, folio }))

  test('answers each by itself: what is refused of one keeps nothing from the others', async () => {
    const e = await five()
    await lever(e, { accion: 'RCD', tipo_dte: 33, folio: 2 })
    const json = await lever(e, { accion: 'ERM', documentos: named(1, 2, 4, 9) })
    expect(codes(json)).toEqual([
      [1, '0'],
      [2, '6'],
      [4, '0'],
      [9, '18'],
    ])
    expect(json.data.registrados).toBe(2)
  })

  test('of a receiver alone answers what awaits its word, oldest first, and nothing twice', async () => {
    const e = await five()
    await lever(e, { accion: 'RCD', tipo_dte: 33, folio: 2 })
    const all = { accion: 'ACD', rut_receptor: RECEPTOR }
    expect(codes(await lever(e, all))).toEqual([
      [1, '0'],
      [3, '0'],
    ])
    expect(codes(await lever(e, all))).toEqual([])
    expect(codes(await lever(e, { ...all, rut_receptor: ALBA }))).toHaveLength(2)
  })

  test('as another than the receiver is refused by the code of the SII', async () => {
    const e = await five()
    expect(
      (await lever(e, { accion: 'ERM', tipo_dte: 33, folio: 4, rut_receptor: RECEPTOR })).error,
    ).toContain('17')
    expect(codes(await lever(e, { accion: 'ERM', documentos: named(3, 4), rut_receptor: ALBA }))).toEqual([
      [3, '17'],
      [4, '0'],
    ])
  })

  test('takes a hundred, and says all that is wrong with a body', async () => {
    const e = await five()
    const many = Array.from({ length: 101 }, (_, i) => ({ tipo_dte: 33, folio: i + 1 }))
    for (const bad of [
      { documentos: many },
      { documentos: [{ tipo_dte: 33 }] },
      { documentos: named(1), folio: 1 },
      { rut_receptor: '1-1' },
    ])
      expect(await lever(e, { accion: 'ERM', ...bad })).toMatchObject({ code: 'VALIDATION_ERROR' })
    expect(codes(await lever(e, { accion: 'ERM', documentos: many.slice(1) }))).toHaveLength(100)
  })
})

test('the magic receiver claims a factura as soon as it is accepted, paid in cash or not; other types it lets be', async () => {
  const e = escena()
  const receptor = '90000006-5'
  await e.judge(sobre([dte({ folio: 1, caf: await e.caf(), receptor, formaPago: 1 })]))
  expect(events(await list(e))).toContain('RCD')
  expect(await cedible(e)).toBe('24')
  const { documentos } = await e.judge(
    sobre([
      dte({ tipo: 61, folio: 1, caf: await e.caf(61), receptor, referencias: referencia(1, 33, 1, 1) }),
    ]),
  )
  expect(documentos[0]!.veredicto).toBe('aceptado')
  expect(e.db.prepare('SELECT count(*) FROM sim_evento WHERE codigo = ?').pluck().get('RCD')).toBe(1)
})
