// The sums of a company's documents, kept by triggers.

import { and, asc, between, eq, gt, sql } from 'drizzle-orm'
import type { EstadoSii } from '../../domain/dte/estados'
import type { Titular } from '../../domain/titular'
import type { Db } from '../../store/store'
import { documentoDia as dia } from '../../store/tables/documento-sumas'

/** Dates of issue, both included. */
export interface Periodo {
  desde: string
  hasta: string
}

export type Cifras = ReturnType<typeof createCifras>

/** Prepared: a summary asks of every company of the account. */
export function createCifras(db: Db) {
  const within = and(
    eq(dia.empresaId, sql.placeholder('empresaId')),
    eq(dia.ambiente, sql.placeholder('ambiente')),
    between(dia.fechaEmision, sql.placeholder('desde'), sql.placeholder('hasta')),
    gt(dia.documentos, 0),
  )
  const days = db
    .select({
      fecha: dia.fechaEmision,
      tipo_dte: dia.tipoDte,
      estado_sii: dia.estadoSii,
      documentos: dia.documentos,
      monto_neto: dia.montoNeto,
      monto_exento: dia.montoExento,
      monto_iva: dia.montoIva,
      monto_total: dia.montoTotal,
    })
    .from(dia)
    .where(within)
    .orderBy(asc(dia.fechaEmision), asc(dia.tipoDte), asc(dia.estadoSii))
    .prepare()
  const types = db
    .select({ tipo_dte: dia.tipoDte, cantidad: sql<number>`sum(${dia.documentos} - ${dia.atendidos})` })
    .from(dia)
    .where(
      and(within, eq(dia.estadoSii, sql.placeholder('estado')), sql`${dia.documentos} > ${dia.atendidos}`),
    )
    .groupBy(dia.tipoDte)
    .orderBy(asc(dia.tipoDte))
    .prepare()
  const counted = db
    .select({ n: sql<number>`coalesce(sum(${dia.documentos}), 0)` })
    .from(dia)
    .where(within)
    .prepare()
  // Named one by one: whoever asks may hold more than these, and a binding takes no others.
  const bound = ({ empresaId, ambiente }: Titular, { desde, hasta }: Periodo) => ({
    empresaId,
    ambiente,
    desde,
    hasta,
  })
  return {
    /** By day, type and verdict. */
    dias: (de: Titular, periodo: Periodo) => days.all(bound(de, periodo)),
    /** How many of each type have that verdict and nobody has seen to. */
    tipos: (de: Titular, periodo: Periodo, estado: EstadoSii) => types.all({ ...bound(de, periodo), estado }),
    documentos: (de: Titular, periodo: Periodo): number => counted.get(bound(de, periodo))!.n,
  }
}
