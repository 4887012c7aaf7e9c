import { describe, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { XmlDocument, XmlElement } from 'libxml2-wasm'
import {
  type Ambito,
  ambitoDentro,
  canonicalize,
  inheritedAmbito,
  SIN_AMBITO,
} from '../../../src/xml/verify/canonical'
import { type Elemento, hijo, hijos } from '../../../src/xml/verify/nodo'
import { readXml } from '../../../src/xml/verify/xml-reader'
import { C14N, DS } from './generador'

const NS = 'http://www.sii.cl/SiiDte'
const XSI = 'http://www.w3.org/2001/XMLSchema-instance'
// xml §3.4.
const DOCUMENTO = `<Documento ID="F1T33">
<Encabezado><Emisor><RznSoc>Ñandú &amp; Cía "O'Higgins"</RznSoc></Emisor></Encabezado>
</Documento>`

const sha1 = (texto: string) => createHash('sha1').update(texto, 'utf8').digest('base64')
const bytes = (texto: string) => Buffer.byteLength(texto, 'utf8')
const enDte = (etiqueta: string): { documento: Elemento; ambito: Ambito } => {
  const dte = readXml(`${etiqueta}${DOCUMENTO}</DTE>`)
  return { documento: hijo(dte, 'Documento')!, ambito: ambitoDentro(dte, SIN_AMBITO) }
}

describe('canonical form, vectors of xml §3.4', () => {
  test.each([
    ['DTE declares SiiDte only, stand-alone', `<DTE xmlns="${NS}">`, 158, 'WQ9Dnt/PQwfRQwhRP4iGBQEChcQ='],
    ['DTE declares nothing, stand-alone', '<DTE>', 125, 'l0jfY0HLE5TeqEJuMJohJ3phdyc='],
  ])('%s', (_, etiqueta, largo, digest) => {
    const { documento, ambito } = enDte(etiqueta)
    const canonico = canonicalize(documento, ambito)
    expect([bytes(canonico), sha1(canonico)]).toEqual([largo, digest])
  })

  test('in the EnvioDTE context', () => {
    const sobre = readXml(`<EnvioDTE xmlns="${NS}" xmlns:xsi="${XSI}"><DTE>${DOCUMENTO}</DTE></EnvioDTE>`)
    const documento = hijo(hijo(sobre, 'DTE'), 'Documento')!
    const canonico = canonicalize(documento, inheritedAmbito(documento))
    expect([bytes(canonico), sha1(canonico)]).toEqual([212, '8Wo+7Q/w4mnpqXjgCv0+gXGKA9c='])
  })

  test('a file with CRLF line ends gives the first row', () => {
    const dte = readXml(`<DTE xmlns="${NS}">${DOCUMENTO.replaceAll('\n', '\r\n')}</DTE>`)
    const canonico = canonicalize(hijo(dte, 'Documento')!, ambitoDentro(dte, SIN_AMBITO))
    expect(sha1(canonico)).toBe('WQ9Dnt/PQwfRQwhRP4iGBQEChcQ=')
  })

  test('SignedInfo alone and with xsi in scope', () => {
    const info =
      `<SignedInfo><CanonicalizationMethod Algorithm="${C14N}"/><SignatureMethod Algorithm="${DS}rsa-sha1"/>` +
      `<Reference URI="#F1T33"><Transforms><Transform Algorithm="${C14N}"/></Transforms><DigestMethod Algorithm="${DS}sha1"/>` +
      '<DigestValue>WQ9Dnt/PQwfRQwhRP4iGBQEChcQ=</DigestValue></Reference></SignedInfo>'
    const firma = readXml(`<Signature xmlns="${DS}">${info}</Signature>`)
    const canonico = (heredado: Ambito) =>
      canonicalize(hijo(firma, 'SignedInfo')!, ambitoDentro(firma, heredado))
    expect([bytes(canonico(SIN_AMBITO)), sha1(canonico(SIN_AMBITO))]).toEqual([
      546,
      'GP+zrVY/SI8Gv4V8vIAujZDR+1o=',
    ])
    const enSobre = new Map([
      ['', NS],
      ['xsi', XSI],
    ])
    expect([bytes(canonico(enSobre)), sha1(canonico(enSobre))]).toEqual([600, 'FxlZGF3cCeLBnb79vuMGRPrct9s='])
  })
})

describe('canonical form against libxml2', () => {
  /** Every element of a document canonicalised in its place, here and by libxml2. */
  const compare = (xml: string) => {
    const doc = XmlDocument.fromString(xml)
    try {
      const visit = (aqui: Elemento, alla: XmlElement) => {
        expect(canonicalize(aqui, inheritedAmbito(aqui))).toBe(alla.canonicalizeToString())
        let nodo = alla.firstChild
        for (const dentro of hijos(aqui)) {
          while (!(nodo instanceof XmlElement)) nodo = nodo!.next
          visit(dentro, nodo)
          nodo = nodo.next
        }
      }
      visit(readXml(xml), doc.root)
    } finally {
      doc.dispose()
    }
  }

  test.each([
    [
      'prefixes, redeclared and undeclared namespaces',
      '<p:a xmlns:p="urn:u1" xmlns="urn:u2"><b xmlns=""><p:c xmlns:p="urn:u3"/></b><c xmlns:q="urn:u4" q:z="1" a="2"/></p:a>',
    ],
    [
      'a ds: prefix on the signature',
      `<a xmlns="urn:u"><ds:Signature xmlns:ds="${DS}"><ds:SignedInfo><ds:x/></ds:SignedInfo></ds:Signature></a>`,
    ],
    [
      'entities, CDATA, comments and references',
      '<a b="&lt;&quot;&#10;&#9;x"><!-- c -->&lt;&amp;&gt;\'"<![CDATA[<&]]>&#13;\u0085\u00a0</a>',
    ],
    [
      'repeated declarations',
      '<a xmlns="urn:u" xmlns:s="urn:v"><b xmlns="urn:u" xmlns:s="urn:v"><c xmlns:s="urn:w" s:k="1"/></b></a>',
    ],
  ])('%s', (_, xml) => compare(xml))

  test('any tree of elements, namespaces, attributes and text', () => {
    const nombre = fc.constantFrom('a', 'b', 'p:a', 'q:b')
    const texto = fc.string({
      unit: fc.constantFrom('x', 'Ñ', ' ', '\n', '&amp;', '&gt;', '"', "'"),
      maxLength: 6,
    })
    const espacios = fc.subarray(
      ['xmlns="urn:u1"', 'xmlns="urn:u2"', 'xmlns:p="urn:u3"', 'xmlns:q="urn:u4"'],
      {
        maxLength: 2,
      },
    )
    const atributos = fc.subarray(['k="1"', 'a="&lt;"', 'p:k="2"', 'q:j="3"'], { maxLength: 3 })
    const elemento = (dentro: fc.Arbitrary<string[]>) =>
      fc.tuple(nombre, espacios, atributos, texto, dentro, texto).map(([n, e, a, antes, hijos, despues]) => {
        const unicos = e.filter((x, i) => e.findIndex((y) => y.split('=')[0] === x.split('=')[0]) === i)
        return `<${n} ${[...unicos, ...a].join(' ')}>${antes}${hijos.join('')}${despues}</${n}>`
      })
    const { arbol } = fc.letrec<{ arbol: string }>((tie) => ({
      arbol: fc.oneof(
        { maxDepth: 3 },
        elemento(fc.constant([])),
        elemento(fc.array(tie('arbol'), { maxLength: 3 })),
      ),
    }))
    fc.assert(
      fc.property(arbol, (xml) => compare(`<raiz xmlns:p="urn:r1" xmlns:q="urn:r2">${xml}</raiz>`)),
      { numRuns: 150 },
    )
  })
})
