// Sales of the register that another program issued with folios which are still free here: the ledger of folios is told of them
// (areas/folios §2).

import { nextTurn } from '../../base/turn'
import type { Lado } from '../../domain/rcv/columnas'
import type { Titular } from '../../domain/titular'
import type { Store } from '../../store/store'
import { prepareUsedElsewhere } from './statements'

/** Parties looked at, and folios told of, before the event loop may have its turn. */
const PARTES = 100
const FOLIOS = 10

/** The ledger of folios, as far as it is told of those used elsewhere. */
export interface LearnsUsed {
  learnUsed(titular: Titular, tipoDte: number, folios: readonly number[]): number
}

/** Looks at the sales to these parties. */
export const createUsedElsewhere = ({
  store: { client },
  folios,
}: {
  store: Pick<Store, 'client'>
  folios: LearnsUsed
}) => {
  const sql = prepareUsedElsewhere(client)

  return async ({ empresaId, ambiente }: Titular, lado: Lado, ruts: Iterable<string>): Promise<void> => {
    if (lado !== 'venta' || !sql.hasFree.get({ empresa_id: empresaId, ambiente })) return
    const used = new Map<number, number[]>()
    let looked = 0
    for (const rut of ruts) {
      for (const { tipo_dte, folio } of sql.used.all({ empresa_id: empresaId, ambiente, lado, rut })) {
        const known = used.get(tipo_dte)
        if (known) known.push(folio)
        else used.set(tipo_dte, [folio])
      }
      if (++looked % PARTES === 0) await nextTurn()
    }
    for (const [tipoDte, all] of used) {
      all.sort((a, b) => a - b)
      for (let at = 0; at < all.length; at += FOLIOS) {
        folios.learnUsed({ empresaId, ambiente }, tipoDte, all.slice(at, at + FOLIOS))
        await nextTurn()
      }
    }
  }
}
