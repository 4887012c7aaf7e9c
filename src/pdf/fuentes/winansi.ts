// The one-byte alphabet of the printed page: WinAnsiEncoding (PDF 32000-1, annex D.2), a superset of ISO-8859-1's
// printable characters. Text is kept as a string whose char codes are the bytes, so that a page is written as Latin-1.

// Codes 0x80 to 0x9F, the only ones that differ from Unicode; a blank is a code without a character.
const ALTOS = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ'

const CODIGO = new Map(
  Array.from(ALTOS, (letter, i) => [letter, String.fromCharCode(0x80 + i)] as const).filter(
    ([letter]) => letter !== ' ',
  ),
)

const FUERA = /[^\x20-\x7e\x80\x82-\x8c\x8e\x91-\x9c\x9e\x9f\xa1-\xac\xae-\xff]/gu

/** The Unicode character of each code, '' where the encoding has none. */
export const WINANSI: readonly string[] = Array.from({ length: 256 }, (_, code) => {
  if (code < 0x20 || code === 0x7f) return ''
  if (code >= 0x80 && code < 0xa0) return ALTOS[code - 0x80]!.trim()
  return String.fromCharCode(code)
})

/**
 * Text as WinAnsi codes: what the alphabet lacks loses its accent, blanks become plain ones, the rest becomes `?`. Codes
 * pass unchanged, so text may come by twice.
 */
export function toWinAnsi(text: string): string {
  return text.replace(FUERA, (c) => {
    if (/\s/.test(c)) return ' '
    if (c === '−') return '-'
    const code = CODIGO.get(c)
    if (code) return code
    if (/\p{C}/u.test(c)) return ''
    const base = c.normalize('NFKD').replace(/\p{M}/gu, '')
    return base !== c && base !== '' ? toWinAnsi(base) : base === '' ? '' : '?'
  })
}

/** The inverse of `toWinAnsi`, for whoever reads a page back. */
export const fromWinAnsi = (codes: string): string =>
  codes.replace(/[\x80-\x9f]/g, (c) => WINANSI[c.charCodeAt(0)]!)
