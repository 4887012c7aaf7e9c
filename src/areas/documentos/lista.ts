// The list of issued documents as queries: how many there are, a page of them, and what comes after a row (http §10.2).

import { and, count, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { Clock } from '../../base/clock'
import { estadoAcuse, type ResultadoAcuse } from '../../domain/acuse'
import type { EstadoSii } from '../../domain/dte/estados'
import { readNumbers, readWords } from '../../http/comma-list'
import type { EstadoSiiJson } from '../../http/envelope'
import type { Tenant } from '../../http/tenant'
import type { Store } from '../../store/store'
import { documento } from '../../store/tables/documento'
import { documentoCuenta } from '../../store/tables/documento-sumas'
import { envio } from '../../store/tables/envio'
import { job } from '../../store/tables/job'
import { type EstadoTrabajo, HITS_MAX, type Hits } from '../dte'
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
  glosa: documento.glosaSii,
  job_id: documento.jobId,
  referencia_externa: documento.referenciaExterna,
  created_at: documento.createdAt,
  origen: documento.origen,
  contenido: documento.contenido,
}

/** The voiding document: a note, or the guide itself when a mark voided it. */
const anulador = alias(documento, 'anulador')

/** The columns that give `estado_acuse`. */
const ACUSE = { acuse: documento.acuse, forma_pago: documento.formaPago, enviado_at: envio.enviadoAt }

/** The verdict of those that nobody asked the SII about. */
const APARTE: EstadoSii = 'no_consultado'

const NAMES = ['id', ...Object.keys(COLUMNAS)]

/** A row in the default order: newest first. */
export interface Marca {
  fecha: string
  createdAt: string
  id: string
}

export type Lista = ReturnType<typeof createLista>

const rowsOf = (db: Store['db']) =>
  db
    .select({
      id: documento.id,
      ...COLUMNAS,
      ...ACUSE,
      atendido: documento.atendido,
      anulado_por: { tipo_dte: anulador.tipoDte, folio: anulador.folio },
    })
    .from(documento)
    .leftJoin(job, eq(job.id, documento.jobId))
    .leftJoin(envio, eq(envio.id, documento.envioId))
    .leftJoin(anulador, eq(anulador.id, documento.anuladoPor))

type Leida = ReturnType<ReturnType<typeof rowsOf>['all']>[number]

/** A document as lists show it; `estado_acuse` as far as the SII's register was heard of, null of one that the SII does not have. */
type Fila = Omit<Leida, 'id' | 'estado' | 'estado_sii' | 'atendido' | keyof typeof ACUSE> & {
  estado: (typeof EstadoTrabajo)['static'] | null
  estado_sii: (typeof EstadoSiiJson)['static']
  estado_acuse: ResultadoAcuse | null
  atendido: boolean
}

/** One of the list; its id is ours. */
export interface Renglon {
  id: string
  fila: Fila
}

/** A row from the values that SQLite gave: drizzle looks into each column anew for each row. */
function toRenglon(values: readonly unknown[], now: Date): Renglon {
  const fila = {} as Record<string, unknown>
  for (let i = 1; i < NAMES.length; i++) fila[NAMES[i]!] = values[i]
  const [acuse, forma_pago, enviado_at, atendido, tipo_dte, folio] = values.slice(NAMES.length)
  fila.anulado_por = tipo_dte === null ? null : { tipo_dte, folio }
  const told = { acuse, forma_pago, enviado_at, tipo_dte: fila.tipo_dte, estado_sii: fila.estado_sii }
  fila.estado_acuse = estadoAcuse(told as Parameters<typeof estadoAcuse>[0], now)
  fila.atendido = atendido === 1
  return { id: values[0] as string, fila: fila as Fila }
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
        sql`(${sql.placeholder('tipos')} IS NULL OR ${documentoCuenta.tipoDte} IN (SELECT value FROM json_each(${sql.placeholder('tipos')})))`,
      ),
    )
    .prepare()

  /**
   * How many there are, exact; without other filters than types it costs the same however many that is. Here and below `hits` is what
   * `q` found, with the types asked for, or what a receiver of few has.
   */
  function total(tenant: Tenant, filtros: Filtros, hits?: Hits): number {
    const { tipo_dte, q, orden: _, ...others } = filtros
    if (!Object.values(others).some(Boolean)) {
      if (q && hits) return hits.total
      const { empresaId, ambiente } = tenant
      const tipos = tipo_dte ? JSON.stringify(readNumbers('tipo_dte', tipo_dte)) : null
      return counted.get({ empresaId, ambiente, tipos })!.n
    }
    // Imported ones have no job, and so none of its states.
    if (filtros.estado && filtros.origen !== 'emitido') {
      if (filtros.origen === 'importado') return 0
      return total(tenant, { ...filtros, origen: 'emitido' }, hits)
    }
    for (const campo of ['estado', 'estado_sii', 'origen'] as const) {
      const asked = filtros[campo]
      const { todos, comun } = POR_ESTADO[campo]
      const wanted = asked ? readWords(campo, asked, todos) : []
      if (!wanted.includes(comun) || (campo === 'origen' && filtros.estado)) continue
      // Almost all are in it: all less the others.
      const rest = todos.filter((estado) => !wanted.includes(estado))
      const all = total(tenant, { ...filtros, [campo]: undefined }, hits)
      // Imported ones are of an index of their own.
      const groups = [rest.filter((estado) => estado !== APARTE), rest.filter((estado) => estado === APARTE)]
      return groups
        .filter((group) => group.length)
        .reduce((n, group) => n - total(tenant, { ...filtros, [campo]: group.join(',') }, hits), all)
    }
    return db
      .select({ n: count() })
      .from(documento)
      .where(whereOf(tenant, filtros, clock(), hits))
      .all()[0]!.n
  }

  const read = (rows: unknown): Renglon[] => {
    const now = clock()
    return (rows as unknown[][]).map((values) => toRenglon(values, now))
  }

  function select(where: SQL, order: SQL[], limit: number, offset: number) {
    // The rows that are skipped need neither job nor envelope, and most not even their row.
    const ids = db.select({ id: documento.id }).from(documento).where(where)
    return rowsOf(db)
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

  // The list as it opens is what is asked for most, and building its query takes four times as long as running it. Nothing is
  // skipped there, so the index gives the rows themselves in their order.
  const prepareOpening = () => {
    const { placeholder } = sql
    const titular = { empresaId: placeholder('empresaId'), ambiente: placeholder('ambiente') }
    return rowsOf(db)
      .where(whereOf(titular, {}, clock()))
      .orderBy(...orderOf({}))
      .limit(placeholder('limit'))
      .prepare()
  }
  let opening: ReturnType<typeof prepareOpening> | undefined

  return {
    total,
    /** The documents of a receiver, where they are few: the whole list would be walked for them. */
    ofReceptor({ empresaId, ambiente }: Tenant, rut: string): Hits | undefined {
      const own = and(eq(documento.empresaId, empresaId), eq(documento.ambiente, ambiente))
      const rows = db
        .select({ id: documento.id })
        .from(documento)
        .where(and(own, eq(documento.rutReceptor, rut)))
        .limit(HITS_MAX + 1)
        .values() as [string][]
      return rows.length > HITS_MAX ? undefined : { total: rows.length, ids: rows.map(([id]) => id) }
    },
    /** The row of one document. */
    one(id: string): Renglon | undefined {
      return read(rowsOf(db).where(eq(documento.id, id)).values())[0]
    },
    page(tenant: Tenant, filtros: Filtros, limit: number, offset: number, hits?: Hits): Renglon[] {
      if (offset === 0 && !Object.values(filtros).some(Boolean)) {
        const { empresaId, ambiente } = tenant
        opening ??= prepareOpening()
        return read(opening.values({ empresaId, ambiente, limit }))
      }
      return read(select(whereOf(tenant, filtros, clock(), hits), orderOf(filtros), limit, offset).values())
    },
    /** The rows after one in the default order, from the first when null: every step costs the same. */
    after(tenant: Tenant, filtros: Filtros, marca: Marca | null, limit: number, hits?: Hits): Renglon[] {
      const { fechaEmision, createdAt, id } = documento
      const behind = marca
        ? sql`(${fechaEmision}, ${createdAt}, ${id}) < (${marca.fecha}, ${marca.createdAt}, ${marca.id})`
        : undefined
      const where = and(whereOf(tenant, filtros, clock(), hits), behind)!
      return read(select(where, orderOf({ ...filtros, orden: undefined }), limit, 0).values())
    },
  }
}
