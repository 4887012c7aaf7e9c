// API keys as rows; the key itself is never among them (http §15).

import { and, count, desc, eq, getTableColumns, gt, inArray, isNull, or, type SQL } from 'drizzle-orm'
import type { Db } from '../../store/store'
import { apiKey, empresa } from '../../store/tables/empresa'

const { hash: _hash, ...columns } = getTableColumns(apiKey)

export type ApiKey = Omit<typeof apiKey.$inferSelect, 'hash'>

/** The keys within reach: of an account, or of some companies of it. */
export interface Reach {
  cuentaId: string
  /** Null is all. */
  empresas: readonly string[] | null
}

const within = ({ cuentaId, empresas }: Reach): SQL | undefined =>
  and(
    eq(empresa.cuentaId, cuentaId),
    isNull(empresa.deletedAt),
    empresas ? inArray(empresa.id, [...empresas]) : undefined,
  )

export function createApiKeyStore(db: Db) {
  const ofCompany = eq(empresa.id, apiKey.empresaId)
  const select = () => db.select(columns).from(apiKey).innerJoin(empresa, ofCompany)
  return {
    /** Newest first. */
    list: (reach: Reach, limit: number, offset: number): ApiKey[] =>
      select().where(within(reach)).orderBy(desc(apiKey.id)).limit(limit).offset(offset).all(),
    count: (reach: Reach): number =>
      db.select({ n: count() }).from(apiKey).innerJoin(empresa, ofCompany).where(within(reach)).get()!.n,
    countLiving: (empresaId: string): number =>
      db
        .select({ n: count() })
        .from(apiKey)
        .where(and(eq(apiKey.empresaId, empresaId), isNull(apiKey.revokedAt)))
        .get()!.n,
    find: (reach: Reach, id: string): ApiKey | null =>
      select()
        .where(and(within(reach), eq(apiKey.id, id)))
        .get() ?? null,
    insert(key: ApiKey, hash: string): void {
      db.insert(apiKey)
        .values({ ...key, hash })
        .run()
    },
    /** From `at` on; one that already ends before is left alone. */
    revoke(id: string, at: Date): void {
      const revokedAt = at.toISOString()
      db.update(apiKey)
        .set({ revokedAt })
        .where(and(eq(apiKey.id, id), or(isNull(apiKey.revokedAt), gt(apiKey.revokedAt, revokedAt))))
        .run()
    },
  }
}
