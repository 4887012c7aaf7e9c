// The letters of a set's text (domain/certificacion §2.1): bytes to text, words to keys, and letters that a
// copy has lost.

const UTF8 = new TextDecoder('utf-8', { fatal: true })
const LATIN = new TextDecoder('windows-1252')

interface TextoSet {
  texto: string
  /** The SII's own files are ISO-8859-1; a copy in another code may have changed letters. */
  copia: boolean
}

/** The text of a file, in whichever of the codes that copies have. */
export function decodeSet(bytes: Uint8Array): TextoSet {
  const wide = bytes[0] === 0xff && bytes[1] === 0xfe
  if (wide || (bytes[0] === 0xfe && bytes[1] === 0xff)) {
    return { texto: new TextDecoder(wide ? 'utf-16le' : 'utf-16be').decode(bytes), copia: true }
  }
  try {
    const texto = UTF8.decode(bytes)
    return { texto, copia: texto.length < bytes.length }
  } catch {
    return { texto: LATIN.decode(bytes), copia: false }
  }
}

const ASCII = /^[\t\x20-\x7e]*$/
/** Two letters that one of UTF-8 became. */
const PARTIDA = /[ÃÂ][^A-Za-z0-9 \t]/g
const PERDIDA = '\ufffd'

/** A line without the blanks that no eye tells from others, nor the control characters of old files. */
export const cleanLinea = (raw: string): string =>
  ASCII.test(raw) ? raw : raw.replace(/[\xa0\u2007\u202f\u200b\ufeff\x00-\x08\x0b-\x1f]/g, ' ')

/** Words as keys are compared: no accents, upper case, single blanks. A lost letter stays as `U+FFFD`. */
export function foldClave(text: string): string {
  const plain = ASCII.test(text)
    ? text
    : text
        .replace(PARTIDA, PERDIDA)
        .normalize('NFD')
        .replace(/[\u0300-\u036f]/g, '')
  return plain
    .toUpperCase()
    .replace(/[ \t]+/g, ' ')
    .trim()
}

/** A question mark between letters is what became of one; a page's source writes some by their names. */
const LETRA_PERDIDA = /\ufffd|[A-Za-z\xc0-\xff]\?[A-Za-z\xc0-\xff]|&(?:[A-Za-z]{2,8}|#\d{1,5});/
const SIN_LETRA = /[\x7f-\x9f]/
/** Letters that no file of the SII has: quotes that a word processor bent, and the like. */
const AJENA = /[^\0-\xff]/

const dropLetras = (text: string): string => foldClave(text).replace(/[^A-Z0-9 ]/g, '')

const countAcentos = (text: string): number => text.replace(PARTIDA, '?').match(/[\xc0-\xff]/g)?.length ?? 0

/** Names of the SII's sets whose letters are known from elsewhere: what is proposed for a copy of theirs. */
const CONOCIDOS = ['Cajón AFECTO', 'Pañuelo AFECTO', 'CAPACITACION USO CIGUEÑALES'].map((nombre) => {
  const upper = nombre.toUpperCase()
  const resto = dropLetras(upper.replace(/[^ -~]/g, ''))
  return { nombre, folded: foldClave(nombre), upper, resto, acentos: countAcentos(nombre) }
})
/** Letters that a copy of one may have more: two for one, or an entity's name. */
const LARGO_MAX = 60

/** Whether `folded`, which may have lost letters, is `known`. */
export function matchesPerdida(folded: string, known: string): boolean {
  if (folded === known) return true
  if (!/[\ufffd?]/.test(folded) || folded.length !== known.length) return false
  for (let i = 0; i < known.length; i++) {
    const letter = folded[i]
    if (letter !== known[i] && letter !== PERDIDA && letter !== '?') return false
  }
  return true
}

/**
 * How a name was damaged on its way: undefined when it was not, else what it may have been, null when
 * nothing is known. A name of the SII that came without its accents counts as damaged, too.
 */
export function findDano(nombre: string): string | null | undefined {
  const known = nombre.length > LARGO_MAX ? undefined : findConocido(nombre)
  if (known) return known
  if (LETRA_PERDIDA.test(nombre) || SIN_LETRA.test(nombre)) return null
  if (AJENA.test(nombre)) {
    const plain = nombre.replace(/[\u2018\u2019]/g, "'").replace(/[\u201c\u201d]/g, '"')
    return AJENA.test(plain) ? null : plain
  }
  return nombre.search(PARTIDA) >= 0 ? null : undefined
}

/** The known name of which this is a copy. */
function findConocido(nombre: string): string | undefined {
  const folded = foldClave(nombre)
  const resto = dropLetras(folded)
  const acentos = countAcentos(nombre)
  const upper = nombre
    .toUpperCase()
    .replace(/[ \t]+/g, ' ')
    .trim()
  // A copy loses accents: a name with as many as the known one is another.
  return CONOCIDOS.find(
    (one) =>
      acentos < one.acentos &&
      (matchesPerdida(folded, one.folded) || matchesPerdida(upper, one.upper) || resto === one.resto),
  )?.nombre
}
