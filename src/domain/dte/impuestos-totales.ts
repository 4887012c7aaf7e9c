// Additional taxes and withholdings of a document in its totals (domain/dte §6.5).

import { decimal, type Micro, micro, percentOf } from '../decimal'
import type { Decimal, LineaDetalle } from './dte'
import { impuesto, tasaDe, tasaIva } from './impuestos'

/** A tax whose amount the issuer tells. */
export interface Informado {
  codigo: string
  monto: Decimal
  tasa?: Decimal
}

interface ImpuestosCalculados {
  filas: Informado[]
  adicional: Micro
  retenido: Micro
}

/** The rate of a code on a date, undefined when the issuer informs the amount. */
const tasaDelCodigo = (codigo: string, fecha: string): Decimal | undefined => {
  const known = impuesto(codigo)
  return (known && tasaDe(known, fecha)) ?? undefined
}

/** The code by which every affected line withholds at the rate of the IVA, and none by another. */
function retencionTotal(lineas: readonly LineaDetalle[], fecha: string): string | undefined {
  const codigos = lineas.flatMap(({ impuestoAdicional = [] }) => impuestoAdicional)
  const [codigo] = codigos
  if (!codigo || codigos.some((other) => other !== codigo)) return
  if (impuesto(codigo)?.tipo !== 'R' || tasaDelCodigo(codigo, fecha) !== tasaIva(fecha)) return
  return lineas.every(({ exento, impuestoAdicional }) => exento || impuestoAdicional) ? codigo : undefined
}

/**
 * One row a tax code, ascending; the base is the sum of its lines before global ones (domain/dte §6.5). What withholds the whole IVA
 * withholds that of the document, global lines and rounding included: the total is neto and exento (http §4).
 */
export function computeImpuestos(
  lineas: readonly LineaDetalle[],
  iva: Micro,
  fecha: string,
  informados: readonly Informado[] = [],
): ImpuestosCalculados {
  const total = retencionTotal(lineas, fecha)
  const bases = new Map<string, Micro>()
  for (const linea of lineas) {
    for (const codigo of linea.impuestoAdicional ?? []) {
      const base = impuesto(codigo)?.sobreBaseFaena ? linea.retenedor?.baseFaena : linea.monto
      bases.set(codigo, (bases.get(codigo) ?? 0n) + micro(base))
    }
  }
  const result: ImpuestosCalculados = { filas: [], adicional: 0n, retenido: 0n }
  const add = (codigo: string, tasa: Decimal | undefined, amount: Micro): void => {
    // A tax of 0 cannot be written (domain/dte §6.5): the code stays on its line and the row is left out.
    if (amount === 0n) return
    result.filas.push({ codigo, ...(tasa !== undefined && { tasa }), monto: decimal(amount) })
    if (impuesto(codigo)?.tipo === 'R') result.retenido += amount
    else result.adicional += amount
  }
  for (const [codigo, base] of bases) {
    const tasa = tasaDelCodigo(codigo, fecha)
    if (tasa) add(codigo, tasa, codigo === total ? iva : percentOf(base, micro(tasa)))
  }
  for (const { codigo, monto, tasa } of informados) add(codigo, tasa, micro(monto))
  result.filas.sort((a, b) => Number(a.codigo) - Number(b.codigo))
  return result
}
