// Movements of a card in a table whose heading names its columns (extraccion §5).

import { type Celdas, splitLineas, tableText } from '../domain/csv'
import {
  amountIn,
  amountsIn,
  dayOf,
  dudaDeDia,
  FILAS_MAX,
  isDelBanco,
  tarjetaIn,
  withoutCard,
} from './estado'
import { type Columna, type Columnas, columnsOf, isAbono } from './estado-columnas'
import { filaOf, type Leido, monedaIn } from './estado-fila'
import { datesIn, type Orden, ordenDe } from './fechas'
import { oneBlank } from './lineas'
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
      if (columns) return readTables(tablesOf(rows, columns), tarjetaIn(above))
      above += `${row.texto}\n`
    }
  }
  return unreadEstado(
    'No se reconocen las columnas: el CSV debe tener un encabezado con fecha, descripción o comercio, y monto',
  )
}

interface Fila {
  linea: number
  celdas: readonly string[]
}

/** Rows below a heading, and how they write numbers and days. */
interface Tabla {
  filas: readonly Fila[]
  columnas: Columnas
  of(row: readonly string[], column: Columna): string
  decimalesBy: ReadonlyMap<Columna, Decimales | null>
  orden: Orden
}

/** Pesos and dollars may each have a table of their own, one below the other: every heading begins another. */
function tablesOf(lines: Iterable<Celdas>, first: Columnas): Tabla[] {
  const found: { columnas: Columnas; filas: Fila[] }[] = [{ columnas: first, filas: [] }]
  for (const { linea, celdas: cells } of lines) {
    const celdas = cells.map(oneBlank)
    // What has figures is no heading.
    const columnas = celdas.some((cell) => /\d/.test(cell)) ? null : columnsOf(celdas)
    if (columnas) found.push({ columnas, filas: [] })
    else found.at(-1)!.filas.push({ linea, celdas })
  }
  return found.map(({ columnas, filas }) => {
    const of = (row: readonly string[], column: Columna): string => row[columnas.at.get(column) ?? -1] ?? ''
    const decimalesBy = new Map(
      (['usd', 'origen', 'monto', 'abono'] as const).map((one) => [
        one,
        decimalesDe(filas.map(({ celdas }) => of(celdas, one)).join('\n')),
      ]),
    )
    const dias = filas.flatMap(({ celdas }) => datesIn(of(celdas, 'fecha')).slice(0, 1))
    return { filas, columnas, of, decimalesBy, orden: dias.length ? ordenDe(dias, dias[0]!) : null }
  })
}

function readTables(tablas: readonly Tabla[], tarjeta: string | null): EstadoCuenta {
  const filas: FilaEstado[] = []
  const ilegibles: EstadoCuenta['ilegibles'] = []
  for (const tabla of tablas) {
    const turned = isTurned(tabla)
    for (const { linea, celdas } of tabla.filas) {
      const fila = readRow(tabla, celdas, turned)
      if (fila === null) continue
      if (typeof fila !== 'string') filas.push(fila)
      else if (celdas.some((cell) => /\d/.test(cell))) ilegibles.push({ linea, motivo: fila })
      if (filas.length > FILAS_MAX) return unreadEstado(`El archivo tiene más de ${FILAS_MAX} movimientos`)
    }
  }
  const motivo = filas.length ? null : 'El archivo no tiene movimientos'
  return { formato: 'csv', tarjeta, paginas: null, filas, ilegibles, motivo }
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

/** Of the bank itself: a movement abroad is somebody's, whatever he is called. */
const isPropio = ({ of }: Tabla, row: readonly string[]): boolean => {
  const pais = paisNamed(of(row, 'pais'))
  return isDelBanco(of(row, 'comercio')) && (pais === null || pais === 'CL')
}

/** Whether a column of words says that it is money that came back. */
const isDeVuelta = ({ of }: Tabla, row: readonly string[]): boolean =>
  (['cargoAbono', 'debitoCredito'] as const).some((one) => isAbono(one, of(row, one)))

const negative = (value: string): string => (value.startsWith('-') ? value : opposite(value))

/** The row, why it cannot be read, or null of one that is no purchase. `turned`: the file writes charges with a minus. */
function readRow(tabla: Tabla, row: readonly string[], turned: boolean): FilaEstado | string | null {
  const { of, decimalesBy, orden, columnas } = tabla
  if (isPropio(tabla, row)) return null
  const comercio = withoutCard(of(row, 'comercio')).slice(0, 200)
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
  // A line of totals names nobody, nor has it a day.
  if (comercio === '') return typeof fila === 'string' ? null : 'No dice el comercio'
  const [abono] = amountsIn(of(row, 'abono'), decimalesBy.get('abono') ?? ',')
  if (abono && compare(abono, '0') !== 0 && (typeof fila === 'string' || compare(fila.monto, '0') === 0))
    return `Trae un abono de «${of(row, 'abono').slice(0, 40)}» y ningún cargo: no es una compra`
  if (typeof fila === 'string') return fila
  const monto = isDeVuelta(tabla, row) ? negative(fila.monto) : fila.monto
  const signed = monto !== fila.monto || turned
  const duda = [fila.duda, turned && CON_MENOS].filter(Boolean).join('. ')
  const dudaFecha = dudaDeDia(of(row, 'fecha'), orden, columnas.enIngles)
  return {
    ...fila,
    monto,
    ...(signed && {
      montoUsd: fila.montoUsd && signedAs(monto, fila.montoUsd),
      montoClp: fila.montoClp && Number(signedAs(monto, String(fila.montoClp))),
    }),
    ...(duda && { duda }),
    ...(dudaFecha && { dudaFecha }),
  }
}

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
  for (const { celdas } of tabla.filas) {
    const words = tabla.of(celdas, 'comercio')
    if (words === '') continue
    if (!isPropio(tabla, celdas)) sums.cargos += signOf(celdas)
    else if (PAGO.test(fold(words))) sums.pagos += signOf(celdas)
  }
  return sums.cargos < 0 && sums.pagos >= 0
}
