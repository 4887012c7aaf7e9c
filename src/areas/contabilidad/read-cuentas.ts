// A chart of accounts as a file: ours, or a person's with the same columns (areas/contabilidad §1).

import type { Celda } from '../../base/csv'
import { separadorOf, splitLineas, tableText, whyNoTable } from '../../domain/csv'
import { faultsError } from '../../domain/errors'
import { foldText, normalizeTexto } from '../../domain/texto'
import { CUENTAS_MAX } from './ajustes'
import type { CuentaRow } from './statements'

export const COLUMNAS_CUENTA = ['codigo', 'nombre', 'pide_auxiliar', 'pide_centro', 'pide_documento'] as const
type Columna = (typeof COLUMNAS_CUENTA)[number]
const FLAGS = ['pide_auxiliar', 'pide_centro', 'pide_documento'] as const

type DatosCuenta = Omit<CuentaRow, 'empresa_id'>

interface LineaErrada {
  linea: number
  mensaje: string
}

/** The most lines that are told. */
const ERRORES_MAX = 1000
const SI = new Set(['si', 's', '1', 'true', 'x', 'verdadero'])
const NO = new Set(['', 'no', 'n', '0', 'false', 'falso'])
const CODIGO_MAX = 30
const NOMBRE_MAX = 120

/** The good lines, and what is wrong with the others. Throws VALIDATION_ERROR of a file that is no such table. */
export function readCuentas(bytes: Uint8Array): { cuentas: DatosCuenta[]; errores: LineaErrada[] } {
  const refuse = (regla: 'formato' | 'cabecera', mensaje: string) =>
    faultsError([{ campo: 'archivo', regla, mensaje }])
  const text = tableText(bytes)
  if (text === null) throw refuse('formato', whyNoTable(bytes))
  let columnas: (Columna | null)[] | null = null
  const found = new Map<string, DatosCuenta>()
  const errores: LineaErrada[] = []
  const bad = (linea: number, mensaje: string): void => {
    if (errores.length < ERRORES_MAX) errores.push({ linea, mensaje })
  }
  for (const { linea, celdas } of splitLineas(text, separadorOf(text))) {
    if (!celdas.length) continue
    if (!columnas) {
      columnas = celdas.map((cell) => {
        const name = foldText(cell).trim().replaceAll(' ', '_')
        return (COLUMNAS_CUENTA as readonly string[]).includes(name) ? (name as Columna) : null
      })
      if (!columnas.includes('codigo') || !columnas.includes('nombre'))
        throw refuse('cabecera', `La primera línea debe nombrar las columnas: ${COLUMNAS_CUENTA.join(';')}`)
      continue
    }
    const cell = (name: Columna): string => (celdas[columnas!.indexOf(name)] ?? '').trim()
    const codigo = cell('codigo').replace(/^'(?=[=+\-@])/, '')
    const nombre = normalizeTexto(cell('nombre')).texto
    if (codigo === '' || codigo.length > CODIGO_MAX) {
      bad(linea, `codigo: debe tener de 1 a ${CODIGO_MAX} caracteres`)
      continue
    }
    if (nombre === '' || nombre.length > NOMBRE_MAX) {
      bad(linea, `nombre: debe tener de 1 a ${NOMBRE_MAX} caracteres`)
      continue
    }
    if (found.has(codigo)) {
      bad(linea, `codigo: ${codigo} está dos veces`)
      continue
    }
    const flags = FLAGS.map((name) => [name, foldText(cell(name))] as const)
    const strange = flags.filter(([, value]) => !SI.has(value) && !NO.has(value))
    if (strange.length) {
      bad(linea, `${strange.map(([name]) => name).join(', ')}: debe decir si o no`)
      continue
    }
    if (found.size === CUENTAS_MAX)
      throw refuse('formato', `El archivo trae más de ${CUENTAS_MAX} cuentas: divida el plan`)
    const asked = Object.fromEntries(flags.map(([name, value]) => [name, SI.has(value) ? 1 : 0]))
    found.set(codigo, { codigo, nombre, ...asked } as DatosCuenta)
  }
  if (!columnas) throw refuse('cabecera', 'El archivo está vacío')
  return { cuentas: [...found.values()], errores }
}

export const cuentaToCsv = (row: CuentaRow): Celda[] =>
  COLUMNAS_CUENTA.map((name) => {
    const value = row[name]
    return typeof value === 'number' ? (value ? 'si' : 'no') : value
  })
