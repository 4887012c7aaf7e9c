// Text as the SII's files can carry it: one line, ISO-8859-1, no control characters (http §0.2, domain/dte §2.5).

/** Characters outside ISO-8859-1 that people paste in, and what stands for each. A fixed list: the rest is refused. */
const TRANSLITERATION: Readonly<Record<string, string>> = {
  '‐': '-',
  '‑': '-',
  '‒': '-',
  '–': '-',
  '—': '-',
  '―': '-',
  '−': '-',
  '‘': "'",
  '’': "'",
  '‚': "'",
  '‛': "'",
  '′': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '‟': '"',
  '″': '"',
  '…': '...',
  '•': '·',
  '€': 'EUR',
  '™': '(TM)',
  Œ: 'OE',
  œ: 'oe',
  Š: 'S',
  š: 's',
  Ž: 'Z',
  ž: 'z',
  Ÿ: 'Y',
  '‹': '<',
  '›': '>',
  '⁄': '/',
  '\u200b': '',
  '\u200c': '',
  '\u200d': '',
  '\u2060': '',
  '\ufeff': '',
}

/** The characters beyond ISO-8859-1 that the printed page and its font have (WinAnsiEncoding). */
export const LETRAS_IMPRESAS = '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ'

export interface Texto {
  texto: string
  /** The characters that were replaced by others, in order of appearance. */
  transliterados: string[]
  /** The characters that cannot be written, in order of appearance. */
  rechazados: string[]
}

const PLAIN = /^[\x21-\x7e\xa1-\xff]+(?: [\x21-\x7e\xa1-\xff]+)*$/
const PLAIN_BUT_BLANKS = /^[\t\n\r\x20-\x7e\xa1-\xff]*$/

/**
 * Makes a text one line of ISO-8859-1 and of the characters of `mas`, and says what it had to replace and what it could not
 * write.
 */
export function normalizeTexto(source: string, mas = ''): Texto {
  // Nearly every text is already as it must be.
  if (PLAIN.test(source)) return { texto: source, transliterados: [], rechazados: [] }
  // Letter by letter costs five times as much.
  if (PLAIN_BUT_BLANKS.test(source))
    return {
      texto: source.replace(/[\t\n\r ]{2,}|[\t\n\r]/g, ' ').trim(),
      transliterados: [],
      rechazados: [],
    }
  const transliterados = new Set<string>()
  const rechazados = new Set<string>()
  const writeForeign = (char: string): string => {
    // U+FEFF is a blank for JavaScript alone.
    if (char !== '\ufeff' && /\s/.test(char)) return ' '
    if (mas.includes(char)) return char
    const written = TRANSLITERATION[char]
    if (written === undefined) rechazados.add(char)
    else transliterados.add(char)
    return written ?? ''
  }
  const text = source.normalize('NFC')
  let texto = ''
  // A megabyte of foreign characters comes this way: only what is not plain is looked at, and of what repeats itself the first.
  const writing = new Map<number, string>()
  let from = 0
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if ((unit >= 0x20 && unit < 0x7f) || (unit >= 0xa1 && unit <= 0xff)) continue
    const at = i
    const code = text.codePointAt(i)!
    if (code > 0xffff) i++
    let written = writing.get(code)
    if (written === undefined) {
      written = writeForeign(String.fromCodePoint(code))
      writing.set(code, written)
    }
    if (at > from || written) texto += text.slice(from, at) + written
    from = i + 1
  }
  return {
    texto: (texto + text.slice(from)).replace(/ +/g, ' ').trim(),
    transliterados: [...transliterados],
    rechazados: [...rechazados],
  }
}

/** A character as it can be shown in a message: itself, or its code when it has no picture. */
export function showChar(char: string): string {
  const code = char.codePointAt(0)!
  const hex = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`
  return code < 0x20 || (code >= 0x7f && code < 0xa0) ? hex : `«${char}» (${hex})`
}

/** A text as searches compare it: without accents and capitals, one blank between words. */
export const foldText = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim()
