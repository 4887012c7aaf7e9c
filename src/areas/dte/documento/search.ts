// Finding documents by a text or a type among very many: one walk over an index that holds no more than what is compared
// (`documento_busqueda`), a slice of it in each turn of the event loop.

import { eq, or, type SQL, sql } from 'drizzle-orm'
import { ownTurn } from '../../../base/turn'
import type { Ambiente } from '../../../domain/ambiente'
import { TIPOS } from '../../../domain/dte/tipos'
import { invalidParameter } from '../../../domain/errors'
import { parseRut } from '../../../domain/rut'
import { foldText } from '../../../domain/texto'
import type { Tenant } from '../../../http/tenant'
import type { Store } from '../../../store/store'
import { documento } from '../../../store/tables/documento'

/** What a search looks for in a document beside its receiver's RUT and its folio. */
export const searchedText = (razonSocial: string | null | undefined, referencia: string | null): string =>
  `${foldText(razonSocial ?? '')}\n${foldText(referencia ?? '')}`

/** Nothing that is searched is longer. */
const BUSCADO_MAX = 100

/** A text that a RUT as it is stored may begin with. */
const INICIO_RUT = /^\d{1,8}(-[\dkK]?)?$/

/**
 * Whether a document is what `q` looks for: the receiver's RUT or how it begins, the folio, or a part of the receiver's name or
 * of the reference, with or without capitals and accents. Throws INVALID_PARAMETER.
 */
export function matching(q: string): SQL {
  const value = q.normalize('NFC').trim()
  if (value.length > BUSCADO_MAX)
    throw invalidParameter('q', 'formato', `Admite hasta ${BUSCADO_MAX} caracteres`)
  const rut = parseRut(value)
  return or(
    sql`instr(${documento.busqueda}, ${foldText(value)}) > 0`,
    rut ? eq(documento.rutReceptor, rut) : undefined,
    // What is typed may end in the check digit of what it begins with: 967 has the 9 of 9679.
    INICIO_RUT.test(value) ? sql`${documento.rutReceptor} LIKE ${`${value}%`}` : undefined,
    /^\d{1,10}$/.test(value) ? eq(documento.folio, Number(value)) : undefined,
  )!
}

/** The listed documents that were found, whatever else is asked of them. */
export interface Hits {
  total: number
  /** Null when they are more than `HITS_MAX`: so many that a walk in any order soon meets the next one. */
  ids: string[] | null
}

/** So many are looked at one by one faster than a list is walked to find them. */
const HITS_MAX = 1000

/** Folios of one turn: a few milliseconds. */
const SLICE = 20_000

const TODOS = TIPOS.map(({ codigo }) => codigo as number)

export type Search = ReturnType<typeof createSearch>

/** Of one company, environment and type: in the words of the index. */
const within = (empresaId: string, ambiente: Ambiente, tipo: number): SQL =>
  sql`FROM ${documento} INDEXED BY documento_busqueda
    WHERE ${documento.empresaId} || ${documento.ambiente} = ${empresaId + ambiente} AND ${documento.tipoDte} = ${tipo}
      AND ${documento.folioEstado} <> 'libre'`

/** The search. Throws INVALID_PARAMETER. */
export function createSearch({ db }: Pick<Store, 'db'>) {
  return async (
    { empresaId, ambiente }: Pick<Tenant, 'empresaId' | 'ambiente'>,
    { q, tipos = TODOS }: { q?: string | undefined; tipos?: readonly number[] | undefined },
  ): Promise<Hits> => {
    const matches = q ? matching(q) : sql`true`
    let ids: string[] | null = []
    let total = 0
    for (const tipo of new Set(tipos)) {
      const all = within(empresaId, ambiente, tipo)
      const next = (folio: number) =>
        db.get<{ folio: number | null }>(
          sql`SELECT min(${documento.folio}) AS folio ${all} AND ${documento.folio} > ${folio}`,
        ).folio
      for (let desde = next(0); desde !== null; ) {
        const hasta = desde + SLICE - 1
        const slice = sql`${all} AND ${documento.folio} BETWEEN ${desde} AND ${hasta} AND ${matches}`
        if (ids) {
          const found = db.all<{ id: string }>(
            sql`SELECT ${documento.id} AS id ${slice} LIMIT ${HITS_MAX + 1}`,
          )
          ids.push(...found.map(({ id }) => id))
          if (ids.length > HITS_MAX) ids = null
        }
        const counted = () => db.get<{ hits: number }>(sql`SELECT count(*) AS hits ${slice}`).hits
        total = ids ? ids.length : total + counted()
        desde = next(hasta)
        if (desde !== null) await ownTurn()
      }
    }
    return { total, ids }
  }
}
