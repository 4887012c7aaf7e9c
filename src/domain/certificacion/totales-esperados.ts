// The amounts that each case must come to, by the instructions of the set alone: pesos, hundredths of a
// currency, halves up (domain/certificacion §2.2). The amounts of issued documents are computed elsewhere,
// from the format.

import { divideRounded, type Micro, micro, ONE } from '../decimal'
import { type TipoDte, tipoDocumento } from '../dte/tipos'
import { type LineaPedida, SIN_PAGO } from './contexto-set'
import type { TotalesEsperados } from './set'

interface Solicitud {
  tipo_dte: TipoDte
  detalle: readonly LineaPedida[]
  DscRcgGlobal?: readonly LineaPedida[]
  liquidacion?: { comisiones: readonly LineaPedida[] }
  exportacion?: { moneda?: string; forma_pago_exp?: number }
  compra?: { retencion?: object }
}

export interface Calculo {
  totales: TotalesEsperados
  /**
   * Some amount fell on exactly half a peso, whose rule at the SII nobody has seen (domain/certificacion
   * §8).
   */
  mitad: boolean
}

const at = (value: unknown): Micro => micro(value === undefined ? undefined : String(value))

/** Rounds in steps of `unit` millionths and notes halves. */
function createRounding(unit: Micro): {
  round: (numerator: bigint, denominator: bigint) => Micro
  met: () => boolean
} {
  let half = false
  return {
    round: (numerator, denominator) => {
      const whole = denominator * unit
      const rest = ((numerator % whole) + whole) % whole
      if (rest * 2n === whole) half = true
      return divideRounded(numerator, whole) * unit
    },
    met: () => half,
  }
}

export function computeEsperados(solicitud: Solicitud, tasa: string): Calculo {
  const tipo = tipoDocumento(solicitud.tipo_dte)
  const extranjera = tipo.monedaExtranjera
  const pesos = createRounding(ONE)
  const linea = createRounding(extranjera ? ONE / 100n : ONE)
  let afecto = 0n
  let exento = 0n
  for (const line of solicitud.detalle) {
    const monto = montoDe(line, linea.round, pesos.round)
    if (extranjera || tipo.exento || line.exento) exento += monto
    else afecto += monto
  }
  for (const global of solicitud.DscRcgGlobal ?? []) {
    const base = global.afecta_exento ? exento : afecto
    const valor =
      global.tipo_valor === '%' ? pesos.round(base * at(global.valor), 100n * ONE) : at(global.valor)
    const signed = global.tipo === 'D' ? -valor : valor
    if (global.afecta_exento) exento += signed
    else afecto += signed
  }
  const rate = micro(tasa)
  const neto = tipo.preciosBrutos ? pesos.round(afecto * 100n * ONE, 100n * ONE + rate) : afecto
  const iva = tipo.preciosBrutos ? afecto - neto : pesos.round(neto * rate, 100n * ONE)
  const retenido = isRetenido(solicitud) ? iva : 0n
  const cargos = comisionesDe(solicitud, rate, pesos.round)
  const sinPago = solicitud.exportacion?.forma_pago_exp === SIN_PAGO
  const total = sinPago ? 0n : neto + exento + iva - retenido - cargos
  const unit = extranjera ? ONE / 100n : ONE
  const said = (value: Micro): number => Number(divideRounded(value, unit))
  return {
    totales: {
      neto: said(neto),
      exento: said(exento),
      iva: said(iva),
      retenido: said(retenido),
      total: said(total),
      moneda: solicitud.exportacion?.moneda ?? 'CLP',
    },
    mitad: linea.met() || pesos.met(),
  }
}

type Round = (numerator: bigint, denominator: bigint) => Micro

/**
 * A line: quantity by price, less its discount and more its surcharge, which are whole units whatever the
 * currency.
 */
function montoDe(line: LineaPedida, round: Round, whole: Round): Micro {
  if (line.precio === undefined) return at(line.monto)
  const base = round(at(line.cantidad ?? 1) * at(line.precio), ONE)
  const descuento = whole(base * at(line.descuento_pct), 100n * ONE)
  const recargo = whole((base - descuento) * at(line.recargo_pct), 100n * ONE)
  return base - descuento + recargo
}

/** The buyer withholds all of the IVA of a purchase and of the notes over it. */
const isRetenido = ({ compra, detalle }: Solicitud): boolean =>
  Boolean(compra?.retencion) || detalle.some(({ impuesto_adicional }) => impuesto_adicional !== undefined)

/** An agent's charges with the IVA of their sum. */
function comisionesDe({ liquidacion }: Solicitud, rate: Micro, round: Round): Micro {
  const sum = (key: string): Micro =>
    (liquidacion?.comisiones ?? []).reduce((total, one) => total + at(one[key]), 0n)
  const neto = sum('valor_neto')
  return neto + sum('valor_exento') + round(neto * rate, 100n * ONE)
}
