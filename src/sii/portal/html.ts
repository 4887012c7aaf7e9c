// Reads the pages of the portal: by names, never by position, since the order of fields and the quotes of attributes change from one
// load to the next (sii §11.4).

const ENTIDADES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  aacute: 'á',
  eacute: 'é',
  iacute: 'í',
  oacute: 'ó',
  uacute: 'ú',
  ntilde: 'ñ',
  uuml: 'ü',
  Aacute: 'Á',
  Eacute: 'É',
  Iacute: 'Í',
  Oacute: 'Ó',
  Uacute: 'Ú',
  Ntilde: 'Ñ',
  Uuml: 'Ü',
  ordm: 'º',
  deg: '°',
  iexcl: '¡',
  iquest: '¿',
}

/** Text of HTML with its entities resolved; unknown ones stay. */
export const unescapeHtml = (text: string): string =>
  text.replace(/&(#x?[\da-f]+|\w+);/gi, (whole, name: string) => {
    if (name[0] !== '#') return ENTIDADES[name] ?? whole
    const code = name[1]?.toLowerCase() === 'x' ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
    return Number.isInteger(code) && code > 0 && code < 0x110000 ? String.fromCodePoint(code) : whole
  })

/** A page without what is not said to people: scripts, styles, comments. */
export const visible = (html: string): string =>
  html.replace(/<!--[\s\S]*?-->|<(script|style)\b[\s\S]*?<\/\1\s*>/gi, ' ')

/** The words of a page, tags taken away. */
export const textOf = (html: string): string =>
  unescapeHtml(visible(html).replace(/<[^>]*>/g, ' '))
    .replace(/\s+/g, ' ')
    .trim()

/** The title of a page; empty without one. */
export const titleOf = (html: string): string =>
  unescapeHtml(/<title[^>]*>([\s\S]*?)<\/title>/i.exec(html)?.[1] ?? '').trim()

/** A form: where it goes and what it holds, by name. Of a choice the chosen value; `opciones` has all of each, with its words. */
export interface Formulario {
  nombre: string
  action: string
  method: 'GET' | 'POST'
  campos: Map<string, string>
  opciones: Map<string, { valor: string; texto: string }[]>
}

/** Attributes of a tag, names in lower case. */
function attributesOf(tag: string): Map<string, string> {
  const found = new Map<string, string>()
  const inner = tag.replace(/^<\w+/, '').replace(/\/?>$/, '')
  for (const [, name, , double, single, bare] of inner.matchAll(
    /([\w:-]+)(\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g,
  ))
    found.set(name!.toLowerCase(), unescapeHtml(double ?? single ?? bare ?? ''))
  return found
}

const TAG = /<(?:"[^"]*"|'[^']*'|[^'">])*>/

/** Every form of a page, in its order; those that a script would write are none. */
export function formsOf(html: string): Formulario[] {
  return [...visible(html).matchAll(/<form\b[\s\S]*?(?=<\/form\s*>|<form\b|$)/gi)].map(([text]) => {
    const head = attributesOf(TAG.exec(text)![0])
    const form: Formulario = {
      nombre: head.get('name') || head.get('id') || '',
      action: head.get('action') ?? '',
      method: head.get('method')?.toUpperCase() === 'POST' ? 'POST' : 'GET',
      campos: new Map(),
      opciones: new Map(),
    }
    readFields(text, form)
    return form
  })
}

/** The words of a button that chooses: they stand between it and the next field, or the end of its row. */
const wordsBehind = (rest: string): string =>
  textOf(/^[\s\S]*?(?=<(?:input|select|textarea|\/tr|tr|br|\/p|p|\/form)\b|$)/i.exec(rest)![0])

function readFields(text: string, { campos, opciones }: Formulario): void {
  const add = (name: string, valor: string, texto: string): void => {
    opciones.set(name, [...(opciones.get(name) ?? []), { valor, texto }])
  }
  const FIELD =
    /<(input)\b((?:"[^"]*"|'[^']*'|[^'">])*)>|<(textarea|select)\b((?:"[^"]*"|'[^']*'|[^'">])*)>([\s\S]*?)<\/\3\s*>/gi
  for (const field of text.matchAll(FIELD)) {
    const [whole, input, ofInput, other, ofOther, body = ''] = field
    const kind = (input ?? other)!.toLowerCase()
    const attributes = attributesOf(`<${kind}${ofInput ?? ofOther}>`)
    const name = attributes.get('name')
    if (!name) continue
    const type = attributes.get('type')?.toLowerCase() ?? 'text'
    const value = attributes.get('value') ?? ''
    if (kind === 'textarea') campos.set(name, unescapeHtml(body))
    else if (kind === 'select') {
      for (const [, option, words] of body.matchAll(/(<option\b[^>]*>)([^<]*)/gi)) {
        const of = attributesOf(option!)
        const label = unescapeHtml(words!).replace(/\s+/g, ' ').trim()
        const valor = of.get('value') ?? label
        add(name, valor, label)
        if (of.has('selected') || !campos.has(name)) campos.set(name, valor)
      }
    } else if (type === 'radio' || type === 'checkbox') {
      add(name, value, wordsBehind(text.slice(field.index + whole.length)))
      if (attributes.has('checked')) campos.set(name, value)
    } else if (type !== 'submit' && type !== 'button' && type !== 'image' && type !== 'reset')
      campos.set(name, value)
  }
}

/** Where the link with these words leads; null without it. */
export function linkOf(html: string, words: RegExp): string | null {
  for (const [, tag, inner] of visible(html).matchAll(/(<a\b[^>]*>)([\s\S]*?)<\/a\s*>/gi))
    if (words.test(textOf(inner!))) return attributesOf(tag!).get('href') ?? null
  return null
}

/** Fields as a form sends them to the SII's CGIs: Latin-1, percent-encoded. */
export const encodeForm = (campos: Iterable<readonly [string, string]>): string => {
  const encode = (text: string): string =>
    [...Buffer.from(text, 'latin1')]
      .map((byte) => {
        const char = String.fromCharCode(byte)
        if (/[\w.*-]/.test(char)) return char
        return byte === 32 ? '+' : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
      })
      .join('')
  return [...campos].map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&')
}
