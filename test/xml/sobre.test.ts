// Documents and envelopes judged by a canonicaliser and a verifier that are not ours (xml §3.2).

import { describe, expect, test } from 'bun:test'
import { generateKeyPairSync } from 'node:crypto'
import { readDocumento } from '../../src/domain/dte/solicitud'
import { signDte } from '../../src/xml/sign-dte'
import { buildSobre, fillMarco } from '../../src/xml/sobre'
import type { CafTimbre } from '../../src/xml/ted'
import { checkFirmaDte, checkFirmaSobre, parseSobre } from '../../src/xml/verify'
import { EMISOR, factura } from '../support/emisor'
import { cafTimbre, llave, RUT_FIRMANTE, sign } from '../support/firma'

const AT = '2026-11-20T11:02:11'
const CARATULA = {
  rutEmisor: EMISOR.rut,
  rutEnvia: RUT_FIRMANTE,
  rutReceptor: '60803000-K',
  resolucion: { numero: 0, fecha: '2026-01-01' },
}

async function envelope(caf: CafTimbre, count = 1, body = factura()) {
  const documents = []
  for (let folio = 1; folio <= count; folio++) {
    const { dte } = readDocumento(body, EMISOR, '2026-11-20').documento!
    dte.idDoc.folio = folio
    documents.push({ tipoDte: dte.idDoc.tipoDte, xml: await signDte(dte, caf, llave, sign, AT) })
  }
  let pauses = 0
  const pause = async () => void pauses++
  const { bytes, marco } = await buildSobre('EnvioDTE', CARATULA, documents, { llave, sign, at: AT, pause })
  return { bytes, marco, documents, pauses }
}

describe('an envelope', () => {
  test('verifies in its place, and each document cut out of it', async () => {
    const { bytes, documents } = await envelope(cafTimbre(33), 3)
    const read = parseSobre(bytes)
    expect(checkFirmaSobre(read)).toEqual([])
    expect(read.dtes.flatMap((dte) => checkFirmaDte(dte))).toEqual([])
    expect(documents.every(({ xml }) => bytes.includes(Buffer.from(xml, 'latin1')))).toBe(true)
  })

  test('verifies when the CAF writes its razón social with references of its own', async () => {
    const caf = cafTimbre(33)
    const cafXml = caf.cafXml.replace(
      /<RS>.*?<\/RS>/,
      '<RS>O&apos;Higgins &quot;&#209;u&#xf1;o&quot; &amp; C&#38;a</RS>',
    )
    const { bytes } = await envelope({ ...caf, cafXml })
    const read = parseSobre(bytes)
    expect(bytes.includes('O&apos;Higgins &quot;&#209;')).toBe(true)
    expect(checkFirmaSobre(read)).toEqual([])
    expect(read.dtes.flatMap((dte) => checkFirmaDte(dte))).toEqual([])
  })

  test('has no line that the gate of the SII would break on (xml §1.2)', async () => {
    const { bytes } = await envelope(cafTimbre(33), 2)
    const longest = Math.max(
      ...bytes
        .toString('latin1')
        .split('\n')
        .map(({ length }) => length),
    )
    expect(longest).toBeLessThan(4090)
  })

  test('is the same bytes again when its documents are put back into its frame', async () => {
    const { bytes, marco, documents } = await envelope(cafTimbre(33), 3)
    expect(marco.cabeza + marco.cola).not.toContain('<DTE')
    const again = fillMarco(
      marco,
      documents.map(({ xml }) => xml),
    )
    expect(again.equals(bytes)).toBe(true)
  })

  test('offers the event loop a turn before each document, and before its own signature', async () => {
    expect((await envelope(cafTimbre(33), 200)).pauses).toBe(201)
  })

  test('with one byte of a document changed verifies neither as a whole nor cut out', async () => {
    const { bytes } = await envelope(cafTimbre(33))
    const changed = Buffer.from(
      bytes.toString('latin1').replace('<MntTotal>133876<', '<MntTotal>133877<'),
      'latin1',
    )
    const read = parseSobre(changed)
    expect(checkFirmaSobre(read)).not.toEqual([])
    expect(checkFirmaDte(read.dtes[0]!)).not.toEqual([])
  })

  test('signed by another key than its KeyInfo names does not verify', async () => {
    const other = { ...llave, privada: generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey }
    const { documents } = await envelope(cafTimbre(33))
    const { bytes } = await buildSobre('EnvioDTE', CARATULA, documents, {
      llave: other,
      sign,
      at: AT,
      pause: async () => {},
    })
    expect(checkFirmaSobre(parseSobre(bytes))).not.toEqual([])
  })
})
