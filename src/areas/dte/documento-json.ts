// Documents as answers show them: our snake_case names, amounts as JSON numbers (contract §1, §10).

import { snake } from '../../domain/dte/claves'
import type { Dte, LineaDetalle, Referencia, Totales } from '../../domain/dte/dte'
import type { Advertencia } from '../../domain/errors'

/** Keys whose values are decimals kept as text; everything else is already what JSON shows. */
const AMOUNTS =
  /^(monto|cantidad|precio|descuento|recargo|tasa|valor|saldo|iva|base|margen|credito|garantia|tipoCambio|neto|adicional|exento)/

/** A block with snake_case keys and amounts as numbers. Every amount of a document fits a JSON number exactly. */
export function blockToJson(block: object): Record<string, unknown> {
  const json: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(block)) {
    json[/^[A-Z]/.test(key) ? key : snake(key)] = Array.isArray(value)
      ? value.map((item) => (typeof item === 'object' ? blockToJson(item) : item))
      : typeof value === 'object' && value !== null
        ? blockToJson(value)
        : AMOUNTS.test(key) && typeof value === 'string'
          ? Number(value)
          : value
  }
  return json
}

/** The totals; an export's beside their equivalents in pesos (contract §1). */
export const totalesToJson = (totales: Totales, otraMoneda?: Dte['otraMoneda']): Record<string, unknown> => {
  const json: Record<string, unknown> = {
    ...blockToJson(totales),
    ...(otraMoneda && { otra_moneda: blockToJson(otraMoneda) }),
  }
  if (totales.impuestos) json.impuestos = totales.impuestos.map(impuestoToJson)
  if (otraMoneda?.impuestos) {
    Object.assign(json.otra_moneda as object, { impuestos: otraMoneda.impuestos.map(impuestoToJson) })
  }
  return json
}

const impuestoToJson = ({ codigo, ...montos }: NonNullable<Totales['impuestos']>[number]): object => ({
  codigo: Number(codigo),
  ...blockToJson(montos),
})

export const detalleToJson = (detalle: readonly LineaDetalle[]): Record<string, unknown>[] =>
  detalle.map((linea) => ({
    ...blockToJson(linea),
    ...(linea.codigo && { codigo: linea.codigo }),
    ...(linea.espectaculo && { espectaculo: Number(linea.espectaculo) }),
    ...(linea.QtyRef && { QtyRef: Number(linea.QtyRef) }),
    ...(linea.impuestoAdicional && { impuesto_adicional: linea.impuestoAdicional.map(Number) }),
  }))

export const advertenciasToJson = (advertencias: readonly Advertencia[]): object[] =>
  advertencias.map((a) => ({ ...a }))

export const referenciasToJson = (referencias: readonly Referencia[]): Record<string, unknown>[] =>
  referencias.map(blockToJson)
