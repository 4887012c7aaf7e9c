// The customer book as pages: how many there are, a page of them in an order, what comes after a row (areas/clientes §2), with what was
// billed to each (areas/clientes §3).

import { type SQL, sql } from 'drizzle-orm'
import { ownTurn } from '../../base/turn'
import type { Ambiente } from '../../domain/ambiente'
import type { Titular } from '../../domain/titular'
import type { Page } from '../../http/paging'
import type { Store } from '../../store/store'
import { cliente as c, clienteSuma as s } from '../../store/tables/cliente'
import type { Filtros } from './buscado'
import {
  cut,
  type Fila,
  type Orden,
  type Place,
  type Stretch,
  soughtOf,
  sumOf,
  type Walk,
  walkOf,
  whereOf,
} from './walk'

export type Lista = ReturnType<typeof createLista>

/** Two to four milliseconds. */
const PIECE = 12_000
/** Walks whose pieces are remembered, of a few hundred bytes each. */
const KEPT = 1000

/** `piece`: customers that a search looks through in one turn. */
export function createLista({ db }: Pick<Store, 'db'>, piece = PIECE) {
  const idsOf = ({ id, from, where, order }: Walk, limite: number, offset: number): string[] =>
    db
      .all<{ id: string }>(
        sql`SELECT ${id} AS id FROM ${from} WHERE ${where} ORDER BY ${order} LIMIT ${limite} OFFSET ${offset}`,
      )
      .map((row) => row.id)

  function count(empresaId: string, f: Filtros): number {
    // Without their names: a third of what there is to walk.
    const short = f.eliminados ? sql`INDEXED BY cliente_rut_eliminado` : sql`INDEXED BY cliente_rut`
    return db.get<{ n: number }>(sql`SELECT count(*) AS n FROM ${c} ${short} WHERE ${whereOf(empresaId, f)}`)
      .n
  }

  /** The place of the last row of a piece that begins a stretch; nothing of a stretch that is no longer. */
  function endOf({ from, order }: Walk, { where, place }: Stretch): Place | undefined {
    if (!place) return
    const at = sql.join([...place], sql`, `)
    return db.values<unknown[]>(
      sql`SELECT ${at} FROM ${from} WHERE ${where} ORDER BY ${order} LIMIT 1 OFFSET ${piece - 1}`,
    )[0]
  }

  /**
   * Where the pieces of each walk end, by its name, for each of its stretches: to find it takes as long as to search. Any places in order
   * are right ones, so they are kept until a piece has grown too large.
   */
  const kept = new Map<string, readonly Place[][]>()

  /** A search walks the whole book, one piece in a turn of the event loop. */
  async function search(
    walk: Walk,
    has: SQL,
    ambiente: Ambiente,
    { limite, offset }: Page,
    client?: AbortSignal,
  ) {
    const known = kept.get(walk.name)
    const ends = walk.stretches.map((): Place[] => [])
    const ids: string[] = []
    let total = 0
    let longest = 0
    for (const [i, stretch] of walk.stretches.entries())
      for (let where = stretch.where, n = 0; ; n++) {
        const end = known ? known[i]![n] : endOf(walk, { ...stretch, where })
        const part = end ? sql`${where} AND ${cut(walk, stretch, 'until', end)}` : where
        const { rows, hits } = db.get<{ rows: number; hits: number }>(
          sql`SELECT count(*) AS rows, count(*) FILTER (WHERE ${has}) AS hits FROM ${walk.from} WHERE ${part}`,
        )
        if (ids.length < limite && total + hits > offset) {
          const found = { ...walk, where: sql`${part} AND ${has}` }
          ids.push(...idsOf(found, limite - ids.length, Math.max(0, offset - total)))
        }
        total += hits
        longest = Math.max(longest, rows)
        await ownTurn()
        if (client?.aborted) return { total, filas: [] }
        if (!end) break
        ends[i]!.push(end)
        where = sql`${stretch.where} AND ${cut(walk, stretch, 'behind', end)}`
      }
    if (longest > 2 * piece) kept.delete(walk.name)
    else if (!known) keep(walk.name, ends)
    return { total, filas: rows(ids, ambiente) }
  }

  function keep(name: string, ends: readonly Place[][]): void {
    if (kept.size === KEPT) kept.clear()
    kept.set(name, ends)
  }

  /** The rows of these customers, in this order. */
  function rows(ids: readonly string[], ambiente: Ambiente): Fila[] {
    const found = db
      .select({
        cliente: c,
        total: s.total,
        documentos: s.documentos,
        tipo: s.ultimoTipo,
        folio: s.ultimoFolio,
        fecha: s.ultimoFecha,
        creado: s.ultimoCreado,
      })
      .from(c)
      .leftJoin(s, sumOf(ambiente))
      .where(sql`${c.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`)
      .all()
    const byId = new Map(found.map((row) => [row.cliente.id, row]))
    return ids.map((id) => byId.get(id)!)
  }

  return {
    rows,
    /** A page, and how many there are in all; a search ends where its client has left. */
    async page(
      tenant: Titular,
      f: Filtros,
      orden: Orden,
      page: Page,
      client?: AbortSignal,
    ): Promise<{ total: number; filas: Fila[] }> {
      const walk = walkOf(tenant, f, orden)
      const sought = soughtOf(walk, f)
      if (sought) return search(walk, sought, tenant.ambiente, page, client)
      return {
        total: count(tenant.empresaId, f),
        filas: rows(idsOf(walk, page.limite, page.offset), tenant.ambiente),
      }
    },
    /** The rows after one by name, from the first when null: every step costs the same. */
    after(tenant: Titular, f: Filtros, last: Fila | undefined, limit: number): Fila[] {
      const walk = walkOf(tenant, f, 'razon_social')
      const sought = soughtOf(walk, f)
      const all = sought ? sql`${walk.where} AND ${sought}` : walk.where
      const [stretch] = walk.stretches
      const where = last
        ? sql`${all} AND ${cut(walk, stretch!, 'behind', [last.cliente.busqueda, last.cliente.id])}`
        : all
      return rows(idsOf({ ...walk, where }, limit, 0), tenant.ambiente)
    },
  }
}
