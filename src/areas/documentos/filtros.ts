// The filters of GET /v1/documentos (http §10.2) as conditions of one query.

import {
  and,
  asc,
  between,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  lte,
  not,
  notInArray,
  type Placeholder,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { PLAZO_ACUSE_MS, type ResultadoAcuse, TIPOS_ACUSE } from '../../domain/acuse'
import { ESTADOS_SII, type EstadoSii, OBSERVADOS, ORIGENES, SIN_VALOR } from '../../domain/dte/estados'
import { TIPOS, type TipoDte } from '../../domain/dte/tipos'
import type { Titular } from '../../domain/titular'
import { readAll } from '../../http/read-all'
import { readEndDay } from '../../http/span'
import { ESTADOS } from '../../jobs/estados'
import { documento } from '../../store/tables/documento'
import { envio } from '../../store/tables/envio'
import { job } from '../../store/tables/job'
import { EMITIR, type Hits, matching } from '../dte'
import { invalid, LECTORES as read } from './lectores'

export interface Filtros {
  q?: string
  tipo_dte?: string
  folio?: string
  folio_desde?: string
  folio_hasta?: string
  rut?: string
  /**
   * The number of one foreigner, since all foreigners share a RUT. Nobody asks for it by a query.
   */
  num_id_receptor?: string
  fecha_desde?: string
  fecha_hasta?: string
  periodo?: string
  monto_min?: string
  monto_max?: string
  estado?: string
  estado_sii?: string
  origen?: string
  estado_acuse?: string
  con_saldo?: string
  por_atender?: string
  orden?: string
}

/** The states of each kind, and the one where almost all end: it is never looked for by walking the others. */
export const POR_ESTADO = {
  estado: { todos: ESTADOS as readonly string[], comun: 'completed' },
  estado_sii: { todos: Object.keys(ESTADOS_SII) as readonly string[], comun: 'aceptado' },
  origen: { todos: Object.keys(ORIGENES) as readonly string[], comun: 'emitido' },
} as const

/** The owner of the documents: known in a request, a placeholder in a prepared statement. */
type AnyTitular = Titular | Record<keyof Titular, Placeholder>

/** By the state of the job, over the index of what is not completed (`job_inconclusos`). */
function byEstado({ empresaId, ambiente }: AnyTitular, wanted: readonly string[]): SQL {
  const common = wanted.includes('completed')
  const looked = ESTADOS.filter((estado) => estado !== 'completed' && wanted.includes(estado) !== common)
  const found = sql`${documento.jobId} IN (SELECT ${job.id} FROM ${job} WHERE ${job.kind} = ${EMITIR} AND ${job.estado} <> 'completed'
    AND ${job.estado} IN ${looked} AND ${job.empresaId} = ${empresaId} AND ${job.ambiente} = ${ambiente})`
  // Imported ones have no job.
  return common ? and(isNotNull(documento.jobId), not(found))! : found
}

const byRareJob = (estado: string | undefined): boolean =>
  !!estado && !read.estado(estado).includes('completed')

/** The words of that index (`documento_sin_aceptar`). */
const SIN_ACEPTAR = sql`${documento.estadoSii} <> 'aceptado' AND ${documento.estadoSii} <> 'no_consultado'`

/** Documents that were moved in, in the words of their index (`documento_importado`). */
const IMPORTADO = sql`${documento.origen} = 'importado' AND ${documento.fechaEmision} >= ''`

/** Whether only such are asked for, and not by a folio. */
const onlyImported = (f: Filtros): boolean =>
  (f.origen === 'importado' || f.estado_sii === 'no_consultado') && !byFolio(f)

/** By the SII's verdict; each index serves only who says its words. */
const byVeredicto = (wanted: readonly EstadoSii[]): SQL | undefined => {
  const common = wanted.includes('aceptado')
  const asked = inArray(documento.estadoSii, [...wanted])
  if (common) return asked
  if (!wanted.includes('no_consultado')) return and(asked, SIN_ACEPTAR)
  return wanted.length === 1 ? and(asked, IMPORTADO) : asked
}

/** Rejected or remarked documents that nobody has seen to: those of the summary (`documento_sin_aceptar`). */
const porAtender = (wanted: boolean): SQL =>
  wanted
    ? sql`${SIN_ACEPTAR} AND ${inArray(documento.estadoSii, [...OBSERVADOS])} AND ${documento.atendido} = 0`
    : sql`(${notInArray(documento.estadoSii, [...OBSERVADOS])} OR ${documento.atendido} = 1)`

/**
 * By what became of it at its receiver. What was decided has an index of its own (`documento_acuse`); what waits is of the envelopes
 * of the last eight days (`envio_enviado`), and what nobody claimed in time is all other that could have been.
 */
function byAcuse({ empresaId, ambiente }: AnyTitular, wanted: readonly ResultadoAcuse[], now: Date): SQL {
  const { acuse, tipoDte, formaPago, estadoSii, envioId } = documento
  const since = new Date(now.getTime() - PLAZO_ACUSE_MS).toISOString()
  const recent = sql`(SELECT ${envio.id} FROM ${envio} WHERE ${envio.empresaId} = ${empresaId}
    AND ${envio.ambiente} = ${ambiente} AND ${envio.enviadoAt} >= ${since})`
  const tipos = sql`${tipoDte} IN ${TIPOS_ACUSE}`
  const open = sql`${acuse} IS NULL AND ${tipos} AND coalesce(${formaPago}, 2) = 2
    AND ${notInArray(estadoSii, [...SIN_VALOR])} AND ${envioId} IS NOT NULL AND ${envioId}`
  const ways: Partial<Record<ResultadoAcuse, SQL>> = {
    no_aplica: sql`${acuse} = 'no_aplica' OR ${acuse} IS NULL AND (NOT ${tipos} OR coalesce(${formaPago}, 2) <> 2)`,
    pendiente: sql`${open} IN ${recent}`,
    aceptado_tacito: sql`${open} NOT IN ${recent}`,
  }
  const decided = wanted.filter((resultado) => !(resultado in ways))
  const asked = wanted.flatMap((resultado) => ways[resultado] ?? [])
  if (decided.length) asked.push(sql`${acuse} IS NOT NULL AND ${acuse} IN ${decided}`)
  return sql`(${sql.join(asked, sql` OR `)})`
}

const byFolio = (f: Filtros): boolean => !!(f.folio || f.folio_desde || f.folio_hasta)

/** Each type has its folios in a row of its own in the index, so a folio of any type is looked up in all of them. */
const ofAnyType = (f: Filtros): SQL | undefined =>
  !f.tipo_dte && byFolio(f)
    ? inArray(
        documento.tipoDte,
        TIPOS.map(({ codigo }) => codigo),
      )
    : undefined

const oneOfThese = (ids: readonly string[]): SQL =>
  sql`${documento.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`

/**
 * The conditions of a request, always within the company and environment of its credential. `hits`: what its `q` found already, or its
 * receiver has. `now` is when a receiver's eight days are looked at. Tells every fault at once.
 */
export function whereOf(tenant: AnyTitular, f: Filtros, now: Date, hits?: Hits): SQL {
  const given =
    (value: string | undefined, make: (value: string) => SQL | undefined) => (): SQL | undefined =>
      value === undefined || value === '' ? undefined : make(value)
  const asked = readAll(
    () => (hits?.ids ? oneOfThese(hits.ids) : undefined),
    given(f.q, matching),
    given(f.tipo_dte, (v) => inArray(documento.tipoDte, read.tipo_dte(v) as TipoDte[])),
    given(f.folio, (v) => eq(documento.folio, read.folio(v))),
    given(f.folio_desde, (v) => gte(documento.folio, read.folio_desde(v))),
    given(f.folio_hasta, (v) => lte(documento.folio, read.folio_hasta(v))),
    given(f.rut, (v) => eq(documento.rutReceptor, read.rut(v))),
    given(f.num_id_receptor, (v) => eq(documento.numIdReceptor, v)),
    given(f.fecha_desde, (v) => gte(documento.fechaEmision, read.fecha_desde(v))),
    given(f.fecha_hasta, () => lte(documento.fechaEmision, readEndDay(f, 'hasta')!)),
    given(f.periodo, (v) => {
      const month = read.periodo(v)
      return between(documento.fechaEmision, `${month}-01`, `${month}-31`)
    }),
    given(f.monto_min, (v) => gte(documento.montoTotal, read.monto_min(v))),
    given(f.monto_max, (v) => lte(documento.montoTotal, read.monto_max(v))),
    given(f.estado, (v) => byEstado(tenant, read.estado(v))),
    given(f.estado_sii, (v) => byVeredicto(read.estado_sii(v))),
    given(f.origen, (v) => {
      const [only, ...others] = read.origen(v)
      if (others.length) return undefined
      return only === 'importado' ? IMPORTADO : sql`${documento.origen} = 'emitido'`
    }),
    given(f.estado_acuse, (v) => byAcuse(tenant, read.estado_acuse(v), now)),
    given(f.por_atender, (v) => porAtender(read.por_atender(v))),
    given(f.con_saldo, (v) => (read.con_saldo(v) ? gt(documento.saldo, 0) : lte(documento.saldo, 0))),
  )
  const { empresaId, ambiente } = tenant
  // Those that wait are of few envelopes.
  const few = byRareJob(f.estado) || hits?.ids || f.estado_acuse === 'pendiente'
  return and(
    // A plus keeps the planner from these two: the few jobs of a rare state, or the few documents found, lead to their rows.
    few ? sql`+${documento.empresaId} = ${empresaId}` : eq(documento.empresaId, empresaId),
    few ? sql`+${documento.ambiente} = ${ambiente}` : eq(documento.ambiente, ambiente),
    // Written out, for a partial index serves only a query that says its condition word for word.
    // A plus keeps the planner from the indexes of all the others, where a few imported ones would be looked for.
    onlyImported(f) ? sql`+${documento.folioEstado} <> 'libre'` : sql`${documento.folioEstado} <> 'libre'`,
    ofAnyType(f),
    ...asked,
  )!
}

const SORTABLE: Record<string, SQLiteColumn> = {
  fecha_emision: documento.fechaEmision,
  folio: documento.folio,
  tipo_dte: documento.tipoDte,
  monto_total: documento.montoTotal,
  created_at: documento.createdAt,
}

/** The order asked for, `-fecha_emision,folio`; newest first by default. */
export function orderOf(f: Filtros): SQL[] {
  const order = (f.orden || '-fecha_emision,-created_at').split(',').map((part) => {
    const name = part.trim().replace(/^-/, '')
    const column = SORTABLE[name]
    if (!column) throw invalid('orden', `Se ordena por: ${Object.keys(SORTABLE).join(', ')}`)
    // A plus keeps the planner from walking the whole list in order to find a few folios in it.
    const by = byFolio(f) ? sql`+${column}` : column
    return part.trim().startsWith('-') ? desc(by) : asc(by)
  })
  // The id settles ties, so that pages neither repeat nor skip a row.
  return [...order, desc(documento.id)]
}
