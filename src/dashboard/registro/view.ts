// Which part of a month is shown, and its filters, in the address: `?vista=…&q=…`.

import type { QueryOf } from '../api/client'
import type { EstadoContable, Lado } from './words'

export const VISTAS = [
  ['documentos', 'Documentos'],
  ['pendientes', 'Notas sin factura'],
  ['vinculos', 'Notas y facturas'],
  ['cuadratura', 'Cuadratura'],
  ['f29', 'F29'],
  ['cambios', 'Cambios'],
] as const
export type Vista = (typeof VISTAS)[number][0]

export const LADOS = [
  ['', 'Compras y ventas'],
  ['compra', 'Compras'],
  ['venta', 'Ventas'],
] as const

export const ESTADOS = [
  ['', 'Cualquiera'],
  ['REGISTRO', 'Registro'],
  ['PENDIENTE', 'Pendiente'],
  ['NO_INCLUIR', 'No incluir'],
  ['RECLAMADO', 'Reclamado'],
] as const

export const VINCULADAS = [
  ['', 'Todos'],
  ['true', 'Con nota o factura'],
  ['false', 'Sin ninguna'],
] as const

export interface Filters {
  vista: Vista
  tipo: Lado | ''
  estado: EstadoContable | ''
  vinculada: 'true' | 'false' | ''
  ausentes: boolean
  q: string
  /** The cause of the differences, as `causaOf` names it. */
  causa: string
}

export const LIMITE = 50

const CAUSA = /^(ventas|compras)\.[a-z_]+$/

const oneOf = <T extends string>(
  options: readonly (readonly [T, string])[],
  text: string | null,
): T | undefined => options.find(([value]) => value === text)?.[0]

export const parseFilters = (params: URLSearchParams): Filters => ({
  vista: oneOf(VISTAS, params.get('vista')) ?? 'documentos',
  tipo: oneOf(LADOS, params.get('tipo')) ?? '',
  estado: oneOf(ESTADOS, params.get('estado')) ?? '',
  vinculada: oneOf(VINCULADAS, params.get('vinculada')) ?? '',
  ausentes: params.get('ausentes') === 'true',
  q: (params.get('q') ?? '').slice(0, 100),
  causa: CAUSA.test(params.get('causa') ?? '') ? params.get('causa')! : '',
})

export function parsePage(params: URLSearchParams): number {
  const pagina = Number(params.get('pagina'))
  return Number.isSafeInteger(pagina) && pagina > 0 ? pagina : 1
}

/** `?…`, without what says nothing; the filters are those of the documents alone. */
export function searchOf(
  { vista, tipo, estado, vinculada, ausentes, q, causa }: Filters,
  pagina: number,
): string {
  const params = new URLSearchParams()
  const put = (name: string, value: string): void => {
    if (value) params.set(name, value)
  }
  if (vista !== 'documentos') params.set('vista', vista)
  else {
    put('tipo', tipo)
    put('estado', estado)
    put('vinculada', vinculada)
    put('ausentes', ausentes ? 'true' : '')
    put('q', q)
  }
  if (vista === 'cuadratura') put('causa', causa)
  put('pagina', pagina > 1 ? String(pagina) : '')
  return params.size ? `?${params}` : ''
}

export const SIN_FILTROS: Omit<Filters, 'vista'> = {
  tipo: '',
  estado: '',
  vinculada: '',
  ausentes: false,
  q: '',
  causa: '',
}

export const isFiltered = ({ tipo, estado, vinculada, ausentes, q }: Filters): boolean =>
  Boolean(tipo || estado || vinculada || ausentes || q.trim())

export const queryOf = (
  { tipo, estado, vinculada, ausentes, q }: Filters,
  pagina: number,
): NonNullable<QueryOf<'GET /v1/rcv/:periodo'>> => ({
  limite: LIMITE,
  pagina,
  ...(tipo && { tipo }),
  ...(estado && { estado }),
  ...(vinculada && { vinculada }),
  ...(ausentes && { ausentes: 'true' }),
  ...(q.trim() && { q: q.trim() }),
})
