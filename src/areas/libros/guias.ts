// The guides issued in a month, with what became of each.

import { type Static, Type } from '@sinclair/typebox'
import { and, asc, between, count, eq, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { Celda } from '../../base/csv'
import { SIN_VALOR } from '../../domain/dte/estados'
import { GUIA } from '../../domain/dte/tipos'
import { diasOf } from '../../domain/rcv/periodo'
import { DocumentoRef, EstadoSiiJson, Exact, Nullable, OneOf } from '../../http/envelope'
import type { Tenant } from '../../http/tenant'
import type { Store } from '../../store/store'
import { documento } from '../../store/tables/documento'
import { guia, guiaFactura } from '../../store/tables/guia'
import { writeInstant } from './contenido'

const n = Type.Integer()
export const Guia = Exact({
  folio: n,
  fecha_emision: Type.String(),
  rut: Type.String(),
  razon_social: Nullable(Type.String()),
  ind_traslado: n,
  monto_exento: n,
  monto_neto: n,
  monto_iva: n,
  monto_total: n,
  estado: OneOf(
    { vigente: 'nadie la anuló: si el SII la tiene lo dice `estado_sii`', anulada: 'una persona la anuló' },
    { examples: ['vigente'] },
  ),
  estado_sii: EstadoSiiJson,
  factura: Nullable(DocumentoRef),
})
type Guia = Static<typeof Guia>

/** Rows of a step. */
const STEP = 250

export function createGuias({ db }: Pick<Store, 'db'>) {
  const factura = alias(documento, 'factura')
  const d = documento
  const month = ({ empresaId, ambiente }: Tenant, periodo: string) => {
    const { desde, hasta } = diasOf(periodo)
    const own = and(
      eq(d.empresaId, empresaId),
      eq(d.ambiente, ambiente),
      between(d.fechaEmision, desde, hasta),
    )
    // Written, not bound: the index of guides is of this number.
    return and(own, sql`${d.tipoDte} = ${sql.raw(String(GUIA))} AND ${d.folioEstado} <> 'libre'`)!
  }
  return {
    count: (tenant: Tenant, periodo: string): number =>
      db.select({ n: count() }).from(d).where(month(tenant, periodo)).all()[0]!.n,
    /** Behind one of them, by day and folio. */
    page(tenant: Tenant, periodo: string, limit: number, offset: number, last: Guia | null): Guia[] {
      const behind = last && sql`(${d.fechaEmision}, ${d.folio}) > (${last.fecha_emision}, ${last.folio})`
      const covers = and(
        eq(guiaFactura.guiaId, d.id),
        isNull(guiaFactura.liberadaAt),
        sql`${guiaFactura.forzada} = 0`,
      )
      return db
        .select({ d, guia, factura: { tipo_dte: factura.tipoDte, folio: factura.folio } })
        .from(d)
        .innerJoin(guia, eq(guia.documentoId, d.id))
        .leftJoin(guiaFactura, covers)
        .leftJoin(factura, eq(factura.id, guiaFactura.facturaId))
        .where(and(month(tenant, periodo), behind ?? undefined))
        .orderBy(asc(d.fechaEmision), asc(d.folio))
        .limit(limit)
        .offset(offset)
        .all()
        .map((row) => ({
          folio: row.d.folio,
          fecha_emision: row.d.fechaEmision,
          rut: row.d.rutReceptor,
          razon_social: row.d.razonSocialReceptor,
          ind_traslado: row.guia.indTraslado,
          monto_exento: row.d.montoExento,
          monto_neto: row.d.montoNeto,
          monto_iva: row.d.montoIva,
          monto_total: row.d.montoTotal,
          estado: row.guia.anuladaAt === null ? ('vigente' as const) : ('anulada' as const),
          estado_sii: row.d.estadoSii,
          factura: row.factura,
        }))
    },
  }
}

const COLUMNAS = Object.keys(Guia.properties) as (keyof Guia)[]

/** The first line of the book. */
export const avisoGuias = (now: Date): string =>
  `Guías de despacho emitidas aquí hasta el ${writeInstant(now.toISOString())}`

const MONTOS = ['monto_exento', 'monto_neto', 'monto_iva', 'monto_total'] as const

/** Its lines under the first, a step at a time; last what those add up to that the SII has, did not reject and nobody voided. */
export function* guiasLines(
  guias: ReturnType<typeof createGuias>,
  tenant: Tenant,
  periodo: string,
): Generator<Celda[][], void> {
  yield [[...COLUMNAS]]
  const total = { folio: 0, monto_exento: 0, monto_neto: 0, monto_iva: 0, monto_total: 0 }
  for (let last: Guia | null = null; ; ) {
    const rows: Guia[] = guias.page(tenant, periodo, STEP, 0, last)
    last = rows.at(-1) ?? last
    if (rows.length)
      yield rows.map((row) =>
        COLUMNAS.map((name) => {
          const value = row[name]
          return value !== null && typeof value === 'object' ? `${value.tipo_dte} ${value.folio}` : value
        }),
      )
    for (const row of rows) {
      if (row.estado === 'anulada' || SIN_VALOR.includes(row.estado_sii)) continue
      total.folio++
      for (const name of MONTOS) total[name] += row[name]
    }
    if (rows.length < STEP) break
  }
  // As in the other books: what it is the total of, and how many.
  const [, , ...rest] = COLUMNAS
  yield [[`Total ${GUIA}`, total.folio, ...rest.map((name) => total[name as keyof typeof total] ?? null)]]
}
