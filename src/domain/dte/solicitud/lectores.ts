// Readers of single JSON values, strict about types: they note every fault instead of stopping at the first (http §0.2).

import { decimalOfNumber, divideRounded, micro, parseDecimal } from '../../decimal'
import { isDate, parseInstante } from '../../fecha'
import { parseRut } from '../../rut'
import { LETRAS_IMPRESAS, normalizeTexto, showChar, type Texto } from '../../texto'
import type { Decimal } from '../dte'
import { type Lector, wrongType } from './lectura'

/** Longest text in bytes once `&`, `<` and `>` are escaped: the SII's gate breaks on lines of 4090 (xml §1.2). */
const LINE_MAX = 4000

/** Whether a text stands on one line of the file, written as XML. */
export const fitsLine = (text: string): boolean =>
  text.length <= LINE_MAX / 5 || text.replace(/[&<>]/g, '&amp;').length <= LINE_MAX

/** Times the length of a field that a text may have before its runs of blanks become one. */
const BLANKS = 100

/** The alphabets of a text: the SII's files, or the printed page alone. */
const ALFABETOS = {
  sii: { quien: 'el SII no admite', normalize: (text: string): Texto => normalizeTexto(text) },
  papel: {
    quien: 'la letra con que se imprime no tiene',
    normalize: (text: string): Texto => normalizeTexto(text, LETRAS_IMPRESAS),
  },
}

const textoDe =
  (max: number, { quien, normalize }: (typeof ALFABETOS)['sii']): Lector<string> =>
  (valor, campo, l) => {
    if (typeof valor !== 'string') return wrongType(valor, campo, 'un texto', l)
    // Blanks are measured as one: a text that is mostly blanks fits still, one of a megabyte is not looked through.
    if (valor.length > BLANKS * max) {
      return l.fault(campo, 'largo_max', `${campo} tiene ${valor.length} caracteres y admite ${max}`)
    }
    const { texto: text, transliterados, rechazados } = normalize(valor)
    if (rechazados.length) {
      const shown = rechazados.slice(0, 5).map(showChar).join(', ')
      return l.fault(campo, 'caracter', `${campo} tiene caracteres que ${quien}: ${shown}`)
    }
    if (text === '') return l.fault(campo, 'vacio', `${campo} no puede estar vacío`)
    if (text.length > max) {
      return l.fault(campo, 'largo_max', `${campo} tiene ${text.length} caracteres y admite ${max}`)
    }
    if (!fitsLine(text)) {
      return l.fault(campo, 'largo_max', `${campo} es demasiado largo una vez escrito en XML`)
    }
    if (transliterados.length) {
      const shown = transliterados.map(showChar).join(', ')
      l.warn(
        'TRANSLITERATED',
        campo,
        `En ${campo} se reemplazó ${shown} por caracteres que sí se pueden escribir`,
      )
    }
    return text
  }

/** One line of ISO-8859-1 of at most `max` characters; overlong text is refused, not cut. */
export const texto = (max: number): Lector<string> => textoDe(max, ALFABETOS.sii)

/** The same of a text that is only printed: it takes whatever the font of the page has. */
export const textoImpreso = (max: number): Lector<string> => textoDe(max, ALFABETOS.papel)

/** One of a closed list of texts. */
export const opcion =
  <T extends string>(valores: readonly T[]): Lector<T> =>
  (valor, campo, l) => {
    if (typeof valor !== 'string') return wrongType(valor, campo, 'un texto', l)
    if (valores.includes(valor as T)) return valor as T
    return l.fault(campo, 'valor', `${campo} debe ser uno de: ${valores.join(', ')}`)
  }

interface LimitesEntero {
  desde?: number
  hasta?: number
  valores?: readonly number[]
}

/** A JSON integer; `"33"` is not one. */
export const entero =
  <T extends number = number>({ desde, hasta, valores }: LimitesEntero = {}): Lector<T> =>
  (valor, campo, l) => {
    if (typeof valor !== 'number') return wrongType(valor, campo, 'un número entero', l)
    if (Number.isInteger(valor) && !Number.isSafeInteger(valor)) {
      return l.fault(campo, 'maximo', `${campo} admite 15 cifras`)
    }
    if (!Number.isInteger(valor)) {
      return l.fault(campo, 'entero', `${campo} debe ser un número entero, sin decimales`)
    }
    if (valores && !valores.includes(valor)) {
      return l.fault(campo, 'valor', `${campo} debe ser uno de: ${valores.join(', ')}`)
    }
    if (desde !== undefined && valor < desde)
      return l.fault(campo, 'minimo', `${campo} debe ser ${desde} o más`)
    if (hasta !== undefined && valor > hasta)
      return l.fault(campo, 'maximo', `${campo} debe ser ${hasta} o menos`)
    return valor as T
  }

/** Largest amount Timbre takes: beyond it a JSON number is no longer exact. */
export const MONTO_MAX = 999_999_999_999_999

/** The same for an amount of 4 decimals. */
export const MONTO_EXTRANJERO_MAX = 99_999_999_999

/** Largest equivalent in pesos of a foreign amount: the schema has 14 digits for it (`OtraMoneda`). */
export const EQUIVALENTE_MAX = 99_999_999_999_999

/** Pesos: an integer. A decimal amount is refused, not rounded. */
export function pesos(desde = 0): Lector<Decimal> {
  const leer = entero({ desde, hasta: MONTO_MAX })
  return (valor, campo, l) => {
    if (typeof valor === 'number' && Number.isFinite(valor) && !Number.isInteger(valor)) {
      return l.fault(campo, 'entero', `${campo} está en pesos y no admite decimales`)
    }
    const amount = leer(valor, campo, l)
    return amount === undefined ? undefined : String(amount)
  }
}

interface LimitesDecimal {
  decimales: number
  /** Digits before the point. */
  enteros?: number
  desde?: Decimal
  hasta?: Decimal
  /** `desde` itself is refused too. */
  mayorQue?: boolean
}

/** A value with more decimals than a field admits, rounded to as many; null where that is none, or cannot be told exactly. */
function roundedHint(valor: number | string, decimales: number): string | null {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d{1,9})\.(\d{1,40})$/.exec(String(valor)) ?? []
  if (fraction.length <= decimales) return null
  const rounded = divideRounded(BigInt(whole + fraction), 10n ** BigInt(fraction.length - decimales))
  const digits = String(rounded).padStart(decimales + 1, '0')
  const point = digits.length - decimales
  return sign + digits.slice(0, point) + (decimales ? `.${digits.slice(point)}` : '')
}

/** A decimal as JSON number or, for who fears floats, as text. */
export function numero({ decimales, enteros = 12, desde, hasta, mayorQue }: LimitesDecimal): Lector<Decimal> {
  const minimo = desde === undefined ? undefined : micro(desde)
  const maximo = hasta === undefined ? undefined : micro(hasta)
  return (valor, campo, l) => {
    if (typeof valor !== 'number' && typeof valor !== 'string') return wrongType(valor, campo, 'un número', l)
    const value = typeof valor === 'number' ? decimalOfNumber(valor) : parseDecimal(valor)
    const rounded = value === null ? roundedHint(valor, decimales) : null
    if (rounded !== null)
      return l.fault(campo, 'decimales', `${campo} admite ${decimales} decimales: redondéelo a ${rounded}`)
    if (value === null) {
      const remedy = typeof valor === 'number' ? '; con más de 15 cifras envíelo como texto' : ''
      return l.fault(campo, 'numero', `${campo} no es un número decimal exacto${remedy}`)
    }
    const dot = value.indexOf('.')
    const fraction = dot < 0 ? 0 : value.length - dot - 1
    if (fraction > decimales) {
      const hint = roundedHint(valor, decimales)
      const remedy = hint === null ? ', redondéelo' : `: redondéelo a ${hint}`
      return l.fault(
        campo,
        'decimales',
        `${campo} admite ${decimales} decimales y tiene ${fraction}${remedy}`,
      )
    }
    const whole = (dot < 0 ? value.length : dot) - (value.startsWith('-') ? 1 : 0)
    if (whole > enteros) return l.fault(campo, 'maximo', `${campo} admite ${enteros} cifras enteras`)
    const amount = micro(value)
    if (minimo !== undefined) {
      if (mayorQue && amount <= minimo)
        return l.fault(campo, 'minimo', `${campo} debe ser mayor que ${desde}`)
      if (amount < minimo) return l.fault(campo, 'minimo', `${campo} debe ser ${desde} o más`)
    }
    if (maximo !== undefined && amount > maximo) {
      return l.fault(campo, 'maximo', `${campo} debe ser ${hasta} o menos`)
    }
    return value
  }
}

/** A date `YYYY-MM-DD` within the years the schema admits. */
export const fecha: Lector<string> = (valor, campo, l) => {
  if (typeof valor !== 'string') return wrongType(valor, campo, 'una fecha AAAA-MM-DD', l)
  if (isDate(valor) && valor >= '2000-01-01' && valor <= '2050-12-31') return valor
  return l.fault(campo, 'fecha', `${campo} debe ser una fecha AAAA-MM-DD que exista`)
}

/** A time of day; seconds may be left out. */
export const hora: Lector<string> = (valor, campo, l) => {
  if (typeof valor !== 'string') return wrongType(valor, campo, 'una hora HH:MM:SS', l)
  const match = /^([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?$/.exec(valor)
  if (match) return `${match[1]}:${match[2]}:${match[3] ?? '00'}`
  return l.fault(campo, 'hora', `${campo} debe ser una hora HH:MM o HH:MM:SS`)
}

/** A date and hour of Chile as the schema writes them, without zone. */
export const fechaHora: Lector<string> = (valor, campo, l) => {
  if (typeof valor !== 'string') return wrongType(valor, campo, 'una fecha y hora AAAA-MM-DDTHH:MM:SS', l)
  const [, dia, hora] = /^(.{10})T((?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d)$/.exec(valor) ?? []
  if (hora && isDate(dia!) && dia! >= '2000-01-01' && dia! <= '2050-12-31') return valor
  return l.fault(campo, 'fecha_hora', `${campo} debe ser una fecha y hora AAAA-MM-DDTHH:MM:SS que existan`)
}

/** An instant with its zone; an hour without one is nobody's. */
export const instante: Lector<Date> = (valor, campo, l) => {
  const example = 'un instante ISO 8601 con zona, por ejemplo 2026-11-20T14:00:00Z'
  if (typeof valor !== 'string') return wrongType(valor, campo, example, l)
  return parseInstante(valor) ?? l.fault(campo, 'instante', `${campo} debe ser ${example}`)
}

export const rut: Lector<string> = (valor, campo, l) => {
  if (typeof valor !== 'string') return wrongType(valor, campo, 'un texto', l)
  return (
    parseRut(valor) ??
    l.fault(campo, 'rut', `${campo} no es un RUT válido: revise el dígito verificador`, 'INVALID_RUT')
  )
}

export const booleano: Lector<boolean> = (valor, campo, l) =>
  typeof valor === 'boolean' ? valor : wrongType(valor, campo, 'verdadero o falso', l)

/** Text or integer, for folios and codes that clients keep as either. */
export function textoOEntero(max: number): Lector<string> {
  const leer = texto(max)
  return (valor, campo, l) =>
    leer(typeof valor === 'number' && Number.isSafeInteger(valor) ? String(valor) : valor, campo, l)
}
