// The customer book as queries: how many there are, a page of them in an order, what comes after a row (areas/clientes §2), and
// what was billed to each (areas/clientes §3).

import { and, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { ownTurn } from '../../base/turn'
import type { Ambiente } from '../../domain/ambiente'
import { invalidParameter } from '../../domain/errors'
import { parseRut } from '../../domain/rut'
import { foldText } from '../../domain/texto'
import type { Page } from '../../http/paging'
import type { Tenant } from '../../http/tenant'
import type { Store } from '../../store/store'
import { cliente as c, clienteSuma as s } from '../../store/tables/cliente'

export const ORDENES = {
  razon_social: 'por nombre',
  '-razon_social': 'por nombre, al revés',
  '-total_facturado': 'primero a quien más se ha facturado',
  total_facturado: 'primero a quien menos',
  '-ultimo_dte': 'primero el del documento más nuevo',
  ultimo_dte: 'primero el del más antiguo, y antes quien no tiene',
} as const
export type Orden = keyof typeof ORDENES

export const isDeMetricas = (orden: Orden): boolean => !orden.endsWith('razon_social')

export interface Filtros {
  q?: string | undefined
  rut?: string | undefined
  eliminados: boolean
}

/** Nothing that is searched is longer. */
const BUSCADO_MAX = 100

/** How people begin to write a RUT. */
const INICIO_RUT = /^\d[\d.]{0,9}(-[\dkK]?)?$/

/** What to look for in the folded column: any of these. Throws INVALID_PARAMETER. */
export function readQ(q: string): string[] {
  const value = q.normalize('NFC').trim()
  if (value.length > BUSCADO_MAX)
    throw invalidParameter('q', 'formato', `Admite hasta ${BUSCADO_MAX} caracteres`)
  // What is typed of a RUT may be a whole one by chance: 78.123 is 7812-3.
  const written = INICIO_RUT.test(value) ? value.replaceAll('.', '') : value
  return [...new Set([written, parseRut(value) ?? written].map(foldText))]
}

/** Throws INVALID_PARAMETER. */
export function readRut(text: string): string {
  const rut = parseRut(text)
  if (!rut) throw invalidParameter('rut', 'rut', 'No es un RUT válido')
  return rut
}

/** So many are put in order one by one faster than a list in that order is walked to find them. */
const FEW = 1000

export type Lista = ReturnType<typeof createLista>

/** A customer with what was billed to it in one environment; null of a deleted one that nothing was billed to. */
export interface Fila {
  cliente: typeof c.$inferSelect
  total: number | null
  documentos: number | null
  tipo: number | null
  folio: number | null
  fecha: string | null
}

export function createLista({ db }: Pick<Store, 'db'>) {
  const whereOf = (empresaId: string, { q, rut, eliminados }: Filtros): SQL =>
    and(
      eq(c.empresaId, empresaId),
      eliminados ? isNotNull(c.eliminadoEn) : isNull(c.eliminadoEn),
      // One RUT is looked up; a plus keeps the planner from walking the list for it.
      rut ? eq(c.rut, readRut(rut)) : undefined,
      q ? finds(q) : undefined,
    )!

  const finds = (q: string): SQL =>
    sql`(${sql.join(
      readQ(q).map((text) => sql`instr(${c.busqueda}, ${text}) > 0`),
      sql` OR `,
    )})`

  const count = (where: SQL): number =>
    db.get<{ n: number }>(sql`SELECT count(*) AS n FROM ${c} WHERE ${where}`).n

  const byName = (where: SQL, down: boolean, limit: number, offset: number): string[] => {
    const way = down ? sql`DESC` : sql`ASC`
    return db
      .all<{ id: string }>(
        sql`SELECT ${c.id} AS id FROM ${c} WHERE ${where} ORDER BY ${c.busqueda} ${way}, ${c.id} ${way} LIMIT ${limit} OFFSET ${offset}`,
      )
      .map(({ id }) => id)
  }

  const sumOf = (ambiente: Ambiente): SQL =>
    sql`${s.empresaId} = ${c.empresaId} AND ${s.ambiente} = ${ambiente} AND ${s.rut} = ${c.rut} AND ${s.numId} = ${c.numId}`

  const orderOf = (orden: Orden): SQL => {
    const way = orden.startsWith('-') ? sql`DESC` : sql`ASC`
    return orden.endsWith('total_facturado')
      ? sql`${s.total} ${way}, ${s.clienteId} ${way}`
      : sql`${s.ultimoFecha} ${way}, ${s.ultimoCreado} ${way}, ${s.clienteId} ${way}`
  }

  function byMetrica(
    { empresaId, ambiente }: Pick<Tenant, 'empresaId' | 'ambiente'>,
    f: Filtros,
    orden: Orden,
    total: number,
    { limite, offset }: Page,
  ): string[] {
    const order = orderOf(orden)
    const where = whereOf(empresaId, f)
    const ids = (query: SQL): string[] => db.all<{ id: string }>(query).map(({ id }) => id)
    // What few rows were found leads to their sums; of many, a walk in the order soon meets the next one.
    if (f.eliminados || f.rut || (f.q && total <= FEW))
      return ids(
        sql`SELECT ${c.id} AS id FROM ${c} LEFT JOIN ${s} ON ${sumOf(ambiente)} WHERE ${where} ORDER BY ${order}, ${c.id} LIMIT ${limite} OFFSET ${offset}`,
      )
    const own = sql`${s.empresaId} = ${empresaId} AND ${s.ambiente} = ${ambiente} AND ${s.clienteId} IS NOT NULL`
    const found = f.q
      ? sql`AND EXISTS (SELECT 1 FROM ${c} WHERE ${c.id} = ${s.clienteId} AND ${finds(f.q)})`
      : sql``
    return ids(
      sql`SELECT ${s.clienteId} AS id FROM ${s} WHERE ${own} ${found} ORDER BY ${order} LIMIT ${limite} OFFSET ${offset}`,
    )
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
    /** A page, and how many there are in all; each is a walk of its own turn. */
    async page(
      tenant: Pick<Tenant, 'empresaId' | 'ambiente'>,
      f: Filtros,
      orden: Orden,
      page: Page,
    ): Promise<{ total: number; filas: Fila[] }> {
      const where = whereOf(tenant.empresaId, f)
      const total = count(where)
      if (f.q) await ownTurn()
      const ids = isDeMetricas(orden)
        ? byMetrica(tenant, f, orden, total, page)
        : byName(where, orden.startsWith('-'), page.limite, page.offset)
      return { total, filas: rows(ids, tenant.ambiente) }
    },
    /** What follows a row by name, from the first when it is null: every step costs the same. */
    after(
      { empresaId, ambiente }: Pick<Tenant, 'empresaId' | 'ambiente'>,
      f: Filtros,
      last: Fila | undefined,
      limit: number,
    ): Fila[] {
      const behind = last && sql`(${c.busqueda}, ${c.id}) > (${last.cliente.busqueda}, ${last.cliente.id})`
      return rows(byName(and(whereOf(empresaId, f), behind)!, false, limit, 0), ambiente)
    },
  }
}
