// An item of the catalogue (areas/catalogo §1): its fields, how long each may be, and what no item is.

import { decimalOfNumber, parseDecimal } from './decimal'
import type { Decimal } from './dte/dte'
import { impuesto } from './dte/impuestos'
import type { Fault } from './errors'
import { foldText, normalizeTexto } from './texto'

/** The currencies of a price, an item's or a line's. */
export const MONEDAS_LINEA = {
  CLP: 'pesos',
  UF: 'unidad de fomento, por su valor del día',
  UTM: 'unidad tributaria mensual, por la de su mes',
  USD: 'dólar de los Estados Unidos',
  EUR: 'euro',
} as const
type MonedaLinea = keyof typeof MONEDAS_LINEA

export const isMonedaLinea = (value: unknown): value is MonedaLinea =>
  typeof value === 'string' && Object.hasOwn(MONEDAS_LINEA, value)

/** Where an item came from. */
export const ORIGENES_PRODUCTO = {
  manual: 'lo creó una persona o un sistema',
  csv: 'vino en un archivo',
  emitidos: 'se propuso desde los documentos emitidos',
} as const

/** The texts of an item, with the most letters of each: those of a line of a document, where it has them. */
export const TEXTOS_PRODUCTO = {
  codigo: 35,
  nombre: 80,
  descripcion: 1000,
  unidad: 4,
  cuenta: 30,
  centro: 30,
} as const
export type TextoProducto = keyof typeof TEXTOS_PRODUCTO
const REQUERIDOS: readonly TextoProducto[] = ['codigo', 'nombre']

/** The data of an item. */
export type DatosProducto = { codigo: string; nombre: string } & Record<
  Exclude<TextoProducto, 'codigo' | 'nombre'>,
  string | null
> & {
    precio: Decimal | null
    moneda: MonedaLinea
    precio_con_iva: boolean
    exento: boolean
    impuesto_adicional: number | null
    activo: boolean
  }
export type CampoProducto = keyof DatosProducto

export const PRODUCTO_VACIO: DatosProducto = {
  codigo: '',
  nombre: '',
  descripcion: null,
  unidad: null,
  precio: null,
  moneda: 'CLP',
  precio_con_iva: false,
  exento: false,
  impuesto_adicional: null,
  cuenta: null,
  centro: null,
  activo: true,
}

/** A code as two of them are compared. */
export const claveOf = (codigo: string): string => normalizeTexto(codigo).texto.toLowerCase()

/** A text of an item as it is kept; null of nothing. */
export const textoProducto = (text: string | null): string | null =>
  text === null ? null : normalizeTexto(text).texto || null

/** The fault of an item's text beyond its form; null without one. */
export function textoFault(campo: TextoProducto, text: string): Omit<Fault, 'campo'> | null {
  const { texto, rechazados } = normalizeTexto(text)
  if (rechazados.length)
    return { regla: 'texto', mensaje: 'No puede tener caracteres ajenos a ISO-8859-1, como emojis' }
  const most = TEXTOS_PRODUCTO[campo]
  if (texto.length > most)
    return { regla: 'largo_max', mensaje: `Tiene ${texto.length} caracteres y admite ${most}` }
  if (texto === '' && REQUERIDOS.includes(campo)) return { regla: 'requerido', mensaje: 'Debe tener letras' }
  if (campo === 'nombre' && !/[^'" ]/.test(texto.slice(0, 40)))
    return { regla: 'solo_comillas', mensaje: 'Necesita algo más que comillas' }
  return null
}

/** A price as it is kept: a decimal of at most twelve digits before the point and six behind it; null for any other. */
export function precioOf(value: string | number): Decimal | null {
  const read = typeof value === 'number' ? decimalOfNumber(value) : parseDecimal(value.trim())
  if (read === null || read[0] === '-') return null
  const [whole = '', fraction = ''] = read.split('.')
  return whole.length > 12 || fraction.length > 6 ? null : read
}

export const PRECIO_ILEGIBLE: Omit<Fault, 'campo'> = {
  regla: 'numero',
  mensaje: 'Debe ser un número no negativo con punto decimal y a lo más seis decimales, como "2.5"',
}

/** The faults of the fields of an item against each other, and of its tax. */
export function productoFaults({
  precio_con_iva,
  exento,
  impuesto_adicional,
}: Pick<DatosProducto, 'precio_con_iva' | 'exento' | 'impuesto_adicional'>): Fault[] {
  const faults: Fault[] = []
  const fault = (campo: CampoProducto, regla: Fault['regla'], mensaje: string): void =>
    void faults.push({ campo, regla, mensaje })
  if (impuesto_adicional !== null && !impuesto(String(impuesto_adicional)))
    fault('impuesto_adicional', 'impuesto', `El código de impuesto ${impuesto_adicional} no existe`)
  if (precio_con_iva && exento)
    fault('precio_con_iva', 'contradiccion', 'Un producto exento no lleva IVA en su precio')
  if (precio_con_iva && impuesto_adicional !== null)
    fault('precio_con_iva', 'contradiccion', 'Con impuesto adicional el precio va sin IVA')
  if (exento && impuesto_adicional !== null)
    fault('impuesto_adicional', 'contradiccion', 'Un producto exento no lleva impuesto adicional')
  return faults
}

/** The text that a search reads; a list by name is in order by its beginning. */
export const searchedProducto = ({ nombre, codigo, descripcion }: DatosProducto): string =>
  [nombre, codigo, descripcion ?? ''].map(foldText).join('\n')
