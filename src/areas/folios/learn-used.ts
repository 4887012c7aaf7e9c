// Learns from the SII's answers that free folios are used: a document of another program bears them
// (areas/folios §2).

import type { Database } from 'better-sqlite3'
import type { Titular } from '../../domain/titular'
import type { PorConciliar } from './por-conciliar'
import { PREGUNTAS_MAX } from './preguntas'
import type { OutOfUse } from './sii/out-of-use'
import { prepareAnulaciones, prepareRangos } from './sii/statements'

const MOTIVO = 'El SII tiene un documento con este folio que aquí no está'

/**
 * Folios of documents that the SII has and that are not here. Those that were free are `emitido_fuera`, and the SII is asked about
 * their range before it gives another, for one seldom stands alone. One that lies far on is left to that question: all in front of it
 * would have to be asked about. In a transaction of its own. Returns how many were free.
 */
type LearnUsed = (titular: Titular, tipoDte: number, folios: readonly number[]) => number

export function createLearnUsed({
  client,
  outOfUse,
  porConciliar,
}: {
  client: Database
  outOfUse: OutOfUse
  porConciliar: Pick<PorConciliar, 'markRange'>
}): LearnUsed {
  const { crossing } = prepareRangos(client)
  const { free } = prepareAnulaciones(client)

  const learn = client.transaction((titular: Titular, tipoDte: number, folios: readonly number[]): number => {
    const { empresaId, ambiente } = titular
    const marked = new Set<string>()
    let learnt = 0
    for (const folio of folios) {
      const run = { tipoDte, desde: folio, hasta: folio }
      const [rango] = crossing.all({ empresaId, ambiente, ...run })
      if (!rango) continue
      const isFresh = folio >= rango.siguiente
      if (!isFresh && !free.get(rango.id, folio, folio, empresaId)) continue
      if (folio - rango.siguiente <= PREGUNTAS_MAX) {
        outOfUse.reserve(titular, { ...run, motivo: MOTIVO })
        outOfUse.settle(rango.id, folio, folio, 'emitido_fuera')
      }
      if (!marked.has(rango.id)) porConciliar.markRange(rango.id)
      marked.add(rango.id)
      learnt++
    }
    return learnt
  })
  return (...args) => (args[2].length ? learn.immediate(...args) : 0)
}
