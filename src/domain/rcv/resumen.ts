// The summary of the sales' register, a file of the SII's page with one sum a type (domain/rcv §2): boletas and vouchers of payment come
// in no other file. The code of the type stands in brackets behind its name.

import { noTabla } from '../archivo-ajeno'
import { decodeTable, separadorOf, splitLineas } from '../csv'
import { FAULTS_MAX, type Fault, type Omitidas } from '../errors'
import type { Regla } from '../reglas'
import { writeLineas } from './lineas'
import { detalleOf } from './tipos'
import { createReaders, type Indicios, Malo } from './valores'

/** A type's sum of a month, in pesos. */
export interface TotalLeido {
  linea: number
  tipoDte: number
  documentos: number
  montoExento: number
  montoNeto: number
  montoIva: number
  montoTotal: number
}

interface ResumenLeido {
  totales: TotalLeido[]
  /** The first that were found; nothing of a file with any is of use. */
  faltas: Fault[]
  omitidas: Omitidas
  /** Lines with faults, as `2, 5-9`. */
  lineas: string
}

const COLUMNAS = [
  ['Tipo Documento', null],
  ['Total Documentos', 'documentos'],
  ['Monto Exento', 'montoExento'],
  ['Monto Neto', 'montoNeto'],
  ['Monto IVA', 'montoIva'],
  ['Monto Total', 'montoTotal'],
] as const

/** No summary has so many types. */
const FILAS_MAX = 100
/** As much of a file as shows its header. */
const CABECERA_MAX = 4096

const CODIGO = /\((\d{2,3})\)$|^(\d{2,3})$/

/** The table's text, if its first line with anything in it is the summary's header. */
function textOf(bytes: Uint8Array): string | null {
  if (noTabla(bytes) !== null) return null
  const start = decodeTable(bytes.subarray(0, CABECERA_MAX))
  for (const { celdas } of splitLineas(start, separadorOf(start))) {
    if (!celdas.length) continue
    const names = celdas.map((cell) => cell.replace('\ufeff', '').trim())
    return names.length === COLUMNAS.length && COLUMNAS.every(([name], i) => names[i] === name)
      ? decodeTable(bytes)
      : null
  }
  return null
}

/** Null for any other file. `campo` is where the file stands in the request. */
export function readResumen(bytes: Uint8Array, campo = 'archivo'): ResumenLeido | null {
  const texto = textOf(bytes)
  if (texto === null) return null
  const seen: Indicios = { ordenes: new Set(), miles: new Set(), dudosos: false, dias: false }
  const read = readTabla(texto, campo, createReaders({ orden: 'd', miles: null }, seen))
  if (!seen.dudosos || seen.miles.size !== 1) return read
  return readTabla(texto, campo, createReaders({ orden: 'd', miles: [...seen.miles][0]! }))
}

function readTabla(texto: string, campo: string, readers: ReturnType<typeof createReaders>): ResumenLeido {
  const totales: TotalLeido[] = []
  const faltas: Fault[] = []
  const malas = new Set<number>()
  let header = true
  let filas = 0
  for (const { linea, celdas } of splitLineas(texto, separadorOf(texto))) {
    if (!celdas.length) continue
    if (header) {
      header = false
      continue
    }
    if (++filas > FILAS_MAX) {
      const mensaje = `El resumen tiene más de ${FILAS_MAX} líneas: no es el que da el sitio del SII`
      faltas.push({ campo, regla: 'cantidad_max', mensaje })
      break
    }
    const bad = (nombre: string, regla: Regla, mensaje: string): void => {
      malas.add(linea)
      faltas.push({
        campo: `linea[${linea}].${nombre}`,
        regla,
        mensaje: `Línea ${linea}, ${nombre}: ${mensaje}`,
        datos: { linea },
      })
    }
    const total = readFila(linea, celdas, readers, bad)
    const before = total && totales.find(({ tipoDte }) => tipoDte === total.tipoDte)
    if (before)
      bad('Tipo Documento', 'repetido', `el tipo ${total.tipoDte} ya está en la línea ${before.linea}`)
    else if (total) totales.push(total)
  }
  if (!filas) faltas.push({ campo, regla: 'vacio', mensaje: 'El resumen no trae ningún tipo de documento' })
  const cuantas = Math.max(0, faltas.length - FAULTS_MAX)
  const codes = new Set(cuantas ? (['VALIDATION_ERROR'] as const) : [])
  return {
    totales,
    faltas: faltas.slice(0, FAULTS_MAX),
    omitidas: { cuantas, codes },
    lineas: writeLineas(malas),
  }
}

function readFila(
  linea: number,
  celdas: readonly string[],
  readers: ReturnType<typeof createReaders>,
  bad: (nombre: string, regla: Regla, mensaje: string) => void,
): TotalLeido | null {
  const name = celdas[0]!.trim()
  const code = CODIGO.exec(name)
  if (!code) bad('Tipo Documento', 'formato', 'no dice el código del tipo entre paréntesis, como (39)')
  const tipoDte = Number(code?.[1] ?? code?.[2])
  const total = { linea, tipoDte, documentos: 0, montoExento: 0, montoNeto: 0, montoIva: 0, montoTotal: 0 }
  let ok = code !== null
  const fault = (nombre: string, regla: Regla, mensaje: string): void => {
    ok = false
    bad(nombre, regla, mensaje)
  }
  for (const [i, [nombre, campo]] of COLUMNAS.entries()) {
    if (campo === null) continue
    const texto = celdas[i]?.trim() ?? ''
    if (texto === '') {
      fault(nombre, 'requerido', 'falta')
      continue
    }
    const value = readers[campo === 'documentos' ? 'entero' : 'monto'](texto)
    if (value instanceof Malo) fault(nombre, value.regla, value.mensaje)
    else if (Number(value) < 0 && isBoleta(tipoDte))
      fault(nombre, 'minimo', 'una boleta no lleva montos negativos')
    else total[campo] = Number(value)
  }
  for (let i = COLUMNAS.length; i < celdas.length; i++)
    if (celdas[i]!.trim() !== '')
      fault(`celda ${i + 1}`, 'sobra', 'hay un valor después de la última columna')
  return ok ? total : null
}

/** Boletas and vouchers, of which the register has a sum alone: the sums of the 900s may take away. */
const isBoleta = (tipoDte: number): boolean => detalleOf(tipoDte) === 'resumen' && tipoDte < 900

/** Pesos by which the total of what comes as a sum alone is not what its amounts come to. */
export const diferenciaTotal = (total: TotalLeido): number =>
  detalleOf(total.tipoDte) === 'resumen'
    ? Math.abs(total.montoExento + total.montoNeto + total.montoIva - total.montoTotal)
    : 0
