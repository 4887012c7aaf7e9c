// The books of what a company issued (simulator §23.2): what they must tell of an approved set, by its rows and the ledger's folios.

import { createLibro } from '../libro'
import type { Sim } from '../sim'
import { avanceOf } from './avance'
import { type Esperado, expectedOf } from './montos'
import { type FilaLibro, type LibroEsperado, summarize } from './montos-libro'
import type { Empresa, SetDePruebas } from './sets'

interface Emitidos {
  /** `YYYY-MM` of the documents. */
  periodo: string
  libro: LibroEsperado
}

/** A document that the ledger accepted, with the amounts of its case. */
export type Emitido = Pick<Esperado, 'neto' | 'exento' | 'iva' | 'total'> & {
  tipoDte: number
  folio: number
  periodo: string
}

/** The documents of an approved set, in the order of its cases; null when it was not approved. */
export function findEmitidos(sim: Sim, { dueno, rut }: Empresa, set: SetDePruebas | null): Emitido[] | null {
  const row = set && sim.sql.certificacion.avance.last.get(dueno, rut, set.id)
  if (!set || row?.resultado !== 'SOK') return null
  return createLibro(sim)
    .documentosOf(avanceOf(row).trackId)
    .map(({ folio, fechaEmision, tipoDte }, i) => ({
      ...{ tipoDte, folio, periodo: fechaEmision.slice(0, 7) },
      ...expectedOf(set.filas.casos, set.filas.casos[i]!),
    }))
}

/** The book of sales of a set. */
export function ventasOf(documentos: readonly Emitido[]): Emitidos {
  const detalle = documentos.map(({ tipoDte, folio, neto, exento, iva, total }): FilaLibro => {
    return { TpoDoc: tipoDte, NroDoc: folio, MntExe: exento, MntNeto: neto, MntIVA: iva, MntTotal: total }
  })
  return { periodo: documentos[0]!.periodo, libro: { detalle, resumen: summarize(detalle, null) } }
}

/** The book of guides: to goods that stay, to a sale that was invoiced, and the annulled one. */
export function guiasOf(documentos: readonly Emitido[]): Emitidos {
  const [interna, venta, anulada] = documentos
  const { folio: Folio, neto: MntNeto, iva: IVA, total: MntTotal } = venta!
  const resumen = { TotGuiaAnulada: 1, TotGuiaVenta: 1, TotMntGuiaVta: MntTotal, 'TotTraslado 5': 1 }
  const detalle: FilaLibro[] = [
    { Folio: interna!.folio, TpoOper: 5, MntTotal: 0, Anulado: 0 },
    { Folio, TpoOper: 1, MntNeto, IVA, MntTotal, Anulado: 0 },
    { Folio: anulada!.folio, TpoOper: 1, Anulado: 2 },
  ]
  return { periodo: documentos[0]!.periodo, libro: { detalle, resumen: [resumen] } }
}
