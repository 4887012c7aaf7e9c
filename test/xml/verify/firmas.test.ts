import { describe, expect, test } from 'bun:test'
import forge from 'node-forge'
import { SignedXml } from 'xml-crypto'
import { certificadoDe, checkFirmaDte, checkFirmaSobre, parseSobre } from '../../../src/xml/verify'
import { llavePublica } from '../../../src/xml/verify/llaves'
import { archivo, CERTIFICADO, dteDeEjemplo, ejemplo, hacerSobre, latin1, SII, XSI } from './generador'

const factura = dteDeEjemplo(ejemplo(1))
const dteDe = (bytes: Uint8Array, indice = 0) => parseSobre(bytes).dtes[indice]!
const enSobre = (dte: string) => dteDe(latin1(hacerSobre([33], [dte])))
const codigos = (findings: { codigo: string }[]) => findings.map(({ codigo }) => codigo)

/** The verdict of xml-crypto's own SignedXml on a document and the signature inside it that it is told to check. */
function porSignedXml(xml: string, firma: string): boolean {
  const verificador = new SignedXml({
    publicCert: `-----BEGIN CERTIFICATE-----\n${CERTIFICADO}\n-----END CERTIFICATE-----`,
  })
  verificador.loadSignature(firma)
  return verificador.checkSignature(xml)
}
const firmaDe = (xml: string) => /<Signature[\s\S]*?<\/Signature>/.exec(xml)![0]

describe('signature of a DTE, judged by its own text (xml §3.2 a)', () => {
  test.each([
    ['DTE declares SiiDte (recommended)', {}],
    ['DTE declares nothing', { etiqueta: '<DTE version="1.0">', contexto: '' }],
    [
      'DTE declares SiiDte and xsi',
      { etiqueta: `<DTE ${SII} ${XSI} version="1.0">`, contexto: ` ${SII} ${XSI}`, contextoFirma: ` ${XSI}` },
    ],
    [
      'enveloped-signature as transform',
      { transform: 'http://www.w3.org/2000/09/xmldsig#enveloped-signature' },
    ],
    ['no transform', { transform: null }],
  ])('%s: good, as xml-crypto itself finds', (_, opciones) => {
    const xml = dteDeEjemplo(ejemplo(1), opciones)
    expect(checkFirmaDte(enSobre(xml))).toEqual([])
    expect(checkFirmaDte(dteDe(archivo(xml)))).toEqual([])
    expect(porSignedXml(xml, firmaDe(xml))).toBe(true)
  })

  test('entities written in other ways and CRLF line ends do not change the canonical form', () => {
    const otra = factura
      .replaceAll('\n', '\r\n')
      .replace('Ñandú', '&#209;and&#xFA;')
      .replace('Taladro', '<![CDATA[Taladro]]>')
    expect(checkFirmaDte(enSobre(otra))).toEqual([])
  })

  test.each([
    ['signed in the context of the envelope', { contexto: ` ${SII} ${XSI}`, contextoFirma: ` ${XSI}` }],
    ['signed alone, then stripped of its xmlns by a serializer', { etiqueta: '<DTE version="1.0">' }],
    ['signed alone without namespace, then given one', { contexto: '' }],
  ])('%s: DTE-3-505', (_, opciones) => {
    const [finding] = checkFirmaDte(enSobre(dteDeEjemplo(ejemplo(1), opciones)))
    expect(finding).toMatchObject({ codigo: 'DTE-3-505', nivel: 'rechazo' })
    expect(finding!.donde).toContain('DTE/Signature (línea ')
  })

  test.each([
    ['a changed amount', (x: string) => x.replace('<IVA>28494<', '<IVA>28495<'), 'no es el que se firmó'],
    ['a changed blank', (x: string) => x.replace('</Detalle>\n', '</Detalle>\n '), 'no es el que se firmó'],
    [
      'a changed digest',
      (x: string) => x.replace(/<DigestValue>.{4}/, '<DigestValue>AAAA'),
      'no es el que se firmó',
    ],
    [
      'a changed signature',
      (x: string) => x.replace(/<SignatureValue>.{4}/, '<SignatureValue>AAAA'),
      'SignatureValue no corresponde',
    ],
    [
      'a changed SignedInfo',
      (x: string) => x.replace('<SignedInfo>', '<SignedInfo>\n'),
      'SignatureValue no corresponde',
    ],
    ['a signature of another ID', (x: string) => x.replace('ID="F1T33"', 'ID="F2T33"'), 'apunta a «#F1T33»'],
    ['no signature', (x: string) => x.replace(/<Signature[\s\S]*<\/Signature>/, ''), 'no está firmado'],
    [
      'a prefix only the envelope declares',
      (x: string) => x.replace('<Documento ', '<Documento xsi:x="1" '),
      'prefijo',
    ],
    [
      'another transform',
      (x: string) => x.replace(/<Transform Algorithm="[^"]*"/, '<Transform Algorithm="urn:otra"'),
      'urn:otra no se admite',
    ],
  ])('%s: DTE-3-505', (_, cambio, mensaje) => {
    const findings = checkFirmaDte(enSobre(cambio(factura)))
    expect(codigos(findings)).toEqual(['DTE-3-505'])
    expect(findings[0]!.mensaje).toContain(mensaje)
  })

  test('a good signature moved to another document proves nothing (signature wrapping)', () => {
    const ajena = factura.replace(
      /(<Documento )ID="F1T33"([\s\S]*<\/Documento>)/,
      (todo, _a, _b) => `${todo.replace('ID="F1T33"', 'ID="otro"').replace('<IVA>28494<', '<IVA>1<')}`,
    )
    const envuelta = ajena.replace(
      '</DTE>',
      `<Extra>${/<Documento[\s\S]*<\/Documento>/.exec(factura)![0]}</Extra></DTE>`,
    )
    expect(codigos(checkFirmaDte(dteDe(archivo(envuelta))))).toEqual(['DTE-3-505'])
  })
})

describe('the lenient mode, for genuine files of third parties (xml §3.5)', () => {
  test.each([
    ['none: the DTE declares a namespace that its digest lacks', { contexto: '' }],
    ['SiiDte only: the portal exports the text without xmlns', { etiqueta: '<DTE version="1.0">' }],
    ['in context: signed inside the envelope', { contexto: ` ${SII} ${XSI}`, contextoFirma: ` ${XSI}` }],
  ])('%s', (_, opciones) => {
    const dte = enSobre(dteDeEjemplo(ejemplo(1), opciones))
    expect(codigos(checkFirmaDte(dte))).toEqual(['DTE-3-505'])
    expect(codigos(checkFirmaDte(dte, { lenient: true }))).toEqual(['DTE-2-923'])
  })

  test('signed inside an envelope and cut out of it', () => {
    const dte = dteDe(
      archivo(dteDeEjemplo(ejemplo(1), { contexto: ` ${SII} ${XSI}`, contextoFirma: ` ${XSI}` })),
    )
    expect(codigos(checkFirmaDte(dte))).toEqual(['DTE-3-505'])
    expect(checkFirmaDte(dte, { lenient: true })).toMatchObject([
      { codigo: 'DTE-2-923', mensaje: 'La firma cuadra con los de un sobre del que se sacó' },
    ])
  })

  test('does not forgive a changed document', () => {
    const dte = enSobre(factura.replace('<IVA>28494<', '<IVA>1<'))
    expect(codigos(checkFirmaDte(dte, { lenient: true }))).toEqual(['DTE-3-505'])
  })
})

describe('the certificate of a signature (xml §3.6, §6.1)', () => {
  const ajeno = (() => {
    const { publicKey, privateKey } = forge.pki.rsa.generateKeyPair({ bits: 1024, e: 65537 })
    const certificado = forge.pki.createCertificate()
    certificado.publicKey = publicKey
    certificado.validity.notBefore = new Date('2026-01-01T00:00:00Z')
    certificado.validity.notAfter = new Date('2027-01-01T00:00:00Z')
    certificado.setSubject([{ name: 'commonName', value: 'Otra' }])
    certificado.setIssuer([{ name: 'commonName', value: 'Otra' }])
    certificado.sign(privateKey)
    return Buffer.from(
      forge.asn1.toDer(forge.pki.certificateToAsn1(certificado)).getBytes(),
      'latin1',
    ).toString('base64')
  })()
  const conCertificado = (base64: string) => (x: string) =>
    x.replace(/<X509Certificate>[\s\S]*?</, `<X509Certificate>${base64}<`)

  test('of another key: DTE-3-921, ENV-3-921', () => {
    expect(codigos(checkFirmaDte(enSobre(conCertificado(ajeno)(factura))))).toEqual(['DTE-3-921'])
    const sobre = hacerSobre([33], [factura])
    const corte = sobre.lastIndexOf('<Signature ')
    const cambiado = sobre.slice(0, corte) + conCertificado(ajeno)(sobre.slice(corte))
    const findings = checkFirmaSobre(parseSobre(latin1(cambiado)))
    expect(codigos(findings)).toEqual(['ENV-3-921', 'ENV-3-923'])
    expect(findings[1]!.mensaje).toContain('no indica el RUT')
  })

  test('that cannot be read: DTE-3-921', () => {
    const [finding] = checkFirmaDte(enSobre(conCertificado('AAAA')(factura)))
    expect(finding).toMatchObject({
      codigo: 'DTE-3-921',
      mensaje: 'No se puede leer el certificado de la firma',
    })
  })

  test('out of force when the document says it was signed, or at the instant given: DTE-3-922', () => {
    const antes = dteDeEjemplo(ejemplo(1), { tmstFirma: '2025-12-31T10:00:00' })
    expect(codigos(checkFirmaDte(enSobre(antes)))).toEqual(['DTE-3-922'])
    expect(codigos(checkFirmaDte(enSobre(factura), { at: new Date('2130-01-01T00:00:00Z') }))).toEqual([
      'DTE-3-922',
    ])
    expect(checkFirmaDte(enSobre(antes), { at: new Date('2026-10-05T12:00:00Z') })).toEqual([])
  })

  test('is read for whoever must know its holder', () => {
    expect(certificadoDe(enSobre(factura).firma!)?.rut).toBe('11111111-1')
  })
})

describe('signature of the envelope, in its place (xml §3.2 b)', () => {
  const sobre = hacerSobre([33, 33], [factura, dteDeEjemplo(ejemplo(2))])
  const juzgar = (xml: string) => checkFirmaSobre(parseSobre(latin1(xml)))

  test('good, as xml-crypto itself finds', () => {
    expect(juzgar(sobre)).toEqual([])
    // SignedXml takes the context of the first SignedInfo it meets, so the envelope's goes first.
    const corte = sobre.lastIndexOf('<Signature ')
    const firma = firmaDe(sobre.slice(corte))
    const reordenado = `${sobre.replace('<SetDTE', `${firma}<SetDTE`).slice(0, corte + firma.length)}</EnvioDTE>`
    expect(porSignedXml(reordenado, firma)).toBe(true)
  })

  test('the DTE may use prefixes and namespaces of its own', () => {
    const propio = dteDeEjemplo(ejemplo(1), { etiqueta: '<DTE version="1.0">', contexto: '' })
    expect(juzgar(hacerSobre([33], [propio]))).toEqual([])
  })

  test.each([
    [
      'SetDTE digested without xsi',
      (x: string) => x.replaceAll(` ${XSI}`, '').replace('xsi:schemaLocation', 'schemaLocation'),
    ],
    ['a document changed after signing', (x: string) => x.replace('<IVA>28494<', '<IVA>1<')],
    ['a document added', (x: string) => x.replace('</SetDTE>', `${factura}</SetDTE>`)],
    ['a blank added', (x: string) => x.replace('</Caratula>', '</Caratula> ')],
    ['no signature', (x: string) => `${x.slice(0, x.lastIndexOf('<Signature '))}</EnvioDTE>`],
  ])('%s: ENV-3-920', (_, cambio) => {
    expect(codigos(juzgar(cambio(sobre)))).toEqual(['ENV-3-920'])
  })

  test('signed by somebody who is not RutEnvia: ENV-3-923', () => {
    const otro = hacerSobre([33], [factura], {
      caratula: (c) => c.replace('<RutEnvia>11111111-1<', '<RutEnvia>22222222-2<'),
    })
    const [finding] = juzgar(otro)
    expect(finding).toMatchObject({
      codigo: 'ENV-3-923',
      mensaje: 'El certificado es de 11111111-1 y RutEnvia dice 22222222-2',
    })
  })

  test('a certificate out of force at the instant given: ENV-3-922', () => {
    expect(
      codigos(checkFirmaSobre(parseSobre(latin1(sobre)), { at: new Date('2025-01-01T00:00:00Z') })),
    ).toEqual(['ENV-3-922'])
  })

  test('a lone DTE has none to check', () => {
    expect(checkFirmaSobre(parseSobre(archivo(factura)))).toEqual([])
  })
})

test('a key of more bits than any certificate has is none: to verify by it takes a hundred times as long', () => {
  const modulus = (bits: number): string => Buffer.alloc(bits / 8, 0xff).toString('base64')
  expect(llavePublica(modulus(4096), 'AQAB')).not.toBeNull()
  expect(llavePublica(modulus(8192), 'AQAB')).toBeNull()
})
