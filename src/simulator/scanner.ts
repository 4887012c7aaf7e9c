// A strict, fast scanner of XML text for the door of the simulator: says whether a file is well formed and where its
// elements begin and end. It resolves nothing; judging of documents is the business of src/xml/verify.

const NAME = '[A-Za-z_:][\\w:.-]*'
const ATTRIBUTE = `\\s+${NAME}\\s*=\\s*(?:"[^"<]*"|'[^'<]*')`
const TOKEN = new RegExp(
  `<(?:(\\?)${NAME}(?:\\s[^]*?)?\\?>|!--(?:(?!--)[^])*-->|(!)\\[CDATA\\[[^]*?\\]\\]>|(/?)(${NAME})((?:${ATTRIBUTE})*)\\s*(/?)>)`,
  'y',
)
const BAD_REFERENCE = /&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-fA-F]{1,6});)/
const FORBIDDEN = /[\x00-\x08\x0b\x0c\x0e-\x1f]/

export interface Eventos {
  /** `depth` is 1 for the root; `from` is where the `<` stands, `to` behind the `>`. */
  open?(name: string, attributes: string, depth: number, from: number, to: number): void
  close?(name: string, depth: number, from: number, to: number): void
}

/** Not well formed: `code` as the SII's parser would name it. */
export class XmlFault extends Error {
  readonly code = 'LPX-00007'
  /** The text just ends too early. */
  readonly truncado: boolean

  constructor(message: string, truncado = false) {
    super(message)
    this.truncado = truncado
  }
}

interface Scanner {
  /** Goes on for about so many characters; true when the end was reached. Throws XmlFault. */
  run(characters: number): boolean
}

/** A scanner over a text; in portions, so that a long file does not hold the event loop. */
export function createScanner(text: string, eventos: Eventos): Scanner {
  const stack: string[] = []
  let at = text.startsWith('\u00ef\u00bb\u00bf') ? 3 : 0
  let rootSeen = false

  function token(): void {
    TOKEN.lastIndex = at
    const match = TOKEN.exec(text)
    if (!match)
      throw new XmlFault(`no se entiende el marcado en la posición ${at}`, text.indexOf('>', at) < 0)
    const from = at
    at = TOKEN.lastIndex
    const [, , cdata, slash, name, attributes, empty] = match
    if (cdata && !stack.length) throw new XmlFault('hay texto fuera del elemento raíz')
    if (!name) return
    if (slash) {
      const depth = stack.length
      if (stack.pop() !== name || attributes || empty)
        throw new XmlFault(`</${name}> no cierra el elemento abierto`)
      eventos.close?.(name, depth, from, at)
      return
    }
    if (!stack.length && rootSeen) throw new XmlFault('hay más de un elemento raíz')
    rootSeen = true
    if (attributes && (BAD_REFERENCE.test(attributes) || hasRepeated(attributes)))
      throw new XmlFault(`atributos mal formados en <${name}>`)
    eventos.open?.(name, attributes ?? '', stack.length + 1, from, at)
    if (empty) eventos.close?.(name, stack.length + 1, from, at)
    else stack.push(name)
  }

  function gap(to: number): void {
    const between = text.slice(at, to)
    if (!stack.length && between.trim() !== '') throw new XmlFault('hay texto fuera del elemento raíz')
    if (between.includes('&') && BAD_REFERENCE.test(between))
      throw new XmlFault(`«&» sin escapar cerca de la posición ${at}`)
    if (between.includes(']]>') || FORBIDDEN.test(between))
      throw new XmlFault(`carácter no permitido cerca de la posición ${at}`)
    at = to
  }

  return {
    run(characters) {
      const until = Math.min(text.length, at + characters)
      while (at < until) {
        const next = text.indexOf('<', at)
        if (next !== at) gap(next < 0 ? text.length : next)
        if (next >= 0) token()
      }
      if (at < text.length) return false
      if (stack.length || !rootSeen)
        throw new XmlFault(stack.length ? `falta </${stack.at(-1)}>` : 'el archivo no tiene elementos', true)
      return true
    },
  }
}

/** Scans a short text at once. Throws XmlFault. */
export const scan = (text: string, eventos: Eventos): void => void createScanner(text, eventos).run(Infinity)

/** Name without prefix. */
export const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Text with its references resolved; CDATA sections opened. */
export function unescapeXml(text: string): string {
  return text.replace(
    /<!\[CDATA\[([\s\S]*?)\]\]>|&(?:#x([\da-fA-F]+)|#(\d+)|(\w+));/g,
    (all, cdata, hex, dec, name) => {
      if (cdata !== undefined) return cdata
      if (name) return ENTITIES[name] ?? all
      const point = Number.parseInt(hex ?? dec, hex ? 16 : 10)
      return point <= 0x10ffff ? String.fromCodePoint(point) : ''
    },
  )
}

/** Text made safe for element content and attributes. */
export const escapeXml = (text: string): string =>
  text.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c]!)

function hasRepeated(attributes: string): boolean {
  const names = [...attributes.matchAll(new RegExp(`(${NAME})\\s*=\\s*(?:"[^"]*"|'[^']*')`, 'g'))].map(
    (m) => m[1],
  )
  return new Set(names).size !== names.length
}
