// The filters of answers, in the address under the API's names: `?ver=recibidas&clase=resultado`.

import type { QueryOf } from '../../api/client'
import type { Spelling } from '../../shell/in-address'

export const VER = [
  ['enviadas', 'Las nuestras'],
  ['recibidas', 'Las que llegaron'],
] as const
export const TIPOS = [
  ['', 'Todas'],
  ['recepcion', 'Recepción'],
  ['resultado', 'Resultado'],
  ['recibo', 'Recibo de mercaderías'],
] as const
export const QUE_LLEGAN = [...TIPOS, ['sii', 'Correos del SII']] as const
export const ESTADOS = [
  ['', 'Todos'],
  ['armada', 'No han salido'],
  ['enviada', 'Enviadas'],
  ['fallida', 'Fallidas'],
] as const
export const PROPIAS = [
  ['', 'Todas'],
  ['true', 'Sobre un documento nuestro'],
  ['false', 'Que no calzan con ninguno'],
] as const

export interface Filters {
  ver: (typeof VER)[number][0]
  tipo: (typeof TIPOS)[number][0]
  estado: (typeof ESTADOS)[number][0]
  clase: (typeof QUE_LLEGAN)[number][0]
  propias: (typeof PROPIAS)[number][0]
}

export const SIN_FILTROS = { tipo: '', estado: '', clase: '', propias: '' } as const
const LIMITE = 50

const oneOf = <T extends string>(options: readonly (readonly [T, string])[], text: string | null): T =>
  (options.find(([value]) => value === text) ?? options[0]!)[0]

/** Those of the other list are dropped. */
function parseFilters(params: URLSearchParams): Filters {
  const ver = oneOf(VER, params.get('ver'))
  const own = ver === 'enviadas'
  return {
    ver,
    tipo: own ? oneOf(TIPOS, params.get('tipo')) : '',
    estado: own ? oneOf(ESTADOS, params.get('estado')) : '',
    clase: own ? '' : oneOf(QUE_LLEGAN, params.get('clase')),
    propias: own ? '' : oneOf(PROPIAS, params.get('propias')),
  }
}

export const SPELLING: Spelling<Filters, number> = {
  path: '/recibidos/respuestas',
  parseFilters,
  parsePlace(params) {
    const pagina = Number(params.get('pagina'))
    return Number.isSafeInteger(pagina) && pagina > 0 ? pagina : 1
  },
  searchOf({ ver, ...filters }, pagina) {
    const params = new URLSearchParams()
    if (ver !== 'enviadas') params.set('ver', ver)
    for (const [name, value] of Object.entries(filters)) if (value) params.set(name, value)
    if (pagina > 1) params.set('pagina', String(pagina))
    return params.size ? `?${params}` : ''
  },
  start: 1,
}

export const isFiltered = ({ tipo, estado, clase, propias }: Filters): boolean =>
  Boolean(tipo || estado || clase || propias)

export const sentQuery = (
  { tipo, estado }: Filters,
  pagina: number,
): NonNullable<QueryOf<'GET /v1/recibidos/respuestas'>> => ({
  limite: LIMITE,
  pagina,
  ...(tipo && { tipo }),
  ...(estado && { estado }),
})

export const cameQuery = (
  { clase, propias }: Filters,
  pagina: number,
): NonNullable<QueryOf<'GET /v1/recibidos/respuestas/recibidas'>> => ({
  limite: LIMITE,
  pagina,
  ...(clase && { clase }),
  ...(propias && { propias }),
})
