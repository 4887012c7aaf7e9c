// Reads the SII's small XML answers into a tree of local names: prefixes differ between live replies, manuals and error
// replies, and so do namespaces (sii §1.2), so neither is looked at. Never for what is signed: it alters bytes.

import type { X2jOptions, XMLParser } from 'fast-xml-parser'

/** An element: local name, own text (trimmed, unescaped) and child elements in their order. */
export interface Nodo {
  nombre: string
  texto: string
  hijos: Nodo[]
}

/** The parser's element, `{ name: children }`, or its piece of text, `{ '#text': text }`. */
type Parsed = Record<string, Parsed[] | string>

const OPTIONS: X2jOptions = {
  preserveOrder: true,
  removeNSPrefix: true,
  // Numbers stay as they were written: leading zeros, fifteen digits.
  parseTagValue: false,
  // Pieces of a text are joined before they are trimmed.
  trimValues: false,
  ignorePiTags: true,
  // Without it numeric references stay as they are.
  htmlEntities: true,
  maxNestedTags: 100,
  // A name becomes the only key of an object of its own; __proto__ and its like are refused before this is asked.
  onDangerousProperty: (name) => name,
  // The parser takes any closing tag for the one that is due: `isWhole` looks where they stand.
  captureMetaData: true,
  jPath: false,
}
const OPENING = /<(?:[\w.-]+:)?([\w.-]+)(?=[\s/>])/y
const CLOSING = /^<\/(?:[\w.-]+:)?([\w.-]+)\s*>$/
const ASIDE = /\s*(?:<!--[\s\S]*?-->|<\?[\s\S]*?\?>)/y

interface Reader {
  parser: XMLParser
  /** The key of an element's place. */
  place: symbol
}

let loaded: Reader | undefined

// Loaded with the first answer: it would be a twentieth of the time that a start takes.
function reader(): Reader {
  if (loaded) return loaded
  const { XMLParser } = require('fast-xml-parser') as typeof import('fast-xml-parser')
  loaded = { parser: new XMLParser(OPTIONS), place: XMLParser.getMetaDataSymbol() as symbol }
  return loaded
}

/**
 * The root element, or null when the text is not one well-formed document (cut short, HTML, plain text), nests more than
 * a hundred deep, or has a DOCTYPE, whose entities nobody here expands.
 */
export function readXml(xml: string): Nodo | null {
  // Places are counted after line ends were made one. A byte order mark is a blank to `trim`.
  const text = xml.trim().replace(/\r\n?/g, '\n')
  if (text.includes('<!DOCTYPE')) return null
  try {
    const [root, ...more]: Parsed[] = reader().parser.parse(text)
    if (!root || more.length > 0) return null
    const { startIndex, endIndex } = placeOf(root)
    const alone = afterAsides(text.slice(0, startIndex)) + afterAsides(text.slice(endIndex)) === ''
    return alone ? nodoOf(root, text) : null
  } catch {
    return null
  }
}

function nodoOf(parsed: Parsed, text: string): Nodo | null {
  const [[nombre, content] = []] = Object.entries(parsed)
  if (!nombre || !Array.isArray(content) || !isWhole(parsed, nombre, text)) return null
  const nodo: Nodo = { nombre, texto: '', hijos: [] }
  for (const child of content) {
    const chars = child['#text']
    if (typeof chars === 'string') nodo.texto += chars
    else {
      const hijo = nodoOf(child, text)
      if (!hijo) return null
      nodo.hijos.push(hijo)
    }
  }
  nodo.texto = nodo.texto.trim()
  return nodo
}

/** Whether an element begins with a tag of its name and ends with its own closing tag, or with the same one. */
function isWhole(parsed: Parsed, nombre: string, text: string): boolean {
  const { startIndex, endIndex } = placeOf(parsed)
  OPENING.lastIndex = startIndex
  if (endIndex === undefined || OPENING.exec(text)?.[1] !== nombre) return false
  const last = text.lastIndexOf('<', endIndex - 1)
  if (last === startIndex) return text.endsWith('/>', endIndex)
  const apart = text.lastIndexOf('>', last) > text.lastIndexOf('<', last - 1)
  return apart && CLOSING.exec(text.slice(last, endIndex))?.[1] === nombre
}

const placeOf = (parsed: Parsed): { startIndex: number; endIndex?: number } =>
  Reflect.get(parsed, reader().place)

/** The text after the comments, processing instructions and blanks at its head. */
export function afterAsides(text: string): string {
  let end = 0
  while (ASIDE.test(text)) end = ASIDE.lastIndex
  return text.slice(end).trimStart()
}

/** The first element of that local name, the node itself included, in document order. */
export function findNodo(nodo: Nodo, nombre: string | RegExp): Nodo | null {
  if (typeof nombre === 'string' ? nodo.nombre === nombre : nombre.test(nodo.nombre)) return nodo
  for (const hijo of nodo.hijos) {
    const found = findNodo(hijo, nombre)
    if (found) return found
  }
  return null
}

/** Text of a direct child; empty when there is none. */
export const textOf = (nodo: Nodo | null, nombre: string): string =>
  nodo?.hijos.find((hijo) => hijo.nombre === nombre)?.texto ?? ''
