// Which ranges must not be taken from before the SII was asked what it has of them: those of a database that may be an old
// copy, whose folios went to other documents after it was made (http §18). The database itself says so, on the range
// that a reservation reads anyway.

import { and, eq, exists, inArray, lte, notInArray, or, sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors'
import { chileDate } from '../../domain/fecha'
import type { Titular } from '../../domain/titular'
import type { Db } from '../../store/store'
import { documento, reenvio } from '../../store/tables/documento'
import { caf, folioLibre } from '../../store/tables/folios'
import { job } from '../../store/tables/job'
import { meta } from '../../store/tables/meta'

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
export function markPorConciliar(db: Db, titular: Titular | null): number {
  const own = ({ empresaId, ambiente }: typeof caf | typeof job) =>
    titular ? and(eq(empresaId, titular.empresaId), eq(ambiente, titular.ambiente)) : undefined
  // By their jobs: those that are not done are few and have an index, documents pile up for years. What an envelope may have
  // brought to the SII is asked for already before it travels again, and its folio never comes free.
  const undone = db
    .select({ id: job.id })
    .from(job)
    .where(
      and(
        eq(job.kind, 'dte.emitir'),
        inArray(job.estado, ['pending', 'processing', 'failed', 'dlq']),
        sql`${job.estado} <> 'completed'`,
        own(job),
      ),
    )
  db.update(documento)
    .set({ conciliar: 1 })
    .where(
      and(
        eq(documento.conciliar, 0),
        eq(documento.visto, 0),
        notInArray(documento.id, db.select({ id: reenvio.documentoId }).from(reenvio)),
        inArray(documento.folioEstado, ['tomado', 'retenido']),
        inArray(documento.jobId, undone),
      ),
    )
    .run()
  const free = db.select({ folio: folioLibre.folio }).from(folioLibre).where(eq(folioLibre.cafId, caf.id))
  return db
    .update(caf)
    .set({ porConciliar: sql`${caf.porConciliar} + 1` })
    .where(and(or(lte(caf.siguiente, caf.hasta), exists(free)), own(caf)))
    .run().changes
}

/** Marks everything: this database is an older copy than the one last served. In the caller's transaction. */
export function markRestaurada(db: Db, now: Date): number {
  const valor = now.toISOString()
  db.insert(meta)
    .values({ clave: RESTAURADA, valor })
    .onConflictDoUpdate({ target: meta.clave, set: { valor } })
    .run()
  return markPorConciliar(db, null)
}

export type PorConciliar = ReturnType<typeof createPorConciliar>

export function createPorConciliar(db: Db) {
  /** The instant at which the database was last found to be an old copy; null if it never was. */
  const restauradaAt = (): Date | null => {
    const row = db.select({ at: meta.valor }).from(meta).where(eq(meta.clave, RESTAURADA)).get()
    return row ? new Date(row.at) : null
  }
  // In the words of the index that holds these alone.
  const pending = ({ empresaId, ambiente }: Titular) =>
    and(eq(caf.empresaId, empresaId), eq(caf.ambiente, ambiente), sql`${caf.porConciliar} > 0`)

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
    types: (titular: Titular): number[] =>
      db
        .selectDistinct({ tipoDte: caf.tipoDte })
        .from(caf)
        .where(pending(titular))
        .orderBy(caf.tipoDte)
        .all()
        .map(({ tipoDte }) => tipoDte),
    /** In the caller's transaction, as the next. */
    markRange: (cafId: string): void =>
      void db
        .update(caf)
        .set({ porConciliar: sql`${caf.porConciliar} + 1` })
        .where(eq(caf.id, cafId))
        .run(),
    /** A person answers for the range. */
    clearRange: (cafId: string): void =>
      void db.update(caf).set({ porConciliar: 0 }).where(eq(caf.id, cafId)).run(),
    mark: (titular: Titular): number => markPorConciliar(db, titular),
  }
}
