// A month's list as queries: how many there are, a page of them, what comes after a row, and a slice in the order of its file.

import { and, count, desc, eq, inArray, isNull, not, or, type SQL, sql } from 'drizzle-orm'
import { DEL_COMPRADOR } from '../../domain/dte/ventas'
import type { Titular } from '../../domain/titular'
import type { Store } from '../../store/store'
import { rcvDocumento } from '../../store/tables/rcv'
import { recibido as x } from '../../store/tables/recibido'
import { EMITIDO, type Filtros, finds, isSummed, orderOf, readEstados, readLado, whereOf } from './consulta'
import type { Periodos } from './tramos'

export type Documento = typeof rcvDocumento.$inferSelect

/** A row in the default order: newest first. */
export interface Marca {
  fecha: string
  id: string
}

export type Lista = ReturnType<typeof createLista>

export function createLista({ db }: Pick<Store, 'db'>, periodos: Pick<Periodos, 'resumen'>) {
  const { fechaEmision, orden, id } = rcvDocumento

  function select(where: SQL | undefined, order: SQL[], limit: number, offset: number): Documento[] {
    // The rows that are skipped need most often not even be read.
    const ids = db
      .select({ id })
      .from(rcvDocumento)
      .where(where)
      .orderBy(...order)
      .limit(limit)
      .offset(offset)
    return db
      .select()
      .from(rcvDocumento)
      .where(inArray(id, ids))
      .orderBy(...order)
      .all()
  }

  const d = rcvDocumento
  const buyers = inArray(d.tipoDte, [...DEL_COMPRADOR])
  const overBuyers = sql`coalesce(${d.datos} ->> 'notaSobreFacturaCompra', '') NOT IN ('', '0')`
  /**
   * The documents that the company issued itself (domain/rcv §1); a purchase's note may be the supplier's,
   * so of purchases only the invoice.
   */
  const own = or(and(eq(d.lado, 'venta'), not(buyers), not(overBuyers)), and(eq(d.lado, 'compra'), buyers))

  return {
    /** Own documents of a month that were not issued here, the newest first. */
    emitidosFuera: (
      { empresaId, ambiente }: Titular,
      periodo: string,
      q: string,
      tipos: readonly number[] | null,
      limit: number,
    ): Documento[] =>
      db
        .select()
        .from(d)
        .where(
          and(
            ...[eq(d.empresaId, empresaId), eq(d.ambiente, ambiente), eq(d.periodo, periodo)],
            ...[isNull(d.ausenteDesde), own, finds(q), not(EMITIDO)],
            tipos ? inArray(d.tipoDte, [...tipos]) : undefined,
          ),
        )
        .orderBy(desc(fechaEmision), desc(id))
        .limit(limit)
        .all(),
    total(titular: Titular, periodo: string, f: Filtros): number {
      if (!isSummed(f)) {
        const where = whereOf(titular, periodo, f)
        return db.select({ n: count() }).from(rcvDocumento).where(where).all()[0]!.n
      }
      const lado = f.tipo ? readLado(f.tipo) : null
      const estados = f.estado ? readEstados(f.estado) : null
      return periodos
        .resumen(titular, periodo)
        .filter((one) => (!lado || one.lado === lado) && (!estados || estados.includes(one.estadoContable)))
        .reduce((sum, one) => sum + one.documentos, 0)
    },
    page: (titular: Titular, periodo: string, f: Filtros, limit: number, offset: number) =>
      select(whereOf(titular, periodo, f), orderOf(f.orden), limit, offset),
    /** The rows after one in the default order, from the first when null: every step costs the same. */
    after(titular: Titular, periodo: string, f: Filtros, marca: Marca | null, limit: number) {
      const behind = marca ? sql`(${fechaEmision}, ${id}) < (${marca.fecha}, ${marca.id})` : undefined
      return select(and(whereOf(titular, periodo, f), behind), orderOf(undefined), limit, 0)
    },
    /** The received file of each purchase that has one; of several, that which the list of received documents has first. */
    recibidos(rows: readonly Documento[]): Map<string, string> {
      const ids = rows.map((row) => row.id)
      const isSame = sql`${rcvDocumento.lado} = 'compra' AND ${x.empresaId} = ${rcvDocumento.empresaId}
        AND ${x.ambiente} = ${rcvDocumento.ambiente} AND ${x.rutEmisor} = ${rcvDocumento.rut}
        AND ${x.tipoDte} = ${rcvDocumento.tipoDte} AND ${x.folio} = ${rcvDocumento.folio}`
      const found = db
        .select({ id, recibido: x.id })
        .from(rcvDocumento)
        .innerJoin(x, isSame)
        .where(inArray(id, ids))
        // The last one of each stays.
        .orderBy(
          sql`${x.montoTotal} = ${rcvDocumento.montoTotal} AND ${x.fechaEmision} = ${rcvDocumento.fechaEmision}`,
          sql`${x.firma} IN ('valida', 'certificado_vencido') AND ${x.timbre} = 'valido'`,
          x.id,
        )
        .all()
      return new Map(found.map((one) => [one.id, one.recibido]))
    },
    /** The rows after one in a book, by day, type and folio, from the first when null. */
    inBook(
      titular: Titular,
      periodo: string,
      f: Filtros,
      last: Documento | null,
      limit: number,
    ): Documento[] {
      const place = sql`(${d.fechaEmision}, ${d.tipoDte}, ${d.folio})`
      const at = last && sql`(${last.fechaEmision}, ${last.tipoDte}, ${last.folio})`
      const behind = at ? sql`${place} >= ${at} AND (${place} > ${at} OR ${d.id} < ${last!.id})` : undefined
      return select(
        and(whereOf(titular, periodo, f), behind),
        orderOf('fecha_emision,tipo_dte,folio'),
        limit,
        0,
      )
    },
    /** The rows after one in its file, from the first when null. */
    inFile(
      titular: Titular,
      periodo: string,
      f: Filtros,
      last: Pick<Documento, 'orden' | 'id'> | null,
      limit: number,
    ) {
      const behind = last ? sql`(${orden}, ${id}) > (${last.orden}, ${last.id})` : undefined
      return db
        .select()
        .from(rcvDocumento)
        .where(and(whereOf(titular, periodo, f), behind))
        .orderBy(orden, id)
        .limit(limit)
        .all()
    },
  }
}
