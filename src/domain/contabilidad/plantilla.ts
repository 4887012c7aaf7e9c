// A file of vouchers as a table: each column a heading and a text with fields, so that another program's columns are data and not code
// (areas/contabilidad §6).

import type { Apunte } from './apunte'
import { type Asiento, writeMes } from './asientos'
import type { Libro } from './libros'
import type { Movimiento } from './movimiento'

export const ARCHIVOS = {
  csv: 'texto con un separador',
  txt: 'lo mismo, en .txt',
  xlsx: 'planilla Excel',
} as const
export type Archivo = keyof typeof ARCHIVOS
export const SEPARADORES = { ';': 'punto y coma', ',': 'coma', tab: 'tabulador', '|': 'barra' } as const
export type Separador = keyof typeof SEPARADORES
export const CODIFICACIONES = {
  'utf-8': 'UTF-8',
  'utf-8-marca': 'UTF-8 con marca',
  'latin-1': 'ISO-8859-1',
} as const
export type Codificacion = keyof typeof CODIFICACIONES
export const FECHAS = {
  'DD/MM/AAAA': '30/11/2026',
  'DD-MM-AAAA': '30-11-2026',
  'AAAA-MM-DD': '2026-11-30',
  AAAAMMDD: '20261130',
} as const
type FormaFecha = keyof typeof FECHAS

export interface Columna {
  titulo: string
  valor: string
}

export interface Plantilla {
  archivo: Archivo
  separador: Separador
  codificacion: Codificacion
  fechas: FormaFecha
  /** Whether its first row has the headings. */
  encabezado: boolean
  hoja: string
  /** A file a book. */
  por_libro: boolean
  columnas: readonly Columna[]
}

export type Celda = string | number | null

/** A line of a voucher and what its file knows around it. */
export interface Fila {
  asiento: Asiento
  movimiento: Movimiento
  /** From 1, within its voucher. */
  linea: number
  periodo: string
  /** The letter or word of its kind of voucher. */
  comprobante: string
  /** The place of each part among the amounts of a book's document, from 1. */
  libroDetalle: Readonly<Record<string, number>>
}

const MESES_FECHA: Readonly<Record<FormaFecha, (iso: string) => string>> = {
  'DD/MM/AAAA': (d) => `${d.slice(8, 10)}/${d.slice(5, 7)}/${d.slice(0, 4)}`,
  'DD-MM-AAAA': (d) => `${d.slice(8, 10)}-${d.slice(5, 7)}-${d.slice(0, 4)}`,
  'AAAA-MM-DD': (d) => d,
  AAAAMMDD: (d) => d.replaceAll('-', ''),
}
const writeFecha = (iso: string, como: FormaFecha): string => MESES_FECHA[como](iso)

/** The places of a document's amounts. */
export const DETALLES_LIBRO = 9
/** The parts that a line of the whole document stands for. */
const TOTALES: ReadonlySet<string> = new Set(['cliente', 'proveedor', 'liquido'])

const nameOf = (componente: string): string => componente.split(':')[0]!

/** The amounts of the document on the line of its total, by place; of any other line none. */
function detalleOf({ movimiento: { documento, componente }, libroDetalle }: Fila): number[] | null {
  if (!documento || !TOTALES.has(componente) || !Object.keys(libroDetalle).length) return null
  const sums = new Array<number>(DETALLES_LIBRO).fill(0)
  for (const { componente: name, monto } of documento.partes) {
    const place = libroDetalle[name] ?? libroDetalle[nameOf(name)]
    if (place) sums[place - 1]! += Math.abs(monto)
  }
  return sums
}

const orNothing = (monto: number): number | null => monto || null
const rutParts = (rut: string | null): [string | null, string | null] => {
  const [cuerpo = null, dv = null] = rut?.split('-') ?? []
  return [cuerpo, dv]
}
/** The document that a line tells: only where its rule gives the kind. */
const told = ({ movimiento }: Fila): Apunte | null =>
  movimiento.codigoDoc === null ? null : movimiento.documento

type Campo = (fila: Fila, fecha: (iso: string) => string) => Celda

/** The fields of a column, by name. */
export const CAMPOS = {
  numero: ['el número del asiento, desde 1', ({ asiento }) => asiento.numero],
  linea: ['el de la línea dentro de su asiento', ({ linea }) => linea],
  comprobante: ['la clase de comprobante del libro, de `comprobantes`', ({ comprobante }) => comprobante],
  libro: ['ventas, compras u honorarios', ({ asiento }) => asiento.libro],
  periodo: ['AAAA-MM', ({ periodo }) => writeMes(periodo)],
  fecha: ['la del asiento', ({ asiento }, fecha) => fecha(asiento.fecha)],
  glosa_asiento: ['la glosa del asiento', ({ asiento }) => asiento.glosa],
  cuenta: ['la cuenta', ({ movimiento }) => movimiento.cuenta],
  centro: ['el centro de costo', ({ movimiento }) => movimiento.centro],
  auxiliar: ['el auxiliar', ({ movimiento }) => movimiento.auxiliar],
  glosa: ['la glosa de la línea', ({ movimiento }) => movimiento.glosa],
  debe: ['el debe; vacío si es 0', ({ movimiento }) => orNothing(movimiento.debe)],
  haber: ['el haber; vacío si es 0', ({ movimiento }) => orNothing(movimiento.haber)],
  debe_cero: ['el debe, 0 si no hay', ({ movimiento }) => movimiento.debe],
  haber_cero: ['el haber, 0 si no hay', ({ movimiento }) => movimiento.haber],
  monto: ['el que tenga de los dos', ({ movimiento }) => movimiento.debe || movimiento.haber],
  lado: ['D o H', ({ movimiento }) => (movimiento.debe ? 'D' : 'H')],
  codigo_doc: ['el código del tipo de documento, de la regla', ({ movimiento }) => movimiento.codigoDoc],
  tipo_dte: ['el tipo de documento del SII', (fila) => told(fila)?.tipoDte ?? null],
  folio: ['su folio', (fila) => told(fila)?.folio ?? null],
  fecha_doc: [
    'la fecha del documento',
    (fila, fecha) => {
      const documento = told(fila)
      return documento && fecha(documento.fecha)
    },
  ],
  total_doc: [
    'el total del documento, en la línea de ese total',
    (fila) => {
      const { componente, debe, haber } = fila.movimiento
      return told(fila) && TOTALES.has(componente) ? debe || haber : null
    },
  ],
  rut: ['el RUT de la contraparte', ({ movimiento }) => movimiento.documento?.rut ?? null],
  rut_cuerpo: ['sin su dígito', ({ movimiento }) => rutParts(movimiento.documento?.rut ?? null)[0]],
  rut_dv: ['su dígito', ({ movimiento }) => rutParts(movimiento.documento?.rut ?? null)[1]],
  nombre: ['la razón social de la contraparte', ({ movimiento }) => movimiento.documento?.nombre ?? null],
  ...Object.fromEntries(
    Array.from({ length: DETALLES_LIBRO }, (_, i) => [
      `detalle_${i + 1}`,
      [
        `el monto ${i + 1} del documento, de \`libro_detalle\``,
        (fila: Fila) => orNothing(detalleOf(fila)?.[i] ?? 0),
      ],
    ]),
  ),
  detalle_suma: [
    'la suma de esos montos',
    (fila) => orNothing((detalleOf(fila) ?? []).reduce((sum, monto) => sum + monto, 0)),
  ],
} as Readonly<Record<string, readonly [significado: string, read: Campo]>>

const FIELD = /\{([a-z0-9_]*)\}/g

/** The fields of a text that there are not. */
export const unknownCampos = (valor: string): string[] =>
  [...valor.matchAll(FIELD)].map(([, name]) => name!).filter((name) => !Object.hasOwn(CAMPOS, name))

type Escribir = (fila: Fila) => Celda

/** A column's value: a number stays one where the field stands alone. */
function columnWriter({ valor }: Columna, fecha: (iso: string) => string): Escribir {
  const alone = /^\{([a-z0-9_]+)\}$/.exec(valor)?.[1]
  if (alone) {
    const read = CAMPOS[alone]![1]
    return (fila) => read(fila, fecha)
  }
  if (!valor.includes('{')) {
    const fixed = valor || null
    return () => fixed
  }
  return (fila) => valor.replace(FIELD, (_, name: string) => String(CAMPOS[name]![1](fila, fecha) ?? ''))
}

/** Writes a line of a voucher as a row of the file. */
export function createRowWriter({ columnas, fechas }: Plantilla): (fila: Fila) => Celda[] {
  const fecha = (iso: string) => writeFecha(iso, fechas)
  const writers = columnas.map((columna) => columnWriter(columna, fecha))
  return (fila) => writers.map((write) => write(fila))
}

const SEPARA: Readonly<Record<Separador, string>> = { ';': ';', ',': ',', tab: '\t', '|': '|' }

/** A row of a text file, with its end. What a spreadsheet would take for a formula is led by an apostrophe. */
export function writeRow(celdas: readonly Celda[], separador: Separador): string {
  const apart = SEPARA[separador]
  const cell = (value: Celda): string => {
    if (value === null) return ''
    if (typeof value === 'number') return String(value)
    // A file of tabs has no quotes: what would break a row is a blank.
    const text = value.replace(/[\t\r\n]+/g, ' ')
    const safe = /^[=+\-@]/.test(text) ? `'${text}` : text
    if (!safe.includes(apart) && !safe.includes('"')) return safe
    return `"${safe.replaceAll('"', '""')}"`
  }
  return `${celdas.map(cell).join(apart)}\r\n`
}

/** The kind of a book's vouchers where nobody said another: no cash moves by them. */
export const COMPROBANTE: Readonly<Record<Libro, string>> = { ventas: 'T', compras: 'T', honorarios: 'T' }
