// A document of ours that was not issued here: its row of the register, or why no program can have issued it
// (http §1.3; areas/folios §2).

import type { Database } from 'better-sqlite3'
import type { Ambiente } from '../../../domain/ambiente'
import type { Titular } from '../../../domain/titular'
import type { Registrado, Registro } from './registro'

interface Elsewhere {
  known?: Registrado | undefined
  why?: 'sin_tomar' | 'anulado' | undefined
}

export function createLookElsewhere(client: Database, registro: Pick<Registro, 'find'>) {
  const sql = {
    // Not what a former row of the company issued: those documents are not among its own.
    /**
     * Why surely no document bears a folio of ours that none here bears: it was never taken of a range of which the SII was asked or a
     * person answered, or it is annulled. Nothing where another program, or what an old copy lacks, may have issued it.
     */
    unissued: client
      .prepare<
        [{ empresaId: string; ambiente: Ambiente; tipo: number; folio: number }],
        'sin_tomar' | 'anulado'
      >(
        `SELECT CASE
           WHEN por_conciliar = 0 AND (@folio >= siguiente OR EXISTS (SELECT 1 FROM folio_libre l WHERE l.empresa_id = caf.empresa_id
             AND l.ambiente = caf.ambiente AND l.tipo_dte = caf.tipo_dte AND l.folio = @folio)) THEN 'sin_tomar'
           WHEN EXISTS (SELECT 1 FROM folio_apartado a WHERE a.caf_id = caf.id AND a.estado = 'anulado'
             AND @folio BETWEEN a.desde AND a.hasta) THEN 'anulado' END
         FROM caf WHERE empresa_id = @empresaId AND ambiente = @ambiente AND tipo_dte = @tipo AND @folio BETWEEN desde AND hasta`,
      )
      .pluck(),
  }

  /** A document that the register has was issued by some program, whatever the ledger of folios knows. */
  return ({ empresaId, ambiente }: Titular, tipo: number, folio: number): Elsewhere => {
    const known = registro.find({ empresaId, ambiente }, tipo, folio)
    const why = sql.unissued.get({ empresaId, ambiente, tipo, folio })
    return known && why === 'sin_tomar' ? { known } : { known, why }
  }
}
