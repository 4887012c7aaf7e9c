// Reads a cell of a register's file, by the class of its column (domain/rcv §3): as the SII's page writes
// it, and as spreadsheets leave it. What could be read in two ways is read as the file's other cells show,
// else refused: a point in an amount is a decimal for one program and a thousand for another.

import { diaEnTabla, dudaDeDia, type Orden, type OrdenDeTabla, readDiaEscrito } from '../dia-escrito'
import { chileInstant } from '../fecha'
import { readingsOf } from '../numero-impreso'
import type { Regla } from '../reglas'
import { parseRut } from '../rut'
import type { Clase } from './columnas'

/** The fault of a cell. */
export class Malo {
  constructor(
    readonly regla: Regla,
    readonly mensaje: string,
  ) {}
}

const ENTERO = new Malo('entero', 'debe ser un entero, sin puntos ni decimales')
const MONTO = new Malo('entero', 'debe ser un monto en pesos, sin puntos ni decimales')
const CIENTIFICO = (regla: Regla) =>
  new Malo(
    regla,
    'la planilla lo dejó en notación científica y perdió cifras: baje el archivo otra vez y ábralo con esa columna como texto',
  )
const ERROR_DE_PLANILLA = new Malo('formato', 'es un error de la planilla, no un valor')
const TASA = new Malo('numero', 'debe ser una tasa, con punto decimal')
const RUT = new Malo('rut', 'no es un RUT válido: revise el número y el dígito verificador')
const FECHA = new Malo('fecha', 'debe ser una fecha del calendario, DD/MM/AAAA')
const INSTANTE = new Malo('fecha_hora', 'debe ser una fecha y hora, DD/MM/AAAA HH:MM:SS')
const LARGO = new Malo('largo_max', 'es demasiado largo')

/** No text of the register is longer. */
const TEXTO_MAX = 300

const CONTROL = /[\u0000-\u001f\u007f]+/g

/** How a file writes what has two readings, by its other cells: the order of days, and the sign of thousands where it shows. */
export interface Escritura {
  orden: OrdenDeTabla
  miles: string | null
}

/** The clues in the cells of a file. */
export interface Indicios {
  ordenes: Set<Orden>
  miles: Set<string>
  /** Cells with two readings stood there. */
  dudosos: boolean
  /** Days with two readings stood there. */
  dias: boolean
}

/** The page's own writing. */
const DE_LA_PAGINA: Escritura = { orden: 'd', miles: null }

const ABREVIADO = /^[-−(]?\d(?:[.,]\d+)?E\+?\d{1,3}\)?$/i
/** With decimals or the sign: `3E5` may be somebody's name or code. */
const ABREVIADO_EN_TEXTO = /^\d(?:[.,]\d+E\+?|E\+)\d{1,3}$/i
const ERROR = /^#(?:#*|¡?(?:VALOR|REF|DIV\/0|NUM|NULO|VALUE|NULL)[!¡]|N\/[AD]|¿?(?:NOMBRE|NAME)\?)$/i

/** A whole number in any spelling; null for what is none, `Malo` for what may be two. */
function wholeOf(text: string, { miles }: Escritura, seen?: Indicios): number | Malo | null {
  const bare = text.replace(/[$\s]/g, '')
  const negative = /^[-−]|[-−]$|^\(.*\)$/.test(bare)
  const digits = bare.replace(/^[-−(]|[-−)]$/g, '')
  const [first, other] = readingsOf(digits)
  if (first === undefined || !/^[\d.,'’]+$/.test(digits)) return null
  if (other !== undefined) {
    if (seen) seen.dudosos = true
    if (miles === null || !digits.includes(miles))
      return new Malo('entero', `«${digits}» puede ser ${first} o ${other}: escríbalo sin separador de miles`)
  } else if (/\d[.,]\d{3}[.,]\d/.test(digits)) seen?.miles.add(/[.,]/.exec(digits)![0])
  const [whole = '', fraction = ''] = first.split('.')
  if (/[1-9]/.test(fraction) || whole.length > 15) return null
  return negative ? -Number(whole) + 0 : Number(whole)
}

/** Readers of each class of column, for a file that writes so; what its cells show is noted in `seen`. */
export function createReaders(
  escritura: Escritura,
  seen?: Indicios,
): Record<Clase, (text: string) => number | string | Malo> {
  const dayOf = (text: string, bad: Malo) => {
    const day = readDiaEscrito(text)
    if (!day) return bad
    if (day.orden) seen?.ordenes.add(day.orden)
    if (seen && day.lecturas.length > 1) seen.dias = true
    const date = diaEnTabla(day, escritura.orden)
    return date === null ? new Malo(bad.regla, dudaDeDia(day)) : { date, hora: day.hora }
  }
  return {
    entero(text) {
      if (/^\d{1,15}$/.test(text)) return Number(text)
      if (ABREVIADO.test(text)) return CIENTIFICO('entero')
      const value = wholeOf(text, escritura, seen)
      return value === null || (typeof value === 'number' && value < 0) ? ENTERO : value
    },
    monto(text) {
      if (/^-?\d{1,15}$/.test(text)) return Number(text) + 0
      if (ABREVIADO.test(text)) return CIENTIFICO('entero')
      return wholeOf(text, escritura, seen) ?? MONTO
    },
    tasa(text) {
      const bare = text.replace(/\s*%$/, '').replace(',', '.')
      return /^\d{1,9}(\.\d{1,20})?$/.test(bare) ? bare : TASA
    },
    rut: (text) => parseRut(text.replace(/\s/g, '').replace(/[‐-―−]/g, '-')) ?? RUT,
    // A line break or a NUL in a name would go on into books and screens; the line itself is kept as it came.
    texto(text) {
      if (text.length > TEXTO_MAX) return LARGO
      if (ABREVIADO_EN_TEXTO.test(text)) return CIENTIFICO('formato')
      return ERROR.test(text) ? ERROR_DE_PLANILLA : text.replace(CONTROL, ' ').trim()
    },
    fecha(text) {
      const day = dayOf(text, FECHA)
      return day instanceof Malo ? day : day.date
    },
    // A day without its hour begins at midnight.
    instante(text) {
      const day = dayOf(text, INSTANTE)
      if (day instanceof Malo) return day
      return chileInstant(`${day.date}T${day.hora ?? '00:00:00'}`)
        .toISOString()
        .replace('.000Z', 'Z')
    },
  }
}

export const READERS = createReaders(DE_LA_PAGINA)
