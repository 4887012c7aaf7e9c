// A file of customers, line by line (areas/clientes §4): ours, or a person's with the same columns.

import { nearestName } from '../../base/nearest-name'
import {
  type DatosCliente,
  nacionalidadFault,
  numIdFault,
  numIdOf,
  rutFaults,
  TEXTOS_CLIENTE,
  type TextoCliente,
  textFault,
  textoCliente,
} from '../../domain/cliente'
import { type Celdas, separadorOf, splitLineas, tableText, whyNoTable } from '../../domain/csv'
import type { Fault } from '../../domain/errors'
import { parseRut } from '../../domain/rut'
import { foldText } from '../../domain/texto'
import { COLUMNAS_CSV, SOLO_SALIDA } from './csv-clientes'

type Columna = (typeof COLUMNAS_CSV)[number]

/** Other common names of columns. */
const OTROS_NOMBRES: Readonly<Record<string, Columna>> = {
  'r.u.t.': 'rut',
  rut_cliente: 'rut',
  nombre: 'razon_social',
  cliente: 'razon_social',
  correo: 'email',
  correo_electronico: 'email',
  mail: 'email',
  'e-mail': 'email',
  fono: 'telefono',
  forma_pago: 'forma_pago_defecto',
  forma_de_pago: 'forma_pago_defecto',
}

export interface Archivo {
  columnas: (Columna | null)[]
  /** The rows after the header. */
  filas: Generator<Celdas, void>
  /** All that is wrong with its header: it lacks columns that a customer needs, or has some that nobody knows. */
  faults: Fault[]
}

const NADA: Generator<Celdas, void> = (function* () {})()

/** The cells of the first line that has any: programs lead their tables by blank ones. */
function firstThatSays(filas: Generator<Celdas, void>): string[] {
  for (let i = 0; i < BLANCAS_MAX; i++) {
    const { value, done } = filas.next()
    if (done) break
    if (value.celdas.length) return value.celdas
  }
  return []
}

const BLANCAS_MAX = 100

/** Its header read. */
export function openCsv(bytes: Uint8Array, campo = 'archivo'): Archivo {
  const faults: Fault[] = []
  const refuse = (mensaje: string): void => void faults.push({ campo, regla: 'cabecera', mensaje })
  const text = tableText(bytes)
  if (text === null) {
    faults.push({ campo, regla: 'formato', mensaje: whyNoTable(bytes) })
    return { columnas: [], filas: NADA, faults }
  }
  const filas = splitLineas(text, separadorOf(text))
  const header = firstThatSays(filas)
  const strange: string[] = []
  const columnas = header.map((cell): Columna | null => {
    const name = foldText(cell).replaceAll(' ', '_')
    if ((COLUMNAS_CSV as readonly string[]).includes(name)) return name as Columna
    if (OTROS_NOMBRES[name]) return OTROS_NOMBRES[name]
    if (name !== '' && !(SOLO_SALIDA as readonly string[]).includes(name)) strange.push(cell.slice(0, 40))
    return null
  })
  for (const twice of new Set(columnas.filter((name, i) => name !== null && columnas.indexOf(name) !== i)))
    refuse(`La columna ${twice} está dos veces`)
  if (strange.length) {
    const near = nearestName(foldText(strange[0]!).replaceAll(' ', '_'), [...COLUMNAS_CSV])
    refuse(
      `La primera línea tiene columnas desconocidas: ${strange.slice(0, 5).join(', ')}${near ? `; ¿quiso decir ${near}?` : '.'} Las conocidas: ${COLUMNAS_CSV.join(', ')}`,
    )
  }
  for (const name of ['rut', 'razon_social'] as const)
    if (!columnas.includes(name)) refuse(`Falta la columna ${name} en la primera línea`)
  return { columnas, filas, faults }
}

const CORREO = /^[^\s@<>",;]+@[^\s@<>",;]+\.[^\s@<>",;.]{2,}$/

/** A cell as it was before a writer of tables led it by an apostrophe, lest it be taken for a formula. */
const plain = (cell: string): string => cell.trim().replace(/^'(?=[=+\-@])/, '')

const faultText = (campo: string, { mensaje }: Pick<Fault, 'mensaje'>): string =>
  `${campo}: ${mensaje[0]!.toLowerCase()}${mensaje.slice(1)}`

/** The customer of a line, or all that is wrong with it. */
export function readFila(columnas: Archivo['columnas'], celdas: readonly string[]): DatosCliente | string[] {
  const faults: string[] = []
  const cells: Partial<Record<Columna, string>> = {}
  for (const [i, name] of columnas.entries()) {
    const value = plain(celdas[i] ?? '')
    if (name !== null && value !== '') cells[name] = value
  }
  if (celdas.slice(columnas.length).some((cell) => cell.trim() !== ''))
    faults.push('tiene más celdas que columnas')
  const texts: Record<string, string | null> = {}
  for (const campo of Object.keys(TEXTOS_CLIENTE) as TextoCliente[]) {
    const value = cells[campo]
    texts[campo] = value === undefined ? null : textoCliente(campo, value)
    const fault = value === undefined ? null : textFault(campo, value)
    if (fault) faults.push(faultText(campo, fault))
    else if (value !== undefined && campo.startsWith('email') && !CORREO.test(value))
      faults.push(`${campo}: no es una dirección de correo válida`)
  }
  if (!texts.razon_social) faults.push('razon_social: falta')
  const rut = parseRut(cells.rut ?? '')
  if (rut === null)
    faults.push(cells.rut ? `rut: ${cells.rut.slice(0, 20)} no es un RUT válido` : 'rut: falta')
  const whole = (name: Columna, most: number): number | null => {
    const value = cells[name]
    if (value === undefined) return null
    if (/^\d$/.test(value) && Number(value) >= 1 && Number(value) <= most) return Number(value)
    faults.push(`${name}: debe ser de 1 a ${most}`)
    return null
  }
  const forma_pago_defecto = whole('forma_pago_defecto', 3)
  const tipo_doc_id = whole('tipo_doc_id', 2)
  const { num_id, nacionalidad = null } = cells
  const wrong = {
    num_id: num_id === undefined ? null : numIdFault(num_id),
    nacionalidad: nacionalidad === null ? null : nacionalidadFault(nacionalidad),
  }
  for (const [campo, fault] of Object.entries(wrong)) if (fault) faults.push(faultText(campo, fault))
  const extranjero = num_id === undefined ? null : { num_id: numIdOf(num_id), nacionalidad, tipo_doc_id }
  if (rut !== null) faults.push(...rutFaults(rut, extranjero).map(({ mensaje }) => mensaje))
  if (faults.length) return faults
  return { ...(texts as unknown as DatosCliente), rut: rut!, forma_pago_defecto, extranjero }
}
