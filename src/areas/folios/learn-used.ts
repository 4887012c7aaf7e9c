// Learns that free folios are used, or may be: the SII, or a register that a person brought, has a document of another program
// with them (areas/folios §2).

import type { Database } from 'better-sqlite3'
import type { Titular } from '../../domain/titular'
import type { PorConciliar } from './por-conciliar'
import { PREGUNTAS_MAX } from './preguntas'
import type { OutOfUse } from './sii/out-of-use'
import { prepareAnulaciones, prepareRangos } from './sii/statements'

const MOTIVO = 'El SII tiene un documento con este folio que aquí no está'

/**
 * Folios of documents that are not here, in a transaction of its own; what is free of their ranges is given to nobody before the SII was
 * asked about it (`por_conciliar`), for one seldom stands alone. Returns those that were free.
 *
 * By the SII's word they are `emitido_fuera`; one that lies far on is left to that question: all in front of it would have to be asked
 * about. Else (`isSaid` false) the SII alone tells.
 */
export type LearnUsed = (
  titular: Titular,
  tipoDte: number,
  folios: readonly number[],
  isSaid?: boolean,
) => number[]

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

  const learn = client.transaction((...[titular, tipoDte, folios, isSaid = true]: Parameters<LearnUsed>) => {
    const { empresaId, ambiente } = titular
    const marked = new Set<string>()
    const learnt: number[] = []
    for (const folio of folios) {
      const run = { tipoDte, desde: folio, hasta: folio }
      const [rango] = crossing.all({ empresaId, ambiente, ...run })
      if (!rango) continue
      const isFresh = folio >= rango.siguiente
      if (!isFresh && !free.get(rango.id, folio, folio, empresaId)) continue
      if (isSaid && folio - rango.siguiente <= PREGUNTAS_MAX) {
        outOfUse.reserve(titular, { ...run, motivo: MOTIVO })
        outOfUse.settle(rango.id, folio, folio, 'emitido_fuera')
      }
      if (!marked.has(rango.id)) porConciliar.markRange(rango.id)
      marked.add(rango.id)
      learnt.push(folio)
    }
    return learnt
  })
  return (...args) => (args[2].length ? learn.immediate(...args) : [])
}
