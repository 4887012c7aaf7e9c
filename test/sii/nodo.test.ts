import { describe, expect, test } from 'bun:test'
import { findNodo, readXml, textOf } from '../../src/sii/nodo'

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
