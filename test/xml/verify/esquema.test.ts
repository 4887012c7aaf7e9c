import { describe, expect, test } from 'bun:test'
import { checkEsquema, parseSobre } from '../../../src/xml/verify'
import { archivo, dteDeEjemplo, EJEMPLOS, ejemplo, escapar, hacerSobre, latin1 } from './generador'

const juzgar = (xml: string) => checkEsquema(parseSobre(latin1(xml)))
const factura = dteDeEjemplo(ejemplo(1))
const sobre = hacerSobre([33], [factura])

describe('a good structure', () => {
  test.each(EJEMPLOS.map((e) => [e.nombre, e] as const))('%s', (_, e) => {
    expect(juzgar(hacerSobre([e.tipo], [dteDeEjemplo(e)]))).toEqual([])
  })

  test('a lone DTE, with the namespace or, as the portal exports it, without (xml §3.5)', () => {
    expect(checkEsquema(parseSobre(archivo(factura)))).toEqual([])
    expect(
      checkEsquema(parseSobre(archivo(factura.replace(' xmlns="http://www.sii.cl/SiiDte"', '')))),
    ).toEqual([])
  })
})

describe('a document whose structure is wrong names the place', () => {
  const giro = '<GiroRecep>Construcción</GiroRecep>'
  const linea = /<Detalle>.*?<\/Detalle>/.exec(factura)![0]
  test.each([
    [
      'an element that does not exist',
      [giro, `${giro}<Rubro>x</Rubro>`],
      'ENV-3-901',
      'Receptor/Rubro',
      '<Rubro> no existe en <Receptor>',
    ],
    [
      'order, the one that comes late',
      [/(<RznSoc>.*?<\/RznSoc>)(<GiroEmis>.*?<\/GiroEmis>)/, '$2$1'],
      'ENV-3-901',
      'Emisor/RznSoc',
      'fuera de orden',
    ],
    [
      'a missing element',
      [/<MntTotal>.*?<\/MntTotal>/, ''],
      'ENV-3-902',
      'Encabezado/Totales/MntTotal',
      'Falta <MntTotal>',
    ],
    ['one too many', [giro, giro + giro], 'ENV-3-903', 'Receptor/GiroRecep', 'una sola vez'],
    ['61 lines', [linea, linea.repeat(61)], 'ENV-3-903', 'Documento/Detalle[61]', 'hasta 60 veces'],
    [
      'letters in a number',
      ['<QtyItem>3<', '<QtyItem>tres<'],
      'ENV-3-904',
      'Detalle[1]/QtyItem',
      'no es un número',
    ],
    [
      'a decimal where pesos go',
      ['<MontoItem>149970<', '<MontoItem>149970.5<'],
      'ENV-3-904',
      'Detalle[1]/MontoItem',
      'no es un número entero',
    ],
    [
      'seven decimals',
      ['<PrcItem>49990<', '<PrcItem>1.1234567<'],
      'ENV-3-904',
      'Detalle[1]/PrcItem',
      'más de 6 decimales',
    ],
    [
      'zero where the schema wants more',
      ['<QtyItem>3<', '<QtyItem>0<'],
      'ENV-3-904',
      'Detalle[1]/QtyItem',
      'menor que 0.000001',
    ],
    [
      '19 digits',
      ['<IVA>28494<', `<IVA>${'9'.repeat(19)}<`],
      'ENV-3-904',
      'Totales/IVA',
      'más de 18 dígitos',
    ],
    ['a negative amount', ['<IVA>28494<', '<IVA>-1<'], 'ENV-3-904', 'Totales/IVA', 'menor que 0'],
    [
      'a text too long',
      [giro, `<GiroRecep>${'x'.repeat(41)}</GiroRecep>`],
      'ENV-3-904',
      'Receptor/GiroRecep',
      '41 caracteres',
    ],
    [
      'a value outside its list',
      ['<FmaPago>1<', '<FmaPago>4<'],
      'ENV-3-904',
      'IdDoc/FmaPago',
      'valores permitidos (1, 2, 3)',
    ],
    [
      'a day that does not exist',
      ['<FchEmis>2026-10-05<', '<FchEmis>2026-02-29<'],
      'ENV-3-904',
      'IdDoc/FchEmis',
      'no es una fecha',
    ],
    [
      'a time with zone',
      [/<TmstFirma>.*?</, '<TmstFirma>2026-10-05T10:11:12Z<'],
      'ENV-3-904',
      'Documento/TmstFirma',
      'no es una fecha y hora',
    ],
    [
      'a RUT with dots',
      ['<RUTRecep>22222222-2<', '<RUTRecep>2.222.222-2<'],
      'ENV-3-904',
      'Receptor/RUTRecep',
      'no es un RUT',
    ],
    [
      'text among elements',
      ['<Totales>', '<Totales>hola'],
      'ENV-3-901',
      'Encabezado/Totales',
      'no admite texto',
    ],
    [
      'an element inside a value',
      ['<FmaPago>1<', '<FmaPago><b/>1<'],
      'ENV-3-901',
      'IdDoc/FmaPago',
      'no admite elementos',
    ],
    [
      'an attribute named like a method of objects',
      ['<Totales>', '<Totales constructor="x">'],
      'ENV-3-905',
      'Totales/@constructor',
      'no lleva',
    ],
    [
      'an unknown attribute',
      ['<Totales>', '<Totales moneda="CLP">'],
      'ENV-3-905',
      'Totales/@moneda',
      'no lleva el atributo moneda',
    ],
    [
      'no ID',
      ['<Documento ID="F1T33">', '<Documento>'],
      'ENV-3-905',
      'Documento/@ID',
      'le falta el atributo ID',
    ],
    [
      'an ID that starts with a digit',
      ['<Documento ID="F1T33">', '<Documento ID="1T33">'],
      'ENV-3-905',
      'Documento/@ID',
      'empezar con una letra',
    ],
    [
      'another version',
      ['SiiDte" version="1.0">\n<Doc', 'SiiDte" version="2.0">\n<Doc'],
      'ENV-3-905',
      'DTE/@version',
      'debe ser 1.0',
    ],
    [
      'another namespace',
      ['<Totales>', '<Totales xmlns="urn:otro">'],
      'ENV-3-901',
      'Encabezado/Totales',
      'espacio de nombres',
    ],
    ['a TED without FRMT', [/<FRMT.*?<\/FRMT>/, ''], 'ENV-3-902', 'Documento/TED/FRMT', 'Falta <FRMT>'],
    [
      'a TED with a long RSR',
      [/<RSR>.*?</, `<RSR>${'x'.repeat(41)}<`],
      'ENV-3-904',
      'TED/DD/RSR',
      '41 caracteres',
    ],
    [
      'a TED without version',
      ['<TED version="1.0">', '<TED>'],
      'ENV-3-905',
      'Documento/TED/@version',
      'atributo version',
    ],
    ['an empty element', [giro, '<GiroRecep></GiroRecep>'], 'ENV-2-912', 'Receptor/GiroRecep', 'vacío'],
  ] as const)('%s', (_, [de, a], codigo, donde, mensaje) => {
    const findings = juzgar(hacerSobre([33], [factura.replace(de, a)]))
    const finding = findings.find((h) => h.codigo === codigo)
    expect(finding?.donde).toContain(donde)
    expect(finding?.mensaje).toContain(mensaje)
    expect(finding?.nivel).toBe(codigo === 'ENV-2-912' ? 'reparo' : 'rechazo')
  })

  test('with the line of the file', () => {
    const [finding] = juzgar(sobre.replace('<QtyItem>3<', '<QtyItem>tres<'))
    const linea = sobre.slice(0, sobre.indexOf('<QtyItem>')).split('\n').length
    expect(finding!.donde).toBe(`DTE/Documento/Detalle[1]/QtyItem (línea ${linea})`)
  })

  test('a factura cannot travel as a boleta, nor a boleta as a DTE (xml §2.2)', () => {
    const tipo = (xml: string) => juzgar(xml).filter((h) => h.donde.includes('IdDoc/TipoDTE'))
    const comoBoleta = hacerSobre([39], [dteDeEjemplo(ejemplo(33))]).replace('<TipoDTE>39<', '<TipoDTE>33<')
    expect(tipo(comoBoleta)).toHaveLength(1)
    const comoDte = hacerSobre([33], [factura]).replace('<TipoDTE>33<', '<TipoDTE>39<')
    expect(tipo(comoDte)).toHaveLength(1)
  })
})

describe('the profile of the signature (xml §3.1)', () => {
  test.each([
    [
      'KeyValue after X509Data',
      [/(<KeyValue>[\s\S]*?<\/KeyValue>)(<X509Data>[\s\S]*?<\/X509Data>)/, '$2$1'],
      'KeyInfo/KeyValue',
    ],
    ['no KeyValue', [/<KeyValue>[\s\S]*?<\/KeyValue>/, ''], 'KeyInfo/KeyValue'],
    ['no certificate', [/<X509Data>[\s\S]*?<\/X509Data>/, ''], 'KeyInfo/X509Data'],
    ['SHA-256', [/xmldsig#rsa-sha1/, 'xmldsig-more#rsa-sha256'], 'SignatureMethod/@Algorithm'],
    [
      'exclusive C14N',
      [
        /<CanonicalizationMethod Algorithm="[^"]*"/,
        '<CanonicalizationMethod Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#"',
      ],
      'CanonicalizationMethod/@Algorithm',
    ],
    ['two transforms', [/(<Transform A.*?<\/Transform>)/, '$1$1'], 'Reference/Transforms/Transform'],
    ['no URI', [/<Reference URI="[^"]*"/, '<Reference'], 'Reference/@URI'],
    ['a value that is not base 64', [/<SignatureValue>/, '<SignatureValue>ñ'], 'SignatureValue'],
  ] as const)('%s', (_, [de, a], donde) => {
    const [finding] = juzgar(hacerSobre([33], [factura.replace(de, a)]))
    expect(finding).toMatchObject({ codigo: 'ENV-3-907', nivel: 'rechazo' })
    expect(finding!.donde).toContain(`DTE/Signature`)
    expect(finding!.donde).toContain(donde)
  })

  test('without Transforms it is good too', () => {
    expect(
      juzgar(hacerSobre([33], [dteDeEjemplo(ejemplo(1), { transform: null })], { transform: null })),
    ).toEqual([])
  })
})

describe('the frame of the envelope (xml §2.1)', () => {
  const codigos = (xml: string) =>
    juzgar(xml).map(({ codigo, donde }) => [codigo, donde.replace(/ \(.*/, '')])

  test.each([
    [
      'no RutEnvia',
      (x: string) => x.replace(/<RutEnvia>.*?<\/RutEnvia>\n/, ''),
      ['ENV-3-902', 'EnvioDTE/SetDTE/Caratula/RutEnvia'],
    ],
    [
      'a resolution number of seven digits',
      (x: string) => x.replace('<NroResol>0<', '<NroResol>1234567<'),
      ['ENV-3-904', 'EnvioDTE/SetDTE/Caratula/NroResol'],
    ],
    [
      'no subtotal',
      (x: string) => x.replace(/<SubTotDTE>.*?<\/SubTotDTE>/, ''),
      ['ENV-3-902', 'EnvioDTE/SetDTE/Caratula/SubTotDTE'],
    ],
    [
      'a boleta in the subtotals',
      (x: string) => x.replace('<TpoDTE>33<', '<TpoDTE>39<'),
      ['ENV-3-904', 'EnvioDTE/SetDTE/Caratula/SubTotDTE[1]/TpoDTE'],
    ],
    [
      'no signature',
      (x: string) => `${x.slice(0, x.lastIndexOf('<Signature '))}</EnvioDTE>`,
      ['ENV-3-902', 'EnvioDTE/Signature'],
    ],
    [
      'no namespace',
      (x: string) => x.replace('<EnvioDTE xmlns="http://www.sii.cl/SiiDte"', '<EnvioDTE'),
      ['ENV-3-908', 'EnvioDTE'],
    ],
    ['a repeated ID', (x: string) => x.replace('ID="SetDoc"', 'ID="F1T33"'), ['ENV-3-906', 'Documento/@ID']],
    ['another encoding', (x: string) => x.replace('encoding="ISO-8859-1"', ''), ['ENV-2-910', 'archivo']],
    [
      'the mark of UTF-8 before a declaration of ISO-8859-1',
      (x: string) => Buffer.from(`\ufeff${x}`).toString('latin1'),
      ['ENV-2-916', 'archivo'],
    ],
    [
      'a line of more than 4090 characters',
      (x: string) => x.replace('</Caratula>\n', `</Caratula>${' '.repeat(4090)}\n`),
      ['ENV-2-911', 'archivo'],
    ],
  ] as const)('%s', (_, cambio, esperado) => {
    expect(codigos(cambio(sobre))).toContainEqual([...esperado])
  })

  test.each([
    [33, 2000, ejemplo(1)],
    [39, 500, ejemplo(33)],
  ] as const)('type %d: %d documents are allowed and no more', (tipo, maximo, e) => {
    const pieza = '<DTE></DTE>'
    const conTantos = (cuantos: number) =>
      juzgar(hacerSobre([tipo], [pieza.repeat(cuantos)])).filter(({ codigo }) => codigo === 'ENV-3-909')
    expect(conTantos(maximo)).toEqual([])
    expect(conTantos(maximo + 1)).toHaveLength(1)
    expect(e.tipo).toBe(tipo)
  })

  test('long values are cut in messages', () => {
    const largo = 'z'.repeat(500)
    const [finding] = juzgar(sobre.replace('<FmaPago>1<', `<FmaPago>${escapar(largo)}<`))
    expect(finding!.mensaje.length).toBeLessThan(200)
  })
})
