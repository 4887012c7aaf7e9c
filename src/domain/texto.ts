// Text as the SII's files can carry it: one line, ISO-8859-1, no control characters (contract §0, formato-dte.md §4.4).

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
  let texto = ''
  for (const char of source.normalize('NFC')) {
    const code = char.codePointAt(0)!
    if ((code >= 0x20 && code < 0x7f) || (code >= 0xa1 && code <= 0xff)) texto += char
    else if (/\s/.test(char) && code !== 0xfeff) texto += ' '
    else if (mas.includes(char)) texto += char
    else if (TRANSLITERATION[char] !== undefined) {
      texto += TRANSLITERATION[char]
      transliterados.add(char)
    } else rechazados.add(char)
  }
  return {
    texto: texto.replace(/ +/g, ' ').trim(),
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
