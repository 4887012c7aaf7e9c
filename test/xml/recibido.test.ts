// Files as other vendors write them, and as somebody who wants to cheat would (xml §3.5; areas/recibidos §1, §2).

import { describe, expect, test } from 'bun:test'
import { encode } from 'iconv-lite'
import { authorityKey } from '../../src/xml/autoridades'
import { type ArchivoLeido, type Firma, readRecibido } from '../../src/xml/recibido'
import { aec, cesion } from '../support/aec'
import { FACTURA, golden, latin1 } from '../support/archivos-recibidos'
import { cpuMs } from '../support/cpu'
import { DS, SII } from './verify/generador'
import { escribirComo, sobreComo } from './verify/terceros'

const read = (bytes: Uint8Array): ArchivoLeido =>
  readRecibido(bytes, (idk) => authorityKey(idk)?.llave ?? null)
const DECLARATION = '<?xml version="1.0" encoding="ISO-8859-1"?>\n'
const DTE = FACTURA.slice(FACTURA.indexOf('<DTE')).trimEnd()
/** With quotes and dashes that ISO-8859-1 has not. */
const RARO = escribirComo(golden('033_001_simple'), {
  escribir: (dte) => dte.replace(/<GiroEmis>[^<]*/, '<GiroEmis>Fierros – “Ñuñoa”'),
})
const declared = (encoding: string, dte = RARO) => `<?xml version="1.0" encoding="${encoding}"?>\n${dte}`

/** The worth of a file's only document, and the codes of its oddities. */
function worth(bytes: Uint8Array | string) {
  const { informe, documentos } = read(typeof bytes === 'string' ? latin1(bytes) : bytes)
  const [d, ...others] = documentos
  expect(others).toEqual([])
  const codigos = [...new Set([...informe, ...d!.informe].map(({ codigo }) => codigo as string))]
  return [d!.firma, d!.timbre, d!.montos, codigos.sort().join(' ')]
}
const GOOD = ['valida', 'valido', 'correctos']

describe('a genuine document is read and found good, with each oddity told', () => {
  const set = (dtes: string) => sobreComo([dtes], [33])
  test.each<[string, Uint8Array | string, string]>([
    ['as it should be', FACTURA, ''],
    [
      'with an element of the vendor before the document',
      FACTURA.replace('<Documento', '<Extra>1</Extra><Documento'),
      'ENV-2-913',
    ],
    [
      'with DocPersonalizado behind it',
      FACTURA.replace('</DTE>', '<DocPersonalizado><a/></DocPersonalizado></DTE>'),
      'ENV-2-913',
    ],
    [
      'beside a set with Personalizados',
      set(DTE).replace('<SetDTE', '<Personalizados><x/></Personalizados><SetDTE'),
      'ENV-2-913',
    ],
    [
      'with something of a vendor between the documents of a set',
      set(DTE).replace('</SetDTE>', '<Personalizados><x/></Personalizados></SetDTE>'),
      'ENV-2-913 ENV-3-920',
    ],
    ['in UTF-8 with its mark', Buffer.from(`\ufeff${declared('UTF-8', DTE)}`), 'ENV-2-910'],
    ['in UTF-8 that declares ISO-8859-1', Buffer.from(declared('ISO-8859-1')), 'ENV-2-910 ENV-2-916'],
    ['in windows-1252, declared', encode(declared('windows-1252'), 'win1252'), 'ENV-2-910'],
    ['in windows-1252, not declared', encode(RARO, 'win1252'), 'ENV-2-910'],
    [
      'in windows-1252 that declares ISO-8859-1',
      encode(declared('ISO-8859-1'), 'win1252'),
      'ENV-2-910 ENV-2-916',
    ],
    ['in windows-1252 that declares UTF-8', encode(declared('UTF-8'), 'win1252'), 'ENV-2-910 ENV-2-916'],
    ['in an encoding that nobody knows', latin1(declared('x-klingon', DTE)), 'ENV-2-910 ENV-2-916'],
    ['after it lost its xmlns', FACTURA.replace(`<DTE ${SII}`, '<DTE'), 'DTE-2-923 ENV-2-917'],
    [
      'whose Signature lost its xmlns',
      FACTURA.replace(/ xmlns="http:\/\/www.w3.org\/2000\/09\/xmldsig#"/, ''),
      'ENV-2-917',
    ],
    [
      'within the elements of a vendor',
      `${DECLARATION}<Mensaje><Cuerpo>${DTE}</Cuerpo></Mensaje>`,
      'ENV-2-918',
    ],
    ['as a text within another XML', `${DECLARATION}<R><![CDATA[${FACTURA}]]></R>`, 'ENV-2-918'],
    [
      'escaped within another XML',
      `${DECLARATION}<R>${FACTURA.replace(/&/g, '&amp;').replace(/</g, '&lt;')}</R>`,
      'ENV-2-918',
    ],
    ['with zeros and an end of file behind it', `${FACTURA}\n\x1a\0\0\0`, 'ENV-2-919'],
    ['with CR LF line ends', FACTURA.replaceAll('\n', '\r\n'), ''],
    ['with a style sheet', FACTURA.replace('<DTE', '<?xml-stylesheet href="dte.xsl"?>\n<DTE'), 'ENV-2-927'],
    ['with an instruction beside the set', set(DTE).replace('<SetDTE', '<?sap 1?><SetDTE'), 'ENV-2-927'],
    ['with an instruction behind it', `${FACTURA}<?fin?>`, 'ENV-2-927'],
    [
      'with a declaration as a text of the vendor, and in a comment, which are no instructions',
      FACTURA.replace(
        '</DTE>',
        '<Personalizados><![CDATA[<?xml version="1.0"?><a/>]]></Personalizados><!-- <?x?> --></DTE>',
      ),
      'ENV-2-913',
    ],
    [
      'with an instruction of the vendor beside what is signed',
      FACTURA.replace('</DTE>', '<Personalizados><?x y?></Personalizados></DTE>'),
      'ENV-2-913 ENV-2-927',
    ],
    ['with blanks before its declaration', `\r\n ${FACTURA}`, 'ENV-2-927'],
    [
      'put whole, with its declaration, between the tags of a vendor',
      `${DECLARATION}<Mensaje>${FACTURA}</Mensaje>`,
      'ENV-2-918 ENV-2-927',
    ],
    [
      'without the counts of its cover',
      set(DTE).replace(/<SubTotDTE>.*?<\/SubTotDTE>/s, ''),
      'ENV-2-915 ENV-3-920',
    ],
  ])('%s', (_, bytes, odd) => {
    const [firma, timbre, montos, codigos] = worth(bytes)
    expect([firma, timbre, montos]).toEqual(GOOD)
    // A lone document needs no declaration, and a vendor's envelope here is signed by somebody whose RUT it does not carry.
    const told = codigos!.split(' ').filter((codigo) => !['ENV-3-923', 'ENV-2-910'].includes(codigo))
    expect(told.join(' ').trim()).toBe(
      odd
        .split(' ')
        .filter((codigo) => codigo !== 'ENV-2-910')
        .join(' '),
    )
  })

  test.each<[string, Uint8Array, string[]]>([
    [
      'UTF-8 that declares ISO-8859-1',
      Buffer.from(declared('ISO-8859-1')),
      ['El archivo declara iso-8859-1 y se leyó como utf-8'],
    ],
    [
      'UTF-8 that declares ISO-8859-1 beside its mark',
      Buffer.from(`\ufeff${declared('ISO-8859-1')}`),
      ['El archivo declara iso-8859-1 y se leyó como utf-8'],
    ],
    [
      'UTF-8 by its mark alone',
      Buffer.from(`\ufeff${RARO}`),
      ['El archivo no declara su codificación; debe declarar ISO-8859-1'],
    ],
    [
      'UTF-16 that declares UTF-16',
      Buffer.from(`\ufeff${declared('UTF-16')}`, 'utf16le'),
      ['El archivo declara utf-16; debe declarar ISO-8859-1'],
    ],
    [
      'windows-1252 that declares UTF-8',
      encode(declared('UTF-8'), 'win1252'),
      [
        'El archivo declara utf-8 y se leyó como windows-1252',
        'El archivo declara utf-8; debe declarar ISO-8859-1',
      ],
    ],
  ])('and of its encoding nothing is said that is not so: %s', (_, bytes, said) => {
    const { informe, documentos } = read(bytes)
    expect(documentos[0]!.firma).toBe('valida')
    expect(informe.filter(({ donde }) => donde === 'archivo').map(({ mensaje }) => mensaje)).toEqual(said)
  })

  describe.each<[string, (dte: string) => string, Firma]>([
    ['no good in any encoding', (dte) => dte.replace(/<PrcItem>\d/, '<PrcItem>9'), 'invalida'],
    ['missing', (dte) => dte.replace(/<Signature[\s\S]*<\/Signature>/, ''), 'ausente'],
  ])('and is read as its bytes tell where its signature is %s:', (_, spoil, worthOf) => {
    const spoilt = (encoding: string) => declared(encoding, spoil(RARO))
    const bare = spoil(RARO)
    test.each<[string, Uint8Array, string, string[]]>([
      ['UTF-8 that declares ISO-8859-1', Buffer.from(spoilt('ISO-8859-1')), '– “Ñuñoa”', ['utf-8']],
      ['UTF-8 that declares windows-1252', Buffer.from(spoilt('windows-1252')), '– “Ñuñoa”', ['utf-8']],
      [
        'windows-1252 that declares ISO-8859-1',
        encode(spoilt('ISO-8859-1'), 'win1252'),
        '– “Ñuñoa”',
        ['windows-1252'],
      ],
      ['windows-1252 that declares UTF-8', encode(spoilt('UTF-8'), 'win1252'), '– “Ñuñoa”', ['windows-1252']],
      ['windows-1252 that declares it', encode(spoilt('windows-1252'), 'win1252'), '– “Ñuñoa”', []],
      ['UTF-8 that declares it', Buffer.from(spoilt('UTF-8')), '– “Ñuñoa”', []],
      ['UTF-16 that declares it', Buffer.from(`\ufeff${spoilt('UTF-16')}`, 'utf16le'), '– “Ñuñoa”', []],
      ['cp850 that declares it', encode(spoilt('cp850').replace(/[–“”]/g, '-'), 'cp850'), '- -Ñuñoa-', []],
      ['ISO-8859-1', latin1(spoilt('ISO-8859-1').replace(/[–“”]/g, '-')), '- -Ñuñoa-', []],
      ['UTF-8 that declares nothing', Buffer.from(bare), '– “Ñuñoa”', []],
      ['windows-1252 that declares nothing', encode(bare, 'win1252'), '– “Ñuñoa”', []],
    ])('%s', (__, bytes, text, leidoComo) => {
      const { informe, documentos } = read(bytes)
      const [d] = documentos
      expect([d!.firma, d!.contenido.dte.emisor.giro]).toEqual([worthOf, `Fierros ${text}`])
      const told = informe.filter(({ codigo }) => codigo === 'ENV-2-916').map(({ mensaje }) => mensaje)
      expect(told.map((mensaje) => mensaje.replace(/^.* como /, ''))).toEqual(leidoComo)
    })
  })

  test('and is read as it declares where that is what was signed, whatever the bytes look like', () => {
    const escribir = (dte: string) => Buffer.from(dte, 'utf8').toString('latin1')
    const bytes = latin1(declared('ISO-8859-1', escribirComo(golden('033_001_simple'), { escribir })))
    expect(new TextDecoder('utf-8', { fatal: true }).decode(bytes)).toContain('Ñandú')
    expect(worth(bytes)[0]).toBe('valida')
    expect(read(bytes).informe.map(({ codigo }) => codigo as string)).not.toContain('ENV-2-916')
  })

  test('in a second SetDTE, or deeper in one, and none is lost', () => {
    const [uno, otro, guia] = [DTE, golden('061_001_anula_factura'), golden('052_001_venta')].map((text) =>
      text.slice(text.indexOf('<DTE')).trimEnd(),
    ) as [string, string, string]
    const file = set(uno).replace(
      '</SetDTE>',
      `</SetDTE><SetDTE ID="Otro">${otro}<Lote>${guia}</Lote></SetDTE>`,
    )
    const { documentos, informe } = read(latin1(file))
    expect(documentos.map(({ tipoDte, firma }) => [tipoDte, firma])).toEqual([
      [33, 'valida'],
      [61, 'valida'],
      [52, 'valida'],
    ])
    expect(informe.map(({ codigo }) => codigo as string)).toContain('ENV-3-903')
  })

  test('with empty elements, written and signed so by its vendor', () => {
    const escribir = (dte: string) => dte.replace('</Emisor>', '<CdgVendedor></CdgVendedor></Emisor>')
    expect(worth(latin1(escribirComo(golden('033_001_simple'), { escribir })))).toEqual([
      ...GOOD,
      'ENV-2-910 ENV-2-912',
    ])
  })

  test('in one line, written and signed so', () => {
    const escribir = (dte: string) => dte.replace(/>\s+</g, '><')
    expect(worth(latin1(escribirComo(golden('033_001_simple'), { escribir })))).toEqual([
      ...GOOD,
      'ENV-2-910',
    ])
  })
})

describe('what was touched after it was signed is no good', () => {
  test.each<[string, string]>([
    ['an amount', FACTURA.replace(/<PrcItem>\d/, '<PrcItem>9')],
    ['indented by somebody on the way', FACTURA.replace(/\n</g, '\n  <')],
    ['an accent that became another letter', FACTURA.replace('Ñandú', 'Nandu')],
  ])('%s', (_, text) => {
    expect(worth(text)[0]).toBe('invalida')
  })

  test('nor is a stamp over other data, of unknown folios, or none', () => {
    expect(worth(FACTURA.replace(/<MNT>\d+/, '<MNT>1'))[1]).toBe('invalido')
    expect(worth(FACTURA.replace('<IDK>900<', '<IDK>300<'))[1]).toBe('invalido')
    expect(worth(FACTURA.replace(/<TED [\s\S]*<\/TED>\n?/, ''))[1]).toBe('ausente')
    const [unknown] = readRecibido(latin1(FACTURA), () => null).documentos
    expect(unknown!.timbre).toBe('autoridad_desconocida')
  })

  test('nor a signature by a certificate that had ended, nor one that is missing', () => {
    const late = escribirComo(golden('033_001_simple'), {
      escribir: (dte) => dte.replace(/<TmstFirma>[^<]*/, '<TmstFirma>2199-01-01T10:00:00'),
    })
    expect(worth(late)[0]).toBe('certificado_vencido')
    expect(worth(FACTURA.replace(/\s*<Signature [\s\S]*<\/Signature>/, ''))[0]).toBe('ausente')
  })
})

test('of a document whose signature is missing or strange the amounts are looked at all the same', () => {
  const bare = FACTURA.replace(/\s*<Signature [\s\S]*<\/Signature>/, '')
  const strange = FACTURA.replace('rsa-sha1', 'rsa-sha256')
  for (const text of [bare, strange]) {
    expect(worth(text)[2]).toBe('correctos')
    expect(worth(text.replace('<IVA>', '<IVA>1'))[2]).toBe('incorrectos')
    expect(worth(text.replace(/<IVA>\d+/, '<IVA>uno'))[2]).toBe('sin_revisar')
  }
})

describe('a signature proves nothing where it is not plain what it covers', () => {
  const signature = /<Signature [\s\S]*<\/Signature>/.exec(DTE)![0]
  const documento = /<Documento [\s\S]*<\/Documento>/.exec(DTE)![0]
  const evil = documento
    .replace(/<RznSocRecep>[^<]*/, '<RznSocRecep>Otro')
    .replace(/<MntTotal>\d+/, '<MntTotal>1')
  const dte = (inside: string) => `<DTE ${SII} version="1.0">${inside}</DTE>`
  const id = /<Documento ID="([^"]*)"/.exec(DTE)![1]!

  test.each<[string, string]>([
    ['two signatures', dte(`${documento}${signature}${signature}`)],
    ['another document before the signed one', dte(`${evil}${documento}${signature}`)],
    ['another document behind the signed one', dte(`${documento}${evil}${signature}`)],
    [
      'the signed one moved into an element that nobody reads',
      dte(`${evil}<Extra>${documento}</Extra>${signature}`),
    ],
    [
      'the signed one wrapped, the read one with an ID of its own',
      dte(`${evil.replace(id, 'X1')}<Extra>${documento}</Extra>${signature}`),
    ],
    [
      'a processing instruction in it, which nobody reads',
      dte(`${documento.replace('<Encabezado>', '<Encabezado><?x y?>')}${signature}`),
    ],
    ['its ID once more, elsewhere', dte(`${documento}<Extra Id="${id}"/>${signature}`)],
    ['a second reference', dte(documento + signature.replace(/(<Reference [\s\S]*<\/Reference>)/, '$1$1'))],
    [
      'a chain of transforms',
      dte(
        documento +
          signature.replace(
            /(<Transform [^>]*>(?:<\/Transform>)?)/,
            `$1<Transform Algorithm="${DS}enveloped-signature"/>`,
          ),
      ),
    ],
    [
      'a transform of its own',
      dte(
        documento +
          signature.replace(/(<Transform Algorithm=")[^"]*/, '$1http://www.w3.org/TR/1999/REC-xslt-19991116'),
      ),
    ],
    ['an empty reference', dte(documento + signature.replace(/URI="[^"]*"/, 'URI=""'))],
    ['no method that anybody checks', dte(documento + signature.replace('rsa-sha1', 'hmac-sha1'))],
  ])('%s', (_, text) => {
    for (const { firma } of read(latin1(text)).documentos) expect(firma).toBe('invalida')
  })
})

test('documents of one envelope that have the same ID are judged each by itself', () => {
  const forged = DTE.replace(/<MntTotal>\d+/, '<MntTotal>1')
  const { documentos } = read(
    latin1(
      `${DECLARATION}<EnvioDTE ${SII} version="1.0"><SetDTE ID="S">${DTE}${DTE}${forged}</SetDTE></EnvioDTE>`,
    ),
  )
  expect(documentos.map(({ firma }) => firma)).toEqual(['valida', 'valida', 'invalida'])
})

test('lines are counted once for all the documents of a file', async () => {
  const few = 'TipoDTE>33</TipoDTE><Folio>7</Folio><FchEmis>2026-11-12</FchEmis>'
  const dte = `<DTE><Documento>\n<Encabezado><IdDoc><${few}</IdDoc><Emisor><RUTEmisor>90000012-K</RUTEmisor></Emisor></Encabezado></Documento></DTE>`
  const bytes = latin1(`<Lote>${dte.repeat(300)}${'\n'.repeat(2_000_000)}</Lote>`)
  // Counted for each of them it takes half a minute.
  expect(await cpuMs(() => expect(read(bytes).documentos).toHaveLength(300))).toBeLessThan(6000)
})

describe('a cession (AEC)', () => {
  const [uno, dos, tres] = ['76543210-3', '96790240-3', '76192083-9']
  const cesionesOf = (...cesiones: string[]) =>
    read(latin1(aec(FACTURA, cesiones))).documentos.map((d) => d.cesiones)[0]!

  test('is the document that it cedes, with who ceded to whom, in order', () => {
    const AEC = aec(FACTURA, [
      cesion({ secuencia: 2, cedente: dos, cesionario: tres }),
      cesion({ secuencia: 1, cedente: uno, cesionario: dos }),
    ])
    const { documentos } = read(latin1(AEC))
    expect(documentos).toHaveLength(1)
    expect(documentos[0]).toMatchObject({ tipoDte: 33, folio: 1, firma: 'valida' })
    expect(documentos[0]!.cesiones).toMatchObject([
      {
        secuencia: 1,
        cedente: { rut: '76543210-3' },
        cesionario: { rut: '96790240-3' },
        monto: 1000,
        firma: 'ausente',
      },
      {
        secuencia: 2,
        cedente: { rut: '96790240-3' },
        cesionario: { rut: '76192083-9' },
        ultimo_vencimiento: '2026-12-31',
      },
    ])
  })

  test('that is signed for the document is good, and for another, or for none by name, it is not', () => {
    const step = { secuencia: 1, cedente: uno, cesionario: dos }
    const firma = (cede: string) => cesionesOf(cesion({ ...step, cede }))[0]!.firma
    expect(firma(FACTURA)).toBe('valida')
    expect(firma(FACTURA.replace('<Folio>1<', '<Folio>2<'))).toBe('invalida')
    expect(firma(FACTURA.replace(/<MntTotal>\d/, '<MntTotal>9'))).toBe('invalida')
    expect(firma(FACTURA.replace('<RUTEmisor>76543210-3', '<RUTEmisor>96790240-3'))).toBe('invalida')
    expect(firma('')).toBe('invalida')
  })

  test.each(['1.5', '1e400', '-1', '100', 'uno', ''])('whose SeqCesion is "%s" has none', (secuencia) => {
    expect(cesionesOf(cesion({ secuencia, cedente: uno, cesionario: dos }))[0]!.secuencia).toBe(0)
  })
})

describe('hostile files', () => {
  test('of more than 2,000 documents are read so far, and it is told, however they are put together', () => {
    const dte = (folio: number): string =>
      `<DTE><Documento ID="F${folio}"><Encabezado><IdDoc><TipoDTE>33</TipoDTE><Folio>${folio}</Folio><FchEmis>2026-11-12</FchEmis>` +
      '</IdDoc><Emisor><RUTEmisor>90000012-K</RUTEmisor></Emisor></Encabezado></Documento></DTE>'
    const dtes = Array.from({ length: 1001 }, (_, i) => dte(i + 1)).join('')
    const set = `<EnvioDTE><SetDTE ID="S">${dtes}</SetDTE></EnvioDTE>`
    for (const xml of [`<X>${set}${set}</X>`, `<X>${dtes}${dtes}</X>`, `<X>${set}${dtes}</X>`]) {
      const { documentos, rechazados } = read(latin1(xml))
      expect(documentos).toHaveLength(2000)
      expect(rechazados).toEqual([expect.stringContaining('más de 2000')])
    }
  })

  test.each<[string, string]>([
    ['entities that grow', '<!DOCTYPE l [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><DTE>&b;</DTE>'],
    ['entities that reach out', '<!DOCTYPE l SYSTEM "file:///etc/passwd"><DTE/>'],
    ['10,000 levels', '<a>'.repeat(10_000) + '</a>'.repeat(10_000)],
    ['a million elements', `<a>${'<b/>'.repeat(1_000_000)}</a>`],
    ['a thousand attributes', `<a ${Array.from({ length: 1000 }, (_, i) => `a${i}="1"`).join(' ')}/>`],
    [
      'a hundred namespaces in scope',
      Array.from(
        { length: 4 },
        (_, i) => `<a ${Array.from({ length: 30 }, (_, j) => `xmlns:n${i}${j}="u"`).join(' ')}>`,
      ).join('') + '</a>'.repeat(4),
    ],
    ['more than 10 MiB', `<a>${'x'.repeat(10 * 1024 * 1024)}</a>`],
    ['a text that ends', FACTURA.slice(0, -200)],
  ])('are refused: %s', (_, text) => {
    expect(() => read(latin1(text))).toThrow()
  })

  test('wrappers within wrappers end', () => {
    let text = FACTURA
    for (let i = 0; i < 6; i++) text = `<R><![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]></R>`
    expect(read(latin1(text)).documentos).toEqual([])
  })

  test('documents broken in ten thousand ways never throw anything but a refusal, nor pass for valid', () => {
    let seed = 7
    const random = (below: number): number => {
      seed = (seed * 1103515245 + 12345) & 0x7fffffff
      return seed % below
    }
    const signed = /<Documento [\s\S]*<\/Documento>/.exec(FACTURA)!
    const [from, size] = [signed.index, signed[0].length]
    for (let i = 0; i < 400; i++) {
      const at = from + random(size)
      const bytes = latin1(FACTURA)
      const before = bytes[at]!
      bytes[at] = before === 0x58 ? 0x59 : 0x58
      let leido: ArchivoLeido
      try {
        leido = read(bytes)
      } catch (fault) {
        expect((fault as Error).name).toBe('XmlFault')
        continue
      }
      for (const { firma } of leido.documentos) expect([at, firma]).toEqual([at, 'invalida'])
    }
  })

  test('a total of nineteen digits is no number here, and is told', () => {
    const [d] = read(latin1(FACTURA.replace(/<MntTotal>\d+/, '<MntTotal>9999999999999999999'))).documentos
    expect(d).toMatchObject({ montoTotal: 0, firma: 'invalida' })
  })
})
