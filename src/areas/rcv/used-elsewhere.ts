// Sales of the register that another program issued with folios which are still free here: the ledger of folios is told of them
// (areas/folios §2).

import { nextTurn } from '../../base/turn'
import type { Lado } from '../../domain/rcv/columnas'
import type { Titular } from '../../domain/titular'
import type { Store } from '../../store/store'
import { prepareUsedElsewhere } from './statements'

/** Parties looked at before the event loop may have its turn. */
const PASO = 100

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
    const used: { tipo_dte: number; folio: number }[] = []
    let looked = 0
    for (const rut of ruts) {
      used.push(...sql.used.all({ empresa_id: empresaId, ambiente, lado, rut }))
      if (++looked % PASO === 0) await nextTurn()
    }
    for (const [tipoDte, rows] of Map.groupBy(used, ({ tipo_dte }) => tipo_dte))
      folios.learnUsed(
        { empresaId, ambiente },
        tipoDte,
        rows.map(({ folio }) => folio).sort((a, b) => a - b),
      )
  }
}
