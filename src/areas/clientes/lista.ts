// The customer book as pages: how many there are, a page of them in an order, what comes after a row (areas/clientes §2), with what was
// billed to each (areas/clientes §3).

import { sql } from 'drizzle-orm'
import { ownTurn } from '../../base/turn'
import type { Ambiente } from '../../domain/ambiente'
import type { Page } from '../../http/paging'
import type { Tenant } from '../../http/tenant'
import type { Store } from '../../store/store'
import { cliente as c, clienteSuma as s } from '../../store/tables/cliente'
import type { Filtros } from './buscado'
import { type Fila, type Orden, sumOf, type Walk, walkOf, whereOf } from './walk'

export type Lista = ReturnType<typeof createLista>

type Donde = Pick<Tenant, 'empresaId' | 'ambiente'>

export function createLista({ db }: Pick<Store, 'db'>) {
  const idsOf = ({ id, from, where, order }: Walk, limite: number, offset: number): string[] =>
    db
      .all<{ id: string }>(
        sql`SELECT ${id} AS id FROM ${from} WHERE ${where} ORDER BY ${order} LIMIT ${limite} OFFSET ${offset}`,
      )
      .map((row) => row.id)

  function count(empresaId: string, f: Filtros): number {
    // Of them all, without their names: a third of what there is to walk.
    const short = f.eliminados ? sql`INDEXED BY cliente_rut_eliminado` : sql`INDEXED BY cliente_rut`
    const from = f.q ? sql`${c}` : sql`${c} ${short}`
    return db.get<{ n: number }>(sql`SELECT count(*) AS n FROM ${from} WHERE ${whereOf(empresaId, f)}`).n
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
    /** A page, and how many there are in all: a search walks the book once, up to the page and, in a turn of its own, behind it. */
    async page(
      tenant: Donde,
      f: Filtros,
      orden: Orden,
      { limite, offset }: Page,
    ): Promise<{ total: number; filas: Fila[] }> {
      const walk = walkOf(tenant, f, orden)
      const filas = rows(idsOf(walk, limite, offset), tenant.ambiente)
      const last = filas.at(-1)
      const until = offset + filas.length
      if (filas.length < limite && (last || offset === 0)) return { total: until, filas }
      if (!f.q || !last || !walk.behind) return { total: count(tenant.empresaId, f), filas }
      await ownTurn()
      const { from, where } = walk
      const rest = walk
        .behind(last)
        .map(
          (stretch) =>
            db.get<{ n: number }>(sql`SELECT count(*) AS n FROM ${from} WHERE ${where} AND ${stretch}`).n,
        )
      return { total: rest.reduce((sum, n) => sum + n, until), filas }
    },
    /** What follows a row by name, from the first when it is null: every step costs the same. */
    after(tenant: Donde, f: Filtros, last: Fila | undefined, limit: number): Fila[] {
      const walk = walkOf(tenant, f, 'razon_social')
      const where = last ? sql`${walk.where} AND ${walk.behind!(last)[0]}` : walk.where
      return rows(idsOf({ ...walk, where }, limit, 0), tenant.ambiente)
    },
  }
}
