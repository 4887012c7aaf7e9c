// The components of a document, and what notes leave of each (http §1.3; domain/dte §7.3, §6.11): net by
// rate of IVA, exempt, the base of each additional tax or withholding, deposits and commissions. An export
// has one, `MntExe` in its currency: what is never paid has a total of 0 and still a balance.

import { type Micro, micro } from '../decimal'
import type { Dte, LineaDetalle } from './dte'
import { CODIGOS_INFORMADOS, impuesto } from './impuestos'

/**
 * Amounts by component. A note is held against `neto 19`, `exento`, `base 24`, `sin_impuestos`, `garantia`, `comision_neta`
 * and `comision_exenta`; the others follow from these, each note rounding its own (domain/dte §7.3): `iva 19`, `impuesto 24` (negative
 * when withheld), `credito`, `comision_iva` and `total`.
 */
export type Componentes = Readonly<Record<string, Micro>>

/** The fields that the components of a document are read from. */
export type Montos = Pick<Dte, 'totales' | 'detalle'>

export const positive = (amount: Micro | undefined): Micro =>
  amount !== undefined && amount > 0n ? amount : 0n

/** The base of each tax code among the lines, as its tax is computed on (domain/dte §6.5). */
function basesOf(lineas: readonly LineaDetalle[]): Map<string, Micro> {
  const bases = new Map<string, Micro>()
  for (const linea of lineas) {
    for (const codigo of linea.impuestoAdicional ?? []) {
      const base = impuesto(codigo)?.sobreBaseFaena ? linea.retenedor?.baseFaena : linea.monto
      bases.set(codigo, (bases.get(codigo) ?? 0n) + micro(base))
    }
  }
  return bases
}

/**
 * The components of a document. The net without additional tax is what is left beside the lines that bear one: global lines
 * have no line of their own, so a discount is taken from what a note asks and a surcharge added to what a document has.
 */
export function componentesOf({ totales, detalle }: Montos, nota: boolean): Componentes {
  const total = micro(totales.montoTotal)
  if (totales.moneda) return clean({ exento: micro(totales.montoExento), total })
  const neto = micro(totales.montoNeto)
  const iva = micro(totales.montoIva)
  const tasa = totales.tasaIva ?? '0'
  const out: Record<string, Micro> = {
    [`neto ${tasa}`]: neto,
    [`iva ${tasa}`]: iva,
    exento: micro(totales.montoExento),
    garantia: micro(totales.garantiaEnvases),
    credito: micro(totales.creditoEmpresaConstructora),
    comision_neta: micro(totales.comisiones?.valorNeto),
    comision_exenta: micro(totales.comisiones?.valorExento),
    comision_iva: micro(totales.comisiones?.iva),
    total,
  }
  for (const [codigo, base] of basesOf(detalle)) out[`base ${codigo}`] = base
  for (const { codigo, monto } of totales.impuestos ?? []) {
    const amount = micro(monto)
    // An amount that its issuer informs follows from no base.
    if (CODIGOS_INFORMADOS.has(codigo)) out[`base ${codigo}`] = amount
    out[`impuesto ${codigo}`] = impuesto(codigo)?.tipo === 'R' ? -amount : amount
  }
  const gravadas = detalle.filter(({ exento, impuestoAdicional }) => !exento && impuestoAdicional?.length)
  const sumOf = (lineas: readonly LineaDetalle[]) => lineas.reduce((sum, { monto }) => sum + micro(monto), 0n)
  const rest = neto - sumOf(gravadas)
  const simples = detalle.filter((linea) => !linea.exento && !gravadas.includes(linea))
  const borne = nota || !gravadas.length ? rest : max(sumOf(simples), rest)
  out.sin_impuestos = positive(borne)
  return clean(out)
}

const max = (a: Micro, b: Micro): Micro => (a > b ? a : b)

/** Without what is nothing. */
export const clean = (all: Readonly<Record<string, Micro>>): Componentes =>
  Object.fromEntries(Object.entries(all).filter(([, amount]) => amount !== 0n))

/** `a` less `b`. */
export function minus(a: Componentes, b: Componentes): Componentes {
  const out: Record<string, Micro> = { ...a }
  for (const [nombre, amount] of Object.entries(b)) out[nombre] = (out[nombre] ?? 0n) - amount
  return clean(out)
}

export const negate = (a: Componentes): Componentes => minus({}, a)

/** Whether two documents bear the same, as a note that voids must (domain/dte §7.1). */
export const isSame = (a: Componentes, b: Componentes): boolean => Object.keys(minus(a, b)).length === 0
