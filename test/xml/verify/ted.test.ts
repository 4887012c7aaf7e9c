import { describe, expect, test } from 'bun:test'
import { createHash, generateKeyPairSync, sign, verify } from 'node:crypto'
import { authorityKey } from '../../../src/xml/autoridades'
import { checkTed, parseSobre } from '../../../src/xml/verify'
import { llavePublica } from '../../../src/xml/verify/llaves'
import { flatten } from '../../../src/xml/verify/ted'
import vector from '../../fixtures/ted-vector.json'
import { archivo, completar, dteDeEjemplo, ejemplo, hacerDte, type Nodo, type Opciones } from './generador'

const llaves = (idk: number) => authorityKey(idk)?.llave ?? null
const juzgar = (xml: string, at?: Date) => checkTed(parseSobre(archivo(xml)).dtes[0]!, llaves, at && { at })
const codigos = (findings: { codigo: string }[]) => findings.map(({ codigo }) => codigo)
const factura = (opciones?: Opciones) => dteDeEjemplo(ejemplo(1), opciones)

describe('the signed bytes of a stamp (xml §5.1)', () => {
  test('the vector: ISO-8859-1, flat', () => {
    const dd =
      '<DD><RE>76543210-3</RE><TD>33</TD><F>1</F><FE>2025-01-02</FE><RR>66666666-6</RR><RSR>Ñandú &amp; Cía</RSR><MNT>1190</MNT><IT1>Item</IT1></DD>'
    const bytes = flatten(dd.replaceAll('><', '>\r\n\t <'))
    expect([bytes.length, createHash('sha1').update(bytes).digest('base64')]).toEqual([
      141,
      'Thp5lyO5Bv7tXpohnQkKY/t2r9A=',
    ])
  })

  test('white space inside a value stays', () => {
    expect(flatten('<DD> <IT1> a b </IT1>\n</DD>').toString('latin1')).toBe('<DD><IT1> a b </IT1></DD>')
  })

  test('the measured vector verifies with its key', () => {
    const bytes = flatten(vector.ddTexto)
    expect(bytes.length).toBe(vector.bytesLatin1)
    expect(createHash('sha1').update(bytes).digest('hex')).toBe(vector.sha1Latin1)
    const llave = llavePublica(vector.llavePublica.M, vector.llavePublica.E)!
    expect(verify('RSA-SHA1', bytes, llave, Buffer.from(vector.FRMT, 'base64'))).toBe(true)
  })
})

test('a key is remembered, but not what a stranger made longer than any', () => {
  const { M, E } = vector.llavePublica
  expect(llavePublica(M, E)).toBe(llavePublica(M, E)!)
  const long = M + ' '.repeat(9000)
  expect(llavePublica(long, E)!.equals(llavePublica(M, E)!)).toBe(true)
  expect(llavePublica(long, E)).not.toBe(llavePublica(long, E))
})

describe('a good stamp', () => {
  test.each([1, 29, 33, 43, 45, 48, 53, 57, 59, 65, 66, 72, 73])('of example %d', (numero) => {
    expect(juzgar(dteDeEjemplo(ejemplo(numero)))).toEqual([])
  })

  test('broken in lines: the SII flattens it before it verifies', () => {
    const enLineas = factura().replace(/<DD>.*<\/DD>/, (dd) => dd.replaceAll('><', '>\r\n<'))
    expect(juzgar(enLineas)).toEqual([])
  })

  test('with quotes as spaces and accents folded, cut to 40 characters', () => {
    const e = ejemplo(1)
    const documento = completar(e)
    const receptor = (documento.Encabezado as Record<string, Nodo>).Receptor!
    receptor.RznSocRecep = `Panadería "O'Higgins" & Compañía Limitada de Concepción`
    const rsr = 'Panaderia  O Higgins  &amp; Compania Limita'
    const xml = hacerDte(33, documento, { dd: (dd) => dd.replace(/<RSR>.*<\/RSR>/, `<RSR>${rsr}</RSR>`) })
    expect(juzgar(xml)).toEqual([])
  })

  test('of an anonymous boleta, whose RSR is any text', () => {
    const documento = completar(ejemplo(33))
    delete (documento.Encabezado as Record<string, Nodo>).Receptor!.RznSocRecep
    expect(juzgar(hacerDte(39, documento))).toEqual([])
  })
})

describe('a stamp that is not of its document', () => {
  const dato = (tag: string, valor: string) => (dd: string) =>
    dd.replace(new RegExp(`(<DD>.*?<${tag}>)[^<]*`), `$1${valor}`)
  test.each([
    ['RE', '11111111-1', 'TED-3-902'],
    ['TD', '34', 'TED-3-902'],
    ['F', '2', 'TED-3-902'],
    ['FE', '2026-10-04', 'TED-3-902'],
    ['RR', '66666666-6', 'TED-3-902'],
    ['MNT', '178463', 'TED-3-640'],
    ['MNT', '178464.0', 'TED-3-640'],
    ['RSR', 'Otra empresa', 'TED-2-903'],
    ['IT1', 'Otra cosa', 'TED-2-903'],
    ['TSTED', '2026-08-31T23:59:59', 'TED-1-646'],
  ])('%s %s: %s', (tag, valor, codigo) => {
    const findings = juzgar(factura({ dd: dato(tag, valor) }))
    expect(codigos(findings)).toEqual([codigo])
    expect(findings[0]!.donde).toMatch(new RegExp(`^TED/DD/${tag} \\(línea \\d+\\)$`))
    expect(findings[0]!.nivel).toBe(codigo[4] === '3' ? 'rechazo' : 'reparo')
  })

  test('an export keeps its decimals: rounding MNT is TED-3-640', () => {
    const findings = juzgar(dteDeEjemplo(ejemplo(66), { dd: dato('MNT', '122') }))
    expect(codigos(findings)).toEqual(['TED-3-640'])
  })
})

describe('the signature of a stamp', () => {
  test.each([
    [
      'a changed datum',
      (ted: string) => ted.replace(/<IT1>Taladro/, '<IT1>Talador'),
      ['TED-2-510', 'TED-2-903'],
    ],
    ['a changed FRMT', (ted: string) => ted.replace(/(<FRMT[^>]*>).{4}/, '$1AAAA'), ['TED-2-510']],
    [
      'an xmlns on DD',
      (ted: string) => ted.replace('<DD>', '<DD xmlns="http://www.sii.cl/SiiDte">'),
      ['TED-2-510'],
    ],
  ])('%s: TED-2-510, a rejection', (_, cambio, esperado) => {
    const findings = juzgar(factura({ ted: cambio }))
    expect(codigos(findings)).toEqual(esperado)
    expect(findings[0]).toMatchObject({ nivel: 'rechazo' })
  })

  test('signed over UTF-8 bytes: TED-2-510', () => {
    const ted = /<TED[\s\S]*<\/TED>/.exec(factura())![0]
    const caf = /<CAF[\s\S]*<\/CAF>/.exec(ted)![0]
    expect(caf).toContain('Ñandú')
    const utf8 = factura({ ted: () => Buffer.from(ted, 'utf8').toString('latin1') })
    expect(codigos(juzgar(utf8))).toContain('TED-2-510')
  })

  test('no stamp: TED-3-901', () => {
    expect(codigos(juzgar(factura({ ted: () => '' })))).toEqual(['TED-3-901'])
  })
})

describe('the CAF of a stamp (xml §4.2 to §4.4)', () => {
  const otro = (cambio: (da: string) => string) =>
    factura({ dd: (dd) => dd.replace(/<DA>.*<\/DA>/, (da) => cambio(da)) })

  test.each([
    [
      'changed after the authority signed it',
      (da: string) => da.replace('<H>1000</H>', '<H>9000</H>'),
      ['CAF-3-901'],
    ],
    [
      'of another emisor',
      (da: string) => da.replace('<RE>76543210-3</RE>', '<RE>11111111-1</RE>'),
      ['CAF-3-901', 'CAF-3-903'],
    ],
    ['of another type', (da: string) => da.replace('<TD>33</TD>', '<TD>34</TD>'), ['CAF-3-901', 'CAF-3-904']],
    [
      'whose range ends before the folio',
      (da: string) => da.replace('<D>1</D>', '<D>2</D>'),
      ['CAF-3-901', 'CAF-3-905'],
    ],
    [
      'of an authority nobody knows',
      (da: string) => da.replace('<IDK>900</IDK>', '<IDK>666</IDK>'),
      ['CAF-3-902'],
    ],
    [
      'of the SII, signed by somebody else',
      (da: string) => da.replace('<IDK>900</IDK>', '<IDK>100</IDK>'),
      ['CAF-3-901'],
    ],
  ])('%s', (_, cambio, esperado) => {
    const findings = juzgar(otro(cambio))
    expect(codigos(findings)).toEqual(esperado)
    for (const { donde } of findings) expect(donde).toStartWith('TED/DD/CAF/')
  })

  test('good for another environment only: CAF-3-902', () => {
    const dte = parseSobre(archivo(factura())).dtes[0]!
    expect(codigos(checkTed(dte, (idk) => (idk === 100 ? llaves(100) : null)))).toEqual(['CAF-3-902'])
  })

  // FA of the fixtures' CAFs is 2026-09-01.
  test.each([
    [1, '2027-03-01T23:59:59', []],
    [1, '2027-03-02T00:00:00', ['CAF-3-517']],
    [45, '2027-03-02T00:00:00', ['CAF-3-517']],
    [48, '2027-03-02T00:00:00', ['CAF-3-517']],
    [57, '2027-03-02T00:00:00', ['CAF-3-517']],
    [59, '2027-03-02T00:00:00', ['CAF-3-517']],
    [29, '2030-01-01T00:00:00', []],
    [33, '2030-01-01T00:00:00', []],
    [43, '2030-01-01T00:00:00', []],
    [53, '2030-01-01T00:00:00', []],
    [65, '2030-01-01T00:00:00', []],
  ])('example %d signed %s: %j', (numero, tmstFirma, esperado) => {
    expect(codigos(juzgar(dteDeEjemplo(ejemplo(numero), { tmstFirma })))).toEqual([...esperado])
  })

  test('the instant given counts instead of the one the document states', () => {
    expect(codigos(juzgar(factura(), new Date('2027-03-05T12:00:00Z')))).toEqual(['CAF-3-517'])
  })

  test('a CAF granted before 2018-07-01 does not expire', () => {
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 1024 })
    const xml = factura({
      dd: (dd) =>
        dd.replace('<FA>2026-09-01</FA>', '<FA>2018-06-30</FA>').replace(/<DA>.*<\/FRMA>/, (todo) => {
          const da = /<DA>.*<\/DA>/.exec(todo)![0]
          const frma = sign('RSA-SHA1', Buffer.from(da, 'latin1'), privateKey).toString('base64')
          return `${da}<FRMA algoritmo="SHA1withRSA">${frma}</FRMA>`
        }),
    })
    expect(checkTed(parseSobre(archivo(xml)).dtes[0]!, () => publicKey)).toEqual([])
  })
})
