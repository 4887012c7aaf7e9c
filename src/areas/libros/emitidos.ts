// A month as it was issued here, for a book that does not wait for the register: what the SII has and did not reject. A buyer's own
// invoice, and the notes over it, are purchases (domain/rcv §1); all else is sales.

import {
  and,
  asc,
  between,
  count,
  eq,
  exists,
  inArray,
  not,
  notInArray,
  or,
  type SQL,
  sql,
  sum,
} from 'drizzle-orm'
import { alias, type SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { SIN_VALOR } from '../../domain/dte/estados'
import { TIPOS, type TipoDte } from '../../domain/dte/tipos'
import { DE_VENTA, DEL_COMPRADOR, NOTAS } from '../../domain/dte/ventas'
import { addDays } from '../../domain/fecha'
import type { Lado } from '../../domain/rcv/columnas'
import { diasOf } from '../../domain/rcv/periodo'
import type { Tenant } from '../../http/tenant'
import type { Store } from '../../store/store'
import { documento, documentoReferencia } from '../../store/tables/documento'
import { documentoDia } from '../../store/tables/documento-sumas'
import { type FilaLibro, type TotalLibro, toFila, toTotal } from './filas'

/** Boletas stand in the totals alone. */
const BOLETAS = TIPOS.filter(({ sobre }) => sobre === 'EnvioBOLETA').map(({ codigo }) => codigo)
/** Listed one by one. */
const LISTADOS = DE_VENTA.filter((codigo) => !BOLETAS.includes(codigo))

export type Emitido = typeof documento.$inferSelect

type Sumas = Record<'documentos' | 'montoExento' | 'montoNeto' | 'montoIva' | 'montoTotal', number> & {
  tipoDte: number
}

const total = (column: SQLiteColumn) => sum(column).mapWith(Number)
const sums = (t: typeof documento | typeof documentoDia) => ({
  montoExento: total(t.montoExento),
  montoNeto: total(t.montoNeto),
  montoIva: total(t.montoIva),
  montoTotal: total(t.montoTotal),
})

function without(all: Sumas, others: readonly Sumas[]): Sumas {
  const less = others.find(({ tipoDte }) => tipoDte === all.tipoDte)
  if (!less) return all
  return {
    tipoDte: all.tipoDte,
    documentos: all.documentos - less.documentos,
    montoExento: all.montoExento - less.montoExento,
    montoNeto: all.montoNeto - less.montoNeto,
    montoIva: all.montoIva - less.montoIva,
    montoTotal: all.montoTotal - less.montoTotal,
  }
}

export function createEmitidos({ db }: Pick<Store, 'db'>) {
  const d = documento
  const [r, f] = [documentoReferencia, alias(documento, 'factura')]
  /** A note over a buyer's own invoice that was issued here; of one issued elsewhere nothing can be known. */
  const sobreCompra = and(
    inArray(d.tipoDte, NOTAS),
    exists(
      db
        .select({ uno: sql`1` })
        .from(r)
        .innerJoin(f, eq(f.id, r.referidoId))
        .where(and(eq(r.documentoId, d.id), inArray(f.tipoDte, DEL_COMPRADOR))),
    ),
  )!
  const LADOS: Readonly<Record<Lado, { documentos: SQL; enteros: readonly TipoDte[] }>> = {
    venta: {
      documentos: and(inArray(d.tipoDte, LISTADOS), not(sobreCompra))!,
      enteros: DE_VENTA,
    },
    compra: { documentos: or(inArray(d.tipoDte, DEL_COMPRADOR), sobreCompra)!, enteros: DEL_COMPRADOR },
  }
  const within = ({ empresaId, ambiente }: Tenant, which: SQL, dates: SQL): SQL =>
    and(
      eq(d.empresaId, empresaId),
      eq(d.ambiente, ambiente),
      sql`${d.folioEstado} <> 'libre'`,
      dates,
      which,
      notInArray(d.estadoSii, [...SIN_VALOR]),
    )!
  const read = (where: SQL) =>
    db.select().from(d).where(where).orderBy(asc(d.fechaEmision), asc(d.tipoDte), asc(d.folio))
  const filaOf = (row: typeof documento.$inferSelect): FilaLibro =>
    toFila({ ...row, rut: row.rutReceptor, razonSocial: row.razonSocialReceptor })
  const month = (periodo: string) => {
    const { desde, hasta } = diasOf(periodo)
    return between(d.fechaEmision, desde, hasta)
  }

  const behind = (last: FilaLibro): SQL =>
    sql`(${d.fechaEmision}, ${d.tipoDte}, ${d.folio}) > (${last.fecha_emision}, ${last.tipo_dte}, ${last.folio})`

  return {
    /** Day by day. */
    *steps(tenant: Tenant, periodo: string, lado: Lado): Generator<FilaLibro[], void> {
      const { desde, hasta } = diasOf(periodo)
      for (let fecha = desde; fecha <= hasta; fecha = addDays(fecha, 1))
        yield read(within(tenant, LADOS[lado].documentos, eq(d.fechaEmision, fecha)))
          .all()
          .map(filaOf)
    },
    /** The same as they are kept. */
    *rows(tenant: Tenant, periodo: string, lado: Lado): Generator<Emitido[], void> {
      const { desde, hasta } = diasOf(periodo)
      for (let fecha = desde; fecha <= hasta; fecha = addDays(fecha, 1))
        yield read(within(tenant, LADOS[lado].documentos, eq(d.fechaEmision, fecha))).all()
    },
    /** Boletas that the SII has, a sum a day and type. */
    boletasByDay({ empresaId, ambiente }: Tenant, periodo: string) {
      const { desde, hasta } = diasOf(periodo)
      const s = documentoDia
      return db
        .select({ tipoDte: s.tipoDte, fecha: s.fechaEmision, documentos: total(s.documentos), ...sums(s) })
        .from(s)
        .where(
          and(
            eq(s.empresaId, empresaId),
            eq(s.ambiente, ambiente),
            between(s.fechaEmision, desde, hasta),
            inArray(s.tipoDte, BOLETAS),
            notInArray(s.estadoSii, [...SIN_VALOR]),
          ),
        )
        .groupBy(s.fechaEmision, s.tipoDte)
        .orderBy(asc(s.fechaEmision), asc(s.tipoDte))
        .all()
        .filter(({ documentos }) => documentos > 0)
    },
    /** Behind one of them, by day, type and folio. */
    page: (
      tenant: Tenant,
      periodo: string,
      lado: Lado,
      limit: number,
      offset: number,
      last: FilaLibro | null,
    ): FilaLibro[] =>
      read(within(tenant, LADOS[lado].documentos, and(month(periodo), last ? behind(last) : undefined)!))
        .limit(limit)
        .offset(offset)
        .all()
        .map(filaOf),
    count: (tenant: Tenant, periodo: string, lado: Lado): number =>
      db
        .select({ n: count() })
        .from(d)
        .where(within(tenant, LADOS[lado].documentos, month(periodo)))
        .all()[0]!.n,
    /** By the sums of whole types; notes are told apart one by one, and there are few of them. */
    totales(tenant: Tenant, periodo: string, lado: Lado): TotalLibro[] {
      const { empresaId, ambiente } = tenant
      const { desde, hasta } = diasOf(periodo)
      const s = documentoDia
      const enteros = db
        .select({ tipoDte: s.tipoDte, documentos: total(s.documentos), ...sums(s) })
        .from(s)
        .where(
          and(
            eq(s.empresaId, empresaId),
            eq(s.ambiente, ambiente),
            between(s.fechaEmision, desde, hasta),
            inArray(s.tipoDte, [...LADOS[lado].enteros]),
            notInArray(s.estadoSii, [...SIN_VALOR]),
          ),
        )
        .groupBy(s.tipoDte)
        .all()
      const notas = db
        .select({ tipoDte: d.tipoDte, documentos: count(), ...sums(d) })
        .from(d)
        .where(within(tenant, sobreCompra, month(periodo)))
        .groupBy(d.tipoDte)
        .all()
      return (lado === 'compra' ? [...enteros, ...notas] : enteros.map((one) => without(one, notas)))
        .filter(({ documentos }) => documentos > 0)
        .sort((a, b) => a.tipoDte - b.tipoDte)
        .map(toTotal)
    },
  }
}
