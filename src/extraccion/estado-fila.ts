// Finds the amount of a movement that counts, its currency, and what is doubtful in it (extraccion §5).

import { isMoneda } from '../domain/codigos-iso'
import { monedasIn, monedasOf } from './monedas'
import { fold } from './plano'
import type { FilaEstado } from './tipos'

/** The names of currencies at a Chilean bank. */
const MONEDAS: Readonly<Record<string, string>> = {
  ...{ dolar: 'USD', dolares: 'USD', 'dolar usa': 'USD', 'dolar americano': 'USD', 'us dollar': 'USD' },
  ...{ euro: 'EUR', euros: 'EUR', peso: 'CLP', pesos: 'CLP', 'peso chileno': 'CLP', 'pesos chilenos': 'CLP' },
}

/** The code of a currency that is written as its code, its sign or its name; what is none of them as it stands. */
export function monedaIn(texto: string): string {
  const code = texto.toUpperCase()
  const [only, ...others] = monedasOf(code)
  if (only && !others.length) return only
  return MONEDAS[fold(texto)] ?? code
}

/** A cell of an amount as it is printed, and what it is read as; null when it is not. */
export interface Leido<T = string> {
  impreso: string
  valor: T | null
  /** The other possible reading: `1.250` in a column that shows nowhere how it writes decimals. */
  otro?: T | undefined
}

interface Leidos {
  fecha: string | null
  comercio: string
  pais: string | null
  codigo: string
  origen: Leido
  usd: Leido
  clp: Leido<number>
}

/** The content of a cell without an amount. */
const SIN_MONTO = /^(?:[-–—.]*|0+(?:[.,]0+)?|n\/?a)$/i

/** The row, or why it is none. Without its currency named an amount of origin is of no use: the statement's dollars are taken. */
export function filaOf({ fecha, comercio, pais, codigo, origen, usd, clp }: Leidos): FilaEstado | string {
  if (fecha === null) return 'No se entiende la fecha'
  const row = (
    moneda: string,
    { impreso, valor, otro }: Leido<unknown>,
    passed: readonly Leido<unknown>[],
    instead: string,
  ) => {
    const unread = passed.find((one) => one.valor === null && !SIN_MONTO.test(one.impreso))
    const [named, ...others] = monedasIn(impreso)
    const dudas = [
      named &&
        !others.length &&
        named !== moneda &&
        `«${impreso.slice(0, 40)}» dice ${named} y su columna ${moneda}`,
      unread && `No se entiende «${unread.impreso.slice(0, 40)}»: ${instead}`,
      otro !== undefined && `«${impreso}» puede ser ${valor} o ${otro}`,
    ].filter((duda) => typeof duda === 'string')
    const montos = { moneda, monto: String(valor), montoUsd: usd.valor, montoClp: clp.valor }
    return { fecha, comercio, pais, ...montos, ...(dudas.length && { duda: dudas.join('. ') }) }
  }
  if (isMoneda(codigo) && origen.valor !== null) return row(codigo, origen, [clp], 'no hay pesos de esa fila')
  if (usd.valor !== null) return row('USD', usd, [origen, clp], 'el monto es el de la columna en dólares')
  if (clp.valor !== null) return row('CLP', clp, [origen, usd], 'el monto es el de la columna en pesos')
  return origen.valor === null ? 'No se entiende el monto' : 'No dice en qué moneda es el monto'
}
