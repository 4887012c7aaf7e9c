// The request of a series as one of its dates writes it out (areas/recurrentes §1): words in braces, and dates that are told from its own.

import { montoEscrito } from '../cifras'
import type { Decimal } from '../dte/dte'
import type { Fault } from '../errors'
import { addDays, addMonths } from '../fecha'

/** The words that a text may have in braces. */
export const MARCAS = {
  dia: 'el día del mes de la fecha',
  mes: 'el nombre de su mes: diciembre',
  MES: 'el mismo en mayúsculas',
  mes_num: 'el mes en dos cifras',
  anio: 'el año',
  mes_anterior: 'el nombre del mes anterior',
  anio_mes_anterior: 'el año del mes anterior',
  uf: 'el valor de la UF del día de emisión',
  utm: 'el de la UTM de su mes',
  dolar: 'el del dólar',
  n: 'el número de la fecha en la serie, desde 1',
  total: 'cuántas fechas tiene la serie',
} as const
export type Marca = keyof typeof MARCAS

const VALORES = { uf: 'UF', utm: 'UTM', dolar: 'USD' } as const
export type MonedaTexto = (typeof VALORES)[keyof typeof VALORES]

/** The facts of a date that its request tells. */
export interface Escritura {
  /** The rule's own date, which texts tell. */
  fecha: string
  /** The day of the document, from which its other dates are told. */
  emision: string
  n: number
  /** Counts all of the rule, so it is asked only where a text tells it. */
  total(): number | null
  /** The value of a day; null where nobody knows it. */
  valor(moneda: MonedaTexto): Decimal | null
}

const MESES = [
  ...['enero', 'febrero', 'marzo', 'abril', 'mayo', 'junio'],
  ...['julio', 'agosto', 'septiembre', 'octubre', 'noviembre', 'diciembre'],
]
const nameOf = (fecha: string): string => MESES[Number(fecha.slice(5, 7)) - 1]!
const before = (fecha: string): string => addMonths(`${fecha.slice(0, 7)}-01`, -1)

/** The word's text, or why there is none. */
function wordOf(marca: Marca, escritura: Escritura): string | Pick<Fault, 'regla' | 'mensaje' | 'code'> {
  const { fecha, emision, n, valor } = escritura
  switch (marca) {
    case 'dia':
      return String(Number(fecha.slice(8)))
    case 'mes':
      return nameOf(fecha)
    case 'MES':
      return nameOf(fecha).toUpperCase()
    case 'mes_num':
      return fecha.slice(5, 7)
    case 'anio':
      return fecha.slice(0, 4)
    case 'mes_anterior':
      return nameOf(before(fecha))
    case 'anio_mes_anterior':
      return before(fecha).slice(0, 4)
    case 'n':
      return String(n)
    case 'total': {
      const total = escritura.total()
      return total === null
        ? { regla: 'valor', mensaje: '{total} va en una serie con veces o hasta, y ésta no termina' }
        : String(total)
    }
    default: {
      const moneda = VALORES[marca]
      const found = valor(moneda)
      if (found !== null) return montoEscrito(found).replace('$', '')
      const mensaje = `no hay valor de ${moneda} para el ${emision}: cárguelo en /v1/tipos-cambio`
      return { regla: 'moneda', mensaje, code: 'EXCHANGE_RATE_MISSING' }
    }
  }
}

const isMarca = (word: string): word is Marca => Object.hasOwn(MARCAS, word)

function textOf(text: string, campo: string, escritura: Escritura, faults: Fault[]): string {
  if (!text.includes('{')) return text
  return text.replace(/\{\{|\{([^{}]*)\}?/g, (found, word: string | undefined) => {
    if (found === '{{') return '{'
    const closed = found.endsWith('}')
    const said =
      closed && isMarca(word!)
        ? wordOf(word, escritura)
        : {
            regla: 'valor' as const,
            mensaje: closed
              ? `no existe {${word!.slice(0, 40)}}; hay ${Object.keys(MARCAS).join(', ')}, y {{ es una llave`
              : 'tiene una llave que no cierra; {{ es una llave',
          }
    if (typeof said === 'string') return said
    faults.push({ campo, ...said, mensaje: `${campo}: ${said.mensaje}` })
    return found
  })
}

/** Fields of a request that are dates, by their names here and at the SII. */
const DE_FECHA = /^(?:fecha|periodo_(?:desde|hasta)$|Fch|Periodo)/

function dateOf(text: string, { fecha, emision }: Escritura): string | null {
  if (text === 'inicio_mes') return `${fecha.slice(0, 7)}-01`
  if (text === 'fin_mes') return addDays(addMonths(`${fecha.slice(0, 7)}-01`, 1), -1)
  const days = /^\+(\d{1,3})d$/.exec(text)
  return days ? addDays(emision, Number(days[1])) : null
}

/** Depth of a request; what is deeper is refused where it is read. */
const HONDURA = 12

/** The request of a date, and the faults of its texts, each at its path in `solicitud`; a text at fault stays as it was there. */
export function writeOut(
  solicitud: Readonly<Record<string, unknown>>,
  escritura: Escritura,
): { solicitud: Record<string, unknown>; faults: Fault[] } {
  const faults: Fault[] = []
  function walk(value: unknown, key: string, campo: string, depth: number): unknown {
    if (typeof value === 'string')
      return (DE_FECHA.test(key) ? dateOf(value, escritura) : null) ?? textOf(value, campo, escritura, faults)
    if (typeof value !== 'object' || value === null || depth > HONDURA) return value
    if (Array.isArray(value)) return value.map((one, i) => walk(one, key, `${campo}[${i}]`, depth + 1))
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [name, walk(one, name, `${campo}.${name}`, depth + 1)]),
    )
  }
  return { solicitud: walk(solicitud, '', 'solicitud', 0) as Record<string, unknown>, faults }
}
