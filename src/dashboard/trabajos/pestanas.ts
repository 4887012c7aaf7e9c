// The four views of the list, in the address: `?pestana=historial&q=…&tipo=33&pagina=2`.

import type { QueryOf } from '../api/client'
import { TIPOS_DTE } from '../ui/tipo'

export const PESTANAS = ['detenidos', 'en-curso', 'programados', 'historial'] as const
export type Pestana = (typeof PESTANAS)[number]

export const ESTADOS: Readonly<Record<Pestana, string>> = {
  detenidos: 'failed,dlq',
  'en-curso': 'pending,processing',
  programados: 'scheduled',
  historial: 'completed,discarded',
}

/** How many jobs stand in each view, by how many there are in each state. */
export const cuentasOf = (trabajos: Readonly<Record<string, number>>): Record<Pestana, number> =>
  Object.fromEntries(
    PESTANAS.map((id) => [
      id,
      ESTADOS[id].split(',').reduce((sum, estado) => sum + (trabajos[estado] ?? 0), 0),
    ]),
  ) as Record<Pestana, number>

export interface Vista {
  pestana: Pestana
  q: string
  /** Code of a type, or nothing for all. */
  tipo: string
  pagina: number
}

/** An unreadable part counts as absent. */
export function parseVista(params: URLSearchParams): Vista {
  const pestana = PESTANAS.find((one) => one === params.get('pestana')) ?? 'detenidos'
  const tipo = TIPOS_DTE.find((one) => String(one) === params.get('tipo'))
  const pagina = Number(params.get('pagina'))
  return {
    pestana,
    q: params.get('q') ?? '',
    tipo: tipo === undefined ? '' : String(tipo),
    pagina: Number.isInteger(pagina) && pagina > 0 ? pagina : 1,
  }
}

/** `/trabajos` with what differs from the beginning. */
export function hrefOfVista({ pestana, q, tipo, pagina }: Vista): string {
  const params = new URLSearchParams()
  if (pestana !== 'detenidos') params.set('pestana', pestana)
  if (q) params.set('q', q)
  if (tipo) params.set('tipo', tipo)
  if (pagina > 1) params.set('pagina', String(pagina))
  return params.size ? `/trabajos?${params}` : '/trabajos'
}

export const LIMITE = 50

export const consultaOf = ({ pestana, q, tipo, pagina }: Vista): QueryOf<'GET /v1/dte/emision'> => ({
  estado: ESTADOS[pestana],
  ...(q.trim() && { q: q.trim() }),
  ...(tipo && { tipo_dte: tipo }),
  pagina,
  limite: LIMITE,
})
