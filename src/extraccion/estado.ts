// Movements of a card's statement: a table whose heading names its columns, from a CSV, or lines of the international statement's PDF
// (extraccion §5). Of a card's number the last four digits leave this room.

import { decode } from '../xml/verify/decode'
import { XmlFault } from '../xml/verify/xml-reader'
import { datesIn } from './fechas'
import { oneBlank } from './lineas'
import { compare, type Decimales, decimalesDe, NUMERO, readingsIn } from './numeros'
import { paisNamed } from './paises'
import { fold } from './plano'
import type { EstadoCuenta, FilaEstado } from './tipos'
import { unreadEstado } from './unread'

/** More is no statement of a month. */
export const FILAS_MAX = 2000

type Columna = 'fecha' | 'comercio' | 'pais' | 'moneda' | 'origen' | 'usd' | 'clp' | 'monto'

/** By a heading's words, folded; the first that fits. */
const COLUMNAS: [Columna, RegExp][] = [
  [
    'fecha',
    /^(?:fecha(?: (?:de )?(?:la )?(?:operacion|transaccion|compra|movimiento))?|date|transaction date)$/,
  ],
  [
    'comercio',
    /^(?:descripcion|comercio|detalle|establecimiento|glosa|concepto|merchant|description|nombre comercio)\b/,
  ],
  ['pais', /^(?:pais|country)\b/],
  ['usd', /(?:us ?\$|\busd\b|u\$s|dolar)/],
  ['origen', /\borigen\b.*\bmonto\b|\b(?:monto|importe|valor)\b.*\b(?:origen|original)\b/],
  ['clp', /\b(?:monto|importe|valor|cargo|total)\b.*(?:pesos|clp|\(\$\))|^\$$/],
  ['moneda', /^(?:moneda|divisa|currency)\b/],
  ['monto', /^(?:monto|importe|valor|cargo|amount)\b/],
]

/** The bank's own movements: paying the card's bill is no purchase. */
export const DEL_BANCO =
  /^(?:monto cancelado|pago\b|abono\b|saldo\b|total\b|sub ?total\b|traspaso\b|intereses?\b|impuesto\b|comision\b|payment\b)/

/** All of a number but its last four digits. */
export const withoutCard = (texto: string): string =>
  texto.replace(/(?<!\d)(?:\d[ -]?){9,15}(\d{4})(?!\d)/g, '****$1')

export function tarjetaIn(texto: string): string | null {
  const whole = /(?<![\dxX*])(?:[\dxX*•]{4}[ -]?){3}(\d{4})(?!\d)/.exec(texto)
  return (whole ?? /[xX*•]{4}[ -]?(\d{4})(?!\d)/.exec(texto))?.[1] ?? null
}

/** More digits than any charge has. */
const CIFRAS_MAX = 15

/** The last sign decides where a column does not tell: Chile's banks write decimals with a comma. */
export function amountIn(texto: string, decimales: Decimales | null): string | null {
  const [number, ...others] = texto.match(new RegExp(NUMERO, 'g')) ?? []
  if (!number || others.length) return null
  if (number.replace(/\D/g, '').length > CIFRAS_MAX) return null
  const [value] = readingsIn(number, decimales ?? ',')
  const negative = /-\s*(?:[A-Z$]{0,4}\s*)?\d|\d\s*-|\(.*\d.*\)/.test(texto)
  return value === undefined ? null : negative && compare(value, '0') !== 0 ? `-${value}` : value
}

/** A whole number of pesos; null for what is none. */
function pesosIn(texto: string): number | null {
  const value = amountIn(texto, ',')?.replace(/\.0+$/, '')
  return value !== undefined && /^-?\d{1,12}$/.test(value) ? Number(value) : null
}

/** Chile's banks write the day first. */
export function dayOf(texto: string): string | null {
  const [day] = datesIn(texto)
  return day?.lecturas[0] ?? null
}

export function readCsv(bytes: Uint8Array): EstadoCuenta {
  let texto: string
  try {
    texto = decode(bytes, true).texto
  } catch (fault) {
    if (fault instanceof XmlFault) return unreadEstado('El archivo no es texto que se pueda leer')
    throw fault
  }
  const lines = texto.split(/\r\n?|\n/)
  for (const [i, line] of lines.slice(0, 60).entries()) {
    for (const sign of [';', '\t', ',']) {
      const columns = columnsOf(cellsOf(line, sign))
      if (columns) return readRows(lines, i, sign, columns, tarjetaIn(lines.slice(0, i).join('\n')))
    }
  }
  return unreadEstado(
    'No se reconocen las columnas: el CSV debe tener un encabezado con fecha, descripción o comercio, y monto',
  )
}

/** Which column is where; null for a line that is no heading. */
function columnsOf(cells: readonly string[]): Map<Columna, number> | null {
  const found = new Map<Columna, number>()
  for (const [i, cell] of cells.entries()) {
    const name = fold(cell)
      .replace(/[.:_]+/g, ' ')
      .trim()
    const [column] = COLUMNAS.find(([one, words]) => !found.has(one) && words.test(name)) ?? []
    if (column) found.set(column, i)
  }
  const hasAmount = (['usd', 'origen', 'clp', 'monto'] as const).some((one) => found.has(one))
  return found.has('fecha') && found.has('comercio') && hasAmount ? found : null
}

/** Cells of one line; a quoted one may hold the sign, not the end of a line. */
const cellsOf = (line: string, sign: string): string[] => {
  const cells: string[] = []
  for (let at = 0; at <= line.length; ) {
    const quoted = line[at] === '"' ? /"((?:[^"]|"")*)"[^;,\t]*/y : null
    if (quoted) quoted.lastIndex = at
    const match = quoted?.exec(line)
    const end = match ? at + match[0].length : line.indexOf(sign, at)
    const stop = end < 0 ? line.length : end
    cells.push(oneBlank(match ? match[1]!.replaceAll('""', '"') : line.slice(at, stop)))
    at = stop + 1
  }
  return cells
}

function readRows(
  lines: readonly string[],
  heading: number,
  sign: string,
  columns: ReadonlyMap<Columna, number>,
  tarjeta: string | null,
): EstadoCuenta {
  const rows = lines.slice(heading + 1).map((line) => cellsOf(line, sign))
  const of = (row: readonly string[], column: Columna): string => row[columns.get(column) ?? -1] ?? ''
  const decimalesBy = new Map(
    (['usd', 'origen', 'monto'] as const).map((one) => [
      one,
      decimalesDe(rows.map((row) => of(row, one)).join('\n')),
    ]),
  )
  const filas: FilaEstado[] = []
  const ilegibles: EstadoCuenta['ilegibles'] = []
  for (const [i, row] of rows.entries()) {
    const comercio = withoutCard(of(row, 'comercio')).slice(0, 200)
    if (comercio === '' || DEL_BANCO.test(fold(comercio))) continue
    const amount = (one: 'usd' | 'origen' | 'monto') => amountIn(of(row, one), decimalesBy.get(one) ?? null)
    const fila = filaOf({
      fecha: dayOf(of(row, 'fecha')),
      comercio,
      pais: paisNamed(of(row, 'pais')),
      codigo: of(row, 'moneda').toUpperCase(),
      origen: amount('origen') ?? amount('monto'),
      usd: amount('usd'),
      clp: pesosIn(of(row, 'clp')),
    })
    if (typeof fila !== 'string') filas.push(fila)
    else if (row.some((cell) => /\d/.test(cell))) ilegibles.push({ linea: heading + i + 2, motivo: fila })
    if (filas.length > FILAS_MAX) return unreadEstado(`El archivo tiene más de ${FILAS_MAX} movimientos`)
  }
  const motivo = filas.length ? null : 'El archivo no tiene movimientos'
  return { formato: 'csv', tarjeta, paginas: null, filas, ilegibles, motivo }
}

interface Leidos {
  fecha: string | null
  comercio: string
  pais: string | null
  codigo: string
  origen: string | null
  usd: string | null
  clp: number | null
}

/** The row, or why it is none. Without its currency named an amount of origin is of no use: the statement's dollars are taken. */
function filaOf({ fecha, comercio, pais, codigo, origen, usd, clp }: Leidos): FilaEstado | string {
  if (fecha === null) return 'No se entiende la fecha'
  const rest = { fecha, comercio, pais, montoUsd: usd, montoClp: clp }
  if (/^[A-Z]{3}$/.test(codigo) && origen !== null) return { ...rest, moneda: codigo, monto: origen }
  if (usd !== null) return { ...rest, moneda: 'USD', monto: usd }
  if (clp !== null) return { ...rest, moneda: 'CLP', monto: String(clp) }
  return origen === null ? 'No se entiende el monto' : 'No dice en qué moneda es el monto'
}
