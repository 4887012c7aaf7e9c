// The day's documents as the report counts them (areas/rcof §1), in turns: a busy day has a hundred thousand
// boletas.

import { nextTurn } from '../../base/turn'
import { addDays, chileMidnight } from '../../domain/fecha'
import { BOLETAS, type Contado, type ResumenRcof, sumRcof, TIPOS_RCOF } from '../../domain/rcof'
import type { Titular } from '../../domain/titular'
import type { Store } from '../../store/store'
import type { Documentos } from '../dte'
import { type DelDiaRow, prepareCount } from './statements'

/** Counts a company's documents, in an environment, on a day of Chile. */
export type CountDay = (titular: Titular, fecha: string) => Promise<ResumenRcof[]>

/** Documents looked at in one turn of the event loop. */
const STEP = 500

export function createCountDay({
  store: { client },
  documentos,
}: {
  store: Pick<Store, 'client'>
  documentos: Pick<Documentos, 'byId' | 'contenido'>
}): CountDay {
  const sql = prepareCount(client)

  /** A reference to a document issued elsewhere names its type itself. */
  function refersToBoleta(id: string): boolean {
    const refers = sql.refersToBoleta.get(id) ?? null
    if (refers !== null) return refers === 1
    return documentos
      .contenido(documentos.byId(id)!)
      .dte.referencias.some(({ tipoDocumento }) => BOLETAS.includes(Number(tipoDocumento)))
  }

  const counts = ({ id, tipoDte, cuenta }: DelDiaRow): boolean =>
    cuenta === 1 && TIPOS_RCOF.includes(tipoDte) && (BOLETAS.includes(tipoDte) || refersToBoleta(id))

  return async ({ empresaId, ambiente }, fecha) => {
    const [desde, hasta] = [fecha, addDays(fecha, 1)].map((day) => chileMidnight(day).toISOString())
    const contados: Contado[] = []
    const anulados: Omit<Contado, 'neto' | 'exento' | 'iva' | 'total'>[] = []
    for (const id of sql.misma.all(empresaId)) {
      await countOf({ empresaId: id, ambiente }, fecha, contados)
      anulados.push(...sql.anulados.all(id, ambiente, desde!, hasta!))
    }
    return sumRcof(contados, anulados)
  }

  /** Adds what one row of the company used. */
  async function countOf({ empresaId, ambiente }: Titular, fecha: string, contados: Contado[]) {
    const runs = new Map<number, Contado>()
    for (let last: Pick<DelDiaRow, 'createdAt' | 'id'> = { createdAt: '', id: '' }; ; ) {
      const rows = sql.delDia.all(empresaId, ambiente, fecha, last.createdAt, last.id, STEP)
      for (const row of rows) {
        if (!counts(row)) continue
        const { tipoDte, folio, neto, exento, iva, total } = row
        const run = runs.get(tipoDte)
        if (run?.hasta === folio - 1) {
          // Folios are taken in turn: most of a day is one run.
          run.hasta = folio
          run.neto += neto
          run.exento += exento
          run.iva += iva
          run.total += total
        } else {
          const fresh = { tipoDte, desde: folio, hasta: folio, neto, exento, iva, total }
          runs.set(tipoDte, fresh)
          contados.push(fresh)
        }
      }
      if (rows.length < STEP) break
      last = rows.at(-1)!
      await nextTurn()
    }
  }
}
