// Orders to pay and the money that came for them, as rows.

import { and, eq, getTableColumns, gt, isNotNull, isNull, lte, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../store/store'
import { checkout, cobro } from '../../store/tables/billing'

export const ESTADOS_CHECKOUT = checkout.estado.enumValues
export type Checkout = typeof checkout.$inferSelect

/** `motivo`: why a person must look at it. */
export type Cobro = typeof cobro.$inferSelect

// An order that a gateway let be paid late is still asked for, this long.
const CONSULTA_MS = 3 * 86_400_000

/** In the words of the index that holds these alone. */
const isOpen = sql`${checkout.estado} = 'abierto'`

export function createCheckoutStore(db: Db) {
  const one = (where: SQL): Checkout | undefined => db.select().from(checkout).where(where).get()
  const set = (where: SQL | undefined, values: Partial<Checkout>): number =>
    db.update(checkout).set(values).where(where).run().changes
  const withCobro = () =>
    db.select(getTableColumns(checkout)).from(checkout).leftJoin(cobro, eq(cobro.checkoutId, checkout.id))
  return {
    find: (id: string) => one(eq(checkout.id, id)),
    byToken: (token: string) => one(eq(checkout.token, token)),
    insert: (row: Checkout): void => void db.insert(checkout).values(row).run(),
    setPage: (id: string, url: string, token: string | null): void =>
      void set(eq(checkout.id, id), { url, token }),
    setEstado: (id: string, estado: Checkout['estado']): void => void set(eq(checkout.id, id), { estado }),
    annulOpen: (cuentaId: string): void =>
      void set(and(eq(checkout.cuentaId, cuentaId), isOpen), { estado: 'anulado' }),
    expire: (now: Date): number =>
      set(and(isOpen, lte(checkout.expiraEn, now.toISOString())), {
        estado: 'vencido',
      }),
    /** Orders of a gateway whose end is not known. */
    unsettled: (proveedor: Checkout['proveedor'], now: Date): Checkout[] =>
      withCobro()
        .where(
          and(
            eq(checkout.proveedor, proveedor),
            ne(checkout.estado, 'pagado'),
            isNotNull(checkout.token),
            gt(checkout.createdAt, new Date(now.getTime() - CONSULTA_MS).toISOString()),
            isNull(cobro.id),
          ),
        )
        .orderBy(checkout.createdAt)
        .all(),
    cobroOf: (checkoutId: string): Cobro | undefined =>
      db.select().from(cobro).where(eq(cobro.checkoutId, checkoutId)).get(),
    /** A person's word settles what waited for one; nothing else changes what was written. */
    saveCobro(row: Cobro): void {
      const { estado, motivo, periodoInicio, periodoFin } = row
      db.insert(cobro)
        .values(row)
        .onConflictDoUpdate({
          target: cobro.checkoutId,
          set: { estado, motivo, periodoInicio, periodoFin },
          setWhere: eq(cobro.estado, 'por_revisar'),
        })
        .run()
    },
    /** Orders of any account that wait for a payment or for a person. */
    pending: (): Checkout[] =>
      withCobro()
        .where(or(isOpen, eq(cobro.estado, 'por_revisar')))
        .orderBy(checkout.createdAt)
        .all(),
  }
}
