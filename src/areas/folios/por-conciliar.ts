// Which ranges must not be taken from before the SII was asked what it has of them: those of a database that may be an old
// copy, whose folios went to other documents after it was made (contract §18). The database itself says so, on the range
// that a reservation reads anyway.

import type { Database } from 'better-sqlite3'
import type { Ambiente } from '../../domain/ambiente'
import { AppError } from '../../domain/errors'
import { chileDate } from '../../domain/fecha'
import type { Titular } from './rango'

/** A folio was wanted of a type that is *por conciliar*. Nothing was taken. */
export class FolioPorConciliar extends AppError {
  constructor(
    readonly titular: Titular,
    readonly tipoDte: number,
  ) {
    super(
      'SII_UNAVAILABLE',
      `Los folios del tipo ${tipoDte} están por conciliar: antes de emitir hay que preguntar al SII cuáles tiene. No se tomó ` +
        'ninguno; repita en unos segundos',
      { headers: { 'retry-after': '10' } },
    )
  }
}

/** When this database was last found to be an old copy, an instant of `meta`. */
const RESTAURADA = 'restaurada_at'

/**
 * Marks the ranges of a company in one environment, or of everybody, and the documents that hold a folio of them and are not
 * known to have left: in an older copy both may be at the SII by now. In the caller's transaction. Returns how many ranges.
 */
export function markPorConciliar(client: Database, titular: Titular | null): number {
  const own = (alias: string): string =>
    titular ? `AND ${alias}.empresa_id = @empresaId AND ${alias}.ambiente = @ambiente` : ''
  const key = titular ? { empresaId: titular.empresaId, ambiente: titular.ambiente } : {}
  // By their jobs: those that are not done are few and have an index, documents pile up for years. What an envelope may have
  // brought to the SII is asked for already before it travels again, and its folio never comes free.
  client
    .prepare(
      `UPDATE documento SET conciliar = 1 WHERE conciliar = 0 AND visto = 0 AND id NOT IN (SELECT documento_id FROM reenvio)
         AND folio_estado IN ('tomado', 'retenido') AND job_id IN (
           SELECT j.id FROM job j WHERE j.kind = 'dte.emitir' AND j.estado IN ('pending', 'processing', 'failed', 'dlq')
           ${own('j')})`,
    )
    .run(key)
  return client
    .prepare(
      `UPDATE caf AS c SET por_conciliar = por_conciliar + 1
       WHERE (siguiente <= hasta OR EXISTS (SELECT 1 FROM folio_libre l WHERE l.caf_id = c.id)) ${own('c')}`,
    )
    .run(key).changes
}

/** Marks everything: this database is an older copy than the one last served. In the caller's transaction. */
export function markRestaurada(client: Database, now: Date): number {
  client
    .prepare('INSERT OR REPLACE INTO meta (clave, valor) VALUES (?, ?)')
    .run(RESTAURADA, now.toISOString())
  return markPorConciliar(client, null)
}

export type PorConciliar = ReturnType<typeof createPorConciliar>

export function createPorConciliar(client: Database) {
  const restaurada = client.prepare<[string], string>('SELECT valor FROM meta WHERE clave = ?').pluck()
  const some = client
    .prepare<[string, string, number], number>(
      `SELECT EXISTS (SELECT 1 FROM caf WHERE empresa_id = ? AND ambiente = ? AND tipo_dte = ? AND por_conciliar > 0)`,
    )
    .pluck()
  const types = client
    .prepare<[string, string], number>(
      `SELECT DISTINCT tipo_dte FROM caf WHERE empresa_id = ? AND ambiente = ? AND por_conciliar > 0 ORDER BY tipo_dte`,
    )
    .pluck()
  const clear = client.prepare(
    'UPDATE caf SET por_conciliar = 0 WHERE empresa_id = ? AND ambiente = ? AND tipo_dte = ? AND por_conciliar > 0',
  )
  /** The instant at which the database was last found to be an old copy; null if it never was. */
  const restauradaAt = (): Date | null => {
    const at = restaurada.get(RESTAURADA)
    return at === undefined ? null : new Date(at)
  }

  return {
    restauradaAt,
    /**
     * Whether a range loaded now may have been used where the copy came from: it was granted before that came back. The SII
     * knows, so it is asked.
     */
    isOld(fechaAutorizacion: string): boolean {
      const at = restauradaAt()
      return at !== null && fechaAutorizacion <= chileDate(at)
    },
    has: (empresaId: string, ambiente: Ambiente, tipoDte: number): boolean =>
      some.get(empresaId, ambiente, tipoDte) === 1,
    types: (empresaId: string, ambiente: Ambiente): number[] => types.all(empresaId, ambiente),
    /** In the caller's transaction, as the next. */
    mark: (titular: Titular): number => markPorConciliar(client, titular),
    /** A person answers for the type. */
    clear: ({ empresaId, ambiente }: Titular, tipoDte: number): void =>
      void clear.run(empresaId, ambiente, tipoDte),
  }
}
