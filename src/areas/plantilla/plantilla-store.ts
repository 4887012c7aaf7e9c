// The versions of a company's paper as rows, and which of them is active for what.

import { and, count, desc, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm'
import type { TipoDte } from '../../domain/dte/tipos'
import type { Formato } from '../../pdf'
import type { Db } from '../../store/store'
import { plantillaActiva as activa, plantillaNumero as numero, plantilla } from '../../store/tables/plantilla'

export interface Version extends Omit<typeof plantilla.$inferSelect, 'empresaId'> {
  /** The types that are printed with it now. */
  tiposActivos: TipoDte[]
}

const { empresaId: owner, ...columns } = getTableColumns(plantilla)

export function createPlantillaStore(db: Db) {
  const tiposActivos = db
    .select({ tipos: sql`json_group_array(${activa.tipoDte})` })
    .from(activa)
    .where(eq(activa.plantillaId, plantilla.id))
  const select = (empresaId: string, which?: SQL) =>
    db
      .select({ ...columns, tiposActivos: sql<string>`${tiposActivos}` })
      .from(plantilla)
      .where(and(eq(owner, empresaId), which))
  const fromRow = (row: Omit<Version, 'tiposActivos'> & { tiposActivos: string }): Version => ({
    ...row,
    tiposActivos: (JSON.parse(row.tiposActivos) as TipoDte[]).sort((a, b) => a - b),
  })
  const one = (empresaId: string, which: SQL): Version | null => {
    const row = select(empresaId, which).get()
    return row ? fromRow(row) : null
  }
  // Every page that is printed asks, and most companies have none.
  const chosen = db
    .select({ id: activa.plantillaId })
    .from(activa)
    .where(
      and(
        eq(activa.empresaId, sql.placeholder('empresaId')),
        eq(activa.formato, sql.placeholder('formato')),
        eq(activa.tipoDte, sql.placeholder('tipoDte')),
      ),
    )
    .prepare()
  return {
    /** Newest first. */
    list: (empresaId: string, limit: number, offset: number): Version[] =>
      select(empresaId).orderBy(desc(plantilla.version)).limit(limit).offset(offset).all().map(fromRow),
    count: (empresaId: string): number =>
      db.select({ n: count() }).from(plantilla).where(eq(owner, empresaId)).get()!.n,
    find: (empresaId: string, id: string) => one(empresaId, eq(plantilla.id, id)),
    active(empresaId: string, formato: Formato, tipoDte: TipoDte): Version | null {
      const row = chosen.get({ empresaId, formato, tipoDte })
      return row ? one(empresaId, eq(plantilla.id, row.id)) : null
    },
    /** Gives it the company's next number, which it returns. */
    insert: (empresaId: string, version: Omit<Version, 'version' | 'tiposActivos'>): number =>
      db.transaction(
        (tx) => {
          const { ultimo } = tx
            .insert(numero)
            .values({ empresaId, ultimo: 1 })
            .onConflictDoUpdate({ target: numero.empresaId, set: { ultimo: sql`${numero.ultimo} + 1` } })
            .returning()
            .get()
          tx.insert(plantilla)
            .values({ ...version, empresaId, version: ultimo })
            .run()
          return ultimo
        },
        { behavior: 'immediate' },
      ),
    remove: (id: string): void => void db.delete(plantilla).where(eq(plantilla.id, id)).run(),
    /** From now on these types are printed with it, whatever they were printed with. */
    activate(empresaId: string, { id, formato }: Version, tipos: readonly TipoDte[]): void {
      if (!tipos.length) return
      db.insert(activa)
        .values(tipos.map((tipoDte) => ({ empresaId, formato, tipoDte, plantillaId: id })))
        .onConflictDoUpdate({
          target: [activa.empresaId, activa.formato, activa.tipoDte],
          set: { plantillaId: id },
        })
        .run()
    },
    deactivate: ({ id }: Version, tipos: readonly TipoDte[]): void =>
      void db
        .delete(activa)
        .where(and(eq(activa.plantillaId, id), inArray(activa.tipoDte, [...tipos])))
        .run(),
  }
}
