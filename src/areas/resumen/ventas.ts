// The sales of each day (domain/dte/ventas): the triggers' sums, less the few documents that type and
// verdict do not tell.

import { and, between, eq, inArray, sql } from 'drizzle-orm'
import { alias, type SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { DE_VENTA, DEL_COMPRADOR, NOTAS, signoVenta } from '../../domain/dte/ventas'
import type { Titular } from '../../domain/titular'
import type { Db } from '../../store/store'
import { documento as d, documentoReferencia as r } from '../../store/tables/documento'
import type { Cifras, Periodo } from './cifras'

interface Dia {
  fecha: string
  monto_total: number
  /** The part of it that the SII does not have yet. */
  por_enviar: number
}

type Contado = Pick<ReturnType<Cifras['dias']>[number], 'fecha' | 'tipo_dte' | 'estado_sii' | 'monto_total'>

export type Ventas = ReturnType<typeof createVentas>

export function createVentas(db: Db) {
  const of = (t: Record<'empresaId' | 'ambiente', SQLiteColumn>) =>
    and(eq(t.empresaId, sql.placeholder('empresaId')), eq(t.ambiente, sql.placeholder('ambiente')))
  const within = between(d.fechaEmision, sql.placeholder('desde'), sql.placeholder('hasta'))
  const row = {
    id: d.id,
    fecha: d.fechaEmision,
    tipo_dte: d.tipoDte,
    estado_sii: d.estadoSii,
    monto_total: d.montoTotal,
  }
  // In the words of the index of what is not accepted, of which little is unsent.
  const discarded = db
    .select(row)
    .from(d)
    .where(
      and(
        of(d),
        within,
        sql`${d.estadoSii} <> 'aceptado' AND ${d.estadoSii} <> 'no_consultado' AND ${d.folioEstado} <> 'libre' AND ${d.estadoSii} = 'no_enviado'`,
        eq(d.folioEstado, 'por_anular'),
        inArray(d.tipoDte, [...DE_VENTA]),
      ),
    )
    .prepare()
  // From the purchases, which are few, in this order: by their days the notes would be looked for among all that was issued.
  const f = alias(d, 'factura')
  const overPurchases = db
    .selectDistinct(row)
    .from(f)
    .crossJoin(r)
    .crossJoin(d)
    .where(
      and(
        of(f),
        sql`${f.folioEstado} <> 'libre'`,
        inArray(f.tipoDte, [...DEL_COMPRADOR]),
        eq(r.referidoId, f.id),
        eq(d.id, r.documentoId),
        within,
        inArray(d.tipoDte, [...NOTAS]),
        sql`${d.folioEstado} <> 'libre'`,
      ),
    )
    .prepare()

  /** Days with documents, in order. */
  return ({ empresaId, ambiente }: Titular, { desde, hasta }: Periodo, cifras: readonly Contado[]): Dia[] => {
    const bound = { empresaId, ambiente, desde, hasta }
    const none = new Map([...discarded.all(bound), ...overPurchases.all(bound)].map((one) => [one.id, one]))
    const days = new Map<string, Dia>()
    const count = (one: Contado, times: 1 | -1): void => {
      const day = days.get(one.fecha) ?? { fecha: one.fecha, monto_total: 0, por_enviar: 0 }
      const monto = times * signoVenta(one) * one.monto_total
      day.monto_total += monto
      if (one.estado_sii === 'no_enviado') day.por_enviar += monto
      days.set(one.fecha, day)
    }
    for (const one of cifras) count(one, 1)
    for (const one of none.values()) count(one, -1)
    return [...days.values()]
  }
}
