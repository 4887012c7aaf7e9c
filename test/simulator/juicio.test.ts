// Every reason for which a document is refused or taken with reparos, by a real bad document (simulator §3.3, §3.2, xml §5.4).

import { describe, expect, test } from 'bun:test'
import { randomBytes } from 'node:crypto'
import { parseRut } from '../../src/domain/rut'
import { issueCaf } from '../../src/simulator/caf'
import { issueCertificate } from '../../src/simulator/certificados'
import { RECEPTORES } from '../../src/simulator/receptores'
import { BASE, type Escena, escena, NOW } from './escena'
import { cafUsado, type DatosDte, dte, EMPRESA, referencia, sobre } from './sobres'

const codes = (fila: { razones: { codigo: string }[] }) => fila.razones.map((r) => r.codigo)

/** The verdict on one document. */
async function one(e: Escena, datos: DatosDte) {
  const { documentos } = await e.judge(sobre([dte(datos)]))
  return { veredicto: documentos[0]!.veredicto, codes: codes(documentos[0]!) }
}

const rejected = (...list: string[]) => ({ veredicto: 'rechazado', codes: list })

describe('folios', () => {
  test('the same document again is DTE-3-100, another with its folio DTE-3-101', async () => {
    const e = escena()
    const caf = await e.caf()
    expect(await one(e, { folio: 1, caf })).toEqual({ veredicto: 'aceptado', codes: [] })
    // Stamped and signed anew: other bytes, the same document.
    expect(await one(e, { folio: 1, caf, at: '2026-03-02T10:00:01' })).toEqual(rejected('DTE-3-100'))
    expect(await one(e, { folio: 1, caf, neto: 2000 })).toEqual(rejected('DTE-3-101'))
    expect(await one(e, { folio: 1, caf, receptor: '66666666-6' })).toEqual(rejected('DTE-3-101'))
  })

  test('a folio is used up even by a document that was rejected', async () => {
    const e = escena()
    const caf = await e.caf()
    const alter = (t: string) => t.replace('<QtyItem>1<', '<QtyItem>2<')
    expect((await one(e, { folio: 1, caf, alter })).veredicto).toBe('rechazado')
    expect(await one(e, { folio: 1, caf })).toEqual(rejected('DTE-3-100'))
  })

  test('twice in one envelope, the second is refused', async () => {
    const e = escena()
    const caf = await e.caf()
    const again = dte({ folio: 1, caf, neto: 5000, alter: (t) => t.replaceAll('F1T33', 'F1T33b') })
    const { documentos } = await e.judge(sobre([dte({ folio: 1, caf }), again]))
    expect(documentos.map((d) => [d.veredicto, d.veces])).toEqual([
      ['aceptado', 2],
      ['rechazado', 2],
    ])
    expect(codes(documentos[1]!)).toEqual(['DTE-3-101'])
  })

  test('an envelope that never got as far as its documents uses up nothing', async () => {
    const e = escena()
    const caf = await e.caf()
    await e.judge(sobre([dte({ folio: 1, caf })], { receptor: '77123456-9' }))
    expect((await one(e, { folio: 1, caf })).veredicto).toBe('aceptado')
  })

  test('an annulled folio is DTE-3-601', async () => {
    const e = escena()
    e.db.exec(
      "INSERT INTO sim_folio_anulado (lado, rut, tipo_dte, folio) VALUES ('certificacion', '76543210-3', 33, 1)",
    )
    expect(await one(e, { folio: 1, caf: await e.caf() })).toEqual(rejected('DTE-3-601'))
  })

  test('the sides keep ledgers of their own', async () => {
    const e = escena()
    const caf = await e.caf()
    await e.judge(sobre([dte({ folio: 1, caf })]))
    const resolucion = { numero: 80, fecha: '2014-08-22' }
    const other = await e.judge(sobre([dte({ folio: 1, caf })], { resolucion }), { host: 'palena' })
    expect(other.documentos[0]!.veredicto).toBe('aceptado')
  })
})

describe('CAF and stamp', () => {
  test("a CAF older than six months is CAF-3-517; a boleta's never expires", async () => {
    const e = escena()
    const caf = await e.caf()
    const caf39 = await e.caf(39)
    const late = { fecha: '2026-09-03', at: '2026-09-03T10:00:00' }
    expect(await one(e, { folio: 1, caf, fecha: '2026-09-02', at: '2026-09-02T10:00:00' })).toMatchObject({
      veredicto: 'aceptado',
    })
    expect(await one(e, { folio: 2, caf, ...late })).toEqual(rejected('CAF-3-517'))
    const { documentos } = await e.judge(sobre([dte({ tipo: 39, folio: 1, caf: caf39, ...late })]), {
      host: 'pangal',
    })
    expect(documentos[0]!.veredicto).toBe('aceptado')
  })

  test('a folio outside the range is CAF-3-905, and a CAF of another type CAF-3-904', async () => {
    const e = escena()
    expect(await one(e, { folio: 101, caf: await e.caf() })).toEqual(rejected('CAF-3-905'))
    expect(await one(e, { folio: 1, caf: await e.caf(34) })).toEqual(rejected('CAF-3-904'))
  })

  test('a CAF with altered data is CAF-3-901, one of the real SII CAF-3-902', async () => {
    const e = escena()
    const caf = await e.caf()
    const wider = { ...caf, xml: caf.xml.replace('<H>100</H>', '<H>900</H>') }
    expect(await one(e, { folio: 101, caf: wider })).toEqual(rejected('CAF-3-901'))
    const real = { ...caf, xml: caf.xml.replace('<IDK>900</IDK>', '<IDK>100</IDK>') }
    expect(await one(e, { folio: 1, caf: real })).toEqual(rejected('CAF-3-902'))
  })

  test('a CAF of the same authority granted elsewhere is taken, and its range remembered', async () => {
    const e = escena()
    const { xml } = await issueCaf({
      rut: EMPRESA,
      razonSocial: 'X',
      tipoDte: 33,
      desde: 500,
      hasta: 600,
      fecha: '2026-03-01',
    })
    expect((await one(e, { folio: 500, caf: cafUsado(xml) })).veredicto).toBe('aceptado')
    expect((await e.caf(33, 10)).desde).toBe(601)
  })

  test('a stamp signed with another key is TED-2-510', async () => {
    const e = escena()
    const caf = await e.caf()
    const other = await e.caf()
    expect(await one(e, { folio: 1, caf: { ...caf, llave: other.llave } })).toEqual(rejected('TED-2-510'))
  })

  test('a stamp of another amount is TED-3-640, of another document TED-3-902', async () => {
    const e = escena()
    const caf = await e.caf()
    const stampOf = (datos: DatosDte) => /<TED[\s\S]*<\/TED>/.exec(dte(datos).xml)![0]
    const cheap = stampOf({ folio: 1, caf, neto: 100 })
    expect((await one(e, { folio: 1, caf, alterTed: () => cheap })).codes).toContain('TED-3-640')
    const next = stampOf({ folio: 3, caf })
    expect((await one(e, { folio: 2, caf, alterTed: () => next })).codes).toContain('TED-3-902')
  })

  test('a stamp older than its CAF is a minor reparo, TED-1-646', async () => {
    const e = escena()
    const datos = { folio: 1, caf: await e.caf(), at: '2026-03-01T23:00:00' }
    expect(await one(e, datos)).toEqual({ veredicto: 'reparo_leve', codes: ['TED-1-646'] })
  })
})

describe('the date of a document', () => {
  test('uploaded more than three days after it is a minor reparo, DTE-1-650', async () => {
    const e = escena()
    const caf = await e.caf()
    const xml = (folio: number) => sobre([dte({ folio, caf })])
    e.advance(3 * 86_400_000)
    expect((await e.judge(xml(1))).documentos[0]!.veredicto).toBe('aceptado')
    e.advance(86_400_000)
    const { documentos } = await e.judge(xml(2))
    expect(documentos[0]).toMatchObject({
      veredicto: 'reparo_leve',
      razones: [
        { codigo: 'DTE-1-650', mensaje: 'Se envió 4 días después de su fecha de emisión, el plazo es de 3' },
      ],
    })
  })

  test('counts the day of the upload in Chile, not the day of the verdict', async () => {
    const e = escena()
    const { xml } = { xml: sobre([dte({ folio: 1, caf: await e.caf() })]) }
    // 2026-03-05 at 23:59 in Chile: three days; judged a second after midnight.
    e.advance(Date.parse('2026-03-06T02:59:59Z') - Date.parse(NOW))
    expect((await e.judge(xml)).documentos[0]!.veredicto).toBe('aceptado')
  })
})

describe('the signature of a document', () => {
  test('is DTE-3-505 when anything in it changed', async () => {
    const e = escena()
    const alter = (t: string) => t.replace('<DirRecep>Calle 1<', '<DirRecep>Calle 3<')
    expect(await one(e, { folio: 1, caf: await e.caf(), alter })).toEqual(rejected('DTE-3-505'))
  })

  test('is judged on the text cut out of the envelope: what the envelope declares does not exist for it', async () => {
    const e = escena()
    const caf = await e.caf()
    // Inserted through a DOM: the serialiser drops the redundant namespace, and the cut-out text lacks it.
    const { documentos } = await e.judge(
      sobre([dte({ folio: 1, caf })], {
        alter: (t) => t.replace('<DTE xmlns="http://www.sii.cl/SiiDte" ', '<DTE '),
      }),
    )
    expect(codes(documentos[0]!)).toEqual(['DTE-3-505'])
  })

  test('needs the certificate of the key, in force, of the CA', async () => {
    const e = escena()
    const caf = await e.caf()
    const issue = (over: object) =>
      issueCertificate({
        rut: '11111111-1',
        nombre: 'X',
        now: new Date(NOW),
        clave: 'x',
        random: randomBytes,
        ...over,
      })
    const expired = await issue({ dias: -1 })
    expect(await one(e, { folio: 1, caf, firma: { rut: '11111111-1', ...expired } })).toEqual(
      rejected('DTE-3-922'),
    )
    const other = await issue({})
    const mixed = { rut: '11111111-1', llave: other.llave, certificado: expired.certificado }
    expect((await one(e, { folio: 2, caf, firma: mixed })).codes).toContain('DTE-3-921')
  })
})

describe('amounts and header', () => {
  test('a total that does not add up is a reparo: arithmetic does not reject by itself', async () => {
    const e = escena()
    expect(await one(e, { folio: 1, caf: await e.caf(), total: 1200 })).toEqual({
      veredicto: 'reparo',
      codes: ['HED-2-905'],
    })
  })

  test('a factura without an affected line is rejected', async () => {
    const e = escena()
    const detalle =
      '<Detalle>\n<NroLinDet>1</NroLinDet>\n<IndExe>1</IndExe>\n<NmbItem>Item uno</NmbItem>\n<MontoItem>1000</MontoItem>\n</Detalle>\n'
    expect(await one(e, { folio: 1, caf: await e.caf(), detalle })).toMatchObject({ veredicto: 'rechazado' })
  })
})

describe('references', () => {
  const note = (
    e: Escena,
    caf: DatosDte['caf'],
    folio: number,
    referencias: string,
    over: Partial<DatosDte> = {},
  ) => one(e, { tipo: 61, folio, caf, referencias, ...over })

  test('of a note: none REF-3-415, no CodRef REF-3-758, an unknown document REF-3-750', async () => {
    const e = escena()
    const caf = await e.caf(61)
    expect(await note(e, caf, 1, '')).toEqual(rejected('REF-3-415'))
    expect((await note(e, caf, 2, referencia(1, 33, 1))).codes).toContain('REF-3-758')
    expect(await note(e, caf, 3, referencia(1, 33, 1, 1))).toEqual(rejected('REF-3-750'))
  })

  test('REF-3-750 also to a document that was rejected', async () => {
    const e = escena()
    const alter = (t: string) => t.replace('<QtyItem>1<', '<QtyItem>2<')
    await one(e, { folio: 1, caf: await e.caf(), alter })
    expect(await note(e, await e.caf(61), 1, referencia(1, 33, 1, 1))).toEqual(rejected('REF-3-750'))
  })

  test('the referred document may come earlier in the same envelope, not later', async () => {
    const e = escena()
    const caf = await e.caf()
    const caf61 = await e.caf(61)
    const factura = (folio: number) => dte({ folio, caf })
    const nota = (folio: number, of: number) =>
      dte({ tipo: 61, folio, caf: caf61, referencias: referencia(1, 33, of, 1) })
    const first = await e.judge(sobre([factura(1), nota(1, 1)]))
    expect(first.documentos.map((d) => d.veredicto)).toEqual(['aceptado', 'aceptado'])
    const second = await e.judge(sobre([nota(2, 2), factura(2)]))
    expect(second.documentos.map((d) => d.veredicto)).toEqual(['rechazado', 'aceptado'])
  })

  test('voiding by another amount is a reparo, REF-2-780', async () => {
    const e = escena()
    await one(e, { folio: 1, caf: await e.caf() })
    expect(await note(e, await e.caf(61), 1, referencia(1, 33, 1, 1), { neto: 500 })).toEqual({
      veredicto: 'reparo',
      codes: ['REF-2-780'],
    })
  })

  test('to paper documents and to those of others are not looked up', async () => {
    const e = escena()
    const caf = await e.caf()
    const other = referencia(1, 33, 9).replace('<FchRef>', '<RUTOtr>77123456-9</RUTOtr>\n<FchRef>')
    expect((await one(e, { folio: 1, caf, referencias: referencia(1, 801, 4) })).veredicto).toBe('aceptado')
    expect((await one(e, { folio: 2, caf, referencias: other })).veredicto).toBe('aceptado')
  })
})

describe('magic receivers (simulator §8.2)', () => {
  const rutOf = (efecto: string) => RECEPTORES.find((r) => r.efecto === efecto)!.rut

  test('are valid RUTs, listed with their effects', async () => {
    const { json } = await escena().api('GET', 'receptores')
    expect(json.data.map((r: { rut: string }) => parseRut(r.rut))).toEqual(RECEPTORES.map((r) => r.rut))
    expect(json.data[0]).toEqual({
      rut: rutOf('esquema'),
      efecto: 'esquema',
      descripcion: expect.any(String),
    })
  })

  test('esquema: the whole envelope ends in RSC', async () => {
    const e = escena()
    const caf = await e.caf()
    const xml = sobre([dte({ folio: 1, caf }), dte({ folio: 2, caf, receptor: rutOf('esquema') })])
    const { estado, documentos } = await e.judge(xml)
    expect(estado).toBe('RSC')
    expect(documentos.map((d) => d.veredicto)).toEqual([null as never, null as never])
  })

  test('timbre, duplicado and reparo: the verdict on the document alone', async () => {
    const e = escena()
    const caf = await e.caf()
    const receptores = ['timbre', 'duplicado', 'reparo'].map(rutOf)
    const xml = sobre([
      ...receptores.map((receptor, i) => dte({ folio: i + 1, caf, receptor })),
      dte({ folio: 4, caf }),
    ])
    const { documentos } = await e.judge(xml)
    expect(documentos.map((d) => [d.veredicto, ...codes(d)])).toEqual([
      ['rechazado', 'TED-2-510'],
      ['rechazado', 'DTE-3-101'],
      ['reparo', 'HED-2-300'],
      ['aceptado'],
    ])
  })

  test('atascado: the envelope stays at CRT', async () => {
    const e = escena()
    const xml = sobre([dte({ folio: 1, caf: await e.caf(), receptor: rutOf('atascado') })])
    expect((await e.judge(xml)).estado).toBe('CRT')
    e.advance(30 * 86_400_000)
    await e.sim.drain()
    expect((await e.api('GET', 'libro')).json.data.envios[0]).toMatchObject({
      estado: 'CRT',
      atascado: 'receptor',
    })
  })

  test('are receivers like any other on the production side', async () => {
    const e = escena()
    const datos = { folio: 1, caf: await e.caf(), receptor: rutOf('timbre') }
    const xml = sobre([dte(datos)], { resolucion: { numero: 80, fecha: '2014-08-22' } })
    expect((await e.judge(xml, { host: 'palena' })).documentos[0]!.veredicto).toBe('aceptado')
  })
})

test('the ledger gives a document back byte for byte, as it stood in its envelope', async () => {
  const e = escena()
  const hecho = dte({ folio: 1, caf: await e.caf() })
  await e.judge(sobre([hecho]))
  const response = await e.sim.fetch(new Request(`${BASE}/simulador/libro/33/1/xml?rut=${EMPRESA}`))
  expect(Buffer.from(await response.arrayBuffer()).toString('latin1')).toBe(hecho.xml)
})
