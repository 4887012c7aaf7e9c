// The list of issued documents as queries: how many there are, a page of them, and what comes after a row (http §10.2).

import { and, count, eq, inArray, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { Clock } from '../../base/clock'
import { estadoAcuse, type ResultadoAcuse } from '../../domain/acuse'
import type { EstadoSii } from '../../domain/dte/estados'
import { TIPOS } from '../../domain/dte/tipos'
import { readNumbers, readWords } from '../../http/comma-list'
import type { Tenant } from '../../http/tenant'
import type { Store } from '../../store/store'
import { documento } from '../../store/tables/documento'
import { documentoCuenta } from '../../store/tables/documento-sumas'
import { envio } from '../../store/tables/envio'
import { job } from '../../store/tables/job'
import type { Hits } from '../dte'
import { type Filtros, orderOf, POR_ESTADO, whereOf } from './filtros'

export const COLUMNAS = {
  tipo_dte: documento.tipoDte,
  folio: documento.folio,
  fecha_emision: documento.fechaEmision,
  rut_receptor: documento.rutReceptor,
  razon_social_receptor: documento.razonSocialReceptor,
  monto_neto: documento.montoNeto,
  monto_exento: documento.montoExento,
  monto_iva: documento.montoIva,
  monto_total: documento.montoTotal,
  saldo: documento.saldo,
  track_id: envio.trackId,
  estado: job.estado,
  estado_sii: documento.estadoSii,
  codigo_sii: documento.codigoSii,
  glosa_sii: documento.glosaSii,
  job_id: documento.jobId,
  referencia_externa: documento.referenciaExterna,
  created_at: documento.createdAt,
}

/** What voids a document: a note, or the guide itself when it was voided by a mark. */
const anulador = alias(documento, 'anulador')

/** What `estado_acuse` is told from. */
const ACUSE = { acuse: documento.acuse, forma_pago: documento.formaPago, enviado_at: envio.enviadoAt }

const FIELDS = ['id', ...Object.keys(COLUMNAS), ...Object.keys(ACUSE)]

/** The values of a row by name, as drizzle makes them: it looks into each column anew for each row. */
function toRow(values: readonly unknown[]): Record<string, unknown> {
  const row: Record<string, unknown> = {}
  for (let i = 0; i < FIELDS.length; i++) row[FIELDS[i]!] = values[i]
  const [tipo_dte, folio] = values.slice(FIELDS.length)
  row.anulado_por = tipo_dte === null ? null : { tipo_dte, folio }
  return row
}

/** A row in the default order: newest first. */
export interface Marca {
  fecha: string
  createdAt: string
  id: string
}

export type Lista = ReturnType<typeof createLista>
export type Fila = ReturnType<Lista['page']>[number]

/** What became of a document at its receiver, as far as the SII's register was heard of; null of one that the SII does not have. */
function withAcuse<
  T extends {
    tipo_dte: number
    estado_sii: EstadoSii
    acuse: ResultadoAcuse | null
    forma_pago: number | null
    enviado_at: string | null
  },
>({ acuse, forma_pago, enviado_at, ...fila }: T, now: Date) {
  const at = { ...fila, acuse, forma_pago, enviado_at }
  return { ...fila, estado_acuse: estadoAcuse(at, now) }
}

export function createLista({ db }: Pick<Store, 'db'>, clock: Clock) {
  // Prepared: every page asks.
  const counted = db
    .select({ n: sql<number>`coalesce(sum(${documentoCuenta.total}), 0)` })
    .from(documentoCuenta)
    .where(
      and(
        eq(documentoCuenta.empresaId, sql.placeholder('empresaId')),
        eq(documentoCuenta.ambiente, sql.placeholder('ambiente')),
        sql`${documentoCuenta.tipoDte} IN (SELECT value FROM json_each(${sql.placeholder('tipos')}))`,
      ),
    )
    .prepare()

  /**
   * How many there are, exact; without other filters than types it costs the same however many that is. Here and below
   * `hallados` is what `q` found, with the types asked for.
   */
  function total(tenant: Tenant, filtros: Filtros, hits?: Hits): number {
    const { tipo_dte, q, orden: _, ...others } = filtros
    if (!Object.values(others).some(Boolean)) {
      if (q && hits) return hits.total
      const tipos = tipo_dte ? readNumbers('tipo_dte', tipo_dte) : TIPOS.map(({ codigo }) => codigo)
      const { empresaId, ambiente } = tenant
      return counted.get({ empresaId, ambiente, tipos: JSON.stringify(tipos) })!.n
    }
    for (const campo of ['estado', 'estado_sii'] as const) {
      const asked = filtros[campo]
      const { todos, comun } = POR_ESTADO[campo]
      const wanted = asked ? readWords(campo, asked, todos) : []
      if (!wanted.includes(comun)) continue
      // Almost all are in it: all less the others.
      const rest = todos.filter((estado) => !wanted.includes(estado))
      const all = total(tenant, { ...filtros, [campo]: undefined }, hits)
      return rest.length ? all - total(tenant, { ...filtros, [campo]: rest.join(',') }, hits) : all
    }
    return db
      .select({ n: count() })
      .from(documento)
      .where(whereOf(tenant, filtros, clock(), hits))
      .all()[0]!.n
  }

  const rows = () =>
    db
      .select({
        id: documento.id,
        ...COLUMNAS,
        ...ACUSE,
        anulado_por: { tipo_dte: anulador.tipoDte, folio: anulador.folio },
      })
      .from(documento)
      .innerJoin(job, eq(job.id, documento.jobId))
      .leftJoin(envio, eq(envio.id, documento.envioId))
      .leftJoin(anulador, eq(anulador.id, documento.anuladoPor))

  function select(where: SQL, order: SQL[], limit: number | Placeholder, offset: number | Placeholder) {
    // The rows that are skipped need neither job nor envelope, and most not even their row.
    const ids = db.select({ id: documento.id }).from(documento).where(where)
    return rows()
      .where(
        inArray(
          documento.id,
          ids
            .orderBy(...order)
            .limit(limit)
            .offset(offset),
        ),
      )
      .orderBy(...order)
  }

  // The list as it opens is what is asked for most, and building its query takes four times as long as running it.
  const prepareOpening = () => {
    const { placeholder } = sql
    const titular = { empresaId: placeholder('empresaId'), ambiente: placeholder('ambiente') }
    return select(
      whereOf(titular, {}, clock()),
      orderOf({}),
      placeholder('limit'),
      placeholder('offset'),
    ).prepare()
  }
  let opening: ReturnType<typeof prepareOpening> | undefined

  return {
    total,
    /** The row of one document. */
    one(id: string) {
      const row = rows().where(eq(documento.id, id)).all()[0]
      return row && withAcuse(row, clock())
    },
    page(tenant: Tenant, filtros: Filtros, limit: number, offset: number, hits?: Hits) {
      const { empresaId, ambiente } = tenant
      const now = clock()
      if (!Object.values(filtros).some(Boolean)) {
        opening ??= prepareOpening()
        const values = opening.values({ empresaId, ambiente, limit, offset }) as unknown[][]
        const found = values.map(toRow) as ReturnType<typeof opening.all>
        return found.map((row) => withAcuse(row, now))
      }
      return select(whereOf(tenant, filtros, now, hits), orderOf(filtros), limit, offset)
        .all()
        .map((row) => withAcuse(row, now))
    },
    /** What follows a row in the default order, from the first when it is null: every step costs the same. */
    after(tenant: Tenant, filtros: Filtros, marca: Marca | null, limit: number, hits?: Hits) {
      const { fechaEmision, createdAt, id } = documento
      const behind = marca
        ? sql`(${fechaEmision}, ${createdAt}, ${id}) < (${marca.fecha}, ${marca.createdAt}, ${marca.id})`
        : undefined
      const now = clock()
      return select(
        and(whereOf(tenant, filtros, now, hits), behind)!,
        orderOf({ ...filtros, orden: undefined }),
        limit,
        0,
      )
        .all()
        .map((row) => withAcuse(row, now))
    },
  }
}
