// Additional taxes and withholdings of a document in its totals (formato-dte.md §2.5).

import { decimal, type Micro, micro, percentOf } from '../decimal'
import type { Decimal, LineaDetalle } from './dte'
import { impuesto } from './impuestos'

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

/** The code by which every affected line withholds at the rate of the IVA, and none by another. */
function retencionTotal(lineas: readonly LineaDetalle[], tasaIva: Micro): string | undefined {
  const codigos = lineas.flatMap(({ impuestoAdicional = [] }) => impuestoAdicional)
  const [codigo] = codigos
  if (!codigo || codigos.some((other) => other !== codigo)) return
  const { tipo, tasa } = impuesto(codigo) ?? {}
  if (tipo !== 'R' || !tasa || micro(tasa) !== tasaIva) return
  return lineas.every(({ exento, impuestoAdicional }) => exento || impuestoAdicional) ? codigo : undefined
}

/**
 * One row a tax code, ascending; the base is the sum of its lines before global ones (§2.5). What withholds the whole IVA
 * withholds that of the document, global lines and rounding included: the total is neto and exento (contract §4).
 */
export function computeImpuestos(
  lineas: readonly LineaDetalle[],
  iva: Micro,
  tasaIva: Micro,
  informados: readonly Informado[] = [],
): ImpuestosCalculados {
  const total = retencionTotal(lineas, tasaIva)
  const bases = new Map<string, Micro>()
  for (const linea of lineas) {
    for (const codigo of linea.impuestoAdicional ?? []) {
      const base = impuesto(codigo)?.sobreBaseFaena ? linea.retenedor?.baseFaena : linea.monto
      bases.set(codigo, (bases.get(codigo) ?? 0n) + micro(base))
    }
  }
  const result: ImpuestosCalculados = { filas: [], adicional: 0n, retenido: 0n }
  const add = (codigo: string, tasa: Decimal | undefined, amount: Micro): void => {
    // A tax of 0 cannot be written (§2.5): the code stays on its line and the row is left out.
    if (amount === 0n) return
    result.filas.push({ codigo, ...(tasa !== undefined && { tasa }), monto: decimal(amount) })
    if (impuesto(codigo)?.tipo === 'R') result.retenido += amount
    else result.adicional += amount
  }
  for (const [codigo, base] of bases) {
    const tasa = impuesto(codigo)?.tasa
    if (tasa) add(codigo, tasa, codigo === total ? iva : percentOf(base, micro(tasa)))
  }
  for (const { codigo, monto, tasa } of informados) add(codigo, tasa, micro(monto))
  result.filas.sort((a, b) => Number(a.codigo) - Number(b.codigo))
  return result
}
