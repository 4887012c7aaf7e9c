// Letters of the neighbourhood of the simulated SII (simulator §21.4, §21.6), through its desk and its post office.

import { describe, expect, test } from 'bun:test'
import { readPartes } from '../../src/simulator/correo/partes'
import { type Intercambio, readRecibido } from '../../src/xml/recibido'
import { parseSobre } from '../../src/xml/verify'
import { checkFirmaDte, checkFirmaSobre } from '../../src/xml/verify/firmas'
import { cpuMs } from '../support/cpu'
import { type Escena, escena, type Json } from './escena'
import { consumoFolios } from './rcof-hecho'
import { dte, EMPRESA, sobre } from './sobres'
import { box, mailTo } from './vecinos-carta'

const readIntercambio = (bytes: Uint8Array): Intercambio | null =>
  readRecibido(bytes, () => null).respuestas[0]?.leida ?? null

const ANDES = '90000011-1'
const LIRCAY = '90000013-8'
const PENCAHUE = '90000014-6'
const QUILVO = '90000017-0'
const RIO_CLARO = '77123456-9'
const ILOCA = '90000018-9'
const VICHUQUEN = '90000019-7'
const SII = 'siidte@simulador.invalid'
const at = (path: string): string => `${path}?rut=${EMPRESA}`
const FACTURA = { tipo_dte: 33, forma_pago: 2, lineas: [{ nombre: 'Cemento', cantidad: 3, precio: 4385 }] }

async function settled(): Promise<Escena> {
  const e = escena()
  expect((await e.api('POST', at('vecindario'), { meses: 0 })).status).toBe(201)
  return e
}

const letters = async (e: Escena, de?: string, para = EMPRESA): Promise<Json[]> =>
  (await e.api('GET', `correo?para=${box(para)}`)).json.data.filter(
    (one: Json) => !de || one.de === (de.includes('@') ? de : box(de)),
  )
async function filesOf(e: Escena, { id }: Json): Promise<ReturnType<typeof readPartes>> {
  const response = await e.sim.fetch(new Request(`http://simulador.invalid/simulador/correo/${id}`))
  return readPartes(Buffer.from(await response.arrayBuffer())).filter(({ tipo }) => tipo !== 'text/plain')
}
const xmlOf = async (e: Escena, letter: Json): Promise<Buffer> =>
  (await filesOf(e, letter)).find(({ nombre }) => /\.xml$/i.test(decodeURIComponent(nombre)))!.bytes

const emit = async (e: Escena, rut: string, over: object = {}): Promise<Json> => {
  const { status, json } = await e.api('POST', at(`vecinos/${rut}/emitir`), { ...FACTURA, ...over })
  expect([status, json.error]).toEqual([201, undefined])
  e.advance(2500)
  await e.sim.drain()
  return json.data
}

/** A receiver's faults of an envelope: of the whole, and of its documents. */
function judged(bytes: Buffer) {
  const leido = parseSobre(bytes, true)
  const bad = (found: { nivel: string; codigo: string }[]) =>
    found.filter(({ nivel }) => nivel === 'rechazo').map(({ codigo }) => codigo)
  return {
    leido,
    dtes: leido.dtes.map(({ tipo, folio, receptor }) => ({ tipo, folio, receptor })),
    sobre: bad(checkFirmaSobre(leido, { lenient: true })),
    firmas: leido.dtes.map((one) => bad(checkFirmaDte(one, { lenient: true }))),
  }
}

/** Documents of the company to a customer: at the SII, and by mail. */
async function sell(e: Escena, receptor: string, folios: number[], caf: Awaited<ReturnType<Escena['caf']>>) {
  const documentos = folios.map((i) => dte({ folio: caf.desde + i, caf, receptor }))
  await e.judge(sobre(documentos))
  await mailTo(e, receptor, sobre(documentos, { receptor }))
}

const answers = async (e: Escena, de: string): Promise<Intercambio[]> =>
  Promise.all((await letters(e, de)).map(async (one) => readIntercambio(await xmlOf(e, one))!))

const move = (e: Escena, avanzar: string) => e.api('POST', 'reloj', { avanzar })

describe('a supplier', () => {
  test('mails what the SII took, with the same bytes, in an envelope to the company', async () => {
    const e = await settled()
    const { folio } = await emit(e, ANDES)
    const [letter, ...others] = await letters(e)
    expect([letter.de, others]).toEqual([box(ANDES), []])
    const xml = await xmlOf(e, letter)
    const { leido, dtes, sobre: envelope, firmas } = judged(xml)
    expect(leido.caratula).toMatchObject({ rutEmisor: ANDES, rutReceptor: EMPRESA })
    expect([dtes, envelope, firmas]).toEqual([[{ tipo: 33, folio, receptor: EMPRESA }], [], [[]]])
    const path = `http://simulador.invalid/simulador/libro/33/${folio}/xml?rut=${ANDES}`
    const own = Buffer.from(await (await e.sim.fetch(new Request(path))).arrayBuffer())
    expect(leido.dtes[0]!.texto).toBe(own.toString('latin1'))
  })

  test('of another system declares windows-1252, ends lines with CRLF and puts an element of its own beside the document', async () => {
    const e = await settled()
    await emit(e, LIRCAY)
    const [letter] = await letters(e)
    expect(letter.asunto).toBe('Envío de factura electrónica Nº 1')
    const xml = await xmlOf(e, letter)
    expect(xml.toString('latin1')).toMatch(/^<\?xml version="1.0" encoding="windows-1252"\?>\r\n/)
    expect(xml.includes(Buffer.from('\x93Puerta a puerta\x94 \x96 30', 'latin1'))).toBe(true)
    const { leido, sobre: envelope, firmas } = judged(xml)
    expect([envelope, firmas]).toEqual([[], [[]]])
    expect(leido.texto).toContain('“Puerta a puerta” – 30 días – € 0')
  })

  test.each([
    ['90000012-K', 'base64', true],
    ['90000015-4', '8bit', false],
    ['90000016-2', 'quoted-printable', true],
  ])('%s writes in %s', async (rut, coding, sheet) => {
    const e = await settled()
    await emit(e, rut)
    const [letter] = await letters(e)
    const response = await e.sim.fetch(new Request(`http://simulador.invalid/simulador/correo/${letter.id}`))
    expect(await response.text()).toContain(`Content-Transfer-Encoding: ${coding}`)
    const files = await filesOf(e, letter)
    expect(files.some(({ bytes }) => bytes.toString('latin1').startsWith('%PDF-'))).toBe(sheet)
    expect(judged(await xmlOf(e, letter))).toMatchObject({ sobre: [], firmas: [[]] })
  })

  test('sends to the SII, by mail, or both, as it is told', async () => {
    const e = await settled()
    const solo = await emit(e, ANDES, { envio: 'sii' })
    expect([solo.track_id === null, await letters(e)]).toEqual([false, []])
    const carta = await emit(e, ANDES, { envio: 'correo' })
    expect(carta.track_id).toBeNull()
    expect(judged(await xmlOf(e, (await letters(e))[0])).dtes).toMatchObject([{ folio: carta.folio }])
    expect((await e.api('GET', `libro?rut=${ANDES}`)).json.data.documentos).toHaveLength(1)
    const both = await emit(e, PENCAHUE, { envio: 'ambos' })
    expect(judged(await xmlOf(e, (await letters(e, PENCAHUE))[0])).dtes[0]!.folio).toBe(both.folio)
  })

  test('gets a letter wrong when it is told to, while the SII has the document as it should be', async () => {
    const e = await settled()
    const told = async (falla: string) => {
      const before = (await letters(e)).length
      const { folio } = await emit(e, QUILVO, { falla })
      const fresh = (await letters(e)).slice(before)
      return { folio, xmls: await Promise.all(fresh.map((one) => xmlOf(e, one))) }
    }
    const firma = await told('carta_firma')
    expect(judged(firma.xmls[0]!)).toMatchObject({ sobre: [], firmas: [['DTE-3-505']] })
    const ajena = judged((await told('carta_ajena')).xmls[0]!)
    expect([ajena.dtes[0]!.receptor, ajena.sobre, ajena.firmas]).toEqual([ILOCA, [], [[]]])
    const { folio, xmls } = await told('carta_folio')
    const [good, anew] = xmls.map(judged)
    expect([good!.dtes[0]!.folio, anew!.dtes[0]!.folio, anew!.firmas]).toEqual([folio, folio, [[]]])
    expect(good!.leido.dtes[0]!.montoTotal).not.toBe(anew!.leido.dtes[0]!.montoTotal)
    expect(() => judged(firma.xmls[0]!.subarray(0, 2000))).toThrow()
    const ilegible = await told('carta_ilegible')
    expect(() => judged(ilegible.xmls[0]!)).toThrow()
    const { json } = await e.api('GET', at('registro/202603'))
    expect(json.data.compra.documentos).toHaveLength(4)
    const both = { ...FACTURA, envio: 'sii', falla: 'carta_folio' }
    expect((await e.api('POST', at(`vecinos/${QUILVO}/emitir`), both)).status).toBe(422)
  })

  test('that is careless breaks every fifth of its letters by itself, one whose letters never come writes none', async () => {
    const e = await settled()
    await move(e, 'P21D')
    expect(await letters(e, PENCAHUE)).toEqual([])
    const judgements = await Promise.all(
      (await letters(e, QUILVO)).map(async (one) => judged(await xmlOf(e, one)).firmas.flat()),
    )
    expect(judgements.slice(0, 6).map((found) => found.length)).toEqual([0, 0, 0, 0, 1, 0])
    const { json } = await e.api('PUT', at(`vecinos/${PENCAHUE}`), { correo: true })
    expect(json.data.correo).toBe(true)
    await move(e, 'P7D')
    expect((await letters(e, PENCAHUE)).length).toBeGreaterThan(0)
  })
})

describe('a customer', () => {
  test('that reads its mail answers the file at once, and what it says at the registry by mail too', async () => {
    const e = await settled()
    const caf = await e.caf(33, 10)
    await sell(e, RIO_CLARO, [0], caf)
    const [recepcion] = await answers(e, RIO_CLARO)
    expect(recepcion).toMatchObject({
      clase: 'respuesta',
      firma: 'valida',
      rutResponde: RIO_CLARO,
      rutRecibe: EMPRESA,
      recepciones: [{ estado: 0, documentos: [{ tipoDte: 33, folio: caf.desde, estado: 0 }] }],
    })
    await move(e, 'P1D')
    expect(await answers(e, RIO_CLARO)).toHaveLength(1)
    await move(e, 'P2DT1H')
    const [, recibo, resultado] = await answers(e, RIO_CLARO)
    expect(recibo).toMatchObject({ clase: 'recibos', firma: 'valida' })
    expect(resultado).toMatchObject({
      clase: 'respuesta',
      firma: 'valida',
      resultados: [{ folio: caf.desde, estado: 0 }],
    })
    const [documento] = (await e.api('GET', `libro?rut=${EMPRESA}&tipo_dte=33`)).json.data.documentos
    expect(documento.eventos.map((one: Json) => one.codigo)).toEqual(['ERM', 'ACD'])
    const { json } = await e.api('GET', at(`vecinos/${RIO_CLARO}/bandeja`))
    expect(json.data).toMatchObject([
      { clase: 'EnvioDTE', codigo: 0, documentos: [{ tipo_dte: 33, folio: caf.desde, codigo: 0 }] },
    ])
  })

  test('that gets its mail after it spoke says it again when the letter comes', async () => {
    const e = await settled()
    const caf = await e.caf(33, 1)
    const one = dte({ folio: caf.desde, caf, receptor: RIO_CLARO })
    await e.judge(sobre([one]))
    await move(e, 'P4D')
    expect(await answers(e, RIO_CLARO)).toEqual([])
    await mailTo(e, RIO_CLARO, sobre([one], { receptor: RIO_CLARO }))
    expect((await answers(e, RIO_CLARO)).map(({ clase }) => clase)).toEqual([
      'respuesta',
      'recibos',
      'respuesta',
    ])
  })

  test('that claims rejects by mail what it claims, once with a digest that is none', async () => {
    const e = await settled()
    const caf = await e.caf(33, 10)
    for (const i of [0, 1, 2, 3]) await sell(e, VICHUQUEN, [i], caf)
    await move(e, 'P3D')
    const said = await answers(e, VICHUQUEN)
    expect(said).toHaveLength(5)
    expect(said.map((one) => 'firma' in one && String(one.firma))).toEqual([
      ...['valida', 'valida', 'invalida', 'valida', 'valida'],
    ])
    expect(said[4]).toMatchObject({ resultados: [{ folio: caf.desde + 3, estado: 2 }] })
  })

  test('that says nothing sends the receipt of the file alone; letters are written in one line and in many', async () => {
    const e = await settled()
    const caf = await e.caf(33, 2)
    for (const i of [0, 1]) await sell(e, ILOCA, [i], caf)
    await move(e, 'P10D')
    const said = await letters(e, ILOCA)
    expect(said).toHaveLength(2)
    const lines = await Promise.all(
      said.map(async (one) => (await xmlOf(e, one)).toString().split('\n').length),
    )
    expect(lines[0]).toBe(1)
    expect(lines[1]).toBeGreaterThan(20)
    expect((await answers(e, ILOCA)).every((one) => 'firma' in one && one.firma === 'valida')).toBe(true)
  })

  test('tells what is wrong with a file: for another, repeated, unsigned, unreadable', async () => {
    const e = await settled()
    const caf = await e.caf(33, 4)
    const one = dte({ folio: caf.desde, caf, receptor: ILOCA })
    const spoilt = dte({
      ...{ folio: caf.desde + 1, caf, receptor: ILOCA },
      alter: (text) => text.replace('Item uno</Nmb', 'Item dos</Nmb'),
    })
    await mailTo(e, ILOCA, sobre([one], { receptor: RIO_CLARO }))
    const good = sobre([one, spoilt], { receptor: ILOCA })
    await mailTo(e, ILOCA, good)
    await mailTo(e, ILOCA, good)
    await mailTo(e, ILOCA, Buffer.from(good.toString('latin1').replace('>Cliente<', '>Clienta<'), 'latin1'))
    await mailTo(e, ILOCA, good.subarray(0, 900))
    const said = (await answers(e, ILOCA)) as Extract<Intercambio, { clase: 'respuesta' }>[]
    const recepciones = said.map(({ recepciones: [recepcion] }) => recepcion!)
    expect(recepciones.map(({ estado }) => estado)).toEqual([3, 0, 90, 90, 91])
    expect(recepciones[1]!.documentos.map(({ estado }) => estado)).toEqual([0, 1])
  })

  test('leaves a letter unread that is too long, and minds no run of blanks', async () => {
    const e = await settled()
    await mailTo(e, ILOCA, Buffer.alloc(1_000_000, ' '))
    const blanks = `Subject: x\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n${' '.repeat(900_000)}`
    const took = await cpuMs(() => expect(readPartes(Buffer.from(blanks))[0]!.bytes).toHaveLength(900_000))
    expect(took).toBeLessThan(2000)
    const { json } = await e.api('GET', at(`vecinos/${ILOCA}/bandeja`))
    expect(json.data).toMatchObject([{ clase: 'otro', codigo: null, documentos: [] }])
    expect(await letters(e, ILOCA)).toEqual([])
  })

  test('signs with a person of its own', async () => {
    const e = await settled()
    const caf = await e.caf(33, 2)
    await sell(e, ILOCA, [0], caf)
    await sell(e, RIO_CLARO, [1], caf)
    const moduli = await Promise.all(
      [ILOCA, RIO_CLARO].map(async (rut) => {
        const text = (await xmlOf(e, (await letters(e, rut))[0])).toString()
        return /<Modulus>([\s\S]*?)<\/Modulus>/.exec(text)![1]!.replace(/\s/g, '')
      }),
    )
    expect(moduli[0]).not.toBe(moduli[1])
  })
})

describe('the SII', () => {
  test('mails what became of an envelope of the company, and nothing of what the neighbours handed in', async () => {
    const e = await settled()
    await emit(e, ANDES, { envio: 'sii' })
    const caf = await e.caf(33, 2)
    const { trackId } = await e.judge(sobre([dte({ folio: caf.desde, caf })]))
    const mails = await letters(e, SII)
    expect(mails).toHaveLength(1)
    expect(readIntercambio(await xmlOf(e, mails[0]))).toMatchObject({ trackId, estado: 'EPR' })
    expect(await letters(e, SII, ANDES)).toEqual([])
  })

  test('mails what it made of a report of used folios once it has looked', async () => {
    const e = escena()
    await e.upload(consumoFolios([{ tipo: 39, total: 0 }]))
    await e.sim.drain()
    expect(await letters(e, SII)).toEqual([])
    e.advance(2000)
    await e.sim.drain()
    const [mail] = await letters(e, SII)
    expect(readIntercambio(await xmlOf(e, mail))).toMatchObject({ estado: expect.any(String) })
  })
})

test('letters that get lost or come twice are no neighbour’s fault', async () => {
  const e = await settled()
  await e.api('POST', 'fallas', { servicio: 'correo', falla: 'correo_perdido', veces: 1 })
  await emit(e, ANDES)
  expect(await letters(e)).toEqual([])
  await e.api('POST', 'fallas', { servicio: 'correo', falla: 'correo_doble', veces: 1 })
  await emit(e, ANDES)
  expect(await letters(e)).toHaveLength(2)
})
