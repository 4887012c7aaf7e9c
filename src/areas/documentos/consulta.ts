// The filters of GET /v1/documentos (contract §10) as conditions of one query.

import { and, asc, between, desc, eq, gt, gte, inArray, lte, ne, or, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { AppError } from '../../domain/errors'
import { isDate } from '../../domain/fecha'
import { parseRut } from '../../domain/rut'
import type { Tenant } from '../../http/tenant'
import { ESTADOS } from '../../jobs/estados'
import { documento, job } from '../../store/tables/documento'

export interface Filtros {
  q?: string
  tipo_dte?: string
  folio?: string
  folio_desde?: string
  folio_hasta?: string
  rut_receptor?: string
  fecha_desde?: string
  fecha_hasta?: string
  periodo?: string
  monto_min?: string
  monto_max?: string
  estado?: string
  estado_sii?: string
  con_saldo?: string
  orden?: string
}

const invalid = (campo: string, mensaje: string): AppError =>
  new AppError('INVALID_PARAMETER', `${campo}: ${mensaje}`, {
    detalles: [{ campo, regla: 'formato', mensaje }],
  })

function number(campo: string, text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw invalid(campo, 'Debe ser un entero')
  return Number(text)
}

const numbers = (campo: string, text: string): number[] =>
  text.split(',').map((part) => number(campo, part.trim()))

function date(campo: string, text: string): string {
  if (!isDate(text)) throw invalid(campo, 'Debe ser una fecha AAAA-MM-DD')
  return text
}

function rut(campo: string, text: string): string {
  const value = parseRut(text)
  if (!value) throw invalid(campo, 'No es un RUT válido')
  return value
}

const ESTADOS_SII = ['no_enviado', 'enviado', 'en_proceso', 'aceptado', 'aceptado_con_reparos', 'rechazado']

/** `%` and `_` of a search are letters, not wildcards. */
const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

function search(text: string): SQL | undefined {
  const value = text.trim()
  const found = parseRut(value)
  const starts = (column: SQLiteColumn): SQL => sql`${column} LIKE ${`${escapeLike(value)}%`} ESCAPE '\\'`
  const contains = (column: SQLiteColumn): SQL => sql`${column} LIKE ${`%${escapeLike(value)}%`} ESCAPE '\\'`
  return or(
    found ? eq(documento.rutReceptor, found) : starts(documento.rutReceptor),
    contains(documento.razonSocialReceptor),
    contains(documento.referenciaExterna),
    /^\d{1,10}$/.test(value) ? eq(documento.folio, Number(value)) : undefined,
  )
}

function period(text: string): SQL {
  if (!/^\d{4}(0[1-9]|1[0-2])$/.test(text)) throw invalid('periodo', 'Debe tener la forma AAAAMM')
  const month = `${text.slice(0, 4)}-${text.slice(4)}`
  return between(documento.fechaEmision, `${month}-01`, `${month}-31`)
}

/** A comma list of known words. */
function oneOf(campo: string, text: string, known: readonly string[]): string[] {
  const words = text.split(',').map((part) => part.trim())
  if (words.every((word) => known.includes(word))) return words
  throw invalid(campo, `Debe ser uno o varios de: ${known.join(', ')}`)
}

/** The conditions of a request, always within the company and environment of its credential. */
export function whereOf({ empresaId, ambiente }: Tenant, f: Filtros): SQL {
  const given = <T>(value: T | undefined, make: (value: T) => SQL | undefined): SQL | undefined =>
    value === undefined || value === '' ? undefined : make(value)
  return and(
    eq(documento.empresaId, empresaId),
    eq(documento.ambiente, ambiente),
    ne(documento.folioEstado, 'libre'),
    given(f.q, search),
    given(f.tipo_dte, (v) =>
      inArray(documento.tipoDte, numbers('tipo_dte', v) as (typeof documento.$inferSelect)['tipoDte'][]),
    ),
    given(f.folio, (v) => eq(documento.folio, number('folio', v))),
    given(f.folio_desde, (v) => gte(documento.folio, number('folio_desde', v))),
    given(f.folio_hasta, (v) => lte(documento.folio, number('folio_hasta', v))),
    given(f.rut_receptor, (v) => eq(documento.rutReceptor, rut('rut_receptor', v))),
    given(f.fecha_desde, (v) => gte(documento.fechaEmision, date('fecha_desde', v))),
    given(f.fecha_hasta, (v) => lte(documento.fechaEmision, date('fecha_hasta', v))),
    given(f.periodo, period),
    given(f.monto_min, (v) => gte(documento.montoTotal, number('monto_min', v))),
    given(f.monto_max, (v) => lte(documento.montoTotal, number('monto_max', v))),
    given(f.estado, (v) => inArray(job.estado, oneOf('estado', v, ESTADOS))),
    given(f.estado_sii, (v) => inArray(documento.estadoSii, oneOf('estado_sii', v, ESTADOS_SII))),
    given(f.con_saldo, (v) => {
      const [wanted] = oneOf('con_saldo', v, ['true', 'false'])
      return wanted === 'true' ? gt(documento.saldo, 0) : lte(documento.saldo, 0)
    }),
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
export function orderOf(orden: string | undefined): SQL[] {
  const order = (orden || '-fecha_emision,-created_at').split(',').map((part) => {
    const name = part.trim().replace(/^-/, '')
    const column = SORTABLE[name]
    if (!column) throw invalid('orden', `Se ordena por: ${Object.keys(SORTABLE).join(', ')}`)
    return part.trim().startsWith('-') ? desc(column) : asc(column)
  })
  // The id settles ties, so that pages neither repeat nor skip a row.
  return [...order, desc(documento.id)]
}
