import { describe, expect, test } from 'bun:test'
import type { ConsultaDte } from '../../src/sii'
import { CTX, client, rejection, respuesta, soap } from './scripted'

const DTE: ConsultaDte = {
  tipoDte: 33,
  folio: 7,
  rutReceptor: '60803000-K',
  fechaEmision: '2025-01-02',
  montoTotal: '1190',
  firma: 'abc+/\nDEF==\r\n',
}

const estDte = (cabecera: string) => client({ QueryEstDte: soap('getEstDte', respuesta(cabecera)) })
const estDteAv = (cabecera: string, cuerpo?: string) =>
  client({ QueryEstDteAv: soap('getEstDteAv', respuesta(cabecera, cuerpo)) })

/** Names and values of the call's parameters, in the order sent. */
function params(body: Buffer): string[] {
  const operation = /<(getEst\w+) [^>]*>([\s\S]*)<\/\1>/.exec(body.toString())!
  return [...operation[2]!.matchAll(/<(\w+)>([^<]*)<\/\1>/g)].map(([, name, value]) => `${name}=${value}`)
}

describe('getEstDte (sii §5.1)', () => {
  test('sends the eleven parameters in WSDL order, the date as ddmmyyyy', async () => {
    const { sii, calls } = estDte('<ESTADO>DOK</ESTADO>')
    await sii.queryDte(CTX, 'EnvioDTE', DTE)
    expect(calls.at(-1)!.url).toBe('https://maullin.sii.cl/DTEWS/QueryEstDte.jws')
    expect(params(calls.at(-1)!.body)).toEqual([
      'RutConsultante=11111111',
      'DvConsultante=1',
      'RutCompania=76543210',
      'DvCompania=3',
      'RutReceptor=60803000',
      'DvReceptor=K',
      'TipoDte=33',
      'FolioDte=7',
      'FechaEmisionDte=02012025',
      'MontoDte=1190',
      'Token=TokenAAAAAAAA',
    ])
  })

  test.each([
    ['DOK', true],
    ['DNK', true],
    ['FAU', false],
    ['FNA', false],
    ['FAN', false],
    ['EMP', false],
    ['TMD', true],
    ['TMC', true],
    ['MMD', true],
    ['MMC', true],
    ['AND', true],
    ['ANC', true],
  ])('%s: received %p', async (codigo, recibido) => {
    const leaves = '<GLOSA_ESTADO>Glosa</GLOSA_ESTADO><ERR_CODE>0</ERR_CODE><GLOSA_ERR>Otra</GLOSA_ERR>'
    const { sii } = estDte(`<ESTADO>${codigo}</ESTADO>${leaves}`)
    expect(await sii.queryDte(CTX, 'EnvioDTE', DTE)).toEqual({
      codigo,
      glosa: 'Glosa',
      recibido,
      trackId: null,
    })
  })

  test('a state that nobody knows is an error, not a guess about the document', async () => {
    for (const [estado, retryable] of [
      ['XYZ', true],
      ['-1', true],
      ['-4', true],
      ['-6', false],
    ] as const) {
      const { sii } = estDte(`<ESTADO>${estado}</ESTADO><GLOSA>g</GLOSA>`)
      expect(await rejection(sii.queryDte(CTX, 'EnvioDTE', DTE))).toMatchObject({
        code: 'SII_ERROR',
        retryable,
        etapa: 'consulta',
        codigo: estado,
      })
    }
  })

  test.each(['001', '002', '003'])('%s renews the token', async (estado) => {
    const refused = soap('getEstDte', respuesta(`<ESTADO>${estado}</ESTADO>`))
    const { sii, count } = client({
      QueryEstDte: [refused, soap('getEstDte', respuesta('<ESTADO>DOK</ESTADO>'))],
    })
    expect((await sii.queryDte(CTX, 'EnvioDTE', DTE)).codigo).toBe('DOK')
    expect(count('GetTokenFromSeed')).toBe(2)
  })
})

describe('getEstDteAv (sii §5.2)', () => {
  test('sends the ten parameters in WSDL order, the signature without line breaks', async () => {
    const { sii, calls } = estDteAv('<ESTADO>0</ESTADO>', '<RECIBIDO>SI</RECIBIDO><ESTADO>DOK</ESTADO>')
    await sii.queryDteAv(CTX, 'EnvioDTE', DTE)
    expect(calls.at(-1)!.url).toBe('https://maullin.sii.cl/DTEWS/services/QueryEstDteAv')
    expect(params(calls.at(-1)!.body)).toEqual([
      'RutEmpresa=76543210',
      'DvEmpresa=3',
      'RutReceptor=60803000',
      'DvReceptor=K',
      'TipoDte=33',
      'FolioDte=7',
      'FechaEmisionDte=02012025',
      'MontoDte=1190',
      'FirmaDte=abc+/DEF==',
      'Token=TokenAAAAAAAA',
    ])
  })

  test('reads the document from the body', async () => {
    const cuerpo =
      '<RECIBIDO>SI</RECIBIDO><ESTADO>DNK</ESTADO><GLOSA>Datos no coinciden</GLOSA><TRACKID>0000000039</TRACKID>'
    expect(await estDteAv('<ESTADO>0</ESTADO>', cuerpo).sii.queryDteAv(CTX, 'EnvioDTE', DTE)).toEqual({
      codigo: 'DNK',
      glosa: 'Datos no coinciden',
      recibido: true,
      trackId: '39',
    })
  })

  test('takes "not received" without a state for FAU, and a state in the header for the document’s', async () => {
    const no = estDteAv('<ESTADO>00</ESTADO>', '<RECIBIDO>NO</RECIBIDO>')
    expect(await no.sii.queryDteAv(CTX, 'EnvioDTE', DTE)).toMatchObject({
      codigo: 'FAU',
      recibido: false,
      trackId: null,
    })
    const header = estDteAv('<ESTADO>FNA</ESTADO>')
    expect(await header.sii.queryDteAv(CTX, 'EnvioDTE', DTE)).toMatchObject({
      codigo: 'FNA',
      recibido: false,
    })
  })

  test.each(['1', '2', '01', '002', '003'])('header %s renews the token', async (estado) => {
    const refused = soap(
      'getEstDteAv',
      respuesta(`<SII:ESTADO>${estado}</SII:ESTADO><SII:GLOSA>g</SII:GLOSA>`),
    )
    const good = soap(
      'getEstDteAv',
      respuesta('<ESTADO>0</ESTADO>', '<RECIBIDO>SI</RECIBIDO><ESTADO>DOK</ESTADO>'),
    )
    const { sii, count } = client({ QueryEstDteAv: [refused, good] })
    expect((await sii.queryDteAv(CTX, 'EnvioDTE', DTE)).codigo).toBe('DOK')
    expect(count('GetTokenFromSeed')).toBe(2)
  })

  test.each([
    ['3', true],
    ['4', true],
    ['5', false],
    ['6', true],
    ['9', false],
    ['14', true],
    ['0', true],
  ])('header %s without a document is an error, retryable %p', async (estado, retryable) => {
    const { sii } = estDteAv(`<SII:ESTADO>${estado}</SII:ESTADO><SII:GLOSA>g</SII:GLOSA>`)
    expect(await rejection(sii.queryDteAv(CTX, 'EnvioDTE', DTE))).toMatchObject({
      code: 'SII_ERROR',
      retryable,
      glosa: 'g',
    })
  })

  test('without a signature to compare asks getEstDte', async () => {
    const { sii, count } = estDte('<ESTADO>DOK</ESTADO>')
    await sii.queryDteAv(CTX, 'EnvioDTE', { ...DTE, firma: undefined })
    expect(count('QueryEstDte.jws')).toBe(1)
  })
})
