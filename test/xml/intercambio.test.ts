// Answers between taxpayers (xml §2.4) before judges that nobody here wrote: a reader's canonicaliser and verifier, the SII's schemas.

import { beforeAll, describe, expect, test } from 'bun:test'
import { SignedXml } from 'xml-crypto'
import { type Intercambio, readRecibido } from '../../src/xml/recibido'
import { DECLARACION } from '../../src/xml/recibos'
import { loadSchema } from '../golden/schemas'
import { certificadoBase64, RUT_FIRMANTE } from '../support/firma'
import { recepcionOf, reciboOf, resultadoOf } from '../support/intercambio'
import { describeWithShared } from '../support/shared'

const FACTURA = {
  tipoDte: 33,
  folio: 88123,
  fechaEmision: '2026-11-12',
  rutEmisor: '90000012-K',
  rutReceptor: '76543210-3',
  montoTotal: 499800,
}
const NOTA = { ...FACTURA, tipoDte: 61, folio: 410, montoTotal: 119000 }

const recepcion = () =>
  recepcionOf([
    { ...FACTURA, estado: 0, glosa: 'DTE recibido conforme' },
    { ...NOTA, estado: 1, glosa: 'La firma es de <otro> & "no" cuadra' },
  ])
const resultado = () => resultadoOf(FACTURA, 2, 'Mercadería no pedida')
const recibos = () => reciboOf(FACTURA, NOTA)
const ALL = { recepcion, resultado, recibos }

const publicCert = `-----BEGIN CERTIFICATE-----\n${certificadoBase64}\n-----END CERTIFICATE-----`

/** Whether `xml` stands by the signature that comes last in it, or by the `nth`. */
function checks(xml: string, signature: string): boolean {
  const signed = new SignedXml({ publicCert })
  signed.loadSignature(signature)
  try {
    return signed.checkSignature(xml)
  } catch {
    return false
  }
}
const signaturesOf = (xml: string): string[] => xml.match(/<Signature [\s\S]*?<\/Signature>/g)!

type De<C> = Omit<Extract<Intercambio, { clase: C }>, 'clase'>

const parseIntercambio = (bytes: Uint8Array): Intercambio | null =>
  readRecibido(bytes, () => null).respuestas[0]?.leida ?? null

/** Whatever it is, with all that any answer may have. */
const read = (bytes: Uint8Array) => parseIntercambio(bytes) as unknown as De<'respuesta'> & De<'recibos'>

const asText = async (made: () => Promise<Buffer>) => (await made()).toString('latin1')

describe('an answer of ours', () => {
  test.each(Object.entries(ALL))('%s is signed as a whole, in its place in the file', async (_, made) => {
    const xml = await asText(made)
    expect(checks(xml, signaturesOf(xml).at(-1)!)).toBe(true)
  })

  test('holds receipts that are each signed, in their place and cut out of the file', async () => {
    const xml = await asText(recibos)
    const cut = xml.match(/<Recibo [\s\S]*?<\/Recibo>/g)!
    expect(cut).toHaveLength(2)
    for (const [i, recibo] of cut.entries()) {
      const signature = signaturesOf(xml)[i]!
      expect(checks(xml, signature)).toBe(true)
      expect(checks(recibo, signaturesOf(recibo)[0]!)).toBe(true)
    }
  })

  test('says the words of the law to the letter, and no reason where all is well', async () => {
    expect(await asText(recibos)).toContain(`<Declaracion>${DECLARACION}</Declaracion>`)
    expect(await asText(resultado)).toContain('<CodRchDsc>-1</CodRchDsc>')
    expect((await resultadoOf(FACTURA, 0, 'DTE aceptado conforme')).toString('latin1')).not.toContain(
      'CodRchDsc',
    )
  })

  test('has neither empty elements nor lines that a gate would break on (xml §1.2)', async () => {
    for (const made of Object.values(ALL)) {
      const xml = await asText(made)
      expect(Math.max(...xml.split('\n').map((line) => line.length))).toBeLessThan(4090)
      expect(xml).not.toMatch(/<(\w+)[^>]*><\/\1>(?<!(?:Method|Transform)>)|\/>/)
    }
  })
})

describe('an answer of others', () => {
  test('is read with the judgement of its signature, and who signed', async () => {
    const one = read(await recepcion())
    expect(one).toMatchObject({
      clase: 'respuesta',
      rutResponde: FACTURA.rutReceptor,
      rutRecibe: FACTURA.rutEmisor,
      firma: 'valida',
      rutFirmante: RUT_FIRMANTE,
      resultados: [],
    })
    expect(one.recepciones[0]).toMatchObject({ nombre: 'DTE_76543210-3_F33_1.xml', estado: 0 })
    expect(one.recepciones[0]!.documentos[1]).toEqual({
      ...NOTA,
      estado: 1,
      glosa: 'La firma es de <otro> & "no" cuadra',
    })
    expect(read(await resultado()).resultados).toEqual([
      { ...FACTURA, estado: 2, glosa: 'Mercadería no pedida' },
    ])
    expect(read(await recibos()).recibos).toMatchObject([
      { ...FACTURA, firma: 'valida', recinto: 'Bodega "Ñuñoa" & Cía' },
      { ...NOTA, firma: 'valida' },
    ])
  })

  test.each<[string, (xml: string) => string | Buffer, 'valida' | 'invalida' | 'ausente']>([
    ['with Windows line ends', (xml) => xml.replaceAll('\n', '\r\n'), 'valida'],
    ['without declaration', (xml) => xml.slice(xml.indexOf('\n') + 1), 'valida'],
    [
      'within a wrapper',
      (xml) => `<Sobre><Cuerpo>${xml.slice(xml.indexOf('\n'))}</Cuerpo></Sobre>`,
      'valida',
    ],
    ['in UTF-8', (xml) => Buffer.from(xml.replace('ISO-8859-1', 'UTF-8')), 'valida'],
    ['in UTF-8 that declares ISO-8859-1', (xml) => Buffer.from(xml), 'valida'],
    ['indented after it was signed', (xml) => xml.replace('<RutRecibe>', '  <RutRecibe>'), 'invalida'],
    [
      'with another answer than was signed',
      (xml) => xml.replace('<EstadoDTE>2<', '<EstadoDTE>0<'),
      'invalida',
    ],
    ['with the signature of nothing', (xml) => xml.replace(/<Signature [\s\S]*<\/Signature>/, ''), 'ausente'],
    [
      'with a second body beside the signed one',
      (xml) => {
        const body = /<Resultado [\s\S]*<\/Resultado>/.exec(xml)![0]
        return xml.replace(
          body,
          body.replace('ID="Resultado"', 'ID="Otro"').replace('<EstadoDTE>2<', '<EstadoDTE>0<') + body,
        )
      },
      'invalida',
    ],
  ])('%s is judged as it came', async (_, change, firma) => {
    const changed = change(await asText(resultado))
    expect(read(typeof changed === 'string' ? Buffer.from(changed, 'latin1') : changed).firma).toBe(firma)
  })

  test('with a receipt changed after it was signed names that receipt', async () => {
    const xml = (await asText(recibos)).replace('<Folio>410<', '<Folio>411<')
    const one = read(Buffer.from(xml, 'latin1'))
    expect(one.firma).toBe('invalida')
    expect(one.recibos.map(({ firma }) => firma)).toEqual(['valida', 'invalida'])
  })

  test('that is none is told apart from what is no XML', () => {
    expect(parseIntercambio(Buffer.from('<EnvioDTE xmlns="http://www.sii.cl/SiiDte"/>'))).toBeNull()
    expect(() => parseIntercambio(Buffer.from('hola'))).toThrow()
    expect(() => parseIntercambio(Buffer.from('<!DOCTYPE a [<!ENTITY b "c">]><RespuestaDTE/>'))).toThrow()
  })
})

describe('a result mail of the SII', () => {
  test('tells of an envelope by its Track ID', () => {
    const xml =
      '<?xml version="1.0" encoding="ISO-8859-1"?>\n<RESULTADO_ENVIO><IDENTIFICACION><RUTEMISOR>76543210-3</RUTEMISOR>' +
      '<RUTENVIA>11111111-1</RUTENVIA><TRACKID>4000001</TRACKID><TMSTRECEPCION>20/11/2026 10:00:00</TMSTRECEPCION>' +
      '<ESTADO>EPR - Envio Procesado</ESTADO></IDENTIFICACION><REVISIONENVIO><REVISIONDTE><FOLIO>12</FOLIO><TIPODTE>33</TIPODTE>' +
      '<ESTADO>RCH</ESTADO><DETALLE>(TED-3-640) Monto Total</DETALLE></REVISIONDTE></REVISIONENVIO></RESULTADO_ENVIO>'
    expect(parseIntercambio(Buffer.from(xml, 'latin1'))).toEqual({
      clase: 'resultado_envio',
      rutEmisor: '76543210-3',
      trackId: '4000001',
      estado: 'EPR - Envio Procesado',
      errores: [],
      revision: [{ tipoDte: 33, folio: 12, estado: 'RCH', detalle: ['(TED-3-640) Monto Total'] }],
    })
  })
})

test('a result mail about used folios tells its Track ID (xml §2.4)', () => {
  const xml =
    '<ResultadoConsumoFolios xmlns="http://www.sii.cl/SiiDte" version="1.0"><DocumentoResultadoConsumoFolios ID="R"><Identificacion>' +
    '<Envio><TrackId>77</TrackId></Envio><RutEmisor>76543210-3</RutEmisor></Identificacion><Resultado><Estado>REPARO</Estado>' +
    '</Resultado></DocumentoResultadoConsumoFolios></ResultadoConsumoFolios>'
  expect(parseIntercambio(Buffer.from(xml))).toMatchObject({
    clase: 'resultado_rcof',
    rutEmisor: '76543210-3',
    trackId: '77',
    estado: 'REPARO',
  })
})

describeWithShared('the schemas of the SII', () => {
  let respuesta: (bytes: Uint8Array) => string[]
  let envio: (bytes: Uint8Array) => string[]
  beforeAll(async () => {
    respuesta = await loadSchema('RespuestaDTE')
    envio = await loadSchema('EnvioRecibos')
  })

  test('take every class of answer', async () => {
    expect(respuesta(await recepcion())).toEqual([])
    expect(respuesta(await resultado())).toEqual([])
    expect(envio(await recibos())).toEqual([])
  })

  test('refuse a type that they cannot name, and another declaration', async () => {
    expect(respuesta(await resultadoOf({ ...FACTURA, tipoDte: 43 }, 0, 'x'))).not.toEqual([])
    const text = (await asText(recibos)).replace('Ley 19.983', 'Ley 19983')
    expect(envio(Buffer.from(text, 'latin1'))).not.toEqual([])
  })
})

test('a thousand receipts in one file, each signed by itself, are read', async () => {
  const one = (await recibos()).toString('latin1')
  const [recibo] = /<Recibo [\s\S]*?<\/Recibo>/.exec(one)!
  const many = Buffer.from(one.replace(recibo, recibo.repeat(999)), 'latin1')
  const { respuestas, rechazados } = readRecibido(many, () => null)
  expect(rechazados).toEqual([])
  expect((respuestas[0]!.leida as unknown as De<'recibos'>).recibos).toHaveLength(1000)
})
