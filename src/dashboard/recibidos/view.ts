// The filters of the list of received documents, in its address: `?q=…&firma=…`.

import type { QueryOf } from '../api/client'
import type { Spelling } from '../shell/in-address'

export const REGISTRO = [
  ['', 'Todos'],
  ['false', 'No están en el registro'],
  ['PENDIENTE', 'Pendientes'],
  ['REGISTRO', 'Registrados'],
  ['RECLAMADO', 'Reclamados'],
  ['NO_INCLUIR', 'No incluir'],
] as const

export const FIRMAS = [
  ['', 'Cualquiera'],
  ['valida', 'Válida'],
  ['invalida', 'Inválida'],
  ['ausente', 'Sin firma'],
  ['certificado_vencido', 'Certificado vencido'],
] as const

export interface Filters {
  q: string
  registro: (typeof REGISTRO)[number][0]
  firma: (typeof FIRMAS)[number][0]
  periodo: string
  tipo: string
}

export const SIN_FILTROS: Filters = { q: '', registro: '', firma: '', periodo: '', tipo: '' }
const LIMITE = 50

const oneOf = <T extends string>(options: readonly (readonly [T, string])[], text: string | null): T =>
  (options.find(([value]) => value === text) ?? options[0]!)[0]

const parseFilters = (params: URLSearchParams): Filters => ({
  q: (params.get('q') ?? '').slice(0, 100),
  registro: oneOf(REGISTRO, params.get('registro')),
  firma: oneOf(FIRMAS, params.get('firma')),
  periodo: /^20\d{2}(0[1-9]|1[0-2])$/.exec(params.get('periodo') ?? '')?.[0] ?? '',
  tipo: /^\d{2,3}$/.exec(params.get('tipo') ?? '')?.[0] ?? '',
})

function parsePlace(params: URLSearchParams): number {
  const pagina = Number(params.get('pagina'))
  return Number.isSafeInteger(pagina) && pagina > 0 ? pagina : 1
}

function searchOf(filters: Filters, pagina: number): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(filters)) if (value) params.set(name, value)
  if (pagina > 1) params.set('pagina', String(pagina))
  return params.size ? `?${params}` : ''
}

export const SPELLING: Spelling<Filters, number> = {
  path: '/recibidos',
  parseFilters,
  parsePlace,
  searchOf,
  start: 1,
}

export const isFiltered = (filters: Filters): boolean => Object.values(filters).some((value) => value.trim())

export const queryOf = (
  { q, registro, firma, periodo, tipo }: Filters,
  pagina: number,
): NonNullable<QueryOf<'GET /v1/recibidos'>> => ({
  limite: LIMITE,
  pagina,
  ...(q.trim() && { q: q.trim() }),
  ...(registro === 'false' ? { en_rcv: 'false' } : registro && { estado: registro }),
  ...(firma && { firma }),
  ...(periodo && { periodo }),
  ...(tipo && { tipo_dte: tipo }),
})
