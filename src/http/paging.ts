// Pages of a list (http §10.1): `?pagina=1&limite=25`, at most 100, with the names other APIs use as aliases.

import { type Static, Type } from '@sinclair/typebox'
import { AppError, invalidParameter } from '../domain/errors'
import type { Paginacion } from './envelope'
import { readAll } from './read-all'
import { Ruled } from './rule'

const DEFAULT = 25
const MAX = 100

/** Query parameters travel as text; `x-tipo` is what the text must be, and what the OpenAPI document shows. */
export const queryInteger = (minimum: number, maximum: number, description: string, example?: number) =>
  Type.Optional(
    Ruled(
      Type.String({
        pattern: '^\\d{1,15}$',
        mensaje: rangeText(minimum, maximum),
        description,
        'x-tipo': {
          type: 'integer',
          minimum,
          ...(maximum !== Number.MAX_SAFE_INTEGER && { maximum }),
          ...(example !== undefined && { examples: [example] }),
        },
      }),
      (text) =>
        Number(text) >= minimum && Number(text) <= maximum
          ? []
          : [{ regla: 'rango', mensaje: rangeText(minimum, maximum) }],
    ),
  )

const rangeText = (minimum: number, maximum: number): string =>
  maximum === Number.MAX_SAFE_INTEGER
    ? `Debe ser un entero de ${minimum} o más`
    : `Debe ser un entero entre ${minimum} y ${maximum}`

const pagina = queryInteger(1, Number.MAX_SAFE_INTEGER, 'Página, desde 1. También `page`.')
const limite = queryInteger(
  1,
  MAX,
  `Filas por página; ${DEFAULT} si se omite. También \`limit\` y \`per_page\`.`,
)

/** The properties that a list route spreads into its query schema. */
export const pageQuery = {
  pagina,
  limite,
  page: Type.Optional({ ...pagina, description: 'Alias de `pagina`.' }),
  limit: Type.Optional({ ...limite, description: 'Alias de `limite`.' }),
  per_page: Type.Optional({ ...limite, description: 'Alias de `limite`.' }),
}

type PageQuery = Partial<Record<keyof typeof pageQuery, string>>

export interface Page {
  pagina: number
  limite: number
  /** Rows to skip. */
  offset: number
}

/** Throws INVALID_PARAMETER when a value is out of its range or two aliases disagree. */
export function readPage(query: PageQuery): Page {
  const [page, limit] = readAll(
    () => readInteger({ pagina: query.pagina, page: query.page }, 1, Number.MAX_SAFE_INTEGER) ?? 1,
    () =>
      readInteger({ limite: query.limite, limit: query.limit, per_page: query.per_page }, 1, MAX) ?? DEFAULT,
  )
  // A page so far out that its offset is not exact is beyond any table all the same.
  return { pagina: page, limite: limit, offset: Math.min((page - 1) * limit, Number.MAX_SAFE_INTEGER) }
}

/** The one value among aliases of a query parameter, null when none was sent. */
export function readInteger(
  aliases: Record<string, string | undefined>,
  minimum: number,
  maximum: number,
): number | null {
  const given = Object.entries(aliases).filter(([, text]) => text !== undefined)
  if (!given.length) return null
  // Each must be a number before they can disagree: NaN differs even from itself.
  for (const [name, text] of given) {
    if (!/^\d+$/.test(text!) || Number(text) < minimum || Number(text) > maximum)
      throw invalidParameter(name, 'rango', rangeText(minimum, maximum))
  }
  const [campo, text] = given[0]!
  const value = Number(text)
  if (given.some(([, other]) => Number(other) !== value)) {
    const names = given.map(([name]) => name).join(' y ')
    throw invalidParameter(
      campo,
      'contradiccion',
      `Los parámetros ${names} son el mismo y traen valores distintos`,
    )
  }
  return value
}

/** The `paginacion` of an answer. `url` is the request's own: the next page keeps its filters. */
export function paginate({ pagina, limite }: Page, total: number, url: string): Static<typeof Paginacion> {
  const paginas = Math.ceil(total / limite)
  return {
    pagina,
    limite,
    total,
    paginas,
    siguiente:
      pagina < paginas ? nextWith(url, { pagina: String(pagina + 1), limite: String(limite) }) : null,
  }
}

/** The path of `url` with its filters, and `place` instead of where it stood in the list. */
export function nextWith(url: string, place: Record<string, string>): string {
  const { pathname, searchParams } = new URL(url)
  for (const name of [...Object.keys(pageQuery), ...Object.keys(place)]) searchParams.delete(name)
  for (const [name, value] of Object.entries(place)) searchParams.set(name, value)
  return `${pathname}?${searchParams}`
}

/** Throws INVALID_PARAMETER for a parameter that another one rules out. */
export function refuseBeside(
  query: Record<string, string | undefined>,
  names: readonly string[],
  other: string,
): void {
  const detalles = names
    .filter((campo) => query[campo] !== undefined)
    .map((campo) => ({ campo, regla: 'sobra', mensaje: `${campo}: no va junto con ${other}` }))
  if (detalles.length) throw new AppError('INVALID_PARAMETER', detalles[0]!.mensaje, { detalles })
}
