// The customer book as pages: how many there are, a page of them in an order, what comes after a row (areas/clientes §2), with what was
// billed to each (areas/clientes §3).

import { sql } from 'drizzle-orm'
import { ownTurn } from '../../base/turn'
import type { Ambiente } from '../../domain/ambiente'
import type { Titular } from '../../domain/titular'
import type { Page } from '../../http/paging'
import type { Store } from '../../store/store'
import { cliente as c, clienteSuma as s } from '../../store/tables/cliente'
import type { Filtros } from './buscado'
import { type Fila, finds, type Orden, sumOf, type Walk, walkOf, whereOf } from './walk'

export type Lista = ReturnType<typeof createLista>

/** Two or three milliseconds. */
const PIECE = 8_000

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

  /** What a search finds among the first of a walk. */
  function look({ id, from, where, busqueda, order }: Walk, q: string, limit: number) {
    const first = sql`(SELECT ${id} AS id, ${busqueda} AS busqueda FROM ${from} WHERE ${where} ORDER BY ${order} LIMIT ${limit})`
    const found = sql`FROM ${first} WHERE ${finds(sql`busqueda`, q)}`
    return {
      count: () => db.get<{ n: number }>(sql`SELECT count(*) AS n ${found}`).n,
      ids: (limite: number, offset: number): string[] =>
        db.all<{ id: string }>(sql`SELECT id ${found} LIMIT ${limite} OFFSET ${offset}`).map((row) => row.id),
    }
  }

  /** A search walks the whole book, one piece in a turn of the event loop. */
  async function search(walk: Walk, q: string, ambiente: Ambiente, { limite, offset }: Page) {
    const ids: string[] = []
    let total = 0
    for (let stretches = [walk.where]; stretches.length; await ownTurn()) {
      const stretch = { ...walk, where: stretches.shift()! }
      const found = look(stretch, q, walk.behind ? piece : -1)
      const n = found.count()
      if (ids.length < limite && total + n > offset)
        ids.push(...found.ids(limite - ids.length, Math.max(0, offset - total)))
      total += n
      const [last] = walk.behind ? rows(idsOf(stretch, 1, piece - 1), ambiente) : []
      if (last) stretches = walk.behind!(last).map((part) => sql`${walk.where} AND ${part}`)
    }
    return { total, filas: rows(ids, ambiente) }
  }

  /** Of these customers, in this order. */
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
    /** A page, and how many there are in all. */
    async page(
      tenant: Titular,
      f: Filtros,
      orden: Orden,
      page: Page,
    ): Promise<{ total: number; filas: Fila[] }> {
      const walk = walkOf(tenant, f, orden)
      if (f.q) return search(walk, f.q, tenant.ambiente, page)
      return {
        total: count(tenant.empresaId, f),
        filas: rows(idsOf(walk, page.limite, page.offset), tenant.ambiente),
      }
    },
    /** What follows a row by name, from the first when it is null: every step costs the same. */
    after(tenant: Titular, f: Filtros, last: Fila | undefined, limit: number): Fila[] {
      const walk = walkOf(tenant, f, 'razon_social')
      const all = f.q ? sql`${walk.where} AND ${finds(walk.busqueda, f.q)}` : walk.where
      const where = last ? sql`${all} AND ${walk.behind!(last)[0]}` : all
      return rows(idsOf({ ...walk, where }, limit, 0), tenant.ambiente)
    },
  }
}
