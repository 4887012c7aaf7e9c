// The answers of QueryEstDte and QueryEstDteAv about a document (sii §5).

import { describe, expect, test } from 'bun:test'
import { type Escena, escena, leaf } from './escena'
import { dte, EMPRESA, referencia, sobre } from './sobres'

interface Pregunta {
  folio: number
  receptor?: string
  fecha?: string
  monto?: string
  tipo?: string
  firma?: string
}

const params = (
  token: string,
  { folio, receptor = '77123456-9', fecha = '02032026', monto = '1190', tipo = '33' }: Pregunta,
) => {
  const [numero, dv] = receptor.split('-') as [string, string]
  return {
    empresa: (n: string, d: string): [string, string][] => [
      [n, '76543210'],
      [d, '3'],
    ],
    documento: [
      ['RutReceptor', numero],
      ['DvReceptor', dv],
      ['TipoDte', tipo],
      ['FolioDte', String(folio)],
      ['FechaEmisionDte', fecha],
      ['MontoDte', monto],
    ] as [string, string][],
    token: ['Token', token] as [string, string],
  }
}

async function estDte(e: Escena, pregunta: Pregunta, host = 'maullin') {
  const p = params(await e.token(host), pregunta)
  return e.soap(
    '/DTEWS/QueryEstDte.jws',
    'getEstDte',
    [
      ['RutConsultante', '11111111'],
      ['DvConsultante', '1'],
      ...p.empresa('RutCompania', 'DvCompania'),
      ...p.documento,
      p.token,
    ],
    host,
  )
}

async function estDteAv(e: Escena, pregunta: Pregunta) {
  const p = params(await e.token(), pregunta)
  return e.soap('/DTEWS/services/QueryEstDteAv', 'getEstDteAv', [
    ...p.empresa('RutEmpresa', 'DvEmpresa'),
    ...p.documento,
    ['FirmaDte', pregunta.firma ?? 'x'],
    p.token,
  ])
}

const firmaOf = (xml: string) =>
  /<SignatureValue>([\s\S]*?)<\/SignatureValue>/.exec(xml)![1]!.replace(/\s/g, '')

describe('QueryEstDte', () => {
  test('DOK for what was received and matches, in either form of the date', async () => {
    const e = escena()
    await e.judge(sobre([dte({ folio: 1, caf: await e.caf() })]))
    const answer = await estDte(e, { folio: 1 })
    expect([leaf(answer, 'ESTADO'), leaf(answer, 'ERR_CODE')]).toEqual(['DOK', '0'])
    expect(leaf(await estDte(e, { folio: 1, fecha: '02-03-2026' }), 'ESTADO')).toBe('DOK')
  })

  test('DNK when receiver, date or amount differ', async () => {
    const e = escena()
    await e.judge(sobre([dte({ folio: 1, caf: await e.caf() })]))
    const ask = async (over: Partial<Pregunta>) => leaf(await estDte(e, { folio: 1, ...over }), 'ESTADO')
    expect(await ask({ monto: '1191' })).toBe('DNK')
    expect(await ask({ fecha: '03032026' })).toBe('DNK')
    expect(await ask({ receptor: '66666666-6' })).toBe('DNK')
  })

  test('FAU before it is judged, after a rejection, and on the other side; FNA without a CAF; FAN when annulled', async () => {
    const e = escena()
    const caf = await e.caf()
    const state = async (folio: number, host?: string) => leaf(await estDte(e, { folio }, host), 'ESTADO')
    const xml = sobre([
      dte({ folio: 1, caf }),
      dte({ folio: 2, caf, alter: (t) => t.replace('<QtyItem>1<', '<QtyItem>2<') }),
    ])
    await e.upload(xml)
    expect(await state(1)).toBe('FAU')
    e.advance(2000)
    await e.sim.drain()
    expect([await state(1), await state(2), await state(3), await state(101)]).toEqual([
      'DOK',
      'FAU',
      'FAU',
      'FNA',
    ])
    expect(await state(1, 'palena')).toBe('FNA')
    e.db.exec(
      "INSERT INTO sim_folio_anulado (lado, rut, tipo_dte, folio) VALUES ('certificacion', '76543210-3', 33, 3)",
    )
    expect(await state(3)).toBe('FAN')
  })

  test('EMP for a company that is no emitter', async () => {
    const e = escena()
    await e.register(EMPRESA, { emisor: false })
    expect(leaf(await estDte(e, { folio: 1 }), 'ESTADO')).toBe('EMP')
  })

  test('the strongest of the accepted notes decides: text, then amounts, then annulment', async () => {
    const e = escena()
    await e.judge(sobre([dte({ folio: 1, caf: await e.caf() })]))
    const cafs = { 61: await e.caf(61), 56: await e.caf(56) }
    const state = async (tipo: 56 | 61, folio: number, codigo: number, neto = 1000) => {
      const referencias = referencia(1, 33, 1, codigo)
      const { documentos } = await e.judge(sobre([dte({ tipo, folio, caf: cafs[tipo], referencias, neto })]))
      expect(documentos[0]!.veredicto).not.toBe('rechazado')
      return leaf(await estDte(e, { folio: 1 }), 'ESTADO')
    }
    expect(await state(56, 1, 2)).toBe('TMD')
    expect(await state(61, 1, 2)).toBe('TMC')
    expect(await state(56, 2, 3)).toBe('MMD')
    expect(await state(61, 2, 3)).toBe('MMC')
    expect(await state(61, 3, 1)).toBe('ANC')
    expect(await state(56, 3, 3)).toBe('ANC')
  })

  test('-4 to parameters that make no sense', async () => {
    const e = escena()
    expect(leaf(await estDte(e, { folio: 1, fecha: '2026-03-02' }), 'ESTADO')).toBe('-4')
  })
})

describe('QueryEstDteAv', () => {
  test('compares the signature too', async () => {
    const e = escena()
    const hecho = dte({ folio: 1, caf: await e.caf() })
    const { trackId } = await e.judge(sobre([hecho]))
    const firma = firmaOf(hecho.xml)
    const good = await estDteAv(e, { folio: 1, firma })
    expect(good).toContain('<RECIBIDO>SI</RECIBIDO><ESTADO>DOK</ESTADO>')
    expect(leaf(good, 'TRACKID')).toBe(trackId)
    const altered = await estDteAv(e, { folio: 1, firma: `${firma[0] === 'A' ? 'B' : 'A'}${firma.slice(1)}` })
    expect(altered).toContain('<RECIBIDO>SI</RECIBIDO><ESTADO>DNK</ESTADO>')
    expect(await estDteAv(e, { folio: 2, firma })).toContain('<RECIBIDO>NO</RECIBIDO><ESTADO>FAU</ESTADO>')
  })

  test('writes its errors with prefixed leaves', async () => {
    const e = escena()
    expect(await estDteAv(e, { folio: 1, monto: 'x' })).toContain('<SII:ESTADO>5</SII:ESTADO>')
    await e.register(EMPRESA, { personas: [] })
    expect(await estDteAv(e, { folio: 1 })).toContain('<SII:ESTADO>9</SII:ESTADO>')
    const lost = await e.soap('/DTEWS/services/QueryEstDteAv', 'getEstDteAv', [
      ['RutEmpresa', '76543210'],
      ['DvEmpresa', '3'],
      ...params('', { folio: 1 }).documento,
      ['FirmaDte', 'x'],
      ['Token', 'nadie'],
    ])
    expect(lost).toContain('<SII:ESTADO>2</SII:ESTADO>')
  })
})
