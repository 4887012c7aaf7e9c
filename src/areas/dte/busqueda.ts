// Finding documents by a text or a type among very many: one walk over an index that holds no more than what is compared
// (`documento_busqueda`), a slice of it in each turn of the event loop.

import { eq, or, type SQL, sql } from 'drizzle-orm'
import { SQLiteSyncDialect } from 'drizzle-orm/sqlite-core'
import { TIPOS } from '../../domain/dte/tipos'
import { invalidParameter } from '../../domain/errors'
import { parseRut } from '../../domain/rut'
import { plegar } from '../../domain/texto'
import { ownTurn } from '../../http/own-turn'
import type { Tenant } from '../../http/tenant'
import type { Store } from '../../store/store'
import { documento } from '../../store/tables/documento'

/** What a search looks for in a document beside its receiver's RUT and its folio. */
export const textoBuscado = (razonSocial: string | null | undefined, referencia: string | null): string =>
  `${plegar(razonSocial ?? '')}\n${plegar(referencia ?? '')}`

/** Nothing that is searched is longer. */
const BUSCADO_MAX = 100

/** A text that a RUT as it is stored may begin with. */
const INICIO_RUT = /^\d{1,8}(-[\dkK]?)?$/

/**
 * Whether a document is what `q` looks for: the receiver's RUT or how it begins, the folio, or a part of the receiver's name or
 * of the reference, with or without capitals and accents. Throws INVALID_PARAMETER.
 */
export function encuentra(q: string): SQL {
  const value = q.normalize('NFC').trim()
  if (value.length > BUSCADO_MAX)
    throw invalidParameter('q', 'formato', `Admite hasta ${BUSCADO_MAX} caracteres`)
  const rut = parseRut(value)
  return or(
    sql`instr(${documento.busqueda}, ${plegar(value)}) > 0`,
    rut ? eq(documento.rutReceptor, rut) : undefined,
    // What is typed may end in the check digit of what it begins with: 967 has the 9 of 9679.
    INICIO_RUT.test(value) ? sql`${documento.rutReceptor} LIKE ${`${value}%`}` : undefined,
    /^\d{1,10}$/.test(value) ? eq(documento.folio, Number(value)) : undefined,
  )!
}

/** The listed documents that were found, whatever else is asked of them. */
export interface Hallados {
  total: number
  /** Null when they are more than `HALLADOS_MAX`: so many that a walk in any order soon meets the next one. */
  ids: string[] | null
}

/** So many are looked at one by one faster than a list is walked to find them. */
const HALLADOS_MAX = 1000

/** Folios of one turn: a few milliseconds. */
const SLICE = 20_000

const TODOS = TIPOS.map(({ codigo }) => codigo as number)

export type Buscar = ReturnType<typeof createBuscar>

/** The search. Throws INVALID_PARAMETER. */
export function createBuscar({ client }: Pick<Store, 'client'>) {
  const dialect = new SQLiteSyncDialect()
  const within = `FROM documento INDEXED BY documento_busqueda
    WHERE empresa_id || ambiente = ? AND tipo_dte = ? AND folio_estado <> 'libre'`
  const following = client.prepare(`SELECT min(folio) ${within} AND folio > ?`).pluck()

  return async (
    { empresaId, ambiente }: Pick<Tenant, 'empresaId' | 'ambiente'>,
    { q, tipos = TODOS }: { q?: string | undefined; tipos?: readonly number[] | undefined },
  ): Promise<Hallados> => {
    const { sql: matches, params } = q ? dialect.sqlToQuery(encuentra(q)) : { sql: 'true', params: [] }
    const walk = `${within} AND folio BETWEEN ? AND ? AND ${matches}`
    const named = client.prepare(`SELECT id ${walk} LIMIT ${HALLADOS_MAX + 1}`).pluck()
    const counted = client.prepare(`SELECT count(*) ${walk}`).pluck()
    const place = `${empresaId}${ambiente}`
    let ids: string[] | null = []
    let total = 0
    for (const tipo of new Set(tipos)) {
      const next = (folio: number) => following.get(place, tipo, folio) as number | null
      for (let desde = next(0); desde !== null; ) {
        const hasta = desde + SLICE - 1
        const slice = [place, tipo, desde, hasta, ...params]
        if (ids) ids.push(...(named.all(...slice) as string[]))
        if (ids && ids.length > HALLADOS_MAX) ids = null
        total = ids ? ids.length : total + (counted.get(...slice) as number)
        desde = next(hasta)
        if (desde !== null) await ownTurn()
      }
    }
    return { total, ids }
  }
}
