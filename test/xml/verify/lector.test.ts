import { describe, expect, test } from 'bun:test'
import { hijos, texto } from '../../../src/xml/verify/nodo'
import { parseSobre, XmlFault } from '../../../src/xml/verify/parse-sobre'
import { readXml } from '../../../src/xml/verify/xml-reader'
import { archivo, dteDeEjemplo, ejemplo, hacerSobre, latin1 } from './generador'

const falla = (xml: string): string => {
  try {
    readXml(xml)
  } catch (error) {
    if (error instanceof XmlFault) return error.message
    throw error
  }
  return 'se leyó'
}

describe('the XML reader', () => {
  test('keeps order, decoded text, attributes and the place of each element', () => {
    const xml =
      '<?xml version="1.0"?>\n<a x=\'1 &amp; 2\'><b>uno &lt;dos&gt; &#209;</b><!-- no --><c/><b><![CDATA[<tres>]]></b></a>'
    const raiz = readXml(xml)
    expect(hijos(raiz).map(({ local }) => local)).toEqual(['b', 'c', 'b'])
    expect(hijos(raiz, 'b').map(texto)).toEqual(['uno <dos> Ñ', '<tres>'])
    expect(raiz.atributos).toEqual([{ nombre: 'x', valor: '1 & 2' }])
    const [b] = hijos(raiz)
    expect(xml.slice(b!.inicio, b!.fin)).toBe('<b>uno &lt;dos&gt; &#209;</b>')
  })

  test('turns CRLF and lone CR into LF, but not a character reference (XML 1.0 §2.11)', () => {
    expect(texto(readXml('<a>1\r\n2\r3&#13;</a>'))).toBe('1\n2\n3\r')
  })

  test('resolves namespaces in their place, undeclared ones included', () => {
    const raiz = readXml('<a xmlns="uno" xmlns:p="dos"><b><p:c xmlns=""><d/></p:c></b></a>')
    const [b] = hijos(raiz)
    const [c] = hijos(b)
    expect([raiz, b!, c!, hijos(c)[0]!].map(({ ns }) => ns)).toEqual(['uno', 'uno', 'dos', ''])
  })

  test.each([
    ['<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>', 'No se admiten DOCTYPE'],
    ['<a>&x;</a>', 'entidad que no existe'],
    ['<a>&constructor;</a>', 'entidad que no existe'],
    ['<a>& </a>', 'entidad que no existe'],
    ['<a>&#0;</a>', 'entidad que no existe'],
    ['<a>&#xD800;</a>', 'entidad que no existe'],
    ['<a><b></a></b>', 'Se esperaba el cierre de <b>'],
    ['<a><b>', 'truncado'],
    ['<a/><b/>', 'más de un elemento raíz'],
    ['<a/>texto', 'fuera del elemento raíz'],
    ['<a x="1" x="2"/>', 'repetido'],
    ['<a x="<"/>', 'mal formada'],
    ['<a x=1/>', 'mal formada'],
    ['<a>\u0001</a>', 'carácter de control (1)'],
    ['<a>]]></a>', ']]>'],
    ['<p:a/>', 'no está declarado'],
    ['<a p:x="1"/>', 'no está declarado'],
    ['<a><?x y?></a>', 'instrucciones de proceso'],
    ['<a><!-- a -- b --></a>', 'Comentario'],
    ['<1a/>', 'Etiqueta mal formada'],
    ['', 'no contiene XML'],
    [`${'<a>'.repeat(41)}${'</a>'.repeat(41)}`, 'anida demasiados'],
    [`<a ${Array.from({ length: 51 }, (_, i) => `b${i}="1"`).join(' ')}/>`, 'demasiados atributos'],
  ])('refuses %s', (xml, mensaje) => {
    expect(falla(xml)).toContain(mensaje)
  })

  test('names the line of what it refuses', () => {
    expect(falla('<a>\n<b>\n</c></a>')).toContain('(línea 3)')
  })
})

describe('parseSobre', () => {
  const boleta = dteDeEjemplo(ejemplo(33))
  const factura = dteDeEjemplo(ejemplo(1))

  test('reads the Caratula and each document of an EnvioDTE (xml §2.1)', () => {
    const sobre = parseSobre(latin1(hacerSobre([33, 33], [factura, dteDeEjemplo(ejemplo(2))])))
    expect(sobre.clase).toBe('EnvioDTE')
    expect(sobre.codificacion).toBe('iso-8859-1')
    expect(sobre.caratula).toMatchObject({
      rutEmisor: '76543210-3',
      rutEnvia: '11111111-1',
      rutReceptor: '60803000-K',
      fchResol: '2026-01-01',
      nroResol: '0',
      tmstFirmaEnv: '2026-10-05T10:11:12',
      subtotales: [{ tipo: 33, cantidad: 2 }],
    })
    expect(sobre.dtes.map(({ indice, tipo, folio, raiz }) => ({ indice, tipo, folio, raiz }))).toEqual([
      { indice: 0, tipo: 33, folio: 1, raiz: 'Documento' },
      { indice: 1, tipo: 33, folio: 2, raiz: 'Documento' },
    ])
    const [dte] = sobre.dtes
    expect(dte).toMatchObject({
      emisor: '76543210-3',
      receptor: '22222222-2',
      fecha: '2026-10-05',
      montoTotal: '178464',
      tmstFirma: '2026-10-05T10:11:12',
    })
    expect(dte!.texto).toBe(factura)
    expect(dte!.firma).toMatchObject({ uri: '#F1T33', exponent: 'AQAB' })
    expect(Buffer.from(dte!.firma!.certificado, 'base64').length).toBeGreaterThan(500)
    expect(sobre.firma!.uri).toBe('#SetDoc')
  })

  test('cuts each DTE exactly as it stands in the file, bytes above 127 and CRLF included (xml §3.2)', () => {
    const conCrlf = factura.replaceAll('\n', '\r\n')
    const [dte] = parseSobre(
      latin1(`<EnvioDTE xmlns="http://www.sii.cl/SiiDte"><SetDTE>${conCrlf}</SetDTE></EnvioDTE>`),
    ).dtes
    expect(dte!.texto).toBe(conCrlf)
    expect(dte!.texto).toContain('Ñandú')
  })

  test('tells a boleta by its envelope and, alone, by its type (xml §2.2)', () => {
    expect(parseSobre(latin1(hacerSobre([39], [boleta]))).dtes[0]!.raiz).toBe('Boleta')
    expect(parseSobre(archivo(boleta)).dtes[0]!.raiz).toBe('Boleta')
    expect(parseSobre(archivo(boleta)).clase).toBe('DTE')
  })

  test('reads as ISO-8859-1 unless the declaration says UTF-8', () => {
    const razon = (bytes: Uint8Array) => /<RznSoc>([^<]*)/.exec(parseSobre(bytes).dtes[0]!.texto)![1]!
    expect(razon(latin1(factura))).toContain('Ñandú')
    expect(razon(archivo(factura))).toContain('Ñandú')
    expect(razon(Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>${factura}`, 'utf8'))).toContain('Ñandú')
  })

  test.each([
    [Buffer.from('<?xml version="1.0" encoding="UTF-8"?><DTE>\xD1</DTE>', 'latin1'), 'no lo es'],
    [Buffer.from('<?xml version="1.0" encoding="UTF-16"?><DTE/>', 'latin1'), 'utf-16 no se admite'],
    [Buffer.from('<ConsumoFolios/>', 'latin1'), 'se esperaba EnvioDTE, EnvioBOLETA o DTE'],
    [Buffer.from('hola', 'latin1'), 'fuera del elemento raíz'],
  ])('refuses what it cannot read, with an XmlFault', (bytes, mensaje) => {
    expect(() => parseSobre(bytes)).toThrow(XmlFault)
    expect(() => parseSobre(bytes)).toThrow(mensaje)
  })

  test('does not throw for a document that lacks everything: the schema says so later', () => {
    const [dte] = parseSobre(latin1('<DTE><Documento/></DTE>')).dtes
    expect(dte).toMatchObject({ tipo: 0, folio: 0, emisor: '', montoTotal: '', firma: null })
  })
})
