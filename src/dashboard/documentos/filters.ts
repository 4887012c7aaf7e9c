// The filters of the list, as its address holds them and as the API takes them (dashboard §10). The names are the API's, so that
// any screen can link here; `fecha` is ours: a stretch of days that moves with today.

import { ESTADOS_SII, type EstadoSii } from '../../domain/dte/estados'
import { isTipoDte, type TipoDte } from '../../domain/dte/tipos'
import { addDays, addMonths } from '../../domain/fecha'
import type { QueryOf } from '../api/client'
import { dayFilter, oneOf, pageOf, textFilter } from '../shell/filters'
import { formatDate, formatPesos, formatRut } from '../ui/format'
import { parseRut } from '../ui/parse'
import { shortName } from '../ui/tipo'

export const LIMITE = 50

export const FECHAS = [
  ['', 'Todas'],
  ['hoy', 'Hoy'],
  ['mes', 'Este mes'],
  ['mes_anterior', 'Mes anterior'],
  ['entre', 'Entre fechas'],
] as const
export type Fecha = (typeof FECHAS)[number][0]

export const ORDENES = [
  ['', 'Más nuevos primero'],
  ['fecha_emision,created_at', 'Más antiguos primero'],
  ['-monto_total', 'Monto mayor primero'],
  ['monto_total', 'Monto menor primero'],
  ['-folio', 'Folio mayor primero'],
] as const
export type Orden = (typeof ORDENES)[number][0]

export const SALDOS = [
  ['', 'Con o sin disponible'],
  ['true', 'Con disponible para notas'],
  ['false', 'Sin disponible para notas'],
] as const
type ConSaldo = (typeof SALDOS)[number][0]

export const VISTOS = [
  ['', 'Vistos o no'],
  ['true', 'Requieren atención'],
  ['false', 'No requieren atención'],
] as const
type PorAtender = (typeof VISTOS)[number][0]

export interface Filters {
  /** As typed; what is asked is in `readSearch`. */
  q: string
  tipos: readonly TipoDte[]
  fecha: Fecha
  /** Only of `entre`; empty is open. */
  desde: string
  hasta: string
  estados: readonly EstadoSii[]
  min: number | null
  max: number | null
  conSaldo: ConSaldo
  porAtender: PorAtender
  orden: Orden
}

/** Where in the list: by cursor in the usual order, by page in another. */
export interface Place {
  cursor: string
  pagina: number
}

export const START: Place = { cursor: '', pagina: 1 }

/** The kind of search that a text asks for: digits a folio, a RUT its receiver, three letters any text. */
export type Search = { kind: 'nada' | 'corto' } | { kind: 'folio' | 'rut' | 'texto'; value: string }

export function readSearch(text: string): Search {
  const typed = text.trim()
  if (!typed) return { kind: 'nada' }
  if (/^\d{1,10}$/.test(typed)) return { kind: 'folio', value: typed }
  const rut = parseRut(typed)
  if (rut.ok) return { kind: 'rut', value: rut.value }
  return typed.length < 3 ? { kind: 'corto' } : { kind: 'texto', value: typed }
}

const amount = (text: string | null): number | null =>
  text !== null && /^-?\d{1,15}$/.test(text) ? Number(text) : null

const list = (text: string | null): string[] => (text ? [...new Set(text.split(','))] : [])

/** Whatever in the address is no filter, or is badly written, is left out. */
export function parseFilters(params: URLSearchParams): Filters {
  const periodo = /^(\d{4})(0[1-9]|1[0-2])$/.exec(params.get('periodo') ?? '')
  const first = periodo ? `${periodo[1]}-${periodo[2]}-01` : ''
  const desde = dayFilter.read(params.get('fecha_desde') ?? '') || first
  const hasta = dayFilter.read(params.get('fecha_hasta') ?? '') || (first && addDays(addMonths(first, 1), -1))
  const fecha = oneOf(FECHAS).read(params.get('fecha') ?? '')
  const between = fecha === 'entre' || (fecha === '' && (desde !== '' || hasta !== ''))
  return {
    q: textFilter.read(params.get('q') ?? ''),
    tipos: list(params.get('tipo_dte')).map(Number).filter(isTipoDte),
    fecha: between ? 'entre' : fecha,
    desde: between ? desde : '',
    hasta: between ? hasta : '',
    estados: list(params.get('estado_sii')).filter((one): one is EstadoSii => one in ESTADOS_SII),
    min: amount(params.get('monto_min')),
    max: amount(params.get('monto_max')),
    conSaldo: oneOf(SALDOS).read(params.get('con_saldo') ?? ''),
    porAtender: oneOf(VISTOS).read(params.get('por_atender') ?? ''),
    orden: oneOf(ORDENES).read(params.get('orden') ?? ''),
  }
}

export function parsePlace(params: URLSearchParams, { orden }: Filters): Place {
  return {
    cursor: orden ? '' : (params.get('cursor') ?? ''),
    pagina: orden ? pageOf(params) : 1,
  }
}

/** `?…` of the address, without what says nothing; empty for the whole list. */
export function searchOf(filters: Filters, { cursor, pagina }: Place = START): string {
  const params = new URLSearchParams()
  const put = (name: string, value: string | number | null): void => {
    if (value !== '' && value !== null) params.set(name, String(value))
  }
  put('q', filters.q)
  put('tipo_dte', filters.tipos.join())
  put('fecha', filters.fecha === 'entre' && (filters.desde || filters.hasta) ? '' : filters.fecha)
  put('fecha_desde', filters.desde)
  put('fecha_hasta', filters.hasta)
  put('estado_sii', filters.estados.join())
  put('monto_min', filters.min)
  put('monto_max', filters.max)
  put('con_saldo', filters.conSaldo)
  put('por_atender', filters.porAtender)
  put('orden', filters.orden)
  put('cursor', cursor)
  put('pagina', pagina > 1 ? pagina : '')
  return params.size ? `?${params}` : ''
}

export const NO_FILTERS: Filters = parseFilters(new URLSearchParams())

/** The days of `fecha`, either end open as ''. `hoy`: the date in Chile. */
export function daysOf({ fecha, desde, hasta }: Filters, hoy: string): { desde: string; hasta: string } {
  const month = `${hoy.slice(0, 8)}01`
  if (fecha === 'hoy') return { desde: hoy, hasta: hoy }
  if (fecha === 'mes') return { desde: month, hasta: addDays(addMonths(month, 1), -1) }
  if (fecha === 'mes_anterior') return { desde: addMonths(month, -1), hasta: addDays(month, -1) }
  return { desde, hasta }
}

type Query = NonNullable<QueryOf<'GET /v1/documentos'>>

/** The filters as the API takes them, without a page. */
export function queryOf(filters: Filters, hoy: string): Query {
  const search = readSearch(filters.q)
  const { desde, hasta } = daysOf(filters, hoy)
  return {
    ...(search.kind === 'folio' && { folio: search.value }),
    ...(search.kind === 'rut' && { rut: search.value }),
    ...(search.kind === 'texto' && { q: search.value }),
    ...(filters.tipos.length > 0 && { tipo_dte: filters.tipos.join() }),
    ...(desde && { fecha_desde: desde }),
    ...(hasta && { fecha_hasta: hasta }),
    ...(filters.estados.length > 0 && { estado_sii: filters.estados.join() }),
    ...(filters.min !== null && { monto_min: String(filters.min) }),
    ...(filters.max !== null && { monto_max: String(filters.max) }),
    ...(filters.conSaldo && { con_saldo: filters.conSaldo }),
    ...(filters.porAtender && { por_atender: filters.porAtender }),
  }
}

/** Whether it leaves documents out. */
export const isFiltered = (filters: Filters, hoy: string): boolean =>
  Object.keys(queryOf(filters, hoy)).length > 0

/** The filters in words, for the head of a printed list. */
export function describe(filters: Filters, hoy: string): string {
  const search = readSearch(filters.q)
  const { desde, hasta } = daysOf(filters, hoy)
  const said = [
    search.kind === 'folio' && `folio ${search.value}`,
    search.kind === 'rut' && `receptor ${formatRut(search.value)}`,
    search.kind === 'texto' && `«${search.value}»`,
    filters.tipos.map(shortName).join(', '),
    desde && desde === hasta && `del ${formatDate(desde)}`,
    desde && desde !== hasta && `desde el ${formatDate(desde)}`,
    hasta && desde !== hasta && `hasta el ${formatDate(hasta)}`,
    filters.estados.map((estado) => ESTADOS_SII[estado]).join(', '),
    filters.min !== null && `desde ${formatPesos(filters.min)}`,
    filters.max !== null && `hasta ${formatPesos(filters.max)}`,
    filters.porAtender && VISTOS.find(([value]) => value === filters.porAtender)?.[1].toLowerCase(),
    filters.conSaldo && SALDOS.find(([value]) => value === filters.conSaldo)?.[1].toLowerCase(),
  ].filter(Boolean)
  return said.length ? said.join(' · ') : 'Todos los documentos'
}
