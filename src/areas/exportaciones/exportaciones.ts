// The right to fetch an archive: asked for by an owner, good for a day (areas/exportaciones §3).

import { and, desc, eq, lte } from 'drizzle-orm'
import type { Clock } from '../../base/clock'
import type { NewId } from '../../base/id'
import { AppError, faultsError } from '../../domain/errors'
import type { SessionTenant } from '../../http/tenant'
import type { Db } from '../../store/store'
import { empresa } from '../../store/tables/empresa'
import { exportacion as table } from '../../store/tables/exportacion'
import type { Salida } from './archivo'

const VALE_MS = 24 * 3_600_000

export type Exportacion = typeof table.$inferSelect

export function createExportaciones({ db, clock, newId }: { db: Db; clock: Clock; newId: NewId }) {
  /** Deleted ones too: their documents are the account's. */
  const companiesOf = (cuentaId: string): string[] =>
    db
      .select({ id: empresa.id })
      .from(empresa)
      .where(eq(empresa.cuentaId, cuentaId))
      .all()
      .map(({ id }) => id)

  /** Throws NOT_FOUND. */
  function get(cuentaId: string, id: string): Exportacion {
    const row = db
      .select()
      .from(table)
      .where(and(eq(table.id, id), eq(table.cuentaId, cuentaId)))
      .get()
    if (!row) throw new AppError('NOT_FOUND', 'La exportación no existe')
    return row
  }

  return {
    get,
    isOver: ({ venceAt }: Exportacion): boolean => Date.parse(venceAt) <= clock().getTime(),
    list: (cuentaId: string): Exportacion[] =>
      db
        .select()
        .from(table)
        .where(eq(table.cuentaId, cuentaId))
        .orderBy(desc(table.createdAt), desc(table.id))
        .all(),
    /** Throws VALIDATION_ERROR for companies that the account has not. Call it in a transaction. */
    create({ cuentaId, usuarioId }: SessionTenant, empresas: readonly string[]): Exportacion {
      const own = new Set(companiesOf(cuentaId))
      const faults = empresas.flatMap((id, n) =>
        own.has(id)
          ? []
          : [
              {
                campo: `empresas[${n}]`,
                regla: 'no_existe' as const,
                mensaje: `empresas[${n}] no es una empresa de la cuenta`,
              },
            ],
      )
      if (faults.length) throw faultsError(faults)
      const now = clock()
      const row = {
        id: newId('exp'),
        cuentaId,
        empresas: [...empresas],
        usuarioId,
        createdAt: now.toISOString(),
        venceAt: new Date(now.getTime() + VALE_MS).toISOString(),
      }
      db.insert(table).values(row).run()
      return row
    },
    drop: (id: string): void => void db.delete(table).where(eq(table.id, id)).run(),
    /** The rows of its archive, as they are now. */
    salidaOf: ({ cuentaId, empresas }: Pick<Exportacion, 'cuentaId' | 'empresas'>): Salida => ({
      cuentaId,
      empresas: empresas.length ? empresas : companiesOf(cuentaId),
      entera: empresas.length === 0,
    }),
    /** Forgets those that nobody can fetch any more. */
    forget: (before: Date, limit: number): number => {
      const gone = db
        .select({ id: table.id })
        .from(table)
        .where(lte(table.venceAt, before.toISOString()))
        .limit(limit)
        .all()
      for (const { id } of gone) db.delete(table).where(eq(table.id, id)).run()
      return gone.length
    },
  }
}

export type Exportaciones = ReturnType<typeof createExportaciones>
