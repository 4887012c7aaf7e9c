// A purchases book as it must be (simulator §23.2): amounts of each document and of each type, by the reviewer's own table.

import type { Compra } from './filas'
import { ivaOf, percent } from './pesos'
import { RETENCION_TOTAL } from './tipos'

/** Elements of a row of a book and their amounts; a code stands after its element: `IVANoRec 4`. */
export type FilaLibro = Record<string, number>

export interface LibroEsperado {
  detalle: FilaLibro[]
  resumen: FilaLibro[]
}

/** Where the IVA of a purchase goes. */
const IVA_DE: Readonly<Record<Compra['destino'], (iva: number) => FilaLibro>> = {
  giro: (iva) => ({ MntIVA: iva }),
  uso_comun: (iva) => ({ MntIVA: 0, IVAUsoComun: iva }),
  gratuita: (iva) => ({ MntIVA: 0, 'IVANoRec 4': iva }),
  retenida: (iva) => ({ MntIVA: iva, [`OtrosImp ${RETENCION_TOTAL}`]: iva }),
  exentos: (iva): FilaLibro => (iva ? { MntIVA: 0, 'IVANoRec 1': iva } : { MntIVA: 0 }),
}

function detalleOf({ tipo, folio, exento, afecto, destino }: Compra): FilaLibro {
  const iva = ivaOf(afecto)
  const retenido = destino === 'retenida' ? iva : 0
  return {
    ...{ TpoDoc: tipo, NroDoc: folio, MntExe: exento, MntNeto: afecto },
    ...IVA_DE[destino](iva),
    MntTotal: exento + afecto + iva - retenido,
  }
}

/** Elements of the detail by that of the summary that adds them up. */
const SUMADO = (element: string): string => `Tot${element}`

/** One row for each type: how many documents, and the sums of their amounts. */
export function summarize(detalle: readonly FilaLibro[], factor: number | null): FilaLibro[] {
  const rows = new Map<number, FilaLibro>()
  for (const { TpoDoc, NroDoc, ...amounts } of detalle) {
    const row = rows.get(TpoDoc!) ?? { TpoDoc: TpoDoc!, TotDoc: 0 }
    rows.set(TpoDoc!, row)
    row.TotDoc!++
    for (const [element, amount] of Object.entries(amounts))
      row[SUMADO(element)] = (row[SUMADO(element)] ?? 0) + amount
  }
  const all = [...rows.values()].sort((a, b) => a.TpoDoc! - b.TpoDoc!)
  for (const row of all)
    if (row.TotIVAUsoComun) row.TotCredIVAUsoComun = percent(row.TotIVAUsoComun, factor ?? 0)
  return all
}

/** The book of purchases. Throws MedioPeso. */
export function computeCompras(compras: readonly Compra[], factor: number | null): LibroEsperado {
  const detalle = compras.map(detalleOf)
  return { detalle, resumen: summarize(detalle, factor) }
}
