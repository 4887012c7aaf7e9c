// Documents of the register that another program issued with folios which are still free here: the ledger of folios is told of them
// (areas/folios §2).

import { nextTurn } from '../../base/turn'
import type { Lado } from '../../domain/rcv/columnas'
import type { Titular } from '../../domain/titular'
import type { Store } from '../../store/store'
import { prepareUsados } from './statements-usados'

/** Parties looked at, and folios told of, before the event loop may have its turn. */
const PARTES = 100
const FOLIOS = 10

/** Folios of a type that were free and are on documents of the register. */
export interface Usados {
  tipoDte: number
  folios: number[]
}

/** The ledger of folios, as far as it is told of those used elsewhere: for sure where the SII said so. Those that were free. */
export interface LearnsUsed {
  learnUsed(titular: Titular, tipoDte: number, folios: readonly number[], isSaid: boolean): number[]
}

/**
 * Looks at the documents with these parties. A reading at the SII tells which folios are used; a person's file may be of another company, and
 * a note be of who bought: of those the SII is asked before their range gives another.
 */
export const createUsedElsewhere = ({
  store: { client },
  folios,
}: {
  store: Pick<Store, 'client'>
  folios: LearnsUsed
}) => {
  const sql = prepareUsados(client)

  return async ({ empresaId, ambiente }: Titular, lado: Lado, ruts: Iterable<string>): Promise<Usados[]> => {
    if (!sql.hasFree.get({ empresa_id: empresaId, ambiente })) return []
    const used = new Map<string, Usados & { isSaid: boolean }>()
    let looked = 0
    for (const rut of ruts) {
      for (const { tipo_dte, folio, dicho } of sql.used.all({ empresa_id: empresaId, ambiente, lado, rut })) {
        const key = `${tipo_dte} ${dicho}`
        const known = used.get(key)
        if (known) known.folios.push(folio)
        else used.set(key, { tipoDte: tipo_dte, folios: [folio], isSaid: dicho === 1 })
      }
      if (++looked % PARTES === 0) await nextTurn()
    }
    const learnt: Usados[] = []
    for (const { tipoDte, folios: all, isSaid } of used.values()) {
      all.sort((a, b) => a - b)
      const found: number[] = []
      for (let at = 0; at < all.length; at += FOLIOS) {
        found.push(...folios.learnUsed({ empresaId, ambiente }, tipoDte, all.slice(at, at + FOLIOS), isSaid))
        await nextTurn()
      }
      if (found.length) learnt.push({ tipoDte, folios: found })
    }
    return learnt
  }
}
