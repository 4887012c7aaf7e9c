// A document of ours that was not issued here: its row of the register, or why no program can have issued it
// (http §1.3; areas/folios §2).

import type { Database } from 'better-sqlite3'
import type { Titular } from '../../../domain/titular'
import type { Registrado, Registro } from './registro'
import { prepareUnissued } from './statements-registro'

interface Elsewhere {
  known?: Registrado | undefined
  why?: 'sin_tomar' | 'anulado' | undefined
}

export function createLookElsewhere(client: Database, registro: Pick<Registro, 'find'>) {
  const unissued = prepareUnissued(client)

  /** A document that the register has was issued by some program, whatever the ledger of folios knows. */
  return ({ empresaId, ambiente }: Titular, tipo: number, folio: number): Elsewhere => {
    const known = registro.find({ empresaId, ambiente }, tipo, folio)
    const why = unissued.get({ empresaId, ambiente, tipo, folio })
    return known && why === 'sin_tomar' ? { known } : { known, why }
  }
}
