// The filters of the boletas de terceros in the address (`?mes=202611&ver=anuladas&q=soto`), and their
// states in words.

import { chileDate } from '../../domain/fecha'
import type { DataOf } from '../api/client'
import { oneOf, pageOf, textFilter } from '../shell/filters'
import type { Spelling } from '../shell/in-address'
import { formatAmount } from '../ui/format'
import type { Word } from '../ui/status'

export type Boleta = DataOf<'GET /v1/bte'>[number]

export const VER = [
  ['', 'Todas'],
  ['vigentes', 'Vigentes'],
  ['anuladas', 'Anuladas'],
  ['pendientes', 'Sin emitir'],
] as const
type Ver = (typeof VER)[number][0]

/** The choice beside the months: of an earlier one a person may know the name alone. */
export const TODOS = 'todos'

export interface Filters {
  /** `YYYYMM`, or all of them. */
  mes: string
  ver: Ver
  q: string
}

const monthOf = (hoy: string): string => hoy.slice(0, 7).replace('-', '')

/** An unreadable filter counts as absent. `hoy`: the date in Chile. */
export function parseFilters(params: URLSearchParams, hoy: string): Filters {
  const mes = params.get('mes') ?? ''
  const present = monthOf(hoy)
  const known = /^\d{4}(0[1-9]|1[0-2])$/.test(mes) && mes >= '201705' && mes <= present
  return {
    mes: known || mes === TODOS ? mes : present,
    ver: oneOf(VER).read(params.get('ver') ?? ''),
    q: textFilter.read(params.get('q') ?? ''),
  }
}

export function searchOf({ mes, ver, q }: Filters, pagina: number, hoy: string): string {
  const params = new URLSearchParams()
  if (mes !== monthOf(hoy)) params.set('mes', mes)
  if (ver) params.set('ver', ver)
  if (q) params.set('q', q)
  if (pagina > 1) params.set('pagina', String(pagina))
  return params.size ? `?${params}` : ''
}

type Operacion = DataOf<'GET /v1/empresa/:id/portal'>['operaciones'][number]

/**
 * The cause that keeps boletas from being issued, null without one: a pause ends alone, others want a good
 * clave.
 */
export function whyNotIssued({
  metodo,
  disponible,
  motivo,
}: Pick<Operacion, 'metodo' | 'disponible' | 'motivo'>): { title: string; text: string } | null {
  if (disponible) return null
  return metodo
    ? { title: 'Por ahora no se puede emitir', text: `${motivo}. Después se puede sin hacer nada más.` }
    : {
        title: 'Aún no se puede emitir',
        text: `${motivo}. El SII pide el RUT y la clave tributaria para las boletas de terceros.`,
      }
}

const today = (): string => chileDate(new Date())

export const SPELLING: Spelling<Filters, number> = {
  path: '/honorarios',
  parseFilters: (params) => parseFilters(params, today()),
  parsePlace: pageOf,
  searchOf: (filters, pagina) => searchOf(filters, pagina, today()),
  start: 1,
}

const ESTADOS_DE: Readonly<Record<Ver, string | undefined>> = {
  '': undefined,
  vigentes: 'vigente,anulacion_solicitada',
  anuladas: 'anulada',
  pendientes: 'borrador,emitiendo,incierta,fallida',
}

/** As the API is asked. */
export const queryOf = ({ mes, ver, q }: Filters, pagina: number) => ({
  ...{ pagina, limite: 50 },
  ...(mes !== TODOS && { periodo: mes }),
  ...(ESTADOS_DE[ver] && { estado: ESTADOS_DE[ver] }),
  ...(q.trim() && { q: q.trim() }),
})

export const ESTADO: Readonly<Record<Boleta['estado'], Word>> = {
  borrador: ['◐', 'Por emitir', 'espera'],
  emitiendo: ['◐', 'Emitiéndose', 'espera'],
  incierta: ['!', 'No se sabe aún', 'aviso'],
  vigente: ['✓', 'Vigente', 'bien'],
  anulacion_solicitada: ['!', 'Anulación pedida', 'aviso'],
  anulada: ['⊘', 'Anulada', 'neutro'],
  fallida: ['✕', 'No se emitió', 'mal'],
}

/** The meaning of a state for a person who waits; null when its word says it all. */
export function meaningOf({ estado, fallo }: Pick<Boleta, 'estado' | 'fallo'>): string | null {
  switch (estado) {
    case 'incierta':
      return 'El SII no respondió cuando se le pidió emitirla, y pudo emitirla igual. Timbre no la pide otra vez: lee el informe del mes hasta saber si existe. Son unos minutos; no la emita de nuevo mientras tanto. Si esa lectura se detuvo, reintente su operación o traiga el mes: nada de eso la emite otra vez.'
    case 'anulacion_solicitada':
      return 'El SII espera que la otra parte confirme. Hasta entonces la boleta vale.'
    case 'fallida':
      return fallo
    default:
      return null
  }
}

/** `0.1525` → `15,25 %`. */
export const formatTasa = (tasa: number): string =>
  `${String(Math.round(tasa * 10_000) / 100).replace('.', ',')} %`

export const pesos = (monto: number): string => formatAmount(monto)

/** The newest of each person, as the list has them. */
export function personsOf(boletas: readonly Boleta[]): Boleta[] {
  const seen = new Map<string, Boleta>()
  for (const one of boletas) {
    const known = seen.get(one.beneficiario.rut)
    // One that was issued here has the address too.
    if (!known || (!known.beneficiario.direccion && one.beneficiario.direccion))
      seen.set(one.beneficiario.rut, one)
  }
  return [...seen.values()]
}
