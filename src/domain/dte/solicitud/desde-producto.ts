// Fills a line of a request from an item of the catalogue, and puts a price of another currency into pesos (areas/catalogo §5).

import { decimal, divideRounded, type Micro, micro, multiply, ONE } from '../../decimal'
import type { DatosProducto } from '../../producto'
import type { Decimal } from '../dte'
import { admits } from '../esquema'
import { impuesto, tasaIva } from '../impuestos'
import { findMoneda } from '../moneda'
import { type TipoDte, tipoDocumento } from '../tipos'

type Json = Record<string, unknown>

/** The parts of a document that decide how a line takes from an item. */
interface ParaLinea {
  tipo: TipoDte
  precioIncluyeIva: boolean | undefined
  fecha: string
  /** The currency of an export, as the request names it. */
  moneda: unknown
}

/** The fields of a line that an item may give, by their names of the SII. */
const TAGS = {
  codigo: 'CdgItem',
  nombre: 'NmbItem',
  descripcion: 'DscItem',
  unidad: 'UnmdItem',
  precio: 'PrcItem',
  exento: 'IndExe',
  impuesto_adicional: 'CodImpAdic',
} as const
type CampoLinea = keyof typeof TAGS

/** The value that a line says under either of a field's names; null stands for absent. */
export const saidOf = (linea: Json, campo: CampoLinea): unknown => linea[campo] ?? linea[TAGS[campo]] ?? null

/** The word that a line still needs of a person, and where. */
interface FaltaDePrecio {
  campo: 'precio' | 'moneda'
  mensaje: string
}

const CIEN = 100n * ONE

/** A net price with VAT, or one with VAT net, half up at 6 decimals. */
function withIva(precio: Micro, fecha: string, adds: boolean): Micro {
  const factor = CIEN + micro(tasaIva(fecha))
  return adds ? divideRounded(precio * factor, CIEN) : divideRounded(precio * CIEN, factor)
}

/** The price of an item as the prices of the document are. */
function precioPara(
  { precio, precio_con_iva, exento }: DatosProducto,
  { tipo, precioIncluyeIva, fecha }: ParaLinea,
  linea: Json,
): Decimal {
  const row = tipoDocumento(tipo)
  const brutos = !row.exento && !row.monedaExtranjera && (precioIncluyeIva ?? row.preciosBrutos)
  const said = saidOf(linea, 'exento')
  const gross = brutos && !(said === null ? exento : said !== false)
  return gross === precio_con_iva ? precio! : decimal(withIva(micro(precio!), fecha, gross))
}

/** Whether a document whose prices are in `pedida` may take a price in `moneda`. */
const isMismaMoneda = (moneda: string, pedida: unknown): boolean =>
  typeof pedida === 'string' && (findMoneda(pedida)?.iso ?? pedida.trim().toUpperCase()) === moneda

/**
 * Why a line cannot take an item's price, null where it can or has its own. A price of one currency read in another is a
 * thousandfold amount, so nothing is guessed.
 */
function precioFault(linea: Json, producto: DatosProducto, para: ParaLinea): FaltaDePrecio | null {
  if (producto.precio === null || (linea.monto ?? linea.MontoItem ?? null) !== null) return null
  const priced = saidOf(linea, 'precio') !== null
  const said = linea.moneda ?? null
  const su = `el producto tiene su precio en ${producto.moneda}`
  if (tipoDocumento(para.tipo).monedaExtranjera) {
    if (priced || isMismaMoneda(producto.moneda, para.moneda)) return null
    return { campo: 'precio', mensaje: `${su} y el documento no: diga el precio` }
  }
  if (priced && said === null && producto.moneda !== 'CLP')
    return { campo: 'moneda', mensaje: `${su}: diga en qué moneda está el suyo` }
  if (!priced && said !== null && said !== producto.moneda)
    return { campo: 'precio', mensaje: `${su}: diga el precio en ${String(said).slice(0, 10)}` }
  return null
}

interface Tomado {
  linea: Json
  tomados: string[]
  falta: FaltaDePrecio | null
  /** The item's tax, which documents of this type do not bear; null where it has none or was taken. */
  sinImpuesto: number | null
}

/** The line with what it lacks, and the names of the fields taken. What is sent wins; price and currency go together. */
export function withProducto(linea: Json, producto: DatosProducto, para: ParaLinea): Tomado {
  const row = tipoDocumento(para.tipo)
  const filled = { ...linea }
  const tomados: string[] = []
  const claim = (campo: CampoLinea, value: unknown): void => {
    if (value === null || saidOf(linea, campo) !== null) return
    filled[campo] = value
    tomados.push(campo)
  }
  claim('codigo', producto.codigo)
  claim('nombre', producto.nombre)
  claim('descripcion', producto.descripcion)
  if (admits(row, 'Detalle/UnmdItem')) claim('unidad', producto.unidad)
  const falta = precioFault(linea, producto, para)
  const priced = producto.precio !== null && (linea.monto ?? linea.MontoItem ?? null) === null
  if (priced && !falta && saidOf(linea, 'precio') === null) {
    if (!row.monedaExtranjera) {
      claim('precio', precioPara(producto, para, linea))
      if (producto.moneda !== 'CLP') filled.moneda = producto.moneda
    } else if (isMismaMoneda(producto.moneda, para.moneda)) claim('precio', precioPara(producto, para, linea))
  }
  if (producto.exento && !row.exento && !row.monedaExtranjera) claim('exento', true)
  const code = producto.impuesto_adicional
  const bears = code !== null && impuesto(String(code))?.tipos.includes(para.tipo) === true
  if (bears) claim('impuesto_adicional', code)
  return { linea: filled, tomados, falta, sinImpuesto: bears ? null : code }
}

/** A price in pesos: times the value of the day, half up at 6 decimals. */
export const precioEnPesos = (precio: Decimal, valor: Decimal): Decimal =>
  decimal(multiply(micro(precio), micro(valor), 6))
