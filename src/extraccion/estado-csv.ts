// Movements of a card in a table whose heading names its columns (extraccion §5).

import { isMoneda } from '../domain/codigos-iso'
import { type Celdas, splitLineas, tableText } from '../domain/csv'
import {
  amountIn,
  amountsIn,
  dayOf,
  FILAS_MAX,
  isDelBanco,
  isMonthFirst,
  tarjetaIn,
  withoutCard,
} from './estado'
import { type Columna, columnsOf } from './estado-columnas'
import { datesIn, type Orden, ordenDe } from './fechas'
import { oneBlank } from './lineas'
import { monedasOf } from './monedas'
import { compare, type Decimales, decimalesDe } from './numeros'
import { paisNamed } from './paises'
import { fold } from './plano'
import type { EstadoCuenta, FilaEstado } from './tipos'
import { unreadEstado } from './unread'

/** How far down its heading may stand: banks write whose statement it is before it. */
const ENCABEZADO_MAX = 60

export function readCsv(bytes: Uint8Array): EstadoCuenta {
  const texto = tableText(bytes)
  if (texto === null) return unreadEstado('El archivo no es texto que se pueda leer')
  for (const sign of [';', '\t', ',']) {
    const rows = splitLineas(texto, sign)
    let above = ''
    for (let i = 0; i < ENCABEZADO_MAX; i++) {
      const { value: row } = rows.next()
      if (!row) break
      const columns = columnsOf(row.celdas.map(oneBlank))
      if (columns) return readRows(rows, columns, tarjetaIn(above))
      above += `${row.texto}\n`
    }
  }
  return unreadEstado(
    'No se reconocen las columnas: el CSV debe tener un encabezado con fecha, descripción o comercio, y monto',
  )
}

/** A whole number of pesos; null for what is none. */
function pesosIn(texto: string): number | null {
  const value = amountIn(texto, ',')?.replace(/\.0+$/, '')
  return value !== undefined && /^-?\d{1,12}$/.test(value) ? Number(value) : null
}

/** What came back to the card's owner for paying the bill: the other side of what a charge is. */
const PAGO = /^(?:monto cancelado|pagos?|abonos?|payments?)\b/

const opposite = (value: string): string =>
  compare(value, '0') === 0 ? value : value.startsWith('-') ? value.slice(1) : `-${value}`

/** The amount of a row as another column has it, with the sign of the row. */
const signedAs = (monto: string, value: string): string =>
  value.startsWith('-') === monto.startsWith('-') ? value : opposite(value)

interface Tabla {
  rows: readonly { linea: number; celdas: readonly string[] }[]
  of(row: readonly string[], column: Columna): string
  decimalesBy: ReadonlyMap<Columna, Decimales | null>
  orden: Orden
}

function readRows(
  lines: Iterable<Celdas>,
  columns: ReadonlyMap<Columna, number>,
  tarjeta: string | null,
): EstadoCuenta {
  const rows = [...lines].map(({ linea, celdas }) => ({ linea, celdas: celdas.map(oneBlank) }))
  const of = (row: readonly string[], column: Columna): string => row[columns.get(column) ?? -1] ?? ''
  const decimalesBy = new Map(
    (['usd', 'origen', 'monto'] as const).map((one) => [
      one,
      decimalesDe(rows.map(({ celdas }) => of(celdas, one)).join('\n')),
    ]),
  )
  const dias = rows.flatMap(({ celdas }) => datesIn(of(celdas, 'fecha')).slice(0, 1))
  const tabla = { rows, of, decimalesBy, orden: dias.length ? ordenDe(dias, dias[0]!) : null }
  const filas: FilaEstado[] = []
  const ilegibles: EstadoCuenta['ilegibles'] = []
  const turned = isTurned(tabla)
  for (const { linea, celdas } of rows) {
    const fila = readRow(tabla, celdas, turned)
    if (fila === null) continue
    if (typeof fila !== 'string') filas.push(fila)
    else if (celdas.some((cell) => /\d/.test(cell))) ilegibles.push({ linea, motivo: fila })
    if (filas.length > FILAS_MAX) return unreadEstado(`El archivo tiene más de ${FILAS_MAX} movimientos`)
  }
  const motivo = filas.length ? null : 'El archivo no tiene movimientos'
  return { formato: 'csv', tarjeta, paginas: null, filas, ilegibles, motivo }
}

/** What a bank of Chile calls a currency. */
const MONEDAS: Readonly<Record<string, string>> = {
  ...{ dolar: 'USD', dolares: 'USD', 'dolar usa': 'USD', 'dolar americano': 'USD', 'us dollar': 'USD' },
  ...{ euro: 'EUR', euros: 'EUR', peso: 'CLP', pesos: 'CLP', 'peso chileno': 'CLP', 'pesos chilenos': 'CLP' },
}

/** The code of a currency that is written as its code, its sign or its name; what is none of them as it stands. */
function monedaIn(texto: string): string {
  const code = texto.toUpperCase()
  const [only, ...others] = monedasOf(code)
  if (only && !others.length) return only
  return MONEDAS[fold(texto)] ?? code
}

/** The row, why it cannot be read, or null of one that is no purchase. `turned`: the file writes charges with a minus. */
function readRow(
  { of, decimalesBy, orden }: Tabla,
  row: readonly string[],
  turned: boolean,
): FilaEstado | string | null {
  const comercio = withoutCard(of(row, 'comercio')).slice(0, 200)
  if (comercio === '' || isDelBanco(comercio)) return null
  const amount = (one: 'usd' | 'origen' | 'monto'): Leido => {
    const impreso = of(row, one)
    const values = amountsIn(impreso, decimalesBy.get(one) ?? null)
    const [valor = null, otro] = turned ? values.map(opposite) : values
    return { impreso, valor, otro }
  }
  const origen = amount('origen')
  const pesos = pesosIn(of(row, 'clp'))
  const fila = filaOf({
    fecha: dayOf(of(row, 'fecha'), orden),
    comercio,
    pais: paisNamed(of(row, 'pais')),
    codigo: monedaIn(of(row, 'moneda')),
    origen: origen.impreso ? origen : amount('monto'),
    usd: amount('usd'),
    clp: { impreso: of(row, 'clp'), valor: turned && pesos ? -pesos : pesos },
  })
  if (typeof fila === 'string') return fila
  const { monto, montoUsd, montoClp } = fila
  const signed = turned && {
    montoUsd: montoUsd && signedAs(monto, montoUsd),
    montoClp: montoClp && Number(signedAs(monto, String(montoClp))),
  }
  const duda = [fila.duda, turned && CON_MENOS].filter(Boolean).join('. ')
  const dudaFecha = isMonthFirst(of(row, 'fecha'), orden) ? MES_PRIMERO : null
  return { ...fila, ...signed, ...(duda && { duda }), ...(dudaFecha && { dudaFecha }) }
}

const MES_PRIMERO = 'Otra fecha del archivo sólo se entiende con el mes primero, y así se lee ésta'

const CON_MENOS = 'El archivo parece escribir los cargos con signo menos, y así se lee'

/**
 * Exports of an account write what was spent with a minus, and what paid it without: the payments of the bill tell which way a file
 * writes. One without any does so where most of its rows have a minus.
 */
function isTurned(tabla: Tabla): boolean {
  const signOf = (row: readonly string[]): number => {
    for (const one of ['usd', 'origen', 'monto', 'clp'] as const) {
      const [value] = amountsIn(tabla.of(row, one), tabla.decimalesBy.get(one) ?? ',')
      if (value !== undefined && compare(value, '0') !== 0) return value.startsWith('-') ? -1 : 1
    }
    return 0
  }
  const sums = { cargos: 0, pagos: 0 }
  for (const { celdas } of tabla.rows) {
    const words = tabla.of(celdas, 'comercio')
    if (words === '') continue
    if (!isDelBanco(words)) sums.cargos += signOf(celdas)
    else if (PAGO.test(fold(words))) sums.pagos += signOf(celdas)
  }
  return sums.cargos < 0 && sums.pagos >= 0
}

/** A cell of an amount as it is printed, and what it is read as; null when it is not. */
interface Leido<T = string> {
  impreso: string
  valor: T | null
  /** What it could be too: `1.250` in a column that shows nowhere how it writes decimals. */
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

/** What a cell without an amount has in it. */
const SIN_MONTO = /^(?:[-–—.]*|0+(?:[.,]0+)?|n\/?a)$/i

/** The row, or why it is none. Without its currency named an amount of origin is of no use: the statement's dollars are taken. */
function filaOf({ fecha, comercio, pais, codigo, origen, usd, clp }: Leidos): FilaEstado | string {
  if (fecha === null) return 'No se entiende la fecha'
  const row = (
    moneda: string,
    { impreso, valor, otro }: Leido<unknown>,
    passed: readonly Leido<unknown>[],
    instead: string,
  ) => {
    const unread = passed.find((one) => one.valor === null && !SIN_MONTO.test(one.impreso))
    const dudas = [
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
