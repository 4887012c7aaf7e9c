// Amounts of a document, from its lines to its total, by domain/dte §6. Exact arithmetic; pesos are rounded line by
// line, never after adding. `decimales` is 0 in pesos; exports use 4.

import { decimal, divideRounded, type Micro, micro, multiply, ONE, percentOf, roundTo } from '../decimal'
import type { Decimal, DscRcgGlobal, LineaDetalle, Totales } from './dte'
import { admits } from './esquema'
import { tasaIva } from './impuestos'
import { computeImpuestos, type Informado } from './impuestos-totales'
import { decimalesDe } from './moneda'
import type { TipoDocumento } from './tipos'

/** The inputs of the computation beside the lines. */
export interface Opciones {
  /** Line amounts carry IVA (domain/dte §6.8, §6.9). */
  preciosBrutos: boolean
  /** The document's date: its rates are those in force on that day. */
  fecha: string
  /** Amounts the issuer informs by code (domain/dte §6.5). */
  impuestosInformados?: readonly Informado[]
  /** Rate of `CredEC`, as a fraction. */
  tasaCredEc?: Decimal
  saldoAnterior?: Decimal
  /** Currency of an export (domain/dte §6.11). */
  moneda?: string
  /** An export that is never paid totals 0 (domain/dte §6.11). */
  sinPago?: boolean
  /** Sums of the commissions that a liquidación charges (domain/dte §6.12). */
  comisiones?: NonNullable<Totales['comisiones']>
  /** The part of the IVA that is a third party's; the rest is the issuer's (domain/dte §6.7). */
  ivaTerceros?: Decimal
}

export interface MontosLinea {
  monto: Decimal
  descuentoMonto?: Decimal
  recargoMonto?: Decimal
}

type LineaEntrada = Partial<Omit<LineaDetalle, 'linea' | 'nombre'>>

/** Whether a line has a discount or a surcharge. */
const isAjustada = ({ descuentoPct, descuentoMonto, recargoPct, recargoMonto }: LineaEntrada): boolean =>
  (descuentoPct ?? descuentoMonto ?? recargoPct ?? recargoMonto) !== undefined

/**
 * The amount of one line and the amounts its percentages make (domain/dte §6.2). Without a price they act on the given amount, or 0; where
 * lines have a sign a given amount below zero turns it.
 */
export function computeLinea(linea: LineaEntrada, decimales = 0, conSigno = false): MontosLinea {
  const { cantidad, precio } = linea
  if (precio === undefined && (conSigno || !isAjustada(linea))) return { monto: linea.monto ?? '0' }
  const base =
    precio === undefined
      ? micro(linea.monto)
      : multiply(cantidad === undefined ? ONE : micro(cantidad), micro(precio), decimales)
  if (conSigno) return { monto: decimal(micro(linea.monto) < 0n ? -base : base) }
  const descuento = linea.descuentoPct
    ? percentOf(base, micro(linea.descuentoPct))
    : micro(linea.descuentoMonto)
  const neto = base - descuento
  const recargo = linea.recargoPct ? percentOf(neto, micro(linea.recargoPct)) : micro(linea.recargoMonto)
  return {
    monto: decimal(roundTo(neto + recargo, decimales)),
    ...(descuento !== 0n && { descuentoMonto: decimal(descuento) }),
    ...(recargo !== 0n && { recargoMonto: decimal(recargo) }),
  }
}

/** Computes the amount of each line of a request, once: the rules judge it and the document writes it. */
export const computeLineas = (
  { monedaExtranjera, conSigno }: TipoDocumento,
  lineas: readonly LineaEntrada[],
  moneda: string | undefined,
): MontosLinea[] => {
  const decimales = monedaExtranjera ? decimalesDe(moneda) : 0
  return lineas.map((linea) => computeLinea(linea, decimales, conSigno))
}

/** The sums that the lines feed, before and after global lines. */
interface Sumas {
  afecto: Micro
  exento: Micro
  noFacturable: Micro
  garantia: Micro
  hayAfecto: boolean
  hayExento: boolean
  hayNoFacturable: boolean
}

function sumLineas(tipo: TipoDocumento, lineas: readonly LineaDetalle[]): Sumas {
  const sums: Sumas = {
    afecto: 0n,
    exento: 0n,
    noFacturable: 0n,
    garantia: 0n,
    hayAfecto: false,
    hayExento: false,
    hayNoFacturable: false,
  }
  for (const { exento, monto } of lineas) {
    const amount = micro(monto)
    const indicador = exento ?? (tipo.exento ? 1 : 0)
    if (indicador === 0) {
      sums.afecto += amount
      sums.hayAfecto = true
    } else if (indicador === 1) {
      sums.exento += amount
      sums.hayExento = true
    } else if (indicador === 2 || indicador === 6) {
      sums.noFacturable += indicador === 2 ? amount : -amount
      sums.hayNoFacturable = true
    } else if (indicador === 3) sums.garantia += amount
  }
  return sums
}

const TARGET = { 0: 'afecto', 1: 'exento', 2: 'noFacturable' } as const

/** Whether a global line finds anything to act on (domain/dte §6.4): otherwise it stands in the document without effect. */
export function hasEffect(
  tipo: TipoDocumento,
  linea: DscRcgGlobal,
  lineas: readonly LineaDetalle[],
): boolean {
  return sumLineas(tipo, lineas)[TARGET[linea.afectaExento ?? 0]] !== 0n
}

export type Base = (typeof TARGET)[keyof typeof TARGET]

/**
 * The amount that the global lines of a document in pesos add to each sum, below zero for a discount
 * (domain/dte §6.4).
 */
export function efectoDeGlobales(
  tipo: TipoDocumento,
  lineas: readonly LineaDetalle[],
  globales: readonly DscRcgGlobal[],
): Readonly<Record<Base, Micro>> {
  const before = sumLineas(tipo, lineas)
  const after = { ...before }
  applyGlobales(after, globales, 0)
  return {
    afecto: after.afecto - before.afecto,
    exento: after.exento - before.exento,
    noFacturable: after.noFacturable - before.noFacturable,
  }
}

/** Applies the global lines in order, each on what the one before left (domain/dte §6.4). */
function applyGlobales(sums: Sumas, globales: readonly DscRcgGlobal[], decimales: number): void {
  for (const { tipo, tipoValor, valor, afectaExento } of globales) {
    const target = TARGET[afectaExento ?? 0]
    if (sums[target] === 0n) continue
    const amount =
      tipoValor === '%'
        ? percentOf(sums[target], micro(valor), decimales)
        : roundTo(micro(valor), decimales === 0 ? 0 : 2)
    sums[target] += tipo === 'D' ? -amount : amount
  }
}

/**
 * Sums the lines' product that the issuer withholds for, as far as the totals of the type have a place for
 * it.
 */
function sumRetenedor(
  tipo: TipoDocumento,
  lineas: readonly LineaDetalle[],
): Pick<Totales, 'baseFaena' | 'margenComercial'> {
  const sum = (key: 'baseFaena' | 'margenComercial', tag: string) => {
    const total = lineas.reduce((so, { retenedor }) => so + micro(retenedor?.[key]), 0n)
    return total !== 0n && admits(tipo, `Encabezado/Totales/${tag}`) && { [key]: decimal(total) }
  }
  return { ...sum('baseFaena', 'MntBase'), ...sum('margenComercial', 'MntMargenCom') }
}

/** Neto and IVA of an affected sum. From gross, IVA is what remains beside the neto, so that both add up (domain/dte §6.8). */
function splitIva(sum: Micro, preciosBrutos: boolean, tasa: Micro): { neto: Micro; iva: Micro } {
  if (!preciosBrutos) return { neto: sum, iva: percentOf(sum, tasa) }
  const neto = divideRounded(sum * 100n, 100n * ONE + tasa) * ONE
  return { neto, iva: sum - neto }
}

/** `Totales` of a document whose lines already have their amounts (domain/dte §6.3–6.12). */
export function computeTotales(
  tipo: TipoDocumento,
  lineas: readonly LineaDetalle[],
  globales: readonly DscRcgGlobal[],
  opciones: Opciones,
): Totales {
  const sums = sumLineas(tipo, lineas)
  applyGlobales(sums, globales, decimalesDe(opciones.moneda))
  if (tipo.monedaExtranjera) {
    const exento = decimal(sums.exento)
    return { moneda: opciones.moneda!, montoExento: exento, montoTotal: opciones.sinPago ? '0' : exento }
  }
  if (tipo.montosOpcionales && lineas.every(({ monto }) => monto === '0')) return { montoTotal: '0' }
  const tasa = tasaIva(opciones.fecha)
  const { neto, iva } = splitIva(sums.afecto, opciones.preciosBrutos, micro(tasa))
  const impuestos = computeImpuestos(lineas, iva, opciones.fecha, opciones.impuestosInformados)
  const credito = opciones.tasaCredEc ? multiply(iva, micro(opciones.tasaCredEc)) : 0n
  const ivaNoRetenido = impuestos.retenido > 0n ? iva - impuestos.retenido : 0n
  const { comisiones } = opciones
  const cobrado = micro(comisiones?.valorNeto) + micro(comisiones?.valorExento) + micro(comisiones?.iva)
  const total =
    neto + sums.exento + iva + impuestos.adicional - impuestos.retenido + sums.garantia - credito - cobrado
  const periodo = total + (tipo.conSigno ? 0n : sums.noFacturable)
  const boleta = tipo.raiz === 'Boleta'
  const conSaldo = opciones.saldoAnterior !== undefined
  return {
    ...(sums.hayAfecto && { montoNeto: decimal(neto) }),
    ...(sums.hayExento && { montoExento: decimal(sums.exento) }),
    ...sumRetenedor(tipo, lineas),
    // A rate beside no net amount says nothing; a boleta has no place for it and its IVA is positive or absent (domain/dte §6.9).
    ...(sums.hayAfecto && neto !== 0n && { tasaIva: tasa }),
    ...(sums.hayAfecto && (!boleta || iva !== 0n) && { montoIva: decimal(iva) }),
    ...(opciones.ivaTerceros !== undefined && {
      ivaPropio: decimal(iva - micro(opciones.ivaTerceros)),
      ivaTerceros: opciones.ivaTerceros,
    }),
    ...(impuestos.filas.length > 0 && { impuestos: impuestos.filas }),
    ...(ivaNoRetenido > 0n && { ivaNoRetenido: decimal(ivaNoRetenido) }),
    ...(credito !== 0n && { creditoEmpresaConstructora: decimal(credito) }),
    ...(sums.garantia !== 0n && { garantiaEnvases: decimal(sums.garantia) }),
    ...(comisiones && { comisiones }),
    montoTotal: decimal(total),
    // A liquidación has no place for what is not billed (domain/dte §6.3).
    ...(sums.hayNoFacturable &&
      !tipo.conSigno && {
        montoNoFacturable: decimal(sums.noFacturable),
        montoPeriodo: decimal(periodo),
      }),
    ...(conSaldo && {
      ...(boleta && { montoPeriodo: decimal(periodo) }),
      saldoAnterior: opciones.saldoAnterior!,
      valorPagar: decimal(periodo + micro(opciones.saldoAnterior)),
    }),
  }
}
