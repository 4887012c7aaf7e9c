// Which book of which month, in the address: `?periodo=202611&libro=compras&base=emitidos&pagina=2`.

import type { Ambiente } from '../api/sesion'
import { oneOf, pageOf } from '../shell/filters'
import { monthsUntil } from '../shell/period'

export const LIBROS = [
  ['ventas', 'Ventas'],
  ['compras', 'Compras'],
  ['guias', 'Guías'],
  ['honorarios', 'Honorarios'],
] as const
export type Libro = (typeof LIBROS)[number][0]

export const BASES = [
  ['rcv', 'El registro del SII'],
  ['emitidos', 'Lo emitido aquí'],
] as const
export type Base = (typeof BASES)[number][0]

export interface View {
  periodo: string
  libro: Libro
  base: Base
  pagina: number
}

/** An unreadable part counts as absent; the default month is the last one that is over. */
export function parseView(params: URLSearchParams, hoy: string): View {
  const months = monthsUntil(hoy)
  return {
    periodo: months.find((one) => one === params.get('periodo')) ?? months[1] ?? months[0] ?? '',
    libro: oneOf(LIBROS).read(params.get('libro') ?? ''),
    base: oneOf(BASES).read(params.get('base') ?? ''),
    pagina: pageOf(params),
  }
}

export function searchOf({ periodo, libro, base, pagina }: View, hoy: string): string {
  const params = new URLSearchParams()
  if (periodo !== monthsUntil(hoy)[1]) params.set('periodo', periodo)
  if (libro !== 'ventas') params.set('libro', libro)
  if (base !== 'rcv' && libro === 'ventas') params.set('base', base)
  if (pagina > 1) params.set('pagina', String(pagina))
  return params.size ? `?${params}` : ''
}

/** `libro-ventas_76543210-3_simulacion_202611.csv`, `libros_….zip` */
export const nameOfFile = (
  { empresa, ambiente }: { empresa: { rut: string }; ambiente: Ambiente },
  { libro, periodo }: Pick<View, 'libro' | 'periodo'>,
  extension: 'csv' | 'zip',
): string =>
  `${[extension === 'zip' ? 'libros' : `libro-${libro}`, empresa.rut, ambiente, periodo].join('_')}.${extension}`
