// What a cell of a register's file says, by the class of its column (domain/rcv §3). What could be read in two ways is refused: a
// point in an amount is a decimal for one program and a thousand for another.

import { chileInstant, isDate } from '../fecha'
import type { Regla } from '../reglas'
import { parseRut } from '../rut'
import type { Clase } from './columnas'

/** What is wrong with a cell. */
export class Malo {
  constructor(
    readonly regla: Regla,
    readonly mensaje: string,
  ) {}
}

const ENTERO = new Malo('entero', 'debe ser un entero, sin puntos ni decimales')
const MONTO = new Malo('entero', 'debe ser un monto en pesos, sin puntos ni decimales')
const TASA = new Malo('numero', 'debe ser una tasa, con punto decimal')
const RUT = new Malo('rut', 'no es un RUT válido: revise el número y el dígito verificador')
const FECHA = new Malo('fecha', 'debe ser una fecha del calendario, DD/MM/AAAA')
const INSTANTE = new Malo('fecha_hora', 'debe ser una fecha y hora, DD/MM/AAAA HH:MM:SS')
const LARGO = new Malo('largo_max', 'es demasiado largo')

/** No text of the register is longer. */
const TEXTO_MAX = 300

const CONTROL = /[\u0000-\u001f\u007f]+/g

// With hyphens, and without the seconds, is what a spreadsheet makes of them when the file is saved from it.
function readDate(text: string): string | null {
  const date = `${text.slice(6, 10)}-${text.slice(3, 5)}-${text.slice(0, 2)}`
  return /^\d\d([/-])\d\d\1\d{4}$/.test(text) && isDate(date) ? date : null
}

// A day without its hour begins at midnight.
function readInstant(text: string): string | Malo {
  const match = /^(\S{10})(?: ((?:[01]\d|2[0-3]):[0-5]\d)(:[0-5]\d)?)?$/.exec(text)
  const date = match && readDate(match[1]!)
  return date
    ? chileInstant(`${date}T${match[2] ?? '00:00'}${match[3] ?? ':00'}`)
        .toISOString()
        .replace('.000Z', 'Z')
    : INSTANTE
}

export const READERS: Record<Clase, (text: string) => number | string | Malo> = {
  entero: (text) => (/^\d{1,15}$/.test(text) ? Number(text) : ENTERO),
  monto: (text) => (/^-?\d{1,15}$/.test(text) ? Number(text) + 0 : MONTO),
  tasa: (text) => (/^\d{1,9}(\.\d{1,20})?$/.test(text) ? text : TASA),
  rut: (text) => parseRut(text) ?? RUT,
  // A line break or a NUL in a name would go on into books and screens; the line itself is kept as it came.
  texto: (text) => (text.length > TEXTO_MAX ? LARGO : text.replace(CONTROL, ' ').trim()),
  fecha: (text) => readDate(text) ?? FECHA,
  instante: readInstant,
}
