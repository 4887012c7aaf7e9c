// Rates of exchange as a table of three columns, `moneda;fecha;valor`, by semicolon, comma or tab, with or without a heading
// (areas/compras-internacionales §2).

import { type Fault, faultsError } from '../../domain/errors'
import { splitLineas } from '../../domain/rcv/celdas'
import { type Tipo, tipoFaults } from './tipos-cambio'

/** Rows of one file. */
export const TIPOS_MAX = 5000
const DIA_CHILENO = /^(\d{2})[-/](\d{2})[-/](\d{4})$/

/** Separators as people write a number here or there: the last of `.` and `,` is the decimal one. */
function valorOf(text: string): string {
  const plain = text.replace(/[$\s]/g, '')
  const comma = plain.lastIndexOf(',')
  const dot = plain.lastIndexOf('.')
  if (comma < 0) return plain
  return comma > dot ? plain.replaceAll('.', '').replace(',', '.') : plain.replaceAll(',', '')
}

/** Thousands or decimals: `1.050` is one peso here and a thousand there. */
const DOS_LECTURAS = /^[1-9]\d{0,2}([.,])\d{3}$/

/** The rates of a file. Throws VALIDATION_ERROR with the faults of all its lines. */
export function readTiposCsv(bytes: Uint8Array, hoy: string): Tipo[] {
  const text = new TextDecoder().decode(bytes).replace(/^\uFEFF/, '')
  const lines = text.split(/\r\n|\r|\n/)
  const faults: Fault[] = []
  const tipos: Tipo[] = []
  for (const [i, line] of lines.entries()) {
    if (!line.trim()) continue
    const separator = line.includes(';') ? ';' : line.includes('\t') ? '\t' : ','
    const [{ celdas } = { celdas: [] }] = splitLineas(line, separator)
    const cells = celdas.map((cell) => cell.trim())
    const campo = `linea ${i + 1}`
    if (!tipos.length && !faults.length && /^moneda$/i.test(cells[0]!)) continue
    if (cells.length !== 3) {
      const mensaje = `La línea ${i + 1} debe tener moneda, fecha y valor, separados por punto y coma`
      faults.push({ campo, regla: 'formato', mensaje })
      continue
    }
    const [moneda, fecha, valor] = cells as [string, string, string]
    const [, day, month, year] = DIA_CHILENO.exec(fecha) ?? []
    const tipo = {
      moneda: moneda.toUpperCase(),
      fecha: day ? `${year}-${month}-${day}` : fecha,
      valor: valorOf(valor),
    }
    faults.push(...tipoFaults(tipo, campo, hoy))
    if (DOS_LECTURAS.test(valor)) {
      const whole = valor.replace(/[.,]/, '')
      const mensaje = `«${valor}» puede ser ${whole} o ${tipo.valor}: escríbalo sin separador de miles, o con otra cantidad de decimales (${whole}, ${tipo.valor}0)`
      faults.push({ campo: `${campo}.valor`, regla: 'numero', mensaje })
    }
    tipos.push(tipo)
    if (tipos.length <= TIPOS_MAX) continue
    const mensaje = `El archivo tiene más de ${TIPOS_MAX} filas: divídalo`
    throw faultsError([{ campo: 'archivo', regla: 'cantidad_max', mensaje }])
  }
  if (!tipos.length && !faults.length)
    faults.push({
      campo: 'archivo',
      regla: 'vacio',
      mensaje: 'El archivo no tiene filas de moneda, fecha y valor',
    })
  if (faults.length) throw faultsError(faults)
  return tipos
}
