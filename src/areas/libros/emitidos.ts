// The sales of a month as they were issued here, for a book that does not wait for the register: what the SII has and did not reject.

import { and, asc, between, count, eq, inArray, notInArray, type SQL, sql, sum } from 'drizzle-orm'
import { filaConPapel, GUIA, TIPOS } from '../../domain/dte/tipos'
import { addDays } from '../../domain/fecha'
import { diasOf } from '../../domain/rcv/periodo'
import type { Tenant } from '../../http/tenant'
import type { Store } from '../../store/store'
import { documento } from '../../store/tables/documento'
import { documentoDia } from '../../store/tables/documento-sumas'
import { type FilaLibro, type TotalLibro, toFila, toTotal } from './filas'

/** Boletas stand in the totals alone. */
const BOLETAS = TIPOS.filter(({ sobre }) => sobre === 'EnvioBOLETA').map(({ codigo }) => codigo)
/** Listed one by one: no guides, which sell nothing, and no invoice of the buyer's own, which is a purchase. */
const LISTADOS = TIPOS.map(({ codigo }) => codigo).filter(
  (codigo) => codigo !== GUIA && !BOLETAS.includes(codigo) && !filaConPapel(codigo)?.delComprador,
)
const SIN_VALER = ['no_enviado', 'rechazado'] as const

export function createEmitidos({ db }: Pick<Store, 'db'>) {
  const d = documento
  const within = ({ empresaId, ambiente }: Tenant, dates: SQL): SQL =>
    and(
      eq(d.empresaId, empresaId),
      eq(d.ambiente, ambiente),
      sql`${d.folioEstado} <> 'libre'`,
      dates,
      inArray(d.tipoDte, [...LISTADOS]),
      notInArray(d.estadoSii, [...SIN_VALER]),
    )!
  const read = (where: SQL) =>
    db.select().from(d).where(where).orderBy(asc(d.fechaEmision), asc(d.tipoDte), asc(d.folio))
  const filaOf = (row: typeof documento.$inferSelect): FilaLibro =>
    toFila({ ...row, rut: row.rutReceptor, razonSocial: row.razonSocialReceptor })
  const month = (periodo: string) => {
    const { desde, hasta } = diasOf(periodo)
    return between(d.fechaEmision, desde, hasta)
  }

  return {
    /** Day by day. */
    *steps(tenant: Tenant, periodo: string): Generator<FilaLibro[], void> {
      const { desde, hasta } = diasOf(periodo)
      for (let fecha = desde; fecha <= hasta; fecha = addDays(fecha, 1))
        yield read(within(tenant, eq(d.fechaEmision, fecha)))
          .all()
          .map(filaOf)
    },
    page: (tenant: Tenant, periodo: string, limit: number, offset: number): FilaLibro[] =>
      read(within(tenant, month(periodo)))
        .limit(limit)
        .offset(offset)
        .all()
        .map(filaOf),
    count: (tenant: Tenant, periodo: string): number =>
      db
        .select({ n: count() })
        .from(d)
        .where(within(tenant, month(periodo)))
        .all()[0]!.n,
    totales({ empresaId, ambiente }: Tenant, periodo: string): TotalLibro[] {
      const { desde, hasta } = diasOf(periodo)
      const s = documentoDia
      return db
        .select({
          tipoDte: s.tipoDte,
          documentos: sum(s.documentos).mapWith(Number),
          montoExento: sum(s.montoExento).mapWith(Number),
          montoNeto: sum(s.montoNeto).mapWith(Number),
          montoIva: sum(s.montoIva).mapWith(Number),
          montoTotal: sum(s.montoTotal).mapWith(Number),
        })
        .from(s)
        .where(
          and(
            eq(s.empresaId, empresaId),
            eq(s.ambiente, ambiente),
            between(s.fechaEmision, desde, hasta),
            inArray(s.tipoDte, [...LISTADOS, ...BOLETAS]),
            notInArray(s.estadoSii, [...SIN_VALER]),
          ),
        )
        .groupBy(s.tipoDte)
        .orderBy(asc(s.tipoDte))
        .all()
        .filter(({ documentos }) => documentos > 0)
        .map(toTotal)
    },
  }
}
