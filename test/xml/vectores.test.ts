// The measured vectors: canonical forms and digests (xml §3.4), and the stamp (xml §5.2, whose whole one is
// ted-vector.json).

import { describe, expect, test } from 'bun:test'
import { createHash, createPublicKey, generateKeyPairSync, verify } from 'node:crypto'
import { XmlDocument, type XmlElement } from 'libxml2-wasm'
import type { Dte } from '../../src/domain/dte/dte'
import { canonicalSignedInfo, XSI } from '../../src/xml/firma'
import { stampTed, writeDd } from '../../src/xml/ted'
import vector from '../fixtures/ted-vector.json'

const sha1 = (bytes: Buffer, encoding: 'base64' | 'hex' = 'base64'): string =>
  createHash('sha1').update(bytes).digest(encoding)
const utf8 = (text: string): Buffer => Buffer.from(text, 'utf8')

const DOCUMENTO = `<Documento ID="F1T33">
<Encabezado><Emisor><RznSoc>Ñandú &amp; Cía "O'Higgins"</RznSoc></Emisor></Encabezado>
</Documento>`
const SII = 'xmlns="http://www.sii.cl/SiiDte"'
const DIGEST = 'WQ9Dnt/PQwfRQwhRP4iGBQEChcQ='

function canonicalDocumento(file: Buffer): Buffer {
  const doc = XmlDocument.fromBuffer(file)
  try {
    return utf8((doc.get("//*[local-name()='Documento']") as XmlElement).canonicalizeToString())
  } finally {
    doc.dispose()
  }
}

describe('canonical form of a Documento (xml §3.4)', () => {
  test.each([
    ['DTE declares SiiDte only', `<DTE ${SII}>${DOCUMENTO}</DTE>`, 158, DIGEST],
    ['DTE declares nothing', `<DTE>${DOCUMENTO}</DTE>`, 125, 'l0jfY0HLE5TeqEJuMJohJ3phdyc='],
    [
      'in the EnvioDTE context',
      `<EnvioDTE ${SII} ${XSI}><DTE ${SII}>${DOCUMENTO}</DTE></EnvioDTE>`,
      212,
      '8Wo+7Q/w4mnpqXjgCv0+gXGKA9c=',
    ],
  ] as const)('%s', (_, xml, length, digest) => {
    const bytes = canonicalDocumento(utf8(xml))
    expect([bytes.length, sha1(bytes)]).toEqual([length, digest])
  })

  test('the first row also from a file with CRLF in ISO-8859-1', () => {
    const file = `<?xml version="1.0" encoding="ISO-8859-1"?>\n<DTE ${SII}>${DOCUMENTO}</DTE>`.replaceAll(
      '\n',
      '\r\n',
    )
    expect(sha1(canonicalDocumento(Buffer.from(file, 'latin1')))).toBe(DIGEST)
  })

  test('what the builder hashes: its own start tag around text as it is written', () => {
    const written = DOCUMENTO.replace('<Documento ', `<Documento ${SII} `)
    expect([utf8(written).length, sha1(utf8(written))]).toEqual([158, DIGEST])
  })
})

describe('canonical SignedInfo (xml §3.4)', () => {
  test.each([
    ['of a DTE', '', 546, 'GP+zrVY/SI8Gv4V8vIAujZDR+1o='],
    ['with xsi in scope, as of a set', XSI, 600, 'FxlZGF3cCeLBnb79vuMGRPrct9s='],
  ] as const)('%s', (_, inherited, length, digest) => {
    const bytes = utf8(canonicalSignedInfo('#F1T33', DIGEST, inherited))
    expect([bytes.length, sha1(bytes)]).toEqual([length, digest])
  })
})

/** A document with no more than what a stamp says of it. */
const dteWith = (over: {
  emisor: string
  folio: number
  fecha: string
  receptor: string
  nombre: string
  monto: string
  item: string
}): Dte => ({
  idDoc: { tipoDte: 33, folio: over.folio, fechaEmision: over.fecha },
  emisor: { rut: over.emisor, razonSocial: 'X', giro: 'X' },
  receptor: { rut: over.receptor, razonSocial: over.nombre },
  totales: { montoTotal: over.monto },
  detalle: [{ linea: 1, nombre: over.item, monto: over.monto }],
  dscRcgGlobal: [],
  referencias: [],
})

describe('stamp', () => {
  test('the flat DD in ISO-8859-1 (xml §5.2)', () => {
    const dte = dteWith({
      emisor: '76543210-3',
      folio: 1,
      fecha: '2025-01-02',
      receptor: '66666666-6',
      nombre: 'Ñandú & Cía',
      monto: '1190',
      item: 'Item',
    })
    // The vector leaves CAF and TSTED out.
    const dd = writeDd(dte, '', '2025-01-02T10:11:12').replace(/<TSTED>.*<\/TSTED>/, '')
    const bytes = Buffer.from(dd, 'latin1')
    expect([bytes.length, sha1(bytes)]).toEqual([141, 'Thp5lyO5Bv7tXpohnQkKY/t2r9A='])
  })

  const { entrada, ddTexto } = vector
  const dte = dteWith({
    emisor: '11111111-1',
    folio: 12,
    fecha: '2026-03-16',
    receptor: '22222222-2',
    nombre: entrada.RznSocRecep,
    monto: '123834',
    item: entrada.NmbItem1,
  })
  const cafXml = /<CAF[\s\S]*<\/CAF>/.exec(ddTexto)![0]

  test('ted-vector.json: names cut to 40 characters before they are escaped', () => {
    const dd = writeDd(dte, cafXml, '2026-03-16T10:15:00')
    expect(dd).toBe(ddTexto)
    const bytes = Buffer.from(dd, 'latin1')
    expect([bytes.length, sha1(bytes, 'hex')]).toEqual([vector.bytesLatin1, vector.sha1Latin1])
  })

  test('ted-vector.json: its FRMT verifies over the bytes that we sign', () => {
    const n = Buffer.from(vector.llavePublica.M, 'base64').toString('base64url')
    const e = Buffer.from(vector.llavePublica.E, 'base64').toString('base64url')
    const key = createPublicKey({ key: { kty: 'RSA', n, e }, format: 'jwk' })
    const signed = Buffer.from(writeDd(dte, cafXml, '2026-03-16T10:15:00'), 'latin1')
    expect(verify('RSA-SHA1', signed, key, Buffer.from(vector.FRMT, 'base64'))).toBe(true)
  })

  test('the whole TED has the length of the vector and a signature of the key given', () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 512, publicExponent: 3 })
    const ted = stampTed(dte, { cafXml, llave: privateKey }, '2026-03-16T10:15:00')
    expect(Buffer.from(ted, 'latin1').length).toBe(vector.bytesTedCompleto)
    const frmt = /<FRMT algoritmo="SHA1withRSA">(.*)<\/FRMT>/.exec(ted)![1]!
    expect(verify('RSA-SHA1', Buffer.from(ddTexto, 'latin1'), publicKey, Buffer.from(frmt, 'base64'))).toBe(
      true,
    )
  })
})
