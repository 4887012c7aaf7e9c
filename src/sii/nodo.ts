// Reads the SII's small XML answers into a tree of local names: prefixes differ between live replies, manuals and error
// replies, and so do namespaces (protocol-core §1.2), so neither is looked at.

/** An element: local name, own text (trimmed, unescaped) and child elements in their order. */
export interface Nodo {
  nombre: string
  texto: string
  hijos: Nodo[]
}

const TOKEN =
  /<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!\[CDATA\[([\s\S]*?)\]\]>|<(\/?)(?:[\w.-]+:)?([\w.-]+)(?:\s[^<>]*?)?(\/?)>|([^<]+)/y

const NAMED: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

/** The root element, or null when the text is not one well-formed document (cut short, HTML, plain text). */
export function readXml(xml: string): Nodo | null {
  const top: Nodo = { nombre: '', texto: '', hijos: [] }
  const open = [top]
  const text = xml.replace(/^\uFEFF/, '').trim()
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < text.length) {
    const token = TOKEN.exec(text)
    if (!token) return null
    const [, cdata, slash, nombre, empty, chars] = token
    const current = open.at(-1)!
    if (cdata !== undefined) current.texto += cdata
    else if (chars !== undefined) current.texto += unescapeXml(chars)
    else if (slash) {
      if (open.length === 1 || current.nombre !== nombre) return null
      current.texto = current.texto.trim()
      open.pop()
    } else if (nombre !== undefined) {
      const nodo = { nombre, texto: '', hijos: [] }
      current.hijos.push(nodo)
      if (!empty) open.push(nodo)
    }
  }
  const stray = open.length > 1 || top.texto.trim() !== '' || top.hijos.length !== 1
  return stray ? null : top.hijos[0]!
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

function unescapeXml(text: string): string {
  return text.replace(/&(?:#(\d+)|#[xX]([\da-fA-F]+)|(\w+));/g, (whole, decimal, hex, name) => {
    if (name !== undefined) return NAMED[name] ?? whole
    const point = decimal !== undefined ? Number(decimal) : Number.parseInt(hex, 16)
    return point <= 0x10ffff ? String.fromCodePoint(point) : whole
  })
}
