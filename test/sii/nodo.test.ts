import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { afterAsides, findNodo, type Nodo, readXml, textOf } from '../../src/sii/nodo'

describe('readXml', () => {
  test('keeps local names, order, trimmed text, and leaves prefixes, comments and declarations out', () => {
    const xml =
      '\uFEFF<?xml version="1.0"?>\n<!-- < --><a:R xmlns:a="u"><B x="1"/><a:C> uno <!-- no --> dos </a:C><B>3</B></a:R>\n'
    expect(readXml(xml)).toEqual({
      nombre: 'R',
      texto: '',
      hijos: [
        { nombre: 'B', texto: '', hijos: [] },
        { nombre: 'C', texto: 'uno  dos', hijos: [] },
        { nombre: 'B', texto: '3', hijos: [] },
      ],
    })
  })

  test('undoes entities once and leaves CDATA as it is', () => {
    expect(readXml('<a>&lt;&amp;lt;&#233;&#xE9;&quot;&apos;&gt;&otro;&#x110000;</a>')!.texto).toBe(
      '<&lt;éé"\'>&otro;&#x110000;',
    )
    expect(readXml('<a><![CDATA[&lt;<b>]]></a>')!.texto).toBe('&lt;<b>')
  })

  test('is null for what is not one whole document', () => {
    const broken = [
      '',
      'hola',
      '<a>',
      '<a><b></a>',
      '<a></b>',
      '</a>',
      '<a/><b/>',
      '<a/>x',
      'x<a/>',
      '<a',
      '<a>1</a',
      '<!DOCTYPE html><a/>',
    ]
    expect(broken.filter((xml) => readXml(xml) !== null)).toEqual([])
  })
})

describe('readXml of what nobody should send', () => {
  const leaf = (xml: string) => readXml(`<a>${xml}</a>`)?.texto

  test('leaves numbers as they were written', () => {
    for (const text of [
      '0000000039',
      '007',
      '1e9',
      '0x1F',
      '-0',
      '+1',
      '.5',
      'true',
      'Infinity',
      '9'.repeat(40),
    ])
      expect(leaf(text)).toBe(text)
  })

  test('expands no entity of a document, wherever its DOCTYPE stands', () => {
    const doctype = '<!DOCTYPE a [<!ENTITY x "y"><!ENTITY f SYSTEM "file:///etc/passwd">]>'
    expect(readXml(`${doctype}<a>&x;</a>`)).toBeNull()
    expect(readXml(`<a>${doctype}&f;</a>`)).toBeNull()
    const bomb = Array.from({ length: 9 }, (_, i) => `<!ENTITY l${i + 1} "${`&l${i};`.repeat(10)}">`).join('')
    expect(readXml(`<!DOCTYPE a [<!ENTITY l0 "ja">${bomb}]><a>&l9;</a>`)).toBeNull()
    expect(leaf('&l9;&constructor;&toString;&__proto__;')).toBe('&l9;&constructor;&toString;&__proto__;')
  })

  test('undoes references once, and never to what XML cannot carry', () => {
    expect(leaf('&amp;#60;&#38;lt;')).toBe('&#60;&lt;')
    expect(leaf('a&#0;b&#xD800;c&#x8;d')).toBe('abcd')
    expect(leaf('Muñoz & Cía, 100 % <![CDATA[&#233;]]>')).toBe('Muñoz & Cía, 100 % &#233;')
  })

  test('is no way into the prototype of anything', () => {
    for (const name of ['__proto__', 'constructor', 'prototype'])
      expect(readXml(`<a><${name}><ESTADO>0</ESTADO></${name}></a>`)).toBeNull()
    for (const name of ['toString', 'hasOwnProperty', 'valueOf', '__defineGetter__'])
      expect(textOf(readXml(`<a><${name}>1</${name}></a>`), name)).toBe('1')
    expect(textOf(readXml('<a/>'), 'constructor')).toBe('')
    expect('ESTADO' in {}).toBe(false)
  })

  test('reads a hundred levels and refuses a hundred thousand', () => {
    const nested = (depth: number) => `${'<a>'.repeat(depth)}1${'</a>'.repeat(depth)}`
    expect(findNodo(readXml(nested(100))!, 'a')).not.toBeNull()
    for (const depth of [150, 100_000]) expect(readXml(nested(depth))).toBeNull()
  })

  test('is null for tags that do not fit, whatever their prefixes', () => {
    expect(readXml('<x:a><b/></y:a>')!.hijos).toHaveLength(1)
    const broken = [
      '<x:a></x:b>',
      '<x:y:a></x:y:a>',
      '<:a></:a>',
      '<#text>1</#text>',
      '<:@>1</:@>',
      '<x::@>1</x::@>',
      '<a></a></b>',
      '<a/></b>',
      '<a></b/>',
      '<a></</a>',
      '<a><<b/></a>',
      '<a><b<c></c></b></a>',
      '<a><b></a></b>',
      '<a x="></a>',
      '<a>]]></a><![CDATA[ ]]>',
      '<a/>&amp;',
      '<a/><?pi',
      '<a/><!--',
      '<a><![CDATA[</a>',
      '<a><!ELEMENT b></a>',
    ]
    expect(broken.filter((xml) => readXml(xml) !== null)).toEqual([])
  })

  test('is null for every answer cut short', () => {
    const whole =
      '<?xml version="1.0"?>\n<!-- SII --><S:R a="x>y"><B/><C>1<![CDATA[2]]></C><!-- 3 --><?x y?>&lt;</S:R>'
    for (let length = 0; length < whole.length; length++)
      expect([whole.slice(0, length), readXml(whole.slice(0, length))]).toEqual([
        whole.slice(0, length),
        null,
      ])
    expect(readXml(whole)!.hijos.map(({ texto }) => texto)).toEqual(['', '12'])
  })

  test('takes no more time than its length asks for', () => {
    const many = 200_000
    for (const xml of [
      `${'<!--a-->'.repeat(many)}x`,
      `<a/>${'<!--a-->'.repeat(many)}x`,
      `<a/><?x "?>${'<!--'.repeat(many)}" ?>`,
      `<a>${'<b/>'.repeat(many)}`,
      `<a>${'</'.repeat(many)}`,
      `<a ${'x '.repeat(many)}`,
      `${'<a '.repeat(many)}/>`,
    ])
      expect(readXml(xml)).toBeNull()
    expect(readXml(`<a>${'<b/>'.repeat(20_000)}</a>`)!.hijos).toHaveLength(20_000)
    expect(leaf('&'.repeat(many))).toHaveLength(many)
  })

  test('reads back any tree that was written', () => {
    const name = fc
      .stringMatching(/^[\w.-]{1,12}$/)
      .filter((n) => !/^(__proto__|constructor|prototype)$/.test(n))
    const texto = fc.string({ unit: fc.constantFrom(...'<>&"\'ñ€ 0aZ]-?!/') }).map((text) => text.trim())
    const { tree } = fc.letrec<{ tree: Nodo }>((tie) => ({
      tree: fc.record({
        nombre: name,
        texto,
        hijos: fc.oneof({ maxDepth: 4 }, fc.constant<Nodo[]>([]), fc.array(tie('tree'), { maxLength: 4 })),
      }),
    }))
    const write = ({ nombre, texto: own, hijos }: Nodo): string => {
      const text = own.replace(/[<&>]/g, (char) => `&#${char.charCodeAt(0)};`)
      return `<p:${nombre} a='>'>${text}${hijos.map(write).join('\n')}</p:${nombre} >`
    }
    fc.assert(fc.property(tree, (nodo) => expect(readXml(write(nodo))).toEqual(nodo)))
  })
})

test('afterAsides leaves comments, instructions and blanks out, and what is open in', () => {
  expect(afterAsides('\uFEFF<?xml version="1.0"?>\n<!-- <html> --> <html>')).toBe('<html>')
  expect(afterAsides(' <!-- <html>')).toBe('<!-- <html>')
})

test('findNodo looks the document through, textOf at the children alone', () => {
  const root = readXml('<a><b><c>1</c></b><c>2</c></a>')!
  expect(findNodo(root, 'c')!.texto).toBe('1')
  expect(findNodo(root, /^x/)).toBeNull()
  expect([textOf(root, 'c'), textOf(root, 'b'), textOf(root, 'z'), textOf(null, 'c')]).toEqual([
    '2',
    '',
    '',
    '',
  ])
})
