// The copies that this server made, and how their trials went. Times are ISO 8601 in UTC.

import { and, desc, eq, inArray, isNotNull } from 'drizzle-orm'
import type { Db } from '../../store/store'
import { meta } from '../../store/tables/meta'
import { respaldo } from '../../store/tables/respaldo'

export type Respaldo = typeof respaldo.$inferSelect
export type RespaldoStore = ReturnType<typeof createRespaldoStore>

const SERIE = 'respaldo_serie'

export function createRespaldoStore(db: Db) {
  const change = (id: string, to: Partial<Respaldo>): void =>
    void db.update(respaldo).set(to).where(eq(respaldo.id, id)).run()
  const at = (destino: string) => eq(respaldo.destino, destino)

  return {
    insert: (row: Pick<Respaldo, 'id' | 'nombre' | 'destino' | 'inicio'>): void =>
      void db
        .insert(respaldo)
        .values({ ...row, estado: 'en_curso' })
        .run(),
    change,
    byNombre: (nombre: string) => db.select().from(respaldo).where(eq(respaldo.nombre, nombre)).get(),
    /** The newest attempts first. */
    latest: (destino: string, limit: number) =>
      db.select().from(respaldo).where(at(destino)).orderBy(desc(respaldo.inicio)).limit(limit).all(),
    /** Copies that are at the destination, the newest first. */
    kept: (destino: string) =>
      db
        .select()
        .from(respaldo)
        .where(and(at(destino), eq(respaldo.estado, 'hecha')))
        .orderBy(desc(respaldo.inicio))
        .all(),
    /** Those whose maker died, whatever their destination. */
    unfinished: () => db.select().from(respaldo).where(eq(respaldo.estado, 'en_curso')).all(),
    /** The copy tried last. */
    tried: (destino: string) =>
      db
        .select()
        .from(respaldo)
        .where(and(at(destino), isNotNull(respaldo.ensayoAt)))
        .orderBy(desc(respaldo.ensayoAt))
        .limit(1)
        .get(),
    setAll: (ids: readonly string[], estado: Respaldo['estado']): void =>
      void db
        .update(respaldo)
        .set({ estado })
        .where(inArray(respaldo.id, [...ids]))
        .run(),
    /** The name of this line of databases in those of its copies: eight hexadecimal digits, made when first asked for. */
    serie(random: (size: number) => Uint8Array): string {
      db.insert(meta)
        .values({ clave: SERIE, valor: Buffer.from(random(4)).toString('hex') })
        .onConflictDoNothing()
        .run()
      return db.select({ valor: meta.valor }).from(meta).where(eq(meta.clave, SERIE)).get()!.valor
    },
  }
}
