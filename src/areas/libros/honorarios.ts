// The boletas de terceros of a month: what was paid to persons, and what was withheld of it (areas/bte §1).

import { type Static, Type } from '@sinclair/typebox'
import { and, asc, between, count, eq, isNotNull, sql } from 'drizzle-orm'
import type { Celda } from '../../base/csv'
import { diasOf } from '../../domain/rcv/periodo'
import { Exact, OneOf } from '../../http/envelope'
import type { Tenant } from '../../http/tenant'
import type { Store } from '../../store/store'
import { bte, bteMes } from '../../store/tables/bte'
import { writeInstant } from './contenido'

const n = Type.Integer()
const montos = { bruto: n, retencion: n, liquido: n }
export const Honorario = Exact({
  folio: n,
  fecha: Type.String({ description: 'El día del pago.' }),
  rut: Type.String({ description: 'De quien prestó el servicio.' }),
  nombre: Type.String(),
  estado: OneOf(
    {
      vigente: 'vale',
      anulacion_solicitada: 'vale mientras la otra parte no confirme su anulación',
      anulada: 'se anuló, y sus montos son 0',
    },
    { examples: ['vigente'] },
  ),
  ...montos,
})
type Honorario = Static<typeof Honorario>

export const TotalHonorarios = Exact({
  documentos: Type.Integer({ description: 'Las que valen.' }),
  ...montos,
})

/** Rows of a step. */
const STEP = 250

export function createHonorarios({ db }: Pick<Store, 'db'>) {
  const month = ({ empresaId, ambiente }: Tenant, periodo: string) => {
    const { desde, hasta } = diasOf(periodo)
    return and(
      eq(bte.empresaId, empresaId),
      eq(bte.ambiente, ambiente),
      between(bte.fecha, desde, hasta),
      isNotNull(bte.folio),
    )!
  }
  const sumOf = (column: typeof bte.bruto | typeof bte.retencion) =>
    sql<number>`coalesce(sum(iif(${bte.estado} = 'anulada', 0, ${column})), 0)`
  return {
    count: (tenant: Tenant, periodo: string): number =>
      db.select({ n: count() }).from(bte).where(month(tenant, periodo)).all()[0]!.n,
    /** Behind one of them, by day and folio. */
    page: (
      tenant: Tenant,
      periodo: string,
      limit: number,
      offset: number,
      last: Honorario | null,
    ): Honorario[] =>
      db
        .select()
        .from(bte)
        .where(
          and(
            month(tenant, periodo),
            last ? sql`(${bte.fecha}, ${bte.folio}) > (${last.fecha}, ${last.folio})` : undefined,
          ),
        )
        .orderBy(asc(bte.fecha), asc(bte.folio))
        .limit(limit)
        .offset(offset)
        .all()
        .map((row) => {
          const vale = row.estado !== 'anulada'
          const [bruto, retencion] = vale ? [row.bruto, row.retencion] : [0, 0]
          return {
            ...{ folio: row.folio!, fecha: row.fecha, rut: row.rutBeneficiario, nombre: row.nombre },
            estado: row.estado as Honorario['estado'],
            ...{ bruto, retencion, liquido: bruto - retencion },
          }
        }),
    total(tenant: Tenant, periodo: string): Static<typeof TotalHonorarios> {
      const { documentos, bruto, retencion } = db
        .select({
          documentos: sql<number>`coalesce(sum(${bte.estado} <> 'anulada'), 0)`,
          bruto: sumOf(bte.bruto),
          retencion: sumOf(bte.retencion),
        })
        .from(bte)
        .where(month(tenant, periodo))
        .all()[0]!
      return { documentos, bruto, retencion, liquido: bruto - retencion }
    },
    /** The first line of the book: when the SII's report of the month was read, if ever. */
    aviso({ empresaId, ambiente }: Tenant, periodo: string): string {
      const own = and(
        eq(bteMes.empresaId, empresaId),
        eq(bteMes.ambiente, ambiente),
        eq(bteMes.periodo, periodo),
      )
      const [read] = db.select({ at: bteMes.leidoAt }).from(bteMes).where(own).all()
      return read
        ? `Boletas de terceros según el informe del SII leído el ${writeInstant(read.at)}, y las emitidas aquí después`
        : 'Boletas de terceros emitidas aquí; el informe del SII del mes no se ha leído'
    },
  }
}

export type Honorarios = ReturnType<typeof createHonorarios>

const COLUMNAS = Object.keys(Honorario.properties) as (keyof Honorario)[]

/** Its lines under the first, a step at a time; the total last. */
export function* honorariosLines(
  honorarios: Honorarios,
  tenant: Tenant,
  periodo: string,
): Generator<Celda[][], void> {
  yield [[...COLUMNAS]]
  for (let last: Honorario | null = null; ; ) {
    const rows: Honorario[] = honorarios.page(tenant, periodo, STEP, 0, last)
    last = rows.at(-1) ?? last
    if (rows.length) yield rows.map((row) => COLUMNAS.map((name) => row[name]))
    if (rows.length < STEP) break
  }
  const { documentos, bruto, retencion, liquido } = honorarios.total(tenant, periodo)
  yield [['Total', documentos, null, null, null, bruto, retencion, liquido]]
}
