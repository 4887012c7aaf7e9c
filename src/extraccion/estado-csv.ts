// Movements of a card in a table whose heading names its columns (extraccion §5).

import { type Celdas, splitLineas, tableText } from '../domain/csv'
import { amountIn, amountsIn, dayOf, dudaDeDia, FILAS_MAX, tarjetaIn, withoutCard } from './estado'
import { type Columna, type Columnas, columnsOf } from './estado-columnas'
import { filaOf, type Leido, monedaIn } from './estado-fila'
import { type Celda, isPropio, isTurned, ladoOf, signOf } from './estado-signo'
import { fechaOfCell, type Orden, ordenDe } from './fechas'
import { oneBlank } from './lineas'
import { compare, type Decimales, decimalesDe } from './numeros'
import { paisNamed } from './paises'
import { fold } from './plano'
import type { EstadoCuenta, FilaEstado } from './tipos'
import { unreadEstado } from './unread'

/** How far down its heading may stand: banks write whose statement it is before it. */
const ENCABEZADO_MAX = 60

const DEMASIADOS = `El archivo tiene más de ${FILAS_MAX} movimientos`
/** Lines that are not empty, those of the bank among them: more are not looked at. */
const LINEAS_MAX = 5 * FILAS_MAX

export function readCsv(bytes: Uint8Array): EstadoCuenta {
  const texto = tableText(bytes)
  if (texto === null) return unreadEstado('El archivo no es texto que se pueda leer')
  for (const sign of [';', '\t', ',', '|']) {
    const rows = splitLineas(texto, sign)
    let above = ''
    for (let i = 0; i < ENCABEZADO_MAX; i++) {
      const { value: row } = rows.next()
      if (!row) break
      const columns = columnsOf(row.celdas.map(oneBlank))
      if (!columns?.hasMonto) {
        above += `${row.texto}\n`
        continue
      }
      const tablas = tablesOf(rows, columns)
      return tablas ? readTables(tablas, tarjetaIn(above)) : unreadEstado(DEMASIADOS)
    }
  }
  return unreadEstado(
    'No se reconocen las columnas: el CSV debe tener un encabezado con fecha, descripción o comercio, y monto',
  )
}

/** Rows below a heading, and how they write numbers and days. */
interface Tabla {
  filas: readonly { linea: number; celdas: readonly string[]; celda: Celda }[]
  columnas: Columnas
  decimalesBy: ReadonlyMap<Columna, Decimales | null>
  orden: Orden
}

/**
 * Pesos and dollars may each have a table of their own, one below the other: another heading begins another, which without an amount has
 * no movements that can be read. The same again, as on every page, goes on. Null where there are too many.
 */
function tablesOf(lines: Iterable<Celdas>, first: Columnas): Tabla[] | null {
  const found = [{ columnas: first, filas: [] as { linea: number; celdas: string[] }[] }]
  let written = 0
  for (const { linea, celdas: cells } of lines) {
    const celdas = cells.map(oneBlank)
    // A row with figures is no heading.
    const columnas = celdas.some((cell) => /\d/.test(cell)) ? null : columnsOf(celdas)
    const last = found.at(-1)!
    if (celdas.some((cell) => cell !== '') && ++written > LINEAS_MAX) return null
    if (!columnas) last.filas.push({ linea, celdas })
    else if (!isSame(columnas, last.columnas)) found.push({ columnas, filas: [] })
  }
  const tablas = found.map(({ columnas, filas }) => {
    const column = (one: Columna): string[] =>
      filas.map(({ celdas }) => celdas[columnas.at.get(one) ?? -1] ?? '')
    const at = sided(columnas.at, column('tipo'))
    const decimalesBy = new Map(
      (['usd', 'origen', 'monto', 'abono'] as const).map((one) => [one, decimalesDe(column(one).join('\n'))]),
    )
    const dias = column('fecha').flatMap((cell) => fechaOfCell(cell) ?? [])
    const rows = filas.map((fila) => ({
      ...fila,
      celda: (one: Columna) => fila.celdas[at.get(one) ?? -1] ?? '',
    }))
    return { filas: rows, columnas, decimalesBy, dias }
  })
  const todos = tablas.flatMap(({ dias }) => dias)
  return tablas.map(({ dias, ...tabla }) => {
    const orden = dias[0] ? (ordenDe(dias, dias[0]) ?? ordenDe(todos, dias[0])) : null
    return { ...tabla, orden }
  })
}

const isSame = ({ at }: Columnas, other: Columnas): boolean =>
  at.size === other.at.size && [...at].every(([column, i]) => other.at.get(column) === i)

/** A column `Tipo` that holds letters is one of cargos and abonos, or of debits and credits. */
function sided(at: Columnas['at'], tipos: readonly string[]): Columnas['at'] {
  const letters = new Set(tipos.map((word) => fold(word).trim()))
  const column = letters.has('d') ? 'debitoCredito' : letters.has('a') ? 'cargoAbono' : null
  return column ? new Map([...at, [column, at.get('tipo')!]]) : at
}

function readTables(tablas: readonly Tabla[], tarjeta: string | null): EstadoCuenta {
  const filas: FilaEstado[] = []
  const ilegibles: EstadoCuenta['ilegibles'] = []
  const turned = isTurned(tablas.flatMap((tabla) => tabla.filas.map(({ celda }) => celda)))
  for (const tabla of tablas) {
    for (const { linea, celdas, celda } of tabla.filas) {
      const fila = readRow(tabla, celda, turned)
      if (fila === null) continue
      if (typeof fila !== 'string') filas.push(fila)
      else if (celdas.some((cell) => /\d/.test(cell))) ilegibles.push({ linea, motivo: fila })
      if (filas.length > FILAS_MAX) return unreadEstado(DEMASIADOS)
    }
  }
  const motivo = filas.length ? null : 'El archivo no tiene movimientos'
  return { formato: 'csv', tarjeta, paginas: null, filas, ilegibles, motivo }
}

const absolute = (value: string): string => value.replace(/^-/, '')

/** A whole number of pesos; null for what is none. */
function pesosIn(texto: string): number | null {
  const value = amountIn(texto, ',')?.replace(/\.0+$/, '')
  return value !== undefined && /^-?\d{1,12}$/.test(value) ? Number(value) : null
}

/** The row, why it cannot be read, or null of one that is no purchase. `turned`: the file writes charges with a minus. */
function readRow(
  { decimalesBy, orden, columnas }: Tabla,
  celda: Celda,
  turned: boolean,
): FilaEstado | string | null {
  if (isPropio(celda)) return null
  const comercio = withoutCard(celda('comercio')).slice(0, 200)
  const amount = (one: 'usd' | 'origen' | 'monto'): Leido => {
    const impreso = celda(one)
    const [valor = null, otro] = amountsIn(impreso, decimalesBy.get(one) ?? null).map(absolute)
    return { impreso, valor, otro }
  }
  const origen = amount('origen')
  const pesos = pesosIn(celda('clp'))
  const fecha = fechaOfCell(celda('fecha'))
  const fila = filaOf({
    fecha: dayOf(fecha, orden),
    comercio,
    pais: paisNamed(celda('pais')),
    codigo: monedaIn(celda('moneda')),
    origen: origen.impreso ? origen : amount('monto'),
    usd: amount('usd'),
    clp: { impreso: celda('clp'), valor: pesos && Math.abs(pesos) },
  })
  // A line of totals names nobody, nor has it a day.
  if (comercio === '') return typeof fila === 'string' ? null : 'No dice el comercio'
  const [abono] = amountsIn(celda('abono'), decimalesBy.get('abono') ?? ',')
  if (abono && compare(abono, '0') !== 0 && (typeof fila === 'string' || compare(fila.monto, '0') === 0))
    return `Trae un abono de «${celda('abono').slice(0, 40)}» y ningún cargo: no es una compra`
  if (typeof fila === 'string') return fila
  const lado = ladoOf(celda)
  const isBack = lado ? lado === 'abono' : signOf(celda) === (turned ? 1 : -1)
  const signed = (value: string): string => (isBack && compare(value, '0') !== 0 ? `-${value}` : value)
  const duda = [fila.duda, turned && !lado && CON_MENOS].filter(Boolean).join('. ')
  const dudaFecha = dudaDeDia(fecha, orden, columnas.enIngles)
  return {
    ...fila,
    monto: signed(fila.monto),
    montoUsd: fila.montoUsd && signed(fila.montoUsd),
    montoClp: fila.montoClp && (isBack ? -fila.montoClp : fila.montoClp),
    ...(duda && { duda }),
    ...(dudaFecha && { dudaFecha }),
  }
}

const CON_MENOS = 'El archivo parece escribir los cargos con signo menos, y así se lee'
