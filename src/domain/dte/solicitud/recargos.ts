// Freight and insurance of an export as the exempt global surcharges that make them part of the total (http §2;
// domain/dte §6.11).

import type { DscRcgGlobal } from '../dte'
import type { Solicitud } from './solicitud'

type Recargo = Omit<DscRcgGlobal, 'linea'>

/** The surcharges to add: none for an amount that the request already charges as an `R` line in `$`. */
export function recargosDe({ exportacion, dscRcgGlobal = [] }: Solicitud): Recargo[] {
  const charged = dscRcgGlobal.filter(({ tipo, tipoValor }) => tipo === 'R' && tipoValor === '$')
  const added: Recargo[] = []
  for (const [glosa, valor] of [
    ['Flete', exportacion?.aduana?.montoFlete],
    ['Seguro', exportacion?.aduana?.montoSeguro],
  ] as const) {
    if (valor === undefined) continue
    const same = charged.findIndex((line) => line.valor === valor)
    // Each line stands for one of both, so that equal amounts need two.
    if (same >= 0) charged.splice(same, 1)
    else added.push({ tipo: 'R', glosa, tipoValor: '$', valor, afectaExento: 1 })
  }
  return added
}

/** The global lines of an export: in it there is nothing but an exempt sum, so each acts on it and says so (domain/dte §6.4). */
export const globalesExportacion = (s: Solicitud): Recargo[] => [
  ...(s.dscRcgGlobal ?? []).map((d) => ({ ...d, afectaExento: d.afectaExento ?? (1 as const) })),
  ...recargosDe(s),
]
