// The customer book as queries: how many there are, a page of them in an order, what comes after a row (areas/clientes §2), and
// what was billed to each (areas/clientes §3).

import { and, eq, isNotNull, isNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
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

/** A text as it stands within another: the letters that the pattern language has for itself in brackets. */
const within = (text: string): string => `*${text.replace(/[*?[]/g, '[$&]')}*`

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
      rut ? eq(c.rut, readRut(rut)) : undefined,
      q ? finds(c.busqueda, q) : undefined,
    )!

  // Twice as fast as `instr`, which compares letter by letter.
  const finds = (column: SQLWrapper, q: string): SQL =>
    sql`(${sql.join(
      readQ(q).map((text) => sql`${column} GLOB ${within(text)}`),
      sql` OR `,
    )})`

  const count = (empresaId: string, f: Filtros): number => {
    // Of them all, without their names: a third of what there is to walk.
    const short = f.eliminados ? sql`INDEXED BY cliente_rut_eliminado` : sql`INDEXED BY cliente_rut`
    const from = f.q ? sql`${c}` : sql`${c} ${short}`
    return db.get<{ n: number }>(sql`SELECT count(*) AS n FROM ${from} WHERE ${whereOf(empresaId, f)}`).n
  }

  const byName = (
    where: SQL,
    { rut }: Filtros,
    down: boolean,
    { limite, offset }: Pick<Page, 'limite' | 'offset'>,
  ): string[] => {
    const way = down ? sql`DESC` : sql`ASC`
    // One RUT is looked up: a plus keeps the planner from walking the whole book in its order for it.
    const name = rut ? sql`+${c.busqueda}` : c.busqueda
    return db
      .all<{ id: string }>(
        sql`SELECT ${c.id} AS id FROM ${c} WHERE ${where} ORDER BY ${name} ${way}, ${c.id} ${way} LIMIT ${limite} OFFSET ${offset}`,
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
    { limite, offset }: Page,
  ): string[] {
    const order = sql`ORDER BY ${orderOf(orden)}`
    const page = sql`LIMIT ${limite} OFFSET ${offset}`
    const ids = (query: SQL): string[] => db.all<{ id: string }>(query).map(({ id }) => id)
    // Of deleted ones there is no order by what was billed, and one RUT is found without: each is looked up.
    if (f.eliminados || f.rut)
      return ids(
        sql`SELECT ${c.id} AS id FROM ${c} LEFT JOIN ${s} ON ${sumOf(ambiente)} WHERE ${whereOf(empresaId, f)} ${order}, ${c.id} ${page}`,
      )
    // The index has all that is looked at.
    const found = f.q ? sql`AND ${finds(s.busqueda, f.q)}` : sql``
    return ids(
      sql`SELECT ${s.clienteId} AS id FROM ${s} WHERE ${s.empresaId} = ${empresaId} AND ${s.ambiente} = ${ambiente} AND ${s.clienteId} IS NOT NULL ${found} ${order} ${page}`,
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
    /** A page, and how many there are in all; each is a walk of its own turn, the second only where the page does not tell. */
    async page(
      tenant: Pick<Tenant, 'empresaId' | 'ambiente'>,
      f: Filtros,
      orden: Orden,
      page: Page,
    ): Promise<{ total: number; filas: Fila[] }> {
      const where = whereOf(tenant.empresaId, f)
      const ids = isDeMetricas(orden)
        ? byMetrica(tenant, f, orden, page)
        : byName(where, f, orden.startsWith('-'), page)
      const filas = rows(ids, tenant.ambiente)
      if (ids.length < page.limite && (ids.length > 0 || page.offset === 0))
        return { total: page.offset + ids.length, filas }
      if (f.q) await ownTurn()
      return { total: count(tenant.empresaId, f), filas }
    },
    /** What follows a row by name, from the first when it is null: every step costs the same. */
    after(
      { empresaId, ambiente }: Pick<Tenant, 'empresaId' | 'ambiente'>,
      f: Filtros,
      last: Fila | undefined,
      limit: number,
    ): Fila[] {
      const behind = last && sql`(${c.busqueda}, ${c.id}) > (${last.cliente.busqueda}, ${last.cliente.id})`
      const where = and(whereOf(empresaId, f), behind)!
      return rows(byName(where, f, false, { limite: limit, offset: 0 }), ambiente)
    },
  }
}
