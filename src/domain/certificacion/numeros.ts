// Numbers of a set's text (domain/certificacion §2.1): integers, decimals with a point, percentages on
// either side of their sign.

import { parseDecimal } from '../decimal'

export interface NumeroTexto {
  valor: string
  /** The other reading of `1.234`, where neither is certain. */
  otro?: string
}

const ENTERO = /^-?\d{1,15}$/
const UNA_MARCA = /^-?\d{1,15}[.,]\d{1,6}$/
const MILES = /^-?\d{1,3}(?:\.\d{3}){1,4}$|^-?\d{1,3}(?:,\d{3}){1,4}$/
const MILES_Y_DECIMALES = /^-?\d{1,3}(?:\.\d{3}){1,4},\d{1,6}$|^-?\d{1,3}(?:,\d{3}){1,4}\.\d{1,6}$/

const dropMarcas = (text: string): string => text.replace(/[.,]/g, '')
const asDecimal = (text: string): string => {
  const last = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','))
  return `${dropMarcas(text.slice(0, last))}.${text.slice(last + 1)}`
}

/**
 * A number of the text, null when it is none. `decimales`: whether the place may have decimals, as amounts
 * in foreign currency have; a number that could be either is read as its place has it.
 */
export function readNumero(text: string, decimales = false): NumeroTexto | null {
  const plain = text.replace(/^\$ ?/, '').replace(/^[-−–] ?/, '-')
  if (plain.length > 24) return null
  const canonical = (value: string): string => parseDecimal(value)!
  if (ENTERO.test(plain)) return { valor: canonical(plain) }
  if (MILES_Y_DECIMALES.test(plain)) return { valor: canonical(asDecimal(plain)) }
  if (MILES.test(plain)) {
    const miles = canonical(dropMarcas(plain))
    const marcas = plain.length - dropMarcas(plain).length
    if (marcas > 1) return { valor: miles }
    const partes = canonical(asDecimal(plain))
    return decimales ? { valor: partes, otro: miles } : { valor: miles, otro: partes }
  }
  return UNA_MARCA.test(plain) ? { valor: canonical(asDecimal(plain)) } : null
}

const PORCENTAJE = /^(?:% ?(\d{1,3}(?:[.,]\d{1,2})?)|(\d{1,3}(?:[.,]\d{1,2})?) ?%?)$/

/** A percentage written `12%`, `12 %`, `%12` or `12`; null when it is none. */
export function readPorcentaje(text: string): string | null {
  const match = PORCENTAJE.exec(text.trim())
  return match && parseDecimal((match[1] ?? match[2])!.replace(',', '.'))
}

/** No letter touches its digits: of `%1o` nobody knows the rest. */
const CON_SIGNO = /% ?(\d{1,3}(?:[.,]\d{1,2})?)(?![\w.,]*\w)|(?<![\w.,])(\d{1,3}(?:[.,]\d{1,2})?) ?%/

/** The percentage within a sentence, and the sentence without it; null when there is none. */
export function findPorcentaje(text: string): { pct: string; resto: string } | null {
  const match = CON_SIGNO.exec(text)
  if (!match) return null
  const resto = `${text.slice(0, match.index)} ${text.slice(match.index + match[0].length)}`
  return {
    pct: parseDecimal((match[1] ?? match[2])!.replace(',', '.'))!,
    resto: resto.replace(/ +/g, ' ').trim(),
  }
}
