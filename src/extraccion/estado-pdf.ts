// The international statement that Chile's banks print: reference, day, description, city, country, amount of origin, amount in US$
// (extraccion §5). It never names the currency of the amount of origin, so the dollars are what is read.

import { amountIn, dayOf, FILAS_MAX, isDelBanco, tarjetaIn, withoutCard } from './estado'
import { datesIn } from './fechas'
import { type Linea, textOf } from './lineas'
import { decimalesDe } from './numeros'
import { paisNamed } from './paises'
import { fold } from './plano'
import type { EstadoCuenta, FilaEstado } from './tipos'
import { unreadEstado } from './unread'

/** A reference, if there is one, and the day, if only as it can be told that it is not understood. */
const DIA =
  /^(?:[A-Za-z]{0,4}\d[\w-]{3,}\s+)?(\d{1,2}([/.-])\d{1,2}\2(?:\d{4}|\d{2})|\d{1,2}\/\d{1,2}|\d{4}-\d{2}-\d{2}|\d{1,2}([ /.-])\p{L}{3,10}\.?\3\d{2,4})(?:\s+|$)/u
const MONTO =
  /(?:^|\s)(-?\s*(?:US\$|USD|\$)?\s*-?\d{1,3}(?:\.\d{3})*,\d{2}-?|-?\s*(?:US\$|USD|\$)?\s*-?\d{1,3}(?:,\d{3})*\.\d{2}-?)$/

export function readEstadoPdf(lineas: readonly Linea[], paginas: number): EstadoCuenta {
  const texto = textOf(lineas)
  const plano = fold(texto)
  if (
    !/internacional/.test(plano) ||
    !/estado de cuenta|cartola|tarjeta/.test(plano) ||
    !/us ?\$|\busd\b|dolar/.test(plano)
  )
    return unreadEstado(
      'No parece un estado de cuenta internacional de tarjeta: suba el CSV de su banco',
      paginas,
    )
  const decimales = decimalesDe(texto)
  const filas: Leida[] = []
  const ilegibles: EstadoCuenta['ilegibles'] = []
  for (const [i, { celdas }] of lineas.entries()) {
    const fila = filaOf(
      celdas.map(({ texto: cell }) => cell),
      decimales,
    )
    if (fila === null) continue
    if (typeof fila === 'string') ilegibles.push({ linea: i + 1, motivo: fila })
    else filas.push(fila)
    if (filas.length > FILAS_MAX)
      return unreadEstado(`El archivo tiene más de ${FILAS_MAX} movimientos`, paginas)
  }
  const motivo = filas.length ? null : 'No se encontró ningún movimiento en el estado de cuenta'
  const both = filas.some(({ montos }) => montos > 1)
  return {
    formato: 'internacional_pdf',
    tarjeta: tarjetaIn(texto),
    paginas,
    filas: filas.map(({ montos, fila }) => (both && montos < 2 ? { ...fila, duda: UN_MONTO } : fila)),
    ilegibles,
    motivo,
  }
}

const UN_MONTO = 'La línea trae un solo monto: puede ser el de origen, y no los dólares'

/** A movement, and how many amounts its line has. */
interface Leida {
  fila: FilaEstado
  montos: number
}

/** A movement of a line's cells, why it cannot be read, or null for a line that is none. */
function filaOf(cells: readonly string[], decimales: '.' | ',' | null): Leida | string | null {
  const line = cells.join('   ')
  const head = DIA.exec(line)
  let rest = line.slice(head?.[0].length ?? 0)
  const amounts: string[] = []
  for (let match = MONTO.exec(rest); match && amounts.length < 2; match = MONTO.exec(rest)) {
    amounts.unshift(match[1]!)
    rest = rest.slice(0, match.index).trimEnd()
  }
  const parts = rest.split(/ {3,}/).filter((part) => part !== '')
  const [first = '', ...behind] = parts
  // The last word of a name alone is no country: `GITHUB IN`.
  const place = behind.at(-1) ?? ''
  const pais = paisNamed(place) ?? paisNamed(/ ([A-Z]{2,3})$/.exec(place)?.[1] ?? '')
  // A movement abroad is somebody's, whatever he is called.
  if (first === '' || (isDelBanco(first) && (pais === null || pais === 'CL'))) return null
  if (!head) return amounts.length > 1 && datesIn(rest).length ? 'No empieza con su fecha' : null
  const usd = amounts.length ? amountIn(amounts.at(-1)!, decimales) : null
  if (usd === null) return 'No se entiende el monto'
  const fecha = dayOf(datesIn(head[1]!)[0] ?? null)
  if (fecha === null) return 'No se entiende la fecha'
  // A charge in parts has the whole and the part; a third amount may be a balance.
  const otro = behind.find((part) => MONTO.test(part))
  const fila: FilaEstado = {
    fecha,
    comercio: withoutCard(first).slice(0, 200),
    pais,
    moneda: 'USD',
    monto: usd,
    montoUsd: usd,
    montoClp: null,
    ...(otro && { duda: `La línea trae también ${otro.trim()}: el monto puede ser otro` }),
  }
  return { fila, montos: amounts.length }
}
