// Received documents as queries: how many there are, a page of them, what comes after a row; and each with what the register and its
// acceptance say.

import { and, count, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm'
import type { Clock } from '../../base/clock'
import type { Titular } from '../../domain/titular'
import { cursorOf, readPlace } from '../../http/cursor'
import { showAs } from '../../http/show-as'
import type { Store } from '../../store/store'
import { recibido as r } from '../../store/tables/recibido'
import type { Acuse } from '../acuse'
import { type Filtros, ORDEN, orderOf, PREFERIDO, whereOf } from './consulta'
import { FilaRecibido } from './recibido-json'
import { type Clave, prepareLectura, type RecibidoRow } from './statements'

export type Documento = typeof r.$inferSelect

export const claveOf = ({ empresaId, ambiente, rutEmisor, tipoDte, folio }: Documento): Clave => ({
  empresa_id: empresaId,
  ambiente,
  rut_emisor: rutEmisor,
  tipo_dte: tipoDte,
  folio,
})

/** One of a list, with what speaks for it among several of its folio. */
export type Listado = Documento & { preferencia: number }

/** A row in the default order. */
type Marca = Pick<Listado, 'primeroEn' | 'primeroId' | 'preferencia' | 'id'>

export const placeOf = ({ primeroEn, primeroId, preferencia, id }: Listado): string =>
  cursorOf([primeroEn, primeroId, preferencia, id])

/** Throws INVALID_PARAMETER. */
export const readCursor = (text: string): Marca | null =>
  readPlace(text, ([primeroEn, primeroId, preferencia, id, ...more]) =>
    primeroEn && primeroId && id && !more.length && /^[0-3]$/.test(preferencia ?? '')
      ? { primeroEn, primeroId, preferencia: Number(preferencia), id }
      : null,
  )

export type Lista = ReturnType<typeof createLista>

export function createLista({
  store: { db, client },
  clock,
  acuse,
}: {
  store: Pick<Store, 'db' | 'client'>
  clock: Clock
  acuse: Pick<Acuse, 'resultadoDe'>
}) {
  const sqlOf = prepareLectura(client)

  function select(where: SQL | undefined, order: readonly SQL[], limit: number, offset: number): Listado[] {
    // The rows that are skipped need most often not even be read.
    const ids = db
      .select({ id: r.id })
      .from(r)
      .where(where)
      .orderBy(...order)
      .limit(limit)
      .offset(offset)
    return db
      .select({ ...getTableColumns(r), preferencia: PREFERIDO })
      .from(r)
      .where(inArray(r.id, ids))
      .orderBy(...order)
      .all()
  }

  return {
    total: (titular: Titular, f: Filtros): number =>
      db.select({ n: count() }).from(r).where(whereOf(titular, f)).all()[0]!.n,
    page: (titular: Titular, f: Filtros, limit: number, offset: number) =>
      select(whereOf(titular, f), orderOf(f.orden), limit, offset),
    /** The rows after one in the default order, from the first when null: every step costs the same. */
    after(titular: Titular, f: Filtros, marca: Marca | null, limit: number): Listado[] {
      const behind =
        marca &&
        sql`(${r.primeroEn}, ${r.primeroId}, ${PREFERIDO}, ${r.id})
          < (${marca.primeroEn}, ${marca.primeroId}, ${marca.preferencia}, ${marca.id})`
      return select(and(whereOf(titular, f), behind ?? undefined), ORDEN, limit, 0)
    },
    byId: (titular: Titular, id: string): Documento | undefined =>
      db
        .select()
        .from(r)
        .where(and(sql`${r.id} = ${id}`, whereOf(titular, {})))
        .get(),
    /** The others of its issuer, type and folio. */
    others: (d: Documento): Pick<RecibidoRow, 'id' | 'recibido_en'>[] =>
      d.conflicto ? sqlOf.sameKey.all(claveOf(d)).filter(({ id }) => id !== d.id) : [],
    toFila: showAs(FilaRecibido, (d: Documento) => {
      const compra = sqlOf.compra.get(claveOf(d))
      return {
        conflicto: d.conflicto === 1,
        rcv: compra
          ? {
              periodo: compra.periodo,
              estado_contable: compra.estado_contable,
              coincide: compra.monto_total === d.montoTotal && compra.fecha_emision === d.fechaEmision,
            }
          : null,
        acuse: acuse.resultadoDe(claveOf(d), clock()),
        cesiones: (d.cesiones as unknown[]).length,
        pdf_original: !!sqlOf.hasPdf.get(d.id),
      }
    }),
  }
}
