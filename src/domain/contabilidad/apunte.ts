// A document as its book has it: parts with a sign, debits above zero, which come to nothing but a rounding (areas/contabilidad §2).

import { isRetencion } from '../rcv/f29-impuestos'
import { type DocumentoF29, readValores } from '../rcv/f29-valores'
import { amount, REDONDEO } from '../rcv/montos'
import { readRetencion } from '../rcv/retencion'
import {
  admitsNegative,
  isDeFacturaCompra,
  isNota,
  isSobreLiquidacion,
  signoOf,
  tipoTransaccionOf,
} from '../rcv/tipos'
import type { Libro } from './libros'

export interface Parte {
  componente: string
  /** A debit above zero, pesos. */
  monto: number
}

export interface Apunte {
  libro: Libro
  /** Its name within its book, for ever. */
  clave: string
  /** Null of a boleta de terceros. */
  tipoDte: number | null
  /** Null of several in one sum. */
  folio: number | null
  documentos: number
  fecha: string
  /** The other party; null of boletas. */
  rut: string | null
  nombre: string | null
  /** The kind of purchase, 1 to 7; null where it says none. */
  tipoCompra: number | null
  partes: Parte[]
  /** The amount that its parts lack to come to nothing. */
  diferencia: number
}

/** One document of the register, or several of a type in one sum, with what names it. */
export interface DocumentoLibro extends DocumentoF29 {
  fechaEmision: string
  folio: number | null
  razonSocial: string | null
}

type Datos = Omit<Apunte, 'partes' | 'diferencia'>

/** Without parts of nothing, one of each name. */
function close(datos: Datos, parts: readonly (readonly [componente: string, monto: number])[]): Apunte {
  const sums = new Map<string, number>()
  for (const [componente, monto] of parts) {
    if (monto) sums.set(componente, (sums.get(componente) ?? 0) + monto)
  }
  const partes: Parte[] = []
  let sum = 0
  for (const [componente, monto] of sums) {
    if (!monto) continue
    partes.push({ componente, monto })
    sum += monto
  }
  return { ...datos, partes, diferencia: sum ? -sum : 0 }
}

/** Further taxes as they stand in the total; what is withheld is apart, and of a factura de compra in columns of its own. */
function impuestosOf(d: DocumentoLibro, withheld: boolean): [string, number][] {
  const own = isDeFacturaCompra(d)
  return (d.datos.otrosImpuestos ?? []).flatMap(({ codigo, valor }): [string, number][] => {
    if (!valor || (own && isRetencion(codigo))) return []
    const takesAway = codigo !== null && isRetencion(codigo)
    if (takesAway !== withheld) return []
    return [[`impuesto:${codigo ?? 'sin_codigo'}`, withheld ? -valor : valor]]
  })
}

const isDeLiquidacion = (d: DocumentoLibro): boolean =>
  admitsNegative(d.tipoDte) || (isNota(d.tipoDte) && isSobreLiquidacion(d.datos))

const sumOf = (parts: readonly (readonly [string, number])[]): number =>
  parts.reduce((sum, [, monto]) => sum + monto, 0)

/** Columns of a purchase that are in some totals and beside others: nobody publishes which. */
const enDuda = ({ lado, datos }: DocumentoLibro): [string, number][] =>
  lado === 'venta'
    ? []
    : [
        ['impuesto:sin_credito', amount(datos.impuestoSinCredito)],
        ['impuesto:tabacos_puros', amount(datos.tabacosPuros)],
        ['impuesto:tabacos_cigarrillos', amount(datos.tabacosCigarrillos)],
        ['impuesto:tabacos_elaborados', amount(datos.tabacosElaborados)],
      ]

/**
 * Amounts that may stand in a total or beside it: what was withheld, what is in doubt, and the commission of a liquidación, by its columns or,
 * where they are empty, all that its parts have beyond the total. The total decides, as in the register's own look (domain/rcv §3).
 */
function beyondOf(d: DocumentoLibro, parts: readonly (readonly [string, number])[]): [string, number][] {
  const withheld = impuestosOf(d, true)
  const doubts = enDuda(d)
  const sum = sumOf(parts)
  const { liquidacionNeto, liquidacionExento, liquidacionIva } = d.datos
  const said = amount(liquidacionNeto) + amount(liquidacionExento) + amount(liquidacionIva)
  const comision: [string, number] = ['comision', -said]
  const of = isDeLiquidacion(d)
  const all = of ? [...withheld, ...doubts, comision] : [...withheld, ...doubts]
  const readings = [
    all,
    ...(of ? [[...withheld, ...doubts], [comision]] : []),
    ...[[...withheld], doubts, []],
  ] as [string, number][][]
  const found = readings.find((one) => Math.abs(sum + sumOf(one) - d.montoTotal) <= REDONDEO)
  if (found) return found
  return of && !said ? [['comision', d.montoTotal - sum]] : all
}

/** The parts of a sale, above zero: all of them are the seller's credits but what takes away. */
function ventaOf(d: DocumentoLibro) {
  const { valores } = readValores(d)
  const retencion = readRetencion(d)
  const { datos } = d
  // The VAT of a liquidación is of whom it was sold for; the commission's stands with the commission.
  const mandante = isDeLiquidacion(d)
  const whole = mandante ? amount(d.montoIva) : valores.montoIva!
  const late = retencion || mandante ? 0 : (valores.ivaFueraPlazo ?? 0)
  const terceros = mandante ? whole : retencion ? 0 : (valores.ivaTerceros ?? 0)
  // The buyer pays what he withheld of a factura de compra: no tax of the seller's.
  const iva = retencion ? retencion.noRetenido : whole - late - terceros
  return [
    ['neto', amount(d.montoNeto)],
    ['exento', amount(d.montoExento)],
    ['iva', iva],
    ['iva_fuera_plazo', late],
    ['iva_terceros', terceros],
    ...impuestosOf(d, false),
    ['garantia_envases', amount(datos.garantiaEnvases)],
    ['credito_constructora', -amount(datos.creditoEmpresaConstructora)],
    ['zona_franca', amount(datos.impuestoZonaFranca)],
  ] as [string, number][]
}

const ACTIVO_FIJO = 4

function compraOf(d: DocumentoLibro) {
  const { valores } = readValores(d)
  const { datos } = d
  const neto = amount(d.montoNeto)
  const said = Math.max(0, Math.min(amount(datos.activoFijoNeto), neto))
  const kind = tipoTransaccionOf('compra', d.tipoTransaccion)
  const activo = said || (kind === ACTIVO_FIJO && !amount(datos.activoFijoIva) ? neto : 0)
  const comun =
    (valores.ivaUsoComun ?? 0) + (valores.ivaUsoComunActivo ?? 0) + (valores.ivaUsoComunDudoso ?? 0)
  const codigo = amount(datos.codigoIvaNoRec) || 'sin_codigo'
  return [
    ['neto', neto - activo],
    ['activo_fijo', activo],
    ['exento', amount(d.montoExento)],
    ['iva', valores.montoIva ?? 0],
    ['iva_uso_comun', comun],
    [`iva_no_recuperable:${codigo}`, valores.ivaNoRecuperable ?? 0],
    ...impuestosOf(d, false),
    ['iva_retenido', -((valores.retenidoTotal ?? 0) + (valores.retenidoParcial ?? 0))],
  ] as [string, number][]
}

/** A document of the register; `clave` tells it within its book. */
export function apunteOf(d: DocumentoLibro, clave: string): Apunte {
  const venta = d.lado === 'venta'
  const own = venta ? ventaOf(d) : compraOf(d)
  const parts = [...own, ...beyondOf(d, own)]
  // A sale's parts are credits and its total a debit, a purchase's the other way; a note of credit turns both.
  const side = signoOf(d.tipoDte) * (venta ? -1 : 1)
  const { lado, tipoDte, folio, documentos = 1, fechaEmision, rut = null, razonSocial } = d
  const signed = [
    [venta ? 'cliente' : 'proveedor', -side * d.montoTotal],
    ...parts.map(([name, monto]) => [name, side * monto]),
  ] as [string, number][]
  return close(
    {
      libro: venta ? 'ventas' : 'compras',
      ...{ clave, tipoDte, folio, documentos, fecha: fechaEmision, rut, nombre: razonSocial },
      tipoCompra: venta ? null : tipoTransaccionOf(lado, d.tipoTransaccion),
    },
    signed,
  )
}

interface Honorario {
  folio: number
  fecha: string
  rut: string
  nombre: string
  bruto: number
  retencion: number
  liquido: number
}

/** A boleta de terceros. */
export const honorarioOf = ({ bruto, retencion, liquido, ...one }: Honorario): Apunte =>
  close(
    {
      libro: 'honorarios',
      clave: `bte/${one.folio}`,
      tipoDte: null,
      documentos: 1,
      tipoCompra: null,
      ...one,
    },
    [
      ['bruto', bruto],
      ['retencion', -retencion],
      ['liquido', -liquido],
    ],
  )
