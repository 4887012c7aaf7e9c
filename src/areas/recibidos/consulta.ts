// The filters and the order of the list as conditions of one query.

import { and, desc, eq, gte, inArray, lte, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { invalidParameter } from '../../domain/errors'
import { ESTADOS_CONTABLES, type EstadoContable } from '../../domain/rcv/columnas'
import { FIRMAS_RECIBIDAS, type FirmaRecibida } from '../../domain/recibido'
import type { Titular } from '../../domain/titular'
import { readNumbers, readWords } from '../../http/comma-list'
import { matches, readOrder, readRut, readYes } from '../../http/list-filters'
import { readAll } from '../../http/read-all'
import { readEndDay, type SpanQuery } from '../../http/span'
import { rcvDocumento as c } from '../../store/tables/rcv'
import { recibido as r } from '../../store/tables/recibido'
import { PREFERENCIA } from './statements'

export const FILTROS = {
  q: 'RUT del emisor o cómo empieza, folio, o parte de su razón social; sin distinguir mayúsculas ni tildes.',
  tipo_dte: 'Uno o varios, separados por coma.',
  folio: 'Su folio.',
  periodo: 'AAAAMM: el del registro de compras o, si no está en él, el mes de su emisión.',
  firma: 'Una o varias, separadas por coma: `valida`, `invalida`, `ausente`, `certificado_vencido`.',
  en_rcv: '`true`: el registro de compras lo trae; `false`: no lo trae.',
  estado: 'Estado contable en el registro, uno o varios, separados por coma.',
  orden: 'Por ejemplo `-monto_total,folio`; `-recibido_en` si se omite.',
} as const

export type Filtros = { [K in keyof typeof FILTROS | 'rut']?: string } & SpanQuery

const finds = (q: string): SQL => matches({ busqueda: r.busqueda, rut: r.rutEmisor, folio: r.folio }, q)

function periodoOf(text: string): string {
  if (!/^20\d{2}(0[1-9]|1[0-2])$/.test(text)) throw invalidParameter('periodo', 'formato', 'Debe ser AAAAMM')
  return text
}

const ESTADOS = Object.keys(ESTADOS_CONTABLES) as EstadoContable[]
const FIRMAS = Object.keys(FIRMAS_RECIBIDAS) as FirmaRecibida[]

/** The purchase of the register that a document is. */
const COMPRA = sql`${c.empresaId} = ${r.empresaId} AND ${c.ambiente} = ${r.ambiente} AND ${c.lado} = 'compra'
  AND ${c.rut} = ${r.rutEmisor} AND ${c.tipoDte} = ${r.tipoDte} AND ${c.folio} = ${r.folio} AND ${c.ausenteDesde} IS NULL`
const inRcv = (more: SQL = sql``): SQL => sql`EXISTS (SELECT 1 FROM ${c} WHERE ${COMPRA} ${more})`

const inPeriodo = (periodo: string): SQL => {
  const month = `${periodo.slice(0, 4)}-${periodo.slice(4)}`
  return sql`(${inRcv(sql`AND ${c.periodo} = ${periodo}`)}
    OR (${r.fechaEmision} BETWEEN ${`${month}-01`} AND ${`${month}-31`} AND NOT ${inRcv()}))`
}

/** The reader of each filter. */
export const LECTORES: Readonly<Record<keyof typeof FILTROS, (text: string) => unknown>> = {
  q: finds,
  tipo_dte: (text) => readNumbers('tipo_dte', text),
  folio: (text) => readNumbers('folio', text),
  periodo: periodoOf,
  firma: (text) => readWords('firma', text, FIRMAS),
  en_rcv: (text) => readYes('en_rcv', text),
  estado: (text) => readWords('estado', text, ESTADOS),
  orden: orderOf,
}

/** The conditions of a request, always within its company and environment. Tells every fault at once. */
export function whereOf({ empresaId, ambiente }: Titular, f: Filtros): SQL {
  const given = (value: string | undefined, make: (value: string) => SQL) => (): SQL | undefined =>
    value === undefined || value === '' ? undefined : make(value)
  const end = (day: string | null, make: (day: string) => SQL) => (day === null ? undefined : make(day))
  const asked = readAll(
    given(f.q, finds),
    () => end(readEndDay(f, 'desde'), (day) => gte(r.fechaEmision, day)),
    () => end(readEndDay(f, 'hasta'), (day) => lte(r.fechaEmision, day)),
    given(f.rut, (v) => eq(r.rutEmisor, readRut('rut', v))),
    given(f.tipo_dte, (v) => inArray(r.tipoDte, readNumbers('tipo_dte', v))),
    given(f.folio, (v) => inArray(r.folio, readNumbers('folio', v))),
    given(f.periodo, (v) => inPeriodo(periodoOf(v))),
    given(f.firma, (v) => inArray(r.firma, readWords('firma', v, FIRMAS))),
    given(f.en_rcv, (v) => (readYes('en_rcv', v) ? inRcv() : sql`NOT ${inRcv()}`)),
    given(f.estado, (v) => inRcv(sql`AND ${inArray(c.estadoContable, readWords('estado', v, ESTADOS))}`)),
  )
  return and(eq(r.empresaId, empresaId), eq(r.ambiente, ambiente), ...asked)!
}

const SORTABLE: Record<string, SQLiteColumn> = {
  recibido_en: r.primeroEn,
  fecha_emision: r.fechaEmision,
  tipo_dte: r.tipoDte,
  folio: r.folio,
  razon_social_emisor: r.razonSocialEmisor,
  monto_total: r.montoTotal,
}

/** The preferred one of several under a folio. */
export const PREFERIDO = sql<number>`${sql.raw(PREFERENCIA)}`

/** Newest first by default; those in conflict stand together, first the one that agrees with the register. */
export const ORDEN: readonly SQL[] = [desc(r.primeroEn), desc(r.primeroId), desc(PREFERIDO), desc(r.id)]

/** The order asked for. */
export function orderOf(orden: string | undefined): SQL[] {
  return orden ? [...readOrder(SORTABLE, orden), ...ORDEN.slice(1)] : [...ORDEN]
}
